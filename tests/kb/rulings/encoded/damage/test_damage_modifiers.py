"""Effects on damage and its results (614.5, 120.4b, 120.4c), and protection (702.16e)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """closed: [battlefield]
players: {{p1: , p2: }}
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], power: 3, toughness: 3,
     colors: [red], keywords: [{keywords}]}}
  - {{id: C, zone: battlefield, controller: p2, types: [creature], power: 2, toughness: 2,
     colors: [], keywords: [{protection}]}}
proposed: {{damage: [{{source: A, to: {to}, amount: {amount}, combat: yes}}]}}
effects: [{effects}]
"""


def dealt(effects: str, to: str = "C", amount: int = 2, keywords: str = "", protection: str = "") -> str:
    """Return a board on which A deals damage while effects apply."""
    return BOARD.format(effects=effects, to=to, amount=amount, keywords=keywords, protection=protection)


DOUBLE = "{says: replaces, does: deal-damage, objects: [A], quality: [double]}"
PREVENT = "{says: prevents, does: be-dealt-damage, objects: [C], amount: 1}"


@pytest.mark.parametrize(
    ("effects", "marked"),
    [
        ("", 2),
        (DOUBLE, 4),
        (f"{DOUBLE}, {DOUBLE}", 8),
        ("{says: replaces, does: deal-damage, quality: [triple]}", 6),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [plus], amount: 2}", 4),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [minus], amount: 1}", 1),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [half]}", 1),
        (PREVENT, 1),
        ("{says: replaces, does: deal-damage, objects: [C], quality: [double]}", 2),
        ("{says: replaces, does: deal-damage, objects: [A], to: [p2], quality: [double]}", 2),
        ("{says: prevents, does: be-dealt-damage, players: [p2]}", 2),
        ("{says: prevents, does: be-dealt-damage, objects: [C], to: [C]}", 2),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [double], applies: no}", 2),
    ],
)
def test_effects_on_damage(put: Ask, effects: str, marked: int) -> None:
    """614.5: each effect modifies the damage once, so two doubling effects turn 2 damage into 8."""
    assert put("damage", dealt(effects)).value == {"C": {"damage": marked}}


@pytest.mark.parametrize(
    "effects",
    [
        "{says: prevents, does: be-dealt-damage, objects: [C]}",
        "{says: prevents, does: deal-damage, objects: [A]}",
        "{says: cant, does: deal-damage, objects: [A]}",
        "{says: prevents, does: be-dealt-damage, objects: [C], amount: 5}",
        "{says: prevents, does: be-dealt-damage}",
    ],
)
def test_all_damage_is_prevented(put: Ask, effects: str) -> None:
    """120.4b: no damage is dealt if all of it is prevented."""
    ruling = put("damage", dealt(effects))
    assert (ruling.verdict, ruling.value) == ("no", None)
    assert "120.4b" in [cited.number for cited in ruling.citations]


def test_order_of_doubling_and_prevention(put: Ask) -> None:
    """616.1: doubling before prevention leaves 3 damage. The other order leaves 2 damage. The controller chooses."""
    ruling = put("damage", dealt(f"{DOUBLE}, {PREVENT}"))
    assert (ruling.verdict, ruling.value) == ("yes", {"C": {"damage": [2, 3]}, "chooses": "p2"})


def test_open_results_of_effects(put: Ask) -> None:
    """The result is open for an unstated amount. For seven effects it is open because not every order is tried."""
    seven = ", ".join([DOUBLE] * 7)
    assert put("damage", dealt(seven)).depends_on == ("effects",)
    assert put("damage", dealt(", ".join([DOUBLE] * 6), amount=1)).value == {"C": {"damage": 64}}
    assert put("damage", dealt(DOUBLE).replace("amount: 2, ", "")).depends_on == ("proposed.damage.1.amount",)


def test_one_shield_for_two_sources_is_a_choice(put: Ask) -> None:
    """615.7: a choice decides whose damage is prevented. One damage is left in either case."""
    two = "proposed: {damage: [{source: A, to: C, amount: 1}, {source: C, to: C, amount: 1}]}"
    text = "\n".join(two if line.startswith("proposed") else line for line in dealt(PREVENT).splitlines())
    assert put("damage", text).value == {"C": {"damage": 1}}


@pytest.mark.parametrize(
    ("keywords", "effects", "changes"),
    [
        ("lifelink", "{says: replaces, does: gain-life, players: [p1], quality: [double]}", {"p1": {"life_gained": 4}}),
        ("lifelink", "{says: cant, does: gain-life, players: [p1]}", {}),
        ("lifelink", "{says: cant, does: gain-life, players: [p2]}", {"p1": {"life_gained": 2}}),
        ("wither", "{says: replaces, does: put-counters, objects: [C], quality: [double]}", {"C": {"-1/-1": 4}}),
        ("wither", "{says: replaces, does: put-counters, players: [p2], quality: [double]}", {}),
    ],
)
def test_effects_on_results(put: Ask, keywords: str, effects: str, changes: dict[str, dict[str, int]]) -> None:
    """120.4c: effects change the life gained and the counters put as results of damage."""
    base = {"C": {"-1/-1": 2}} if keywords == "wither" else {"C": {"damage": 2}}
    ruling = put("damage", dealt(effects, keywords=keywords))
    assert ruling.value == base | changes


def test_life_that_cant_be_lost(put: Ask) -> None:
    """If a player can't lose life, the damage is dealt, but no life is lost."""
    ruling = put("damage", dealt("{says: cant, does: lose-life, players: [p2]}", to="p2"))
    assert (ruling.verdict, ruling.value) == ("yes", {})
    poison = put("damage", dealt("{says: cant, does: put-counters, players: [p2]}", to="p2", keywords="infect"))
    assert (poison.verdict, poison.value) == ("yes", {})


@pytest.mark.parametrize(
    ("protection", "verdict"),
    [
        ("protection from red", "no"),
        ("protection from black", "yes"),
        ("protection from black and from red", "no"),
        ("protection from everything", "no"),
        ("protection from creatures", "no"),
        ("protection from artifacts", "yes"),
        ("protection from all colors", "no"),
        ("protection from each color", "no"),
        ("protection from colorless", "yes"),
        ("protection from p1", "no"),
        ("protection from p2", "yes"),
        ("protection from goblins", "yes"),
        ("flying", "yes"),
    ],
)
def test_protection_prevents_damage(put: Ask, protection: str, verdict: str) -> None:
    """702.16e: protection prevents damage from sources that have the quality."""
    ruling = put("damage", dealt("", protection=f"'{protection}'"))
    assert ruling.verdict == verdict
    assert ("702.16e" in [cited.number for cited in ruling.citations]) is (verdict == "no")


@pytest.mark.parametrize(("day", "verdict"), [("2006-10-01", "yes"), ("2007-05-01", "no"), ("2026-01-16", "no")])
def test_players_have_protection_since_2007(put: Ask, day: str, verdict: str) -> None:
    """702.16e: protection of a player prevents damage since 2007. Until 2006-10-01 only permanents had protection."""
    text = dealt("", to="p2").replace("p2: }", "p2: {keywords: [protection from red]}}", 1)
    assert put("damage", text, day=day).verdict == verdict


def test_protection_of_permanents_in_old_editions(put: Ask) -> None:
    """502.7b, 502.7e: before 2009, too, protection prevents damage to permanents."""
    for day in ("2002-10-07", "2003-12-01", "2006-10-01"):
        assert put("damage", dealt("", protection="protection from red"), day=day).verdict == "no"


def test_effects_on_lifelink(put: Ask) -> None:
    """120.4c: doubled life gain still cites lifelink. With doubling and "1 more", the player chooses the order."""
    double = "{says: replaces, does: gain-life, players: [p1], quality: [double]}"
    plus = "{says: replaces, does: gain-life, players: [p1], quality: [plus], amount: 1}"
    ruling = put("damage", dealt(double, keywords="lifelink"))
    assert "120.3f" in [cited.number for cited in ruling.citations]
    both = put("damage", dealt(f"{double}, {plus}", keywords="lifelink"))
    assert both.value == {"C": {"damage": 2}, "p1": {"life_gained": [5, 6]}, "chooses": "p1"}


# --- shields against part of the damage (615) ----------------------------------------------------------------


def s_deals(effects: str, *, to: str = "C D p2", timestamp: str = "", rest: str = "", **more: str) -> str:
    """Return a board on which S deals 2 damage to each recipient. C and D are creatures of p2, E is one of p1."""
    rows = {
        "S": "zone: stack, controller: p1, types: [sorcery]",
        "C": "zone: battlefield, controller: p2, types: [creature], colors: [white], subtypes: [cleric]",
        "D": "zone: battlefield, controller: p2, types: [creature], colors: [white, red], subtypes: [goblin]",
        "E": "zone: battlefield, controller: p1, types: [creature], colors: [red], subtypes: [cleric]",
    }
    listed = "".join(
        f"  - {{id: {name}, {facts}{', ' + more[name] if name in more else ''}}}\n" for name, facts in rows.items()
    )
    damage = ", ".join(f"{{source: S, to: {each}, amount: 2}}" for each in to.split())
    when = f"timestamp: {timestamp}, " if timestamp else ""
    return (
        f"closed: [battlefield, stack]\nplayers: {{p1: {{life: 20}}, p2: {{life: 20}}}}\nobjects:\n{listed}"
        f"proposed: {{{when}damage: [{damage}]}}\neffects: [{effects}]\n{rest}"
    )


def amounts(value: dict[str, dict[str, int]]) -> dict[str, int]:
    return {name: each.get("damage", each.get("life_lost", 0)) for name, each in value.items()}


EACH = "says: prevents, does: be-dealt-damage, amount: 1"


@pytest.mark.parametrize("day", ["2009-10-01", "2026-01-16"])
@pytest.mark.parametrize(
    ("effect", "to", "left"),
    [
        (f"{EACH}, each: event, players: [p2], quality: [cleric]", "C D E p2", {"C": 1, "D": 2, "E": 2, "p2": 2}),
        (f"{EACH}, each: event, quality: [creature]", "C D p2", {"C": 1, "D": 1, "p2": 2}),
        (f"{EACH}, each: event, quality: [creature, red]", "C D", {"C": 2, "D": 1}),
        (f"{EACH}, each: event, source: E, quality: [cleric creature you control]", "C D E", {"C": 2, "D": 2, "E": 1}),
        (f"{EACH}, each: event, objects: [C, D]", "C D", {"C": 1, "D": 1}),
        (f"{EACH}, each: event, players: [p2]", "C p2 p2", {"C": 2, "p2": 2}),
        (f"{EACH}, each: object, objects: [C, D]", "C D E", {"C": 1, "D": 1, "E": 2}),
    ],
)
def test_prevention_for_each_event(put: Ask, effect: str, to: str, left: dict[str, int], day: str) -> None:
    """615.10: an effect prevents 1 damage of each event. 615.11: an effect gives each creature a shield."""
    ruling = put("damage", s_deals(f"{{{effect}}}", to=to), day)
    assert ruling.verdict == "yes"
    assert amounts(ruling.value) == left


@pytest.mark.parametrize(
    ("day", "verdict"),
    [("2005-08-01", "depends"), ("2008-02-01", "depends"), ("2009-07-11", "depends"), ("2009-10-01", "yes")],
)
def test_prevention_for_each_source_before_2009_10(put: Ask, day: str, verdict: str) -> None:
    """Until 2009-07-11 such an effect prevented 1 damage of each source, so with two recipients the answer is open."""
    effect = f"{{{EACH}, each: event, quality: [creature]}}"
    assert put("damage", s_deals(effect, to="C D"), day).verdict == verdict
    one = put("damage", s_deals(effect, to="C"), day)
    assert amounts(one.value) == {"C": 1}
    two_sources = s_deals(effect, to="C D").replace("source: S, to: D", "source: E, to: D")
    assert amounts(put("damage", two_sources, day).value) == {"C": 1, "D": 1}


def test_open_shields(put: Ask) -> None:
    """615.7, 615.11: the answer is open if one shield covers two damage events, or if subtypes aren't stated."""
    assert put("damage", s_deals(f"{{{EACH}, objects: [C, D]}}")).depends_on == ("effects",)
    assert put("damage", s_deals(f"{{{EACH}, each: object, objects: [C]}}", to="C C")).depends_on == ("effects",)
    text = s_deals(f"{{{EACH}, each: event, quality: [cleric]}}", to="C").replace(", subtypes: [cleric]", "")
    unknown = put("damage", text.replace("closed: [battlefield, stack]", "closed: [stack]"))
    assert "objects.C.subtypes" in unknown.depends_on


SHARES = f"{EACH}, each: object, quality: [creature that shares a color with C]"


@pytest.mark.parametrize(
    ("effect", "facts", "left"),
    [
        (SHARES, {}, {"C": 1, "D": 1, "E": 2}),
        (f"{SHARES}, timestamp: 3", {"D": "timestamp: 2"}, {"C": 1, "D": 1, "E": 2}),
        (f"{SHARES}, timestamp: 3", {"D": "timestamp: 3"}, {"C": 1, "D": 1, "E": 2}),
        (f"{SHARES}, timestamp: 3", {"D": "timestamp: 4"}, {"C": 1, "D": 2, "E": 2}),
        (f"{SHARES}, timestamp: 3", {}, {"C": 1, "D": 1, "E": 2}),
    ],
)
def test_shields_as_the_effect_is_created(put: Ask, effect: str, facts: dict[str, str], left: dict[str, int]) -> None:
    """615.11: only creatures that match the effect as it is created get a shield."""
    assert amounts(put("damage", s_deals(f"{{{effect}}}", to="C D E", **facts)).value) == left


def test_shields_are_for_creatures(put: Ask) -> None:
    """615.11: a noncreature permanent of the shared colour gets no shield. Its earlier types may be unknown."""
    text = s_deals(f"{{{SHARES}}}", to="C D").replace(
        "types: [creature], colors: [white, red]", "types: [planeswalker], counters: {loyalty: 5}, colors: [white, red]"
    )
    assert put("damage", text).value == {"C": {"damage": 1}, "D": {"loyalty": -2}}
    changes = "{says: is, objects: [D], types: [artifact, creature], timestamp: 1}"
    untyped = s_deals(f"{{{SHARES}, timestamp: 3}}, {changes}", to="C D").replace(", subtypes: [goblin]", "")
    assert put("damage", untyped).verdict == "yes"
    is_open = put("damage", untyped.replace("closed: [battlefield, stack]", "closed: [stack]"))
    assert "objects.D.subtypes" not in is_open.depends_on, "an artifact creature is a creature, whatever its subtypes"


@pytest.mark.parametrize(("when", "left"), [(4, {"C": 1, "D": 1, "E": 2}), (2, {"C": 1, "D": 2, "E": 1})])
def test_colors_changed_before_or_after(put: Ask, when: int, left: dict[str, int]) -> None:
    """615.11: a change of colours after the effect was created doesn't change which creatures have shields."""
    changes = f"{{says: is, objects: [D], colors: [green], timestamp: {when}}}, "
    changes += f"{{says: is, objects: [E], colors: [white], timestamp: {when}}}"
    text = s_deals(f"{{{SHARES}, timestamp: 3}}, {changes}", to="C D E")
    assert amounts(put("damage", text).value) == left


def test_shared_color_as_the_effect_is_created(put: Ask) -> None:
    """615.11: the shared colour is the first creature's colour at the time when the effect was created."""
    text = s_deals(f"{{{SHARES}, timestamp: 3}}, {{says: is, objects: [C], colors: [red], timestamp: 2}}", to="C D E")
    assert amounts(put("damage", text).value) == {"C": 1, "D": 1, "E": 1}


@pytest.mark.parametrize(("came", "left"), [(1, None), (2, 2), (3, 2)])
def test_prevention_needs_an_earlier_effect(put: Ask, came: int, left: int | None) -> None:
    """615.4: an effect prevents only damage dealt after the effect was created."""
    effect = f"{{says: prevents, does: be-dealt-damage, players: [p2], timestamp: {came}}}"
    ruling = put("damage", s_deals(effect, to="p2", timestamp="2"))
    assert (ruling.verdict, ruling.value) == (("no", None) if left is None else ("yes", {"p2": {"life_lost": 2}}))


FLOOR = "says: replaces, does: lose-life, quality: [no less than], amount: 1"
GAINS = "{says: prevents, does: deal-damage, objects: [A], players: [p2], quality: [gain that much life]}"


def damage_by_two(life: str, effects: str, to: str = "p2") -> str:
    return (
        f"closed: [battlefield]\nplayers: {{p1: {{life: 20}}, p2: {{{life}}}}}\nobjects:\n"
        "  - {id: A, zone: battlefield, controller: p1, types: [creature], power: 5}\n"
        "  - {id: B, zone: battlefield, controller: p1, types: [creature], power: 5}\n"
        f"proposed: {{timestamp: 2, damage: [{{source: A, to: {to}, amount: 5}},"
        f" {{source: B, to: {to}, amount: 5}}]}}\n"
        f"effects: [{effects}]\n"
    )


@pytest.mark.parametrize(
    ("life", "effects", "changes"),
    [
        (2, f"{{{FLOOR}, players: [p2]}}", {"life_lost": 1}),
        (11, f"{{{FLOOR}, players: [p2]}}", {"life_lost": 10}),
        (10, f"{{{FLOOR}, players: [p2]}}", {"life_lost": 9}),
        (2, f"{{{FLOOR}, players: [p1]}}", {"life_lost": 10}),
        (2, f"{{{FLOOR}}}", {"life_lost": 1}),
        (2, f"{{{FLOOR}, players: [p2], applies: no}}", {"life_lost": 10}),
        (0, f"{{{FLOOR}, players: [p2]}}", {}),
        (2, f"{{{FLOOR}, timestamp: 3}}", {"life_lost": 10}),
        (2, f"{{{FLOOR}, timestamp: 1}}", {"life_lost": 1}),
        (2, GAINS, {"life_lost": 5, "life_gained": 5}),
        (2, f"{GAINS}, {{{FLOOR}, players: [p2]}}", {"life_lost": 5, "life_gained": 5}),
        (1, f"{GAINS}, {{{FLOOR}, players: [p2]}}", {"life_lost": 5, "life_gained": 5}),
        (2, f"{GAINS.replace('[A]', '[A, B]')}", {"life_gained": 10}),
        (2, "{says: prevents, does: deal-damage, objects: [A]}", {"life_lost": 5}),
    ],
)
def test_results_of_one_event_count_together(put: Ask, life: int, effects: str, changes: dict[str, int]) -> None:
    """120.4d: a limit on a life total counts life lost and life gained in the same event together."""
    ruling = put("damage", damage_by_two(f"life: {life}", effects))
    assert ruling.verdict == "yes"
    assert ruling.value == ({"p2": changes} if changes else {})
    numbers = {cited.number for cited in ruling.citations}
    assert "120.3a" in numbers or "life_lost" not in changes
    assert ("614.4" in numbers) is ("timestamp" in effects)


def test_citation_for_an_effect_that_came_too_late(put: Ask) -> None:
    """615.4: the rule is cited for a late effect even if an earlier effect prevents 1 damage."""
    early = "{says: prevents, does: be-dealt-damage, players: [p2], amount: 1, timestamp: 1}"
    late = "{says: prevents, does: be-dealt-damage, players: [p2], timestamp: 3}"
    both = put("damage", s_deals(f"{late}, {early.replace(', timestamp: 1', '')}", to="p2", timestamp="2"))
    assert both.value == {"p2": {"life_lost": 1}}
    assert "615.4" in {cited.number for cited in both.citations}


def test_life_total_has_to_be_stated_for_a_limit(put: Ask) -> None:
    """120.4c: "no less than 1" depends on the life total, unless the damage is dealt to a permanent."""
    assert put("damage", damage_by_two("", f"{{{FLOOR}}}")).depends_on == ("players.p2.life",)
    permanents = damage_by_two("", f"{{{FLOOR}}}", to="A").replace("source: A", "source: B")
    assert put("damage", permanents).verdict == "yes"
