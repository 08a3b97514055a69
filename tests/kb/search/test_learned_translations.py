"""What `bench.learn_french_meaning` learns from lines of cards: which words translate which."""

from __future__ import annotations

from bench.learn_french_meaning import card_lines, content_words, translations


def test_words_that_always_stand_together_translate_each_other() -> None:
    """One line with one word tells its translation, and so the translation of the other word of the next line."""
    pairs = [
        (("tap",), ("engag",), 1),
        (("tap", "creatur"), ("engag", "cre"), 1),
        (("draw", "creatur"), ("pioch", "cre"), 1),
    ]
    found = translations(pairs)
    for english, french in (("tap", "engag"), ("creatur", "cre"), ("draw", "pioch")):
        assert max(found[english], key=lambda word: found[english][word]) == french
        assert abs(sum(found[english].values()) - 1) < 0.01
    assert found["tap"]["engag"] > 0.9


def test_lines_of_a_card_are_paired_without_its_name_symbols_and_numbers() -> None:
    face = {
        "name": "Grey Bear",
        "text": "{T}: Grey Bear deals 2 damage.\nFlying",
        "type": "Creature",
        "foreignData": [
            {"language": "German", "text": "Fliegend", "name": "Bär"},
            {"language": "French", "text": "{T} : Ours gris inflige 2 blessures.\nVol", "name": "Ours gris"},
        ],
    }
    found = card_lines([face] * 5)
    # The same card counts only three times.
    assert {count for *_, count in found} == {3}
    english = {english for english, _, _ in found}
    assert (tuple(content_words("flying", "en"))) in english
    assert not any("bear" in words for words in english)
    assert (tuple(content_words("deals damage", "en")), tuple(content_words("inflige blessures", "fr")), 3) in found
