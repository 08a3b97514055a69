"""Phrases: a text matches a phrase exactly if its folded words contain the phrase's words side by side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.languages import Lang
from kb.search.phrase_match import phrase_matcher
from kb.text.folding import fold_words

_SAID: dict[Lang, list[str]] = {
    "en": [
        "player", "players", "player’s", "loyalty", "loyal", "dying", "die", "state-based", "actions", "act", "a",
        "+1/+1", "{T}", "702.9a", "counter", "countered", "Æther", "first-strike", "x", "the", "ability", "abilities",
    ],
    "fr": [
        "l’arpenteur", "arpenteurs", "qu’il", "il", "contrôle", "contrôlés", "capacité", "capacités", "activée", "état",
        "sous-types", "d’une", "une", "sacrifier", "payer", "{T}", "+1/+1", "702.9a", "à", "bloquent", "bloquer",
    ],
}  # fmt: skip


def texts(lang: Lang) -> st.SearchStrategy[str]:
    """Draw words in any order, with spaces and punctuation between them."""
    return st.lists(st.tuples(st.sampled_from(_SAID[lang]), st.sampled_from([" ", ", ", " (", "”. ", " — "]))).map(
        lambda parts: "".join(word + between for word, between in parts)
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
@given(data=st.data())
def test_a_phrase_is_words_side_by_side(lang: Lang, data: st.DataObject) -> None:
    """The match ignores forms, accents and punctuation, and a stem is never taken for a word of the same spelling."""
    text = data.draw(texts(lang))
    said = fold_words(" ".join(data.draw(st.lists(st.sampled_from(_SAID[lang]), min_size=1, max_size=3))), lang)
    here = fold_words(text, lang)
    side_by_side = any(here[at : at + len(said)] == said for at in range(len(here)))
    assert phrase_matcher(said, lang)(text) is side_by_side
