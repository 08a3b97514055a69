"""Citations of moved rules: their verdicts, and how fixing them changes a file."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.citations.checker import CitationChecker
from kb.citations.fixer import CitationFix, fix_citations
from kb.citations.scanner import CitationOccurrence, scan_citations
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

NOW = date(2026, 1, 16)
TEXTS = (
    "The oil of a lantern is poured by its keeper before dusk.",
    "Every wick burns down one inch an hour until it is trimmed.",
    "Clean glass lets twice as much light through as sooty panes do.",
    "Iron handles rust wherever salt water has touched them.",
    "A blue flame means that too much air comes in from below.",
)
RUST, FLAME = TEXTS[3:]


@pytest.fixture(scope="module")
def store(invented: Invented) -> Iterator[Store]:
    """Open a store: 100.1a is new and renumbers its neighbours, 100.2 is edited as 100.9, 100.3 is removed."""
    rule, edition = invented.rule, invented.edition
    heads = rule("1", "Lanterns"), rule("100", "General"), rule("100.1", "Lamps")
    old = [rule(f"100.1{letter}", text) for letter, text in zip("abc", TEXTS, strict=False)]
    new = [rule(f"100.1{letter}", text) for letter, text in zip("bcd", TEXTS, strict=False)]
    with invented.store(
        edition("old", "2019-01-01", *heads, *old, rule("100.2", FLAME), rule("100.3", RUST)),
        edition(
            "new", NOW, *heads, rule("100.1a", "Doors are painted green by those who sell candles."), *new,
            rule("100.9", FLAME.replace("too much", "hardly any")),
        ),
    ) as opened:  # fmt: skip
        yield opened


@pytest.mark.parametrize(
    ("text", "verdict", "suggestion", "certain"),
    [
        ("CR 100.1a", "reused", "100.1b", True),
        ("CR 100.1c", "reused", "100.1d", True),
        ("CR 100.2", "moved", "100.9", False),
        ("CR 100.3", "missing", None, False),
        ("CR 100.1", "ok", None, False),
        ("CR 100.1d", "missing", None, False),  # not a rule at that time
        ("CR 100.1b (2026-01-16)", "ok", None, False),
        ("CR 100.1A", "missing", "100.1a", False),
    ],
)
def test_verdicts(store: Store, text: str, verdict: str, suggestion: str | None, certain: bool) -> None:
    """A citation in a text of the old edition gets a suggestion, which is certain if the rule's text is unchanged."""
    (place,) = scan_citations(text.encode())
    checked = CitationChecker(store, View(store, "en", NOW), date(2019, 6, 1)).check(place.citation)
    assert checked is not None
    assert (checked.verdict, checked.suggestion, checked.is_certain) == (verdict, suggestion, certain)
    assert bool(checked.message) == (verdict != "ok")


def test_a_pin_overrides_the_day_of_the_text(store: Store) -> None:
    """A pinned citation is checked against its own edition, not against the day of the text."""
    (place,) = scan_citations(b"CR 100.1a (2019-01-01)")
    checked = CitationChecker(store, View(store, "en", NOW), NOW).check(place.citation)
    assert checked is not None and checked.suggestion == "100.1b"


def places(content: bytes) -> list[CitationOccurrence]:
    """Return the citations of a file, with wide characters decoded as in `cli.user_files.source_files`."""
    wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return list(scan_citations(content.decode("utf-16", "replace").encode() if wide else content))


def fix_numbers(content: bytes, numbers: dict[str, str]) -> bytes:
    """Replace some rule numbers in a file by others."""
    found = [place for place in places(content) if place.citation.written in numbers]
    return fix_citations(
        content, [CitationFix(each, RuleNumber.parse(numbers[each.citation.written]), NOW) for each in found]
    )[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("CR 704.5k.", "CR 704.5j."),
        ("CR 704.5k (2013-05-01)", "CR 704.5j (2026-01-16)"),
        ("rule 704.5k@2013-05-01;", "rule 704.5j@2026-01-16;"),
        ("CR#704.5k", "CR#704.5j"),
        ('"rule": "704.5k"', '"rule": "704.5j"'),
        ("see 704.5k, 704.5k", "see 704.5j, 704.5j"),
        ("rules 704.5j, k and m", "rules 704.5j, 704.5j and m"),
        ("CR 420.5e, é", "CR 704.5j, é"),
        ("CR 306, 306.7", "CR 306, 606.3"),
        ("rules 301.5a-f", "rules 301.5a-301.5g"),
        ("rules 301.5a-f (2013-05-01)", "rules 301.5a-f (2013-05-01)"),  # the date applies to both ends
        ("rules 702.9a and b", "rules 702.10a and 702.10b"),
        (
            "rules 702.10a and b, 702.9a and c",
            "rules 702.10a and b, 702.9a and c",
        ),  # the c would then mean 702.10c
        ("fn cr_704_5k_legend()", "fn cr_704_5k_legend()"),  # an identifier in code
        ("costs $704.50", "costs $704.50"),
    ],
)
def test_fixes(before: str, after: str) -> None:
    """A fix changes only the number and the date of a pin; a line that would parse differently is not changed."""
    numbers = {"704.5k": "704.5j", "420.5e": "704.5j", "306.7": "606.3", "301.5f": "301.5g", "702.9a": "702.10a"}
    numbers["702.9b"] = "702.10b"
    assert fix_numbers(before.encode(), numbers).decode() == after


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encoding_and_line_ends_are_kept(encoding: str, end: str) -> None:
    """A fix keeps the encoding, byte order mark, line ends, trailing spaces and a missing final line end."""
    text = end.join(["CR 704.5k — é ", "", "\tcf. règle 704.5k", "“CR 704.5k”"])
    numbers = {"704.5k": "704.5aa"}
    assert fix_numbers(text.encode(encoding), numbers) == text.replace("704.5k", "704.5aa").encode(encoding)


def test_undecodable_bytes_are_kept() -> None:
    """Bytes that are valid in no encoding are written unchanged."""
    assert fix_numbers(b"\x81\xff CR 704.5k \x8d\r\n\xc3CR 704.5k", {"704.5k": "1"}).count(b"\x81\xff") == 1
    assert fix_numbers(b"\x81 CR 704.5k \x8d\r\n", {"704.5k": "704.5j"}) == b"\x81 CR 704.5j \x8d\r\n"
    assert fix_numbers(b"\xff\xfeC\0R", {}) == b"\xff\xfeC\0R"  # half a UTF-16 character


LINES = st.lists(
    st.sampled_from(["CR 704.5k", "rules 1", " ", "é", "\n", "\r\n", "\r", ", ", "(2013-05-01)", "a-f", "704.5k", "x"])
)


@given(LINES.map("".join), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
def test_fixing_is_idempotent(text: str, encoding: str) -> None:
    """A fix changes no other text and no other citation, and a second fix changes nothing."""
    content = text.encode(encoding)
    assert fix_citations(content, []) == (content, ())
    once = fix_numbers(content, {"704.5k": "704.5j"})
    assert fix_numbers(once, {"704.5k": "704.5j"}) == once
    before, after = ([str(each.citation.number) for each in places(file)] for file in (content, once))
    assert [number.replace("704.5k", "704.5j") for number in before] == [
        number.replace("704.5k", "704.5j") for number in after
    ]
    assert once.decode(encoding).replace("704.5j", "704.5k").replace("2026-01-16", "2013-05-01") == text
