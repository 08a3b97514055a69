"""Keyword abilities as printed: the name of an ability finds it with any cost, number and quality (702)."""

from __future__ import annotations

import pytest

from kb.rulings.situation.keyword_forms import is_keyword, keywords_named


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("equip {2}", "equip"),
        ("equip knight {3}", "equip"),
        ("equip knight {3}", "equip knight"),
        ("reconfigure {2}", "reconfigure"),
        ("ward\N{EM DASH}pay 2 life", "ward"),
        ("toxic 1", "toxic"),
        ("suspend 3\N{EM DASH}{r}", "suspend"),
        ("forestwalk", "landwalk"),
        ("forestwalk", "forestwalk"),
        ("plainscycling {2}", "cycling"),
        ("hexproof from black", "hexproof"),
        ("multikicker {1}", "kicker"),
        ("megamorph {5}{g}", "morph"),
        ("commander ninjutsu {u}{b}", "ninjutsu"),
        ("trample over planeswalkers", "trample"),
        ("partner with Dog", "partner with Dog"),
    ],
)
def test_the_ability_and_its_variants(text: str, name: str) -> None:
    """702.11d, 702.14a, 702.19c, 702.29f, 702.33c, 702.37b: a variant is an ability of the name, whatever its cost."""
    assert is_keyword(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("equip {2}", "equip knight"),
        ("forestwalk", "islandwalk"),
        ("plainscycling {2}", "islandcycling"),
        ("hexproof", "hexproof from black"),
        ("trample", "trample over planeswalkers"),
        ("partner with Dog", "partner"),
        ("partner\N{EM DASH}friends forever", "partner"),
        ("bands with other legends", "banding"),
        ("kicker {1}", "multikicker"),
        ("first strike", "double strike"),
    ],
)
def test_other_abilities(text: str, name: str) -> None:
    """A name with a quality asks for the quality. “Partner with [name]” isn't partner (702.124f)."""
    assert not is_keyword(text, name)


def test_each_instance_is_found() -> None:
    """702.6d: a permanent may have several equip abilities."""
    assert keywords_named(("equip {2}", "flying", "equip knight {1}"), "equip") == ["equip {2}", "equip knight {1}"]
