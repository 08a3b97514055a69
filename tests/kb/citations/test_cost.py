"""What a stranger's text may cost: reading grows no faster than the text, whatever it is made of."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from kb.citations.checker import CitationChecker
from kb.citations.fixer import CitationFix, fix_citations
from kb.citations.scanner import scan_citations
from kb.rule_number import RuleNumber
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

REPEATED = [
    "\n", " ", "\r", "7", "a", "é", "rule ", "rule\n", "rule   ", "rule\n704 ", "rule\u00a0", "CR#", "704.5a ",
    "704.5a, ", "CR 704.5a, ", "CR 704.5j\n", "CR ****704.5j** ", "rule <", "rule <b>", "see 601.2 ", "100.5f;",
    "L 120 130.5z ", "scale(100.5f) ", "1 706.8z,", "//// ", "> > > ", "((( ", "<!--", "\udcff", "704.5j (2020-01-01) ",
    "http://a 704.5j ",
    "CR 704.5j: “", "CR 704.5j: “\n", 'CR 704.5j: "', 'CR 704.5j: "a b c d e f" ', "CR 704.5j <q>", "CR 704.5j: «",
    "” (CR 704.5j) ", "” (CR 704.5j)\n", "&quot;CR 704.5j: &quot;", "CR 704.5j: “" + "[" * 30,
    "CR 704.5j: “" + "<" * 30,
    "rules 702.109, “Dash,” ", "rules 702.109, “", "> CR 704.5j x\n", "> a b c 704.5j\n", "CR 704.5j" + " " * 60 + "x ",
    "CR 704.5j" + " " * 3_000 + "x", "CR 704.5j: “ " * 900 + "\n",
]  # fmt: skip
ONE_LONG_WORD: dict[str, Callable[[int], str]] = {
    "a word and an address": lambda size: "://" + "a" * size + " 704.5j",
    "a quotation": lambda size: "CR 704.5j: “" + "the " * (size // 4) + "”",
    "spaces within a citation": lambda size: "rule" + " " * size + "\n704",
    "spaces after a citation": lambda size: "CR 704.5j" + " " * size + "x",
    "a tag": lambda size: "rule <" + "b" * size + ">704",
    "a link": lambda size: "[CR 704.5j](" + "x" * size,
}


def seconds(text: str) -> float:
    """Return the processor time for scanning a text: the shorter of two runs."""
    content = text.encode("utf-8", "surrogateescape")

    def scan() -> float:
        start = time.process_time()
        for _ in scan_citations(content):
            pass
        return time.process_time() - start

    return min(scan(), scan())


def grows_evenly(make: Callable[[int], str]) -> bool:
    """True if ten times the text takes at most thirty times as long; what takes 50 ms anyway isn't judged."""
    return seconds(make(100_000)) < 0.05 + 30 * seconds(make(10_000))


@pytest.mark.parametrize("piece", REPEATED)
def test_repetitions_are_scanned_in_linear_time(piece: str) -> None:
    """A text that repeats one piece is scanned in a time that grows with its length."""
    assert grows_evenly(lambda size: (piece * (size // len(piece) + 1))[:size])


@pytest.mark.parametrize("kind", ONE_LONG_WORD)
def test_long_words_are_scanned_in_linear_time(kind: str) -> None:
    """A text with one very long word is scanned in a time that grows with its length."""
    assert grows_evenly(ONE_LONG_WORD[kind])


def test_a_text_pinned_to_many_days(invented: Invented, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are read once for each edition, not for each of the days that a text is pinned to."""
    first, last = date(2014, 1, 1), date(2016, 1, 1)
    read: list[date] = []
    with invented.store() as store:
        for day in (first, date(2015, 1, 1), last):
            invented.add(
                store, invented.edition(f"edition {day}", day.isoformat(), invented.rule("306.1", f"On {day}."))
            )
        by_number = View.rules_by_number
        monkeypatch.setattr(View, "rules_by_number", lambda view: (read.append(view.as_of), by_number(view))[1])
        checker = CitationChecker(store, View(store, "en", last))
        for at in range(700):
            text = f"CR 306.1 ({first + timedelta(days=at)})"
            (found,) = scan_citations(text.encode())
            checked = checker.check(found.citation, found.quotation)
            assert checked is not None and checked.verdict != "missing"
    assert len(read) <= 3


def test_a_long_line_that_cannot_be_fixed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If many citations of a long line can't be fixed together, the line is parsed a bounded number of times."""
    from kb.citations import fixer

    parsed = 0
    find_citations = fixer.find_citations

    def counted(line: str, before: str = "") -> object:
        nonlocal parsed
        parsed += len(line)
        return find_citations(line, before)

    content = b"rules 704.5a and c, CR 305.2 " * 500
    fixes = [CitationFix(each, RuleNumber.parse("601.2"), date(2026, 1, 1)) for each in scan_citations(content)]
    monkeypatch.setattr(fixer, "find_citations", counted)
    monkeypatch.setattr(fixer, "_MAX_PARSED", 100_000)
    monkeypatch.setattr(fixer, "_fixed_text", lambda citation, fix: "nothing")
    assert fix_citations(content, fixes) == (content, ())
    assert parsed < 150_000
