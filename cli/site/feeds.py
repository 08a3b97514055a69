"""Atom feeds: one of all editions, and one for each of today's sections with what editions changed in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cli.output_streams import visible
from cli.rendering.code_labels import counted_labels
from cli.site import addresses
from cli.site.page_templates import fragment, messages_in
from cli.site.site_file import Memory, SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.i18n import _
from kb.languages import Lang

_MOST_ENTRIES = 30
_NAMESPACE = "https://mtg-rules-library.invalid/"
"""The names of entries are made from this address and the entry's own. They stay if the site moves to another host."""


class FeedEntry(NamedTuple):
    """An entry of a feed: its name for programs, its title, the address of its page, its day, its text."""

    urn: str
    title: str
    address: str
    day: str
    text: str


@dataclass
class Feeds:
    """Makes the feeds of one language.

    Attributes:
        base: where the site will stand.
        memory: for each edition, what it changed: the kinds of events and the numbers, by section.
    """

    library: SiteLibrary
    lang: Lang
    base: str
    memory: Memory

    def files(self) -> Iterator[SiteFile]:
        """Yield the feed of editions and the feeds of sections."""
        changed: dict[str, list[tuple[str, list[list[str]]]]] = {}
        entries: list[FeedEntry] = []
        for day in reversed(self.library.whole_days(self.lang)):
            sections: dict[str, list[list[str]]] = self.memory.get(f"notes {self.lang} {day}", {})
            kinds = Counter(kind for rows in sections.values() for kind, _number in rows)
            entries.append(self._entry("", day, kinds, ""))
            for name, rows in sections.items():
                changed.setdefault(name, []).append((day.isoformat(), rows))
        address = addresses.all_editions_feed(self.lang)
        with messages_in(self.lang):
            title = _("Editions of the Comprehensive Rules")
        yield self._feed(address, title, entries[:_MOST_ENTRIES])
        today = self.library.view(self.lang).headings()
        for name in (number for number in today if len(number) == 3):
            found = [
                self._entry(name, date.fromisoformat(day), Counter(kind for kind, _number in rows),
                            ", ".join(dict.fromkeys(number for _kind, number in rows)))
                for day, rows in changed.get(name, ())[:_MOST_ENTRIES]
            ]  # fmt: skip
            yield self._feed(addresses.section_changes(self.lang, name), f"{name} {today[name]}", found)

    def _entry(self, section: str, day: date, kinds: Counter[str], numbers: str) -> FeedEntry:
        notes = addresses.release_notes(self.lang, day)
        address = f"{notes}#s{section}" if section else notes
        with messages_in(self.lang):
            counted = counted_labels(kinds) if kinds else _("Nothing changed.")
            title = _("Edition of {day}", day=day)
        return FeedEntry(
            uuid5(NAMESPACE_URL, f"{_NAMESPACE}{address}").urn, f"{section} {title}".strip(), address, day.isoformat(),
            f"{counted}: {numbers}" if numbers else counted,
        )  # fmt: skip

    def _feed(self, address: str, title: str, entries: Sequence[FeedEntry]) -> SiteFile:
        absolute = self.base if self.base.startswith("http") else ""
        newest = entries[0].day if entries else self.library.today.isoformat()

        def content() -> str:
            urn = uuid5(NAMESPACE_URL, f"{_NAMESPACE}{address}").urn
            root = absolute or addresses.to_root(address)
            return visible(
                fragment("atom.xml", self.lang, urn=urn, feed_title=title, root=root, address=address,
                         updated=newest, entries=entries)
            )  # fmt: skip

        return SiteFile(address, token(self.base, title, entries), content)


def sitemap(base: str, pages: Sequence[str]) -> SiteFile:
    """Return the list of all pages for search engines. `pages` are the paths of their files."""
    listed = sorted(f"{base}{path.removesuffix('index.html')}" for path in pages)
    return SiteFile(addresses.SITEMAP, token(listed), lambda: str(fragment("sitemap.xml", "en", listed=listed)))
