"""An index of the texts of all rules through time, by which a text beside a citation is recognised.

The index knows each lineage of the rules (`kb.history.lineage_spans`): its numbers, its headings, and the shingles of
all its wordings. A shingle is three words in a row. The index is one string of bytes, so that it can be kept in a file
and mapped into memory. It belongs to one generation of the store and one language.

Cited numbers count as one and the same word, because they change without the rule.
"""

from __future__ import annotations

import json
import re
import sys
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple
from zlib import crc32

from kb.history.lineage_spans import LineageSpan, trace_lineages
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.rule_text import heading
from kb.storage.store import Store
from kb.storage.wordings import read_texts

SHINGLE = 3
"""The number of words of a shingle."""

NUMBER = "#"
"""The word that stands for any cited number."""

# A shingle of more lineages says nothing about one of them.
_MAX_LINEAGES = 120
# So many shingles of texts are remembered.
_MAX_FOUND = 1 << 16
_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
_CITED_NUMBER = re.compile(r"[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?")
# The sizes of the four parts at the beginning of the index, in bytes: 12 decimal digits each.
_SIZE = 12
_PARTS = 4


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
    """The index of one language."""

    def __init__(self, content: bytes | memoryview) -> None:
        """Open the index in `content`. Raise ValueError if these bytes are no index."""
        view = memoryview(content)
        sizes = [int(bytes(view[_SIZE * at : _SIZE * (at + 1)])) for at in range(_PARTS)]
        if len(view) != _SIZE * _PARTS + sum(sizes):
            raise ValueError("the index of the rules' texts is cut off")
        parts, at = [], _SIZE * _PARTS
        for size in sizes:
            parts.append(view[at : at + size])
            at += size
        table = json.loads(bytes(parts[0]))
        self._keys, self._starts, self._lineages = (part.cast("I") for part in parts[1:])
        self.numbers: dict[str, list[NumberSpan]] = {
            label: [NumberSpan._make(span) for span in spans] for label, spans in table["numbers"].items()
        }
        self.spans: dict[int, list[LineageSpan]] = defaultdict(list)
        for label, spans in self.numbers.items():
            for span in spans:
                self.spans[span.lineage].append(
                    LineageSpan(label, span.wording, span.first, span.ended, span.confidence)
                )
        self.headings = [
            Heading(lineage, tuple(words), text, is_rule) for lineage, words, text, is_rule in table["headings"]
        ]
        self.headed = {heading.lineage for heading in self.headings}
        self.count = len(self.spans)
        self._weights = [0.0, *(log(self.count / lineages) for lineages in range(1, _MAX_LINEAGES + 1))]
        self._word_weights = {word: log(self.count / count) for word, count in table["words"].items()}
        self._numbers_on: dict[tuple[int, str], RuleNumber | None] = {}
        self._lineages_on: dict[tuple[RuleNumber, str], int | None] = {}
        self._found: dict[int, Sequence[int] | None] = {}

    def lineages_with(self, key: int) -> Sequence[int] | None:
        """Return the lineages that have a shingle in any wording.

        Return () if very many lineages have it, and None if none has it.
        """
        if key in self._found:  # citations of one comment have the same words around them
            return self._found[key]
        at = bisect_left(self._keys, key)
        found: Sequence[int] | None = None
        if at < len(self._keys) and self._keys[at] == key:
            found = tuple(self._lineages[self._starts[at] : self._starts[at + 1]])
        if len(self._found) >= _MAX_FOUND:
            self._found.clear()
        self._found[key] = found
        return found

    def weight(self, lineages: int) -> float:
        """Return the weight of a shingle that this number of lineages has: rare shingles weigh more."""
        return self._weights[lineages]

    def word_weight(self, word: str) -> float:
        """Return the weight of a single word: rare words weigh more, and unknown words weigh nothing."""
        return self._word_weights.get(word, 0.0)

    def number_on(self, lineage: int, day: str) -> RuleNumber | None:
        """Return the number that a lineage has on the day of an edition, or None if it has none."""
        key = lineage, day
        if key not in self._numbers_on:
            label = next((span.label for span in self.spans[lineage] if span.first <= day < span.ended), None)
            self._numbers_on[key] = None if label is None else RuleNumber.parse(label)
        return self._numbers_on[key]

    def lineage_on(self, number: RuleNumber, day: str) -> int | None:
        """Return the lineage that has a number on the day of an edition, or None if none has it."""
        key = number, day
        if key not in self._lineages_on:
            spans = self.numbers.get(str(number), ())
            self._lineages_on[key] = next((span.lineage for span in spans if span.first <= day < span.ended), None)
        return self._lineages_on[key]


def build_rule_text_index(store: Store, lang: Lang) -> bytes:
    """Build the index of a language from the store."""
    lineages = trace_lineages(store, lang)
    texts = {wording: text for wording, (_lang, text) in read_texts(store, _all_wordings(lineages)).items()}
    numbers: dict[str, list[tuple[int, int, str, str, float]]] = defaultdict(list)
    headings: dict[tuple[int, str, bool], tuple[str, ...]] = {}
    shingles: dict[int, list[int]] = defaultdict(list)
    counts: Counter[str] = Counter()
    for lineage, spans in enumerate(lineages):
        own: set[tuple[str, ...]] = set()
        vocabulary: set[str] = set()
        for span in spans:
            numbers[span.label].append((lineage, span.wording, span.first, span.ended, span.confidence))
            text = texts[span.wording]
            if title := heading(RuleNumber.parse(span.label), text):
                headings[lineage, title, "." in span.label] = tuple(comparable_words(title))
        for wording in {span.wording for span in spans}:
            words = comparable_words(texts[wording])
            # The wordings of a lineage have most shingles in common: each gets its key once.
            own.update(zip(*(words[first:] for first in range(SHINGLE)), strict=False))
            vocabulary.update(words)
        for key in {shingle_key(shingle, 0) for shingle in own}:
            shingles[key].append(lineage)
        counts.update(set(map(stem, vocabulary)))
    table = {
        "numbers": numbers,
        "headings": [
            (lineage, words, title, is_rule) for (lineage, title, is_rule), words in headings.items() if words
        ],
        "words": counts,
    }
    return _packed(table, shingles)


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return a word without its ending, so that forms of a word compare equal: "discards" and "discarded"."""
    for ending in ("ing", "ies", "ied", "es", "ed", "s", "e", "y"):
        if len(word) - len(ending) >= 3 and word.endswith(ending):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def _all_wordings(lineages: Iterable[Sequence[LineageSpan]]) -> set[int]:
    return {span.wording for spans in lineages for span in spans}


def _packed(table: Mapping[str, object], shingles: Mapping[int, Sequence[int]]) -> bytes:
    keys, starts, lineages = array("I"), array("I"), array("I")
    if keys.itemsize != 4:
        raise AssertionError("an unsigned int has four bytes on every platform of Python")
    for key in sorted(shingles):
        keys.append(key)
        starts.append(len(lineages))
        if len(shingles[key]) <= _MAX_LINEAGES:
            lineages.extend(shingles[key])  # in ascending order
    starts.append(len(lineages))
    parts = [json.dumps(table, separators=(",", ":")).encode(), *(each.tobytes() for each in (keys, starts, lineages))]
    parts[0] += b" " * (-len(parts[0]) % 4)  # the arrays begin at a multiple of four bytes
    return b"".join([*(b"%12d" % len(part) for part in parts), *parts])


INDEX_FORMAT = f"3-{sys.byteorder}"
"""The version of the index's form. Another form never reads the same file."""
