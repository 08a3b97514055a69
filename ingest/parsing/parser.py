"""Parsing of classified lines to rules and glossary entries.

Guarantees: the rules come in the order printed, each with all its paragraphs and examples. A line that belongs to no
rule is added to the rule before it, and reported with its line number and text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise

from ingest.parsing.line_classifier import Line, LineKind
from kb.i18n import StoredMessage, stored_message
from kb.languages import Lang
from kb.model import Example, Finding, GlossaryEntry, Rule, standard_printed_number
from kb.rule_number import RuleNumber
from kb.text.language_detection import detect_language

_GLUED = re.compile(r"(?>(?P<head>[^\W\d_].*?\S)\s?(?=1\. .))(?P<sense>.+)")


@dataclass(frozen=True, slots=True)
class _OpenExample:
    """An example while its lines are being read."""

    lines: list[str]
    after: int
    marker: str


@dataclass(slots=True)
class _OpenRule:
    """A rule while its lines are being read."""

    number: RuleNumber
    printed: str
    line: int
    paragraphs: list[str]
    examples: list[_OpenExample] = field(default_factory=list)
    in_example: bool = False

    def add(self, line: Line, *, after_blank: bool) -> Finding | None:
        """Add a line to the rule. Return a finding if the line doesn't look like a part of the rule."""
        if line.kind is LineKind.EXAMPLE:
            self.examples.append(_OpenExample([line.text], len(self.paragraphs), line.label))
            self.in_example = True
            return None
        text = line.raw.strip()
        if self.in_example and not after_blank:
            self.examples[-1].lines.append(text)
        else:
            self.paragraphs.append(text)
            self.in_example = False
        if not after_blank or line.is_indented:
            return None
        message = stored_message(
            "line {line} belongs to no rule; kept with {number}: {beginning}",
            line=line.line_number,
            number=self.number,
            beginning=line.text[:60],
        )
        return _stray(line, message)

    def close(self, lang: Lang) -> Rule:
        """Return the finished rule."""
        text = "\n".join(self.paragraphs)
        examples = tuple(Example("\n".join(each.lines), each.after, each.marker) for each in self.examples)
        return Rule(self.number, text, examples, _text_language(text, lang), self.printed, self.line)


@dataclass(frozen=True, slots=True)
class ParsedBody:
    """The glossary and the rules of one edition, in the order printed. Chapters and sections count as rules."""

    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]
    findings: tuple[Finding, ...]


def parse_body(lines: Sequence[Line], glossary: Sequence[Line], lang: Lang) -> ParsedBody:
    """Parse an edition's body, and its glossary without the heading "Glossary". `lang` is the edition's language."""
    rules, findings = parse_rules(lines, lang)
    return ParsedBody(rules, parse_glossary(glossary, lang), findings)


def parse_rules(lines: Sequence[Line], lang: Lang) -> tuple[tuple[Rule, ...], tuple[Finding, ...]]:
    """Return the numbered rules with their paragraphs and examples, and the findings about them."""
    rules: list[_OpenRule] = []
    findings: list[Finding | None] = []
    after_blank = False
    chapters = _chapter_headings(lines)
    for line in lines:
        if line.kind is LineKind.BLANK:
            after_blank = True
            continue
        current = rules[-1] if rules else None
        number = _number(line, current, chapters)
        if number is not None:
            printed = "" if _is_usual(line.label, number) else line.label
            rules.append(_OpenRule(number, printed, line.line_number, [line.text] if line.text else []))
            if not line.text:
                findings.append(_empty(line, number))
            if printed:
                findings.append(_malformed(line, number))
        elif current is None:
            message = stored_message(
                "line {line} stands before the first rule: {beginning}", line=line.line_number, beginning=line.text[:60]
            )
            findings.append(_stray(line, message))
        else:
            findings.append(current.add(line, after_blank=after_blank))
        after_blank = False
    return tuple(rule.close(lang) for rule in rules), tuple(finding for finding in findings if finding)


def _number(line: Line, current: _OpenRule | None, chapters: frozenset[int]) -> RuleNumber | None:
    """Return the number of the rule that a line begins, or None.

    An incomplete number (`306.b`) is accepted only if its letter is the letter of the next subrule.
    """
    if line.kind is LineKind.SECTION or line.line_number in chapters:
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


def _empty(line: Line, number: RuleNumber) -> Finding:
    message = stored_message("line {line} prints {number} without a text", line=line.line_number, number=number)
    return Finding("empty-rule", message, where=str(number))


def _malformed(line: Line, number: RuleNumber) -> Finding | None:
    """Return a finding if a number is misprinted: `606. 8b`, `702.37a/b`, `306.b`, `901.4.All`.

    A missing or additional dot after the number is no misprint, nor are brackets around it.
    """
    if line.label.strip("[ ]").rstrip(".") == str(number) and line.label[-1:].isspace():
        return None
    printed = f"{line.label}{line.text.split()[0]}"
    message = stored_message(
        "line {line} prints '{printed}', read as {number}", line=line.line_number, printed=printed, number=number
    )
    return Finding("malformed-number", message, where=str(number), text=line.label.strip())


# Successive editions print the same texts.
_text_language = lru_cache(maxsize=1 << 16)(detect_language)


@lru_cache(maxsize=1 << 14)
def _is_usual(label: str, number: RuleNumber) -> bool:
    """True if `label` is the usual form of a number. Results are cached, because editions print the same numbers."""
    return label == f"{standard_printed_number(number)} "


def _chapter_headings(lines: Sequence[Line]) -> frozenset[int]:
    """Return the line numbers of chapter headings.

    `3. Card Types` is a chapter heading only if a section of chapter 3 follows directly. Otherwise it is a list item.
    """
    printed = [line for line in lines if line.kind is not LineKind.BLANK]
    return frozenset(
        line.line_number
        for line, following in pairwise(printed)
        if line.kind is LineKind.CHAPTER
        and following.kind is LineKind.SECTION
        and line.number is not None
        and following.number is not None
        and line.number.covers(following.number)
    )


def parse_glossary(lines: Iterable[Line], lang: Lang) -> tuple[GlossaryEntry, ...]:
    """Parse glossary entries: a headword alone on its line, its text below, and a blank line between entries.

    A single line between blank lines is a headword without a text if it is in alphabetical order. Otherwise it belongs
    to the entry before it, like the items of a list.
    """
    groups = groupby(lines, lambda line: line.kind is LineKind.BLANK)
    blocks = [_unglue(list(group)) for is_blank, group in groups if not is_blank]
    entries: list[list[Line]] = []
    for block, following in zip(blocks, _following_entries(blocks), strict=True):
        alone = len(block) == 1 and bool(entries)
        if alone and not _in_order(entries[-1][0], block[0], following[0] if following else None):
            entries[-1] += block
        else:
            entries.append(list(block))
    return tuple(_entry(entry, lang) for entry in entries)


def _following_entries(blocks: Sequence[list[Line]]) -> list[list[Line] | None]:
    """Return for each block the next block of several lines, or None if none follows."""
    found: list[list[Line] | None] = []
    following: list[Line] | None = None
    for block in reversed(blocks):
        found.append(following)
        following = block if len(block) > 1 else following
    return found[::-1]


def _unglue(block: list[Line]) -> list[Line]:
    """Split the first line of an entry if its headword and first sense are on the same line (`Ability1. Text`)."""
    second_sense = len(block) > 1 and block[1].raw.strip().startswith("2. ")
    glued = _GLUED.fullmatch(block[0].raw.strip()) if second_sense else None
    if glued is None:
        return block
    head, sense = (block[0]._replace(raw=glued[part], text=glued[part]) for part in ("head", "sense"))
    return [head, sense, *block[1:]]


def _in_order(before: Line, line: Line, after: Line | None) -> bool:
    """True if a line is unindented text whose alphabetical position is between the headwords before and after it."""
    if line.is_indented or line.kind is not LineKind.TEXT:
        return False
    first, second, third = (each.text.casefold() if each else "\U0010ffff" for each in (before, line, after))
    return first <= second <= third


def _entry(lines: Sequence[Line], lang: Lang) -> GlossaryEntry:
    text = "\n".join(line.raw.strip() for line in lines[1:])
    return GlossaryEntry(lines[0].raw.strip(), text, _text_language(text, lang), lines[0].line_number)


def _stray(line: Line, message: StoredMessage) -> Finding:
    return Finding("stray-line", message, where=f"line {line.line_number}", text=line.text)
