"""Word differences: the unchanged, removed and new parts of a wording."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.text.word_diff import word_diff

TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(["a", "player", "306.5d", "’s", " ", "  ", "\n", ".", "{T}", "l’île", "_x_"])).map(
        "".join
    ),
)


@given(TEXTS, TEXTS)
def test_both_wordings_can_be_restored(old: str, new: str) -> None:
    """Same and gone segments together are exactly the old wording, same and new ones exactly the new wording."""
    stretches = word_diff(old, new)
    assert "".join(each.text for each in stretches if each.kind != "new") == old
    assert "".join(each.text for each in stretches if each.kind != "gone") == new
    assert all(each.text for each in stretches)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("one two", "one two", "one two"),
        ("", "", ""),
        ("", "one", "{one}"),
        ("See rule 306.7.", "See rule 306.8.", "See rule [306.7]{306.8}."),
        # Changed words and the blanks between them are one change.
        ("in his or her hand", "in their hand", "in [his or her]{their} hand"),
        ("the in play zone", "the battlefield zone", "the [in play]{battlefield} zone"),
        # A word with an apostrophe is one word.
        ("it's", "its", "[it's]{its}"),
    ],
)
def test_segments(old: str, new: str, expected: str) -> None:
    """Words and rule numbers are never split; in the expected text gone segments are in [], new ones in {}."""
    marks = {"same": "", "gone": "[]", "new": "{}"}
    shown = [f"{marks[each.kind][:1]}{each.text}{marks[each.kind][1:]}" for each in word_diff(old, new)]
    assert "".join(shown) == expected
