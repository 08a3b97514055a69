"""The sections of a policy document on one day, as citations are checked against them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property

from kb.citations.quotations import ComparableText
from kb.documents import DOCUMENTS, Doc
from kb.languages import Lang
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import read_texts

POLICY_LANG: Lang = "en"
"""The policy documents are kept in English, which is their official language."""

# The dash between the class of an infraction and its name.
_DASH = re.compile(r"\s*[—–]\s*|\s+-\s+")


class PolicySections:
    """The sections of a policy document that are in force on a day.

    Attributes:
        base: the effective date of the edition, or None if no edition is known.
    """

    def __init__(self, store: Store, doc: Doc, day: date) -> None:
        self.doc, self._view = doc, View(store.book(doc), POLICY_LANG, day)
        self.base = self._view.base
        self._texts: dict[SectionNumber, ComparableText] = {}

    @property
    def name(self) -> str:
        """The name of the edition for messages: `MTR 2025-04-21`."""
        return f"{DOCUMENTS[self.doc].abbreviation} {self.base}"

    @cached_property
    def _printed(self) -> Mapping[SectionNumber, str]:
        found: dict[SectionNumber, str] = {}
        for printed in self._view.rules():
            if isinstance(printed.item.number, SectionNumber):
                found.setdefault(printed.item.number, printed.item.text_with_examples)
        return found

    @cached_property
    def known(self) -> frozenset[SectionNumber]:
        """The numbers of all places, and of the chapters above them."""
        chapters = {SectionNumber(number.chapter) for number in self._printed if number.chapter}
        return frozenset((*self._printed, *chapters))

    @cached_property
    def titles(self) -> Mapping[SectionNumber, str]:
        """The titles of the numbered sections and of the appendices."""
        return {number: text.partition("\n")[0] for number, text in self._printed.items() if _has_title(number)}

    @cached_property
    def titled(self) -> Mapping[tuple[str, ...], Sequence[SectionNumber]]:
        """The numbers with each title, by the title's words in a form that can be compared.

        The title of an infraction counts with and without its class.
        """
        found: dict[tuple[str, ...], list[SectionNumber]] = defaultdict(list)
        for number, title in self.titles.items():
            for words in _ways_to_write(title):
                found[words].append(number)
        return found

    def text(self, number: SectionNumber) -> ComparableText:
        """Return the text of a place and of all places below it, in a form that can be compared with quotations."""
        if number not in self._texts:
            parts = (text for other, text in self._printed.items() if number.covers(other))
            self._texts[number] = ComparableText("\n".join(parts))
        return self._texts[number]

    def paragraphs(self, number: SectionNumber) -> list[str]:
        """Return the paragraphs of a place and of all places below it."""
        texts = (text for other, text in self._printed.items() if number.covers(other))
        return [line for text in texts for line in text.split("\n") if line]

    def sections_with(self, parts: Sequence[ComparableText]) -> list[SectionNumber]:
        """Return the sections that have all parts of a quotation."""
        places = (number for number in self._printed if not number.part and (number.section or number.name))
        return [number for number in places if self.text(number).contains(parts)]

    def last_section(self, chapter: int) -> int:
        """Return the last section of a chapter, or 0 if the chapter has none."""
        return max((number.section for number in self.known if number.chapter == chapter), default=0)


def titles_of_all_editions(store: Store, doc: Doc) -> frozenset[tuple[str, ...]]:
    """Return the words of the titles that any numbered section or appendix of a document ever had."""
    book = store.book(doc)
    rows = View(book, POLICY_LANG, date.max).place_rows_of_all_editions()
    titled = {row.wording for row in rows if row.kind == "rule" and _has_title(SectionNumber.parse(row.label))}
    titles = {text.partition("\n")[0] for _lang, text in read_texts(book, titled).values()}
    return frozenset(words for title in titles for words in _ways_to_write(title))


def _has_title(number: SectionNumber) -> bool:
    return not number.part and (number.section > 0 or number.is_appendix)


def _ways_to_write(title: str) -> set[tuple[str, ...]]:
    """Return the words of a title. The title of an infraction counts with and without its class."""
    return {title_words(title), title_words(_DASH.split(title, maxsplit=1)[-1])}


def title_words(title: str) -> tuple[str, ...]:
    """Return the words of a title without case and typography."""
    return tuple(ComparableText(title.replace("-", " ").replace("/", " ")).words)
