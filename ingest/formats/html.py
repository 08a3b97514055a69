"""HTML pages saved from a browser.

A page is rendered as the plain text that a person would copy from it. Each block and each row of a table is one line.
List items have bullets and are indented by their depth. The text formats read the result, so HTML and copied text give
the same edition. The rendering is better than copied text in two ways: the cells and items of a table stay separate,
and scripts and navigation are left out.

No-break spaces are kept, because French typography uses them and texts are stored as printed.
"""

from __future__ import annotations

import re

from ingest.formats import bulleted_list, number_lines, wiki, wiki_fr
from ingest.formats import text as plain
from ingest.formats.base import RawEdition

NAME = "html"

_STARTS = re.compile(
    r"^\s*(?:<\?xml[^>]*>\s*)?(?:(?><!--.*?-->)\s*)*+<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_NAMED = (".html", ".htm", ".xhtml")
_TAG = re.compile(r"<[a-z][^<>]*>", re.IGNORECASE)


def fits(text: str, file_name: str) -> bool:
    """True if the text is an HTML document, or if it has a tag and the file has an HTML extension."""
    return bool(_STARTS.match(text[:4096])) or (
        file_name.lower().endswith(_NAMED) and _TAG.search(text[:4096]) is not None
    )


def read(text: str) -> tuple[RawEdition, ...]:
    """Render the page as text, and read this text with the first text format that fits."""
    # Beautiful Soup takes 60 ms to import, and most documents are no pages.
    from ingest.formats.html_rendering import render

    rendering = render(text)
    form = next((form for form in (number_lines, wiki_fr, wiki, bulleted_list) if form.fits(rendering, "")), plain)
    readings: tuple[RawEdition, ...] = form.read(rendering)
    if form is not plain or any(reading.is_whole or reading.glossary for reading in readings):
        return readings
    # Text of the page may follow below the last rule. `plain` has added this text to the last rule, but
    # `read_unbulleted` leaves it out.
    return bulleted_list.read_unbulleted(rendering)
