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
        # Most documents are clearly whole editions, so plain text is tried before the other formats.
        Format(text.NAME, lambda content, _name: text.is_whole_edition(content), text.read),
        # These never fit a text: `ingest.decode` recognizes them by a document's bytes. Extracted text is plain text.
        *(Format(module.NAME, lambda _content, _name: False, text.read) for module in binary_formats()),
        *(
            Format(module.NAME, module.fits, module.read)
            for module in (html, markdown, number_lines, wiki_fr, wiki, bulleted_list, text)
        ),
    )


def format_by_name(name: str) -> Format:
    """Return the format with the name `name`. Raise `BadValue` if there is no such format."""
    known = {form.name: form for form in all_formats()}
    if name not in known:
        raise BadValue("format", name, _("give one of {names}", names=", ".join(known)))
    return known[name]
