"""Numbers of places in the policy documents: `4`, `4.2`, `2.2/philosophy`, `Appendix B`, `Introduction`.

The policy documents number their chapters (`4`) and sections (`4.2`). Other places have a name: the introduction, the
appendices, and titled paragraphs, whose name is the slug of their title (`common-issues`). Each of these may have parts
with a name: `2.2/philosophy`, `common-issues/missed-trigger`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import total_ordering
from typing import Literal

from kb.errors import BadValue
from kb.i18n import _, mark_message

SectionKind = Literal["chapter", "section", "appendix", "part"]

INFRACTION_PARTS = ("penalty", "definition", "examples", "philosophy", "additional-remedy", "upgrade", "downgrade")
"""The parts of an infraction in the order in which the Infraction Procedure Guide prints them."""

INTRODUCTION = "introduction"
"""The name of the introduction. It sorts before other named places."""

# The name of an appendix: one capital letter. Slugs are in lower case, so no slug is the name of an appendix.
_APPENDIX = re.compile(r"(?:appendix|annexe|app\.?)\s+(?P<letter>[a-z])", re.IGNORECASE)
_SLUG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_NUMBER = re.compile(r"(?P<chapter>[1-9][0-9]?)(?:\.(?P<section>[1-9][0-9]{0,2}))?")
# Ranges such as "2.1-2.3", "2.1-3" and "Appendix A-C", with a hyphen or a dash. The names of other places have hyphens.
_RANGE = re.compile(
    r"(?P<first>[0-9]+(?:\.[0-9]+)?|(?:appendix|annexe|app\.?)\s+[a-z])\s*[-–—]\s*(?P<last>[0-9][0-9.]*|[a-z])",
    re.IGNORECASE,
)
# Words that people put before a number.
_CITED_AS = re.compile(r"^(?:sections?|chapters?|chapitres?)\s+(?=[0-9])", re.IGNORECASE)

_LAST_CHAPTER, _LAST_SECTION = 99, 999

_FORM = mark_message("a place in a policy document looks like 4.2, 4, Appendix B, Introduction or 2.2/philosophy")


def slug(title: str) -> str:
    """Return the name of a titled paragraph: the words of its title in lower case without accents, with hyphens.

    Raises:
        ValueError: the title has no letter to begin the name with.
    """
    plain = unicodedata.normalize("NFKD", title.replace("’", "'")).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", ""))
    name = "-".join(words).lstrip("0123456789-")
    if not name:
        raise ValueError(f"no name can be made from the title {title!r}")
    return name


@total_ordering
@dataclass(frozen=True, slots=True)
class SectionNumber:
    """The number or name of a place in a policy document. Numbers sort in the order in which documents print them.

    Named places sort before the chapters, the introduction first, and appendices after the chapters. Parts of an
    infraction sort as `INFRACTION_PARTS`, then other parts by name. Create numbers with `parse`.

    Attributes:
        chapter: 1 to 99, or 0 for a named place.
        section: the number after the dot, or 0.
        name: the letter of an appendix (`B`), the slug of a titled paragraph, or "" for a numbered place.
        part: the slug of a part, or "".
    """

    chapter: int = 0
    section: int = 0
    name: str = ""
    part: str = ""

    @classmethod
    def parse(cls, text: str) -> SectionNumber:
        """Parse a number in exactly the form that `str` returns. Raise BadValue for any other text."""
        found = cls._read(text)
        if found is None or str(found) != text:
            raise BadValue("section number", text, _(_FORM))
        return found

    @classmethod
    def parse_lenient(cls, text: str) -> SectionNumber:
        """Parse a number as people write it (`section 4.2.`, `app. b`, ` 2.2 / Philosophy`), or raise BadValue."""
        found = cls._read(_CITED_AS.sub("", text.strip()))
        if found is None:
            raise BadValue("section number", text, _(_FORM))
        return found

    @classmethod
    def _read(cls, text: str) -> SectionNumber | None:
        before, slash, after = (part.strip() for part in text.partition("/"))
        part = re.sub(r"[\s_]+", "-", after.lower())
        if slash and not _SLUG.fullmatch(part):
            return None
        before = before.rstrip(".")
        if match := _NUMBER.fullmatch(before):
            return cls(int(match["chapter"]), int(match["section"] or 0), "", part)
        if match := _APPENDIX.fullmatch(before):
            return cls(0, 0, match["letter"].upper(), part)
        name = re.sub(r"[\s_]+", "-", before.lower())
        return cls(0, 0, name, part) if _SLUG.fullmatch(name) else None

    @property
    def is_appendix(self) -> bool:
        """True for an appendix and its parts."""
        return self.name.isupper()

    @property
    def kind(self) -> SectionKind:
        """The level of the number. A named place without an appendix's letter is a chapter."""
        if self.part:
            return "part"
        if self.section:
            return "section"
        return "appendix" if self.is_appendix else "chapter"

    @property
    def parent(self) -> SectionNumber | None:
        """The number one level up, or None. The parents of 2.2/philosophy are 2.2 and 2."""
        if self.part:
            return SectionNumber(self.chapter, self.section, self.name)
        return SectionNumber(self.chapter) if self.section else None

    @property
    def own_section(self) -> SectionNumber:
        """The number without its part: the section, chapter, appendix or titled paragraph that the place belongs to."""
        return self.parent or self if self.part else self

    @property
    def next(self) -> SectionNumber:
        """The next number at the same level: 4.3 after 4.2. ValueError if there is no next number."""
        following = self._shifted(1)
        if following is None:
            raise ValueError(f"no {self.kind} follows {self}")
        return following

    @property
    def previous(self) -> SectionNumber | None:
        """The number before this one at the same level, or None for the first one and for names."""
        return self._shifted(-1)

    def _shifted(self, by: int) -> SectionNumber | None:
        if self.part or (self.name and not self.is_appendix):
            return None
        if self.is_appendix:
            letter = chr(ord(self.name) + by)
            return SectionNumber(name=letter) if "A" <= letter <= "Z" else None
        if self.section:
            section = self.section + by
            return SectionNumber(self.chapter, section) if 0 < section <= _LAST_SECTION else None
        return SectionNumber(self.chapter + by) if 0 < self.chapter + by <= _LAST_CHAPTER else None

    def covers(self, other: object) -> bool:
        """Return True if `other` is this number or anywhere below it."""
        return (
            isinstance(other, SectionNumber)
            and (self.chapter, self.name) == (other.chapter, other.name)
            and (self.section == other.section or not (self.section or self.part))
            and self.part in ("", other.part)
        )

    def expand_short_form(self, short: str) -> SectionNumber:
        """Parse a short form after this number: after 2.1, `3` is 2.3. Raise BadValue for a wrong form."""
        short = short.strip().rstrip(".")
        if self.section and not self.part and short.isdecimal():
            return SectionNumber.parse_lenient(f"{self.chapter}.{short}")
        if self.is_appendix and not self.part and len(short) == 1:
            return SectionNumber.parse_lenient(f"Appendix {short}")
        return SectionNumber.parse_lenient(short)

    @property
    def sort_key(self) -> str:
        """A text that begins with the sort key of the parent. Sort keys have the same order as their numbers.

        A name ends with `/`. Otherwise the key of `trade` would be the beginning of the key of `trades`.
        """
        if self.is_appendix:
            key = f"2{self.name}/"
        elif self.name:
            key = f"0{int(self.name != INTRODUCTION)}{self.name}/"
        else:
            key = f"1{self.chapter:02d}" + (f".{self.section:03d}" if self.section else "")
        if self.part in INFRACTION_PARTS:
            key += f"/{INFRACTION_PARTS.index(self.part)}{self.part}/"
        elif self.part:
            key += f"/9{self.part}/"
        return key

    def __lt__(self, other: SectionNumber) -> bool:
        return self.sort_key < other.sort_key

    def __str__(self) -> str:
        if self.is_appendix:
            main = f"Appendix {self.name}"
        elif self.name:
            main = "Introduction" if self.name == INTRODUCTION else self.name
        else:
            main = f"{self.chapter}.{self.section}" if self.section else str(self.chapter)
        return f"{main}/{self.part}" if self.part else main


@dataclass(frozen=True, slots=True)
class SectionRange:
    """A range of numbers of one level in a policy document: `2.1-2.3`. It includes both ends and everything below."""

    first: SectionNumber
    last: SectionNumber

    @classmethod
    def parse(cls, text: str) -> SectionRange:
        """Parse one number, or a range as people write it: `2.1-2.3`, `2.1–3`, `Appendix A-C`.

        Raises:
            BadValue: an end is no number, the ends have different levels, or the range runs backwards.
        """
        match = _RANGE.fullmatch(_CITED_AS.sub("", text.strip()))
        if match is None:
            number = SectionNumber.parse_lenient(text)
            return cls(number, number)
        first = SectionNumber.parse_lenient(match["first"])
        last = first.expand_short_form(match["last"])
        if last.kind != first.kind or last < first:
            raise BadValue("range", text, _("a range runs upwards at one level, such as 2.1-2.5 or Appendix A-C"))
        return cls(first, last)

    def covers(self, number: object) -> bool:
        """Return True if a number is in the range or below a number of the range."""
        if not isinstance(number, SectionNumber):
            return False
        return self.first <= number and (number <= self.last or self.last.covers(number))

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def as_section_range(numbers: object) -> SectionRange | None:
    """Return a range of places of a policy document, or None for None. TypeError for numbers of another document."""
    if numbers is None or isinstance(numbers, SectionRange):
        return numbers
    raise TypeError(f"{numbers} are no places of a policy document")
