"""The texts of the policy documents to search: what each place says, in its title, its headings and its text.

The policy documents of a day have some 300 places. Their words are read when a process searches first, so no index is
saved for them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kb.documents import DOCUMENTS
from kb.rule_text import heading, part_title
from kb.search.policy.judges_questions import known_section, words_of_questions
from kb.section_number import SectionNumber
from kb.storage.wordings import read_texts_with_examples
from kb.text.folding import fold_words

if TYPE_CHECKING:
    from kb.documents import Doc
    from kb.storage.store import Store
    from kb.storage.view import View

# The weight of a word in the title of a place, in the title of its section and in the title of its chapter; in the text
# it is 1.
_TITLE, _SECTION_TITLE, _CHAPTER_TITLE = 4.0, 3.0, 1.0
# The weight of a word in the name of the document: what Judging at Regular says is about "Regular".
_DOCUMENT_TITLE = 1.0
# The weight of a word in questions about a section (`data/judges_questions.toml`), and of each further question that
# has it, up to a limit.
_ASKED, _ASKED_AGAIN, _MOST_ASKED = 1.0, 0.25, 2.0
# BM25: how soon further occurrences of a word add nothing, and how much the length of a text counts.
_SATURATION, _LENGTH = 1.2, 0.6


@dataclass(frozen=True, slots=True)
class PolicyEntry:
    """A wording at a place of a policy document.

    Attributes:
        doc: the document.
        number: the number of the place.
        edition: the effective date of the edition with the wording (ISO 8601).
        text: the text with the examples.
        title: the title of the place, or None.
        path: the numbers and titles above the place, from the chapter down.
        weights: the weight of each folded word.
        phrases: the pairs of folded words that stand side by side.
    """

    doc: Doc
    number: SectionNumber
    edition: str
    text: str
    title: str | None
    path: tuple[tuple[str, str], ...]
    weights: Mapping[str, float]
    phrases: frozenset[tuple[str, str]]

    @property
    def section(self) -> tuple[Doc, SectionNumber, str]:
        """What the parts of one hit have in common: document, number and edition.

        The parts of an infraction are one hit. A part with a title of its own is a hit by itself.
        """
        number = self.number.own_section if part_title(self.number) else self.number
        return self.doc, number, self.edition


class PolicyEntries:
    """The entries of some documents on a day, or of all their editions, and how rare their words are."""

    def __init__(self, entries: Sequence[PolicyEntry]) -> None:
        self.entries = entries
        self._having = Counter(word for entry in entries for word in entry.weights)
        total = sum(sum(entry.weights.values()) for entry in entries)
        self._average = total / len(entries) if entries else 1.0

    def __contains__(self, word: str) -> bool:
        return word in self._having

    def frequency(self, word: str) -> float:
        """Return the share of the entries that have a folded word, from 0 to 1."""
        return self._having[word] / max(1, len(self.entries))

    def rarity(self, word: str) -> float:
        """Return the inverse document frequency of a folded word. A word that no entry has is as rare as can be."""
        count = self._having[word]
        return math.log(1 + (len(self.entries) - count + 0.5) / (count + 0.5))

    @cached_property
    def spellings(self) -> list[str]:
        """The words of the texts, and of questions about them, that may replace a misspelt word."""
        from kb.search.spelling import words_of_names

        return words_of_names((*(entry.text for entry in self.entries), words_of_questions()))

    def weight(self, entry: PolicyEntry, word: str) -> float:
        """Return the BM25 weight of a folded word in an entry, without its rarity: 0 to 1 + `_SATURATION`."""
        weight = entry.weights.get(word, 0.0)
        if not weight:
            return 0.0
        length = 1 - _LENGTH + _LENGTH * sum(entry.weights.values()) / self._average
        return (1 + _SATURATION) * weight / (weight + _SATURATION * length)


def policy_entries(store: Store, views: Sequence[View], *, all_editions: bool) -> PolicyEntries:
    """Return the entries of views of policy documents. They are cached with the store."""
    key = ("policy-entries", all_editions, *((view.doc, view.lang, view.base) for view in views))
    return store.cached_value(
        key,
        lambda: PolicyEntries(
            [entry for view in views for entry in _entries_of(store.book(view.doc), view, all_editions=all_editions)]
        ),
    )


def _entries_of(book: Store, view: View, *, all_editions: bool) -> list[PolicyEntry]:
    rows = view.place_rows_of_all_editions() if all_editions else view.place_rows()
    texts = read_texts_with_examples(book, {row.wording for row in rows})
    numbered = [(SectionNumber.parse(row.label), row) for row in rows if row.kind == "rule"]
    titles: dict[tuple[SectionNumber, str], str] = {}
    for number, row in numbered:
        titles[number, row.edition] = titles[number, ""] = heading(number, texts[row.wording]) or ""
    return [_entry(view.doc, number, row.edition, texts[row.wording], titles) for number, row in numbered]


def _entry(
    doc: Doc, number: SectionNumber, edition: str, text: str, titles: Mapping[tuple[SectionNumber, str], str]
) -> PolicyEntry:
    path: list[tuple[str, str]] = []
    above = number.parent
    while above is not None:
        title = titles.get((above, edition)) or titles.get((above, ""))
        if title:
            path.insert(0, (str(above), title))
        above = above.parent
    own = heading(number, text)
    body = text if part_title(number) else text.partition("\n")[2]
    words = _folded(body)
    weighted: dict[str, float] = dict(Counter(words))
    for share, title in ((_TITLE, own), *_titles_above(path, number), (_DOCUMENT_TITLE, DOCUMENTS[doc].title)):
        for word in _folded(title or ""):
            weighted[word] = weighted.get(word, 0) + share
    known = known_section(doc, own, number.chapter)
    for word, count in known.words.items() if known else ():
        weighted[word] = weighted.get(word, 0) + min(_ASKED + _ASKED_AGAIN * (count - 1), _MOST_ASKED)
    phrases = frozenset((*pairwise(words), *_pairs([own, *(title for _number, title in path)])))
    return PolicyEntry(doc, number, edition, text, own, tuple(path), weighted, phrases)


def _titles_above(path: Sequence[tuple[str, str]], number: SectionNumber) -> list[tuple[float, str]]:
    above = [title for _number, title in path]
    section = above.pop() if number.part and above else None
    return [*([(_SECTION_TITLE, section)] if section else []), *((_CHAPTER_TITLE, title) for title in above)]


def _pairs(titles: Iterable[str | None]) -> list[tuple[str, str]]:
    return [pair for title in titles if title for pair in pairwise(_folded(title))]


@lru_cache(maxsize=1 << 12)
def _folded(text: str) -> tuple[str, ...]:
    return tuple(fold_words(text, "en"))
