"""Pages of the French wiki: an article, a section in French, the same section in English, readers' comments.

The French section or the English section may be missing. The first comment begins with a line that has only its date
("Le 04/10/2018") or the number of answers. Text after this line is never read as a rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.formats.base import RawEdition
from ingest.formats.page_sections import RuleRun, find_runs, parts_outside
from ingest.parsing.effective_date import find_effective_date
from ingest.parsing.line_classifier import Line, LineKind, classify_lines
from kb.languages import Lang

NAME = "wiki-fr"

_DATE = r"[0-9]{1,2}(?:[/.-][0-9]{1,2}[/.-]|(?:er)?\s[^\W\d_]{3,9}\s)[0-9]{4}"
_DATED = re.compile(rf"^(?:.{{0,40}}\s)?le\s{_DATE}\b.{{0,30}}$", re.IGNORECASE)
_COUNTED = re.compile(
    r"^(?:[0-9]+\s(?:réponse|commentaire|réaction)(?:\(s\)|s)?|(?:commentaires?|réactions?)\s?(?:\([0-9]+\))?\s?:?)$",
    re.IGNORECASE,
)
_QUOTE_HEADING = re.compile(r"^.{1,80}\b(?:a|ont)\s(?:dit|écrit)\s?:$")
_SIGN_OF_FRENCH = re.compile("règles?", re.IGNORECASE)


def fits(text: str, file_name: str) -> bool:
    """True if "... a dit :" introduces the rules, or if a page with French rules also has comments or English rules."""
    if _SIGN_OF_FRENCH.search(text) is None:
        return False
    lines = classify_lines(text.split("\n"))
    if any(_is_heading(line) for line in lines):
        return True
    comments = _comments_start(lines)
    halves = _halves(lines, comments)
    return "fr" in halves and (len(halves) == 2 or comments < len(lines))


def read(text: str) -> tuple[RawEdition, ...]:
    """Read the French and English sections that the page has. Return an empty tuple if the page has no rules."""
    lines = classify_lines(text.split("\n"))
    halves = _halves(lines, _comments_start(lines))
    parts = parts_outside(lines, list(halves.values())) if halves else ()
    return tuple(
        RawEdition(lang=lang, lines=run.lines, effective=find_effective_date(text), parts=parts)
        for lang, run in halves.items()
    )


def _halves(lines: Sequence[Line], comments: int) -> dict[Lang, RuleRun]:
    """Return the longest run of rules in each language, in the order printed. Ignore lines from `comments` on."""
    halves: dict[Lang, RuleRun] = {}
    for run in find_runs(lines[:comments], _is_heading, quotations=True):
        lang = run.language("fr")
        if lang not in halves or run.rule_count > halves[lang].rule_count:
            halves[lang] = run
    return dict(sorted(halves.items(), key=lambda half: half[1].start))


def _comments_start(lines: Sequence[Line]) -> int:
    """Return the index of the first line of the readers' comments, or `len(lines)` if there are no comments.

    If a phrase introduces the rules, the comments begin at the first date or number of answers below the phrase. A date
    above the phrase belongs to the article. If there is no phrase, a number of answers above the first rule begins the
    comments. Otherwise the first date or number of answers below the first rule begins the comments.
    """
    end = len(lines)
    quoted = next((at for at, line in enumerate(lines) if _is_heading(line)), None)
    counted = next((at for at, line in enumerate(lines) if _COUNTED.match(line.text)), end)
    rule = next((at for at, line in enumerate(lines) if line.kind is LineKind.RULE), end)
    if quoted is None and counted < rule:
        return counted
    return next((at for at in range(rule if quoted is None else quoted, end) if _is_comment(lines[at])), end)


def _is_comment(line: Line) -> bool:
    return line.kind is LineKind.TEXT and bool(_DATED.match(line.text) or _COUNTED.match(line.text))


def _is_heading(line: Line) -> bool:
    return line.kind is LineKind.TEXT and bool(_QUOTE_HEADING.match(line.text))
