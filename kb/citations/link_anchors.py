"""Numbers of rules in the anchors of links: `#R70219b`, `#cr702-19b`, `#rule-702.19b`."""

from __future__ import annotations

import re
from typing import NamedTuple


class LinkAnchor(NamedTuple):
    """An anchor of a rule: its offsets in a line, and the number that it names."""

    start: int
    end: int
    written: str


_ANCHOR = re.compile(
    r"""
    (?<=[\w/"'(=]) (?: \#R (?P<joined> [1-9][0-9]{2} ) (?: (?P<after> [1-9][0-9]{0,2} ) (?P<last> [a-z]{0,2} ) )?
      | \#(?:cr|rule)-? (?P<section> [1-9][0-9]{2} ) (?: [-._] (?P<rule> [1-9][0-9]{0,2} ) (?P<letters> [a-z]{0,2} ) )?
    ) (?! [\w.-]{0,80}\w )
    """,
    re.VERBOSE,
)
_MARKS = ("#R", "#cr", "#rule")


def find_anchors(line: str) -> tuple[LinkAnchor, ...]:
    """Return the anchors of rules in a line, in order."""
    if not any(mark in line for mark in _MARKS):
        return ()
    found = []
    for match in _ANCHOR.finditer(line):
        names = ("joined", "after", "last") if match["joined"] else ("section", "rule", "letters")
        section, rule, letters = match.group(*names)
        found.append(LinkAnchor(match.start(), match.end(), f"{section}.{rule}{letters}" if rule else section))
    return tuple(found)
