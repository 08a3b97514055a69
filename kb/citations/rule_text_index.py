"""An index of the texts of all rules through time, by which a text beside a citation is recognised.

The index knows each lineage of the rules (`kb.history.lineage_spans`): its numbers, its headings, and the shingles of
all its wordings. A shingle is three words in a row. The index is one string of bytes, so that it can be kept in a file
and mapped into memory. It belongs to one generation of the store and one language.
`rule_text_index_builder` builds it.

Cited numbers count as one and the same word, because they change without the rule.
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple
from zlib import crc32

from kb.history.lineage_spans import LineageSpan
from kb.rule_number import RuleNumber

SHINGLE = 3
"""The number of words of a shingle."""

NUMBER = "#"
"""The word that stands for any cited number."""

# A shingle of more lineages says nothing about one of them.
MAX_LINEAGES = 120
# So many shingles of texts are remembered.
_MAX_FOUND = 1 << 16
_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
_CITED_NUMBER = re.compile(r"[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?")
# The index begins with the size of its header in bytes, in 12 decimal digits. The header is JSON. Arrays follow it.
HEADER_SIZE = 12
ITEM_SIZE = 4
# `keys`: the shingles; `buckets`: where the keys with each beginning begin; `starts`: where the lineages of each key
# begin in `lineages`; `spans`: rows of so many columns (label, lineage, wording, first day, end, confidence), by their
# numbers; `label_starts`: where the rows of each number begin; `lineage_starts`, `spans_of_lineages`: the rows of each
# lineage; `wordings`: their ids, in order; `word_starts`, `words`: the words of each wording; `cited_starts`, `cited`:
# the numbers in each wording.
ARRAYS = (
    "keys", "buckets", "starts", "lineages", "spans", "label_starts", "lineage_starts", "spans_of_lineages", "wordings",
    "word_starts", "words", "cited_starts", "cited",
)  # fmt: skip
SPAN_COLUMNS = 6
# The beginnings of the keys are their first 12 of 32 bits.
BUCKET_SHIFT = 20


class NumberSpan(NamedTuple):
    """A period in which a number belonged to a lineage.

    Attributes:
        lineage: index of the lineage.
        wording: id of the wording.
        first: the first edition of the period (ISO 8601).
        ended: the first edition after it.
        confidence: how certain it is that the rule of the period before is the same, from 0 to 1.
    """

    lineage: int
    wording: int
    first: str
    ended: str
    confidence: float


class Heading(NamedTuple):
    """A heading that a rule or section had in some editions.

    Attributes:
        lineage: index of the lineage.
        words: the words of the heading, in lower case.
        text: the heading as printed.
        is_rule: True if a rule has the heading, and not a section or chapter.
    """

    lineage: int
    words: tuple[str, ...]
    text: str
    is_rule: bool


def comparable_words(text: str) -> list[str]:
    """Return the words of a text in lower case. Cited numbers are one and the same word."""
    words = _WORD.findall(text.replace("’", "'").casefold())
    # Most words have no digits, and a comparison takes less time than a match.
    return [NUMBER if "1" <= word[0] <= "9" and _CITED_NUMBER.fullmatch(word) else word for word in words]


def shingle_key(words: Sequence[str], at: int) -> int:
    """Return the key of the shingle that begins at a place in some words."""
    return crc32(" ".join(words[at : at + SHINGLE]).encode())


def shingle_places(words: Sequence[str]) -> range:
    """Return the places at which the shingles of some words begin."""
    return range(len(words) - SHINGLE + 1)


class RuleTextIndex:
    """The index of one language.

    Each run opens it, and most runs ask for few numbers. So its tables are arrays of integers in the mapped file, and
    the spans of a number or of a lineage become objects when they are asked for.

    Attributes:
        labels: all numbers that a rule has ever had, each with its place in the tables.
        headings: all headings.
        headed: the lineages with a heading.
    """

    def __init__(self, content: bytes | memoryview) -> None:
        """Open the index in `content`. Raise ValueError if these bytes are no index."""
        view = memoryview(content)
        at = HEADER_SIZE + int(bytes(view[:HEADER_SIZE]))
        table = json.loads(bytes(view[HEADER_SIZE:at]))
        if list(table["arrays"]) != list(ARRAYS) or len(view) != at + ITEM_SIZE * sum(table["arrays"].values()):
            raise ValueError("the index of the rules' texts is cut off")
        self._arrays: dict[str, memoryview[int]] = {}
        for name, length in table["arrays"].items():
            self._arrays[name] = view[at : at + ITEM_SIZE * length].cast("I")
            at += ITEM_SIZE * length
        self._keys = self._arrays["keys"]
        self._days, self._confidences = table["days"], table["confidences"]
        self._label_texts = table["labels"]
        self.labels: dict[str, int] = {label: at for at, label in enumerate(self._label_texts)}
        self.headings = [
            Heading(lineage, tuple(words), text, is_rule) for lineage, words, text, is_rule in table["headings"]
        ]
        self.headed = {heading.lineage for heading in self.headings}
        count = max(1, len(self._arrays["lineage_starts"]) - 1)  # without a whole edition, there are no lineages
        self._weights = [0.0, *(log(count / lineages) for lineages in range(1, MAX_LINEAGES + 1))]
        self._word_ids: dict[str, int] = {word: at for at, word in enumerate(table["words"])}
        self._cited_ids: dict[str, int] = {number: at for at, number in enumerate(table["cited"])}
        self._word_weights = [log(count / lineages) for lineages in table["word_counts"]]
        self._numbers: dict[str, Sequence[NumberSpan]] = {}
        self._lineages: dict[int, Sequence[LineageSpan]] = {}
        self._words_in: dict[int, frozenset[int]] = {}
        self._numbers_on: dict[tuple[int, str], RuleNumber | None] = {}
        self._lineages_on: dict[tuple[RuleNumber, str], int | None] = {}
        self._found: dict[int, Sequence[int] | None] = {}

    def spans_of_number(self, number: RuleNumber | str) -> Sequence[NumberSpan]:
        """Return the periods in which a number belonged to a rule."""
        label = str(number)
        if label not in self._numbers:
            at = self.labels.get(label)
            rows = () if at is None else range(*self._arrays["label_starts"][at : at + 2])
            self._numbers[label] = [
                NumberSpan(lineage, wording, first, ended, confidence)
                for _label, lineage, wording, first, ended, confidence in map(self._span, rows)
            ]
        return self._numbers[label]

    def spans_of_lineage(self, lineage: int) -> Sequence[LineageSpan]:
        """Return the periods of a lineage: the numbers and wordings that it had. They aren't in the order of time."""
        if lineage not in self._lineages:
            begin, end = self._arrays["lineage_starts"][lineage : lineage + 2]
            rows = self._arrays["spans_of_lineages"][begin:end]
            self._lineages[lineage] = [
                LineageSpan(label, wording, first, ended, confidence)
                for label, _lineage, wording, first, ended, confidence in map(self._span, rows)
            ]
        return self._lineages[lineage]

    def _span(self, row: int) -> tuple[str, int, int, str, str, float]:
        columns = self._arrays["spans"][SPAN_COLUMNS * row : SPAN_COLUMNS * (row + 1)]
        label, lineage, wording, first, ended, confidence = columns
        days = self._days
        return self._label_texts[label], lineage, wording, days[first], days[ended], self._confidences[confidence]

    def lineages_with(self, key: int) -> Sequence[int] | None:
        """Return the lineages that have a shingle in any wording.

        Return () if very many lineages have it, and None if none has it.
        """
        if key in self._found:  # citations of one comment have the same words around them
            return self._found[key]
        first, end = self._arrays["buckets"][key >> BUCKET_SHIFT : (key >> BUCKET_SHIFT) + 2]
        at = bisect_left(self._keys, key, first, end)
        found: Sequence[int] | None = None
        if at < end and self._keys[at] == key:
            first, end = self._arrays["starts"][at : at + 2]
            found = self._arrays["lineages"][first:end].tolist()
        if len(self._found) >= _MAX_FOUND:
            self._found.clear()
        self._found[key] = found
        return found

    def weight(self, lineages: int) -> float:
        """Return the weight of a shingle that this number of lineages has: rare shingles weigh more."""
        return self._weights[lineages]

    def word_weight(self, word: str) -> float:
        """Return the weight of a single word: rare words weigh more, and unknown words weigh nothing."""
        at = self._word_ids.get(word)
        return 0.0 if at is None else self._word_weights[at]

    def weights(self, nearness: Mapping[str, float], least: float) -> dict[int, float]:
        """Return the ids of words that weigh at least `least`, each with its weight times its nearness."""
        ids, weights = self._word_ids, self._word_weights
        known = ((ids[word], near) for word, near in nearness.items() if word in ids)
        return {at: near * weights[at] for at, near in known if weights[at] >= least}

    def word_ids(self, words: Iterable[str]) -> list[int | None]:
        """Return the ids of words, each None if no rule has the word."""
        return list(map(self._word_ids.get, words))

    def words_in(self, wording: int) -> frozenset[int]:
        """Return the ids of the words of a wording."""
        if wording not in self._words_in:
            self._words_in[wording] = frozenset(self._items_of(wording, "word_starts", "words"))
        return self._words_in[wording]

    def _items_of(self, wording: int, starts: str, items: str) -> memoryview[int]:
        first, end = self._arrays[starts][(at := bisect_left(self._arrays["wordings"], wording)) : at + 2]
        return self._arrays[items][first:end]

    def cites(self, wording: int, number: RuleNumber) -> bool:
        """True if the text of a wording has a number, as a reference or an end of a range."""
        return self._cited_ids.get(str(number)) in self._items_of(wording, "cited_starts", "cited")

    def number_on(self, lineage: int, day: str) -> RuleNumber | None:
        """Return the number that a lineage has on the day of an edition, or None if it has none."""
        key = lineage, day
        if key not in self._numbers_on:
            spans = self.spans_of_lineage(lineage)
            label = next((span.label for span in spans if span.first <= day < span.ended), None)
            self._numbers_on[key] = None if label is None else RuleNumber.parse(label)
        return self._numbers_on[key]

    def lineage_on(self, number: RuleNumber, day: str) -> int | None:
        """Return the lineage that has a number on the day of an edition, or None if none has it."""
        key = number, day
        if key not in self._lineages_on:
            spans = self.spans_of_number(number)
            self._lineages_on[key] = next((span.lineage for span in spans if span.first <= day < span.ended), None)
        return self._lineages_on[key]


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return a word without its ending, so that forms of a word compare equal: "discards" and "discarded"."""
    for ending in ("ing", "ies", "ied", "es", "ed", "s", "e", "y"):
        if len(word) - len(ending) >= 3 and word.endswith(ending):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


INDEX_FORMAT = f"4-{sys.byteorder}"
"""The version of the index's form. Another form never reads the same file."""
