"""Pages whose numbers stand alone on their lines, the text below, as some French sites print them.

Such pages are copied by hand or by a program that was not meant for them: a number is printed twice, or is
lost with its text left standing. A number printed twice gives two rules, in the order printed. A paragraph
whose number was lost stays with the rule before it and is reported.
"""

from __future__ import annotations

import re
from itertools import groupby

from ingest.dates import stated_date
from ingest.formats import text as plain
from ingest.formats import wiki_fr
from ingest.formats.base import Reading
from ingest.formats.page_sections import Run, parts_around, runs
from ingest.language import language
from ingest.lines import Line, classify
from kb.model import Lang

NAME = "number-lines"

_ALONE = re.compile(
    r"\s*(?:[•◦▪‣·*–-]\s+)?(?P<number>[1-9][0-9]{2}(?:\.[1-9][0-9]{0,3}(?:[a-km-np-z]{1,2})?|(?=\.)))(?P<dot>\.?)\s*"
)
_RULE_ALONE = re.compile(r"\s*(?:[•◦▪‣·*–-]\s+)?[1-9][0-9]{2}\.[1-9]")
_RULE_BESIDE = re.compile(r"\s*(?:[•◦▪‣·*–-]\s+)?[1-9][0-9]{2}\.[1-9][0-9a-z.]*\s+\S")
_LONGEST_NUMBER = 24
_NUMBERED = re.compile(r"\s*[1-9][0-9]{0,2}\.")
_EXAMPLE = re.compile(r"\s*(?:Ex[ae]mples?|EXAMPLE)\s?:")
# A further line that begins so goes on with the text above it.
_GOES_ON = re.compile(r"\s*(?:[•◦▪‣·*–-]\s|[a-zà-öø-ÿœ({\[])")
_FEW = 2


def fits(text: str, file_name: str) -> bool:
    """Whether more rules stand below their number than beside it, and at least two."""
    lines = text.split("\n")
    numbers = [at for at, line in enumerate(lines) if len(line) < _LONGEST_NUMBER and _RULE_ALONE.match(line)]
    alone = sum(_text_below(lines, at) is not None for at in numbers)
    return alone >= _FEW and alone > sum(bool(_RULE_BESIDE.match(line)) for line in lines)


def read(text: str) -> tuple[Reading, ...]:
    """Read the page as if each number stood before its text; none if it prints no rule."""
    lines = _joined(text.split("\n"))
    page = "\n".join(lines)
    if wiki_fr.fits(page, ""):
        return wiki_fr.read(page)
    readings = plain.read_lines(lines)
    if any(reading.whole or reading.glossary for reading in readings):
        return readings
    return _read_page(page)


def _text_below(lines: list[str], place: int) -> int | None:
    """Where the text of a number stands that is alone on its line; None if it isn't, or has none."""
    if not _ALONE.fullmatch(lines[place]):
        return None
    below = next((at for at in range(place + 1, len(lines)) if lines[at].strip()), None)
    if below is None or _NUMBERED.match(lines[below]) or _ALONE.fullmatch(lines[below]) or _EXAMPLE.match(lines[below]):
        return None
    return below


def _joined(raw: list[str]) -> list[str]:
    """The lines with each text beside its number; where it stood, the line is left blank.

    The blank line parts what follows from the rule. Where that goes on with its text, the blank line
    is put before the rule instead.
    """
    lines = list(raw)
    for place in range(len(raw)):
        below = _text_below(raw, place)
        number = _ALONE.fullmatch(raw[place])
        if below is None or number is None:
            continue
        dot = "" if number["number"][-1:].isalpha() else "."
        rule = f"{number['number']}{number['dot'] or dot} {raw[below].strip()}"
        goes_on = below + 1 < len(raw) and _GOES_ON.match(raw[below + 1]) is not None
        lines[place], lines[below] = ("", rule) if goes_on else (rule, "")
    return lines


def _read_page(page: str) -> tuple[Reading, ...]:
    """Read a page that is no whole edition: of each language everything from its first rule to its last.

    A number that comes back doesn't end the page's rules, as it does on pages that quote rules twice.
    """
    lines = classify(page.split("\n"))
    found = runs(lines, lambda line: False)
    usual = language(page)
    grouped: list[tuple[Lang, Run]] = []
    for lang, stretch in groupby(found, key=lambda run: language("\n".join(line.text for line in run.lines), usual)):
        together = list(stretch)
        grouped.append((lang, _one_run(lines, together)))
    parts = parts_around(lines, [run for _, run in grouped]) if grouped else ()
    effective = stated_date(page)
    return tuple(Reading(lang=lang, lines=run.lines, effective=effective, parts=parts) for lang, run in grouped)


def _one_run(lines: tuple[Line, ...], found: list[Run]) -> Run:
    """Several runs and all that stands between them."""
    first, last = found[0].first, found[-1].last
    return Run(lines[first:last], first, last)
