"""The pages of a policy document: contents, a page for each section in force, text and changes of each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from cli.rendering import json_output
from cli.site import addresses
from cli.site.book_citations import BookCitations
from cli.site.edition_pages import ShownChange
from cli.site.linked_text import linked_lines
from cli.site.page_templates import json_file, page
from cli.site.site_file import FileGroup, SiteFile, token
from cli.site.site_library import SiteLibrary
from cli.site.timeline import TimelineEntry, marked_words
from kb.documents import DOCUMENTS, Doc
from kb.history.edition_diff import RuleDifference, diff_editions
from kb.history.history import RuleHistory, lineage_names, rule_histories
from kb.model import Rule
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem


class ShownBlock(NamedTuple):
    """A paragraph or a table of a place for a template. A table has rows of cells, a paragraph has its marker."""

    marker: str
    html: Markup
    rows: Sequence[Sequence[Markup]] = ()


class PolicyPlace(NamedTuple):
    """A place of a document for a template: number, title and text, and the events of its life, the newest first."""

    number: SectionNumber
    title: str
    anchor: str
    address: str
    blocks: Sequence[ShownBlock]
    events: Sequence[TimelineEntry]


@dataclass
class BookPages:
    """Makes the pages of one policy document.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    doc: Doc
    base: str

    @cached_property
    def _store(self) -> Store:
        return self.library.store.book(self.doc)

    @cached_property
    def _view(self) -> View:
        return View(self._store, "en", self.library.today)

    @cached_property
    def _days(self) -> tuple[date, ...]:
        return tuple(date.fromisoformat(day) for day in self._store.whole_editions("en"))

    @cached_property
    def _today(self) -> tuple[ViewItem[Rule], ...]:
        return self._view.printed_rules()

    @cached_property
    def _citations(self) -> BookCitations:
        return BookCitations(self.library)

    @property
    def _title(self) -> str:
        return DOCUMENTS[self.doc].title

    def groups(self) -> Iterator[FileGroup]:
        """Yield the pages in force, and the pages of each edition."""
        state = token(self.base, self.library.book_state(*self.library.books), self.library.view("en").last_edition_day)
        yield FileGroup(f"book {self.doc}", state, self._files_today)
        for before, day in zip((None, *self._days), self._days, strict=False):
            yield FileGroup(f"book {self.doc} {day}", state, partial(self._files_of_edition, before, day))

    def _files_today(self) -> Iterator[SiteFile]:
        yield self._contents()
        yield self._editions()
        sections = [
            (number, list(items)) for number, items in groupby(self._today, key=lambda item: _number(item).own_section)
        ]
        for at, (number, items) in enumerate(sections):
            around = [sections[other][0] if 0 <= other < len(sections) else None for other in (at - 1, at + 1)]
            yield from self._section(number, items, around[0], around[1])

    def _contents(self) -> SiteFile:
        address = addresses.book(self.doc)
        places = [
            (_number(item), item.item.title or "", addresses.place(self.doc, _number(item)))
            for item in self._today
            if not _number(item).part or self.doc == "jar"
        ]
        named_by = self._citations.naming(self.doc)
        return self._page(
            "book.html", address, self._title, places=places, day=str(self._view.base or ""), doc=self.doc,
            named_by=named_by, number_of_editions=len(self._days),
        )  # fmt: skip

    def _editions(self) -> SiteFile:
        return self._page(
            "book_editions.html", addresses.book_editions(self.doc), self._title, doc=self.doc,
            days=[str(day) for day in reversed(self._days)], first=str(self._days[0]),
        )  # fmt: skip

    def _section(
        self,
        number: SectionNumber,
        items: Sequence[ViewItem[Rule]],
        before: SectionNumber | None,
        after: SectionNumber | None,
    ) -> Iterator[SiteFile]:
        address = addresses.place(self.doc, number)
        histories = rule_histories(self._store, "en", items)
        places = [
            self._shown(item, address, self._events(history)) for item, history in zip(items, histories, strict=True)
        ]
        main = items[0].item
        chapter = number.parent
        titles = {_number(item): item.item.title or "" for item in self._today if chapter == _number(item)}
        lineages = lineage_names(self._store, "en", items)
        json_address = addresses.json_of(address)
        yield SiteFile(
            json_address,
            token([item.wording for item in items], lineages, self._view.base),
            partial(
                json_file, "en",
                lambda: {"rules": [json_output.rule(item, lineages[item.place]) for item in items]},
            ),
        )  # fmt: skip
        yield self._page(
            "book_section.html", address, f"{self.doc.upper()} {number} {main.title or ''}", doc=self.doc,
            number=number, places=places, chapter=chapter, chapter_title=titles.get(chapter, "") if chapter else "",
            day=str(self._view.base), incoming=self._citations.citing(self.doc, number), json_address=json_address,
            before=addresses.place(self.doc, before) if before else "", after_number=after, before_number=before,
            after=addresses.place(self.doc, after) if after else "", description=main.text.partition("\n")[2],
            editions=[(str(day), addresses.place_of_edition(self.doc, day, number)) for day in reversed(self._days)]
            if not any(event.event.kind == "moved" for place in places for event in place.events) else [],
        )  # fmt: skip

    def _files_of_edition(self, before: date | None, day: date) -> Iterator[SiteFile]:
        view = View(self._store, "en", day)
        address = addresses.book_edition(self.doc, day)
        places = [self._shown(item, address, (), own=True) for item in view.printed_rules()]
        yield self._page(
            "book_edition.html", address, f"{self._title} {day}", doc=self.doc, places=places, day=str(day),
            days=[str(each) for each in self._days],
        )  # fmt: skip
        found = diff_editions(self._store, "en", before, day) if before else None
        rows = [self._difference(each, found.first, found.second) for each in found.differences] if found else []
        yield self._page(
            "book_changes.html", addresses.book_changes(self.doc, day), f"{self._title} {day}", doc=self.doc,
            day=str(day), before=str(before or ""), found=found, rows=rows,
        )  # fmt: skip

    def _difference(self, each: RuleDifference, first: date, second: date) -> ShownChange:
        old, new = each.old, each.new
        span = new or old
        title = span.text.partition("\n")[0] if span and not _part(span.number) else ""
        return ShownChange(
            each,
            title,
            marked_words(each, alone="new"),
            self._edition_address(first, old.number) if old else "",
            self._edition_address(second, new.number) if new else "",
        )

    def _edition_address(self, day: date, number: object) -> str:
        return addresses.place_of_edition(self.doc, day, number) if isinstance(number, SectionNumber) else ""

    def _events(self, history: RuleHistory) -> list[TimelineEntry]:
        return [
            TimelineEntry(event, marked_words(event), "", addresses.book_changes(self.doc, event.edition))
            for event in reversed(history.events)
        ]

    def _shown(
        self, item: ViewItem[Rule], address: str, events: Sequence[TimelineEntry], *, own: bool = False
    ) -> PolicyPlace:
        """Return a place for a template. With `own`, references to the document lead to anchors of the same page."""
        number = _number(item)
        targets = self._citations.targets(item, addresses.to_root(address), self.doc if own else None)
        lines = linked_lines(item.item.text, "en", item.references, targets)
        title = item.item.title or ""
        blocks = list(_blocks(lines if number.part and not _has_title(item.item) else lines[1:]))
        for index, example in enumerate(item.item.examples):
            texts = linked_lines(example.text, "en", item.references, targets, index)
            blocks.append(ShownBlock(example.marker, Markup("<br>").join(texts)))
        anchor = addresses.place_anchor(number) if own else (number.part or "text")
        return PolicyPlace(number, title, anchor, addresses.place(self.doc, number), blocks, events)

    def _page(self, template: str, address: str, title: str, **values: Any) -> SiteFile:
        return SiteFile(
            addresses.file_of(address),
            token(self.base, template, repr(values)),
            lambda: page(template, address, "en", base=self.base, title=title, book_title=self._title, **values),
        )


def _number(item: ViewItem[Rule]) -> SectionNumber:
    number = item.item.number
    if not isinstance(number, SectionNumber):
        raise TypeError(f"{number} is no place of a policy document")
    return number


def _part(number: object) -> str:
    return number.part if isinstance(number, SectionNumber) else ""


def _has_title(rule: Rule) -> bool:
    """True if the first line of a text is the title. The parts of infractions have no such line."""
    return (rule.title or "") == rule.text.partition("\n")[0]


def _blocks(lines: Iterable[Markup]) -> Iterator[ShownBlock]:
    """Yield paragraphs and tables. Rows of a table are successive lines with tabs."""
    for is_table, group in groupby(lines, key=lambda line: "\t" in line):
        if is_table:
            yield ShownBlock("", Markup(""), [[Markup(cell) for cell in line.split("\t")] for line in group])  # noqa: S704
        else:
            yield from (ShownBlock("", line) for line in group if line)
