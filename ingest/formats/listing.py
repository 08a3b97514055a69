"""Pages that show one section as a flat list of bulleted rules, under a title and "Table of Contents".

Seed 004 is one, from which every quotation mark and apostrophe was lost; that is found by
`ingest.check`, not assumed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest.dates import stated_date
from ingest.formats import Reading
from ingest.language import language
from ingest.lines import Line, LineKind, classify
from ingest.pages import parts_around, runs

NAME = "listing"

_BULLETED_RULE = re.compile(r"^\s*[•◦▪‣·]\s+[1-9][0-9]{2}\.[0-9]", re.MULTILINE)


def fits(text: str, file_name: str) -> bool:
    """Whether rules stand behind bullets."""
    return bool(_BULLETED_RULE.search(text))


def read(text: str) -> tuple[Reading, ...]:
    """Read the page's section; none if no line is a numbered rule."""
    return _read(text, _stands_between)


def read_page(text: str) -> tuple[Reading, ...]:
    """Read a page whose rules stand without bullets, so that any line may be a paragraph of one."""
    return _read(text, lambda line: False)


def _read(text: str, is_heading: Callable[[Line], bool]) -> tuple[Reading, ...]:
    lines = classify(text.split("\n"))
    found = runs(lines, is_heading)
    if not found:
        return ()
    run = max(found, key=lambda run: run.rules)
    return (
        Reading(
            lang=language("\n".join(line.text for line in run.lines)),
            lines=run.lines,
            effective=stated_date(text),
            parts=parts_around(lines, (run,)),
        ),
    )


def _stands_between(line: Line) -> bool:
    """A line that is neither bulleted nor numbered stands between the rules, not in them."""
    return line.kind is LineKind.TEXT and not line.indented
