"""Prohibitions of casting: lands, legendary sorceries, unpayable costs, effects (118, 205.4e, 305.9, 601)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says, card

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def test_land_is_played_not_cast(put: Ask, says: Says) -> None:
    """305.9: a land can't be cast, even if it is also a creature."""
    ruling = put("can-cast A", card("land, creature"))
    assert (ruling.verdict, ruling.citations[0].number) == ("no", "305.9")
    assert says("lands-arent-cast", card("creature"), "p1", "A") is False


def legendary(others: str, kind: str = "sorcery", closed: str = "closed: [battlefield]\n") -> str:
    """Return a legendary card in p1's hand, and other objects."""
    text = card(kind, ", supertypes: [legendary]")
    return closed + text.replace("}]\n", f"}}, {others}]\n") if others else closed + text


KING = "{id: K, zone: battlefield, controller: p1, types: [creature], supertypes: [legendary]}"


@pytest.mark.parametrize(
    ("others", "verdict"),
    [
        ("", "no"),
        (KING, "yes"),
        (KING.replace("creature", "planeswalker"), "yes"),
        (KING.replace("types: [creature], supertypes: [legendary]", "types: [planeswalker]"), "yes"),
        (KING.replace("creature", "artifact"), "no"),
        (KING.replace("legendary", "snow"), "no"),
        (KING.replace("controller: p1", "controller: p2"), "no"),
        (KING.replace("zone: battlefield", "zone: graveyard"), "no"),
        (KING.replace("supertypes: [legendary]", "supertypes: []"), "no"),
        (KING.replace("[legendary]", "[legendary], phased_out: yes"), "no"),
    ],
)
def test_legendary_sorcery(put: Ask, others: str, verdict: str) -> None:
    """205.4e: a legendary sorcery or instant needs a legendary creature or planeswalker under the player's control."""
    assert put("can-cast A", legendary(others), by="p1").verdict == verdict
    assert put("can-cast A", legendary(others, "instant"), by="p1").verdict == verdict
    assert put("can-cast A", legendary(others, "artifact"), by="p1").verdict == "yes"


def test_legendary_sorcery_with_an_open_battlefield(put: Ask) -> None:
    """If the battlefield isn't closed, the answer is open unless a legendary creature is listed."""
    assert put("can-cast A", legendary("", closed=""), by="p1").depends_on == ("closed",)
    assert put("can-cast A", legendary(KING, closed=""), by="p1").verdict == "yes"
    assert put("can-cast A", legendary("", closed="usual: yes\n"), by="p1").verdict == "no"
    unstated = KING.replace(", supertypes: [legendary]", "")
    assert "objects.K.supertypes" in put("can-cast A", legendary(unstated, closed=""), by="p1").depends_on
    nowhere = KING.replace("zone: battlefield, ", "")
    assert put("can-cast A", legendary(nowhere), by="p1").depends_on == ("objects.K.zone",)
    assert put("can-cast A", legendary(""), day="2018-01-19", by="p1").verdict == "yes"


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ("legal_choices: no", "no"),
        ("payable: no", "no"),
        ("payable: no, legal_choices: yes", "no"),
        ("payable: yes, legal_choices: no", "no"),
        ("payable: yes, legal_choices: yes", "yes"),
        ("mana_cost: none", "no"),
        ("mana_cost: none, alternative_costs: [without paying its mana cost]", "yes"),
        ("mana_cost: '{2}'", "yes"),
        ("alternative_costs: [overload]", "yes"),
        ("alternative_costs: [overload, flashback]", "no"),
    ],
)
def test_costs_and_choices(put: Ask, facts: str, verdict: str) -> None:
    """601.2, 118.6, 118.9a: casting needs legal choices, a payable cost, and at most one alternative cost."""
    assert put("can-cast A", card("creature", f", {facts}")).verdict == verdict


def test_unpayable_costs_are_costs_of_spells(says: Says) -> None:
    """118.6: a sorcery without a mana cost has an unpayable cost. A land has no unpayable cost."""
    assert says("unpayable-cost", card("land", ", mana_cost: none"), "p1", "A") is False
    assert says("unpayable-cost", card("sorcery", ", mana_cost: none"), "p1", "A") is True


PROHIBITS = "effects: [{{says: cant, does: cast, objects: [A], quality: [{quality}]{extra}}}]\n"


@pytest.mark.parametrize(
    ("facts", "quality", "extra", "verdict"),
    [
        ("mana_cost: '{X}{R}{R}'", "even mana value", "", "yes"),
        ("mana_cost: '{X}{R}{R}', x: 2", "even mana value", "", "no"),
        ("mana_cost: '{X}{R}{R}', x: 1", "even mana value", "", "yes"),
        ("mana_cost: '{1}{R}'", "even mana value", "", "no"),
        ("mana_cost: '{2}{R}'", "even mana value", "", "yes"),
        ("mana_cost: '{2}{R}'", "odd mana value", "", "no"),
        ("mana_value: 4", "mana value 4 or greater", "", "no"),
        ("mana_value: 3", "mana value 4 or greater", "", "yes"),
        ("mana_value: 4", "mana value 4 or greater", ", applies: no", "yes"),
        ("keywords: [bestow]", "creature", "", "yes"),
        ("keywords: [morph]", "red", "", "yes"),
        ("colors: [red]", "red", "", "no"),
        ("choices: [nonred], colors: [red]", "red", "", "yes"),
        ("colors: [red]", "blue", "", "yes"),
        ("keywords: [morph]", "creature", "", "no"),
    ],
)
def test_prohibition_by_qualities(put: Ask, facts: str, quality: str, extra: str, verdict: str) -> None:
    """601.3a: a spell with a prohibited quality can be cast if a later choice may take that quality away."""
    text = card("creature", f", {facts}") + PROHIBITS.format(quality=quality, extra=extra)
    assert put("can-cast A", text).verdict == verdict


def test_choices_dont_count_before_2018_07(put: Ask) -> None:
    """Before 601.3a a spell is prohibited if it has the quality while X is 0."""
    text = card("creature", ", mana_cost: '{X}{R}{R}'") + PROHIBITS.format(quality="even mana value", extra="")
    assert put("can-cast A", text, day="2017-08-25").verdict == "no"


def test_prohibition_without_qualities(put: Ask) -> None:
    """101.2: an effect that forbids casting beats an effect that allows casting."""
    effects = "effects: [{says: cant, does: cast, objects: [A]}, {says: can, does: cast, objects: [A]}]\n"
    assert put("can-cast A", card("creature") + effects).verdict == "no"
