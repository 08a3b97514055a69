"""DOCX, the format of Word documents since 2007, read with python-docx (the extra `docx`).

The extracted text looks like the plain text of the same edition: one line for each paragraph, with blank lines between.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any

from ingest.document_budget import MAX_LINES, check_tags
from ingest.documents.document import Document
from ingest.formats.base import ExtractedText, empty_document, encrypted_document
from kb.errors import SourceRejected
from kb.i18n import _
from kb.program.installation import install_command

if TYPE_CHECKING:
    from zipfile import ZipInfo

NAME = "docx"

_SIGNATURE = b"PK\x03\x04"
# A DOCX archive has about twenty files, and one more file for each picture.
_MAX_PARTS = 2_000
# The longest edition has 5 MiB of XML. Parsed XML takes many times as much memory.
_MAX_UNPACKED = 32 * 1024 * 1024

# The longest edition has 200,000 tags. The XML reader needs up to 300 bytes for each.
_MAX_TAGS = 1_000_000
_PARAGRAPH_TAG = re.compile(rb"<(?:\w{1,20}:)?p[\s/>]")
_CHUNK = 1 << 16

_CONTENT_TYPES = "[Content_Types].xml"
_MAIN_FOLDER = "word/"
_ENCRYPTED = 1
_MAX_HEADING = 400
# A page number at the end of a line of the contents page, after a tab or dots.
# The lookbehinds let a row of dots match from its first dot only, so that the search is linear.
_PAGE_NUMBER = re.compile(r"(?:(?<!\.)(?:\s\.|(?<!\s)\.)(?:\s?\.){3,}+|\t)\s?[0-9]{1,4}$")

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH, _TEXT, _ROW, _CELL = f"{_W}p", f"{_W}t", f"{_W}tr", f"{_W}tc"
_BREAK_TYPE = f"{_W}type"
# Elements that are printed as one character.
_CHARACTERS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "\u2011"}
# Elements that are not printed: formatting (in which `tab` means a tab stop), text deleted by tracked changes, and
# fallbacks for programs that don't know newer elements.
_NOT_PRINTED = frozenset(
    (
        *(f"{_W}{name}" for name in ("pPr", "rPr", "tblPr", "trPr", "tcPr", "sectPr", "del", "moveFrom")),
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
    )
)


def fits_bytes(data: bytes) -> bool:
    """True if the bytes are a ZIP archive with a Word document. The archive may be truncated."""
    if not data.startswith(_SIGNATURE):
        return False
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, RuntimeError):
        # A truncated archive has lost its list of files, which is at the end.
        return _MAIN_FOLDER.encode() in data and _CONTENT_TYPES.encode() in data
    return any(name.startswith(_MAIN_FOLDER) for name in names)


def extract(document: Document) -> ExtractedText:
    """Extract the text of a document: one line for each paragraph and for each row of a table.

    Raise `SourceRejected` if python-docx is missing, or the document is damaged, encrypted, too large, or without text.
    """
    name = document.name
    try:
        import docx
    except ImportError as problem:
        message = _("{name} is a DOCX, which needs: {command}", name=name, command=install_command("docx"))
        raise SourceRejected(name, "needs-extra", message) from problem
    try:
        _check_size(document)
        body = _BodyWriter()
        body.write(docx.Document(io.BytesIO(document.data)).element.body)
    except (SourceRejected, MemoryError):
        raise
    except Exception as problem:  # python-docx raises many kinds of exceptions for a damaged file
        message = _("{name} begins like a DOCX, but is damaged", name=name)
        raise SourceRejected(name, "unreadable", message) from problem
    text = "\n".join(body.lines)
    if not text.strip():
        raise empty_document(name)
    return ExtractedText(text)


def _check_size(document: Document) -> None:
    """Raise `SourceRejected` if the archive has too many or too large files, encrypted ones, or too many tags.

    The archive's list of sizes is checked before unpacking, because a small archive may unpack to any size.
    """
    import zipfile

    with zipfile.ZipFile(io.BytesIO(document.data)) as archive:
        _check_parts(document, archive.infolist())
        for part in archive.infolist():
            if part.filename.endswith((".xml", ".rels")):
                with archive.open(part) as file:
                    _check_tags(document, file)


def _check_tags(document: Document, file: IO[bytes]) -> None:
    """Raise `SourceRejected` if an XML file has too many tags or paragraphs. A small file of tags takes much memory."""
    tags = paragraphs = 0
    while chunk := file.read(_CHUNK):
        tags += chunk.count(b"<")
        paragraphs += len(_PARAGRAPH_TAG.findall(chunk))
        check_tags(document.name, tags, _MAX_TAGS)
        check_tags(document.name, paragraphs, MAX_LINES)


def _check_parts(document: Document, parts: Sequence[ZipInfo]) -> None:
    """Raise `SourceRejected` if the archive has too many files, too large ones by its own list, or encrypted ones."""
    if len(parts) > _MAX_PARTS or sum(part.file_size for part in parts) > _MAX_UNPACKED:
        message = _(
            "{name} unpacks to more than {size} MiB or {parts} parts; no edition does",
            name=document.name,
            size=_MAX_UNPACKED >> 20,
            parts=_MAX_PARTS,
        )
        raise SourceRejected(document.name, "too-large", message)
    if any(part.flag_bits & _ENCRYPTED for part in parts):
        raise encrypted_document(document.name)


class _BodyWriter:
    """Collects the lines of a document. The lines of a text box come before the paragraph that contains the box."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line = ""

    def write(self, element: Any) -> None:
        """Add the text of an element to the lines. The recursion is limited: the XML reader allows 256 levels."""
        for child in element.iterchildren("*"):
            if child.tag == _PARAGRAPH:
                outer, self._line = self._line, ""
                self.write(child)
                is_short = len(self._line) < _MAX_HEADING
                self.lines += (_PAGE_NUMBER.sub("", self._line) if is_short else self._line).split("\n")
                self._line = outer
            elif child.tag == _ROW:
                self._write_row(child)
            elif child.tag in _CHARACTERS and child.get(_BREAK_TYPE, "textWrapping") == "textWrapping":
                self._line += _CHARACTERS[child.tag]
            elif child.tag == _TEXT:
                self._line += child.text or ""
            elif child.tag not in _NOT_PRINTED:
                self.write(child)

    def _write_row(self, row: Any) -> None:
        """Add a row of a table as one line with tabs between cells, or as lines if a cell has several paragraphs."""
        before = len(self.lines)
        self.write(row)
        if len(self.lines) - before <= len(list(row.iterchildren(_CELL))):
            self.lines[before:] = ["\t".join(cell for cell in self.lines[before:] if cell.strip())]
