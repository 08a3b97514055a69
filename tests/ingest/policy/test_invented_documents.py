"""Invented policy documents in the shapes of the real ones: what becomes of their pages, headings, parts and tables."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from ingest.documents.document import Document
from ingest.pipeline import IngestOptions, read_editions
from kb.errors import SourceRejected
from kb.model import Edition, Example, Rule
from tests.ingest.policy import printed_guide

FIXTURES = Path(__file__).parents[2] / "fixtures" / "policy"
PAGES = {name: (FIXTURES / f"{name}.html").read_text("utf-8") for name in ("guide_headings", "rules_boxes", "regular")}


def read(data: str | bytes, name: str = "page.html", **wishes: object) -> Edition:
    document = Document(name, data if isinstance(data, bytes) else data.encode())
    (edition,) = read_editions(document, IngestOptions(**wishes), None)  # type: ignore[arg-type]
    return edition


def texts(edition: Edition) -> dict[str, str]:
    return {str(rule.number): rule.text for rule in edition.rules}


def rule_of(edition: Edition, number: str) -> Rule:
    return next(rule for rule in edition.rules if str(rule.number) == number)


def codes(edition: Edition) -> list[tuple[str, str]]:
    return [(finding.code, finding.where) for finding in edition.findings]


class TestGuideWithHeadings:
    """The blog's page of 2016 and 2017: headings h4, contents h5, penalties in tables or behind the title."""

    edition = read(PAGES["guide_headings"])

    def test_document_and_day(self) -> None:
        assert (self.edition.doc, self.edition.effective, self.edition.partial) == ("ipg", date(2030, 6, 8), False)

    def test_places(self) -> None:
        assert list(texts(self.edition)) == [
            "Introduction", "1", "1.1", "2", "2.1", "2.1/penalty", "2.1/definition", "2.1/examples", "2.1/philosophy",
            "2.1/additional-remedy", "2.1/upgrade", "2.2", "2.2/penalty", "2.2/definition", "2.2/philosophy", "2.3",
            "2.3/definition", "Appendix A", "Appendix B",
        ]  # fmt: skip

    def test_a_paragraph_broken_by_the_page_is_joined(self) -> None:
        text = "This invented guide tells umpires of a pebble game what to do. Pebbles at rest are left alone."
        assert texts(self.edition)["Introduction"] == f"INTRODUCTION\n{text}"

    def test_a_list_item_is_no_chapter(self) -> None:
        expected = "GENERAL PHILOSOPHY\nUmpires wait.\n3. They count to three, which is no chapter."
        assert texts(self.edition)["1"] == expected

    def test_list_items_are_lines(self) -> None:
        expected = "KINDS OF UMPIRES\nCalm\nA calm umpire sits.\n- on a stone,\n- or on a stool."
        assert texts(self.edition)["1.1"] == expected

    def test_penalties(self) -> None:
        found = texts(self.edition)
        assert (found["2.1/penalty"], found["2.2/penalty"]) == ("Warning*", "Game Loss")
        assert found["2.2"] == "Pebble Error - Lost Pebble"

    def test_examples_have_letters_and_continue(self) -> None:
        assert rule_of(self.edition, "2.1/examples").examples == (
            Example("A pebble falls on a foot. It hurts.", 0, "A."),
            Example("A pebble falls into a pond.", 0, "B."),
        )

    def test_parts_without_their_own_heading(self) -> None:
        """A heading at the end of a paragraph begins a part; a text without a heading is the definition."""
        found = texts(self.edition)
        assert found["2.1/philosophy"] == "Stones fall down, and nobody can change that"
        assert found["2.1/additional-remedy"] == "Pick it up."
        assert found["2.2/definition"] == "A pebble is nowhere."
        assert rule_of(self.edition, "2.2/definition").printed_number == " "

    def test_two_upgrades_are_one_part(self) -> None:
        upgrade = rule_of(self.edition, "2.1/upgrade")
        assert upgrade.printed_number == "Upgrade: "
        assert upgrade.text.split("\n") == [
            "If it broke, the penalty is a Game Loss.",
            "Upgrade:",
            "If it was somebody else's, too.",
        ]

    def test_a_number_printed_twice_is_read_as_the_next_one(self) -> None:
        assert texts(self.edition)["2.3"] == "Pebble Error - Warm Pebble"
        assert rule_of(self.edition, "2.3").printed_number == "2.2 "

    def test_findings(self) -> None:
        assert sorted(codes(self.edition)) == [
            ("contents-mismatch", "2.3"),
            ("duplicate-number", "2.3"),
            ("penalty-mismatch", "2.2"),
            ("penalty-mismatch", "2.3"),
            ("run-together", "2.1"),
        ]

    def test_the_table_and_what_stands_beside(self) -> None:
        assert texts(self.edition)["Appendix A"].split("\n")[1:4] == [
            "Infraction\tPenalty",
            "Pebble Errors",
            "Dropped Pebble\tWarning",
        ]
        parts = {part.kind: part.text for part in self.edition.parts}
        assert parts["credits"] == "All trademarks are property of nobody."
        assert parts["introduction"].split("\n")[1:] == ["MAGIC INFRACTION PROCEDURE GUIDE", "Effective June 8, 2030"]
        assert "2.1 Pebble Error - Dropped Pebble" in parts["contents"]


class TestRulesInBoxes:
    """The blog's page since 2018: headers with "MTR 1.1", chapters on the contents page only, a section at the end."""

    edition = read(PAGES["rules_boxes"])

    def test_document_and_day(self) -> None:
        """ "Last updated" isn't the day from which the document holds."""
        assert (self.edition.doc, self.edition.effective, self.edition.partial) == ("mtr", date(2030, 9, 25), False)

    def test_places(self) -> None:
        found = texts(self.edition)
        assert list(found) == ["Introduction", "1", "1.1", "1.2", "2", "2.1", "2.2", "Appendix A", "2.3"]
        assert (found["1"], found["2"]) == ("Snails", "Races")
        assert found["1.2"] == "Speed\nSlow. See section 2.1."

    def test_lists_and_tables(self) -> None:
        found = texts(self.edition)
        assert found["1.1"].split("\n")[1:] == [
            "There are:", "• Large snails", "• Small snails", "1. They crawl.", "2. They rest."
        ]  # fmt: skip
        assert found["Introduction"].split("\n")[2:] == ["Announced\tHeld", "May 1\tMay 2"]
        assert found["Appendix A"] == "Snail Sizes\nLarge\t4 cm\n\tmore"

    def test_findings(self) -> None:
        assert sorted(codes(self.edition)) == [
            ("contents-mismatch", "1"),
            ("contents-mismatch", "2.1"),
            ("out-of-order", "2.3"),
        ]


def test_judging_at_regular() -> None:
    edition = read(PAGES["regular"])
    assert (edition.doc, edition.effective, edition.partial) == ("jar", date(2030, 9, 26), False)
    assert texts(edition) == {
        "Introduction": "Judging at Regular Rules Enforcement Level\nMost umpires are kind.",
        "common-issues": "Common Issues",
        "common-issues/a-pebble-falls": "A pebble falls (into water, onto a foot)\nLift it.",
        "common-issues/a-pebble-rolls-away": "A pebble rolls away\nFollow it.",
        "serious-problems": "Serious Problems\n• Throwing pebbles.\nGot questions? Ask a stone.",
    }
    assert codes(edition) == []


PRINTED = {
    "1": "UMPIRES\nAn umpire sits on a stone and watches the pebbles of all players, which takes the whole day and a "
    "part of the night.\nUmpires may doze.",
    "1.1": "CALM UMPIRES\nCalm umpires have:\n• a stone that nobody else has ever sat on, wherever it was found before "
    "the game,\n• time.",
    "2": "PEBBLE ERRORS\nErrors of pebbles.",
    "2.1": "Pebble Error — Dropped",
    "2.1/penalty": "Warning",
    "2.1/definition": "A pebble falls.",
    "2.1/examples": "",
    "2.1/upgrade": "If the pebble broke, and nobody can put its pieces together, the penalty is a Game Loss.",
    "2.2": "Pebble Error — Lost",
    "2.2/penalty": "Match Loss",
    "2.2/definition": "A pebble is nowhere.",
    "Appendix A": "PENALTY QUICK REFERENCE\nInfraction\tPenalty\nPebble Errors\nDropped\tWarning\nLost\tMatch Loss",
}


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_printed_pages(form: str) -> None:
    """Positioned HTML and PDF are read alike: paragraphs over lines and pages, lists, tables, page numbers."""
    data = printed_guide.as_html().encode() if form == "html" else printed_guide.as_pdf()
    edition = read(data, f"guide.{form}")
    assert (edition.doc, edition.effective, edition.partial) == ("ipg", date(2030, 6, 8), False)
    assert edition.source.format == form
    assert texts(edition) == PRINTED
    assert codes(edition) == []
    assert [example.marker for example in rule_of(edition, "2.1/examples").examples] == ["A.", "B."]
    furniture = next(part.text for part in edition.parts if part.kind == "furniture")
    assert re.findall(r"^[0-9]$", furniture, re.MULTILINE) == ["1", "2", "3"]
    contents = next(part.text for part in edition.parts if part.kind == "contents")
    assert contents.startswith("CONTENTS\n1. Umpires ....")


class TestDates:
    def test_the_title_dates_a_text_without_a_date(self) -> None:
        page = printed_guide.as_html().replace("Effective June 8, 2030", "For all umpires")
        assert read(page, "2029-01-01.html").effective == date(2030, 6, 8)

    def test_the_file_name_dates_a_text_and_title_without_a_date(self) -> None:
        page = PAGES["guide_headings"].replace("Effective June 8, 2030", "")
        edition = read(page, "guides/2030-05-01.html")
        assert edition.effective == date(2030, 5, 1)
        assert ("date-from-name", "") in codes(edition)

    def test_a_name_with_another_day_is_a_finding(self) -> None:
        assert ("date-mismatch", "") in codes(read(PAGES["regular"], "2029-01-01.html"))

    def test_the_option_counts_before_the_name_and_not_against_the_text(self) -> None:
        page = PAGES["guide_headings"].replace("Effective June 8, 2030", "")
        assert read(page, "2030-05-01.html", effective=date(2030, 4, 1)).effective == date(2030, 4, 1)
        with pytest.raises(SourceRejected, match="--effective says"):
            read(PAGES["regular"], effective=date(2030, 4, 1))

    def test_without_any_date(self) -> None:
        with pytest.raises(SourceRejected, match="doesn't say from which one day"):
            read(PAGES["guide_headings"].replace("Effective June 8, 2030", ""))


class TestDamage:
    def test_a_page_cut_in_the_middle(self) -> None:
        page = PAGES["guide_headings"]
        edition = read(page[: page.index("2.2 Pebble Error - Lost Pebble Game Loss")])
        assert edition.partial
        assert codes(edition)[0] == ("truncated", "2.2")

    def test_a_page_cut_in_its_last_section(self) -> None:
        page = PAGES["rules_boxes"]
        edition = read(page[: page.index("Straight on")])
        assert edition.partial
        assert codes(edition)[0][0] == "truncated"

    def test_pages_lost_at_the_end(self) -> None:
        edition = read(printed_guide.as_html(printed_guide.PAGES[:2]))
        assert edition.partial
        assert codes(edition)[0] == ("truncated", "2.2")

    def test_a_section_lost_in_the_middle(self) -> None:
        first, second, third = printed_guide.PAGES
        kept = [piece for piece in second if not 150 <= piece.top < 260]
        edition = read(printed_guide.as_html([first, kept, third]))
        assert codes(edition) == [("contents-mismatch", "1.1")]

    def test_undecodable_characters(self) -> None:
        page = PAGES["regular"].replace("kind", "k\ufffdnd")
        assert "undecodable" in {code for code, _ in codes(read(page))}

    def test_control_characters_are_taken_out(self) -> None:
        edition = read(PAGES["regular"].replace("Lift it.", "Lift&#27;[2J it."))
        assert texts(edition)["common-issues/a-pebble-falls"].endswith("Lift[2J it.")
        assert "control-characters" in {code for code, _ in codes(edition)}

    def test_a_page_without_contents_counts_as_an_excerpt(self) -> None:
        page = re.sub(r"<h5>.*?</h5>", "", PAGES["guide_headings"])
        page = page.replace("<h4><b>", "<h4>2.4 Pebble Error - Cold Pebble</h4><h4>2.5 Old Pebble</h4><h4><b>", 1)
        assert read(page).partial


class TestOtherDocuments:
    """A page that names a policy document is none, and the rules are none."""

    @pytest.mark.parametrize(
        "page",
        [
            "<html><h1>Infraction Procedure Guide</h1><p>We changed 2.1 and 2.2 of the guide.</p></html>",
            "<html><h1>What is new in the Tournament Rules</h1><p>1.1 One</p><p>1.2 Two</p><p>1.3 Three</p></html>",
            "<html><h1>Judging at Regular</h1><p>A page about common issues.</p></html>",
        ],
    )
    def test_a_page_about_a_document_is_refused(self, page: str) -> None:
        with pytest.raises(SourceRejected) as refused:
            read(page, effective=date(2030, 1, 1))
        assert refused.value.reason == "not-rules"

    def test_a_page_of_the_rules_stays_one(self) -> None:
        page = "<html><h1>Comprehensive Rules</h1><p>Magic Tournament Rules</p><p>100.1. These rules hold.</p></html>"
        edition = read(page, effective=date(2030, 1, 1))
        assert (edition.doc, [str(rule.number) for rule in edition.rules]) == ("cr", ["100.1"])

    def test_the_documents_are_english(self) -> None:
        with pytest.raises(SourceRejected, match="none in fr"):
            read(PAGES["regular"], lang="fr")
