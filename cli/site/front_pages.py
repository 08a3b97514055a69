"""The first page, today's glossary, the page for addresses that aren't there, and the files of programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from cli.rendering.html_templates import stylesheet
from cli.site import addresses
from cli.site.page_templates import fragment, messages_in, page
from cli.site.rule_pages import TodaysRulePages
from cli.site.section_pages import glossary_entries
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.i18n import _
from kb.languages import Lang


@dataclass
class FrontPages:
    """Makes the pages that lead to the others.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    base: str

    def files(self) -> Iterator[SiteFile]:
        """Yield the first page of the site and of each language, today's glossary, and the assets."""
        for lang in self.library.languages:
            rules = TodaysRulePages(self.library, lang, self.base)
            if lang == self.library.languages[0]:
                yield self._contents(addresses.HOME, rules)
            yield self._contents(addresses.rules(lang), rules)
            yield self._glossary(rules)
            yield self._search(lang)
        yield from assets()
        path = self.base if self.base.startswith("/") else "/" + self.base.split("/", 3)[3]
        yield SiteFile(addresses.NOT_FOUND, token(path), lambda: str(fragment("not_found.html", "en", path=path)))

    def _contents(self, address: str, rules: TodaysRulePages) -> SiteFile:
        lang: Lang = rules.lang
        chapters: dict[str, tuple[str, list[tuple[str, str, str]]]] = {}
        for rule in rules.rules:
            number, text = rule.item.cr_number, rule.item.text
            if number.kind == "chapter":
                chapters[str(number)] = text, []
            elif number.kind == "section":
                there = addresses.section(lang, rule.edition, number)
                chapters.setdefault(str(number.chapter), ("", []))[1].append((str(number), text, there))
        listed = [(name, title, sections) for name, (title, sections) in sorted(chapters.items())]
        others = {other: addresses.rules(other) for other in self.library.languages if other != lang}
        with messages_in(lang):
            title = _("The Comprehensive Rules of Magic: The Gathering")
        return SiteFile(
            addresses.file_of(address),
            token(self.base, listed, others),
            lambda: page(
                "home.html", address, lang, base=self.base, title=title, chapters=listed, alternates=others,
                feed=addresses.all_editions_feed(lang),
            ),
        )  # fmt: skip

    def _search(self, lang: Lang) -> SiteFile:
        address = addresses.search(lang)
        others = {other: addresses.search(other) for other in self.library.languages if other != lang}
        with messages_in(lang):
            title = _("Search the rules")
        return SiteFile(
            addresses.file_of(address),
            token(self.base, others),
            lambda: page("search.html", address, lang, base=self.base, title=title, alternates=others),
        )

    def _glossary(self, rules: TodaysRulePages) -> SiteFile:
        lang = rules.lang
        address = addresses.glossary(lang)
        entries = self.library.glossary_today[lang]
        others = {other: addresses.glossary(other) for other in self.library.languages if other != lang}
        linked = rules.glossary_targets(entries)
        day = self.library.view(lang).base
        with messages_in(lang):
            title = _("Glossary")
        state = [(entry.item.term, entry.wording) for entry in entries]
        return SiteFile(
            addresses.file_of(address),
            token(self.base, state, linked, others),
            lambda: page(
                "glossary.html", address, lang, base=self.base, title=title, day=str(day or ""), alternates=others,
                entries=glossary_entries(entries, linked),
            ),
        )  # fmt: skip


def assets() -> Iterator[SiteFile]:
    """Yield the style sheet, scripts and pictures. Some of them stand at the root of the site."""
    styles = stylesheet("design", "comparison", "site", "search")
    yield SiteFile(f"{addresses.ASSETS}style.css", token(styles), lambda: styles)
    for path, file in _files_in(resources.files("cli.site").joinpath("assets")):
        content = file.read_bytes()
        at_root = path in ("sw.js", "manifest.webmanifest")
        yield SiteFile(
            path if at_root else f"{addresses.ASSETS}{path}",
            token(content.hex()),
            lambda: content,  # noqa: B023
        )


def _files_in(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the files in a folder and in the folders below it, with their paths."""
    for each in folder.iterdir():
        if each.is_dir():
            yield from _files_in(each, f"{above}{each.name}/")
        else:
            yield f"{above}{each.name}", each
