"""The references between the documents in force on a day: of policy documents, and of rules that name a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from kb.documents import DOCUMENTS, Doc, Number, Range
from kb.errors import BadValue
from kb.graph.citation_graph import sentence_around
from kb.languages import Lang
from kb.model import Rule
from kb.section_number import SectionRange
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.text.document_names import find_book_names

_LANG: Lang = "en"


@dataclass(frozen=True, slots=True)
class BookReference:
    """A reference in a document to a place of the same or of another document, or to a document as a whole.

    Attributes:
        source_doc: the document that contains the reference.
        source: the place that contains it.
        doc: the document of the target.
        target: the place or range that it points to, or None if the text only names the document.
        words: the words of the reference, as written.
        resolved: True if the document of the day has the target.
        example: index of the example that contains the reference, or None if the text itself contains it.
        text: the text or example that contains the reference.
        start: offset of the reference's first character in `text`.
        end: offset after the reference's last character.
    """

    source_doc: Doc
    source: Number
    doc: Doc
    target: Range | None
    words: str
    resolved: bool
    example: int | None
    text: str
    start: int
    end: int

    @property
    def sentence(self) -> tuple[str, str, str]:
        """The sentence with the reference, in three parts: before the reference, the reference, after it."""
        return sentence_around(self.text, self.start, self.end)

    @property
    def line(self) -> tuple[str, str, str]:
        """The paragraph with the reference, in three parts: before the reference, the reference, after it."""
        begin, stop = self.text.rfind("\n", 0, self.start) + 1, self.text.find("\n", self.end)
        return self.text[begin : self.start], self.words, self.text[self.end : stop if stop >= 0 else len(self.text)]


def references_between_books(store: Store, day: date) -> tuple[BookReference, ...]:
    """Return the references of all policy documents of a day, and the places of the rules that name a document."""
    found: list[BookReference] = []
    for doc in store.books:
        if doc != "cr":
            for item in View(store.book(doc), _LANG, day).rules():
                found += _references_of(doc, item)
    for number, text in View(store.book("cr"), _LANG, day).rule_texts():
        for doc, start, end in find_book_names(text):
            if doc != "cr":
                is_there = doc in store.books
                found.append(BookReference("cr", number, doc, None, text[start:end], is_there, None, text, start, end))
    return tuple(found)


def references_around(
    references: Iterable[BookReference], doc: Doc, subject: SectionRange | None
) -> tuple[list[BookReference], list[BookReference]]:
    """Of some references, return those in places of a policy document, and those to these places from elsewhere.

    For `subject` None, it is the whole document. A reference from the places to themselves is among the first ones.
    """
    outgoing: list[BookReference] = []
    incoming: list[BookReference] = []
    for each in references:
        if each.source_doc == doc and (subject is None or subject.covers(each.source)):
            outgoing.append(each)
        elif each.doc == doc and (subject is None or (each.target is not None and subject.covers(each.target.first))):
            incoming.append(each)
    return outgoing, incoming


def _references_of(doc: Doc, item: ViewItem[Rule]) -> Iterator[BookReference]:
    for each in item.references:
        if each.kind != "rule":
            continue
        text = item.item.text if each.example is None else item.item.examples[each.example].text
        with suppress(BadValue):
            target = DOCUMENTS[each.doc].ranges.parse(each.target)
            yield BookReference(
                doc, item.item.number, each.doc, target, each.text, each.resolved, each.example, text, each.start,
                each.end,
            )  # fmt: skip
