"""Pages that print each number alone on a line and the rule's text below the number, as some French sites do.

Such pages are copied by hand or by an unsuitable program. A number may be printed twice, or may be lost although its
text is there. A number printed twice gives two rules, in the order printed. A paragraph without its number is added to
the rule before it and reported. A number without a text gives an empty rule, if the rules around it show that it is in
its place.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby

from ingest.formats import text as plain
from ingest.formats import wiki_fr
from ingest.formats.base import RawEdition
from ingest.formats.page_sections import RuleRun, find_runs, parts_outside
from ingest.parsing.effective_date import find_effective_date
from ingest.parsing.line_classifier import Line, LineKind, classify_lines
from kb.languages import Lang
from kb.model import standard_printed_number
from kb.rule_number import RuleNumber
from kb.text.language_detection import detect_language

NAME = "number-lines"

_BULLET = r"\s*(?:[•◦▪‣·*–-]\s+)?"
_ALONE = re.compile(
    _BULLET
    + r"(?:\[\s?)?(?P<number>[1-9][0-9]{2}(?:\.[1-9][0-9]{0,3}(?:[a-km-np-z]{1,2})?|(?=\.)))(?P<dot>\.?)\s?\]?\s*"
)
_RULE_ALONE = re.compile(_BULLET + r"(?:\[\s?)?[1-9][0-9]{2}\.[1-9]")
_RULE_BESIDE = re.compile(_BULLET + r"[1-9][0-9]{2}\.[1-9][0-9a-z.]*\s+\S")
_MAX_NUMBER = 24
_NUMBERED = re.compile(r"\s*[1-9][0-9]{0,2}\.")
_EXAMPLE = re.compile(r"\s*(?:Ex[ae]mples?|EXAMPLE)\s?:")
# A line that begins with a bullet, a small letter or an opening bracket continues the text above it.
_CONTINUATION = re.compile(r"\s*(?:[•◦▪‣·*–-]\s|[a-zà-öø-ÿœ({\[])")
_MIN_RULES = 2


def fits(text: str, file_name: str) -> bool:
    """True if at least two rules have their text below the number, and fewer rules have text beside the number."""
    lines = text.split("\n")
    numbers = [at for at, line in enumerate(lines) if len(line) < _MAX_NUMBER and _RULE_ALONE.match(line)]
    alone = sum(_text_below(lines, at) is not None for at in numbers)
    return alone >= _MIN_RULES and alone > sum(bool(_RULE_BESIDE.match(line)) for line in lines)


def read(text: str) -> tuple[RawEdition, ...]:
    """Put each number beside its text, and read the page. Return an empty tuple if the page has no rules."""
    lines = _join_numbers(text.split("\n"))
    page = "\n".join(lines)
    if wiki_fr.fits(page, ""):
        return wiki_fr.read(page)
    readings = plain.read_lines(lines)
    if any(reading.is_whole or reading.glossary for reading in readings):
        return readings
    return _read_page(page)


def _text_below(lines: list[str], number: int) -> int | None:
    """Return the index of the text below line `number`. Return None if the line isn't a number, or no text follows."""
    if not _ALONE.fullmatch(lines[number]):
        return None
    below = next((at for at in range(number + 1, len(lines)) if lines[at].strip()), None)
    if below is None or _NUMBERED.match(lines[below]) or _ALONE.fullmatch(lines[below]) or _EXAMPLE.match(lines[below]):
        return None
    return below


def _join_numbers(raw: list[str]) -> list[str]:
    """Return the lines, with each number and the text below it joined on one line.

    The joined line replaces the number's line, and the text's line becomes blank. But if the line below the text
    continues the text, the joined line replaces the text's line, so that no blank line comes before the continuation.
    """
    lines = list(raw)
    for at in range(len(raw)):
        below = _text_below(raw, at)
        number = _ALONE.fullmatch(raw[at])
        if below is None or number is None:
            continue
        dot = "" if number["number"][-1:].isalpha() else "."
        rule = f"{number['number']}{number['dot'] or dot} {raw[below].strip()}"
        continues = below + 1 < len(raw) and _CONTINUATION.match(raw[below + 1]) is not None
        lines[at], lines[below] = ("", rule) if continues else (rule, "")
    return lines


def _with_empty_rules(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines. A number that is alone, without a text below it, becomes a rule without a text.

    The number must be in its place: after a number of its section, before the next one, and nowhere else on the page.
    A list of numbers is the page's navigation.
    """
    numbered = [(at, line.number) for at, line in enumerate(lines) if line.kind is LineKind.RULE and line.number]
    indexes, numbers = [at for at, _ in numbered], [number for _, number in numbered]
    known = set(numbers)
    found = list(lines)
    for at, line in enumerate(lines):
        alone = _ALONE.fullmatch(line.raw) if line.kind is LineKind.TEXT else None
        if alone is None or "." not in alone["number"]:
            continue
        number, place = RuleNumber.parse(alone["number"]), bisect_left(indexes, at)
        before = numbers[place - 1] if place else None
        after = numbers[place] if place < len(numbers) else None
        is_first = before is None or before.section != number.section
        if number in known or (is_first and (after is None or after.section != number.section)):
            continue
        if (is_first or (before is not None and before < number)) and (after is None or number < after):
            found[at] = line._replace(
                kind=LineKind.RULE, text="", number=number, label=f"{standard_printed_number(number)} "
            )
            known.add(number)
    return tuple(found)


def _read_page(page: str) -> tuple[RawEdition, ...]:
    """Read a page that isn't a whole edition. Successive rules in the same language become one edition.

    A repeated number doesn't begin another edition.
    """
    lines = _with_empty_rules(classify_lines(page.split("\n")))
    usual = detect_language(page)
    joined: list[tuple[Lang, RuleRun]] = []
    for lang, group in groupby(find_runs(lines, lambda line: False), key=lambda run: run.language(usual)):
        found = list(group)
        first, last = found[0].start, found[-1].end
        joined.append((lang, RuleRun(lines[first:last], first, last)))
    parts = parts_outside(lines, [run for _, run in joined]) if joined else ()
    effective = find_effective_date(page)
    return tuple(RawEdition(lang=lang, lines=run.lines, effective=effective, parts=parts) for lang, run in joined)
