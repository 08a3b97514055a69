"""Rule numbers as values: `3`, `306`, `306.5`, `306.5d`.

Two facts about them stand here and nowhere else. Subrule letters skip "l" and "o" ("due to
potential confusion with the numbers 1 and 0", the rules' introduction), and after "z" comes "aa"
(704.5aa is the first, in the edition of 2026-01-16).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kb.errors import BadValue
from kb.tongue import _, later

Kind = Literal["chapter", "section", "rule", "subrule"]

LETTERS = "abcdefghijkmnpqrstuvwxyz"

# The highest that the form below has room for: 306.9999, 306.5zz.
_LAST_RULE, _LAST_SUBRULE = 9999, len(LETTERS) * (len(LETTERS) + 1)

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

# What people put before a number when they cite it.
_CITED_AS = re.compile(r"^(?:CR|rules?|sections?|chapters?|règles?|chapitres?)\s+", re.IGNORECASE)

# "301.5a-f", "306.1-306.3", "119.7-8"; a hyphen or any dash.
_RANGE = re.compile(r"^(?P<first>[^-–—\s]+)\s*[-–—]\s*(?P<last>[^-–—\s]+)$")

_FORM = later("a rule number looks like 306.5d, 306.5, 306 or 3")


def _rank(letters: str) -> int:
    """Place of subrule letters in their order: a=1, z=24, aa=25; no letters=0."""
    rank = 0
    for letter in letters:
        rank = rank * len(LETTERS) + LETTERS.index(letter) + 1
    return rank


def _letters(rank: int) -> str:
    """The inverse of `_rank`."""
    letters = ""
    while rank:
        rank, place = divmod(rank - 1, len(LETTERS))
        letters = LETTERS[place] + letters
    return letters


class RuleNumber(NamedTuple):
    """One number of the rules, ordered as the rules print them.

    Use `RuleNumber.parse`. A tuple of plain integers, since numbers are compared and looked up by the
    million.

    Attributes:
        chapter: 1 to 9.
        section: three digits, such as 306; 0 for a chapter.
        rule: the number after the dot; 0 for a chapter or a section.
        subrule: the place of the letters in their order (a=1, z=24, aa=25); 0 for none.
    """

    chapter: int
    section: int = 0
    rule: int = 0
    subrule: int = 0

    @classmethod
    def parse(cls, text: str) -> RuleNumber:
        """Read a number in exactly the form that `str` gives back.

        Raises:
            BadValue: the text has another form; subrule letters l and o don't exist.
        """
        match = _NUMBER.fullmatch(text)
        if match is None:
            raise BadValue("rule number", text, _(_FORM))
        chapter, section = match["chapter"], match["section"]
        return cls(
            int(chapter),
            int(chapter + section) if section else 0,
            int(match["rule"] or 0),
            _rank(match["letters"] or ""),
        )

    @classmethod
    def read(cls, text: str) -> RuleNumber:
        """Read a number as people write it: `CR 306.5D.`, `rule 306.5`, ` 306. `.

        Raises:
            BadValue: no rule number can be made of the text.
        """
        bare = _CITED_AS.sub("", text.strip()).rstrip(".").lower()
        try:
            return cls.parse(bare)
        except BadValue:
            raise BadValue("rule number", text, _(_FORM)) from None

    @property
    def kind(self) -> Kind:
        """Which of the four levels of the rules this number names."""
        if self.subrule:
            return "subrule"
        if self.rule:
            return "rule"
        return "section" if self.section else "chapter"

    @property
    def parent(self) -> RuleNumber | None:
        """The number one level up: 306.5d, 306.5, 306, 3, None."""
        if self.subrule:
            return RuleNumber(self.chapter, self.section, self.rule)
        if self.rule:
            return RuleNumber(self.chapter, self.section)
        return RuleNumber(self.chapter) if self.section else None

    @property
    def next(self) -> RuleNumber:
        """The number that follows at the same level: 306.5k, 306.5m; 704.5z, 704.5aa; 306, 307.

        Raises:
            ValueError: nothing can follow (chapter 9, section 399, rule 306.9999, subrule 306.5zz).
        """
        if self.subrule == _LAST_SUBRULE or (self.rule == _LAST_RULE and not self.subrule):
            raise ValueError(f"no number of the form of {self} follows it")
        if self.subrule:
            return RuleNumber(self.chapter, self.section, self.rule, self.subrule + 1)
        if self.rule:
            return RuleNumber(self.chapter, self.section, self.rule + 1)
        if self.section:
            if self.section % 100 == 99:
                raise ValueError(f"no section follows {self} in its chapter")
            return RuleNumber(self.chapter, self.section + 1)
        if self.chapter == 9:
            raise ValueError("no chapter follows 9")
        return RuleNumber(self.chapter + 1)

    @property
    def previous(self) -> RuleNumber | None:
        """The number before this one at the same level: 306.5j before 306.5k; None before the first."""
        if self.subrule:
            return RuleNumber(self.chapter, self.section, self.rule, self.subrule - 1) if self.subrule > 1 else None
        if self.rule:
            return RuleNumber(self.chapter, self.section, self.rule - 1) if self.rule > 1 else None
        if self.section:
            return RuleNumber(self.chapter, self.section - 1) if self.section % 100 else None
        return RuleNumber(self.chapter - 1) if self.chapter > 1 else None

    def covers(self, other: RuleNumber) -> bool:
        """Whether `other` is this number or stands anywhere below it."""
        return (
            self.chapter == other.chapter
            and self.section in (0, other.section)
            and self.rule in (0, other.rule)
            and self.subrule in (0, other.subrule)
        )

    def completed(self, short: str) -> RuleNumber:
        """Read a number that is written short after this one: `f` after 301.5a, `8` after 119.7.

        Raises:
            BadValue: the short form doesn't fit this number.
        """
        short = short.strip().rstrip(".").lower()
        if self.subrule and short.isalpha():
            return RuleNumber.read(f"{self.section}.{self.rule}{short}")
        # Three digits are a section, unless it stands before this number's own: 102 after 702.99 is 702.102.
        if self.rule and short.isdecimal() and (len(short) < 3 or (len(short) == 3 and int(short) < self.section)):
            return RuleNumber.read(f"{self.section}.{short}")
        return RuleNumber.read(short)

    @property
    def sort_key(self) -> str:
        """A text whose plain order is the order of the numbers, and whose prefix is its parent's.

        The store keeps it, so that any SQLite tool can sort rules and list what stands below one.
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


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Two numbers of one level and all that stands between them: `301.5a-301.5f`.

    Attributes:
        first: the lower end, included.
        last: the upper end, included together with everything below it.
    """

    first: RuleNumber
    last: RuleNumber

    @classmethod
    def read(cls, text: str) -> NumberRange:
        """Read one number, or a range as people write it: `301.5a-f`, `119.7–8`, `306.1-306.3`.

        Raises:
            BadValue: either end is no number, the ends are of different levels, or they are the
                wrong way round.
        """
        bare = _CITED_AS.sub("", text.strip())
        match = _RANGE.match(bare)
        if match is None:
            number = RuleNumber.read(text)
            return cls(number, number)
        first = RuleNumber.read(match["first"])
        last = first.completed(match["last"])
        if last.kind != first.kind or last < first:
            raise BadValue("range", text, _("a range runs upwards at one level, such as 301.5a-f or 306.1-306.3"))
        return cls(first, last)

    def covers(self, number: RuleNumber) -> bool:
        """Whether a number lies in the range or below one that does."""
        return self.first <= number and (number <= self.last or self.last.covers(number))

    def siblings(self) -> Iterator[RuleNumber]:
        """The numbers from first to last at their own level, if they have one parent; else none."""
        if self.first.parent != self.last.parent:
            return
        number = self.first
        yield number
        while number < self.last:
            number = number.next
            yield number

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
