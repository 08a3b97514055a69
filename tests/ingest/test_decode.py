"""Decoding: the encoding that gives the most plausible text is chosen."""

from __future__ import annotations

import codecs

import pytest

from ingest.decode import decode
from ingest.documents.document import Document
from kb.errors import SourceRejected

ENGLISH = "306.4. It’s subject to the “legend rule” — see rule 704.5j. Each player’s turn is their own.\n" * 3
FRENCH = "306.5. La loyauté est une caractéristique que seuls les planeswalkers possèdent, où qu’ils soient.\n" * 3
DASHES = "301.6. Rules 301.5a–f apply to cards—even to those—in Magic™. (Rules 702.109–112, too.)\n" * 3
NAMES = "Magic was designed by Richard Garfield, with help from Dandân, Juzám Djinn and El-Hajjâj.\n" * 3


def text_of(data: bytes) -> str:
    return decode(Document("page.txt", data)).text


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        pytest.param(b"306.1. Plain.\n", "ascii", "306.1. Plain.\n", id="ascii"),
        pytest.param(ENGLISH.encode(), "utf-8", ENGLISH, id="utf-8"),
        pytest.param(codecs.BOM_UTF8 + ENGLISH.encode(), "utf-8-sig", ENGLISH, id="utf-8 with BOM"),
        pytest.param(codecs.BOM_UTF16_LE + ENGLISH.encode("utf-16-le"), "utf-16-le", ENGLISH, id="utf-16-le"),
        pytest.param(codecs.BOM_UTF16_BE + ENGLISH.encode("utf-16-be"), "utf-16-be", ENGLISH, id="utf-16-be"),
        pytest.param(FRENCH.encode("utf-16-le"), "utf-16-le", FRENCH, id="utf-16-le without BOM"),
        pytest.param(FRENCH.encode("utf-16-be"), "utf-16-be", FRENCH, id="utf-16-be without BOM"),
        pytest.param(ENGLISH.encode("cp1252"), "cp1252", ENGLISH, id="English in cp1252"),
        pytest.param(FRENCH.encode("cp1252"), "cp1252", FRENCH, id="French in cp1252"),
        pytest.param(FRENCH.encode("mac_roman"), "mac_roman", FRENCH, id="French in Mac Roman"),
        pytest.param(NAMES.encode("mac_roman"), "mac_roman", NAMES, id="a few names in Mac Roman"),
        pytest.param(NAMES.encode("cp437"), "cp437", NAMES, id="a few names in cp437"),
        pytest.param(ENGLISH.encode("mac_roman"), "mac_roman", ENGLISH, id="English in Mac Roman"),
        pytest.param(DASHES.encode("cp1252"), "cp1252", DASHES, id="dashes between letters in cp1252"),
        pytest.param(DASHES.encode("mac_roman"), "mac_roman", DASHES, id="dashes between letters in Mac Roman"),
        pytest.param("A player’s.".encode("cp1252"), "cp1252", "A player’s.", id="one apostrophe in cp1252"),
        pytest.param("A player’s.".encode("mac_roman"), "mac_roman", "A player’s.", id="one apostrophe in Mac Roman"),
        pytest.param(b"306.1. Dand\x83n.", "cp437", "306.1. Dandân.", id="one byte in cp437"),
        pytest.param(b"306.1. El-Hajj\x89j.", "mac_roman", "306.1. El-Hajjâj.", id="one byte in Mac Roman"),
    ],
)
def test_encodings(data: bytes, encoding: str, text: str) -> None:
    """Each encoding that editions have used is detected, and nothing is reported."""
    decoded = decode(Document("page.txt", data))
    assert decoded.text == text
    assert decoded.encoding == encoding
    assert not decoded.findings


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_newlines(newline: str) -> None:
    """CRLF, LF and bare CR all become single line feeds."""
    assert text_of(newline.join(["306. A", "", "306.1. B"]).encode()) == "306. A\n\n306.1. B"


def test_other_line_ends() -> None:
    """Line separators of word processors become line feeds; the end-of-file mark of DOS is removed."""
    assert text_of("306. A\v306.1. B\u2028\u2029306.2. C\f\x1a".encode()) == "306. A\n306.1. B\n\n306.2. C\n"


@pytest.mark.parametrize("newline", ["\r\r\n", "\n\n", "\r\n\r\n"])
def test_doubled_line_ends(newline: str) -> None:
    """Doubled line ends are undone; a page in which every line is a paragraph stays unchanged."""
    text = "306. A\n\n306.1. B\nExample: C\n\n" * 60
    assert text_of(text.replace("\n", newline).encode()) == text
    paragraphs = "306. A\n\n306.1. B\n\nExample: C\n\n" * 60
    assert text_of(paragraphs.encode()) == paragraphs


def test_mixed_newlines() -> None:
    """Bare CR within parts and CRLF between parts, as in the newest editions, become line feeds."""
    assert text_of(b"306. A\r306.1. B\r\n\r\n307. C\r") == "306. A\n306.1. B\n\n307. C\n"


@pytest.mark.parametrize(
    ("data", "lost"),
    [
        ((ENGLISH * 4).encode().replace("—".encode(), b"\xff", 1), 1),
        ("306.1. A permanent\ufffds owner; it\ufffds so.".encode(), 2),
        (codecs.BOM_UTF16_LE + "306.1. x".encode("utf-16-le") + b"\x00", 1),
        (b"306.1. A player\x00 and an\x1bother.", 2),
        (ENGLISH.encode("cp1252").decode("latin-1").encode(), 15),
        ((NAMES * 9 + ENGLISH).replace("â", "a").replace("á", "a").encode("utf-16-le").replace(b"\x00", b""), 15),
        (codecs.BOM_UTF16_LE + (NAMES * 9).encode("utf-16-le").replace(b"\x00", b"") + b"\x19", 1),
    ],
)
def test_undecodable_bytes_are_reported(data: bytes, lost: int) -> None:
    """Undecodable bytes become U+FFFD, and the finding counts them."""
    decoded = decode(Document("page.txt", data))
    (finding,) = decoded.findings
    assert finding.code == "undecodable"
    assert finding.message.startswith(f"{lost} characters")
    assert decoded.text.count("\ufffd") == lost


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x89PNG\r\n\x1a\n....", "PNG"),
        (b"\xff\xd8\xff\xe0....", "JPEG"),
        (b"GIF89a....", "GIF"),
        (b"PK\x03\x04....", "ZIP"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "old Office"),
        (b"\x1f\x8b\x08....", "gzip"),
        (b"SQLite format 3\x00....", "SQLite"),
        (b"\x7fELF....", "program"),
        (bytes(range(1, 32)) * 40, "control characters"),
    ],
)
def test_files_that_are_not_text(data: bytes, what: str) -> None:
    """A picture, an archive or a program is rejected, and the message names the kind of file."""
    with pytest.raises(SourceRejected, match=what) as rejection:
        decode(Document("page.bin", data))
    assert rejection.value.reason == "not-text"
    assert "page.bin" in str(rejection.value)
