"""Effects on damage and its results, each once and in any order (614.5, 120.4b, 120.4c), and protection."""

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
    """Damage from A with effects."""
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
    """614.5 prints the second and third case: two doubling effects deal 8, not 4 and not infinitely much."""
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
def test_all_of_it_is_prevented(put: Ask, effects: str) -> None:
    """120.4b: no damage is dealt if all of it is prevented."""
    ruling = put("damage", dealt(effects))
    assert (ruling.verdict, ruling.value) == ("no", None)
    assert "120.4b" in [cited.number for cited in ruling.citations]


def test_order_that_matters_is_open(put: Ask) -> None:
    """616.1: doubled, then 1 prevented is 3; the other order gives 2. The affected player chooses."""
    ruling = put("damage", dealt(f"{DOUBLE}, {PREVENT}"))
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("effects",))


def test_whether_an_effect_applies_may_be_open(put: Ask) -> None:
    """The result is open with more effects than are tried in every order, and with an unknown amount."""
    seven = ", ".join([DOUBLE] * 7)
    assert put("damage", dealt(seven)).depends_on == ("effects",)
    assert put("damage", dealt(", ".join([DOUBLE] * 6), amount=1)).value == {"C": {"damage": 64}}
    assert put("damage", dealt(DOUBLE).replace("amount: 2, ", "")).depends_on == ("proposed.damage.1.amount",)


def test_one_shield_for_two_sources_is_a_choice(put: Ask) -> None:
    """If two sources deal damage, a choice decides which damage "the next 1" prevents."""
    two = "proposed: {damage: [{source: A, to: C, amount: 1}, {source: C, to: C, amount: 1}]}"
    text = "\n".join(two if line.startswith("proposed") else line for line in dealt(PREVENT).splitlines())
    assert put("damage", text).depends_on == ("effects",)


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
    """120.4c: effects modify life gained, life lost and counters."""
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
    """702.16e; 502.7e until 2006-10-01 only spoke of permanents."""
    text = dealt("", to="p2").replace("p2: }", "p2: {keywords: [protection from red]}}", 1)
    assert put("damage", text, day=day).verdict == verdict


def test_permanents_had_protection_from_the_beginning(put: Ask) -> None:
    """502.7b in 2001, 502.7e in 2003: protection prevented damage to permanents."""
    for day in ("2002-10-07", "2003-12-01", "2006-10-01"):
        assert put("damage", dealt("", protection="protection from red"), day=day).verdict == "no"


def test_results_say_why_and_in_which_order(put: Ask) -> None:
    """120.4c: doubled life gain is still lifelink's. Doubling and one more is open until the order is known."""
    double = "{says: replaces, does: gain-life, players: [p1], quality: [double]}"
    plus = "{says: replaces, does: gain-life, players: [p1], quality: [plus], amount: 1}"
    ruling = put("damage", dealt(double, keywords="lifelink"))
    assert "120.3f" in [cited.number for cited in ruling.citations]
    assert put("damage", dealt(f"{double}, {plus}", keywords="lifelink")).depends_on == ("effects",)


# --- how much of which damage -------------------------------------------------------------------------------


def spread(effects: str, *, to: str = "C D p2", timestamp: str = "", rest: str = "", **more: str) -> str:
    """Damage of 2 from S to each named recipient: C and D are creatures of p2, E is one of p1."""
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


def marked(value: dict[str, dict[str, int]]) -> dict[str, int]:
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
def test_so_much_of_each(put: Ask, effect: str, to: str, left: dict[str, int], day: str) -> None:
    """615.10: the effect prevents an amount of each event. 615.11: each creature has a shield."""
    ruling = put("damage", spread(f"{{{effect}}}", to=to), day)
    assert ruling.verdict == "yes"
    assert marked(ruling.value) == left


@pytest.mark.parametrize(
    ("day", "verdict"),
    [("2005-08-01", "depends"), ("2008-02-01", "depends"), ("2009-07-11", "depends"), ("2009-10-01", "yes")],
)
def test_so_much_of_each_source_before_2009_10(put: Ask, day: str, verdict: str) -> None:
    """419.7c, 614.9 of 2009-07-11: an amount of the damage of one source; 615.9: an amount of each event."""
    effect = f"{{{EACH}, each: event, quality: [creature]}}"
    assert put("damage", spread(effect, to="C D"), day).verdict == verdict
    one = put("damage", spread(effect, to="C"), day)
    assert marked(one.value) == {"C": 1}
    two_sources = spread(effect, to="C D").replace("source: S, to: D", "source: E, to: D")
    assert marked(put("damage", two_sources, day).value) == {"C": 1, "D": 1}


def test_whose_shield_it_is_can_be_open(put: Ask) -> None:
    """615.7, 615.11: one shield for two creatures or sources is a choice. Unknown subtypes leave the answer open."""
    assert put("damage", spread(f"{{{EACH}, objects: [C, D]}}")).depends_on == ("effects",)
    assert put("damage", spread(f"{{{EACH}, each: object, objects: [C]}}", to="C C")).depends_on == ("effects",)
    text = spread(f"{{{EACH}, each: event, quality: [cleric]}}", to="C").replace(", subtypes: [cleric]", "")
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
    assert marked(put("damage", spread(f"{{{effect}}}", to="C D E", **facts)).value) == left


def test_shields_are_for_creatures(put: Ask) -> None:
    """615.11: a noncreature permanent of that colour gets no shield. Its type at that time can be open."""
    text = spread(f"{{{SHARES}}}", to="C D").replace(
        "types: [creature], colors: [white, red]", "types: [planeswalker], counters: {loyalty: 5}, colors: [white, red]"
    )
    assert put("damage", text).value == {"C": {"damage": 1}, "D": {"loyalty": -2}}
    changes = "{says: is, objects: [D], types: [artifact, creature], timestamp: 1}"
    untyped = spread(f"{{{SHARES}, timestamp: 3}}, {changes}", to="C D").replace(", subtypes: [goblin]", "")
    assert put("damage", untyped).verdict == "yes"
    is_open = put("damage", untyped.replace("closed: [battlefield, stack]", "closed: [stack]"))
    assert "objects.D.subtypes" in is_open.depends_on


@pytest.mark.parametrize(("when", "left"), [(4, {"C": 1, "D": 1, "E": 2}), (2, {"C": 1, "D": 2, "E": 1})])
def test_colors_changed_before_or_after(put: Ask, when: int, left: dict[str, int]) -> None:
    """615.11: a later change of colours adds and removes no shields."""
    changes = f"{{says: is, objects: [D], colors: [green], timestamp: {when}}}, "
    changes += f"{{says: is, objects: [E], colors: [white], timestamp: {when}}}"
    text = spread(f"{{{SHARES}, timestamp: 3}}, {changes}", to="C D E")
    assert marked(put("damage", text).value) == left


def test_color_of_the_first_creature_then(put: Ask) -> None:
    """615.11: the shared colour is the colour that the creature had as the effect was created."""
    text = spread(f"{{{SHARES}, timestamp: 3}}, {{says: is, objects: [C], colors: [red], timestamp: 2}}", to="C D E")
    assert marked(put("damage", text).value) == {"C": 1, "D": 1, "E": 1}


@pytest.mark.parametrize(("came", "left"), [(1, None), (2, 2), (3, 2)])
def test_prevention_comes_in_time(put: Ask, came: int, left: int | None) -> None:
    """615.4: an effect only prevents later damage."""
    effect = f"{{says: prevents, does: be-dealt-damage, players: [p2], timestamp: {came}}}"
    ruling = put("damage", spread(effect, to="p2", timestamp="2"))
    assert (ruling.verdict, ruling.value) == (("no", None) if left is None else ("yes", {"p2": {"life_lost": 2}}))


FLOOR = "says: replaces, does: lose-life, quality: [no less than], amount: 1"
GAINS = "{says: prevents, does: deal-damage, objects: [A], players: [p2], quality: [gain that much life]}"


def attacked(life: str, effects: str, to: str = "p2") -> str:
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
def test_all_results_of_an_event_together(put: Ask, life: int, effects: str, changes: dict[str, int]) -> None:
    """120.4d: life gained by prevention counts together with life lost in the same event."""
    ruling = put("damage", attacked(f"life: {life}", effects))
    assert ruling.verdict == "yes"
    assert ruling.value == ({"p2": changes} if changes else {})
    numbers = {cited.number for cited in ruling.citations}
    assert "120.3a" in numbers or "life_lost" not in changes
    assert ("614.4" in numbers) is ("timestamp" in effects)


def test_why_an_effect_came_too_late_is_told(put: Ask) -> None:
    """615.4: the proof names the effect that came too late, beside an effect that prevents 1."""
    early = "{says: prevents, does: be-dealt-damage, players: [p2], amount: 1, timestamp: 1}"
    late = "{says: prevents, does: be-dealt-damage, players: [p2], timestamp: 3}"
    both = put("damage", spread(f"{late}, {early.replace(', timestamp: 1', '')}", to="p2", timestamp="2"))
    assert both.value == {"p2": {"life_lost": 1}}
    assert "615.4" in {cited.number for cited in both.citations}


def test_a_life_total_that_matters_is_asked(put: Ask) -> None:
    """120.4c: an unknown life total leaves open whether it would be reduced below the number."""
    assert put("damage", attacked("", f"{{{FLOOR}}}")).depends_on == ("players.p2.life",)
    permanents = attacked("", f"{{{FLOOR}}}", to="A").replace("source: A", "source: B")
    assert put("damage", permanents).verdict == "yes"
