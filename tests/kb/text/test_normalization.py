"""Normal forms: the class of the change between two wordings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.text.normalization import (
    classify_change,
    classify_section_change,
    mask_references,
    normalize_template,
    normalize_typography,
)

# Pieces of rule texts, including pieces that a normal form removes.
PIECES = (
    "a player", "his or her", "their", "he or she controls", "they control", "(see rule 306.5d)", "See rule 704.",
    "rule 606, “Loyalty Abilities.”", 'rule 606, "Loyalty Abilities."', "enters the battlefield", "enters", "don’t",
    "don't", "—", "--", "™", "(TM)", "_Magic_", "Magic®", ". . .", "…", "«  joueur  »", "section 3", "+1/+1", "\n",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("A player’s “deck”", 'A player\'s "deck"', "typography"),
        ("cards — even tokens", "cards – even tokens", "typography"),
        ("the Magic(TM) game", "the Magic™ game", "typography"),
        ("a  game\nof Magic", "a game of Magic", "typography"),
        ("le «\N{NO-BREAK SPACE}champ de bataille\N{NO-BREAK SPACE}»", "le “champ de bataille”", "typography"),
        ("the _Magic_ game", "the Magic game", "typography"),
        ("See rule 420.5e.", "See rule 704.5k.", "references"),
        ("(see rule 409, “Playing Spells”)", "(see rule 601, “Casting Spells”)", "references"),
        ("See rules 301.5a–f.", "See rules 303.4a–c.", "references"),
        ("See section 4, “Zones.”", "See section 2, “Places.”", "references"),
        ("in his or her library", "in their library", "template"),
        ("a permanent he or she controls", "a permanent they control", "template"),
        ("he or she isn't", "they aren't", "template"),
        ("he or she does so", "they do so", "template"),
        ("if he or she passes", "if they pass", "template"),
        ("a deck that he or she also owns", "a deck that they also own", "template"),
        ("by himself or herself", "by themself", "template"),
        ("chosen by him or her", "chosen by them", "template"),
        ("as it enters the battlefield", "as it enters", "template"),
        ("His or her deck (see rule 100.2).", "Their deck (see rule 100.4).", "template"),
        ("See also Play.", "See Play.", "template"),
        ("in play", "on the battlefield", "wording"),
        ("at least sixty cards", "at least forty cards", "wording"),
        ("A player may draw.", "A player may not draw.", "wording"),
        ("Activate it once.", "Activate it once. See rule 602.", "wording"),
        ("gets +1/+1", "gets -1/-1", "wording"),
    ],
)
def test_classes_of_change(old: str, new: str, expected: str) -> None:
    """A change has the smallest class that explains it, in both directions."""
    assert (classify_change(old, new), classify_change(new, old)) == (expected, expected)


@given(TEXTS)
def test_nothing_changed(text: str) -> None:
    """A text compared with itself has no change."""
    assert classify_change(text, text) is None


@given(TEXTS, TEXTS)
def test_a_change_has_the_same_class_reversed(one: str, other: str) -> None:
    """A change has the same class in both directions, and different texts always have a class."""
    assert classify_change(one, other) == classify_change(other, one)
    assert (classify_change(one, other) is None) == (one == other)


@given(TEXTS)
def test_normal_forms_are_idempotent(text: str) -> None:
    """Applying a normal form twice is the same as applying it once."""
    for form in (normalize_typography, mask_references, normalize_template):
        assert form(form(text)) == form(text)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Players bring:\n- decks\n- pens", "Players bring:\n• decks\n• pens", "typography"),
        ("One sentence. Another one.", "One sentence.\nAnother one.", "typography"),
        ("GENERAL PHILOSOPHY\nJudges judge.", "General Philosophy\nJudges judge.", "typography"),
        ("a card, a deck or a pen", "a card, a deck, or a pen", "typography"),
        ("- his or her deck\n- a pen", "• their deck\n• a pen", "template"),
        ("Players bring:\n- decks\n- pens", "Players bring:\n- decks", "wording"),
        ("It costs {2}{R}.", "It costs {2}R.", "wording"),
        ("It gets +1/+1.", "It gets -1/-1.", "wording"),
        ("the same", "the same", None),
    ],
)
def test_changes_of_sections(old: str, new: str, expected: str | None) -> None:
    """Paragraphs, bullets, capital letters and commas are typography there; a lost list item is a change of wording."""
    assert classify_section_change(old, new) == classify_section_change(new, old) == expected
