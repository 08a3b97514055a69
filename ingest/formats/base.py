"""The interface of a format module, and the raw editions that it returns.

A format module has `NAME` and the pure functions `fits(text, file_name)` and `read(text)`. The module of a binary
format has `NAME`, `fits_bytes(data)` and `extract(document)` instead. `formats.text` reads the extracted text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ingest.parsing.line_classifier import Line
from kb.errors import SourceRejected
from kb.i18n import _
from kb.languages import Lang
from kb.model import Part, TypeList

if TYPE_CHECKING:
    from ingest.formats.pdf_columns import PdfWord


@dataclass(frozen=True, slots=True)
class RawEdition:
    """The lines of one edition as a format module found them in a text: rules, glossary and contents page.

    `is_whole` is True if the document is meant as a whole edition, not an excerpt. `effective` is the date that the
    document states. `lists` are printed lists of types. `parts` are all other texts in the document.
    """

    lang: Lang
    lines: tuple[Line, ...]
    is_whole: bool = False
    glossary: tuple[Line, ...] = ()
    contents: tuple[Line, ...] = ()
    effective: date | None = None
    parts: tuple[Part, ...] = ()
    lists: tuple[TypeList, ...] = ()


Pages = tuple[tuple[tuple["PdfWord", ...], ...], ...]
"""Pages with the positions of their words. A page is a list of lines, a line a list of words."""


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The text of a binary document. A PDF also has the words of its pages, which other readers arrange."""

    text: str
    pages: Pages = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A document format: its name and the functions `fits` and `read` of its module."""

    name: str
    fits: Callable[[str, str], bool]
    read: Callable[[str], tuple[RawEdition, ...]]


def encrypted_document(name: str) -> SourceRejected:
    """Return the error for an encrypted document."""
    return SourceRejected(name, "unreadable", _("{name} is locked by a password; give it without one", name=name))


def empty_document(name: str) -> SourceRejected:
    """Return the error for a document without text."""
    return SourceRejected(name, "not-text", _("{name} holds no text, perhaps only pictures of pages", name=name))
