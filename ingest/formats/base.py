"""The interface of a format module, and the raw editions that it returns.

A format module has `NAME`, `fits(text, file_name)` and `read(text)`, which is pure. The modules of the binary formats
have `NAME`, `fits_bytes(data)` and `extract_text(document)` instead; `formats.text` reads the text they extract.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from ingest.parsing.line_classifier import Line
from kb.errors import SourceRejected
from kb.i18n import _
from kb.languages import Lang
from kb.model import Part, TypeList


@dataclass(frozen=True, slots=True)
class RawEdition:
    """The lines of one edition as a format module found them in a text: rules, glossary and contents page.

    `is_whole` is True if the document is meant as a whole edition, not an excerpt. `effective` is the date that it
    states. `lists` are lists of types printed beside the rules. `parts` has everything else in the document.
    """

    lang: Lang
    lines: tuple[Line, ...]
    is_whole: bool = False
    glossary: tuple[Line, ...] = ()
    contents: tuple[Line, ...] = ()
    effective: date | None = None
    parts: tuple[Part, ...] = ()
    lists: tuple[TypeList, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A document format, with the functions of its module (see above)."""

    name: str
    fits: Callable[[str, str], bool]
    read: Callable[[str], tuple[RawEdition, ...]]


def encrypted_document(name: str) -> SourceRejected:
    """Return the rejection of an encrypted document."""
    return SourceRejected(name, "unreadable", _("{name} is locked by a password; give it without one", name=name))


def empty_document(name: str) -> SourceRejected:
    """Return the rejection of a document without text."""
    return SourceRejected(name, "not-text", _("{name} holds no text, perhaps only pictures of pages", name=name))
