"""From classified lines to rules and glossary entries: a small state machine.

Guarantees: the rules come in the order printed, each with all its paragraphs and examples; a line
that belongs to nothing is reported with its place and text, and kept with the rule before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, pairwise

from ingest.language import language
from ingest.lines import Line, LineKind
from kb.languages import Lang
from kb.model import Example, Finding, GlossaryEntry, Rule, usual_form
from kb.number import RuleNumber
from kb.tongue import Kept, kept

_GLUED = re.compile(r"(?P<head>[^\W\d_].*?\S)\s?(?P<sense>1\. .+)")


@dataclass(slots=True)
class _Open:
    """A rule while its lines are being read."""

    number: RuleNumber
    printed: str
    line: int
    paragraphs: list[str]
    examples: list[Example] = field(default_factory=list)
    in_example: bool = False

    def add(self, line: Line, *, after_blank: bool) -> Finding | None:
        """Take a line that belongs to the rule, or to none; the latter is a finding."""
        if line.kind is LineKind.EXAMPLE:
            self.examples.append(Example(line.text, len(self.paragraphs), line.label))
            self.in_example = True
            return None
        text = line.raw.strip()
        if self.in_example and not after_blank:
            last = self.examples[-1]
            self.examples[-1] = replace(last, text=f"{last.text}\n{text}")
        else:
            self.paragraphs.append(text)
            self.in_example = False
        if after_blank and not line.indented:
            return _stray(
                line,
                kept(
                    "line {line} belongs to no rule; kept with {number}: {beginning}",
                    line=line.place,
                    number=self.number,
                    beginning=line.text[:60],
                ),
            )
        return None

    def close(self, lang: Lang) -> Rule:
        """The rule as it stands."""
        text = "\n".join(self.paragraphs)
        return Rule(
            self.number,
            text,
            tuple(self.examples),
            text_lang=language(text, lang),
            printed=self.printed,
            line=self.line,
        )


@dataclass(frozen=True, slots=True)
class Body:
    """What was read from the lines of one edition.

    Attributes:
        rules: chapters, sections, rules and subrules, in the order printed.
        glossary: entries in the order printed.
        findings: lines that belong to nothing.
    """

    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]
    findings: tuple[Finding, ...]


def parse(lines: Sequence[Line], glossary: Sequence[Line], lang: Lang) -> Body:
    """Read the rules and the glossary of one edition.

    Args:
        lines: the body, from its first heading or rule on.
        glossary: the glossary without its heading; empty if there is none.
        lang: the language of the edition; a rule in the other one is marked as such.
    """
    rules, findings = parse_rules(lines, lang)
    return Body(rules, parse_glossary(glossary, lang), findings)


def parse_rules(lines: Sequence[Line], lang: Lang) -> tuple[tuple[Rule, ...], tuple[Finding, ...]]:
    """Read numbered rules with their paragraphs and examples."""
    rules: list[Rule] = []
    findings: list[Finding | None] = []
    current: _Open | None = None
    after_blank = False
    headings = _chapter_places(lines)
    for line in lines:
        if line.kind is LineKind.BLANK:
            after_blank = True
            continue
        number = _number(line, current, headings)
        if number is not None:
            if current is not None:
                rules.append(current.close(lang))
            printed = "" if _usual(line.label, number) else line.label
            current = _Open(number, printed, line.place, [line.text])
            if printed:
                findings.append(_malformed(line, number))
        elif current is None:
            message = kept(
                "line {line} stands before the first rule: {beginning}", line=line.place, beginning=line.text[:60]
            )
            findings.append(_stray(line, message))
        else:
            findings.append(current.add(line, after_blank=after_blank))
        after_blank = False
    if current is not None:
        rules.append(current.close(lang))
    return tuple(rules), tuple(finding for finding in findings if finding)


def _number(line: Line, current: _Open | None, headings: frozenset[int]) -> RuleNumber | None:
    """The number that a line begins a rule with, or None.

    A number that lacks its rule (`306.b`) is read only where it can be nothing but the next subrule.
    """
    if line.kind is LineKind.SECTION or line.place in headings:
        return line.number
    if line.kind is not LineKind.RULE:
        return None
    if line.number is not None or current is None or not current.number.rule:
        return line.number
    before = current.number
    expected = before.next if before.subrule else RuleNumber(before.chapter, before.section, before.rule, 1)
    printed = "".join(line.label.split()).rstrip(".")
    letters = str(expected).removeprefix(f"{before.section}.{before.rule}")
    return expected if printed == f"{before.section}.{letters}" else None


def _malformed(line: Line, number: RuleNumber) -> Finding | None:
    """A finding if a number isn't printed as a number: `606. 8b`, `702.37a/b`, `306.b`, `901.4.All`."""
    if _well_formed(line.label, number):
        return None
    return Finding(
        "malformed-number",
        kept(
            "line {line} prints '{printed}', read as {number}",
            line=line.place,
            printed=f"{line.label}{line.text.split()[0]}",
            number=number,
        ),
        where=str(number),
        text=line.label.strip(),
    )


@lru_cache(maxsize=1 << 14)
def _usual(label: str, number: RuleNumber) -> bool:
    """Whether a number is printed as the rules usually do.

    Remembered: one edition after another prints the same numbers.
    """
    return label == f"{usual_form(number)} "


def _well_formed(label: str, number: RuleNumber) -> bool:
    """Whether a label is just its number; a dot too many or too few after it is no matter."""
    return label.rstrip().rstrip(".") == str(number) and label[-1:].isspace()


def _chapter_places(lines: Sequence[Line]) -> frozenset[int]:
    """Where chapter headings stand: `3. Card Types` counts only if a section of chapter 3 follows.

    A numbered item of a list inside a rule looks the same.
    """
    places = []
    printed = [line for line in lines if line.kind is not LineKind.BLANK]
    for line, following in pairwise(printed):
        if line.kind is not LineKind.CHAPTER or following.kind is not LineKind.SECTION:
            continue
        if line.number is not None and following.number is not None and line.number.covers(following.number):
            places.append(line.place)
    return frozenset(places)


def parse_glossary(lines: Iterable[Line], lang: Lang) -> tuple[GlossaryEntry, ...]:
    """Read glossary entries: a headword alone on its line, its text below, a blank line between.

    A block of one line has no text. It is a headword if it stands in alphabetical order (the text was
    left out, or is the list that follows), else it belongs to the entry before it.
    """
    blocks = [_unglued(block) for block in _blocks(lines)]
    entries: list[list[Line]] = []
    for place, block in enumerate(blocks):
        following = next((other for other in blocks[place + 1 :] if len(other) > 1), None)
        alone = len(block) == 1 and bool(entries)
        if alone and not _in_order(entries[-1][0], block[0], following[0] if following else None):
            entries[-1] += block
        else:
            entries.append(list(block))
    return tuple(_entry(entry, lang) for entry in entries)


def _blocks(lines: Iterable[Line]) -> list[list[Line]]:
    """The stretches of lines between blank ones."""
    return [list(stretch) for blank, stretch in groupby(lines, lambda line: line.kind is LineKind.BLANK) if not blank]


def _unglued(block: list[Line]) -> list[Line]:
    """A block whose headword runs into its first sense (`Ability1. Text`), taken apart."""
    second_sense = len(block) > 1 and block[1].raw.strip().startswith("2. ")
    glued = _GLUED.fullmatch(block[0].raw.strip()) if second_sense else None
    if glued is None:
        return block
    head, sense = (block[0]._replace(raw=glued[part], text=glued[part]) for part in ("head", "sense"))
    return [head, sense, *block[1:]]


def _in_order(before: Line, line: Line, after: Line | None) -> bool:
    """Whether a headword stands between two others in alphabetical order, and isn't set in."""
    if line.indented or line.kind is not LineKind.TEXT:
        return False
    first, second, third = (each.text.casefold() if each else "\U0010ffff" for each in (before, line, after))
    return first <= second <= third


def _entry(lines: Sequence[Line], lang: Lang) -> GlossaryEntry:
    text = "\n".join(line.raw.strip() for line in lines[1:])
    return GlossaryEntry(lines[0].raw.strip(), text, language(text, lang), lines[0].place)


def _stray(line: Line, message: Kept) -> Finding:
    return Finding("stray-line", message, where=f"line {line.place}", text=line.text)
