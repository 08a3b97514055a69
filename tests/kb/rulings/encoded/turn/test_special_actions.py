"""Special actions (116.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says, game

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BUSY = {"phase": "combat", "active": "p2", "stack": "[B]"}
THINGS = {
    "turn-face-up": "zone: battlefield, controller: p1, face_down: yes, keywords: ['morph {G}']",
    "suspend": "zone: hand, owner: p1, types: [creature], keywords: ['suspend 3']",
    "foretell": "zone: hand, owner: p1, keywords: [foretell]",
    "plot": "zone: hand, owner: p1, keywords: [plot]",
    "unlock": "zone: battlefield, controller: p1, locked_halves: 1",
}
NUMBERS = {"turn-face-up": "116.2b", "suspend": "116.2f", "foretell": "116.2h", "plot": "116.2k", "unlock": "116.2m"}


def thing(action: str, facts: str | None = None, extra: str = "", **changes: str | None) -> str:
    """Return an object A with which p1 can take a special action, unless `facts` or `changes` say otherwise."""
    given = THINGS[action] if facts is None else facts
    return game(**changes) + f"objects: [{{id: A, {given}}}]\nproposed: {{special_action: {action}}}\n{extra}"


@pytest.mark.parametrize(
    ("action", "fact", "value", "verdict"),
    [
        *((action, "phase", "main", "yes") for action in THINGS),
        *((action, "priority", "p2", "no") for action in THINGS),
        ("turn-face-up", "phase", "combat", "yes"),
        ("turn-face-up", "active", "p2", "yes"),
        ("turn-face-up", "stack", "[B]", "yes"),
        ("foretell", "phase", "combat", "yes"),
        ("foretell", "stack", "[B]", "yes"),
        ("foretell", "active", "p2", "no"),
        *((action, "phase", "combat", "no") for action in ("suspend", "plot", "unlock")),
        *((action, "active", "p2", "no") for action in ("suspend", "plot", "unlock")),
        *((action, "stack", "[B]", "no") for action in ("suspend", "plot", "unlock")),
    ],
)
def test_times_of_special_actions(put: Ask, action: str, fact: str, value: str, verdict: str) -> None:
    """Special actions need priority; some also need the player's turn, or a main phase with an empty stack."""
    ruling = put("special-action A", thing(action, **{fact: value}), by="p1")
    assert ruling.verdict == verdict
    if verdict == "yes":
        assert NUMBERS[action] in {cited.number for cited in ruling.citations}


LOSES_ALL = "effects: [{says: loses, generated_by: static-ability, affects: [creature], abilities: [all]}]\n"
DOWN = "zone: battlefield, controller: p1, face_down: yes"
CREATURE = "types: [creature], mana_cost: '{2}', "


@pytest.mark.parametrize(
    ("facts", "effects", "verdict"),
    [
        ("types: [creature], keywords: ['morph {G}']", "", "yes"),
        ("types: [creature], keywords: ['megamorph {G}']", "", "yes"),
        ("types: [creature], keywords: ['disguise {G}']", "", "yes"),
        *(
            (f"types: [creature], manifested: no, keywords: ['{each} {{G}}']", LOSES_ALL, "no")
            for each in ("morph", "megamorph", "disguise")
        ),
        ("types: [creature], keywords: ['morph {G}']", LOSES_ALL, "depends"),
        (CREATURE + "manifested: yes, keywords: []", "", "yes"),
        (CREATURE + "manifested: yes, keywords: ['morph {G}']", LOSES_ALL, "yes"),
        (CREATURE + "manifested: no, keywords: []", "", "no"),
        ("types: [creature], mana_cost: none, manifested: yes, keywords: []", "", "no"),
        ("types: [land], mana_cost: none, manifested: yes, keywords: []", "", "no"),
        ("types: [creature], mana_cost: none, manifested: yes, keywords: ['disguise {G}']", "", "yes"),
        (CREATURE + "manifested: yes", "", "yes"),
        (CREATURE + "manifested: no", "", "depends"),
        ("types: [creature]", "", "yes"),
    ],
)
def test_costs_of_turning_face_up(put: Ask, facts: str, effects: str, verdict: str) -> None:
    """702.37e, 702.168d: what would have no such cost face up can't be turned face up. 701.40b: a creature card can."""
    down = f"{DOWN}, {facts}"
    assert put("special-action A", thing("turn-face-up", down, extra=effects), by="p1").verdict == verdict


def test_a_cost_of_turning_face_up_is_taken_for_granted(put: Ask) -> None:
    """If nothing is stated about how a permanent can be turned face up, the answer says what it takes for granted."""
    ruling = put("special-action A", thing("turn-face-up", DOWN), by="p1")
    assert ruling.verdict == "yes"
    assert any("for a cost" in str(each) for each in ruling.assumptions)


@pytest.mark.parametrize(
    ("action", "facts"),
    [
        ("turn-face-up", "zone: battlefield, controller: p1, face_down: no"),
        ("turn-face-up", "zone: battlefield, controller: p2, face_down: yes"),
        ("turn-face-up", "zone: exile, controller: p1, face_down: yes"),
        ("suspend", "zone: exile, owner: p1, types: [creature], keywords: [suspend]"),
        ("suspend", "zone: hand, owner: p2, types: [creature], keywords: [suspend]"),
        ("suspend", "zone: hand, owner: p1, types: [creature], keywords: [flying]"),
        ("foretell", "zone: graveyard, owner: p1, keywords: [foretell]"),
        ("foretell", "zone: hand, owner: p2, keywords: [foretell]"),
        ("foretell", "zone: hand, owner: p1, keywords: [flying]"),
        ("plot", "zone: graveyard, owner: p1, keywords: [plot]"),
        ("plot", "zone: hand, owner: p2, keywords: [plot]"),
        ("plot", "zone: hand, owner: p1, keywords: [flying]"),
        ("unlock", "zone: graveyard, controller: p1, locked_halves: 1"),
        ("unlock", "zone: battlefield, controller: p2, locked_halves: 1"),
        ("unlock", "zone: battlefield, controller: p1, locked_halves: 0"),
        ("foretell", "zone: battlefield, controller: p1, face_down: yes, keywords: []"),
    ],
)
def test_conditions_of_the_object(put: Ask, action: str, facts: str) -> None:
    """116.2: a special action can't be taken if one condition on the object isn't met."""
    assert put("special-action A", thing(action, facts), by="p1").verdict == "no"


def test_conspiracy(put: Ask) -> None:
    """116.2j: a player with priority can turn their face-down conspiracy in the command zone face up."""
    facts = "zone: command, owner: p1, types: [conspiracy], face_down: yes"
    ruling = put("special-action A", thing("turn-face-up", facts, **BUSY), by="p1")
    assert ruling.verdict == "yes"
    assert "116.2j" in {cited.number for cited in ruling.citations}
    assert put("special-action A", thing("turn-face-up", facts, priority="p2"), by="p1").verdict == "no"
    for other in ("face_down: no", "owner: p2", "zone: exile"):
        name = other.partition(":")[0]
        changed = ", ".join(each for each in facts.split(", ") if not each.startswith(name)) + f", {other}"
        assert put("special-action A", thing("turn-face-up", changed), by="p1").verdict == "no"


def test_suspend_at_times_when_the_card_could_be_cast(put: Ask) -> None:
    """116.2f: a card can be suspended when its player could begin to cast it, even if its cost can't be paid."""
    instant = "zone: hand, owner: p1, types: [instant], keywords: [suspend]"
    assert put("special-action A", thing("suspend", instant, **BUSY), by="p1").verdict == "yes"
    free = "zone: hand, owner: p1, types: [sorcery], keywords: [suspend], mana_cost: none, payable: no"
    assert put("special-action A", thing("suspend", free), by="p1").verdict == "yes"


@pytest.mark.parametrize("facts", ["zone: exile, owner: p1", "zone: hand, owner: p2"])
def test_suspend_only_from_their_hand(put: Ask, facts: str) -> None:
    """116.2f: a card is suspended only from the hand, even if an effect lets it be cast from another zone."""
    text = thing("suspend", f"{facts}, types: [creature], keywords: [suspend]")
    effect = "effects: [{says: can, does: cast, objects: [A]}]\n"
    assert put("can-cast A", text + effect, by="p1").verdict == "yes"
    assert put("special-action A", text + effect, by="p1").verdict == "no"


def test_card_that_cant_be_cast_cant_be_suspended(put: Ask, says: Says) -> None:
    """702.62c: an effect that prohibits casting the card also prohibits suspending it."""
    text = thing("suspend", extra="effects: [{says: cant, does: cast, objects: [A]}]\n")
    ruling = put("special-action A", text, by="p1")
    assert ruling.verdict == "no"
    assert "702.62c" in {cited.number for cited in ruling.citations}
    assert says("suspending-prohibited", text.replace("[A]", "[A], applies: no"), "p1", "A") is False
    both = text.replace("['suspend 3']", "['suspend 3', foretell, plot]")
    for action in ("foretell", "plot"):
        assert put("special-action A", both.replace("action: suspend", f"action: {action}"), by="p1").verdict == "yes"
    assert put("special-action A", both.replace("proposed: {special_action: suspend}\n", ""), by="p1").verdict == "yes"
    assert put("special-action A", both, by="p1").verdict == "no"


def test_any_special_action(put: Ask) -> None:
    """If no action is named, the answer is yes if any special action can be taken with the object."""
    text = thing("foretell", phase="combat").replace("proposed: {special_action: foretell}\n", "")
    assert put("special-action A", text, by="p1").verdict == "yes"
    assert put("special-action A", text.replace("active: p1", "active: p2"), by="p1").verdict == "no"
    creature = "objects: [{id: A, zone: battlefield, controller: p1, face_down: no, keywords: [], locked_halves: 0}]\n"
    assert put("special-action A", game() + creature, by="p1").verdict == "no"


def player(action: str, facts: str, variant: str = "normal", taken: str = "no", **changes: str | None) -> str:
    """Return p1 with facts, and a special action that p1 proposes."""
    text = game(variant=variant, **changes).replace("p1: ,", f"p1: {{{facts}}},")
    return text + f"proposed: {{special_action: {action}}}\nhistory: {{companion_taken: {{p1: {taken}}}}}\n"


@pytest.mark.parametrize(
    ("facts", "taken", "changes", "verdict"),
    [
        ("companion: yes", "no", {}, "yes"),
        ("companion: no", "no", {}, "no"),
        ("companion: yes", "yes", {}, "no"),
        ("companion: yes", "no", {"phase": "ending"}, "no"),
        ("companion: yes", "no", {"stack": "[B]"}, "no"),
        ("companion: yes", "no", {"active": "p2"}, "no"),
        ("companion: yes", "no", {"priority": "p2"}, "no"),
    ],
)
def test_companion(put: Ask, facts: str, taken: str, changes: dict[str, str], verdict: str) -> None:
    """116.2g: a player takes their companion once a game, in their main phase, with an empty stack."""
    assert put("special-action p1", player("companion", facts, taken=taken, **changes)).verdict == verdict


@pytest.mark.parametrize(
    ("variant", "changes", "verdict"),
    [
        ("planechase", {}, "yes"),
        ("normal", {}, "no"),
        ("planechase", {"phase": "combat"}, "no"),
        ("planechase", {"stack": "[B]"}, "no"),
    ],
)
def test_planar_die(put: Ask, variant: str, changes: dict[str, str], verdict: str) -> None:
    """116.2i: a player rolls the planar die in a Planechase game, in their main phase, with an empty stack."""
    text = player("planar-die", "companion: yes", variant, **changes)
    assert put("special-action p1", text).verdict == verdict
    assert put("special-action p1", text.replace("planar-die", "foretell")).verdict == "no"


def test_card_with_foretell_is_assumed_in_the_hand(put: Ask) -> None:
    """With `usual: yes`, a card with foretell is assumed to be in its owner's hand."""
    text = "usual: yes\n" + game() + "objects: [{id: A, owner: p1, keywords: [foretell]}]\n"
    assert put("special-action A", text, by="p1").verdict == "yes"
