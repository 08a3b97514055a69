"""Bytes to text, chosen by what the text then says.

cp1252 decodes almost any bytes without an error, wrongly. So where bytes are neither marked nor
valid UTF-8, each candidate's text is judged: letters and marks that the rules use speak for it,
box-drawing characters and symbols in the middle of words against it.

Guarantees: newlines are single line feeds; no byte order mark; what could not be decoded, control
characters included, stands as U+FFFD and is reported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice

from ingest.document import Document
from kb.errors import SourceRejected
from kb.model import Finding
from kb.tongue import _, kept, later

# The first bytes of what people give by mistake, and what it is.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", later("a PNG picture")),
    (b"\xff\xd8\xff", later("a JPEG picture")),
    (b"GIF8", later("a GIF picture")),
    (b"PK\x03\x04", later("a ZIP archive, or an Office document other than a DOCX")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", later("an old Office document")),
    (b"\x1f\x8b", later("a gzip archive")),
    (b"SQLite format 3\x00", later("an SQLite database")),
    (b"\x7fELF", later("a program")),
    (b"MZ", later("a program")),
)

_UTF8_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_EIGHT_BIT = ("cp1252", "mac_roman", "cp437")

# Characters that editions and French pages really use, outside ASCII.
_EXPECTED = re.compile("[àâäæçéèêëîïôöœùûüÿÀÂÇÉÈÊËÎÏÔŒÙÛáíñóúÁÍÑÓÚåøÅØ’‘“”–—…™®©•«»∞−×\u00a0\u202f½]")
_FOREIGN = re.compile(r"[^\x00-\x7f]")
# So many of them tell the encoding; an edition has up to 9,000, data other than text millions.
_ENOUGH = 2000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_CONTROLS = bytes((*range(9), *range(0x0E, 0x20), 0x7F))
# The further controls, in UTF-8.
_FURTHER = re.compile(rb"\xc2[\x80-\x9f]")
# UTF-16 that has lost its zero bytes has a control character for each mark, up to one in twenty characters;
# data other than text has one in ten.
_MOST_CONTROLS = 0.06
# What ends a line, besides the line feed: in files of other systems and of word processors.
_LINE_ENDS = ("\r\n", "\r", "\v", "\f", "\u2028", "\u2029")
_NEWLINES = re.compile(r"\n+")
# One line end, or three, or five; how many there are at the end of the file says nothing.
_ODD_NEWLINES = re.compile(r"(?<!\n)\n(?:\n\n)*+(?!\n|\Z)")
# Too few to tell whether every line end came twice.
_FEW_NEWLINES = 100

# What tells a wrong encoding: a mark, or a capital, where only a small letter can stand; a letter
# where only a mark can ("playerís", "ìCasting Spells.î" for "player’s", "“Casting Spells.”").
_MISPLACED = re.compile(
    r"""
    (?<=[a-zA-Z]) [™®©“«»‡†•] (?=[a-z])
    | (?<=[a-z]) [À-ÖØ-ÞŒ]
    | (?<=[a-z]) [íõ] (?= (?: s | t | re | ve | ll | d | m ) \b )
    | [ìíîïòóôõùúû] (?=[A-Z])
    | (?<=[.,!?]) [ìíîïòóôõùúû]
    | \b [éâäàåçêëèïîìæôöòûùÿ] (?=\s[A-Z])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A document's text.

    Attributes:
        text: with single line feeds.
        encoding: how the bytes were read, by Python's name; for an office document, its format.
        findings: what was wrong with the bytes.
        format: the format that the bytes themselves tell ("docx", "pdf"); empty for a text.
    """

    text: str
    encoding: str
    findings: tuple[Finding, ...] = ()
    format: str = ""


def decode(document: Document) -> Decoded:
    """Read a document's bytes as text; those of a DOCX or PDF as the text that it shows.

    Raises:
        SourceRejected: the bytes are no text, or those of an office document that can't be read.
    """
    data = document.data
    if office := _office_document(document):
        return office
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise _not_text(document, _("it is {what}", what=_(what)))
    encoding, text = _choose(data)
    return _checked(document, Decoded(text, encoding))


def _checked(document: Document, decoded: Decoded) -> Decoded:
    """The text with single line feeds, and what it says of the bytes.

    Raises:
        SourceRejected: it is no text but control characters.
    """
    # Ctrl-Z ended a file in DOS.
    text = decoded.text.removeprefix("\ufeff").rstrip("\x1a")
    for line_end in _LINE_ENDS:
        text = text.replace(line_end, "\n")
    text = _single_newlines(text)
    plain = text.encode("utf-8", "replace")
    if len(plain) > len(plain.translate(None, _CONTROLS)) or _FURTHER.search(plain):
        text, controls = _CONTROL.subn("\ufffd", text)
        if controls > max(8, len(text) * _MOST_CONTROLS):
            message = _(
                "{controls} of its {count} characters are control characters", controls=controls, count=len(text)
            )
            raise _not_text(document, message)
    findings: tuple[Finding, ...] = ()
    if lost := text.count("\ufffd"):
        message = kept(
            "{count} characters of the source could not be decoded",
            "{count} characters of the source could not be decoded",
            count=lost,
        )
        findings = (Finding("undecodable", message),)
    return replace(decoded, text=text, findings=findings)


def _single_newlines(text: str) -> str:
    """A text without the line ends that a transfer doubled (CR CR LF): each comes twice, blank lines four times."""
    if "\n\n\n\n" not in text or _ODD_NEWLINES.search(text):
        return text
    if len(_NEWLINES.findall(text)) < _FEW_NEWLINES:
        return text
    return _NEWLINES.sub(lambda run: "\n" * (len(run.group()) // 2), text)


def _not_text(document: Document, why: str) -> SourceRejected:
    return SourceRejected(
        document.name,
        "not-text",
        _("{name} is not a text: {why}; give a text, Markdown, HTML, DOCX or PDF file", name=document.name, why=why),
    )


def _office_document(document: Document) -> Decoded | None:
    """The text of a DOCX or a PDF, else None.

    Raises:
        SourceRejected: its extra isn't installed, or it can't be read.
    """
    from ingest.formats import docx, pdf

    for form in (docx, pdf):
        if form.fits_bytes(document.data):
            return _checked(document, Decoded(form.extract_text(document), form.NAME, format=form.NAME))
    return None


def _choose(data: bytes) -> tuple[str, str]:
    """The encoding that fits best, and the text."""
    if data.startswith(_UTF8_MARK):
        return "utf-8-sig", data.removeprefix(_UTF8_MARK).decode("utf-8", "replace")
    # The zero bytes tell UTF-16, not its mark: a copy that was read as bytes has kept the mark, not the zeros.
    for mark in _UTF16_MARKS:
        data = data.removeprefix(mark)
    sample = data[:4096]
    if sample.count(0) > len(sample) // 4:
        encoding = "utf-16-le" if sample[1::2].count(0) > sample[::2].count(0) else "utf-16-be"
        return encoding, data.decode(encoding, "replace")
    try:
        text = data.decode("utf-8")
        return ("ascii" if text.isascii() else "utf-8"), text
    except UnicodeDecodeError as problem:
        # Mostly UTF-8 with a few broken bytes is damaged UTF-8, not another encoding.
        repaired = data.decode("utf-8", "replace")
        broken = repaired.count("\ufffd")
        sound = len(repaired) - len(repaired.encode("ascii", "ignore")) - broken
        if sound > 4 * broken and problem.start < len(data):
            return "utf-8", repaired
    return max(((name, data.decode(name, "replace")) for name in _EIGHT_BIT), key=lambda pair: _plausible(pair[1]))


def _plausible(text: str) -> int:
    """How much a decoded text looks like the rules: expected marks less unexpected ones."""
    foreign = list(islice(_FOREIGN.finditer(text), _ENOUGH))
    expected = len(_EXPECTED.findall("".join(match.group() for match in foreign)))
    misplaced = sum(_MISPLACED.match(text, match.start()) is not None for match in foreign)
    return expected - 2 * (len(foreign) - expected) - 3 * misplaced
