"""The pages about editions: the list of them, and what each changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from cli.rendering import json_output
from cli.site import addresses
from cli.site.page_templates import json_file, messages_in, page
from cli.site.site_file import FileGroup, Memory, SiteFile, token
from cli.site.site_library import SiteLibrary, published_source
from cli.site.timeline import marked_words
from kb.history.edition_diff import EditionDiff, RuleDifference, diff_editions, group_by_section
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import as_rule_number
from kb.storage.editions import EditionRecord
from kb.text.word_diff import DiffSegment

_SUBSTANCE = (None, "wording")
"""The classes of changes that may change a rule's meaning. The others are quiet."""


class ShownChange(NamedTuple):
    """A changed rule for a template: the difference, the heading above it, the changed words, and two addresses."""

    difference: RuleDifference
    heading: str
    segments: Sequence[DiffSegment]
    old_address: str
    new_address: str


class ShownSection(NamedTuple):
    """The changes in a section for a template: those of substance in full, the numbers of the quiet ones."""

    number: str
    title: str
    substance: Sequence[ShownChange]
    quiet: Sequence[ShownChange]


@dataclass
class EditionNotes:
    """Makes the list of editions and the pages of what each edition changed.

    Attributes:
        base: where the site will stand.
        memory: for each edition, what it changed: the kinds of events and the numbers, by section.
    """

    library: SiteLibrary
    base: str
    memory: Memory

    def groups(self) -> Iterator[FileGroup]:
        """Yield the list of editions, and the notes about each edition."""
        yield FileGroup("editions", "", self._list)
        for lang in self.library.languages:
            for day, digest in self.library.digests[lang].items():
                yield FileGroup(
                    f"notes {lang} {day}", token(self.base, digest), partial(self._notes, lang, day, digest)
                )

    def _list(self) -> Iterator[SiteFile]:
        records = self.library.records
        newest = {lang: self.library.whole_days(lang)[-1:] for lang in self.library.languages}
        json_address = addresses.json_of(addresses.EDITIONS)
        yield SiteFile(json_address, token(records), lambda: _records_json(records))

        def content() -> str:
            by_lang: dict[Lang, list[EditionRecord]] = {lang: [] for lang in self.library.languages}
            for record in records:
                by_lang[record.lang].insert(0, record)
            with messages_in("en"):
                title = _("Editions")
            return page(
                "editions.html", addresses.EDITIONS, "en", base=self.base, title=title,
                json_address=json_address, by_lang=by_lang,
            )  # fmt: skip

        yield SiteFile(addresses.file_of(addresses.EDITIONS), token(self.base, records, newest), content)

    def _notes(self, lang: Lang, day: date, digest: str) -> Iterator[SiteFile]:
        whole = self.library.whole_days(lang)
        before = [each for each in whole if each < day]
        is_whole = day in whole
        address = addresses.release_notes(lang, day)
        found = diff_editions(self.library.store, lang, before[-1], day) if is_whole and before else None
        if found is not None:
            sections: dict[str, list[list[str]]] = {}
            for each in found.differences:
                name = str(each.number.section or each.number)
                sections.setdefault(name, []).append([each.kind, str(each.number)])
            self.memory[f"notes {lang} {day}"] = sections
            yield SiteFile(
                addresses.json_of(address),
                token(lang, digest),
                partial(json_file, lang, partial(json_output.comparison, found)),
            )

        def content() -> str:
            sections = self._sections(found) if found is not None else []
            return page(
                "release_notes.html", address, lang, base=self.base, title=day.isoformat(), day=day.isoformat(),
                found=found, sections=sections, whole=is_whole, before=before[-1].isoformat() if before else "",
                records=[each for each in self.library.records if (each.lang, each.effective) == (lang, day)],
                json_address=addresses.json_of(address) if found is not None else "",
            )  # fmt: skip

        yield SiteFile(addresses.file_of(address), token(self.base, lang, digest), content)

    def _sections(self, found: EditionDiff) -> list[ShownSection]:
        sections = []
        for section in group_by_section(self.library.store, found):
            rows = [_shown(found, each, heading) for each, heading in section.rows]
            substance = [
                row for row in rows if row.difference.change in _SUBSTANCE or row.difference.kind == "deprecated"
            ]
            quiet = [row for row in rows if row not in substance]
            sections.append(ShownSection(str(section.number), section.title, substance, quiet))
        return sections


def _shown(found: EditionDiff, each: RuleDifference, heading: str) -> ShownChange:
    old, new = each.old, each.new
    return ShownChange(
        each,
        heading,
        marked_words(each, alone="new"),
        addresses.rule_of_edition(found.lang, found.first, as_rule_number(old.number)) if old else "",
        addresses.rule_of_edition(found.lang, found.second, as_rule_number(new.number)) if new else "",
    )


def _records_json(records: Sequence[EditionRecord]) -> str:
    def rows() -> dict[str, object]:
        listed: list[dict[str, Any]] = [json_output.edition_record(each) for each in records]
        return {"editions": [row | {"source": published_source(row["source"])} for row in listed]}

    return json_file("en", rows)
