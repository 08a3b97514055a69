"""The monarch (724) and the initiative (725)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """game: {FACTS}
players: {p1: {P1}, p2: {P2}, p3: {P3}}
objects:
  - {id: A, zone: battlefield, controller: p2, types: [creature], power: 2}
  - {id: B, zone: battlefield, controller: p3, types: [creature], power: 2}
  - {id: E, zone: battlefield, controller: p3, types: [enchantment]}
effects: [EFFECTS]
proposed: {PROPOSED}
"""


def board(facts: str, proposed: str = "", *, effects: str = "", **players: str) -> str:
    """Return a board of three players."""
    text = BOARD.replace("FACTS", facts).replace("PROPOSED", proposed).replace("EFFECTS", effects)
    for each in ("P1", "P2", "P3"):
        text = text.replace(f"{{{each}}}", f"{{{players.get(each.lower(), '')}}}")
    return text


def damage(*dealt: tuple[str, str, str]) -> str:
    """Return damage: the source, the recipient, and whether it is combat damage."""
    rows = (f"{{source: {source}, to: {to}, amount: 2, combat: {combat}}}" for source, to, combat in dealt)
    return f"damage: [{', '.join(rows)}]"


@pytest.mark.parametrize(
    ("proposed", "holder", "triggers"),
    [
        (damage(("A", "p1", "yes")), {"monarch": "p2"}, ["combat-damage"]),
        (damage(("A", "p1", "no")), {"monarch": "p1"}, []),
        (damage(("A", "p3", "yes")), {"monarch": "p1"}, []),
        (damage(("E", "p1", "yes")), {"monarch": "p1"}, []),
        (damage(("A", "p1", "yes"), ("B", "p1", "yes")), {"monarch": ["p2", "p3"], "chooses": "p1"},
         ["combat-damage"]),
        ("events: [{happens: become-monarch, things: [p3]}]", {"monarch": "p3"}, []),
    ],
)  # fmt: skip
def test_who_becomes_the_monarch(put: Ask, proposed: str, holder: dict[str, Any], triggers: list[str]) -> None:
    """724.2: "Whenever a creature deals combat damage to the monarch, its controller becomes the monarch"."""
    ruling = put("monarch", board("monarch: p1, active: p2, step: combat-damage", proposed))
    assert (ruling.verdict, ruling.value) == ("yes", holder | {"triggers": triggers})


def test_prevented_damage_takes_nothing(put: Ask) -> None:
    """724.2: only damage that is dealt counts."""
    text = board("monarch: p1, active: p2", damage(("A", "p1", "yes")),
                 effects="{says: prevents, does: be-dealt-damage, players: [p1]}")  # fmt: skip
    assert put("monarch", text).value == {"monarch": "p1", "triggers": []}


@pytest.mark.parametrize(
    ("question", "step", "active", "triggers"),
    [("monarch", "end", "p1", ["draw"]), ("monarch", "end", "p2", []), ("monarch", "upkeep", "p1", []),
     ("initiative", "upkeep", "p1", ["venture"]), ("initiative", "upkeep", "p2", []),
     ("initiative", "end", "p1", [])],
)  # fmt: skip
def test_abilities_of_steps(put: Ask, question: str, step: str, active: str, triggers: list[str]) -> None:
    """724.2, 725.2: the monarch draws at their end step; the initiative's holder ventures at their upkeep."""
    text = board(f"{question}: p1, active: {active}, step: {step}")
    assert put(question, text).value == {question: "p1", "triggers": triggers}


@pytest.mark.parametrize("question", ["monarch", "initiative"])
@pytest.mark.parametrize(("active", "left", "holder"), [("p2", "p1", "p2"), ("p1", "p1", "p2"), ("p1", "p1 p2", "p3")])
def test_the_holder_leaves(put: Ask, question: str, active: str, left: str, holder: str) -> None:
    """724.4, 725.4: the active player, or else the next player in turn order, gets the designation."""
    gone = dict.fromkeys(left.split(), "lost: yes")
    text = board(f"{question}: p1, active: {active}, step: end", **gone)
    assert put(question, text).value[question] == holder


def test_the_initiative_is_taken(put: Ask) -> None:
    """725.2: taking the initiative triggers venturing; one who has it can take it again (725.5)."""
    taken = put("initiative", board("initiative: p1, active: p2", damage(("A", "p1", "yes"))))
    assert taken.value == {"initiative": "p2", "triggers": ["combat-damage", "venture"]}
    again = put("initiative", board("initiative: p1", "events: [{happens: take-initiative, things: [p1]}]"))
    assert again.value == {"initiative": "p1", "triggers": ["venture"]}


def test_nobody_is_the_monarch_yet(put: Ask) -> None:
    """724.1: without a monarch, damage does nothing; who it is isn't guessed, and old editions have none."""
    assert put("monarch", board("monarch: none", damage(("A", "p1", "yes")))).value == {"monarch": "none",
                                                                                        "triggers": []}  # fmt: skip
    assert put("monarch", board("active: p1")).depends_on == ("game.monarch",)
    assert put("monarch", board("monarch: p1"), "2015-01-23").verdict == "no"


@pytest.mark.parametrize(("happens", "trigger"), [("become-monarch", "player-becomes-monarch"),
                                                  ("take-initiative", "player-takes-initiative")])  # fmt: skip
def test_triggers_on_designations(put: Ask, happens: str, trigger: str) -> None:
    """603.2: "Whenever you become the monarch" triggers on that player alone."""
    for player, times in (("p2", 1), ("p1", 0)):
        text = board("active: p1", f"events: [{{happens: {happens}, things: [{player}]}}]")
        text = text.replace("power: 2}", f"abilities: [{{kind: triggered, trigger: {trigger}}}]}}", 1)
        assert put("trigger-count A", text).value == times
