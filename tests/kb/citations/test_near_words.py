"""Words near a citation, and the words of cards."""

from __future__ import annotations

import pytest

from kb.citations.card_words import is_card_text, is_printed_in_quotes
from kb.citations.near_words import near_words
from kb.citations.rule_text_index import comparable_words
from kb.citations.surroundings import Surroundings


class TestNearWords:
    def test_nearer_words_weigh_more(self) -> None:
        """A word loses half of its nearness over twelve words. Endings and letter case don't matter."""
        near = near_words(Surroundings(before="Lanterns burn (see rule "))
        assert near["burn"] > near["lantern"] > 0.7
        far = near_words(Surroundings(before="lantern " + "burn " * 11))
        assert far["lantern"] == pytest.approx(0.5)

    def test_words_of_identifiers(self) -> None:
        """Identifiers have words, too."""
        assert {"fire", "surveil", "trigger"} >= set(near_words(Surroundings(after="fireSurveilTriggers()"))) - {"fir"}

    def test_stopwords_are_left_out(self) -> None:
        """Words that tell nothing about a subject are none."""
        assert near_words(Surroundings(before="what it is, and where")) == {}

    @pytest.mark.parametrize(
        ("around", "factor"),
        [
            (Surroundings(before="lantern. "), 0.6),
            (Surroundings(before="lantern 702.9 "), 0.4),
            (Surroundings(after=") lantern"), 0.4),
            (Surroundings(before="lantern, ", after="says so"), 0.25),
        ],
    )
    def test_what_stands_between(self, around: Surroundings, factor: float) -> None:
        """The end of a sentence, a number, a bracket, or a new clause make words less near: 12 of 13 for one word."""
        assert near_words(around)["lantern"] == pytest.approx(factor * 12 / 13)


RULE = "Glowing is a triggered ability. “Glowing” means “Whenever this lantern is lit, each other lantern gets +1/+1.”"


class TestCardWords:
    def test_a_card_speaks_of_itself(self) -> None:
        """“this creature” is a card's if the rule doesn't say it."""
        assert is_card_text("This creature can't block.", "A creature with fear can't block.")
        assert not is_card_text("This creature can't block.", "“Fear” means “This creature can't block.”")
        assert is_card_text("When ~ is lit, draw a card.", RULE)
        assert not is_card_text("A lantern is lit.", RULE)

    def test_reminder_text(self) -> None:
        """A text in brackets is a reminder, words with a bracket among them aren't."""
        assert is_card_text("(It's lit by its keeper.)", RULE)
        assert not is_card_text("A lantern (lit) is bright (see rule 100.1)", RULE)

    def test_words_in_quotation_marks(self) -> None:
        """What a rule prints as the text of a card, and what it says itself."""
        assert is_printed_in_quotes(comparable_words("Whenever this lantern is lit, each other lantern gets"), RULE)
        assert not is_printed_in_quotes(comparable_words("Glowing is a triggered ability"), RULE)
        assert not is_printed_in_quotes(comparable_words("is a triggered ability. Whenever this lantern is lit"), RULE)
        assert not is_printed_in_quotes(comparable_words("Nobody lights a lamp"), RULE)
