"""The headings of the parts of an infraction, as the editions of the Infraction Procedure Guide print them."""

from __future__ import annotations

import re

from ingest.policy.contents import letters

_PARTS = {
    "penalty": "penalty",
    "definition": "definition",
    "example": "examples",
    "examples": "examples",
    "philosophy": "philosophy",
    "additionalremedy": "additional-remedy",
    "upgrade": "upgrade",
    "downgrade": "downgrade",
}
_MAX_HEADING = 30
_RUN_IN = re.compile(r"(?P<printed>(?P<title>Upgrade|Downgrade)\s*:\s*)(?P<text>\S.*)", re.DOTALL)
_RUN_ON = re.compile(r"(?P<before>.*[^\W\d_.]) (?P<title>Definition|Examples|Philosophy|Additional Remedy)", re.DOTALL)
_BEFORE_NAME = re.compile(r"\b(?:the|this|an?|its|and|or|of|in|see)$", re.IGNORECASE)
_EXAMPLE = re.compile(r"(?:[•◦▪‣·*-]\s+)?(?P<marker>[A-Z][.)])\s*(?P<text>\S.*)", re.DOTALL)


def part_heading(text: str) -> str | None:
    """Return the name of the part whose heading a text is, or None."""
    return _PARTS.get(letters(text)) if len(text) < _MAX_HEADING else None


def split_run_in_part(text: str) -> tuple[str, str, str] | None:
    """Split "Upgrade: If ..." into the name of the part, the printed heading, and the text."""
    match = _RUN_IN.fullmatch(text)
    return (match["title"].lower(), match["printed"], match["text"]) if match else None


def split_run_on_heading(text: str) -> tuple[str, str, str] | None:
    """Split a paragraph from the heading of the next part at its end, which stood below it: text, heading, name.

    Such a paragraph has no full stop at its end.
    """
    match = _RUN_ON.fullmatch(text)
    if match is None or _BEFORE_NAME.search(match["before"]):
        return None
    return match["before"], match["title"], _PARTS[letters(match["title"])]


def lettered_example(text: str) -> tuple[str, str] | None:
    """Split "A. A player ..." into the letter and the text of the example."""
    match = _EXAMPLE.fullmatch(text)
    return (match["marker"], match["text"]) if match else None
