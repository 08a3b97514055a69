"""All formats, in the order in which they are tried."""

from __future__ import annotations

from ingest.formats.base import Format
from kb.errors import BadValue
from kb.i18n import _

BINARY_FORMATS = ("docx", "pdf")
"""Formats that are recognized by a document's bytes, not by its text."""


def all_formats() -> tuple[Format, ...]:
    """All formats, the most specific first: the first that fits a text reads it."""
    from ingest.formats import bulleted_list, html, markdown, number_lines, text, wiki, wiki_fr

    return (
        # Most documents are plainly whole editions: the other formats need not look at them.
        Format(text.NAME, lambda content, _name: text.is_whole_edition(content), text.read),
        *(Format(name, lambda _content, _name: False, text.read) for name in BINARY_FORMATS),
        *(
            Format(module.NAME, module.fits, module.read)
            for module in (html, markdown, number_lines, wiki_fr, wiki, bulleted_list, text)
        ),
    )


def format_by_name(name: str) -> Format:
    """Return the format of a name.

    Raises:
        BadValue: there is no such format.
    """
    known = {form.name: form for form in all_formats()}
    if name not in known:
        raise BadValue("format", name, _("give one of {names}", names=", ".join(known)))
    return known[name]
