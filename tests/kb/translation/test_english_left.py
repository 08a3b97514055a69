"""English that a translator or a tool left in a French text whose English is known."""

from __future__ import annotations

import pytest

from kb.translation.checks.untranslated import find_english_left, split_sentences

ENGLISH = (
    "If an effect refers to a Serra Angel, it means a card named “Serra Angel.” See rule 201.2a. Menace. Draw a card."
)
FRENCH = (
    "Si un effet fait référence à un Serra Angel, il s’agit d’une carte appelée « Serra Angel ». Voir la règle 201.2a. "
    "Menace. Piochez une carte."
)


@pytest.mark.parametrize(
    ("french", "english", "left"),
    [
        ("Voir la règle 201.2a.", "See rule 201.2a.", "See rule 201.2a."),
        ("Piochez une carte.", "Draw a card.", "Draw a card."),
        ("il s’agit d’une carte appelée", "it means a card named", "it means a card named"),
        ("Piochez une carte.", "Piochez ⟦draws⟧ une carte.", "⟦draws⟧"),
    ],
)
def test_one_sentence(french: str, english: str, left: str) -> None:
    """Each sentence of the English that stands in the place of its French is found."""
    assert french in FRENCH
    found = find_english_left(FRENCH.replace(french, english), ENGLISH)
    assert left in found and found in FRENCH.replace(french, english)


@pytest.mark.parametrize("french", [FRENCH, FRENCH.replace("« Serra Angel »", "“Serra Angel”"), "Menace.", "Menace"])
def test_names_and_words_of_both_languages(french: str) -> None:
    """A name, a symbol or a word that both languages have is no English."""
    assert find_english_left(french, ENGLISH) == ""


def test_marks_of_a_draft_in_the_english() -> None:
    """The marks of a draft are no fault if the English has them."""
    assert find_english_left("Le signe ⟦ est un crochet.", "The sign ⟦ is a bracket.") == ""


def test_sentences() -> None:
    """Sentences end at full stops with their closing marks, and at line ends."""
    text = "“One” is it. He says “two.” (Three?) Four!\nFive: a line; its end"
    assert split_sentences(text) == ["“One” is it.", "He says “two.", "(Three?", "Four!", "Five: a line; its end"]
