"""What an edition of the rules is made of.

These values cross every module border. They are frozen; where they come from (line numbers) is kept
but doesn't count when two are compared. Texts are as printed: nothing here is normalised.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Literal

from kb.languages import Lang
from kb.number import RuleNumber

Status = Literal["current", "deprecated", "removed"]
PartKind = Literal["introduction", "contents", "credits", "article", "after"]

FINISHED = ("xliff", "po")
"""The formats of finished translations: an excerpt in one of them speaks after an edition of its own day."""

# A heading is a few words without a full stop ("Flying", "Start Your Engines!").
_HEADING = re.compile(r"(?!.*[.?!:;] )[^\W\d_a-z][^\n]{0,79}(?<![.?:;,)”\"»])")

# Rules that only say that something used to be so begin with this word (306.4, 306.7 since 2018).
_PREVIOUSLY: dict[Lang, str] = {"en": "Previously, ", "fr": "Précédemment, "}
_OBSOLETE: dict[Lang, str] = {"en": "(Obsolete)", "fr": "(Obsolète)"}

_SENSE = re.compile(r"^(?P<place>[1-9][0-9]?)\. (?P<text>.+)$")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a source or an edition, found while taking it in.

    Attributes:
        code: short and fixed, such as `lossy` or `date-mismatch`.
        message: one sentence for people: in their language, or kept in English to be told in it
            (`kb.tongue.told`).
        where: the rule number, headword or line that it concerns; empty for the whole.
        text: the offending text as printed.
        target: for a reference, the number that it points to.
    """

    code: str
    message: str
    where: str = ""
    text: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """The document that an edition came from.

    Attributes:
        name: path or address as the user gave it, or the file name of a starter document.
        sha256: of its bytes, in hexadecimal.
        size: in bytes.
        format: which format it was read as.
        encoding: how its bytes were read.
        title: what the document is, in words.
        site: the site that it was taken from, where known.
        fetched: when it was taken in (UTC, ISO 8601).
        holds: the languages of the rules in it; some may have been left out.
    """

    name: str
    sha256: str
    size: int
    format: str
    encoding: str
    title: str = ""
    site: str = ""
    fetched: str = ""
    holds: tuple[Lang, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example that the rules print under a rule.

    Attributes:
        text: as printed, without the word "Example" before it.
        after: how many paragraphs of the rule's own text stand before it.
        marker: the word that introduces it, as printed.
    """

    text: str
    after: int = 1
    marker: str = "Example:"


@dataclass(frozen=True, slots=True)
class Rule:
    """A chapter, section, rule or subrule as one edition prints it.

    Attributes:
        number: its number, as read.
        text: its own text without number and examples; paragraphs are lines. For a chapter or a
            section, its heading.
        examples: in the order printed.
        text_lang: the language that the text really is in; a French page may leave a rule in English.
        printed: the number as printed, with the space after it, where that isn't the usual form and
            one space (see `usual_form`); else "".
        line: line of the source at which it begins.
    """

    number: RuleNumber
    text: str
    examples: tuple[Example, ...] = ()
    text_lang: Lang = "en"
    printed: str = ""
    line: int = field(default=0, compare=False)

    @property
    def title(self) -> str | None:
        """The heading that this is, or None for a rule with a text of its own."""
        return heading(self.number, self.text)

    @property
    def status(self) -> Status:
        """`deprecated` if the text only says that something used to be so, else `current`."""
        return text_status(self.text, self.text_lang)


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A headword of the glossary with what it means.

    Attributes:
        term: the headword as printed.
        text: its explanation; paragraphs and senses are lines.
        text_lang: language of the text.
        line: line of the source at which it begins.
    """

    term: str
    text: str
    text_lang: Lang = "en"
    line: int = field(default=0, compare=False)

    @property
    def senses(self) -> tuple[str, ...]:
        """The numbered senses without their numbers; the whole text if it has none.

        A line without a number continues the sense before it, except after the last, where it
        concerns the entry as a whole ("See rule 113, “Abilities.”") and stands as its own item. So do
        the lines before the first.
        """
        lines = self.text.split("\n")
        numbered: list[int] = []
        for at, line in enumerate(lines):
            match = _SENSE.match(line)
            if match and int(match["place"]) == len(numbered) + 1:
                numbered.append(at)
                lines[at] = match["text"]
        if not numbered:
            return (self.text,)
        first, last = numbered[0], numbered[-1]
        before = ["\n".join(lines[:first])] if first else []
        senses = ["\n".join(lines[begin:end]) for begin, end in pairwise(numbered)]
        return (*before, *senses, *lines[last:])

    @property
    def obsolete(self) -> bool:
        """Whether the glossary marks the term, in every sense, as one that is no longer used."""
        mark = _OBSOLETE[self.text_lang]
        meanings = [sense for sense in self.senses if not sense.startswith(("See ", "Voir "))]
        return mark in self.term or all(sense.startswith(mark) for sense in meanings or ("",))

    @property
    def names(self) -> tuple[str, ...]:
        """What the entry is found under: the headword without its mark, then each of its variants.

        "Remove from the Game, Removed, Removed-from-the-Game Zone (Obsolete)" has four names.
        """
        whole = self.term.replace(_OBSOLETE[self.text_lang], "").strip()
        variants = [variant.strip() for variant in whole.split(", ")]
        return (whole, *variants) if len(variants) > 1 else (whole,)


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text that points to a rule, a range, a section, a chapter or entries of the glossary.

    It has either a target or a term.

    Attributes:
        text: the words of the reference, with the title it quotes.
        start: offset of its first character in the text that it stands in.
        end: offset after its last character.
        target: the number pointed to, or the lower end of a range; None if it points to the glossary.
        target_end: the upper end of a range, else None.
        example: the index of the example that it stands in; None in the rule's own text.
        title: the title that it quotes ("Casting Spells"), without quotes; else "".
        term: the headwords that it names, as it names them ("Tap, Tapped, and Untap"); else "".
    """

    text: str
    start: int
    end: int
    target: RuleNumber | None
    target_end: RuleNumber | None = None
    example: int | None = None
    title: str = ""
    term: str = ""

    @property
    def numbers(self) -> tuple[RuleNumber, ...]:
        """The numbers that it names: one, the two ends of a range, or none."""
        return tuple(number for number in (self.target, self.target_end) if number is not None)

    @property
    def label(self) -> str:
        """The target in the form that every command takes (`606`, `301.5a-301.5f`), or the term."""
        return "-".join(map(str, self.numbers)) or self.term


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a source that isn't rules, kept so that nothing is lost.

    Attributes:
        kind: what it is; `article` stands before the rules of a page, `after` behind them
            (readers' comments, navigation).
        text: as printed.
    """

    kind: PartKind
    text: str


@dataclass(frozen=True, slots=True)
class TypeList:
    """A list of types that a page prints, such as its planeswalker types or a row of a table.

    Attributes:
        name: what is listed ("planeswalker types"), or the row's label.
        items: in the order printed.
        table: the table that the list is a row of; empty for a list of its own.
    """

    name: str
    items: tuple[str, ...]
    table: str = ""


@dataclass(frozen=True, slots=True)
class Edition:
    """One published state of the rules in one language, or an excerpt of it.

    Attributes:
        lang: its language.
        effective: the day from which it holds.
        partial: True for an excerpt. What an excerpt doesn't say, it says nothing about.
        until: for an excerpt, the last day of which it is known that its text still held.
        lossy: True if the source has lost punctuation; its text is never preferred to a clean one.
        source: the document it came from.
        rules: chapters, sections, rules and subrules in the order printed.
        glossary: in the order printed.
        parts: what else the source holds.
        lists: lists of types that the source prints beside the rules.
        findings: what is wrong with it.
    """

    lang: Lang
    effective: date
    partial: bool
    source: Source
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...] = ()
    parts: tuple[Part, ...] = ()
    lists: tuple[TypeList, ...] = ()
    findings: tuple[Finding, ...] = ()
    until: date | None = None
    lossy: bool = False

    @property
    def counts(self) -> Counts:
        """How much of each kind the edition prints."""
        kinds = [rule.number.kind for rule in self.rules]
        return Counts(
            sections=kinds.count("section"),
            rules=kinds.count("rule"),
            subrules=kinds.count("subrule"),
            examples=sum(len(rule.examples) for rule in self.rules),
            glossary=len(self.glossary),
        )


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sections (306), rules (306.5), subrules (306.5d), examples and headwords there are."""

    sections: int = 0
    rules: int = 0
    subrules: int = 0
    examples: int = 0
    glossary: int = 0


def usual_form(number: RuleNumber) -> str:
    """The form in which the rules print a number before its text: `306.`, `306.5.`, but `306.5d`."""
    return str(number) if number.kind == "subrule" else f"{number}."


def heading(number: RuleNumber, text: str) -> str | None:
    """The heading that a numbered text is, or None.

    Chapters and sections always are; a rule is where its text is a few words without a full stop
    ("702.9. Flying").
    """
    if number.kind in ("chapter", "section"):
        return text
    return text if number.kind == "rule" and _HEADING.fullmatch(text) else None


def text_status(text: str, lang: Lang) -> Status:
    """Whether a rule's text only says that something used to be so.

    Source of the fact: the rules word every such rule "Previously, ..."; a rule that merely
    mentions the past doesn't begin with that word.
    """
    return "deprecated" if text.startswith(_PREVIOUSLY[lang]) else "current"
