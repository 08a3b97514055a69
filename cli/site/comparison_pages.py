"""The page that compares any two editions, chosen on the page, and its data.

A script works the comparison out from the spans of all lineages: one file for all pairs of editions. The texts stand in
one file for each section, so that only those of changed sections are fetched. Without a script, the page leads to what
each edition changed against the one before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from cli.output_streams import json_text
from cli.site import addresses
from cli.site.page_templates import messages_in, page
from cli.site.site_file import FileGroup, SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.documents import DOCUMENTS, Doc, Number
from kb.history.history import RuleHistory, all_rule_histories
from kb.i18n import _
from kb.languages import Lang
from kb.rule_text import text_status
from kb.section_number import SectionNumber
from kb.text.normalization import mask_references, normalize_template, normalize_typography

_CLASSES = (normalize_typography, mask_references, normalize_template)
"""The normal forms whose equality makes a change quiet: in typography, references and standard phrases."""


@dataclass
class ComparisonPage:
    """Makes the page and the data of a document in one language.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    lang: Lang
    base: str
    doc: Doc = "cr"

    def groups(self) -> Iterator[FileGroup]:
        """Yield the page and its data. There is nothing to compare with fewer than two editions."""
        if self.doc == "cr":
            digests = self.library.digests[self.lang]
            yield FileGroup(f"compare {self.lang}", token(self.base, sorted(digests.values())), self._files)
        else:
            yield FileGroup(f"compare {self.doc}", token(self.base, self.library.book_state(self.doc)), self._files)

    def _files(self) -> Iterator[SiteFile]:
        is_book = self.doc != "cr"
        address = addresses.book_compare(self.doc) if is_book else addresses.compare(self.lang)
        days = self._days()
        with messages_in(self.lang):
            title, book_title = _("Compare two editions"), _(DOCUMENTS[self.doc].title)
        values = {"title": f"{book_title}: {title}" if is_book else title, "book_title": book_title, "doc": self.doc}
        yield SiteFile(
            addresses.file_of(address),
            token(self.base, days),
            lambda: page("compare.html", address, self.lang, base=self.base, days=days, **values),
        )
        table = _SpanTable(days)
        for history in self._histories():
            table.add(history)
        spans = table.spans_file()
        yield SiteFile(addresses.compared_spans(address), token(spans), lambda: json_text(spans))
        for section, texts in table.texts.items():
            yield SiteFile(
                addresses.compared_texts(address, section), token(texts), lambda: json_text(texts)  # noqa: B023
            )  # fmt: skip

    def _days(self) -> list[str]:
        """Return the days of the whole editions, oldest first."""
        if self.doc == "cr":
            return [day.isoformat() for day in self.library.whole_days(self.lang)]
        return sorted(self.library.store.book(self.doc).whole_editions(self.lang))

    def _histories(self) -> Iterable[RuleHistory]:
        if self.doc == "cr":
            return chain.from_iterable(self.library.histories[self.lang].values())
        return all_rule_histories(self.library.store.book(self.doc), self.lang)


@dataclass
class _SpanTable:
    """The spans of all lineages in whole editions, as the script reads them.

    Attributes:
        days: the days of the editions, oldest first. The table names an edition by its index here.
        texts: for each section, its texts by their index. A lineage's texts are in the section of its last number.
        keys: the sort keys of the numbers of policy documents. The script knows the order of the rules' numbers.
    """

    days: list[str]
    texts: dict[str, dict[int, str]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    _lineages: list[Any] = field(default_factory=list)
    _wordings: dict[str, int] = field(default_factory=dict)
    _classes: list[list[int]] = field(default_factory=list)
    _forms: list[dict[str, int]] = field(default_factory=lambda: [{} for _each in _CLASSES])
    _deprecated: list[int] = field(default_factory=list)

    def add(self, history: RuleHistory) -> None:
        """Add a rule."""
        rows = []
        spans = [span for span in history.spans if not span.partial]
        if not spans:
            return
        section = _chunk(spans[-1].number)
        for span in spans:
            wording = self._wording(span.whole_text)
            if text_status(span.text, span.text_lang) == "deprecated" and wording not in self._deprecated:
                self._deprecated.append(wording)
            last = self.days.index(span.last.isoformat()) if span.last else -1
            if isinstance(span.number, SectionNumber):
                self.keys[str(span.number)] = span.number.sort_key
            rows.append([str(span.number), wording, self.days.index(span.first.isoformat()), last])
            self.texts.setdefault(section, {})[wording] = span.whole_text
        kinds = [event.kind for event in history.events]
        self._lineages.append([history.lineage, section, rows, "split" in kinds[:1], "merged" in kinds[-1:]])

    def _wording(self, text: str) -> int:
        """Return the index of a text. Texts with an equal form have an equal number in its column of `_classes`."""
        if text not in self._wordings:
            self._wordings[text] = len(self._wordings)
            forms = zip(self._forms, _CLASSES, strict=True)
            self._classes.append([known.setdefault(form(text), len(known)) for known, form in forms])
        return self._wordings[text]

    def spans_file(self) -> dict[str, Any]:
        """Return the table without the texts."""
        return {
            "days": self.days, "lineages": self._lineages, "classes": self._classes, "deprecated": self._deprecated,
            **({"keys": self.keys} if self.keys else {}),
        }  # fmt: skip


def _chunk(number: Number) -> str:
    """Return the name of the file with the texts of a lineage: its section."""
    if isinstance(number, SectionNumber):
        return addresses.place_anchor(number.own_section)
    return str(number.section or number)
