"""Resolution of references: their targets within one edition.

A number means different rules in different years, so a reference is resolved within its own edition. Nothing is
guessed. A number that the edition lacks is reported as missing. Words that match no headword, or several headwords, are
reported as missing too.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from kb.documents import Number
from kb.i18n import _
from kb.model import GlossaryEntry, Reference, Rule
from kb.text.folding import name_lookup_key

# A remark in a headword: "Hidden Information (Informal)".
_REMARK = re.compile(r"\s\([^()]*\)$")

# Separators of headwords: "Tap, Tapped, and Untap". A headword may contain a separator as well.
_JOINT = re.compile(r"(,?\s(?:and|or|et|ou)\s|,\s?)")


@dataclass(frozen=True, slots=True)
class ReferenceResolution:
    """The targets of a reference.

    Attributes:
        rules: the cited numbers that the edition has, in order. For a range, they include the numbers between the ends.
        entries: the headwords.
        missing: the cited numbers that the edition lacks, or the whole cited term if it can't be resolved.
    """

    rules: tuple[Number, ...] = ()
    entries: tuple[str, ...] = ()
    missing: tuple[Number | str, ...] = ()

    @property
    def failure_reason(self) -> str:
        """A message that says why the reference isn't resolved, or "" if it is resolved."""
        if not self.missing:
            return ""
        missing = _(" and no ").join(map(str, self.missing))
        if isinstance(self.missing[0], str):
            return _("the edition has no headword {missing}", missing=missing)
        return _("the edition has no rule {missing}", missing=missing)


class HeadwordIndex:
    """The headwords of a glossary by the names that texts use for them."""

    def __init__(self, entries: Iterable[GlossaryEntry]) -> None:
        self._by_name: dict[str, set[str]] = {}
        self._by_variant: dict[str, set[str]] = {}
        for entry in entries:
            whole, *variants = (_REMARK.sub("", name) for name in entry.names)
            self._by_name.setdefault(name_lookup_key(whole), set()).add(entry.term)
            for variant in variants:
                self._by_variant.setdefault(name_lookup_key(variant), set()).add(entry.term)

    def lookup(self, words: str) -> tuple[str, ...]:
        """Return the headwords that a phrase names ("Tap, Tapped, and Untap").

        The longest possible headword is taken: "Active Player, Nonactive Player Order" is one headword. The result is
        empty if a part of the phrase matches no headword, or several headwords.
        """
        pieces = _JOINT.split(words)
        found = []
        at = 0
        while at < len(pieces):
            ends = range(len(pieces), at, -2)
            term, end = next(((term, end) for end in ends if (term := self._one("".join(pieces[at:end])))), (None, 0))
            if term is None:
                return ()
            found.append(term)
            at = end + 1
        return tuple(found)

    def _one(self, name: str) -> str | None:
        """Return the headword of a name in singular or plural, or None if there is no headword or several."""
        key = name_lookup_key(name)
        for names in (self._by_name, self._by_variant):
            for form in (key, key.removesuffix("s"), f"{key}s"):
                if form in names:
                    return next(iter(names[form])) if len(names[form]) == 1 else None
        return None


@dataclass(frozen=True, slots=True)
class EditionContents:
    """The possible targets in an edition: its sorted rule numbers without repetitions, and its headwords."""

    numbers: tuple[Number, ...]
    headwords: HeadwordIndex

    @classmethod
    def of(cls, rules: Iterable[Rule], glossary: Iterable[GlossaryEntry]) -> Self:
        """Collect the targets from all rules and headwords of an edition."""
        numbers = sorted({rule.number for rule in rules}, key=_sort_key)
        return cls(tuple(numbers), HeadwordIndex(glossary))

    def resolve(self, reference: Reference) -> ReferenceResolution:
        """Resolve a reference in a text of this edition.

        The targets of a range are its ends and the numbers of the same level between them, if the edition has them.
        """
        if reference.term:
            entries = self.headwords.lookup(reference.term)
            return ReferenceResolution(entries=entries, missing=() if entries else (reference.term,))
        first, *others = reference.numbers
        last = others[0] if others else first
        low = bisect_left(self.numbers, _sort_key(first), key=_sort_key)
        high = bisect_right(self.numbers, _sort_key(last), key=_sort_key)
        there = tuple(number for number in self.numbers[low:high] if number.kind == first.kind)
        return ReferenceResolution(rules=there, missing=tuple(end for end in reference.numbers if end not in there))


def _sort_key(number: Number) -> str:
    return number.sort_key
