"""Citations in texts: parsing, scanning, and checking them against invented editions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.citations.checker import CitationChecker
from kb.citations.citation_parser import find_citations
from kb.citations.formatter import CITATION_STYLES, format_citation, format_link, rule_url
from kb.citations.scanner import CitationOccurrence, scan_citations
from kb.citations.verdicts import CitationCheck
from kb.model import Edition, GlossaryEntry
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View

LINES = Path(__file__).resolve().parents[2] / "fixtures/lint/lines.txt"


class TestGrammar:
    @pytest.mark.parametrize(
        ("line", "text"),
        [
            ("see CR 704.5j.", "CR 704.5j"),
            ("(509.1h)", "509.1h"),
            ("[CR#603.3b]", "CR#603.3b"),
            ("CR 704.5j (2025-06-06)", "CR 704.5j (2025-06-06)"),
            ("306.7@2009-09-04", "306.7@2009-09-04"),
            ("CR 704.5j (2025-13-06)", "CR 704.5j"),
            ("fn cr_704_5j_legend()", "cr_704_5j"),
            ("été, CR 704.5j", "CR 704.5j"),
        ],
    )
    def test_text(self, line: str, text: str) -> None:
        """The text of a citation includes the citation word and the edition."""
        if "@" in line:
            line = f"rule {line}"
            text = f"rule {text}"
        (citation,) = find_citations(line)
        assert citation.text == text == line[citation.start : citation.end]

    def test_the_edition_of_a_range_applies_to_both_ends(self) -> None:
        """CR 301.5a-f (2025-06-06) is two citations, both pinned to that edition."""
        assert [(str(each.number), each.edition) for each in find_citations("CR 301.5a-f (2025-06-06)")] == [
            ("301.5a", date(2025, 6, 6)),
            ("301.5f", date(2025, 6, 6)),
        ]

    def test_a_word_at_the_end_of_the_line_before(self) -> None:
        """A line break in a comment may separate a citation word from its number."""
        assert [each.written for each in find_citations("    // 601.2, and so on", "    // as described in rule")] == [
            "601.2"
        ]
        assert find_citations("    // 601.2, and so on", "    // as described in") == ()

    @pytest.mark.parametrize(
        ("line", "sure"),
        [("CR 601.2h", True), ("// 601.2h", False), ("// 601.2b", True), ("as 601.2b says", False), ("704.5j", True)],
    )
    def test_a_letter_that_may_be_a_unit_is_unsure(self, line: str, sure: bool) -> None:
        """`601.2h` could mean hours, so it is unsure; after a citation word it is sure."""
        assert [each.is_sure for each in find_citations(line)] == [sure]

    @given(st.text(alphabet='CRrule 0123456789.abfjlo-–_(),:#"“”§$\n', max_size=60))
    @example("CR 704.5j, 704.5k and 704.5m")
    def test_spans(self, text: str) -> None:
        """Citations are in order and don't overlap, and each text is the part of the line between its offsets."""
        end = 0
        for citation in find_citations(text):
            assert citation.start >= end
            assert text[citation.start : citation.end] == citation.text
            end = citation.end


def found(content: bytes) -> list[tuple[int, int, str]]:
    return [(each.line, each.column, each.citation.text) for each in scan_citations(content)]


def parse_every_line(lines: list[str]) -> list[tuple[int, int, str]]:
    """Return the citations that the parser finds if it parses every line."""
    before = ["", *lines]
    return [
        (number, each.start + 1, each.text)
        for number, line in enumerate(lines, 1)
        for each in find_citations(line, before[number - 1])
    ]


class TestScan:
    def test_lines_and_columns(self) -> None:
        """Lines and columns count from 1, and columns count characters, with any kind of line end."""
        text = "é CR 704.5j\n\n“é” 601.2a"
        expected = [(1, 3, "CR 704.5j"), (3, 5, "601.2a")]
        for content in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), f"\ufeff{text}"):
            assert found(content.encode()) == expected

    def test_bytes_that_are_not_utf_8(self) -> None:
        """Windows-1252 is decoded; other undecodable bytes cause no error."""
        assert found("« règle 704.5 »".encode("cp1252")) == [(1, 3, "règle 704.5")]
        assert found(b"\xff\xfe\x81 CR 704.5j \x8d") == [(1, 5, "CR 704.5j")]

    def test_numbers_after_a_break(self) -> None:
        """A citation word at the end of a line makes the number on the next one a citation."""
        assert found(b"// see rule\n//   601.2.\n// 305.6 is none") == [(2, 6, "601.2")]

    @given(
        st.lists(
            st.sampled_from(
                'CR|rule|rules|règle|Rule|cr_|see|n°|no.|number|&nbsp;|<b>|**|`| |\xa0|: |": "| = [|["|#|(|-|, | and '
                "|_|x|é"
                "|\n|\n// |\n> |704|704.5|704.5j|704_5j|119.7-8|301.5a–f|601.2(b)|100.5f|601.2. To|3|12.5".split("|")
            ),
            max_size=12,
        ).map("".join)
    )
    @example('rules: [ "601.2"')
    @example(">  601.2. To")
    @example("> \xa0**601.2. To")
    @example("CR  601.2. To")
    @example("CR&nbsp;**704")
    @example("CR \n// 601.2. To")
    @example('": "number(100.5f')
    @example("> **601.2. To")
    @example("CR\xa0704")
    @example("#_601.2. To")
    @example("// 601.2 - To")
    @example("*`601.2 — To")
    @example("règle\u202f704")
    @example("C.R.704.5j")
    @example("119.7 to 119.8")
    @example("119.7 à 119.8")
    @example("119.7 a-c")
    @example("In 2026-01-16: 701.18 Play, 701.22 Scry")
    @example("20091005 – 103.3")
    @example("rules 7 and CR <b>704</b>")
    @example("CR&nbsp;704")
    @example("rule n° 704.5")
    @example("> <601.2. To")
    @settings(max_examples=400)
    def test_the_scan_misses_no_citation(self, text: str) -> None:
        """The search for candidate lines skips no line in which the parser finds a citation."""
        assert found(text.encode()) == parse_every_line(text.split("\n"))

    def test_the_scan_misses_no_citation_of_the_corpus(self) -> None:
        """The search for candidate lines skips no citation in lines from real texts."""
        lines = [line.partition(" :: ")[2] for line in LINES.read_text(encoding="utf-8").split("\n")]
        assert found("\n".join(lines).encode()) == parse_every_line(lines)


WICK = "If a lantern has no wick left, its keeper puts it out. This is called the “dark rule.”"
OIL = "A lantern’s oil is poured by its keeper, who pays for it before the lantern is lit."


@pytest.fixture(scope="module")
def store(invented: Any) -> Iterator[Store]:
    """Open a store with two editions about lanterns: the second removes 100.3 and adds 100.4."""
    rule, edition = invented.rule, invented.edition
    first = (
        rule("1", "Lanterns"), rule("100", "General"), rule("100.1", WICK.replace("no wick", "not a wick")),
        rule("100.2", "Lighting Lanterns"), rule("100.2a", OIL), rule("100.3", "Lanterns rust."),
    )  # fmt: skip
    second = (
        rule("1", "Lanterns"), rule("100", "General"), rule("100.1", WICK), rule("100.2", "Lighting Lanterns"),
        rule("100.2a", OIL), rule("100.2b", "Previously, lanterns were lit twice."), rule("100.4", "Keepers sleep."),
        rule("101", "Putting Lanterns Out"),
    )  # fmt: skip
    entry = GlossaryEntry("Lantern", "A light.")
    editions: list[Edition] = [
        edition("first", "2019-01-01", *first, glossary=[entry]),
        edition("second", "2021-01-01", *second, glossary=[entry]),
    ]
    with invented.store(*editions) as opened:
        yield opened


def check(store: Store, text: str, written_under: date | None = None) -> list[CitationCheck]:
    checker = CitationChecker(store, View(store, "en", date(2022, 1, 1)), written_under)
    results = [checker.check(each.citation, each.quotation) for each in occurrences(text)]
    return [each for each in results if each is not None]


def occurrences(text: str) -> list[CitationOccurrence]:
    return list(scan_citations(text.encode()))


class TestCheck:
    @pytest.mark.parametrize(
        ("text", "verdict"),
        [
            ("CR 100.1", "ok"),
            ("rule 100", "ok"),
            ("CR 100.3", "missing"),
            ("CR 100.3 (2019-01-01)", "missing"),
            ("CR 100.3 (2020-05-05)", "missing"),
            ("CR 100.2a (2020-05-05)", "ok"),
            ("CR 100.1 (2019-01-01)", "edited"),
            ("CR 100.1 (2021-01-01)", "ok"),
            ("CR 100.4 (2019-01-01)", "missing"),
            ("CR 100.1 (2018-01-01)", "unchecked"),
            ("CR 100.2b", "deprecated"),
            ("CR 999", "missing"),
        ],
    )
    def test_numbers(self, store: Store, text: str, verdict: str) -> None:
        """A pinned number must be a rule of its edition; an unpinned number must be a rule on the day of the check."""
        assert [each.verdict for each in check(store, text)] == [verdict]

    def test_an_unsure_number_is_checked_if_it_ever_was_a_rule(self, store: Store) -> None:
        """An unsure number is checked only if it ever was a rule: 100.2b was one, 100.2k wasn't."""
        assert [each.verdict for each in check(store, "as 100.2b says")] == ["deprecated"]
        assert check(store, "took us 100.2k steps") == []

    @pytest.mark.parametrize(
        ("text", "suggestion", "part"),
        [
            ("CR 100.2A", "100.2a", "100.2a is meant"),
            ("rule 100.2.a", "100.2a", "100.2a is meant"),
            ("rule 100.2(a)", "100.2a", "100.2a is meant"),
            ("rule 100.2.k", None, "there is no rule 100.2k"),
            ("CR 100.2l", None, "letters l and o are skipped"),
            ("CR 100.3", None, "the edition of 2019-01-01 was the last to have it"),
            ("CR 100.77", None, "there is no rule 100.77 in en 2021-01-01"),
        ],
    )
    def test_suggestions_are_certain(self, store: Store, text: str, suggestion: str | None, part: str) -> None:
        """A number is suggested only if it is the only possibility."""
        (checked,) = check(store, text)
        assert (checked.verdict, checked.suggestion) == ("missing", suggestion)
        assert part in checked.message

    def test_written_under(self, store: Store) -> None:
        """A number that was no rule when the text was written is missing, even if it is a rule now."""
        then = date(2019, 6, 1)
        (gone, late, same) = check(store, "CR 100.3 and CR 100.4 and CR 100.1", then)
        assert (gone.verdict, late.verdict, same.verdict) == ("missing", "missing", "edited")
        assert gone.message == "100.3 of 2019-06-01 is gone since 2021-01-01"
        assert "100.4 was no rule in en 2019-01-01" in late.message

    def test_a_new_quotation_in_an_old_text(self, store: Store) -> None:
        """The message says that a quotation was correct in an older edition."""
        (checked,) = check(store, f'CR 100.1: "{WICK.replace("no wick", "not a wick")}"', date(2019, 6, 1))
        assert checked.verdict == "quote-mismatch"
        assert checked.message.endswith("as quoted in en 2019-01-01")

    def test_excerpts_do_not_make_numbers_missing(self, invented: Any) -> None:
        """If only excerpts are known, a number outside them is unchecked, not missing."""
        excerpt = invented.edition("page", "2020-01-01", invented.rule("100.1", WICK), partial=True)
        with invented.store(excerpt) as store:
            assert [each.verdict for each in check(store, "CR 100.1, CR 100.2 and rule 100")] == [
                "ok",
                "unchecked",
                "ok",
            ]


class TestQuotations:
    @pytest.mark.parametrize(
        "text",
        [
            f"CR 100.1: “{WICK}”",
            "CR 100.1: \"If a lantern has no wick left, its keeper puts it out. This is called the 'dark rule.'\"",
            'CR 100.1 says that "if a lantern has no wick left, its keeper puts it out"',
            'CR 100.1: "If a lantern has no wick left ... This is called the"',
            'CR 100.1: "If [it] has no wick left, its keeper puts it out"',
            'rule 100.1 ("its keeper puts it out")',
            '"If a lantern has no wick left, its keeper puts it out" (CR 100.1)',
            "“If a lantern has no wick left, its keeper puts it out” — CR 100.1",
            "> 100.1. If a lantern has no wick left, its keeper puts it out.\n> This is called the “dark rule.”",
            "CR 100.1:\n> If a lantern has **no** wick left,\n> its keeper puts it out.",
            "> If a lantern has no wick left, its keeper puts it out.\n\n> its keeper puts it out.\n(CR 100.1)",
            '// CR 100.1: "If a lantern has no wick left,\n//  its keeper puts it out."',
            "<b>CR 100.1</b>: <q>If a lantern has no wick left, its keeper puts it&nbsp;out.</q>",
            '[CR 100.1](https://example.org): "If a lantern has no wick left, its keeper puts it out."',
            "rule 100.2, “Lighting Lanterns”",
            "rule 101, “Putting Lanterns Out.”",
        ],
    )
    def test_matching_quotations(self, store: Store, text: str) -> None:
        """Typography, case, markup, comment marks and marked omissions are ignored; a part of the rule is enough."""
        assert {each.verdict for each in check(store, text)} == {"ok"}

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            (
                'CR 100.1: "If a lantern has no oil left, its keeper puts it out."',
                "the rule has “wick”, the quotation “oil”",
            ),
            ('CR 100.1: "If a lantern has no wick, its keeper puts it out."', "the quotation leaves out “left,”"),
            ('"If a lantern has no wick left, then its keeper puts it out" (CR 100.1)', "the rule doesn't have “then”"),
            ("> 100.1. If a lantern has one wick left, its keeper puts it out.", "the rule has “no”"),
            ('CR 100.1: "If a lantern has ... left, its owner puts it out. This is called"', "the quotation “owner”"),
            ("rule 101, “Lighting Lanterns.”", "that is the title of 100.2"),
            ("rule 100.2, “Dousing Lanterns”", "100.2 is titled “Lighting Lanterns”"),
        ],
    )
    def test_mismatches(self, store: Store, text: str, part: str) -> None:
        """A mismatch shows the first difference, or names the rule that has the quoted title."""
        (checked,) = check(store, text)
        assert checked.verdict == "quote-mismatch"
        assert part in checked.message

    @pytest.mark.parametrize(
        "text",
        [
            "CR 100.1 says\n“If a lantern has no {} left, its keeper puts it out.”",
            'as CR 100.1 says:\n"If a lantern has no {} left,\nits keeper puts it out."',
            "CR 100.1\nsays “If a lantern has no {} left, its keeper puts it out.”",
            "CR 100.1\n“If a lantern has no {} left, its keeper puts it out.”",
            '// CR 100.1:\n// "If a lantern has no {} left,\n// its keeper puts it out."',
            '/** CR 100.1 --\n *  "If a lantern has no {} left, its keeper puts it out."',
            '# CR 100.1 (\n#   "If a lantern has no {} left, its keeper puts it out").',
            "“If a lantern has no {} left, its keeper puts it out”\n(CR 100.1)",
            '"If a lantern has no {} left,\nits keeper puts it out."\n— CR 100.1',
            '// "If a lantern has no {} left, its keeper puts it out" (CR\n// 100.1)',
            "> “If a lantern has no {} left, its keeper puts it out” (rule\n> 100.1)",
            " * “If a lantern has no {} left, its keeper puts it out” —\n * CR 100.1",
        ],
    )
    def test_over_the_break_of_a_line(self, store: Store, text: str) -> None:
        """A number and its quotation on two lines of a paragraph or a comment belong together."""
        assert [each.verdict for each in check(store, text.format("wick"))] == ["ok"]
        (checked,) = check(store, text.format("oil"))
        assert checked.verdict == "quote-mismatch"
        assert "the rule has “wick”, the quotation “oil”" in checked.message

    @pytest.mark.parametrize(
        "text",
        [
            f"CR 100.1.\n“{OIL}”",  # the sentence has ended
            f"CR 100.1 says\n\n“{OIL}”",  # another paragraph
            f"- CR 100.1:\n- “{OIL}”",  # another item
            f"1. CR 100.1\n2. “{OIL}”",
            f'// CR 100.1:\nwrite("{OIL}")',  # a comment, and the program
            f'// CR 100.1\n"{OIL}",',
            f'// CR 100.1\n// "{OIL}" is printed',  # nothing leads to the words
            f"see CR 100.1\n“{OIL}” (CR 100.2a)",  # claimed by the number behind them
            f"“{OIL}”\nCR 100.1 is another rule.",
        ],
    )
    def test_not_over_the_break_of_a_line(self, store: Store, text: str) -> None:
        """Other lines are other texts."""
        assert {each.verdict for each in check(store, text)} == {"ok"}

    def test_words_of_another_rule(self, store: Store) -> None:
        """Quoted words of another rule: the number is that of a rule which isn't meant."""
        (checked,) = check(store, f"CR 100.1: “{OIL}”")
        assert (checked.verdict, checked.suggestion) == ("reused", "100.2a")
        assert "these are words of 100.2a, not of 100.1" in checked.message

    def test_words_of_another_rule_name_it(self, store: Store) -> None:
        """The only rule that has the quoted words is suggested."""
        assert [each.suggestion for each in check(store, f"CR 100.1: “{OIL}”")] == ["100.2a"]

    @pytest.mark.parametrize(
        "text",
        [
            'CR 100.1: "Serra Angel" untaps.',
            'Under CR 100.1, "Whenever this creature attacks, you gain 2 life" triggers once.',
            'cr!("100.1", "100.2a")',
            'rule 100.2, "Colossal Dreadmaw" tramples',
            'CR 100.1 - "the dark rule"',
            "« Lumières éteintes » (règle 100.2)",
            "règle 101, « Éteindre les lanternes »",
            '"It ended in the dark." See CR 100.1.',
            'CR 100.1: "an unfinished quotation of a lantern that has no oil left',
            "CR 100.1\n> What do you mean by that, though?",
        ],
    )
    def test_words_that_do_not_quote_the_rule(self, store: Store, text: str) -> None:
        """Words beside a number that are from cards, players, code or other languages are not compared."""
        assert {each.verdict for each in check(store, text)} == {"ok"}


class TestCite:
    def test_format_citation(self) -> None:
        """A citation is written with CR in English and RC in French, and with the edition in brackets."""
        number = RuleNumber.parse("306.5d")
        assert format_citation(number, "en") == "CR 306.5d"
        assert format_citation(number, "fr", date(2018, 4, 27)) == "RC 306.5d (2018-04-27)"
        assert rule_url(number).endswith("#R3065d")

    @pytest.mark.parametrize("style", CITATION_STYLES)
    def test_formatted_citations_are_found_again(self, style: Any) -> None:
        """A formatted citation in any style is found again, with its edition."""
        pasted = format_link("CR 306.5d (2025-06-06)", "https://example.org/a b/#R3065d", style)
        (citation,) = find_citations(pasted)
        assert (str(citation.number), citation.edition) == ("306.5d", date(2025, 6, 6))
        assert " b" not in pasted


def test_items_with_asterisks_are_separate_blocks() -> None:
    """An item of a Markdown list goes on in its own lines only. The asterisks of a comment are indented."""
    one, two = occurrences("* Deathtouch (CR 702.19)\n  goes on here\n* Trample is CR 702.19b\n")
    assert one.surroundings.after.split() == [")", "goes", "on", "here"]
    assert two.surroundings.before.split() == ["Trample", "is"]
    (inside,) = occurrences("/**\n * Deathtouch goes on\n * in CR 702.19\n */\n")
    assert inside.surroundings.before.split() == ["Deathtouch", "goes", "on", "in"]
