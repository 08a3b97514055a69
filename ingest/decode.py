"""Decoding of a document's bytes, in the encoding whose text looks most like the rules.

cp1252 decodes almost any bytes without an error, but often wrongly. So bytes that are neither UTF-8 nor UTF-16 are
decoded with each candidate, and the texts are scored: letters and punctuation that the rules use raise the score;
box-drawing characters and symbols inside words lower it.

Guarantees: newlines are single line feeds; no byte order mark; bytes that could not be decoded and control characters
become U+FFFD and are reported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice

from ingest.document_budget import check_size, check_text
from ingest.documents.document import Document
from ingest.formats.registry import binary_formats
from kb.errors import SourceRejected
from kb.i18n import _, mark_message, stored_message
from kb.model import Finding

# The first bytes of file types that people give by mistake, and the names of these types.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", mark_message("a PNG picture")),
    (b"\xff\xd8\xff", mark_message("a JPEG picture")),
    (b"GIF8", mark_message("a GIF picture")),
    (b"PK\x03\x04", mark_message("a ZIP archive, or an Office document other than a DOCX")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", mark_message("an old Office document")),
    (b"\x1f\x8b", mark_message("a gzip archive")),
    (b"SQLite format 3\x00", mark_message("an SQLite database")),
    (b"\x7fELF", mark_message("a program")),
    (b"MZ", mark_message("a program")),
)

_UTF8_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_EIGHT_BIT = ("cp1252", "mac_roman", "cp437")

# The characters outside ASCII in editions and French pages.
_EXPECTED = re.compile("[àâäæçéèêëîïôöœùûüÿÀÂÇÉÈÊËÎÏÔŒÙÛáíñóúÁÍÑÓÚåøÅØ’‘“”–—…™®©•«»∞−×\u00a0\u202f½]")
_NON_ASCII = re.compile(r"[^\x00-\x7f]")
# This many non-ASCII characters suffice to choose the encoding. An edition has up to 9,000, binary data has millions.
_SAMPLE = 2000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_ASCII_CONTROLS = bytes((*range(9), *range(0x0E, 0x20), 0x7F))
_C1_CONTROLS_IN_UTF8 = re.compile(rb"\xc2[\x80-\x9f]")
# If UTF-16 has lost its zero bytes, each quotation mark or dash has left a control character. At most one character in
# twenty is a control character then; in binary data, one in ten.
_MAX_CONTROL_SHARE = 0.06
# Line ends of other systems and of word processors.
_LINE_ENDS = ("\r\n", "\r", "\v", "\f", "\u2028", "\u2029")
_NEWLINES = re.compile(r"\n+")
# An odd number of line ends in a row, except at the end of the file.
_ODD_NEWLINES = re.compile(r"(?<!\n)\n(?:\n\n)*+(?!\n|\Z)")
# If a text has fewer runs of line ends, all may be even by chance.
_MIN_NEWLINES = 100

# Signs of a wrong encoding: a symbol or capital where only a small letter can stand; a letter where only a mark can
# ("playerís", "ìCasting Spells.î" for "player’s", "“Casting Spells.”").
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
class DecodedText:
    """A document's text, Python's name of the encoding, and the problems with the document's bytes.

    For a binary format, both `format` and `encoding` are the format's name. For any other text, `format` is empty.
    """

    text: str
    encoding: str
    findings: tuple[Finding, ...] = ()
    format: str = ""


def decode(document: Document) -> DecodedText:
    """Decode bytes, or extract the text of a DOCX or PDF. Raise `SourceRejected` if the document can't be read."""
    for form in binary_formats():
        if form.fits_bytes(document.data):
            return _clean(document, DecodedText(form.extract_text(document), form.NAME, format=form.NAME))
    for signature, what in _SIGNATURES:
        if document.data.startswith(signature):
            raise _not_text(document, _("it is {what}", what=_(what)))
    check_size(document.name, document.data)
    encoding, text = _choose(document.data)
    return _clean(document, DecodedText(text, encoding))


def _clean(document: Document, decoded: DecodedText) -> DecodedText:
    """Normalize the line ends and replace control characters. Report lost characters; reject binary data."""
    # Ctrl-Z ended a file in DOS.
    text = decoded.text.removeprefix("\ufeff").rstrip("\x1a")
    for line_end in _LINE_ENDS:
        text = text.replace(line_end, "\n")
    text = _single_newlines(text)
    check_text(document.name, text)
    encoded = text.encode("utf-8", "replace")
    if len(encoded) > len(encoded.translate(None, _ASCII_CONTROLS)) or _C1_CONTROLS_IN_UTF8.search(encoded):
        text, controls = _CONTROL.subn("\ufffd", text)
        if controls > max(8, len(text) * _MAX_CONTROL_SHARE):
            message = _(
                "{controls} of its {count} characters are control characters", controls=controls, count=len(text)
            )
            raise _not_text(document, message)
    findings: tuple[Finding, ...] = ()
    if lost := text.count("\ufffd"):
        message = stored_message(
            "{count} characters of the source could not be decoded",
            "{count} characters of the source could not be decoded",
            count=lost,
        )
        findings = (Finding("undecodable", message),)
    return replace(decoded, text=text, findings=findings)


def _single_newlines(text: str) -> str:
    """Undo a doubling of all line ends, which some transfers cause (CR CR LF)."""
    if "\n\n\n\n" not in text or _ODD_NEWLINES.search(text) or len(_NEWLINES.findall(text)) < _MIN_NEWLINES:
        return text
    return _NEWLINES.sub(lambda run: "\n" * (len(run.group()) // 2), text)


def _not_text(document: Document, why: str) -> SourceRejected:
    return SourceRejected(
        document.name,
        "not-text",
        _("{name} is not a text: {why}; give a text, Markdown, HTML, DOCX or PDF file", name=document.name, why=why),
    )


def _choose(data: bytes) -> tuple[str, str]:
    """Return the encoding that fits best, and the text decoded with it."""
    if data.startswith(_UTF8_MARK):
        return "utf-8-sig", data.removeprefix(_UTF8_MARK).decode("utf-8", "replace")
    # UTF-16 is recognized by its zero bytes, not by its mark: a copy may have kept the mark and lost the zero bytes.
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
        # UTF-8 with few broken bytes is damaged UTF-8, not another encoding.
        repaired = data.decode("utf-8", "replace")
        broken = repaired.count("\ufffd")
        sound = len(repaired) - len(repaired.encode("ascii", "ignore")) - broken
        if sound > 4 * broken and problem.start < len(data):
            return "utf-8", repaired
    return max(((name, data.decode(name, "replace")) for name in _EIGHT_BIT), key=lambda pair: _plausibility(pair[1]))


def _plausibility(text: str) -> int:
    """Score how much a decoded text looks like the rules: expected characters minus unexpected and misplaced ones."""
    sample = list(islice(_NON_ASCII.finditer(text), _SAMPLE))
    expected = len(_EXPECTED.findall("".join(match.group() for match in sample)))
    misplaced = sum(_MISPLACED.match(text, match.start()) is not None for match in sample)
    return expected - 2 * (len(sample) - expected) - 3 * misplaced
