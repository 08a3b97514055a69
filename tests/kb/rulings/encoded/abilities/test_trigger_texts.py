"""The texts of triggered abilities: “one or more”, “another” and the intervening “if” clause (603.2, 603.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """players: {{p1: {{life: {life}, hand: 2}}, p2: {{life: 8}}}}
closed: [battlefield]
game: {{active: p1}}
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], name: Sun Watcher, tapped: no,
     abilities: [{{kind: triggered, {ability}}}]}}
  - {{id: B, zone: battlefield, controller: p1, types: [creature]}}
  - {{id: C, zone: battlefield, controller: p1, types: [creature]}}
  - {{id: D, zone: battlefield, controller: p2, types: [creature, artifact]}}
  - {{id: L, zone: battlefield, controller: p1, types: [land]}}
proposed: {{events: [{{happens: {happens}, things: [{things}]}}]}}
"""


def board(ability: str, happens: str, things: str, life: int = 20) -> str:
    """Return a board on which something happens to the things."""
    return BOARD.format(ability=ability, happens=happens, things=things, life=life)


@pytest.mark.parametrize(
    ("ability", "things", "times"),
    [
        ("trigger: dies, quality: [creature you control]", "B, C, D, L", 2),
        ('trigger: dies, quality: [creature you control], text: "Whenever one or more creatures you control die, x."',
         "B, C, D, L", 1),
        ('text: "Whenever one or more creatures you control die, draw a card."', "B, C, D, L", 1),
        ('text: "Whenever a creature dies, draw a card."', "A, B, D, L", 3),
        ('text: "Whenever another creature dies, draw a card."', "A, B, D, L", 2),
        ('text: "Whenever one or more other creatures die, draw a card."', "A", 0),
        ('text: "Whenever another creature you control dies, draw a card."', "A", 0),
        ('trigger: dies, quality: [creature], text: "Whenever another creature dies, draw a card."', "A, B", 1),
        ('text: "Whenever Sun Watcher or another creature dies, draw a card."', "A, B", None),
        ('trigger: dies, text: "Whenever a fragrant beast dies, draw a card."', "B", None),
        ('text: "When Sun Watcher dies, draw a card."', "A, B", 1),
        ('text: "When this creature dies, draw a card."', "B", 0),
    ],
)  # fmt: skip
def test_what_the_text_watches(put: Ask, ability: str, things: str, times: int | None) -> None:
    """603.2c: “one or more” triggers once for one event. “Another” isn't the object itself. Unread text is open."""
    found = put("trigger-count A", board(ability, "die", things))
    assert (found.verdict, found.value) == ("depends" if times is None else "yes", times)


@pytest.mark.parametrize(
    ("condition", "times"),
    [
        ("you have 20 or more life", 1),
        ("you have 21 or more life", 0),
        ("you have 20 or less life", 1),
        ("an opponent has 8 or less life", 1),
        ("an opponent has seven or less life", 0),
        ("you control three or more creatures", 1),
        ("you control four or more creatures", 0),
        ("you control another creature", 1),
        ("you control an artifact", 0),
        ("you control no artifacts", 1),
        ("you control exactly two lands", 0),
        ("you control exactly one land", 1),
        ("an opponent controls an artifact", 1),
        ("an opponent controls two or more creatures", 0),
        ("you have no cards in hand", 0),
        ("you have two or fewer cards in hand", 1),
        ("it's your turn", 1),
        ("it's not your turn", 0),
        ("this creature is untapped", 1),
        ("this creature is tapped", 0),
        ("you control an artifact and you have 20 or more life", 0),
        ("you control a creature and a land", None),
        ("you attacked with a Goblin last turn", None),
    ],
)
def test_intervening_if(put: Ask, condition: str, times: int | None) -> None:
    """603.4: the ability triggers only if the condition is true. An answer quotes a condition that isn't understood."""
    text = board(f'text: "When this creature enters, if {condition}, draw a card."', "enter", "A")
    found = put("trigger-count A", text)
    assert (found.verdict, found.value) == ("depends" if times is None else "yes", times)
    if times is None:
        assert found.depends_on == ("objects.A.condition",)
        assert condition.lower() in str(found.proof)
    else:
        assert "603.4" in [each.number for each in found.citations]


def test_a_later_if_has_its_usual_meaning(put: Ask) -> None:
    """603.4: the rule applies only to an “if” that immediately follows the trigger condition."""
    text = board(
        'text: "When this creature enters, draw a card. Then, if you have 40 or more life, win."', "enter", "A"
    )
    assert put("trigger-count A", text).value == 1


@pytest.mark.parametrize("question", ["triggers", "resolves"])
@pytest.mark.parametrize(("life", "verdict"), [(39, "no"), (40, "yes")])
def test_felidar_sovereign(put: Ask, question: str, life: int, verdict: str) -> None:
    """603.4, the example: with 39 life the ability doesn't trigger, and has no effect as it resolves."""
    text = f"""players: {{p1: {{life: {life}}}, p2: }}
game: {{active: p1, stack: [T]}}
objects:
  - {{id: T, zone: stack, controller: p1, source: A,
     text: "At the beginning of your upkeep, if you have 40 or more life, you win the game."}}
  - {{id: A, zone: battlefield, controller: p1, types: [creature]}}
"""
    assert put(f"{question} T", text).verdict == verdict
    of_source = text.replace(
        ',\n     text: "At the beginning of your upkeep, if you have 40 or more life, you win the game."', ""
    ).replace(
        "types: [creature]",
        'types: [creature], abilities: [{kind: triggered, text: "At the beginning of your upkeep, if you have'
        ' 40 or more life, you win the game."}]',
    )
    assert put(f"{question} T", of_source).verdict == verdict
    assert put(f"{question} T", text.replace("source: A", "source: A, condition: no")).verdict == "no"


def test_other_permanents_may_count(put: Ask) -> None:
    """603.4: if the battlefield isn't closed, “no artifacts” is open, and “three or more creatures” is certain."""
    text = board('text: "When this creature enters, if you control no artifacts, draw."', "enter", "A")
    assert put("trigger-count A", text.replace("closed: [battlefield]\n", "")).verdict == "depends"
    text = board('text: "When this creature enters, if you control three or more creatures, draw."', "enter", "A")
    assert put("trigger-count A", text.replace("closed: [battlefield]\n", "")).value == 1


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Whenever a creature you control attacks, draw a card.", 2),
        ("Whenever one or more creatures you control attack, draw a card.", 1),
        ("Whenever one or more other creatures you control attack, draw a card.", 1),
        ("Whenever this creature attacks, if you control another creature, draw a card.", 1),
        ("Whenever this creature attacks, if you control three or more creatures, draw a card.", 0),
    ],
)
def test_attacks_in_the_text(put: Ask, text: str, times: int) -> None:
    """603.2c, 508.3a: creatures that attack together are one event for “one or more”."""
    board_text = f"""players: {{p1: , p2: }}
closed: [battlefield]
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], abilities: [{{kind: triggered, text: "{text}"}}]}}
  - {{id: B, zone: battlefield, controller: p1, types: [creature]}}
proposed: {{attackers: [{{creature: A, attacks: p2}}, {{creature: B, attacks: p2}}]}}
"""
    assert put("trigger-count A", board_text).value == times


def test_a_limit_leaves_the_number_open(put: Ask) -> None:
    """603.2h: whether an ability that triggers only once each turn triggers depends on whether it has already."""
    text = 'text: "Whenever a creature dies, draw a card. This ability triggers only once each turn."'
    assert put("trigger-count A", board(text, "die", "B, C")).depends_on == ("objects.A.abilities.1.text",)
    assert put("trigger-count A", board(text, "die", "L")).value == 0


PLAYERS = """usual: yes
players: {{p1: {{}}, p2: {{}}, p3: {{}}}}
closed: [battlefield]
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], keywords: [], name: Sun Watcher,
     abilities: [{{kind: triggered, text: "{text}"}}]}}
  - {{id: B, zone: battlefield, controller: p1, types: [creature], keywords: []}}
  - {{id: S, zone: stack, owner: p1, controller: p1, types: [instant], colors: [red], keywords: []}}
  - {{id: T, zone: stack, owner: p2, controller: p2, types: [creature], colors: [blue], keywords: []}}
  - {{id: H, zone: hand, owner: p2, types: [instant]}}
{rest}
"""


@pytest.mark.parametrize(
    ("event", "happens", "things", "times"),
    [
        ("Whenever you cast a spell", "cast", "S, T", 1),
        ("Whenever you cast a creature spell", "cast", "S, T", 0),
        ("Whenever you cast a noncreature spell", "cast", "S, T", 1),
        ("Whenever you cast an instant or sorcery spell", "cast", "S, T", 1),
        ("Whenever an opponent casts a creature spell", "cast", "S, T", 1),
        ("Whenever an opponent casts a red spell", "cast", "S, T", 0),
        ("Whenever a player casts a spell", "cast", "S, T", 2),
        ("Whenever you cast a fragrant spell", "cast", "S", None),
        ("Whenever you cast an instant, sorcery, or Wizard spell", "cast", "S", None),
        ("Whenever you cast your second spell each turn", "cast", "S", None),
        ("Whenever you draw a card", "draw", "p1, p2", 1),
        ("Whenever an opponent draws a card", "draw", "p1, p2, p3", 2),
        ("Whenever a player draws a card", "draw", "p1, p2", 2),
        ("Whenever an opponent gains life", "gain-life", "p1, p2", 1),
        ("Whenever an opponent loses life", "lose-life", "p1", 0),
        ("Whenever you lose life", "lose-life", "p1", 1),
        ("Whenever you sacrifice a creature", "sacrifice", "A, B", 2),
        ("Whenever you sacrifice another creature", "sacrifice", "A, B", 1),
        ("Whenever an opponent sacrifices a permanent", "sacrifice", "B", 0),
        ("Whenever an opponent discards a card", "discard", "H", 1),
        ("Whenever you discard a card", "discard", "H", 0),
    ],
)
def test_what_players_do(put: Ask, event: str, happens: str, things: str, times: int | None) -> None:
    """603.2: “you” is the controller of the ability, “an opponent” each of that player's opponents."""
    rest = f"proposed: {{events: [{{happens: {happens}, things: [{things}]}}]}}"
    ruling = put("trigger-count A", PLAYERS.format(text=f"{event}, draw a card.", rest=rest))
    assert (ruling.verdict, ruling.value) == ("depends" if times is None else "yes", times)


@pytest.mark.parametrize(
    ("event", "step", "active", "times"),
    [
        ("At the beginning of your upkeep", "upkeep", "p1", 1),
        ("At the beginning of your upkeep", "upkeep", "p2", 0),
        ("At the beginning of each upkeep", "upkeep", "p2", 1),
        ("At the beginning of each player's upkeep", "upkeep", "p2", 1),
        ("At the beginning of each opponent's upkeep", "upkeep", "p2", 1),
        ("At the beginning of each opponent's upkeep", "upkeep", "p1", 0),
        ("At the beginning of your end step", "end", "p1", 1),
        ("At the beginning of your end step", "upkeep", "p1", 0),
        ("At the beginning of each end step", "end", "p3", 1),
        ("At the beginning of your draw step", "draw", "p1", 1),
        ("At the beginning of combat on your turn", "beginning-of-combat", "p1", 1),
        ("At the beginning of combat on your turn", "beginning-of-combat", "p2", 0),
        ("At the beginning of each combat", "beginning-of-combat", "p2", 1),
        ("At the beginning of the third week", "upkeep", "p1", None),
    ],
)
def test_steps(put: Ask, event: str, step: str, active: str, times: int | None) -> None:
    """603.2b: the abilities trigger as the step begins, in the turns that their text names."""
    text = PLAYERS.format(text=f"{event}, draw a card.", rest=f"game: {{step: {step}, active: {active}}}")
    ruling = put("trigger-count A", text)
    assert (ruling.verdict, ruling.value) == ("depends" if times is None else "yes", times)


@pytest.mark.parametrize(
    ("event", "damage", "times"),
    [
        ("Whenever this creature deals combat damage to a player", "A p2 yes", 1),
        ("Whenever this creature deals combat damage to a player", "A p2 no", 0),
        ("Whenever this creature deals combat damage to a player", "A B yes", 0),
        ("Whenever this creature deals combat damage to a player", "B p2 yes", 0),
        ("Whenever this creature deals combat damage to an opponent", "A p1 yes", 0),
        ("Whenever this creature deals damage to a creature", "A B no", 1),
        ("Whenever this creature deals noncombat damage to an opponent", "A p2 no", 1),
        ("Whenever this creature deals damage", "A p2 yes, A B yes", 1),
        ("Whenever Sun Watcher is dealt damage", "B A no", 1),
        ("Whenever this creature is dealt combat damage", "B A no", 0),
        ("Whenever a creature you control deals combat damage to a player", "A p2 yes, B p2 yes", 2),
        ("Whenever one or more creatures you control deal combat damage to a player", "A p2 yes, B p2 yes", 1),
        ("Whenever one or more creatures you control deal combat damage to a player", "A p2 yes, B p3 yes", 2),
        ("Whenever this creature deals damage to a fragrant player", "A p2 yes", None),
    ],
)
def test_damage_with_a_recipient(put: Ask, event: str, damage: str, times: int | None) -> None:
    """603.2, 120.2a: who deals it, to whom, and whether it is combat damage."""
    dealt = ", ".join(
        f"{{source: {source}, to: {to}, amount: 2, combat: {combat}}}"
        for source, to, combat in (each.split() for each in damage.split(", "))
    )
    text = PLAYERS.format(text=f"{event}, draw a card.", rest=f"proposed: {{damage: [{dealt}]}}")
    ruling = put("trigger-count A", text)
    assert (ruling.verdict, ruling.value) == ("depends" if times is None else "yes", times)
