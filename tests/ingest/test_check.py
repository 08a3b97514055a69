"""What can be seen of an edition without any other."""

from __future__ import annotations

from datetime import date

import pytest

from ingest.check import (
    contents_mismatches,
    cut_off,
    lost_characters,
    lost_punctuation,
    sequence_faults,
    wrong_file_date,
)
from ingest.formats import Reading
from ingest.lines import Line, classify
from kb.model import Example, Part, Rule
from kb.number import RuleNumber


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
    ],
)
def test_lost_punctuation(texts: list[str]) -> None:
    """Words, possessives or titles that can't do without quotation marks and apostrophes show their loss."""
    finding = lost_punctuation(rules(*texts))
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
        pytest.param([], id="no rules"),
    ],
)  # fmt: skip
def test_clean_texts(texts: list[str]) -> None:
    """A page that merely has no apostrophe has lost none."""
    assert lost_punctuation(rules(*texts)) is None


def test_examples_count() -> None:
    """A loss is seen in examples as in rules."""
    rule = Rule(RuleNumber.parse("870.1"), "A lantern shines.", (Example("It cant shine. It doesnt."),))
    assert lost_punctuation([rule]) is not None


CONTENTS = classify(["Contents", "8. Lights", "870. Lanterns", "871. Wicks", "872. Oil", "Glossary", "Credits"])
GLOSSARY = classify(["Keeper", "Who holds a lantern."])
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
    """A document is cut off if the last things that its contents page promises aren't there."""
    reading = Reading("en", (), whole=True, glossary=glossary, contents=CONTENTS, parts=parts)
    finding = cut_off(reading, printed("8", *sections))
    assert (finding and finding.where) == where
    assert finding is None or finding.code == "truncated"


def test_contents_mismatches() -> None:
    """The contents page against the headings: missing, added, worded otherwise; typography is no matter."""
    body = (*printed("8", "870"), Rule(RuleNumber.parse("872"), "Fat"), Rule(RuleNumber.parse("873"), "Glass"))
    found = contents_mismatches(CONTENTS, body)
    assert [(finding.code, finding.where) for finding in found] == [
        ("contents-mismatch", "871"),
        ("contents-mismatch", "872"),
        ("contents-mismatch", "873"),
    ]
    same = (Rule(RuleNumber.parse("870"), "LANTERNS’ Light"),)
    assert contents_mismatches(classify(["870. Lanterns' Light"]), same) == ()


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
    """Numbers run upwards without gaps; letters l and o are no gap; a number far off is one fault, not fifty."""
    assert [(each.code, each.where) for each in sequence_faults(printed(*numbers), gaps=True)] == found


def test_an_excerpt_has_no_gaps() -> None:
    """What an excerpt leaves out isn't missing."""
    assert sequence_faults(printed("870.2", "870.5c"), gaps=False) == ()


@pytest.mark.parametrize(
    ("texts", "lost"),
    [
        (["A player?s lantern isn?t lit."], 2),
        (["The NemesisT and StrongholdT sets."], 2),
        (["Is it lit? Perhaps. See default.asp?x=magic and page.php?y=2."], 0),
        (["Pay {oT} or {oT}: It shines."], 0),
        (["One player?s lantern."], 0),
    ],
)
def test_lost_characters(texts: list[str], lost: int) -> None:
    """Characters that became question marks or letters are counted; addresses and symbols are none."""
    finding = lost_characters(rules(*texts))
    assert (finding is not None) == bool(lost)
    assert finding is None or finding.message.startswith(f"{lost} characters")


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
    """A file's name may hold another date than its text."""
    finding = wrong_file_date(name, date(2020, 5, 1))
    assert (finding is not None) == mismatch
