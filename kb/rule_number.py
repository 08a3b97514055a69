"""Rule numbers as values: `3`, `306`, `306.5`, `306.5d`.

Only this module knows the letters of subrules. The letters skip "l" and "o" ("due to potential confusion with the
numbers 1 and 0", the rules' introduction), and "aa" follows "z". The first "aa" is 704.5aa (2026-01-16).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from kb.errors import BadValue
from kb.i18n import _, mark_message

NumberKind = Literal["chapter", "section", "rule", "subrule"]

SUBRULE_LETTERS = "abcdefghijkmnpqrstuvwxyz"

# The highest chapter, rule and subrule that the pattern `_NUMBER` allows: 9, 306.9999, 306.5zz.
_LAST_CHAPTER, _LAST_RULE, _LAST_SUBRULE = 9, 9999, len(SUBRULE_LETTERS) * (len(SUBRULE_LETTERS) + 1)

_NUMBER = re.compile(
    r"""
    (?P<chapter>[1-9])
    (?: (?P<section>[0-9]{2})
        (?: \. (?P<rule>[1-9][0-9]{0,3})
            (?P<letters>[a-km-np-z]{1,2})?
        )?
    )?
    """,
    re.VERBOSE,
)

# Words that people put before a number.
_CITED_AS = re.compile(r"^(?:CR|rules?|sections?|chapters?|règles?|chapitres?)\s+", re.IGNORECASE)

# Ranges such as "301.5a-f", "306.1-306.3" and "119.7-8", with a hyphen or a dash.
_RANGE = re.compile(r"^(?P<first>[^-–—\s]+)\s*[-–—]\s*(?P<last>[^-–—\s]+)$")

_FORM = mark_message("a rule number looks like 306.5d, 306.5, 306 or 3")


def _rank(letters: str) -> int:
    """Return the position of subrule letters in their order: a=1, z=24, aa=25. No letters give 0."""
    rank = 0
    for letter in letters:
        rank = rank * len(SUBRULE_LETTERS) + SUBRULE_LETTERS.index(letter) + 1
    return rank


def _letters(rank: int) -> str:
    """Return the subrule letters at a position. This is the inverse of `_rank`."""
    letters = ""
    while rank:
        rank, place = divmod(rank - 1, len(SUBRULE_LETTERS))
        letters = SUBRULE_LETTERS[place] + letters
    return letters


class RuleNumber(NamedTuple):
    """The number of a chapter, section, rule or subrule. Numbers sort in the order of the rules.

    The class is a tuple of integers, as millions of numbers are compared and looked up. Create numbers with `parse`.

    Attributes:
        chapter: 1 to 9.
        section: three digits, such as 306, or 0 for a chapter.
        rule: the number after the dot, or 0 for a chapter or a section.
        subrule: position of the letters in their order (a=1, z=24, aa=25), or 0 for none.
    """

    chapter: int
    section: int = 0
    rule: int = 0
    subrule: int = 0

    @staticmethod
    def parse(text: str) -> RuleNumber:
        """Parse a number in exactly the form that `str` returns. Raise BadValue for any other text."""
        return _parse(text)

    @classmethod
    def parse_lenient(cls, text: str) -> RuleNumber:
        """Parse a number as people write it (`CR 306.5D.`, `rule 306.5`, ` 306. `), or raise BadValue."""
        bare = _CITED_AS.sub("", text.strip()).rstrip(".").lower()
        try:
            return cls.parse(bare)
        except BadValue:
            raise BadValue("rule number", text, _(_FORM)) from None

    @property
    def kind(self) -> NumberKind:
        """The level of the number."""
        if self.subrule:
            return "subrule"
        if self.rule:
            return "rule"
        return "section" if self.section else "chapter"

    @property
    def parent(self) -> RuleNumber | None:
        """The number one level up, or None for a chapter. The parents of 306.5d are 306.5, 306 and 3."""
        if self.subrule:
            return RuleNumber(self.chapter, self.section, self.rule)
        if self.rule:
            return RuleNumber(self.chapter, self.section)
        return RuleNumber(self.chapter) if self.section else None

    @property
    def own_section(self) -> RuleNumber:
        """The section that the number belongs to: 306 for 306.5d. For a chapter, the chapter itself."""
        return RuleNumber(self.chapter, self.section)

    @property
    def next(self) -> RuleNumber:
        """The next number at the same level: 306.5m after 306.5k. ValueError if there is no next number."""
        following = self._shifted(1)
        if following is None:
            raise ValueError(f"no {self.kind} follows {self}")
        return following

    @property
    def previous(self) -> RuleNumber | None:
        """The number before this one at the same level: 306.5j before 306.5k. None for the first number."""
        return self._shifted(-1)

    def _shifted(self, by: int) -> RuleNumber | None:
        chapter, section, rule, subrule = self
        if subrule:
            return RuleNumber(chapter, section, rule, subrule + by) if 0 < subrule + by <= _LAST_SUBRULE else None
        if rule:
            return RuleNumber(chapter, section, rule + by) if 0 < rule + by <= _LAST_RULE else None
        if section:
            return RuleNumber(chapter, section + by) if (section + by) // 100 == chapter else None
        return RuleNumber(chapter + by) if 0 < chapter + by <= _LAST_CHAPTER else None

    def covers(self, other: object) -> bool:
        """Return True if `other` is this number or anywhere below it."""
        return (
            isinstance(other, RuleNumber)
            and self.chapter == other.chapter
            and self.section in (0, other.section)
            and self.rule in (0, other.rule)
            and self.subrule in (0, other.subrule)
        )

    def expand_short_form(self, short: str) -> RuleNumber:
        """Parse a short form after this number: after 301.5a, `f` is 301.5f. Raise BadValue for a wrong form."""
        short = short.strip().rstrip(".").lower()
        if self.subrule and short.isalpha():
            return RuleNumber.parse_lenient(f"{self.section}.{self.rule}{short}")
        # Three digits are a section, unless they are less than this number's section. A lesser section can't be meant,
        # because lists of numbers ascend. So lesser digits are a rule: 102 after 702.99 is rule 702.102.
        if self.rule and short.isdecimal() and (len(short) < 3 or (len(short) == 3 and int(short) < self.section)):
            return RuleNumber.parse_lenient(f"{self.section}.{short}")
        return RuleNumber.parse_lenient(short)

    @property
    def sort_key(self) -> str:
        """A text that begins with the sort key of the parent. Sort keys have the same order as their numbers.

        The store has a column of sort keys, so that any SQLite tool can sort rules and list the rules below a rule.
        """
        key = str(self.chapter)
        if self.section:
            key += f"{self.section % 100:02d}"
        if self.rule:
            key += f".{self.rule:04d}"
        if self.subrule:
            key += f".{self.subrule:03d}"
        return key

    def __str__(self) -> str:
        if not self.section:
            return str(self.chapter)
        if not self.rule:
            return str(self.section)
        return f"{self.section}.{self.rule}{_letters(self.subrule)}"


# An edition has 5,000 numbers, and a comparison of editions parses each of them several times.
@lru_cache(maxsize=1 << 14)
def _parse(text: str) -> RuleNumber:
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise BadValue("rule number", text, _(_FORM))
    chapter, section = match["chapter"], match["section"]
    return RuleNumber(
        int(chapter),
        int(chapter + section) if section else 0,
        int(match["rule"] or 0),
        _rank(match["letters"] or ""),
    )


def as_rule_number(number: object) -> RuleNumber:
    """Return a number of the Comprehensive Rules as such. TypeError for a place of another document.

    It is for code that reads the Comprehensive Rules only, as `as_number_range` is.
    """
    if not isinstance(number, RuleNumber):
        raise TypeError(f"{number} is no number of the Comprehensive Rules")
    return number


def as_number_range(numbers: object) -> NumberRange:
    """Return a range of the Comprehensive Rules as such. TypeError for a range of another document."""
    if not isinstance(numbers, NumberRange):
        raise TypeError(f"{numbers} is no range of the Comprehensive Rules")
    return numbers


@dataclass(frozen=True, slots=True)
class NumberRange:
    """A range of numbers of one level: `301.5a-301.5f`. It includes both ends and everything below them."""

    first: RuleNumber
    last: RuleNumber

    @classmethod
    def parse(cls, text: str) -> NumberRange:
        """Parse one number, or a range as people write it: `301.5a-f`, `119.7–8`, `306.1-306.3`.

        Raises:
            BadValue: an end is no number, the ends have different levels, or the range runs backwards.
        """
        bare = _CITED_AS.sub("", text.strip())
        match = _RANGE.match(bare)
        if match is None:
            number = RuleNumber.parse_lenient(text)
            return cls(number, number)
        first = RuleNumber.parse_lenient(match["first"])
        last = first.expand_short_form(match["last"])
        if last.kind != first.kind or last < first:
            raise BadValue("range", text, _("a range runs upwards at one level, such as 301.5a-f or 306.1-306.3"))
        return cls(first, last)

    def covers(self, number: object) -> bool:
        """Return True if a number is in the range or below a number of the range."""
        if not isinstance(number, RuleNumber):
            return False
        return self.first <= number and (number <= self.last or self.last.covers(number))

    def members(self) -> Iterator[RuleNumber]:
        """Yield the numbers of the range at its own level. Yield nothing if the ends have different parents."""
        if self.first.parent != self.last.parent:
            return
        number = self.first
        yield number
        while number < self.last:
            number = number.next
            yield number

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
