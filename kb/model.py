"""The parts of an edition of the rules: frozen dataclasses that all modules share.

Texts are as printed, not normalised. Line numbers of the source are stored, but comparisons ignore them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from kb.languages import Lang
from kb.rule_number import RuleNumber, as_rule_number
from kb.rule_text import Status, heading, part_title, text_status

if TYPE_CHECKING:
    from kb.documents import Doc, Number

PartKind = Literal["introduction", "contents", "credits", "article", "after", "furniture"]

_OBSOLETE: dict[Lang, str] = {"en": "(Obsolete)", "fr": "(Obsolète)"}

_SENSE = re.compile(r"^(?P<place>[1-9][0-9]?)\. (?P<text>.+)$")


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect of a source or an edition, found by the ingest or the audit.

    Attributes:
        code: a fixed code, such as `lossy` or `date-mismatch`.
        message: one sentence in the user's language, or a `StoredMessage`.
        where: the rule number, headword or line, or "" for the whole edition.
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
        sha256: the document's hash, in hexadecimal.
        size: the document's size in bytes.
        format: the name of a format in `ingest.formats`.
        title: a description of the document.
        site: the site that the document was downloaded from, if known.
        fetched: the time of the ingest (UTC, ISO 8601).
        languages: the languages of the document's rules, whether or not they were ingested.
        location: the absolute path, or the normal form of the address; "" for a starter document.
    """

    name: str
    sha256: str
    size: int
    format: str
    encoding: str
    title: str = ""
    site: str = ""
    fetched: str = ""
    languages: tuple[Lang, ...] = ()
    location: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """An example that the rules print under a rule.

    Attributes:
        text: the example as printed, without the marker.
        after: the number of paragraphs of the rule's own text before the example.
        marker: the word before the example, as printed.
    """

    text: str
    after: int = 1
    marker: str = "Example:"


@dataclass(frozen=True, slots=True)
class Rule:
    """A chapter, section, rule or subrule as one edition prints it; in a policy document, one of its places.

    In a policy document, the first line of a text is the title as printed. Parts of an infraction have no such line,
    since their number names them. Further lines are the paragraphs. A row of a table is a line whose cells are
    separated by tabs. The lettered examples of an infraction are examples of its part `examples`.

    Attributes:
        text: the text without number and examples, a line for each paragraph; for a chapter or section, the heading.
        examples: the examples in the order printed.
        text_lang: the language of the text. A French edition may leave a rule in English.
        printed_number: the number and the space after it as printed. "" stands for the usual case: the number as
            `standard_printed_number` returns it, and one space. For a part of an infraction, the printed title.
        line: the line of the source at which the rule begins.
    """

    number: Number
    text: str
    examples: tuple[Example, ...] = ()
    text_lang: Lang = "en"
    printed_number: str = ""
    line: int = field(default=0, compare=False)

    @property
    def cr_number(self) -> RuleNumber:
        """The number, for code that reads the Comprehensive Rules only. TypeError for a place of another document."""
        return as_rule_number(self.number)

    @property
    def texts(self) -> tuple[str, ...]:
        """The text and the texts of the examples."""
        return (self.text, *(example.text for example in self.examples))

    @property
    def text_with_examples(self) -> str:
        """The text and the texts of the examples, one paragraph each."""
        return "\n".join(self.texts)

    @property
    def title(self) -> str | None:
        """The text if it is a heading, or None if it isn't."""
        return heading(self.number, self.text)

    @property
    def status(self) -> Status:
        """`deprecated` or `current`, see `text_status`."""
        return text_status(self.text, self.text_lang)


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A headword of the glossary with its definition.

    Attributes:
        term: the headword as printed.
        text: the definition, one line for each paragraph or sense.
        line: the line of the source at which the entry begins.
        translates: for an entry of a finished translation, the English headword of the edition of the same day.
        replaces: for an entry of a finished translation, its former French headword, if that was another one.
    """

    term: str
    text: str
    text_lang: Lang = "en"
    line: int = field(default=0, compare=False)
    translates: str = ""
    replaces: str = ""

    @property
    def texts(self) -> tuple[str, str]:
        """The headword and the definition."""
        return self.term, self.text

    @property
    def whole_text(self) -> str:
        """The headword and the definition, one paragraph each."""
        return "\n".join(self.texts)

    @property
    def senses(self) -> tuple[str, ...]:
        """The numbered senses without their numbers, or the whole text if it has no numbered senses.

        A line between two senses continues the first of the two. The lines before the first sense are one item. Each
        line after the last sense is an item, because it concerns the whole entry ("See rule 113, “Abilities.”").
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
    def is_obsolete(self) -> bool:
        """True if the glossary marks the term as obsolete in every sense."""
        mark = _OBSOLETE[self.text_lang]
        meanings = [sense for sense in self.senses if not sense.startswith(("See ", "Voir "))]
        return mark in self.term or all(sense.startswith(mark) for sense in meanings or ("",))

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which the entry is found: the headword without "(Obsolete)", then each of its variants.

        "Remove from the Game, Removed, Removed-from-the-Game Zone (Obsolete)" has four names.
        """
        whole = self.term.replace(_OBSOLETE[self.text_lang], "").strip()
        variants = [variant.strip() for variant in whole.split(", ")]
        return (whole, *variants) if len(variants) > 1 else (whole,)


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference in a text to a rule, a range, a section, a chapter or entries of the glossary.

    Every reference has either a target or a term.

    Attributes:
        text: the words of the reference, including a quoted title.
        start: offset of the reference's first character in the text or example.
        end: offset after the reference's last character.
        target: the number or the lower end of a range, or None for a reference to the glossary.
        target_end: the upper end of a range, or None if the target isn't a range.
        example: index of the example that contains the reference, or None in the rule's own text.
        title: the quoted title ("Casting Spells") without quotation marks, or "" if no title is quoted.
        term: the headwords as the reference writes them ("Tap, Tapped, and Untap"), or "" for a reference to a number.
        doc: the document of the target.
    """

    text: str
    start: int
    end: int
    target: Number | None
    target_end: Number | None = None
    example: int | None = None
    title: str = ""
    term: str = ""
    doc: Doc = "cr"

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The target, or both ends of a range. It is empty for a reference to the glossary."""
        return tuple(number for number in (self.target, self.target_end) if number is not None)

    @property
    def label(self) -> str:
        """The target in the form that every command accepts (`606`, `301.5a-301.5f`), or the term."""
        return "-".join(map(str, self.numbers)) or self.term


@dataclass(frozen=True, slots=True)
class Part:
    """A passage of a source besides the rules, as printed. It is stored so that nothing is lost.

    On a web page, the `article` precedes the rules, and `after` (comments, navigation) follows them.
    """

    kind: PartKind
    text: str


@dataclass(frozen=True, slots=True)
class TypeList:
    """A list of types that a page prints beside the rules.

    Attributes:
        name: the kind of types ("planeswalker types"), or the label of a table row.
        items: the types in the order printed.
        table: the table in which the list is a row, or "" for a separate list.
    """

    name: str
    items: tuple[str, ...]
    table: str = ""


@dataclass(frozen=True, slots=True)
class Edition:
    """One published state of the rules, or of another document, in one language, or an excerpt of it.

    Attributes:
        effective: the first day on which the edition is in force.
        partial: True for an excerpt. An excerpt says nothing about rules that it doesn't print.
        rules: chapters, sections, rules and subrules in the order printed.
        glossary: the headwords in the order printed.
        parts: other passages of the source.
        lists: lists of types that the source prints.
        findings: the defects of the edition and its source.
        until: for an excerpt, the last day on which its text is known to have been in force.
        lossy: True if the source has lost punctuation. A clean text is always preferred to a lossy text.
        doc: the document that this is an edition of.
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
    doc: Doc = "cr"

    @property
    def counts(self) -> Counts:
        """The counts of sections, rules, subrules, examples and headwords."""
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
    """Counts of sections (306), rules (306.5), subrules (306.5d), examples and headwords."""

    sections: int = 0
    rules: int = 0
    subrules: int = 0
    examples: int = 0
    glossary: int = 0


def standard_printed_number(number: Number) -> str:
    """Return a number as its document prints it before the text: `306.`, `306.5.`, but `306.5d`, `4.2` in the MTR.

    A place with a name prints nothing before its title. A part of an infraction prints its title.
    """
    if not isinstance(number, RuleNumber):
        if number.kind == "appendix":
            return f"{number} —"
        if number.part:
            return part_title(number) or ""
        return "" if number.name else f"{number}." if number.kind == "chapter" else str(number)
    return str(number) if number.kind == "subrule" else f"{number}."
