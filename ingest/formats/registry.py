"""All formats, and which of them reads a text."""

from __future__ import annotations

from ingest.formats.base import Format
from kb.errors import BadValue
from kb.tongue import _

OFFICE = ("docx", "pdf")
"""Formats that are known by a document's bytes, not by its text."""


def formats() -> tuple[Format, ...]:
    """All formats, the most particular first: the first that fits is used."""
    from ingest.formats import docx, html, listing, markdown, number_lines, pdf, text, wiki, wiki_fr

    # Most documents are whole editions, and plainly so: nothing else need look at them.
    edition = Format(text.NAME, lambda content, _name: text.is_edition(content), text.read)
    modules = (docx, pdf, html, markdown, number_lines, wiki_fr, wiki, listing, text)
    return (edition, *(Format(module.NAME, module.fits, module.read) for module in modules))


def format_named(name: str) -> Format:
    """The format of a name.

    Raises:
        BadValue: there is none of that name.
    """
    known = {form.name: form for form in formats()}
    if name not in known:
        raise BadValue("format", name, _("give one of {names}", names=", ".join(known)))
    return known[name]
