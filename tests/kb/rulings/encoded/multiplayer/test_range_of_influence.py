"""The limited range of influence (801; 601 before 2009), and redirected damage (614.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def six_players(**facts: str) -> str:
    """Return six players; `facts` has the facts of some of them."""
    players = (f"p{number}" for number in range(1, 7))
    return "players: {" + ", ".join(f"{each}: {{{facts.get(each, '')}}}" for each in players) + "}"


SIX = six_players()


def table(rest: str = "", seats: str = SIX, reach: str = "range_of_influence: 1") -> str:
    """Return six players in a circle, each with a range of one seat unless `reach` says otherwise."""
    return f"game: {{{reach}}}\n{seats}\n{rest}"


def objects(*facts: str) -> str:
    """Return objects A, B, C with these facts."""
    rows = ", ".join(f"{{id: {name}, {each}}}" for name, each in zip("ABC", facts, strict=False))
    return f"objects: [{rows}]\n"


@pytest.mark.parametrize(
    ("text", "things", "verdict"),
    [
        (table(), "p1 p1", "yes"),
        (table(), "p1 p2", "yes"),
        (table(), "p1 p6", "yes"),
        (table(), "p1 p3", "no"),
        (table(), "p1 p5", "no"),
        (table(reach="range_of_influence: 2"), "p1 p3", "yes"),
        (table(reach="range_of_influence: 2"), "p1 p4", "no"),
        (table(seats=six_players(p1="range_of_influence: 3")), "p1 p4", "yes"),
        (table(seats=six_players(p1="range_of_influence: 3")), "p4 p1", "no"),
        (table(seats=six_players(p2="lost: yes")), "p1 p3", "yes"),
        (table(seats=six_players(p2="conceded: yes")), "p1 p3", "yes"),
        (table("history: {left_this_turn: {p2: yes}}", six_players(p2="lost: yes")), "p1 p3", "no"),
        (table(seats=six_players(p2="lost: yes")), "p1 p2", "no"),
        (SIX, "p1 p4", "yes"),
        (six_players(p1="range_of_influence: 1"), "p2 p3", "depends"),
    ],
)
@pytest.mark.parametrize("day", ["2005-08-01", "2010-02-01", "2026-01-16"])
def test_players_in_range(put: Ask, text: str, things: str, verdict: str, day: str) -> None:
    """801.2, 801.2b, 801.2c: the range counts occupied seats in either direction, as they were when the turn began."""
    assert put(f"in-range {things}", text, day=day).verdict == verdict


def test_players_in_range_listed(put: Ask) -> None:
    """The players in range are listed from the player to the left; each range has to be stated."""
    assert put("players-in-range p1", table(reach="range_of_influence: 2")).value == ["p1", "p2", "p3", "p5", "p6"]
    assert put("players-in-range p1", SIX).value == ["p1", "p2", "p3", "p4", "p5", "p6"]
    partly = six_players(p1="range_of_influence: 1")
    assert put("players-in-range p2", partly).depends_on == ("game.range_of_influence",)


def test_protector_counts_only_for_battles(put: Ask) -> None:
    """801.2d: a protector brings only a battle into range, so the card types of the object matter."""
    far = objects("zone: battlefield, controller: p4, protector: p2")
    assert put("in-range p1 A", table(far)).depends_on == ("objects.A.types",)


def test_no_range_in_2004(put: Ask) -> None:
    """On 2004-02-01 no rule limits the range."""
    assert put("in-range p1 p4", table(), day="2004-02-01").verdict == "no"
    stone = objects("zone: stack, controller: p1, types: [instant], can_target: [player]")
    assert put("can-target A p4", table(stone), day="2004-02-01").verdict == "yes"


BATTLE = "zone: battlefield, types: [battle], controller: p4, protector: p2"


@pytest.mark.parametrize(
    ("facts", "day", "verdict"),
    [
        ("zone: battlefield, controller: p2", "2026-01-16", "yes"),
        ("zone: battlefield, controller: p3", "2026-01-16", "no"),
        ("zone: graveyard, owner: p2", "2026-01-16", "yes"),
        ("zone: graveyard, owner: p3", "2026-01-16", "no"),
        ("zone: battlefield", "2026-01-16", "depends"),
        (BATTLE, "2026-01-16", "yes"),
        (BATTLE.replace("protector: p2", "protector: p3"), "2026-01-16", "no"),
        (BATTLE.replace("[battle]", "[artifact]"), "2026-01-16", "no"),
        ("zone: battlefield, controller: p2", "2022-10-07", "yes"),
        ("zone: battlefield, controller: p3", "2022-10-07", "no"),
    ],
)
def test_objects_in_range(put: Ask, facts: str, day: str, verdict: str) -> None:
    """801.2d: an object is in range with its controller; since 2023-04-14 a battle also with its protector."""
    assert put("in-range p1 A", table(objects(facts)), day=day).verdict == verdict


@pytest.mark.parametrize(
    ("thing", "by", "verdict"),
    [
        ("p1", "p2", "yes"), ("p2", "p2", "yes"), ("p3", "p2", "no"), ("p6", "p2", "no"), ("B", "p2", "yes"),
        ("p6", "p1", "yes"),
    ],
)  # fmt: skip
def test_choosing_an_object_or_player(put: Ask, thing: str, by: str, verdict: str) -> None:
    """801.5a: the object has to be within the range of the chooser and of the controller of the spell."""
    board = table(objects("zone: battlefield, controller: p1", "zone: battlefield, controller: p2"))
    assert put(f"can-choose-object A {thing}", board, by=by).verdict == verdict
    unlimited = board.replace("range_of_influence: 1", "variant: free-for-all")
    assert put(f"can-choose-object A {thing}", unlimited, by=by).verdict == "yes"


def test_choosing_without_a_known_controller(put: Ask) -> None:
    """The controller of the ability that asks for a choice has to be stated."""
    board = table(objects("zone: battlefield"))
    assert put("can-choose-object A p2", board, by="p2").depends_on == ("objects.A.controller",)
    assert put("chooser A", board).depends_on == ("objects.A.controller",)


def test_choosing_an_option(put: Ask) -> None:
    """801.5b: an option can be chosen whatever it refers to; a choice of another kind must fit."""
    assert put("can-choose", table("proposed: {choice_of: option, choice: two cards}")).verdict == "yes"
    assert put("can-choose", table("proposed: {choice_of: color, choice: two cards}")).verdict == "no"


TEAMS = "players: {p1: {team: x}, p2: {team: x}, p3: {team: x}, p4: {team: y}, p5: {team: y}, p6: {team: y}}"


@pytest.mark.parametrize(
    ("seats", "reach", "whose", "choosers"),
    [
        (TEAMS, "range_of_influence: 1", "p2", ["p4"]),
        (TEAMS, "range_of_influence: 1", "p1", ["p6"]),
        (TEAMS, "range_of_influence: 2", "p2", ["p4", "p6"]),
        (TEAMS, "variant: emperor", "p2", ["p4", "p5", "p6"]),
        (TEAMS.replace("p4: {", "p4: {lost: yes, "), "range_of_influence: 1", "p2", ["p5"]),
        (TEAMS.replace("team: y", "team: x"), "range_of_influence: 1", "p2", []),
    ],
)
def test_who_makes_the_choice(put: Ask, seats: str, reach: str, whose: str, choosers: list[str]) -> None:
    """801.5c: an opponent within range makes the choice; if there is none, the nearest opponent to the left does."""
    board = table(objects(f"zone: stack, controller: {whose}"), seats, reach)
    assert put("chooser A", board).value == choosers


SPELL = "zone: stack, controller: p1, types: [instant], colors: [], keywords: [], can_target: [creature, player]"


def creature(whose: str, more: str = "") -> str:
    return f"zone: battlefield, controller: {whose}, types: [creature], keywords: []{more}"


@pytest.mark.parametrize(("target", "verdict"), [("p2", "yes"), ("p3", "no"), ("B", "yes"), ("C", "no"), ("p1", "yes")])
def test_targets(put: Ask, target: str, verdict: str) -> None:
    """801.4: a player or object out of range can't be a target."""
    board = table(objects(SPELL, creature("p2"), creature("p3")))
    assert put(f"can-target A {target}", board).verdict == verdict
    assert put(f"can-target A {target}", board.replace("range_of_influence: 1", "variant: normal")).verdict == "yes"


@pytest.mark.parametrize(("whose", "verdict"), [("p2", "yes"), ("p3", "no"), ("p1", "yes")])
@pytest.mark.parametrize("day", ["2009-07-11", "2026-01-16"])
def test_activating(put: Ask, whose: str, verdict: str, day: str) -> None:
    """801.6: an ability of an object out of range can't be activated, even if any player may activate it."""
    ability = 'abilities: [{cost: "{1}", any_player: yes, adds_mana: no}]'
    rows = objects(f"zone: battlefield, controller: {whose}, types: [artifact], keywords: [], {ability}")
    board = table(rows, reach="range_of_influence: 1, priority: p1")
    assert put("can-activate A", board, day=day, by="p1").verdict == verdict
    unlimited = board.replace("range_of_influence: 1, ", "")
    assert put("can-activate A", unlimited, day=day, by="p1").verdict == "yes"


@pytest.mark.parametrize(
    ("defender", "day", "verdict"),
    [
        ("p2", "2026-01-16", "yes"), ("p3", "2026-01-16", "no"), ("p6", "2026-01-16", "yes"),
        ("B", "2026-01-16", "yes"), ("C", "2026-01-16", "no"), ("B", "2012-10-01", "yes"), ("C", "2012-10-01", "no"),
        ("p2", "2008-02-01", "yes"), ("p3", "2008-02-01", "no"), ("B", "2008-02-01", "no"),
    ],
)  # fmt: skip
def test_attacks(put: Ask, defender: str, day: str, verdict: str) -> None:
    """801.3: creatures can attack only opponents within range and, since 2009-07-11, their planeswalkers."""
    walker = "zone: battlefield, types: [planeswalker], controller: "
    attacker = creature("p1", ", tapped: no")
    board = table(objects(attacker, walker + "p2", walker + "p3"), reach="range_of_influence: 1, active: p1")
    text = f"{board}usual: yes\nhistory: {{controlled_since_turn_began: {{A: yes}}}}\n"
    assert put(f"can-attack A {defender}", text, day=day).verdict == verdict


@pytest.mark.parametrize(("protector", "verdict"), [("p2", "yes"), ("p3", "no")])
def test_attacks_on_battles(put: Ask, protector: str, verdict: str) -> None:
    """801.3: creatures can attack a battle only if an opponent within range protects it."""
    battle = f"zone: battlefield, types: [battle], controller: p1, protector: {protector}"
    board = table(objects(creature("p1", ", tapped: no"), battle), reach="range_of_influence: 1, active: p1")
    text = f"{board}usual: yes\nhistory: {{controlled_since_turn_began: {{A: yes}}}}\n"
    assert put("can-attack A B", text).verdict == verdict


@pytest.mark.parametrize(
    ("involves", "history", "day", "verdict"),
    [
        ("[B]", "{}", "2026-01-16", "yes"),
        ("[C]", "{}", "2026-01-16", "no"),
        ("[B, C]", "{}", "2026-01-16", "no"),
        ("[p2]", "{}", "2026-01-16", "yes"),
        ("[p3]", "{}", "2026-01-16", "no"),
        ("[]", "{}", "2026-01-16", "yes"),
        ("[C]", "{last_controller: {C: p2}}", "2026-01-16", "yes"),
        ("[B]", "{last_controller: {B: p3}}", "2026-01-16", "no"),
        ("[B]", "{last_controller: {B: p3}}", "2005-08-01", "no"),
        ("[B]", "{last_controller: {B: none}}", "2026-01-16", "no"),
    ],
)
def test_triggers(put: Ask, involves: str, history: str, day: str, verdict: str) -> None:
    """801.7: all parts of the event must be within range. 801.7a: the last controller of an object that left counts."""
    rows = objects(creature("p1", f", involves: {involves}"), creature("p2"), creature("p3"))
    board = table(f"{rows}history: {history}\n")
    assert put("triggers A", board, day=day).verdict == verdict
    unlimited = board.replace("range_of_influence: 1", "variant: normal")
    assert put("triggers A", unlimited, day=day).verdict == "yes"


@pytest.mark.parametrize(
    ("trigger", "watches", "count"),
    [
        ("becomes-blocked", "B", 1), ("becomes-blocked-by-a-creature", "B", 0),
        ("blocks", "C", 0), ("blocks-a-creature", "C", 0), ("attacks", "B", 1),
    ],
)  # fmt: skip
def test_triggers_of_combat(put: Ask, trigger: str, watches: str, count: int) -> None:
    """801.7: an event is in range if it involves only the neighbour's creature, not the blocker two seats away."""
    ability = f"abilities: [{{kind: triggered, trigger: {trigger}, watches: [{watches}]}}]"
    aura = f"zone: battlefield, controller: p1, types: [enchantment], {ability}"
    attacking = ", attacking: p3"
    rows = objects(aura, creature("p2", attacking), creature("p3", ", blocking: [B]"))
    board = table(f"closed: [battlefield]\n{rows}history: {{declared_attacking: {{B: p3}}}}\n")
    ruling = put("trigger-count A", board)
    assert (ruling.verdict, ruling.value) == ("yes", count)
    unlimited = put("trigger-count A", board.replace("range_of_influence: 1", "variant: normal"))
    assert unlimited.value == 1


def test_triggers_without_a_known_controller(put: Ask) -> None:
    """The controller of the watched creature has to be stated."""
    aura = "zone: battlefield, controller: p1, abilities: [{kind: triggered, trigger: blocks, watches: [B]}]"
    rows = objects(aura, "zone: battlefield, types: [creature], blocking: [C]", creature("p2", ", attacking: p3"))
    assert "objects.B.controller" in put("trigger-count A", table(f"closed: [battlefield]\n{rows}")).depends_on


@pytest.mark.parametrize(("target", "verdict"), [("B", "yes"), ("C", "no"), ("p2", "yes"), ("p3", "no")])
def test_spells_affect_and_see_only_objects_in_range(put: Ask, target: str, verdict: str) -> None:
    """801.10, 801.11: a spell affects and sees only objects within its controller's range."""
    spell = SPELL + ", targets: []"
    board = table(objects(spell, creature("p2"), creature("p3")))
    assert put(f"affects A {target}", board).verdict == verdict
    assert put(f"sees A {target}", board).verdict == verdict
    assert put(f"sees A {target}", board.replace("range_of_influence: 1", "variant: normal")).verdict == "yes"


def hit(target: str, effects: str = "", source: str = SPELL, combat: str = "no") -> str:
    """Return a table at which A deals 5 damage to a player or creature."""
    rows = objects(source, creature("p2", ", toughness: 9"), creature("p3", ", toughness: 9"))
    seats = "players: {" + ", ".join(f"p{number}: {{keywords: []}}" for number in range(1, 7)) + "}"
    damage = f"proposed: {{damage: [{{source: A, to: {target}, amount: 5, combat: {combat}}}]}}\n"
    return table(f"closed: [battlefield]\n{rows}{damage}effects: [{effects}]\n", seats)


def test_damage_out_of_range(put: Ask) -> None:
    """801.10: a spell deals no damage out of range; the rule doesn't limit combat damage."""
    assert put("damage", hit("p2")).value == {"p2": {"life_lost": 5}}
    assert put("damage", hit("p3")).verdict == "no"
    fighter = creature("p1", ", power: 5")
    assert put("damage", hit("p3", source=fighter, combat="yes")).value == {"p3": {"life_lost": 5}}


REDIRECT = "{says: redirects, does: be-dealt-damage, %s, to: [%s]%s}"


@pytest.mark.parametrize(
    ("target", "effect", "answer"),
    [
        ("p2", REDIRECT % ("players: [p2]", "p6", ""), {"p6": {"life_lost": 5}}),
        ("p2", REDIRECT % ("players: [p2]", "p6", ", amount: 3"), {"p2": {"life_lost": 2}, "p6": {"life_lost": 3}}),
        ("p2", REDIRECT % ("players: [p2]", "p6", ", amount: 9"), {"p6": {"life_lost": 5}}),
        ("p2", REDIRECT % ("players: [p2]", "p3", ", amount: 3"), {"p2": {"life_lost": 2}}),
        ("p2", REDIRECT % ("players: [p2]", "B", ", amount: 3"), {"p2": {"life_lost": 2}, "B": {"damage": 3}}),
        ("B", REDIRECT % ("objects: [B]", "p6", ", amount: 1"), {"B": {"damage": 4}, "p6": {"life_lost": 1}}),
        ("p2", REDIRECT % ("players: [p6]", "p1", ""), {"p2": {"life_lost": 5}}),
        ("p2", REDIRECT % ("objects: [B]", "p1", ""), {"p2": {"life_lost": 5}}),
        ("p2", REDIRECT % ("players: [p2]", "p6", ", applies: no"), {"p2": {"life_lost": 5}}),
        ("p2", "{says: redirects, does: be-dealt-damage, players: [p2]}", {"p2": {"life_lost": 5}}),
    ],
)
def test_redirected_damage(put: Ask, target: str, effect: str, answer: object) -> None:
    """614.9: redirected damage is dealt to the other recipient. 801.13a: a recipient out of range is dealt none."""
    ruling = put("damage", hit(target, effect))
    assert (ruling.verdict, ruling.value) == ("yes", answer)


@pytest.mark.parametrize(
    ("kind", "there", "day", "redirected"),
    [
        ("creature", "zone: battlefield", "2002-10-07", True),
        ("creature", "zone: graveyard", "2002-10-07", False),
        ("artifact", "zone: battlefield", "2002-10-07", False),
        ("planeswalker", "zone: battlefield", "2005-02-01", False),
        ("creature", "zone: battlefield", "2005-02-01", True),
        ("creature", "zone: graveyard", "2005-02-01", False),
        ("planeswalker", "zone: battlefield", "2008-02-01", True),
        ("artifact", "zone: battlefield", "2008-02-01", False),
        ("planeswalker", "zone: battlefield", "2012-10-01", True),
        ("planeswalker", "zone: graveyard", "2012-10-01", False),
        ("battle", "zone: battlefield", "2012-10-01", False),
        ("battle", "zone: battlefield", "2026-01-16", True),
        ("battle", "zone: graveyard", "2026-01-16", False),
    ],
)
def test_recipients_of_redirected_damage(put: Ask, kind: str, there: str, day: str, *, redirected: bool) -> None:
    """614.9: damage is redirected to creatures, planeswalkers since 2007-10-01 and battles since 2023-04-14."""
    other = f"{there}, types: [{kind}], keywords: [], owner: p2"
    rows = objects(SPELL, other)
    damage = "proposed: {damage: [{source: A, to: p2, amount: 5, combat: no}]}\n"
    text = f"players: {{p1: , p2: {{keywords: []}}}}\n{rows}{damage}effects: [{REDIRECT % ('players: [p2]', 'B', '')}]"
    lost = put("damage", text, day=day).value or {}
    assert ("p2" not in lost) is redirected


@pytest.mark.parametrize(
    ("day", "redirected"), [("2002-10-07", False), ("2005-02-01", True), ("2008-02-01", True), ("2026-01-16", False)]
)
@pytest.mark.parametrize("out", ["lost", "conceded"])
def test_redirected_to_a_player_who_has_left(put: Ask, day: str, out: str, *, redirected: bool) -> None:
    """No damage is redirected to a player who has left, except under the rules of 2003-07-01 to 2009-05-01."""
    damage = "proposed: {damage: [{source: A, to: p2, amount: 5, combat: no}]}\n"
    seats = f"players: {{p1: , p2: {{keywords: []}}, p3: {{keywords: [], {out}: yes}}}}\n"
    text = f"{seats}{objects(SPELL)}{damage}effects: [{REDIRECT % ('players: [p2]', 'p3', '')}]"
    assert ("p2" not in put("damage", text, day=day).value) is redirected


def test_unstated_facts_of_redirection(put: Ask) -> None:
    """The card types of the other recipient and the amount of damage have to be stated."""
    open_type = hit("p2", REDIRECT % ("players: [p2]", "B", "")).replace("controller: p2, types: [creature]",
                                                                     "controller: p2")  # fmt: skip
    assert put("damage", open_type).depends_on == ("objects.B.types",)
    open_amount = hit("p2", REDIRECT % ("players: [p2]", "p6", "")).replace(", amount: 5", "")
    assert put("damage", open_amount).depends_on == ("proposed.damage.1.amount",)


def prevention(effect: str, source: str, target: str, day: str = "2026-01-16") -> str:
    """Return a table at which C deals 5 damage and A, owned by p1, has an effect that prevents damage."""
    rows = objects("zone: graveyard, owner: p1", creature("p2", ", toughness: 9"), creature(source, ", power: 5"))
    seats = "players: {" + ", ".join(f"p{number}: {{keywords: []}}" for number in range(1, 7)) + "}"
    damage = f"proposed: {{damage: [{{source: C, to: {target}, amount: 5, combat: yes}}]}}\n"
    return table(f"closed: [battlefield]\n{rows}{damage}effects: [{{says: prevents, source: A, {effect}}}]\n", seats)


@pytest.mark.parametrize(
    ("effect", "source", "target", "day", "prevents"),
    [
        ("does: deal-damage, quality: [creature]", "p2", "p3", "2026-01-16", True),
        ("does: deal-damage, quality: [creature]", "p3", "p2", "2026-01-16", False),
        ("does: deal-damage, objects: [C]", "p3", "p2", "2026-01-16", False),
        ("does: be-dealt-damage, players: [p2]", "p3", "p2", "2026-01-16", True),
        ("does: be-dealt-damage, players: [p3]", "p2", "p3", "2026-01-16", False),
        ("does: deal-damage", "p2", "p1", "2026-01-16", True),
        ("does: deal-damage", "p3", "p2", "2026-01-16", False),
        ("does: deal-damage", "p2", "p3", "2026-01-16", False),
        ("does: deal-damage, to: [p2]", "p3", "p2", "2026-01-16", True),
        ("does: deal-damage, objects: [C], to: [p2]", "p3", "p2", "2026-01-16", False),
        ("does: deal-damage", "p3", "p2", "2005-08-01", True),
        ("does: deal-damage", "p3", "p2", "2006-02-01", False),
        ("does: deal-damage, objects: [C]", "p3", "p2", "2005-08-01", False),
    ],
)
def test_prevention(put: Ask, effect: str, source: str, target: str, day: str, *, prevents: bool) -> None:
    """801.13b: the specified source or recipient must be in range; since 2006-02-01 both if neither is specified."""
    ruling = put("damage", prevention(effect, source, target), day=day)
    assert ruling.verdict == ("no" if prevents else "yes")


def test_prevention_without_a_known_controller(put: Ask) -> None:
    """The source of the preventing effect has to be stated, and its owner or controller."""
    effect = "does: be-dealt-damage, players: [p2]"
    text = prevention(effect, "p3", "p2").replace("source: A, ", "")
    assert put("damage", text).depends_on == ("effects.1.source",)
    text = prevention(effect, "p3", "p2").replace("zone: graveyard, owner: p1", "zone: graveyard")
    assert put("damage", text).depends_on == ("objects.A.owner",)
