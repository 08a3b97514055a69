"""Building the index of the texts of all rules (`rule_text_index`) from the store.

The index is built once for each state of the store. The modules of this room that read the index don't import this one.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kb.citations.rule_text_index import (
    ARRAYS,
    BUCKET_SHIFT,
    HEADER_SIZE,
    ITEM_SIZE,
    MAX_LINEAGES,
    SHINGLE,
    SPAN_COLUMNS,
    comparable_words,
    shingle_key,
    stem,
)
from kb.history.lineage_spans import LineageSpan, trace_lineages
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.rule_text import heading
from kb.storage.store import Store
from kb.storage.wordings import read_texts

_CITED_NUMBER = re.compile(r"(?<![0-9.])[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?(?![0-9a-z]|\.[0-9])")


def build_rule_text_index(store: Store, lang: Lang) -> bytes:
    """Build the index of a language from the store."""
    lineages = trace_lineages(store, lang)
    texts = {wording: text for wording, (_lang, text) in read_texts(store, _all_wordings(lineages)).items()}
    headings: dict[tuple[int, str, bool], tuple[str, ...]] = {}
    shingles: dict[int, list[int]] = defaultdict(list)
    vocabulary, cited = _Vocabulary(), _Vocabulary()
    for lineage, spans in enumerate(lineages):
        own: set[tuple[str, ...]] = set()
        stems: set[int] = set()
        for span in spans:
            if title := heading(RuleNumber.parse(span.label), texts[span.wording]):
                headings[lineage, title, "." in span.label] = tuple(comparable_words(title))
        for wording in {span.wording for span in spans}:
            words = comparable_words(texts[wording])
            # The wordings of a lineage have most shingles in common: each gets its key once.
            own.update(zip(*(words[first:] for first in range(SHINGLE)), strict=False))
            stems |= vocabulary.add(wording, map(stem, set(words)))
            cited.add(wording, _CITED_NUMBER.findall(texts[wording]))
        for key in {shingle_key(shingle, 0) for shingle in own}:
            shingles[key].append(lineage)
        vocabulary.counts.update(stems)
    table, spans_of = _span_tables(lineages)
    table["headings"] = [
        (lineage, words, title, is_rule) for (lineage, title, is_rule), words in headings.items() if words
    ]
    table["words"], table["cited"] = list(vocabulary.ids), list(cited.ids)
    table["word_counts"] = [vocabulary.counts[at] for at in range(len(vocabulary.ids))]
    by_shingle = _rows("keys", "starts", "lineages", _telling(shingles))
    return _packed(table, {**by_shingle, "buckets": _buckets(by_shingle["keys"]), **spans_of,
                           **_rows("wordings", "word_starts", "words", vocabulary.words_in),
                           **_rows("wordings", "cited_starts", "cited", cited.words_in)})  # fmt: skip


class _Vocabulary:
    """The words of all wordings, without their endings, or the numbers that they cite.

    Attributes:
        ids: the id of each word.
        words_in: the ids of the words of each wording.
        counts: how many lineages have each word.
    """

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.words_in: dict[int, Sequence[int]] = {}
        self.counts: Counter[int] = Counter()

    def add(self, wording: int, words: Iterable[str]) -> set[int]:
        """Add the words of a wording. Return their ids."""
        found = {self.ids.setdefault(word, len(self.ids)) for word in words}
        self.words_in[wording] = sorted(found)
        return found


def _buckets(keys: Sequence[int]) -> array[int]:
    """Return where the keys with each beginning begin among the keys, and after the last one their number."""
    return array("I", [bisect_left(keys, first << BUCKET_SHIFT) for first in range((1 << 32 - BUCKET_SHIFT) + 1)])


def _telling(shingles: Mapping[int, Sequence[int]]) -> dict[int, Sequence[int]]:
    """Return the lineages of each shingle, in ascending order, but none for those that very many lineages have."""
    return {key: lineages if len(lineages) <= MAX_LINEAGES else () for key, lineages in shingles.items()}


def _span_tables(lineages: Sequence[Sequence[LineageSpan]]) -> tuple[dict[str, object], dict[str, array[int]]]:
    """Return the tables of all spans: by number, and by lineage."""
    days = sorted({day for spans in lineages for span in spans for day in (span.first, span.ended)})
    confidences = sorted({span.confidence for spans in lineages for span in spans})
    day_at, confidence_at = {day: at for at, day in enumerate(days)}, {each: at for at, each in enumerate(confidences)}
    labels: dict[str, list[tuple[int, LineageSpan]]] = defaultdict(list)
    for lineage, spans in enumerate(lineages):
        for span in spans:
            labels[span.label].append((lineage, span))
    rows, label_starts, of_lineage = array("I"), array("I", [0]), defaultdict[int, list[int]](list)
    for at, found in enumerate(labels.values()):
        for lineage, span in found:
            of_lineage[lineage].append(len(rows) // SPAN_COLUMNS)
            rows.extend((at, lineage, span.wording, day_at[span.first], day_at[span.ended],
                         confidence_at[span.confidence]))  # fmt: skip
        label_starts.append(len(rows) // SPAN_COLUMNS)
    by_lineage = _rows("", "lineage_starts", "spans_of_lineages", of_lineage)
    del by_lineage[""]  # lineages are counted from 0
    table: dict[str, object] = {"labels": list(labels), "days": days, "confidences": confidences}
    return table, {"spans": rows, "label_starts": label_starts, **by_lineage}


def _rows(keys: str, starts: str, items: str, table: Mapping[int, Iterable[int]]) -> dict[str, array[int]]:
    """Return three arrays with these names for a table: the keys in order, where the items of each begin, all items."""
    ordered = sorted(table)
    at, found = array("I", [0]), array("I")
    for key in ordered:
        found.extend(table[key])
        at.append(len(found))
    return {keys: array("I", ordered), starts: at, items: found}


def _all_wordings(lineages: Iterable[Sequence[LineageSpan]]) -> set[int]:
    return {span.wording for spans in lineages for span in spans}


def _packed(table: dict[str, object], arrays: Mapping[str, array[int]]) -> bytes:
    if any(each.itemsize != ITEM_SIZE for each in arrays.values()):
        raise AssertionError("an unsigned int has four bytes on every platform of Python")
    table["arrays"] = {name: len(arrays[name]) for name in ARRAYS}
    header = json.dumps(table, separators=(",", ":")).encode()
    header += b" " * (-len(header) % ITEM_SIZE)  # the arrays begin at a multiple of four bytes
    return b"".join([b"%*d" % (HEADER_SIZE, len(header)), header, *(arrays[name].tobytes() for name in ARRAYS)])
