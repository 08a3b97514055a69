"""All formats, in the order in which they are tried."""

from __future__ import annotations

from types import ModuleType

from ingest.formats.base import Format
from kb.errors import BadValue
from kb.i18n import _


def binary_formats() -> tuple[ModuleType, ...]:
    """Return the modules of the binary formats. `ingest.decode` recognizes these formats by a document's bytes."""
    from ingest.formats import docx, pdf

    return (docx, pdf)


def all_formats() -> tuple[Format, ...]:
    """Return all formats, the most specific first. A text is read by the first format that fits."""
    from ingest.formats import bulleted_list, html, markdown, number_lines, text, wiki, wiki_fr

    return (
        # Most documents are plainly whole editions: the other formats need not look at them.
        Format(text.NAME, lambda content, _name: text.is_whole_edition(content), text.read),
        # No text fits a binary format. The plain text format reads the text that was extracted from the document.
        *(Format(module.NAME, lambda _content, _name: False, text.read) for module in binary_formats()),
        *(
            Format(module.NAME, module.fits, module.read)
            for module in (html, markdown, number_lines, wiki_fr, wiki, bulleted_list, text)
        ),
    )


def format_by_name(name: str) -> Format:
    """Return the format with a name; raise `BadValue` if there is none."""
    known = {form.name: form for form in all_formats()}
    if name not in known:
        raise BadValue("format", name, _("give one of {names}", names=", ".join(known)))
    return known[name]
