"""Statements in other words than the rules', and in French, beside right and false numbers.

The statements were written from the rules; none of them stands in `data/paraphrases.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import kb


@pytest.fixture(scope="module")
def library(newest_home: Path) -> Iterator[kb.Library]:
    """Open the edition of 2026-01-16."""
    with kb.open(newest_home) as found:
        yield found


def judged(library: kb.Library, text: str, lang: str = "en") -> kb.JudgedCitation:
    """Return the judgement on the only number of a text."""
    (found,) = library.verify(text, lang=lang, as_of="2026-01-16").citations
    return found


@pytest.mark.parametrize(
    ("statement", "right", "false"),
    [
        ("Your guy with zero toughness is gone, and no shield or regeneration helps it", "704.5f", "704.5g"),
        ("You may ping your own walker to death: at no loyalty it hits the bin", "704.5i", "704.5j"),
        ("A freshly summoned dork can't swing until you have had it since your turn began", "302.6", "302.4"),
        ("Of several replacement effects, the affected player picks which one goes first", "616.1", "614.5"),
        ("A token that was bounced vanishes for good", "111.7", "111.4"),
        ("Un joueur à zéro point de vie perd la partie", "104.3b", "104.3d"),
        ("Une créature avec le lien de vie fait gagner des points de vie quand elle inflige des blessures",
         "702.15b", "702.9b"),
        ("Si toutes les cibles sont devenues illégales, le sort ne se résout pas", "608.2b", "608.2e"),
        ("La légende en double : vous en gardez une, les autres vont au cimetière", "704.5j", "704.5m"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_statement_in_other_words(library: kb.Library, statement: str, right: str, false: str, lang: str) -> None:
    """The right number is right, a false one isn't. The language of the text counts, not that of the rules."""
    assert judged(library, f"{statement} (CR {right}).", lang).outcome == "right"
    assert judged(library, f"{statement} (CR {false}).", lang).outcome != "right"


def test_a_number_that_nothing_speaks_for_has_its_rule_beside(library: kb.Library) -> None:
    """The reader compares. What was confirmed needs no text."""
    alone = judged(library, "More about it in rule 702.19b.")
    assert (alone.outcome, alone.checked) == ("right", ("number",))
    assert alone.rule_says
    assert alone.rule_says.startswith("The controller of an attacking creature with trample")
    confirmed = judged(library, "Trample is rule 702.19.")
    assert confirmed.checked == ("number", "topic")
    assert confirmed.rule_says is None


def test_a_quotation_is_compared_in_its_own_language(library: kb.Library) -> None:
    """An English one in a French text, with the English rule; a French one of a rule without French isn't judged."""
    flying = "A creature with flying can't be blocked except by creatures with flying and/or reach."
    text = f"La règle 702.9b le dit ainsi : « {flying} »"
    assert judged(library, text, "fr").checked == ("number", "quotation")
    changed = judged(library, text.replace("reach", "menace"), "fr")
    assert (changed.outcome, changed.verdict) == ("wrong", "quote-mismatch")
    found = library.verify(
        "La règle 702.9b dit : « Une créature avec le vol ne peut être bloquée que par des créatures avec le vol. »",
        as_of="2026-01-16",
    )
    assert [each.outcome for each in found] == ["right"]
    (left,) = found.not_judged
    assert left.reason == "the knowledge base doesn't have this rule in fr"
