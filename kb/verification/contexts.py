"""The words that may be about a number: its clause, its sentence, and the sentence before.

Which words are meant, nobody can tell for certain: `X (N)`, `N says X`, `X. See N`. So there are several readings.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kb.rule_number import RuleNumber

NUMBER = re.compile(r"(?<![\w.])[1-9][0-9]{2}\.[0-9]+[a-zA-Z]{0,2}(?!\w)")
_ENDS = re.compile(r"[.!?][)\]”\"»’']*\s+(?=[A-ZÀ-Ý0-9“\"«(*\[])")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|cf|vs|no|etc|ex)|C\.R|R\.C)\.[)\]”\"»’']*\s+\Z", re.IGNORECASE)
# What closes directly behind a number ends what is said about it.
_ENDS_HERE = re.compile(r"[\s*_`)\]]*[.!?](?:\s|\Z)")
JOINT = re.compile(r"[\s,/+&–-]*(?:and|or|to|through|et|ou|à)?\s*")
"""What stands between the numbers of a list or a range."""


class Readings(NamedTuple):
    """The texts that may be about a number.

    Attributes:
        before: its clause before the number, from another number on.
        clause: its clause on both sides, up to other numbers.
        sentence: its sentence.
        more: its sentence up to the number, and the one before.
        lead: the first words of its block, and its clause before the number.
    """

    before: str
    clause: str
    sentence: str
    more: str
    lead: str = ""


class Around(NamedTuple):
    """What a whole text tells about its numbers.

    Attributes:
        text: the text around a number: more than its sentence.
        block: the whole paragraph.
        numbers: the other numbers of the text.
        joined: the numbers of the list or range that the number belongs to. What is said is about all of them.
    """

    text: str
    block: str = ""
    numbers: frozenset[RuleNumber] = frozenset()
    joined: frozenset[RuleNumber] = frozenset()


def sentence_ends(text: str) -> list[int]:
    """Return the offsets at which the sentences after the first one begin."""
    return [match.end() for match in _ENDS.finditer(text) if not _ABBREVIATION.search(text[: match.end()])]


def readings_of(before: str, behind: str) -> Readings:
    """Return the texts that may be about a number, from the text of its block before and behind it."""
    ends = sentence_ends(before)
    own = before[ends[-1] :] if ends else before
    earlier = before[(ends[-2] if len(ends) > 1 else 0) : ends[-1]] if ends else ""
    rest = "" if _ENDS_HERE.match(behind) else behind[: next(iter(sentence_ends(behind)), len(behind))]
    numbers, others = [*NUMBER.finditer(own)], [*NUMBER.finditer(rest)]
    clause = own[numbers[-1].end() :] if numbers else own
    after = rest[: others[0].start()] if others else rest
    return Readings(
        clause,
        f"{clause} {after}",
        f"{own} {rest}",
        f"{earlier} {own}",
        f"{before[: ends[0]]} {clause}" if ends else "",
    )
