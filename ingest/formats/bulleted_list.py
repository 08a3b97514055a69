"""Pages that show one section as a flat list of bulleted rules, under a title and "Table of Contents".

Starter document 004 is such a page. It has lost every quotation mark and apostrophe.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest.formats.base import RawEdition
from ingest.formats.page_sections import read_main_run
from ingest.parsing.line_classifier import Line, LineKind, classify_lines

NAME = "listing"

_BULLETED_RULE = re.compile(r"^[^\S\n]*[•◦▪‣·]\s+[1-9][0-9]{2}\.[0-9]", re.MULTILINE)


def fits(text: str, file_name: str) -> bool:
    """True if the text has a rule with a bullet before its number."""
    return bool(_BULLETED_RULE.search(text))


def read(text: str) -> tuple[RawEdition, ...]:
    """Read the section of the rules on a page. Return an empty tuple if the page has no rules.

    A line belongs to no rule if it has neither a bullet nor a number nor an indentation.
    """
    return _read(text, lambda line: line.kind is LineKind.TEXT and not line.is_indented)


def read_unbulleted(text: str) -> tuple[RawEdition, ...]:
    """Read a page whose rules have no bullets. Any line between two rules is a paragraph of the rule above it."""
    return _read(text, lambda line: False)


def _read(text: str, is_heading: Callable[[Line], bool]) -> tuple[RawEdition, ...]:
    return tuple(reading for reading, _ in read_main_run(classify_lines(text.split("\n")), is_heading))
