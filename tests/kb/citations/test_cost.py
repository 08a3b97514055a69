"""What a stranger's text may cost: reading grows no faster than the text, whatever it is made of."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from kb.citations import checker as checker_module
from kb.citations.checker import CitationChecker
from kb.citations.fixer import CitationFix, fix_citations
from kb.citations.scanner import scan_citations
from kb.citations.surroundings import Surroundings
from kb.citations.text_evidence import TextMatcher
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


@pytest.mark.parametrize(
    ("text", "is_list"),
    [
        ("702.9b and 702.19a, 702.9b", True), ("rules 702.9a-c, 702.19–22; see CR 704", True), ("", True),
        ("702.9b (flying)", False), ("702.9b and trample", False), ("702.9b a W", False), ("x 702.9b", False),
    ],
)  # fmt: skip
def test_a_list_of_citations(text: str, is_list: bool) -> None:
    """Text with other words than those between the numbers of a list is compared with the rules."""
    assert Surroundings(after=text).is_list == is_list
    assert Surroundings(before=text).is_list == is_list
    assert Surroundings(line=text).is_list == is_list


def test_a_list_of_citations_is_no_text_of_a_rule(invented: Invented, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule may consist of references. A list of citations isn't compared with it, however many rules have lists."""
    references = ", ".join(f"100.{at} and 100.{at + 1}" for at in range(1, 9))
    compared: list[object] = []
    read = TextMatcher.read
    monkeypatch.setattr(TextMatcher, "read", lambda *given: (compared.append(given), read(*given))[1])
    with invented.store() as store:
        rules = [invented.rule(f"100.{at}", f"Rule number {at} is about lanterns.") for at in range(1, 10)]
        invented.add(store, invented.edition("one", "2020-01-01", *rules, invented.rule("112.1", f"See {references}.")))
        checker = CitationChecker(store, View(store, "en", date(2021, 1, 1)))
        found = list(scan_citations(f"CR 100.1 and {references}, lanterns".encode()))
        checks = [checker.check(each.citation, each.quotation, each.surroundings) for each in found]
        assert len(found) == 17
        assert {check.verdict for check in checks if check} == {"ok"}
        list_only = list(scan_citations(f"CR 100.1 and {references}".encode()))
        del compared[:]
        for each in list_only:
            checker.check(each.citation, each.quotation, each.surroundings)
        assert not compared


def test_numbers_that_no_rule_has(invented: Invented, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is asked once for each number and day, and no list of all numbers is read for each of them."""
    asked: list[RuleNumber] = []
    last_printed_day = checker_module.last_printed_day
    monkeypatch.setattr(
        checker_module,
        "last_printed_day",
        lambda store, lang, number, day: (asked.append(number), last_printed_day(store, lang, number, day))[1],
    )
    with invented.store() as store:
        invented.add(store, invented.edition("one", "2020-01-01", invented.rule("306.1", "A rule.")))
        checker = CitationChecker(store, View(store, "en", date(2021, 1, 1)))
        for _ in range(3):
            for each in scan_citations(b"CR 306.2, CR 306.40, CR 307.1"):
                checked = checker.check(each.citation, each.quotation, each.surroundings)
                # The edition is a year old. A section gets at most 12 new rules a year after its last one.
                number = each.citation.written
                assert checked is not None
                assert checked.verdict == ("unchecked" if number == "306.2" else "missing")
        assert len(asked) <= 6, "for the day of the edition, and for today"


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
