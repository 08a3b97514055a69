"""The real policy documents of the folder `shared` beside the project: counts, texts, dates and penalties."""

from __future__ import annotations

import html
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from kb.infractions.infraction import parse_penalty, read_infractions, read_quick_reference
from kb.model import Edition, Rule, standard_printed_number
from kb.section_number import SectionNumber
from tests.policy_corpus import POLICY, edition_of, needs_policy

FILES = sorted(str(path.relative_to(POLICY)) for path in POLICY.glob("*/*.*")) or ["none"]

pytestmark = needs_policy


def sections(edition: Edition) -> Counter[int]:
    numbers = [rule.number for rule in edition.rules if isinstance(rule.number, SectionNumber)]
    return Counter(number.chapter for number in numbers if number.kind == "section")


def parts(edition: Edition) -> Counter[str]:
    return Counter(rule.number.part for rule in edition.rules if isinstance(rule.number, SectionNumber))


def rule_of(edition: Edition, number: str) -> Rule:
    return next(rule for rule in edition.rules if str(rule.number) == number)


def lines_of(edition: Edition, number: str) -> list[str]:
    return rule_of(edition, number).text.split("\n")


@pytest.mark.parametrize("file", FILES)
def test_the_edition_is_whole_and_dated_as_its_file_is_named(file: str) -> None:
    edition = edition_of(file)
    assert (edition.doc, str(edition.effective)) == (file[:3], Path(file).stem)
    assert not edition.partial
    assert not {"truncated", "lossy", "undecodable", "date-mismatch"} & {each.code for each in edition.findings}


def test_only_a_document_without_a_stated_date_is_dated_by_its_file_name() -> None:
    by_name = [file for file in FILES if "date-from-name" in {each.code for each in edition_of(file).findings}]
    assert by_name == ["mtr/2016-01-22.html"]


# Counted by hand on the pages and in the PDF: the sections of each chapter, and the letters of the appendices.
MTR_COUNTS = [
    ("mtr/2016-01-22.html", (12, 14, 15, 5, 5, 7, 7, 6, 7, 4), "BDE"),
    ("mtr/2019-01-21.html", (12, 13, 15, 8, 6, 6, 7, 6, 7, 4), "ABCDEF"),
    ("mtr/2025-04-21.pdf", (12, 13, 16, 9, 6, 7, 7, 6, 7, 4), "ABCDEF"),
]
# Counted by hand: sections of each chapter, appendices, then penalties and the parts of the infractions. Cheating and
# stalling have no philosophy. Two downgrades of 3.5 in 2016 are one part, and so are its three upgrades since 2018.
IPG_COUNTS = [
    ("ipg/2016-09-30.html", (4, 6, 8, 8), "AB", (22, 22, 22, 20, 15, 5, 1)),
    ("ipg/2018-07-13.html", (5, 6, 9, 8), "AB", (23, 23, 23, 21, 16, 6, 1)),
    ("ipg/2024-09-23.pdf", (5, 6, 9, 8), "AB", (23, 23, 23, 21, 16, 6, 2)),
]
PARTS = ("penalty", "definition", "examples", "philosophy", "additional-remedy", "upgrade", "downgrade")


@pytest.mark.parametrize(("file", "counts", "appendices"), MTR_COUNTS)
def test_tournament_rules_have_the_sections_counted_by_hand(
    file: str, counts: tuple[int, ...], appendices: str
) -> None:
    edition = edition_of(file)
    assert tuple(sections(edition)[chapter] for chapter in range(1, 11)) == counts
    numbers = [rule.number for rule in edition.rules if isinstance(rule.number, SectionNumber)]
    assert [number.chapter for number in sorted(numbers) if number.chapter and number.kind == "chapter"] == [
        *range(1, 11)
    ]
    assert "".join(number.name for number in numbers if number.kind == "appendix") == appendices


@pytest.mark.parametrize(("file", "counts", "appendices", "of_parts"), IPG_COUNTS)
def test_the_procedure_guide_has_the_parts_counted_by_hand(
    file: str, counts: tuple[int, ...], appendices: str, of_parts: tuple[int, ...]
) -> None:
    edition = edition_of(file)
    assert tuple(sections(edition)[chapter] for chapter in range(1, 5)) == counts
    numbers = [rule.number for rule in edition.rules if isinstance(rule.number, SectionNumber)]
    assert "".join(number.name for number in numbers if number.kind == "appendix") == appendices
    found = parts(edition)
    assert tuple(found[part] for part in PARTS) == of_parts
    assert str(numbers[0]) == "Introduction"
    assert str(numbers[1]) == "framework-of-this-document"


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("jar")])
def test_judging_at_regular_has_the_paragraphs_counted_by_hand(file: str) -> None:
    edition = edition_of(file)
    numbers = [rule.number for rule in edition.rules if isinstance(rule.number, SectionNumber)]
    assert [str(number) for number in numbers if not number.part] == [
        "Introduction",
        "common-issues",
        "general-unwanted-behaviors",
        "serious-problems",
        "resources",
    ]
    assert [number.name for number in numbers if number.part] == ["common-issues"] * 5
    behaviors, problems = (4, 4) if "2014" in file else (5, 3)
    assert sum(line.startswith("•") for line in lines_of(edition, "general-unwanted-behaviors")) == behaviors
    assert sum(line.startswith("•") for line in lines_of(edition, "serious-problems")) == problems


def test_examples_keep_their_letters() -> None:
    """In the PDF, 2.1 has the examples A to D, 4.8 the examples A to G; two examples run over the end of a page."""
    edition = edition_of("ipg/2024-09-23.pdf")
    for number, letters in (("2.1/examples", "ABCD"), ("2.3/examples", "ABCDEF"), ("4.8/examples", "ABCDEFG")):
        examples = rule_of(edition, number).examples
        assert "".join(example.marker for example in examples) == "".join(f"{letter}." for letter in letters)
        assert all(example.text.endswith((".", "”")) for example in examples)


def test_the_tables_are_tables() -> None:
    """Rows counted by hand in the PDF; the cells of the rows stand at different heights there."""
    edition = edition_of("mtr/2025-04-21.pdf")
    rounds = [line for line in lines_of(edition, "Appendix E") if "\t" in line]
    assert len(rounds) == 10
    assert {line.count("\t") for line in rounds} == {2}
    assert rounds[1] == "4 (Team/2HG Only)\t2 Single-Elimination Rounds (No Swiss)\tNone (Run Single Elimination)"
    assert rounds[-1] == "410+\t10\tTop 8"
    programs = [line for line in lines_of(edition, "Appendix F") if "\t" in line]
    assert len(programs) == 14
    timing = [line for line in lines_of(edition, "Appendix B/booster-draft-timing") if "\t" in line]
    assert len(timing) == 16
    assert timing[1] == "15 cards\t40 seconds"
    records = [line for line in lines_of(edition, "Appendix C/game-win-percentage") if "\t" in line]
    assert [line.count("\t") for line in records] == [3, 3, 3]


@pytest.mark.parametrize("file", [file for file in FILES if not file.startswith("jar")])
def test_the_body_has_what_the_contents_page_lists(file: str) -> None:
    """The findings about the contents are the publisher's and the blog's own differences, looked up by hand."""
    expected = {
        "ipg/2016-04-08.html": {"4.8", "Appendix B"},  # 4.4 is printed for 4.8; the page lacks its last appendix
        "ipg/2018-07-13.html": {"1.3", "Appendix B"},  # "Deck" for "Library"; the appendix is in German
        "ipg/2019-01-21.html": {"1.3", "Appendix B"},
        "ipg/2019-07-12.html": {"1.3"},
        "ipg/2020-09-25.html": {"1.3"},
        "ipg/2021-02-06.html": {"1.3"},
        "mtr/2018-04-27.html": {"1", "3.6"},  # the body has no headings of chapters; 3.6 has another title
        "mtr/2019-01-21.html": {"1", "3.6"},
    }
    findings = [each for each in edition_of(file).findings if each.code == "contents-mismatch"]
    assert {each.where for each in findings} == expected.get(file, set())


def test_other_findings_are_the_misprints_of_the_documents() -> None:
    codes = {"out-of-order", "missing-number", "missing-text", "duplicate-number", "run-together"}
    found = {
        (file, each.code, each.where) for file in FILES for each in edition_of(file).findings if each.code in codes
    }
    assert found == {
        ("ipg/2015-03-27.html", "run-together", "4.1"),
        ("ipg/2016-04-08.html", "duplicate-number", "4.8"),
        ("mtr/2019-01-21.html", "out-of-order", "4.8"),
    }


def source_text(path: Path) -> str:
    """Return all characters of a source that a reader sees, found without the program's readers."""
    if path.suffix == ".pdf":
        import pypdfium2

        with pypdfium2.PdfDocument(path.read_bytes()) as pdf:
            return "\n".join(page.get_textpage().get_text_range() for page in pdf)
    text = re.sub(r"<!--.*?-->|<(style|title|script)\b.*?</\1>", "", path.read_text("utf-8"), flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def characters(text: str) -> Counter[str]:
    """Count the characters without white space, bullets, and the marks of words broken at the end of a line."""
    return Counter(re.sub(r"[\s•\x00-\x1f\ufffe\u00ad-]", "", text))


def place_text(rule: Rule) -> str:
    examples = "".join(example.marker + example.text for example in rule.examples)
    return (rule.printed_number or standard_printed_number(rule.number)) + rule.text + examples


@pytest.mark.parametrize("file", FILES)
def test_the_text_put_together_again_is_the_source(file: str) -> None:
    """No character of the source is lost.

    None is added, except for the numbers of lists, which browsers add, and the titles of chapters that only the
    contents page prints.
    """
    edition = edition_of(file)
    text = "".join(map(place_text, edition.rules)) + "".join(part.text for part in edition.parts)
    source = characters(source_text(POLICY / file))
    assert source - characters(text) == Counter()
    added = characters(text) - source
    if file in ("mtr/2018-04-27.html", "mtr/2019-01-21.html"):
        titles = "".join(place_text(rule) for rule in edition.rules if re.fullmatch(r"\d+", str(rule.number)))
        assert set(added - characters(titles)) <= set("0123456789.")
    else:
        assert added == Counter()


@pytest.mark.parametrize("file", FILES)
def test_words_stand_in_the_order_of_the_source(file: str) -> None:
    """Each place is a stretch of the source: its first and last lines are found there, one after the other."""
    path = POLICY / file
    source = re.sub(r"[\s•\x00-\x1f\ufffe\u00ad-]", "", source_text(path))
    for rule in edition_of(file).rules:
        for line in rule.text.split("\n"):
            # A cell of a table is a stretch of its own, and page furniture may stand within a paragraph.
            for cell in line.split("\t"):
                words = re.sub(r"[\s•\x00-\x1f\ufffe\u00ad-]", "", re.sub(r"^\d+\. ", "", cell))
                assert words[:40] in source or words[:15] in source, (str(rule.number), cell[:60])
                assert words[-15:] in source, (str(rule.number), cell[-60:])


def changed_places(one: str, other: str) -> set[str]:
    texts = [{str(rule.number): place_text(rule) for rule in edition_of(file).rules} for file in (one, other)]
    return {number for number in {**texts[0], **texts[1]} if texts[0].get(number) != texts[1].get(number)}


def test_the_pdf_of_the_procedure_guide_differs_from_the_page_before_it_by_edits_only() -> None:
    """Each difference was compared with the sources; the appendix of the PDF lists 1.2, 2.1, 2.5 and 3.5."""
    assert changed_places("ipg/2024-04-15.html", "ipg/2024-09-23.pdf") == {
        "1.2",
        "2.1/definition",
        "2.1/philosophy",
        "2.5/additional-remedy",
        "3.5/upgrade",
        "Appendix B",
    }


def test_the_pdf_of_the_tournament_rules_differs_from_the_page_before_it_by_edits_only() -> None:
    """Each difference was compared with the sources. The appendix of the PDF lists these sections."""
    listed = {"3.3", "3.7", "3.13", "4.1", "5.2", "6.3", "6.4", "6.6", "6.7", "Appendix A", "Appendix D"}
    assert changed_places("mtr/2024-12-16.html", "mtr/2025-04-21.pdf") == listed


PENALTIES = ("None", "Warning", "Game Loss", "Match Loss", "Disqualification")


def appendix_rows(path: Path) -> dict[str, str]:
    """Return the penalty table of a document, read without the program: from its last "Missed Trigger" on.

    Between the tags of a page stand a name, then its penalty. In the text of a PDF, both stand on one line.
    """
    if path.suffix == ".pdf":
        text = re.sub(rf" ({'|'.join(PENALTIES)}) *\r?$", r"\n\1", source_text(path), flags=re.MULTILINE)
    else:
        text = html.unescape(re.sub(r"<[^>]*>", "\n", path.read_text("utf-8"))).replace("\xa0", " ")
    lines = [" ".join(line.rstrip("*").split()) for line in text.splitlines() if line.strip()]
    start = max(at for at, line in enumerate(lines) if line == "Missed Trigger")
    pairs = pairwise(lines[start:])
    return {name: penalty for name, penalty in pairs if penalty in PENALTIES and name not in PENALTIES}


# Differences between an infraction and the table of the same document, looked up on the pages.
MISPRINTS = {
    # The page has lost the penalties beside these titles.
    "ipg/2016-04-08.html": {"2.1", "2.3", "2.5", "3.1", "3.2", "3.3", "3.8", "4.1", "4.2", "4.8"},
    # "Deck/Deck Problem" in the table.
    "ipg/2018-07-13.html": {"3.5"},
    # Besides, the table wasn't updated when the penalty of 4.3 and 4.4 became a Match Loss.
    "ipg/2019-01-21.html": {"3.5", "4.3", "4.4"},
    "ipg/2019-07-12.html": {"3.5"},
    "ipg/2020-09-25.html": {"3.5"},
    "ipg/2021-02-06.html": {"3.5"},
}


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("ipg")])
def test_the_penalties_equal_the_printed_table(file: str) -> None:
    edition = edition_of(file)
    printed = appendix_rows(POLICY / file)
    infractions = read_infractions(edition.rules)
    assert len(printed) == len(infractions)
    assert {row.name: row.penalty for row in read_quick_reference(edition.rules)} == printed
    differing = set()
    for each in infractions:
        title, penalty = each.title, each.printed_penalty
        short = re.split(r" [—-] ", title)[-1]
        known = printed.get(short) or printed.get(title.replace(" - ", " — ")) or printed.get(title)
        if not penalty or parse_penalty(penalty) != known:
            differing.add(str(each.number))
    assert differing == MISPRINTS.get(file, set())
    assert differing == {each.where for each in edition.findings if each.code == "penalty-mismatch"}
