"""DOCX and PDF: an edition has the same rules in either format as in plain text."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.documents.document import Document
from ingest.formats import docx as docx_format
from ingest.formats import pdf as pdf_format
from ingest.formats.pdf_columns import PdfWord, lines_in_reading_order
from ingest.formats.pdf_paragraphs import join_paragraphs
from ingest.pipeline import IngestOptions, read_editions
from kb.errors import SourceRejected
from kb.model import Edition, Rule
from tests.ingest.formats.written_documents import Layout, as_docx, as_pdf

FRENCH = Path(__file__).parents[2] / "fixtures/editions_fr/lanternes-2014-05-01.txt"


def edition(data: bytes | str, name: str, **wishes: object) -> Edition:
    content = data.encode() if isinstance(data, str) else data
    (only,) = read_editions(Document(name, content), IngestOptions(**wishes), None)  # type: ignore[arg-type]
    return only


@pytest.fixture(scope="module")
def printed() -> Edition:
    return edition(FRENCH.read_bytes(), FRENCH.name)


LAYOUTS = [
    pytest.param(Layout(), id="two columns"),
    pytest.param(Layout(gaps=False), id="no gaps"),
    pytest.param(Layout(justified=False), id="ragged"),
    pytest.param(Layout(breaks=False), id="words unbroken"),
    pytest.param(Layout(hanging=12), id="hanging"),
    pytest.param(Layout(hanging=12, gaps=False, justified=False), id="hanging, ragged, no gaps"),
    pytest.param(Layout(columns=1), id="one column"),
    pytest.param(Layout(columns=1, gaps=False, breaks=False), id="one column, no gaps"),
    pytest.param(Layout(running=False), id="no running heads"),
]


@pytest.mark.parametrize("name", ["regles.docx", "regles"])
def test_a_french_edition_as_docx(printed: Edition, name: str) -> None:
    """A Word document of an edition gives exactly what the text gives, whatever its file name."""
    found = edition(as_docx(FRENCH.read_text(encoding="utf-8")), name)
    assert (found.lang, found.effective, found.partial) == ("fr", date(2014, 5, 1), False)
    assert (found.source.format, found.source.encoding) == ("docx", "docx")
    assert (found.rules, found.glossary, found.parts) == (printed.rules, printed.glossary, printed.parts)
    assert found.findings == printed.findings


def plain(text: str) -> str:
    """Normalize the typography of a text: kinds of space, quotes and dashes."""
    for marks, usual in (("’‘", "'"), ("“”", '"'), ("–—‑−", "-")):
        text = re.sub(f"[{marks}]", usual, text)
    return re.sub(r"\s+", " ", text).strip()


def content(rule: Rule) -> tuple[str, ...]:
    """Return the number, text and examples of a rule with normalized typography."""
    return str(rule.number), plain(rule.text), *(plain(example.text) for example in rule.examples)


def differing_rules(found: Edition, printed: Edition) -> list[tuple[str, ...]]:
    """Return the rules of one edition whose content differs from the other edition with the same numbers."""
    return [
        content(rule) for rule, other in zip(found.rules, printed.rules, strict=True) if content(rule) != content(other)
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_french_edition_as_pdf(printed: Edition, layout: Layout) -> None:
    """A PDF of the French edition gives the same rules, language and date as the plain text, in every layout."""
    found = edition(as_pdf(FRENCH.read_text(encoding="utf-8"), layout), "regles.pdf")
    assert (found.lang, found.effective, found.partial) == ("fr", date(2014, 5, 1), False)
    assert (found.source.format, found.source.encoding) == ("pdf", "pdf")
    assert [str(rule.number) for rule in found.rules] == [str(rule.number) for rule in printed.rules]
    assert differing_rules(found, printed) == []
    assert [(entry.term, plain(entry.text)) for entry in found.glossary] == [
        (entry.term, plain(entry.text)) for entry in printed.glossary
    ]
    assert found.findings == printed.findings


# Real editions, which need the folder `shared`.


@pytest.fixture(scope="module")
def newest(shared: Path) -> Edition:
    return edition((shared / "corpus/en/2026-01-16.txt").read_bytes(), "2026-01-16.txt")


@pytest.fixture(scope="module")
def newest_pdf(shared: Path) -> Edition:
    """Read the PDF once for all tests, since it has 306 pages."""
    return edition((shared / "corpus/office/2026-01-16.pdf").read_bytes(), "2026-01-16.pdf")


def assert_editions_agree(found: Edition, printed: Edition, part: float) -> None:
    """Assert that two editions have the same numbers, and the same texts for at least this share of the rules."""
    assert (found.effective, found.partial) == (printed.effective, False)
    assert [str(rule.number) for rule in found.rules] == [str(rule.number) for rule in printed.rules]
    others = differing_rules(found, printed)
    assert len(others) <= (1 - part) * len(printed.rules), "\n".join(map(str, others))
    assert found.counts == printed.counts
    assert [(entry.term, plain(entry.text)) for entry in found.glossary] == [
        (entry.term, plain(entry.text)) for entry in printed.glossary
    ]


def test_the_newest_edition_as_pdf(newest: Edition, newest_pdf: Edition) -> None:
    """The PDF of 2026-01-16 has all 3,269 numbers of the text edition, and the same text for 99 % of them."""
    assert len(newest_pdf.rules) == 3269
    assert_editions_agree(newest_pdf, newest, 0.99)


@pytest.mark.parametrize(("day", "numbers"), [("2026-01-16", 3269), ("2014-05-01", 2091)])
def test_editions_as_docx(shared: Path, day: str, numbers: int) -> None:
    """A DOCX has all numbers of the text edition, and the same text for 99.9 % of them."""
    printed = edition((shared / f"corpus/en/{day}.txt").read_bytes(), f"{day}.txt")
    found = edition((shared / f"corpus/office/{day}.docx").read_bytes(), f"{day}.docx")
    assert len(found.rules) == numbers
    assert_editions_agree(found, printed, 0.999)


# Parts of a document that aren't plain paragraphs.

_W = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'"
_BODIES = [
    pytest.param("<w:p><w:r><w:t>306.1. A</w:t><w:tab/><w:t>b.</w:t></w:r></w:p>", "306.1. A\tb.", id="tab"),
    pytest.param("<w:p><w:r><w:t>306. Heading</w:t><w:tab/><w:t>12</w:t></w:r></w:p>", "306. Heading", id="contents"),
    pytest.param("<w:p><w:r><w:t>306.1. A</w:t><w:br/><w:t>b.</w:t></w:r></w:p>", "306.1. A\nb.", id="line break"),
    pytest.param(
        "<w:p><w:r><w:t>306.1. A</w:t><w:br w:type='page'/><w:t>b.</w:t></w:r></w:p>", "306.1. Ab.", id="page break"
    ),
    pytest.param(
        "<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr><w:r><w:t>306.1. A.</w:t></w:r></w:p>",
        "306.1. A.",
        id="a tab stop is no tab",
    ),
    pytest.param(
        "<w:p><w:r><w:t>306.1. </w:t></w:r><w:hyperlink><w:r><w:t>A.</w:t></w:r></w:hyperlink></w:p>",
        "306.1. A.",
        id="link",
    ),
    pytest.param(
        "<w:p><w:ins><w:r><w:t>306.1. New.</w:t></w:r></w:ins><w:del><w:r><w:t>Old.</w:t></w:r></w:del></w:p>",
        "306.1. New.",
        id="tracked changes",
    ),
    pytest.param(
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>306.1. A.</w:t></w:r></w:p></w:sdtContent></w:sdt>",
        "306.1. A.",
        id="content control",
    ),
    pytest.param(
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>306.1.</w:t></w:r></w:p></w:tc>"
        "<w:tc><w:p><w:r><w:t>A.</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
        "306.1.\tA.",
        id="numbers and texts in a table",
    ),
    pytest.param(
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>306.1. A.</w:t></w:r></w:p><w:p><w:r><w:t>306.2. B.</w:t></w:r></w:p>"
        "</w:tc></w:tr></w:tbl>",
        "306.1. A.\n306.2. B.",
        id="a page laid out as a table",
    ),
]


def office(body: str = "", document: str | None = None) -> bytes:
    """Return a Word document with this body, or with this XML as its main part."""
    xml = document or f"<w:document {_W}><w:body>{body}</w:body></w:document>"
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(as_docx(""))) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(part.filename, xml if part.filename == "word/document.xml" else old.read(part))
    return stream.getvalue()


@pytest.mark.parametrize(("body", "text"), _BODIES)
def test_extracted_text_of_a_document(body: str, text: str) -> None:
    """All printed text is extracted from a Word document, and nothing else."""
    assert docx_format.extract(Document("page.docx", office(body))).text == text


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        pytest.param(
            ["870.1. A lantern is lit", "or it is dark."], "870.1. A lantern is lit or it is dark.", id="words"
        ),
        pytest.param(["870.1. A lantern is lit (see rule", "870.2. This"], None, id="a reference at a line's start"),
    ],
)
def test_wrapped_lines(lines: list[str], text: str | None) -> None:
    """Wrapped lines make one paragraph, even if one of them begins with a rule number."""
    page = [_set(line, 700 - 12 * at) for at, line in enumerate(lines)]
    assert list(join_paragraphs(lines_in_reading_order([page]))) == [text or " ".join(lines)]


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param([("870. Lanterns", 50, 700), ("12", 300, 700)], "870. Lanterns", id="at the margin"),
        pytest.param([("870. Lanterns ........ 12", 50, 700)], "870. Lanterns", id="behind dots"),
        pytest.param([("870. Lanterns . . . . . . 12", 50, 700)], "870. Lanterns", id="behind spaced dots"),
        pytest.param([("870.1. Count to", 50, 700), ("12", 300, 700)], "870.1. Count to 12", id="a rule's own number"),
        pytest.param([("870. Lanterns 12", 50, 700)], "870. Lanterns 12", id="a heading's own number"),
    ],
)
def test_page_numbers_of_a_contents_page(page: list[tuple[str, int, int]], text: str) -> None:
    """Page numbers on a contents page are not part of a heading."""
    lines = lines_in_reading_order([[[*_set(words, base, left)] for words, left, base in page]])
    assert list(join_paragraphs(lines)) == [text]


def _set(line: str, base: float, left: float = 0) -> list[PdfWord]:
    words = []
    for text in line.split(" "):
        words.append(PdfWord(text, left, left + 5 * len(text), base, 10))
        left += 5 * len(text) + 4
    return words


# Documents that can't be read.


def rejection(data: bytes, name: str, **wishes: object) -> SourceRejected:
    with pytest.raises(SourceRejected) as raised:
        edition(data, name, effective=date(2020, 1, 1), **wishes)
    assert "\n" not in str(raised.value)
    return raised.value


def small_pdf(text: str = "870.1. A lantern is lit.") -> bytes:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Times", size=12)
    pdf.text(20, 20, text)
    return bytes(pdf.output())


def locked_pdf() -> bytes:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_encryption(owner_password="lantern", user_password="wick")
    return bytes(pdf.output())


def archive(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as parts_file:
        for name, data in parts.items():
            parts_file.writestr(name, data)
    return stream.getvalue()


def locked_docx() -> bytes:
    data = bytearray(office("<w:p/>"))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(mark, at + 4)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "reason", "message"),
    [
        pytest.param(lambda: b"%PDF-1.7 870.1. A lantern", "unreadable", "damaged", id="no PDF behind its mark"),
        pytest.param(lambda: small_pdf()[:400], "unreadable", "damaged", id="a truncated PDF"),
        pytest.param(locked_pdf, "unreadable", "password", id="a locked PDF"),
        pytest.param(lambda: small_pdf(" "), "not-text", "pictures", id="a PDF without text"),
        pytest.param(lambda: small_pdf("A lantern is lit."), "not-rules", "rule number", id="a PDF of something else"),
        pytest.param(lambda: office("<w:p/>")[:-300], "unreadable", "damaged", id="a truncated DOCX"),
        pytest.param(lambda: office("<w:p"), "unreadable", "damaged", id="a DOCX with broken XML"),
        pytest.param(locked_docx, "unreadable", "password", id="a locked DOCX"),
        pytest.param(lambda: office("<w:p/>"), "not-text", "pictures", id="a DOCX without text"),
        pytest.param(
            lambda: archive({"word/document.xml": bytes(64 << 20)}), "too-large", "unpacks", id="a DOCX that unpacks"
        ),
        pytest.param(
            lambda: archive({f"word/{n}.xml": b"" for n in range(3_000)}), "too-large", "parts", id="too many parts"
        ),
        pytest.param(lambda: archive({"word/document.xml": b"<w/>"}), "unreadable", "damaged", id="half a DOCX"),
        pytest.param(lambda: archive({"rules.txt": b"870.1. A"}), "not-text", "ZIP", id="another archive"),
        pytest.param(lambda: archive({"xl/workbook.xml": b""}), "not-text", "ZIP", id="a spreadsheet"),
    ],
)
def test_faulty_documents_are_rejected(data: Callable[[], bytes], reason: str, message: str) -> None:
    """A faulty document is rejected with one line that gives the reason."""
    found = rejection(data(), "page.bin")
    assert (found.reason, message in str(found)) == (reason, True), found


_ENTITIES = "".join(f"<!ENTITY {name} '{f'&{before};' * 8}'>" for before, name in pairwise("abcdefghijkl"))


@pytest.mark.parametrize(
    "bomb",
    [
        pytest.param(
            f"<!DOCTYPE d [<!ENTITY a 'xx'>{_ENTITIES}]><w:document {_W}><w:body><w:p><w:r><w:t>&l;</w:t></w:r></w:p>"
            "</w:body></w:document>",
            id="entities",
        ),
        pytest.param(f"<w:document {_W}><w:body>" + "<w:p>" * 50_000, id="depth"),
    ],
)
def test_xml_bombs_are_rejected(bomb: str) -> None:
    """XML entities are not expanded, and deep nesting is rejected."""
    assert rejection(office(document=bomb), "page.docx").reason == "unreadable"


@pytest.mark.parametrize(
    "page",
    [
        pytest.param([("x-", 5 * (at % 300), 700 - at // 30) for at in range(30_000)], id="a page strewn with letters"),
        pytest.param([("word-", 50, 9_000 - at) for at in range(9_000)], id="a word broken over and over"),
        pytest.param([("a-" * 20_000, 50, 700 - 12 * at) for at in range(20)], id="words without an end"),
        pytest.param([("." * 100_000, 50, 700)], id="dots that lead nowhere"),
        pytest.param([("A", 50, 9_000 - at) for at in range(9_000)], id="one letter a line"),
    ],
)
def test_huge_pages_are_read_quickly(page: list[tuple[str, int, int]]) -> None:
    """Pages with very many words, or with very long words, are read quickly."""
    lines = lines_in_reading_order([[[PdfWord(text, left, left + 4, base, 1)] for text, left, base in page]])
    assert sum(map(len, join_paragraphs(lines))) > len(page) / 2


def test_a_pdf_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reading process is killed at its time limit."""
    monkeypatch.setattr(pdf_format, "TIMEOUT_SECONDS", 0.01)
    assert rejection(small_pdf(), "page.pdf").reason == "too-slow"


def test_a_pdf_that_crashes_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program continues if the reading process crashes."""

    def crash(command: list[str], **options: object) -> None:
        raise subprocess.CalledProcessError(-11, command)

    monkeypatch.setattr(subprocess, "run", crash)
    assert rejection(small_pdf(), "page.pdf").reason == "unreadable"


@pytest.mark.parametrize(("name", "data"), [("docx", lambda: office("<w:p/>")), ("pdf", small_pdf)])
def test_the_extra_is_not_installed(name: str, data: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the missing extra and how to install it."""
    monkeypatch.setitem(sys.modules, "docx", None)
    monkeypatch.setattr(pdf_format, "find_spec", lambda module: None)
    found = rejection(data(), f"page.{name}")
    assert found.reason == "needs-extra"
    library = {"docx": "python-docx", "pdf": "pypdfium2"}[name]
    assert f"pip install '{library}<" in str(found)


@pytest.mark.parametrize("name", ["docx", "pdf"])
def test_a_text_is_not_read_as_docx_or_pdf(name: str) -> None:
    """A text file is rejected if --format says docx or pdf."""
    assert rejection(b"870.1. A lantern is lit.", "page.txt", format=name).reason == "not-text"


@pytest.mark.parametrize(("name", "data"), [("docx", lambda: office(_RULE)), ("pdf", small_pdf)])
def test_the_format_may_be_named(name: str, data: Callable[[], bytes]) -> None:
    """--format docx and --format pdf accept documents of that format."""
    found = edition(data(), "page", effective=date(2020, 1, 1), format=name)
    assert [str(rule.number) for rule in found.rules] == ["870.1"]
    assert found.source.format == name


_RULE = "<w:p><w:r><w:t>870.1. A lantern is lit.</w:t></w:r></w:p>"
_SMALL = {"docx": office(_RULE), "pdf": small_pdf()}


@given(st.sampled_from(("docx", "docx", "docx", "pdf")), st.data())
@settings(max_examples=80, derandomize=True)
def test_damaged_documents(name: str, data: st.DataObject) -> None:
    """A document with changed, removed or doubled bytes is read or rejected; no other error is raised."""
    damaged = bytearray(_SMALL[name])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(8, len(damaged) - 1))
        match data.draw(st.sampled_from(("change", "cut", "double"))):
            case "change":
                damaged[at] = data.draw(st.integers(0, 255))
            case "cut":
                del damaged[at : at + data.draw(st.integers(1, 40))]
            case _:
                damaged[at:at] = damaged[at : at + data.draw(st.integers(1, 40))]
    with suppress(SourceRejected):
        edition(bytes(damaged), f"page.{name}", effective=date(2020, 1, 1), force=True)
