"""The entries of a corpus in the order of the rules. An entry is a text at its place.

`EntryTable` has the places of the entries. `WordingReader` reads and caches their texts, examples and references.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter

from kb.languages import Lang
from kb.rule_number import SUBRULE_LETTERS, NumberRange, RuleNumber
from kb.search.inverted_index import InvertedIndex, Postings
from kb.search.results import HitKind
from kb.storage.store import Store
from kb.storage.view_rows import PlaceRow
from kb.storage.wordings import all_cited_numbers, numbers_cited, read_examples, read_texts, wordings_citing

AFTER_ALL = "\U0010ffff"
"""A character added to a rule's sort key. The result sorts after all rules below the rule."""


class EntryTable:
    """The entries to search: first the rules, then the headwords. An entry is identified by its index in `entries`."""

    def __init__(self, entries: Sequence[PlaceRow], index: InvertedIndex) -> None:
        self.entries = entries
        self._index = index
        self._sort_keys = [entry.sort_key for entry in entries if entry.kind == "rule"]
        self.rule_count = len(self._sort_keys)
        self._of_wording: dict[int, list[int]] = {}
        for at, entry in enumerate(entries):
            self._of_wording.setdefault(entry.wording, []).append(at)
        self._of_document: dict[int, tuple[int, ...]] = {}
        self._cited_on_day: dict[tuple[str, str], list[int]] = {}

    def entries_of_wording(self, wording: int) -> Sequence[int]:
        """Return the entries that carry a wording."""
        return self._of_wording.get(wording, ())

    def entries_of_document(self, number: int) -> tuple[int, ...]:
        """Return the entries with the wording and the kind (rule, heading or glossary) of the document `number`."""
        known = self._of_document.get(number)
        if known is None:
            wording, kind = self._index.document(number)
            entries = self._of_wording.get(wording, ())
            known = tuple(at for at in entries if self._has_kind(at, kind, number))
            self._of_document[number] = known
        return known

    def weights(self, postings: Postings) -> dict[int, float]:
        """Return the weight of each entry that has the text of a posting's document."""
        known, entries_of_document = self._of_document, self.entries_of_document
        return {
            entry: weight
            for number, weight in postings.items()
            for entry in (known[number] if number in known else entries_of_document(number))
        }

    def _has_kind(self, at: int, kind: HitKind, number: int) -> bool:
        entry = self.entries[at]
        if entry.kind == "rule":
            # Chapters and sections are always headings. Subrules are never headings.
            can_be_heading, must_be_heading = entry.label[-1] not in SUBRULE_LETTERS, "." not in entry.label
            return (kind == "heading" and can_be_heading) or (kind == "rule" and not must_be_heading)
        return kind == "glossary" and (
            len(self.entries_of_wording(entry.wording)) == 1 or self._index.headword(number) == entry.label
        )

    def entries_cited_by(self, at: int, label: str) -> Sequence[int]:
        """Return the entries with the number `label` that were in force when the citing entry `at` was last printed."""
        entries = self._of_number.get(label, ())
        if len(entries) < 2:
            return entries
        key = label, self.entries[at].edition
        if key not in self._cited_on_day:
            wording = self.wording_on_day(*key)
            self._cited_on_day[key] = [each for each in entries if self.entries[each].wording == wording]
        return self._cited_on_day[key]

    def wording_on_day(self, label: str, day: str) -> int | None:
        """Return the wording of the rule with the number `label` on a day, or None if no rule has this number."""
        rows = [self.entries[at] for at in self._of_number.get(label, ())]
        # The edition of a row is the last edition that printed the wording of the row.
        edition = attrgetter("edition")
        later = [row for row in rows if row.edition >= day]
        chosen = min(later, key=edition) if later else max(rows, key=edition, default=None)
        return chosen.wording if chosen else None

    def entries_of_number(self, label: str) -> Sequence[int]:
        """Return the rules with the number `label`, of all editions of the table."""
        return self._of_number.get(label, ())

    @cached_property
    def _of_number(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at in range(self.rule_count):
            found.setdefault(self.entries[at].label, []).append(at)
        return found

    def descendants(self, at: int) -> range:
        """Return the rules below an entry."""
        key = self.entries[at].sort_key
        return range(bisect_right(self._sort_keys, key), bisect_left(self._sort_keys, key + AFTER_ALL))

    def within(self, numbers: NumberRange) -> range:
        """Return the rules of a range of numbers, and the rules below them."""
        return self.in_number_range(numbers.first.sort_key, numbers.last.sort_key)

    def in_number_range(self, low: str, high: str) -> range:
        """Return the rules from one sort key to another, and the rules below them."""
        return range(bisect_left(self._sort_keys, low), bisect_left(self._sort_keys, high + AFTER_ALL))


class WordingReader:
    """Reads the wordings of a corpus from the store."""

    def __init__(self, store: Store, table: EntryTable) -> None:
        self._store, self._table = store, table
        self._texts: dict[int, tuple[Lang, str]] = {}
        self._examples: dict[int, list[str]] = {}
        self._citation_counts: dict[str, int] = {}
        self._targets: dict[int, dict[int, str]] = {}

    def load(self, wordings: Iterable[int]) -> None:
        """Read and cache the texts of many wordings at once, since reading thousands one by one takes long."""
        unknown = [wording for wording in set(wordings) if wording not in self._texts]
        if unknown:
            self._texts |= read_texts(self._store, unknown)

    def text(self, wording: int) -> tuple[Lang, str]:
        """Return the language and the text of a wording."""
        if wording not in self._texts:
            self.load([wording])
        return self._texts[wording]

    def examples(self, wording: int) -> list[str]:
        """Return the examples of a wording."""
        if wording not in self._examples:
            self._examples[wording] = [each.text for each in read_examples(self._store, [wording]).get(wording, ())]
        return self._examples[wording]

    def citation_counts(self, labels: Sequence[str]) -> dict[str, int]:
        """Return how often each number is cited in the corpus."""
        unknown = [label for label in set(labels) if label not in self._citation_counts]
        if unknown:
            self._citation_counts |= dict.fromkeys(unknown, 0)
            for target, wording in wordings_citing(self._store, unknown):
                self._citation_counts[target] += len(self._table.entries_of_wording(wording))
        return {label: self._citation_counts[label] for label in labels}

    def reference_targets(self, wordings: Sequence[int]) -> Mapping[int, Mapping[int, str]]:
        """For each wording, return a dict. Its keys are the positions of references, its values the cited numbers."""
        unknown = [wording for wording in set(wordings) if wording not in self._targets]
        if unknown:
            self._targets |= {wording: {} for wording in unknown}
            for reference in numbers_cited(self._store, unknown):
                self._targets[reference.wording][reference.position] = reference.first
        return {wording: self._targets[wording] for wording in wordings}

    def numbers_cited_by(self, wording: int) -> list[RuleNumber]:
        """Return the numbers that a wording refers to, in order. A range counts as its first number."""
        return [RuleNumber.parse(reference.first) for reference in numbers_cited(self._store, [wording])]

    def wordings_citing(self, low: str, high: str) -> set[int]:
        """Return the wordings that cite a number between two sort keys, or a rule below such a number."""
        labels = all_cited_numbers(self._store)
        inside = (label for label in labels if low <= RuleNumber.parse(label).sort_key <= high + AFTER_ALL)
        return {wording for _target, wording in wordings_citing(self._store, inside)}
