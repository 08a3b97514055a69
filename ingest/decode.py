"""Decoding of a document's bytes, in the encoding whose text looks most like the rules.

cp1252 decodes almost any bytes without an error, but often wrongly. So bytes that are neither UTF-8 nor UTF-16 are
decoded with each candidate encoding, and the texts are scored. Letters and punctuation that the rules use raise the
score. Box-drawing characters and symbols inside words lower the score.

Guarantees: each line ends with one line feed, and there is no byte order mark. Control characters and bytes that could
not be decoded become U+FFFD and are reported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice

from ingest.document_budget import check_text
from ingest.documents.document import Document
from ingest.formats.base import Pages
from ingest.formats.registry import binary_formats
from kb.errors import SourceRejected
from kb.i18n import _, mark_message, stored_message
from kb.model import Finding

# File types that users may give by mistake: the first bytes of such a file, and a name for its type.
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

# The non-ASCII characters that occur in editions and in French pages.
_EXPECTED = re.compile("[àâäæçéèêëîïôöœùûüÿÀÂÇÉÈÊËÎÏÔŒÙÛáíñóúÁÍÑÓÚåøÅØ’‘“”–—…™®©•«»∞−×\u00a0\u202f½]")
_NON_ASCII = re.compile(r"[^\x00-\x7f]")
# To save time, only this many non-ASCII characters are examined. An edition has up to 9,000, binary data has millions.
_SAMPLE = 2000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_ASCII_CONTROLS = bytes((*range(9), *range(0x0E, 0x20), 0x7F))
_C1_CONTROLS_IN_UTF8 = re.compile(rb"\xc2[\x80-\x9f]")
# If UTF-16 text has lost its zero bytes, each quotation mark or dash has become a control character and a space.
# Such text has at most one control character in twenty characters. Binary data has at least one in ten.
_MAX_CONTROL_SHARE = 0.06
# The line ends of other operating systems and of word processors.
_LINE_ENDS = ("\r\n", "\r", "\v", "\f", "\u2028", "\u2029")
_NEWLINES = re.compile(r"\n+")
# Matches an odd number of line ends in a row, except at the end of the file. Doubled line ends give no match.
_ODD_NEWLINES = re.compile(r"(?<!\n)\n(?:\n\n)*+(?!\n|\Z)")
# If a text has fewer runs of line ends, all runs may have an even length by chance. So they aren't taken as doubled.
_MIN_NEWLINES = 100

# Signs of a wrong encoding: a symbol or capital in place of a small letter, or a letter in place of a punctuation mark
# ("playerís" in place of "player’s", "ìCasting Spells.î" in place of "“Casting Spells.”").
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

    For a binary format, `format` and `encoding` are the format's name. For any other document, `format` is "". A PDF
    also has the words of its pages.
    """

    text: str
    encoding: str
    findings: tuple[Finding, ...] = ()
    format: str = ""
    pages: Pages = ()


def decode(document: Document) -> DecodedText:
    """Decode a document's bytes, or extract the text of a DOCX or PDF. Raise `SourceRejected` if this fails."""
    for form in binary_formats():
        if form.fits_bytes(document.data):
            found = form.extract(document)
            return _clean(document, DecodedText(found.text, form.NAME, format=form.NAME, pages=found.pages))
    for signature, what in _SIGNATURES:
        if document.data.startswith(signature):
            raise _not_text(document, _("it is {what}", what=_(what)))
    check_text(document.name, document.data)
    encoding, text = _choose(document.data)
    return _clean(document, DecodedText(text, encoding))


def _clean(document: Document, decoded: DecodedText) -> DecodedText:
    """Normalize line ends and control characters. Report lost characters. Raise `SourceRejected` for binary data."""
    # DOS marked the end of a file with Ctrl-Z.
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
    """Return the text with single line ends if all its line ends are doubled. Some transfers double them (CR CR LF)."""
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
    # UTF-16 is recognized by its zero bytes. A damaged copy may have kept the byte order mark but lost the zero bytes.
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
        # If few bytes are broken, the text is damaged UTF-8, not another encoding.
        repaired = data.decode("utf-8", "replace")
        broken = repaired.count("\ufffd")
        sound = len(repaired) - len(repaired.encode("ascii", "ignore")) - broken
        if sound > 4 * broken and problem.start < len(data):
            return "utf-8", repaired
    return max(((name, data.decode(name, "replace")) for name in _EIGHT_BIT), key=lambda pair: _plausibility(pair[1]))


def _plausibility(text: str) -> int:
    """Return a score that is high if a decoded text looks like the rules.

    Expected non-ASCII characters raise the score. Unexpected or misplaced characters lower it.
    """
    sample = list(islice(_NON_ASCII.finditer(text), _SAMPLE))
    expected = len(_EXPECTED.findall("".join(match.group() for match in sample)))
    misplaced = sum(_MISPLACED.match(text, match.start()) is not None for match in sample)
    return expected - 2 * (len(sample) - expected) - 3 * misplaced
