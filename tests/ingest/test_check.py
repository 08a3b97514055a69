"""What can be seen of an edition without any other."""

from __future__ import annotations

import pytest

from ingest.check import lost_punctuation, missing_sections
from ingest.lines import classify
from kb.model import Example, Rule
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


def test_missing_sections() -> None:
    """What the contents page promises and the body doesn't have is named."""
    contents = classify(["Contents", "8. Lights", "870. Lanterns", "871. Wicks", "872. Oil"])
    body = (Rule(RuleNumber.parse("870"), "Lanterns"), *rules("Text."))
    finding = missing_sections(contents, body)
    assert finding is not None
    assert (finding.code, finding.where) == ("truncated", "871")
    assert finding.message.startswith("2 sections")
    assert missing_sections(contents[:3], body) is None
    assert missing_sections((), body) is None
