"""DOCX, Word's documents since 2007, read with python-docx (the extra `docx`).

A document's paragraphs are the lines of the text that the same edition has as plain text, blank lines
included. `ingest.formats.text` reads that.
"""

from __future__ import annotations

import io
import re
from typing import Any

from ingest.document import Document
from ingest.formats import text as plain
from ingest.formats.base import Reading
from kb.errors import SourceRejected
from kb.tongue import _

NAME = "docx"
SIGNATURE = b"PK\x03\x04"

MAX_PARTS = 2_000
"""A document has some twenty parts, and one more for each picture."""

MAX_UNPACKED = 32 * 1024 * 1024
"""The longest edition has 5 MiB of XML, which the reader holds in memory many times over."""

_CONTENT_TYPES = "[Content_Types].xml"
_MAIN_FOLDER = "word/"
_ENCRYPTED = 1
_LONGEST_HEADING = 400
# On a contents page, behind its tab.
_PAGE_NUMBER = re.compile(r"(?:(?:\s?\.){4,}|\t)\s?[0-9]{1,4}$")

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH, _TEXT, _ROW, _CELL = f"{_W}p", f"{_W}t", f"{_W}tr", f"{_W}tc"
_KIND_OF_BREAK = f"{_W}type"
# What stands in a paragraph for a character.
_CHARACTERS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "\u2011"}
# What isn't printed: formatting (where `tab` is a tab stop), what a tracked change took away, and what
# stands for newer elements in programs that don't know them.
_NOT_PRINTED = frozenset(
    (
        *(f"{_W}{name}" for name in ("pPr", "rPr", "tblPr", "trPr", "tcPr", "sectPr", "del", "moveFrom")),
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
    )
)


def fits(text: str, file_name: str) -> bool:
    """No text is a DOCX: `ingest.decode` knows one by its bytes."""
    return False


def read(text: str) -> tuple[Reading, ...]:
    """Read what `render` gave."""
    return plain.read(text)


def looks_so(data: bytes) -> bool:
    """Whether bytes are a ZIP archive that holds a Word document, or a damaged one that named its parts."""
    if not data.startswith(SIGNATURE):
        return False
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, RuntimeError):
        # A truncated archive has lost its list of parts, which stands at its end.
        return _MAIN_FOLDER.encode() in data and _CONTENT_TYPES.encode() in data
    return any(name.startswith(_MAIN_FOLDER) for name in names)


def render(document: Document) -> str:
    """The text of a document: a line a paragraph, a row of a table on one line.

    Raises:
        SourceRejected: python-docx isn't installed; the document is damaged, encrypted or too large, or
            holds no text.
    """
    name = document.name
    try:
        import docx
    except ImportError as problem:
        raise SourceRejected(
            name, "needs-extra", _("{name} is a DOCX, which needs: pip install 'mtg-rules-library[docx]'", name=name)
        ) from problem
    try:
        _check_size(document)
        body = _Body()
        body.write(docx.Document(io.BytesIO(document.data)).element.body)
    except SourceRejected:
        raise
    except Exception as problem:  # whatever the libraries trip over in a damaged file
        message = _("{name} begins like a DOCX, but is damaged", name=name)
        raise SourceRejected(name, "unreadable", message) from problem
    text = "\n".join(body.lines)
    if not text.strip():
        raise SourceRejected(name, "not-text", _("{name} holds no text, perhaps only pictures of pages", name=name))
    return text


def _check_size(document: Document) -> None:
    """Look at the list of parts before any is unpacked: a small archive may hold far more than it weighs."""
    import zipfile

    with zipfile.ZipFile(io.BytesIO(document.data)) as archive:
        parts = archive.infolist()
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise SourceRejected(
            document.name,
            "too-large",
            _(
                "{name} unpacks to more than {size} MiB or {parts} parts; no edition does",
                name=document.name,
                size=MAX_UNPACKED >> 20,
                parts=MAX_PARTS,
            ),
        )
    if any(part.flag_bits & _ENCRYPTED for part in parts):
        message = _("{name} is locked by a password; give it without one", name=document.name)
        raise SourceRejected(document.name, "unreadable", message)


class _Body:
    """Collects the lines of a document; those of a text box stand before the paragraph it is anchored in."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line = ""

    def write(self, element: Any) -> None:
        """Write what an element holds. Documents nest at most 256 deep: the XML reader sees to that."""
        for child in element.iterchildren("*"):
            if child.tag == _PARAGRAPH:
                around, self._line = self._line, ""
                self.write(child)
                heading = len(self._line) < _LONGEST_HEADING
                self.lines += (_PAGE_NUMBER.sub("", self._line) if heading else self._line).split("\n")
                self._line = around
            elif child.tag == _ROW:
                self._row(child)
            elif child.tag in _CHARACTERS and child.get(_KIND_OF_BREAK, "textWrapping") == "textWrapping":
                self._line += _CHARACTERS[child.tag]
            elif child.tag == _TEXT:
                self._line += child.text or ""
            elif child.tag not in _NOT_PRINTED:
                self.write(child)

    def _row(self, row: Any) -> None:
        """A row of a table: one line, its cells with tabs between, unless a cell holds several paragraphs."""
        before = len(self.lines)
        self.write(row)
        if len(self.lines) - before <= len(list(row.iterchildren(_CELL))):
            self.lines[before:] = ["\t".join(cell for cell in self.lines[before:] if cell.strip())]
