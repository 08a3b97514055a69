"""Reading wordings of the entries of a corpus: texts, examples and references. What was read is cached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.search.entry_order import AFTER_ALL, EntryTable
from kb.storage.store import Store
from kb.storage.wordings import all_cited_numbers, numbers_cited, read_examples, read_texts, wordings_citing


class WordingReader:
    """Reads the wordings of a corpus from the store."""

    def __init__(self, store: Store, table: EntryTable) -> None:
        self._store, self._table = store, table
        self._texts: dict[int, tuple[Lang, str]] = {}
        self._citation_counts: dict[str, int] = {}
        self._targets: dict[int, dict[int, str]] = {}

    def load(self, wordings: Iterable[int]) -> None:
        """Read the texts of wordings at once, since reading thousands one by one takes long."""
        unknown = [wording for wording in set(wordings) if wording not in self._texts]
        if unknown:
            self._texts |= read_texts(self._store, unknown)

    def text(self, wording: int) -> tuple[Lang, str]:
        """Return language and text of a wording."""
        if wording not in self._texts:
            self.load([wording])
        return self._texts[wording]

    def examples(self, wording: int) -> list[str]:
        """Return the examples of a wording."""
        return [example.text for example in read_examples(self._store, [wording]).get(wording, ())]

    def citation_counts(self, labels: Sequence[str]) -> dict[str, int]:
        """Return how often each number is cited in the corpus."""
        unknown = [label for label in set(labels) if label not in self._citation_counts]
        if unknown:
            self._citation_counts |= dict.fromkeys(unknown, 0)
            for target, wording in wordings_citing(self._store, unknown):
                self._citation_counts[target] += len(self._table.entries_of_wording(wording))
        return {label: self._citation_counts[label] for label in labels}

    def reference_targets(self, wordings: Sequence[int]) -> Mapping[int, Mapping[int, str]]:
        """Return the numbers that wordings refer to, by wording and position of the reference."""
        unknown = [wording for wording in set(wordings) if wording not in self._targets]
        if unknown:
            self._targets |= {wording: {} for wording in unknown}
            for reference in numbers_cited(self._store, unknown):
                self._targets[reference.wording][reference.position] = reference.first
        return {wording: self._targets[wording] for wording in wordings}

    def numbers_cited_by(self, wording: int) -> list[RuleNumber]:
        """Return the numbers, and the first numbers of the ranges, that a wording refers to, in order."""
        return [RuleNumber.parse(reference.first) for reference in numbers_cited(self._store, [wording])]

    def wordings_citing(self, low: str, high: str) -> set[int]:
        """Return the wordings that refer to a number between two sort keys, or to something below it."""
        labels = all_cited_numbers(self._store)
        inside = (label for label in labels if low <= RuleNumber.parse(label).sort_key <= high + AFTER_ALL)
        return {wording for _target, wording in wordings_citing(self._store, inside)}
