"""Detection of the rules in a page that also has other text.

A page may quote the same rules twice, in two languages or two wordings. A *run* is a series of numbered rules. If the
numbers start again, a new run begins. The text before, between and after the runs is kept separately.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ingest.formats.base import RawEdition
from ingest.parsing.effective_date import find_effective_date
from ingest.parsing.line_classifier import Line, LineKind
from kb.languages import Lang
from kb.model import Part
from kb.rule_number import RuleNumber
from kb.text.language_detection import detect_language

_NUMBERED = (LineKind.SECTION, LineKind.RULE)
_BULLETED = re.compile(r"\s*[•◦▪‣·*–-]\s")


@dataclass(frozen=True, slots=True)
class RuleRun:
    """A run of rules with their paragraphs and examples: the lines `start` to `end - 1` of a page."""

    lines: tuple[Line, ...]
    start: int
    end: int

    @property
    def rule_count(self) -> int:
        """The number of rules in the run."""
        return sum(line.kind is LineKind.RULE for line in self.lines)

    def language(self, default: Lang = "en") -> Lang:
        """Return the language of the run's text, or `default` if its words don't decide."""
        return detect_language("\n".join(line.text for line in self.lines), default)


def find_runs(
    lines: Sequence[Line], is_heading: Callable[[Line], bool], *, quotations: bool = False
) -> tuple[RuleRun, ...]:
    """Find the runs of a page. A line below a heading of the page never belongs to a rule above the heading.

    With `quotations`, each heading introduces a quotation of rules, so a run ends at a heading. If a run begins
    with the heading of a section, the run also ends before the first rule whose section has no heading in the run.
    """
    found: list[RuleRun] = []
    stretch: list[int] = []
    seen: dict[RuleNumber, int] = {}
    for at, line in enumerate(lines):
        if line.kind not in _NUMBERED or line.number is None:
            continue
        section = RuleNumber(line.number.chapter, line.number.section)
        ends = line.number in seen and _starts_over(lines, seen[line.number], stretch[-1], at)
        if quotations and stretch:
            opened = section in seen or line.kind is LineKind.SECTION or lines[stretch[0]].kind is LineKind.RULE
            ends = ends or not opened or any(map(is_heading, lines[stretch[-1] + 1 : at]))
        if ends:
            found.append(_run(lines, stretch, is_heading))
            stretch, seen = [], {}
        stretch.append(at)
        for number in (line.number, section):
            seen.setdefault(number, at)
    if stretch:
        found.append(_run(lines, stretch, is_heading))
    return tuple(run for run in found if run.rule_count)


def _starts_over(lines: Sequence[Line], earlier: int, previous: int, at: int) -> bool:
    """True if a new run begins at index `at`, where a number is repeated that occurred at index `earlier`.

    `previous` is the index of the last numbered line before `at`. A repeated section heading begins a new run. So does
    a repeated rule, if text other than list items is between the lines `previous` and `at`. Without text in between, a
    number printed twice in a row begins no new run. Any other repeated rule begins a new run if it is in another
    language or is the first rule of its section.
    """
    line = lines[at]
    between = lines[previous + 1 : at]
    if line.kind is LineKind.SECTION or any(
        other.kind is LineKind.TEXT and not _BULLETED.match(other.raw) for other in between
    ):
        return True
    if previous == earlier:
        return False
    first_of_section = line.number is not None and line.number.rule == 1 and not line.number.subrule
    return first_of_section or detect_language(line.text) != detect_language(lines[earlier].text)


def _run(lines: Sequence[Line], stretch: Sequence[int], is_heading: Callable[[Line], bool]) -> RuleRun:
    """Return the run of the numbered lines at the indexes `stretch`, with all other lines of their rules."""
    kept: list[Line] = []
    for at, following in zip(stretch, (*stretch[1:], len(lines)), strict=True):
        kept.append(lines[at])
        final = at == stretch[-1]
        for line in lines[at + 1 : following]:
            if is_heading(line) or (final and not _belongs(line, lines[at], kept)):
                break
            kept.append(line)
    while kept[-1].kind is LineKind.BLANK:
        kept.pop()
    first = stretch[0]
    chapter = first - 1
    while chapter >= 0 and lines[chapter].kind is LineKind.BLANK:
        chapter -= 1
    if chapter >= 0 and lines[chapter].kind is LineKind.CHAPTER:
        first = chapter
        kept.insert(0, lines[chapter])
    return RuleRun(tuple(kept), first, lines.index(kept[-1], stretch[-1]) + 1)


def _belongs(line: Line, rule: Line, kept: Sequence[Line]) -> bool:
    """True if `line`, below the last rule of a run, belongs to this rule. `kept` are the run's lines above `line`.

    Examples belong to the rule. A line without a blank line above it belongs to the rule if it is indented further than
    the rule. A list belongs to the rule if no blank line is above it, or if the text above it ends with a colon. Any
    other list may be the page's navigation.
    """
    if line.kind in (LineKind.BLANK, LineKind.EXAMPLE):
        return True
    after_blank = kept[-1].kind is LineKind.BLANK
    if _indent(line) > _indent(rule) and not after_blank:
        return True
    if not _BULLETED.match(line.raw) or _BULLETED.match(rule.raw):
        return False
    above = next(other for other in reversed(kept) if other.kind is not LineKind.BLANK)
    return not after_blank or above.text.endswith(":")


def _indent(line: Line) -> int:
    return len(line.raw) - len(line.raw.lstrip())


def parts_outside(lines: Sequence[Line], kept: Sequence[RuleRun]) -> tuple[Part, ...]:
    """Return the page's text outside the runs: the article before and between them, and the text after the last run."""
    inside = {line.line_number for run in kept for line in run.lines}
    last = max(run.end for run in kept)
    before = [line.raw for line in lines[:last] if line.line_number not in inside]
    after = [line.raw for line in lines[last:]]
    article, rest = "\n".join(before).strip(), "\n".join(after).strip()
    return tuple(part for part in (Part("article", article), Part("after", rest)) if part.text)


def read_main_run(lines: Sequence[Line], is_heading: Callable[[Line], bool]) -> tuple[tuple[RawEdition, int], ...]:
    """Return the edition in the longest run and the index after this run, or an empty tuple if there are no rules."""
    found = find_runs(lines, is_heading)
    if not found:
        return ()
    run = max(found, key=lambda run: run.rule_count)
    reading = RawEdition(
        lang=run.language(),
        lines=run.lines,
        effective=find_effective_date("\n".join(line.raw for line in lines)),
        parts=parts_outside(lines, (run,)),
    )
    return ((reading, run.end),)
