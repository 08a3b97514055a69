"""Matching of the headwords of two consecutive glossaries, on entries about lanterns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.lineage.headwords import match_headwords

WICK = "A braid of cotton that carries oil to the flame. See rule 201, “Wick.”"
GLASS = "The part of a lantern that keeps the wind out. See rule 202, “Glass.”"


@pytest.mark.parametrize(
    ("gone", "added", "links"),
    [
        pytest.param({"Put Into Play": WICK}, {"Put into Play": GLASS}, {"Put Into Play": "Put into Play"}, id="case"),
        pytest.param({"Face-Down": WICK}, {"Face Down": GLASS}, {"Face-Down": "Face Down"}, id="hyphen"),
        pytest.param({"Planar _Wick_": WICK}, {"Planar Wick": GLASS}, {"Planar _Wick_": "Planar Wick"}, id="italics"),
        pytest.param({"Wick": WICK}, {"Wick (Obsolete)": "A braid."}, {"Wick": "Wick (Obsolete)"}, id="remark"),
        pytest.param({"Turn Marker": WICK}, {"Turn Markers": GLASS}, {"Turn Marker": "Turn Markers"}, id="plural"),
        pytest.param({"Kicker": WICK}, {"Kicker, Kicked": GLASS}, {"Kicker": "Kicker, Kicked"}, id="a variant more"),
        pytest.param({"Checklist": WICK}, {"Substitute": WICK}, {"Checklist": "Substitute"}, id="the same text"),
        pytest.param(
            {"Wick": WICK}, {"Braid": WICK.replace("oil", "all oil")}, {"Wick": "Braid"}, id="nearly the same text"
        ),
        pytest.param({"Wick": WICK}, {"Glass": GLASS}, {}, id="another entry"),
        pytest.param({}, {"Glass": GLASS}, {}, id="nothing gone"),
        pytest.param(
            {"Wick": WICK},
            {"Wick (Obsolete)": "Older name for a braid.", "Braid": "Cotton that carries oil."},
            {"Wick": "Braid"},
            id="the new glossary says so",
        ),
        pytest.param(
            {"Leaves Play": WICK, "Shield": WICK},
            {"Leaves the Battlefield": GLASS, "Loop": "A ring."},
            {"Leaves Play": "Leaves the Battlefield"},
            id="reviewed",
        ),
        pytest.param(
            {"Wick": WICK},
            {"Wick (Obsolete)": "Older name for a braid or a rope.", "Braid": "Cotton.", "Rope": "Hemp."},
            {"Wick": "Wick (Obsolete)"},
            id="the new glossary names two",
        ),
    ],
)
def test_which_entry_continues(gone: dict[str, str], added: dict[str, str], links: dict[str, str]) -> None:
    """A renamed entry is found by its name, by its text, or because the newer glossary names its successor."""
    assert {link.old: link.new for link in match_headwords(gone, added)} == links


def test_the_better_of_two_names() -> None:
    """Two old entries of one name don't become one entry."""
    links = match_headwords({"Trigger, Triggered": WICK}, {"Trigger": WICK, "Triggered": GLASS})
    assert [(link.old, link.new) for link in links] == [("Trigger, Triggered", "Trigger")]


@given(
    st.dictionaries(st.text("ab, ()-s", max_size=8), st.sampled_from([WICK, GLASS, ""]), max_size=6),
    st.dictionaries(st.text("ab, ()-s", max_size=8), st.sampled_from([WICK, GLASS, ""]), max_size=6),
)
def test_each_entry_has_one_successor(gone: dict[str, str], added: dict[str, str]) -> None:
    """Each entry has at most one successor and one predecessor, and every confidence is in range."""
    links = match_headwords(gone, added)
    assert len({link.old for link in links}) == len({link.new for link in links}) == len(links)
    assert all(link.old in gone and link.new in added and 0 < link.confidence <= 1 for link in links)


def test_large_glossaries_are_matched_by_name() -> None:
    """Between glossaries with too many changes, only the names are compared."""
    gone = {f"Wick-{at}": f"{at} {WICK}" for at in range(400)}
    added = {f"Wick {at}": f"{at} {GLASS}" for at in range(400)}
    assert {link.old: link.new for link in match_headwords(gone, added)} == {
        f"Wick-{at}": f"Wick {at}" for at in range(400)
    }
