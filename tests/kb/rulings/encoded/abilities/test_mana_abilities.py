"""Mana abilities (605) and unspent mana (106.4, 300.3, 500.4, 500.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def ability(facts: str, extra: str = "") -> str:
    """Return a permanent A with one ability."""
    return f"players: {{p1: , p2: }}\nobjects: [{{id: A, zone: battlefield, abilities: [{{{facts}}}]{extra}}}]\n"


ADDS = "kind: activated, adds_mana: yes, has_target: no"
TRIGGERED = "kind: triggered, adds_mana: yes, has_target: no, triggers_from_mana: yes"


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        (ADDS, "yes"),
        ("adds_mana: yes, has_target: no", "yes"),
        (ADDS.replace("adds_mana: yes", "adds_mana: no"), "no"),
        (ADDS.replace("has_target: no", "has_target: yes"), "no"),
        (ADDS + ", loyalty_cost: 1", "no"),
        (TRIGGERED, "yes"),
        (TRIGGERED.replace("triggers_from_mana: yes", "triggers_from_mana: no"), "no"),
        (TRIGGERED.replace("adds_mana: yes", "adds_mana: no"), "no"),
        (TRIGGERED.replace("has_target: no", "has_target: yes"), "no"),
        ("kind: spell, adds_mana: yes, has_target: no", "no"),
        ("kind: static, adds_mana: yes, has_target: no", "no"),
        ("text: 'Add {G} for each creature you control.'", "yes"),
        ("text: 'Target player adds one mana of any color. Add {G}.'", "no"),
        ("text: 'Add one mana of any color.'", "yes"),
        ("text: 'Draw a card.'", "no"),
        ("kind: activated, adds_mana: no", "no"),
        ("adds_mana: yes", "depends"),
        ("has_target: no", "depends"),
    ],
)
def test_mana_abilities(put: Ask, facts: str, verdict: str) -> None:
    """605.1a, 605.1b, 605.5a, 605.5b: an ability is a mana ability only if it meets each criterion."""
    assert put("mana-ability A", ability(facts)).verdict == verdict


@pytest.mark.parametrize(
    ("day", "targets", "loyalty"),
    [
        ("2006-10-01", True, True),
        ("2007-05-01", False, True),
        ("2010-07-16", False, True),
        ("2010-10-01", False, False),
        ("2026-01-16", False, False),
    ],
)
def test_activated_mana_abilities_through_time(says: Says, day: str, *, targets: bool, loyalty: bool) -> None:
    """Abilities with targets can be mana abilities until 2006-10-01, loyalty abilities until 2010-07-16."""
    concept = "activated-mana-ability"
    assert says(concept, ability(ADDS), "A", "A.1", day=day) is True
    assert says(concept, ability(ADDS.replace("has_target: no", "has_target: yes")), "A", "A.1", day=day) is targets
    assert says(concept, ability(ADDS + ", loyalty_cost: 1"), "A", "A.1", day=day) is loyalty
    assert says(concept, ability(ADDS.replace("activated", "triggered")), "A", "A.1", day=day) is False
    assert says(concept, ability(ADDS.replace("adds_mana: yes", "adds_mana: no")), "A", "A.1", day=day) is False


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (TRIGGERED, True),
        (TRIGGERED.replace("triggered,", "activated,"), False),
        (TRIGGERED.replace("triggers_from_mana: yes", "triggers_from_mana: no"), False),
        (TRIGGERED.replace("adds_mana: yes", "adds_mana: no"), False),
        (TRIGGERED.replace("has_target: no", "has_target: yes"), False),
    ],
)
def test_triggered_mana_abilities(says: Says, facts: str, expected: bool) -> None:
    """605.1b: a triggered ability isn't a mana ability if one criterion fails."""
    assert says("triggered-mana-ability", ability(facts), "A", "A.1") is expected


def test_abilities_that_are_never_mana_abilities(says: Says) -> None:
    """605.5a, 605.5b: abilities with a target or another trigger, and spells, are never mana abilities."""
    target, other = "abilities-with-targets", "spells-are-no-mana-abilities"
    assert says(target, ability(ADDS), "A", "A.1") is False
    assert says(target, ability(ADDS + ", triggers_from_mana: no"), "A", "A.1") is False
    assert says(target, ability(TRIGGERED), "A", "A.1") is False
    assert says(target, ability(TRIGGERED.replace("triggers_from_mana: yes", "triggers_from_mana: no")), "A", "A.1")
    assert says(target, ability(ADDS.replace("has_target: no", "has_target: yes")), "A", "A.1") is True
    assert says(other, ability("kind: spell"), "A", "A.1") is True
    assert says(other, ability(ADDS), "A", "A.1") is False


def test_mana_ability_that_adds_no_mana(put: Ask) -> None:
    """605.2: an ability is a mana ability even if it can't add mana now."""
    tapped = ability("text: 'Add {G} for each creature you control.', cost: '{T}'", ", tapped: yes")
    ruling = put("mana-ability A", "closed: [battlefield]\n" + tapped)
    assert ruling.verdict == "yes"
    assert {"605.1a", "605.2"} <= {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("facts", "verdict", "number"),
    [
        (ADDS, "no", "605.3b"),
        (TRIGGERED, "no", "605.4a"),
        ("kind: static, adds_mana: no, has_target: no", "no", "405.6b"),
        ("kind: triggered, adds_mana: no, has_target: no, triggers_from_mana: no", "yes", None),
        ("kind: activated, adds_mana: no", "yes", None),
    ],
)
def test_abilities_that_go_on_the_stack(put: Ask, facts: str, verdict: str, number: str | None) -> None:
    """605.3b, 605.4a, 405.6b: mana abilities and static abilities don't go on the stack."""
    ruling = put("goes-on-stack A", ability(facts))
    assert ruling.verdict == verdict
    if number:
        assert number in {cited.number for cited in ruling.citations}


POOL = "game: {{phase: main, ends: {ends}}}\nplayers: {{p1: {{life: 20, mana: {mana}}}}}"


@pytest.mark.parametrize(
    ("day", "ends", "mana_lost", "life"),
    [
        ("2001-07-23", "phase", 3, 17),
        ("2008-02-01", "phase", 3, 17),
        ("2009-05-01", "phase", 3, 17),
        ("2008-02-01", "step", 0, 20),
        ("2009-07-11", "phase", 3, 20),
        ("2010-02-01", "phase", 3, 20),
        ("2010-02-01", "step", 3, 20),
        ("2026-01-16", "step", 3, 20),
    ],
)
def test_unspent_mana_through_time(put: Ask, day: str, ends: str, mana_lost: int, life: int) -> None:
    """Until 2009-05-01 unspent mana burns at the end of a phase; since then steps empty the pool, too."""
    ruling = put("unspent-mana p1", POOL.format(ends=ends, mana="{red: 2, colorless: 1}"), day=day)
    assert ruling.verdict == "yes"
    assert ruling.value == {"mana_lost": mana_lost, "life_lost": 20 - life, "life": life}


def test_mana_burn_as_a_phase_ends(says: Says) -> None:
    """300.3: unspent mana is lost as a phase ends, not as a step ends."""
    assert says("unspent-mana", POOL.format(ends="phase", mana="{}"), "p1", day="2008-02-01") is True
    assert says("unspent-mana", POOL.format(ends="step", mana="{}"), "p1", day="2008-02-01") is False


@pytest.mark.parametrize(
    ("day", "controlled_by", "active", "life_lost"),
    [
        ("2003-07-01", "p2", "p1", 3),
        ("2003-12-01", "p2", "p1", 0),
        ("2008-02-01", "p2", "p1", 0),
        ("2009-05-01", "p2", "p1", 0),
        ("2009-07-11", "p2", "p1", 0),
        ("2008-02-01", "none", "p1", 3),
        ("2008-02-01", "p1", "p1", 3),
        ("2008-02-01", "p2", "p2", 3),
    ],
)
def test_no_mana_burn_in_a_controlled_turn(put: Ask, day: str, controlled_by: str, active: str, life_lost: int) -> None:
    """507.4, 2003-12 to 2009-05: who has a turn that another player controls still loses the mana, but no life."""
    game = f"game: {{active: {active}, ends: phase}}\n"
    ruling = put(
        "unspent-mana p1",
        f"{game}players: {{p1: {{life: 20, mana: {{red: 3}}, controlled_by: {controlled_by}}}, p2: }}", day=day,
    )  # fmt: skip
    assert ruling.value == {"mana_lost": 3, "life_lost": life_lost, "life": 20 - life_lost}
    is_in_force = "2003-12-01" <= day <= "2009-05-01"
    assert ("507.4" in {cited.number for cited in ruling.citations}) is is_in_force


def test_mana_burn_if_the_active_player_isnt_stated(put: Ask) -> None:
    """507.4 is about the player's own turn. If it's open whose turn it is, the loss of life is open."""
    facts = "game: {ends: phase}\nplayers: {p1: {life: 20, mana: {red: 3}, controlled_by: p2}, p2: }"
    ruling = put("unspent-mana p1", facts, day="2008-02-01")
    assert ruling.value is None
    assert ruling.depends_on == ("game.active",)


def test_unspent_mana_not_stated(put: Ask) -> None:
    """The amount of unspent mana has to be stated."""
    assert put("unspent-mana p1", "players: {p1: {life: 20}}").depends_on == ("players.p1.mana",)
    assert put("unspent-mana p1", "players: {p1: {mana: {red: 1}}}").value == {"mana_lost": 1, "life_lost": 0}


@pytest.mark.parametrize(
    ("text", "kind", "is_one"),
    [
        ("Whenever a player taps a land for mana, that player adds one mana of any type that land produced.", "", True),
        ("Whenever enchanted land is tapped for mana, its controller adds an additional {G}.", "", True),
        ("Whenever you tap a land for mana, add {G}.", "kind: triggered, ", True),
        ("Whenever a creature enters, add {G}.", "", False),
        ("At the beginning of your first main phase, add {G}.", "", False),
        ("Whenever you tap a land for mana, target player adds {G}.", "", False),
        ("Whenever you tap a land for mana, you gain 1 life.", "", False),
        ("Whenever a player adds mana, you gain 1 life.", "", False),
        ("{T}: Add {G}.", "", True),
        ("{T}: Add one mana of any color.", "", True),
    ],
)
def test_mana_abilities_by_their_text(put: Ask, text: str, kind: str, is_one: bool) -> None:
    """605.1a, 605.1b; 605.4a: a triggered mana ability doesn't go on the stack."""
    board = f"objects: [{{id: A, zone: battlefield, types: [enchantment], abilities: [{{{kind}text: '{text}'}}]}}]\n"
    assert put("mana-ability A", board).verdict == ("yes" if is_one else "no")
    assert put("goes-on-stack A", board).verdict == ("no" if is_one else "yes")
