"""What is paid to cast a spell for a keyword ability, as the ability's own rule says (118.9, 702)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def card(keyword: str, paid: str, *effects: str, facts: str = "") -> str:
    """Return a blue Merfolk creature card A in p1's hand, cast for an alternative cost, with effects on costs."""
    listed = ", ".join(f"{{says: costs, does: cast, players: [p1], {each}}}" for each in effects)
    return (
        "players: {p1: }\nobjects:\n"
        "  - {id: A, zone: hand, owner: p1, controller: p1, name: Finn, types: [creature], subtypes: [merfolk],\n"
        f"     colors: [blue], mana_cost: '{{4}}{{U}}', power: 4, toughness: 4, keywords: ['{keyword}'],\n"
        f"     alternative_costs: [{paid}]{facts}}}\neffects: [{listed}]\n"
    )


def less(phrase: str) -> str:
    """Return an effect by which spells that a phrase describes cost {1} less."""
    return f"affects: [{phrase}], amount: -1"


FACE_DOWN = [("morph {2}{U}", "morph"), ("megamorph {2}{U}", "megamorph"), ("disguise {2}{U}", "disguise")]


@pytest.mark.parametrize(("keyword", "paid"), FACE_DOWN)
@pytest.mark.parametrize(
    ("effect", "cost"),
    [
        (less("blue spell"), "{3}"),  # It has no colour: it has no mana cost (105.2c, 702.37c).
        (less("merfolk spell"), "{3}"),
        (less("creature spell with power 4 or greater"), "{3}"),
        (less("creature spell"), "{2}"),
        (less("colorless spell"), "{2}"),
        (less("face-down creature spell"), "{2}"),
        ("objects: [A], amount: 2", "{5}"),
        ("source: A, generated_by: static-ability, objects: [A], amount: -1", "{3}"),  # It has no text.
    ],
)
def test_cast_face_down(put: Ask, keyword: str, paid: str, effect: str, cost: str) -> None:
    """702.37a to c, 702.168a, b: {3} is paid, and effects apply to a 2/2 creature with no name, text and subtypes."""
    found = put("total-cost A", card(keyword, paid, effect))
    assert (found.verdict, found.value) == ("yes", cost)
    assert ("702.168b" if paid == "disguise" else "702.37c") in {each.number for each in found.citations}


@pytest.mark.parametrize(("day", "number"), [("2002-10-07", "502.26b"), ("2010-01-01", "702.34b")])
def test_morph_through_time(put: Ask, day: str, number: str) -> None:
    """Morph has always cost {3} to cast. Disguise is younger."""
    found = put("total-cost A", card("morph {2}{U}", "morph", less("blue spell")), day=day)
    assert found.value == "{3}"
    assert number in {each.number for each in found.citations}
    assert put("total-cost A", card("disguise {2}{U}", "disguise"), day=day).value is None


@pytest.mark.parametrize(
    "keyword",
    ["flashback", "madness", "evoke", "prowl", "overload", "bestow", "dash", "surge", "spectacle", "mutate", "foretell",
     "cleave", "blitz", "freerunning", "warp", "mayhem", "miracle", "disturb"],
)  # fmt: skip
def test_printed_cost_paid_rather_than_the_mana_cost(put: Ask, keyword: str) -> None:
    """702: these say “[cost] rather than its mana cost”, and a reduction applies to that cost (118.9d)."""
    found = put("total-cost A", card(f"{keyword} {{2}}{{U}}", keyword, "objects: [A], amount: -1"))
    assert (found.verdict, found.value) == ("yes", "{1}{U}")


@pytest.mark.parametrize("keyword", ["awaken 4", "impending 4"])
def test_printed_cost_after_a_number(put: Ask, keyword: str) -> None:
    """702.113a, 702.176a: “Awaken N—[cost]”."""
    text = card(f"{keyword}—{{2}}{{U}}", keyword.split(maxsplit=1)[0])
    assert put("total-cost A", text).value == "{2}{U}"


@pytest.mark.parametrize(("keyword", "returned"), [("web-slinging", "a tapped"), ("sneak", "an unblocked")])
def test_cost_with_another_part(put: Ask, keyword: str, returned: str) -> None:
    """702.188a, 702.190a of 2026-02-27: the cost of web-slinging or sneak includes that a creature is returned."""
    found = put("total-cost A", card(f"{keyword} {{2}}{{U}}", keyword))
    assert found.value == f"{{2}}{{U}}, return {returned} creature you control to its owner's hand"


@pytest.mark.parametrize(
    "keyword",
    ["cycling", "suspend", "plot", "reinforce", "unearth", "embalm", "eternalize", "encore", "scavenge", "ninjutsu",
     "transmute", "kicker", "buyback", "entwine", "replicate", "equip", "ward", "echo", "outlast", "level up",
     "reconfigure", "prototype", "cumulative upkeep", "recover", "emerge", "harmonize"],
)  # fmt: skip
def test_costs_that_arent_what_is_paid_to_cast_a_spell(put: Ask, keyword: str) -> None:
    """702: the printed cost is that of an ability, an addition or an action, or it is less by what is chosen."""
    found = put("total-cost A", card(f"{keyword} {{2}}{{U}}", keyword))
    assert (found.verdict, found.value) == ("depends", None)
    assert found.depends_on == ("objects.A.alternative_costs",)


@pytest.mark.parametrize("keyword", ["bestow", "disturb"])
def test_spell_that_isnt_what_the_card_shows(put: Ask, keyword: str) -> None:
    """702.103b, 702.146a: it is an Aura spell or the back face, so that effects on creature spells are open."""
    assert put("total-cost A", card(f"{keyword} {{2}}{{U}}", keyword, less("creature spell"))).verdict == "depends"


def test_more_than_one_alternative_cost(put: Ask) -> None:
    """118.9a: only one alternative cost can be applied, and which one isn't stated."""
    assert put("total-cost A", card("flashback {2}{U}", "flashback, overload")).verdict == "depends"
