"""From classified lines to rules and glossary entries: a small state machine.

Guarantees: the rules come in the order printed, each with all its paragraphs and examples; a line
that belongs to nothing is reported with its place and text, and kept with the rule before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.language import language
from ingest.lines import Line, LineKind
from kb.model import Example, Finding, GlossaryEntry, Lang, Rule, usual_form
from kb.number import RuleNumber


@dataclass(slots=True)
class _Open:
    """A rule while its lines are being read."""

    number: RuleNumber
    label: str
    line: int
    paragraphs: list[str]
    examples: list[Example] = field(default_factory=list)

    def close(self, lang: Lang) -> Rule:
        text = "\n".join(self.paragraphs)
        usual = usual_form(self.number)
        return Rule(
            self.number,
            text,
            tuple(self.examples),
            text_lang=language(text, default=lang),
            printed="" if self.label == usual else self.label,
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
    findings: list[Finding] = []
    current: _Open | None = None
    after_blank = in_example = False
    headings = _chapter_places(lines)
    for line in lines:
        if line.kind is LineKind.BLANK:
            after_blank = True
            continue
        numbered = line.kind in (LineKind.RULE, LineKind.SECTION) or line.place in headings
        if numbered and line.number is not None:
            if current is not None:
                rules.append(current.close(lang))
            current, in_example = _Open(line.number, line.label, line.place, [line.text]), False
        elif current is None:
            findings.append(_stray(line, "stands before the first rule"))
        elif line.kind is LineKind.EXAMPLE:
            current.examples.append(Example(line.text, len(current.paragraphs), line.label))
            in_example = True
        else:
            text = line.raw.strip()
            if after_blank and not line.indented:
                findings.append(_stray(line, f"belongs to no rule; kept with {current.number}"))
            if in_example and not after_blank:
                last = current.examples[-1]
                current.examples[-1] = Example(f"{last.text}\n{text}", last.after, last.marker)
            else:
                current.paragraphs.append(text)
                in_example = False
        after_blank = False
    if current is not None:
        rules.append(current.close(lang))
    return tuple(rules), tuple(findings)


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
    """Read glossary entries: a headword alone on its line, its text below, a blank line between."""
    entries: list[GlossaryEntry] = []
    block: list[Line] = []
    for line in (*lines, Line(0, LineKind.BLANK, "")):
        if line.kind is not LineKind.BLANK:
            block.append(line)
        elif block:
            text = "\n".join(entry_line.raw.strip() for entry_line in block[1:])
            entries.append(GlossaryEntry(block[0].raw.strip(), text, language(text, default=lang), block[0].place))
            block = []
    return tuple(entries)


def _stray(line: Line, why: str) -> Finding:
    return Finding(
        "stray-line", f"line {line.place} {why}: {line.text[:60]}", where=f"line {line.place}", text=line.text
    )
