"""Hostile documents: reading any document gives editions or a rejection, never another error."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.documents.document import Document
from ingest.pipeline import IngestOptions, read_editions
from ingest.starter_manifest import read_starter_documents
from kb.errors import RulesError, SourceRejected
from kb.model import Edition

_PAGES = Path(__file__).parents[1] / "fixtures" / "pages"
_WISHES = IngestOptions(effective=date(2020, 1, 1), force=True)
_SEEDS = tuple(document.data[:12_000] for document in read_starter_documents())
_SAVED = tuple(path.read_bytes()[:8_000] for path in sorted(_PAGES.iterdir()))
_SETTINGS = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
_NAMES = st.sampled_from(("page.txt", "page.md", "page.html", "page"))
_FORMATS = st.sampled_from((None, "html", "markdown", "number-lines", "wiki-fr", "wiki", "listing", "text"))


def read(data: bytes, name: str, format_name: str | None) -> tuple[Edition, ...]:
    wishes = IngestOptions(effective=_WISHES.effective, force=True, format=format_name)
    with suppress(SourceRejected):
        return read_editions(Document(name, data), wishes, None)
    return ()


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Draw a seed or a page with lines cut, doubled or shuffled, and with changed bytes."""
    data = draw(st.sampled_from(_SEEDS + _SAVED))
    lines = data.split(b"\n")
    first = draw(st.integers(0, len(lines)))
    length = draw(st.integers(0, 20))
    stretch = lines[first : first + length]
    place = draw(st.integers(0, len(lines)))
    match draw(st.sampled_from(("cut", "double", "shuffle", "truncate"))):
        case "cut":
            del lines[first : first + length]
        case "double":
            lines[place:place] = stretch
        case "shuffle":
            lines[first : first + length] = draw(st.permutations(stretch))
        case _:
            lines = lines[:place]
    damaged_data = bytearray(b"\n".join(lines))
    for _ in range(draw(st.integers(0, 5))):
        if damaged_data:
            damaged_data[draw(st.integers(0, len(damaged_data) - 1))] = draw(st.integers(0, 255))
    return bytes(damaged_data)


@given(damaged(), _NAMES, _FORMATS)
@_SETTINGS
def test_damaged_pages(data: bytes, name: str, format_name: str | None) -> None:
    """A damaged page is read or rejected, whatever format is assumed."""
    for edition in read(data, name, format_name):
        assert edition.rules or edition.glossary
        assert all(rule.text == rule.text.strip() for rule in edition.rules)


@given(st.binary(max_size=400), _NAMES, _FORMATS)
@_SETTINGS
def test_any_bytes(data: bytes, name: str, format_name: str | None) -> None:
    """Arbitrary bytes are read or rejected."""
    read(data, name, format_name)


_TAGS = (
    "<ul> </ul> <li> </li> <p> </p> <table> <tr> <td> <th> </td> </tr> </table> <br> <b> </b> <h2> </h2> <pre> </pre> "
    "<!-- --> <script> </script> <form> </form> <nav> <dl> <dd> &nbsp; &lt; &#0; &#x110000; <![CDATA[ ]]> <? <! </ < > "
    "<blockquote> <cite> </div> </span>"
).split(" ")
_WORDS = (
    "306. 306.1. 306.5a 306.5l 1. Example: Exemple Card Types Supertypes règles Le 04/10/2018 dit: [] ** # > • "
    "Glossary Contents Credits"
).split(" ")
_LINES = ["\n", " ", "\t", "a dit :", "306. Planeswalkers\n", "\n306.1. Loyalty is lost.\n", "\nLa règle a dit :\n"]
_ELEMENTS = ['<img alt="{T}">', '<span class="mw-editsection">', '<div class="mw-parser-output">']
_FRAGMENTS = st.sampled_from(_TAGS + _WORDS + _LINES + _ELEMENTS)


@given(st.lists(_FRAGMENTS, max_size=60).map(" ".join), _NAMES, _FORMATS)
@_SETTINGS
def test_any_markup(text: str, name: str, format_name: str | None) -> None:
    """Any sequence of tags, marks and numbers is read or rejected."""
    read(text.encode(), name, format_name)


def test_unknown_formats() -> None:
    """The error for an unknown format names the format and lists the known ones."""
    with pytest.raises(RulesError, match="wiki-fr"):
        read(b"306.1. A rule.", "page.txt", "nonsense")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("306.1. A rule." + " [" * 20_000 + "]", id="brackets"),
        pytest.param("306.1. A rule." + " " * 50_000 + "x", id="blanks"),
        pytest.param("306.1. A rule.\n" * 3_000, id="one number over and over"),
        pytest.param("306.1\n" * 3_000 + "A rule.", id="numbers without texts"),
        pytest.param("306.1\nA rule.\n" * 3_000, id="one number alone over and over"),
        pytest.param("306.1" + "\n" * 3_000 + "306.2" + "\n" * 3_000 + "A", id="numbers and blank lines"),
        pytest.param("306. A\n306.1. A rule.\n" * 3_000, id="a section over and over"),
        pytest.param("<p>306.1. A rule." * 2_000, id="paragraphs never closed"),
        pytest.param("*" * 30_000 + "306.1. A rule.", id="stars"),
        pytest.param(">" * 30_000 + "306.1. A rule.", id="quotation marks"),
        pytest.param("# " + "#" * 30_000 + "x\n306.1. A rule.", id="hashes"),
        pytest.param("- " * 20_000 + "x\n306.1. A rule.", id="dashes"),
    ],
)
@pytest.mark.parametrize("format_name", ["html", "markdown", "number-lines", "wiki-fr", "wiki", "listing", "text"])
def test_repetitive_text_is_read_quickly(text: str, format_name: str) -> None:
    """Repetitive text that would make a careless regex backtrack is read quickly."""
    read(text.encode(), "page", format_name)
