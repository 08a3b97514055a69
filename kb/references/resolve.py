"""Resolution: what of one edition a reference points to, or why that can't be said.

A number means different rules in different years, so a reference is resolved within its own edition.
Nothing is guessed: what the edition doesn't have under exactly that number, and words that name no
headword or more than one, are given as missing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from kb.folding import name_key
from kb.model import GlossaryEntry, Reference, Rule
from kb.number import RuleNumber
from kb.tongue import _

# What a headword says of itself: "Hidden Information (Informal)".
_MARK = re.compile(r"\s\([^()]*\)$")

# What parts headwords from each other: "Tap, Tapped, and Untap". A headword may hold it as well.
_JOINT = re.compile(r"(,?\s(?:and|or|et|ou)\s|,\s?)")


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a reference points to.

    Attributes:
        rules: the chapters, sections, rules or subrules; for a range, all that the edition has of it, in order.
        entries: the headwords.
        missing: what the reference names and the edition doesn't have: numbers, or the words of a term.
    """

    rules: tuple[RuleNumber, ...] = ()
    entries: tuple[str, ...] = ()
    missing: tuple[RuleNumber | str, ...] = ()

    @property
    def why_not(self) -> str:
        """Why the reference isn't resolved, in words; "" if it is."""
        if not self.missing:
            return ""
        missing = _(" and no ").join(map(str, self.missing))
        if isinstance(self.missing[0], str):
            return _("the edition has no headword {missing}", missing=missing)
        return _("the edition has no rule {missing}", missing=missing)


class Headwords:
    """The headwords of a glossary, found by what texts call them."""

    def __init__(self, entries: Iterable[GlossaryEntry]) -> None:
        self._by_name: dict[str, set[str]] = {}
        self._by_variant: dict[str, set[str]] = {}
        for entry in entries:
            whole, *variants = (_MARK.sub("", name) for name in entry.names)
            self._by_name.setdefault(name_key(whole), set()).add(entry.term)
            for variant in variants:
                self._by_variant.setdefault(name_key(variant), set()).add(entry.term)

    def named(self, words: str) -> tuple[str, ...]:
        """All the headwords that words name ("Tap, Tapped, and Untap"); none if any part names none, or two.

        As many words as make a headword are taken for one: "Active Player, Nonactive Player Order" is.
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
        """The headword of that name, in the plural or the singular as well, if there is exactly one."""
        key = name_key(name)
        for names in (self._by_name, self._by_variant):
            for form in (key, key.removesuffix("s"), f"{key}s"):
                if form in names:
                    return next(iter(names[form])) if len(names[form]) == 1 else None
        return None


@dataclass(frozen=True, slots=True)
class Contents:
    """What an edition has that a reference may point to.

    Attributes:
        numbers: its rule numbers in order, each once.
        headwords: of its glossary.
    """

    numbers: tuple[RuleNumber, ...]
    headwords: Headwords

    @classmethod
    def of(cls, rules: Iterable[Rule], glossary: Iterable[GlossaryEntry]) -> Self:
        """The contents of an edition, given all that it prints."""
        return cls(tuple(sorted({rule.number for rule in rules})), Headwords(glossary))

    def resolve(self, reference: Reference) -> Resolution:
        """What a reference in a text of this edition points to.

        A range is all the numbers of its level from end to end; if an end is missing, what there is between.
        """
        if reference.term:
            entries = self.headwords.named(reference.term)
            return Resolution(entries=entries, missing=() if entries else (reference.term,))
        first, *others = reference.numbers
        last = others[0] if others else first
        low, high = bisect_left(self.numbers, first), bisect_right(self.numbers, last)
        there = tuple(number for number in self.numbers[low:high] if number.kind == first.kind)
        return Resolution(rules=there, missing=tuple(end for end in reference.numbers if end not in there))
