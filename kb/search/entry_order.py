"""What a search can give: the texts that stand in a view, or ever stood, each at its place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from kb.rule_number import SUBRULE_LETTERS
from kb.search.inverted_index import InvertedIndex
from kb.search.results import HitKind
from kb.storage.view_rows import PlaceRow

_AFTER_ALL = "\U0010ffff"


class EntryTable:
    """All entries that a search looks through, rules first, each kind in order. An entry is named by its place here.

    Attributes:
        entries: what stands where.
        rules: how many of them are rules; the rest are headwords.
    """

    def __init__(self, entries: Sequence[PlaceRow], index: InvertedIndex) -> None:
        self.entries = entries
        self._index = index
        self._keys = [entry.sort_key for entry in entries if entry.kind == "rule"]
        self.rule_count = len(self._keys)
        self._of_wording: dict[int, list[int]] = {}
        for at, entry in enumerate(entries):
            self._of_wording.setdefault(entry.wording, []).append(at)
        self._of_document: dict[int, tuple[int, ...]] = {}
        self._on_days: dict[tuple[str, str], list[int]] = {}

    def entries_of_wording(self, wording: int) -> Sequence[int]:
        """The entries that carry a wording."""
        return self._of_wording.get(wording, ())

    def entries_of_document(self, number: int) -> tuple[int, ...]:
        """The entries that carry the text of a document as the kind of thing that it was indexed as."""
        known = self._of_document.get(number)
        if known is None:
            wording, kind = self._index.document(number)
            here = self._of_wording.get(wording)
            known = tuple(at for at in here if self._fits(at, kind, number)) if here else ()
            self._of_document[number] = known
        return known

    def entries_for_postings(self, postings: Iterable[tuple[int, float]]) -> Iterator[tuple[int, float]]:
        """The entries that carry the texts of some documents, with what stands beside each of these."""
        known = self._of_document
        for number, worth in postings:
            here = known.get(number)
            for entry in self.entries_of_document(number) if here is None else here:
                yield entry, worth

    def _fits(self, at: int, kind: HitKind, number: int) -> bool:
        entry = self.entries[at]
        if entry.kind == "rule":
            # Chapters and sections are headings whatever they read, subrules never.
            can_be_heading, must_be = entry.label[-1] not in SUBRULE_LETTERS, "." not in entry.label
            return (kind == "heading" and can_be_heading) or (kind == "rule" and not must_be)
        return kind == "glossary" and (
            len(self.entries_of_wording(entry.wording)) == 1 or self._index.headword(number) == entry.label
        )

    def entries_of_number(self, label: str) -> Sequence[int]:
        """The entries of a number."""
        return self._numbered.get(label, ())

    def entries_cited_by(self, at: int, label: str) -> Sequence[int]:
        """The entries of a number when an entry was last printed: what it means by the number."""
        here = self.entries_of_number(label)
        if len(here) < 2:
            return here
        key = label, self.entries[at].edition
        if key not in self._on_days:
            wording = self.wording_on_day(*key)
            self._on_days[key] = [each for each in here if self.entries[each].wording == wording]
        return self._on_days[key]

    def wording_on_day(self, label: str, day: str) -> int | None:
        """The wording that the rule of a number had on a day; None if there is no such rule."""
        here = [self.entries[at] for at in self.entries_of_number(label)]
        # Editions are the last ones that printed a wording.
        later = [entry for entry in here if entry.edition >= day]
        chosen = min(later, key=_edition) if later else max(here, key=_edition, default=None)
        return chosen.wording if chosen else None

    @cached_property
    def _numbered(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at in range(self.rule_count):
            found.setdefault(self.entries[at].label, []).append(at)
        return found

    def descendants(self, at: int) -> range:
        """The entries that stand below a rule's."""
        key = self.entries[at].sort_key
        return range(bisect_right(self._keys, key), bisect_left(self._keys, key + _AFTER_ALL))

    def in_number_range(self, low: str, high: str) -> range:
        """The rules from one sort key to another, with what stands below that."""
        return range(bisect_left(self._keys, low), bisect_left(self._keys, high + _AFTER_ALL))


def _edition(entry: PlaceRow) -> str:
    return entry.edition
