"""Detection of a text's language."""

from __future__ import annotations

import pytest

from kb.languages import Lang
from kb.text.language_detection import detect_language


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("A player who has priority may cast a planeswalker card from their hand.", "en"),
        ("Un joueur qui a la priorité peut lancer une carte de planeswalker depuis sa main.", "fr"),
        ("Planeswalkers can be attacked. (See rule 508, “Declare Attackers Step.”)", "en"),
        ("Un planeswalker peut être attaqué. (cf. règle 508)", "fr"),
        ("LOYALTY IS A CHARACTERISTIC THAT ONLY PLANESWALKERS HAVE.", "en"),
        ("L'endurance est le nombre imprimé sur la carte.", "fr"),
    ],
)
def test_sentences(text: str, lang: Lang) -> None:
    """The function words of a sentence decide its language, whatever the default."""
    assert detect_language(text, default="en") == detect_language(text, default="fr") == lang


@pytest.mark.parametrize("text", ["", "Planeswalkers", "702.9", "Jace, Teferi", "{T}: {C}"])
def test_default_language(text: str) -> None:
    """A heading or a name without function words gets the default language."""
    assert detect_language(text, default="en") == "en"
    assert detect_language(text, default="fr") == "fr"
