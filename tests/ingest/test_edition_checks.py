"""Checks of a single edition: lost punctuation and characters, gaps, duplicates, truncation."""

from __future__ import annotations

from datetime import date

import pytest

from ingest.edition_checks import (
    check_contents_against_headings,
    check_contents_page,
    check_duplicates,
    check_file_name_date,
    check_glossary_line_breaks,
    check_number_sequence,
    check_truncation,
    damage_rank,
    paragraphs_of,
)
from ingest.formats.base import RawEdition
from ingest.parsing.line_classifier import Line, classify_lines
from ingest.parsing.parser import parse_glossary
from ingest.text_damage import check_characters, check_punctuation
from kb.model import Example, GlossaryEntry, Part, Rule
from kb.rule_number import RuleNumber


def rules(*texts: str) -> tuple[Rule, ...]:
    return tuple(Rule(RuleNumber.parse(f"870.{place}"), text) for place, text in enumerate(texts, 1))


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["The lantern cant be lit and it doesnt shine."], id="contractions"),
        pytest.param(["See rule 613, Interaction of Continuous Effects."], id="a title"),
        pytest.param(["A permanents owner is its keeper."], id="a possessive"),
        pytest.param(["It stays as its put onto the table."], id="it is"),
        pytest.param(["The permanents controller keeps it.", "That players turn ends."], id="two doubtful signs"),
        pytest.param(["It cant shine. It wont burn. It doesnt glow.", "It’s dark."], id="one apostrophe is left"),
        pytest.param(["It cant “shine” or “burn.” It wont, doesnt, isnt, and dont “glow.”"], id="apostrophes alone"),
        pytest.param(
            ["It can’t burn. See rule 801, Wicks, rule 802, Oil, rule 803, Keepers, rule 804, Glass, rule 805, Light."],
            id="quotation marks alone",
        ),
    ],
)
def test_lost_punctuation(texts: list[str]) -> None:
    """Lost quotation marks and apostrophes are detected from contractions, titles and possessives."""
    finding = check_punctuation(texts)
    assert finding is not None
    assert finding.code == "lossy"
    assert finding.text in " ".join(texts)


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["A lantern is lit or it is dark.", "Its keeper may snuff it."], id="nothing to lose"),
        pytest.param(["All lanterns that players control shine."], id="one doubtful sign"),
        pytest.param(["It can’t shine.", "Each player’s turn ends."], id="curly apostrophes"),
        pytest.param(["It can't shine.", "See rule 613, \"Interaction of Continuous Effects.\""], id="straight marks"),
        pytest.param(["A continuous effect begins. Its an’ all."], id="words that end alike"),
        pytest.param(["Players control lanterns. The players turn them. It’s so. It can’t be."], id="verbs"),
        pytest.param(["Une lanterne est allumée ou elle est éteinte."], id="French"),
        pytest.param(["“Lit” and “dark.” The permanents controller keeps it; players control it."], id="quotes"),
        pytest.param([], id="no rules"),
    ],
)  # fmt: skip
def test_clean_texts(texts: list[str]) -> None:
    """A text that needs no apostrophe, or has its apostrophes, is not reported."""
    assert check_punctuation(texts) is None


def test_lost_punctuation_in_examples() -> None:
    """Lost punctuation in an example is reported as in a rule."""
    rule = Rule(RuleNumber.parse("870.1"), "A lantern shines.", (Example("It cant shine. It doesnt."),))
    assert check_punctuation(paragraphs_of([rule])) is not None


CONTENTS = classify_lines(["Contents", "8. Lights", "870. Lanterns", "871. Wicks", "872. Oil", "Glossary", "Credits"])
GLOSSARY = classify_lines(["Keeper", "Who holds a lantern."])
CREDITS = (Part("credits", "Credits\n\nNobody"),)


def printed(*numbers: str) -> tuple[Rule, ...]:
    headings = {"8": "Lights", "870": "Lanterns", "871": "Wicks", "872": "Oil"}
    return tuple(
        Rule(RuleNumber.parse(number), headings.get(number, "A text."), line=line)
        for line, number in enumerate(numbers, 1)
    )


@pytest.mark.parametrize(
    ("sections", "glossary", "parts", "where"),
    [
        pytest.param(["870", "871", "872"], GLOSSARY, CREDITS, None, id="whole"),
        pytest.param(["870"], (), (), "871", id="cut off in the rules"),
        pytest.param(["870", "871", "872"], (), (), "the glossary", id="cut off before the glossary"),
        pytest.param(["870", "871", "872"], GLOSSARY, (), "the end of the glossary", id="cut off in the glossary"),
        pytest.param(["870", "872"], GLOSSARY, CREDITS, None, id="a heading missing in the middle is no cut"),
    ],
)
def test_cut_off(sections: list[str], glossary: tuple[Line, ...], parts: tuple[Part, ...], where: str | None) -> None:
    """A document is truncated if it lacks the last entries of its contents page."""
    reading = RawEdition("en", (), is_whole=True, glossary=glossary, contents=CONTENTS, parts=parts)
    finding = check_truncation(reading, printed("8", *sections))
    assert (finding and finding.where) == where
    assert finding is None or finding.code == "truncated"


def test_an_edition_without_contents_page() -> None:
    """A dated document with a glossary but no contents page is reported as possibly incomplete."""
    day = date(2020, 5, 1)
    assert check_contents_page(RawEdition("en", CONTENTS, glossary=GLOSSARY, effective=day)) is not None
    assert check_contents_page(RawEdition("en", CONTENTS, glossary=GLOSSARY, effective=day, contents=CONTENTS)) is None
    assert check_contents_page(RawEdition("en", CONTENTS, glossary=GLOSSARY)) is None


def test_a_glossary_without_its_blank_lines() -> None:
    """A glossary without recognizable headwords is reported; short entries and short pages are not."""
    lines = classify_lines(
        [f"Word {number}\nWhat it means.\n".split("\n")[part] for number in range(40) for part in range(3)]
    )
    entries = parse_glossary(lines, "en")
    assert check_glossary_line_breaks(lines, entries) is None
    together = [line for line in lines if line.text]
    assert check_glossary_line_breaks(together, parse_glossary(together, "en")) is not None
    assert (
        check_glossary_line_breaks(lines, [GlossaryEntry(f"{entry.term} {entry.text}", "") for entry in entries])
        is not None
    )
    assert check_glossary_line_breaks(together[:20], entries[:1]) is None


def test_printed_twice() -> None:
    """A repeated headword or example is reported; repeated list items are not."""
    example = Example("A keeper lights a lantern, and another keeper lights it again.")
    once = Rule(RuleNumber.parse("870.1"), "• Wick.\n• Oil.\n• Wick.", (example,))
    twice = Rule(RuleNumber.parse("870.2"), "A lantern.", (example, example))
    entries = [GlossaryEntry("Keeper", "Who keeps.", line=3), GlossaryEntry("Keeper", "Who keeps.", line=7)]
    found = check_duplicates([once, twice], entries)
    assert [(finding.code, finding.where) for finding in found] == [
        ("duplicate-term", "Keeper"),
        ("duplicate-text", "870.2"),
    ]
    assert "line 7" in found[0].message


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (["undecodable"], []),
        (["lossy"], ["missing-number", "malformed-number"]),
        (["missing-number", "malformed-number"], ["malformed-number", "date-mismatch", "checksum-mismatch"]),
    ],
)
def test_damage_rank(worse: list[str], better: list[str]) -> None:
    """Lost punctuation ranks worst, then other findings about the text; file name and checksum don't count."""
    assert damage_rank(worse) > damage_rank(better)


def test_contents_mismatches() -> None:
    """Headings that differ from the contents page are reported, except for differences of typography."""
    body = (*printed("8", "870"), Rule(RuleNumber.parse("872"), "Fat"), Rule(RuleNumber.parse("873"), "Glass"))
    found = check_contents_against_headings(CONTENTS, body)
    assert [(finding.code, finding.where) for finding in found] == [
        ("contents-mismatch", "871"),
        ("contents-mismatch", "872"),
        ("contents-mismatch", "873"),
    ]
    same = (Rule(RuleNumber.parse("870"), "LANTERNS’ Light"),)
    assert check_contents_against_headings(classify_lines(["870. Lanterns' Light"]), same) == ()
    (chapter,) = check_contents_against_headings(CONTENTS[:2] + CONTENTS[2:3], printed("870"))
    assert chapter.where == "8"


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        (["870", "870.1", "870.2", "870.2a", "870.2b", "871", "871.1"], []),
        (["870.1", "870.2", "870.2", "870.3"], [("duplicate-number", "870.2")]),
        (["870.1", "870.3"], [("missing-number", "870.2")]),
        (["870.2"], [("missing-number", "870.1")]),
        (["870.1", "870.1a", "870.1c"], [("missing-number", "870.1b")]),
        (["870.1k", "870.1m", "870.1n", "870.1p"], [("missing-number", f"870.1{x}") for x in "abc"]),
        (["870.1", "870.2", "870.54", "870.4"], [("out-of-order", "870.54"), ("missing-number", "870.3")]),
        (["870.1", "871.1", "870.2", "870.3"], [("out-of-order", "871.1")]),
    ],
)
def test_sequence(numbers: list[str], found: list[tuple[str, str]]) -> None:
    """Gaps, repeats and disorder of numbers are reported; l and o are no gaps; one wrong number is one finding."""
    assert [(each.code, each.where) for each in check_number_sequence(printed(*numbers), report_gaps=True)] == found


def test_an_excerpt_has_no_gaps() -> None:
    """Numbers that an excerpt leaves out aren't reported as missing."""
    assert check_number_sequence(printed("870.2", "870.5c"), report_gaps=False) == ()


@pytest.mark.parametrize(
    ("texts", "lost"),
    [
        (["A player?s lantern isn?t lit."], 2),
        (["The NemesisT and StrongholdT sets."], 2),
        (["Is it lit? Perhaps. See default.asp?x=magic and page.php?y=2."], 0),
        (["Pay {oT} or {oT}: It shines."], 0),
        (["One player?s lantern."], 1),
        (["The StrongholdT set."], 0),
        (["The _Unglued_T and _Unhinged_T sets."], 2),
        (["Dand?n, Jo???o"], 2),
        (["Who? what?", "Why?", "See http://x.example/?page=rules"], 0),
        (["A player&rsquo;s lantern isn&#8217;t lit."], 2),
        (["A player\\u2019s lantern isn=E2=80=99t lit."], 2),
        (["Wicks & oil; lamps & more; R&D; X=20."], 0),
        (["A playerâ€™s lantern isnâ€™t lit."], 2),
        (["A playerÆs lantern isnÕt lit."], 2),
        (["A playerís lantern isnít lit."], 2),
        (["A player├ós Dandвn."], 2),
        (["A player’s “lantern”s, Dandân, El-Hajjâj, Júnún, Æther, Márton’s Ærathi Émigré—naïve…and ∞."], 0),
        (["Le cœur d’Éloi, « l’Œil » : joueur·euse, sous‑types, 1ᵉʳ, PRÉSENTÉ."], 0),
    ],
)
def test_lost_characters(texts: list[str], lost: int) -> None:
    """Characters that became question marks, letters or entities are counted; addresses and symbols aren't."""
    finding = check_characters(texts)
    assert (finding is not None) == bool(lost)
    assert finding is None or finding.message.startswith(f"{lost if lost > 1 else 'a'} character")


def test_lost_characters_of_examples_and_glossary() -> None:
    """Lost characters in examples and in the glossary are reported."""
    rule = Rule(RuleNumber.parse("870.1"), "A lantern shines.", (Example("A player?s lantern."),))
    assert check_characters(paragraphs_of([rule])) is not None
    assert check_characters([GlossaryEntry("Keeper", "A player?s lantern.").text]) is not None


@pytest.mark.parametrize(
    ("name", "mismatch"),
    [
        ("MagicCompRules 20200501.txt", False),
        ("2020-05-01.txt", False),
        ("rules.txt", False),
        ("99999999.txt", False),
        ("20201301.txt", False),
        ("MagicCompRules_20180501.txt", True),
    ],
)
def test_date_of_the_file(name: str, mismatch: bool) -> None:
    """A date in the file name that differs from the date in the text is reported."""
    finding = check_file_name_date(name, date(2020, 5, 1))
    assert (finding is not None) == mismatch
