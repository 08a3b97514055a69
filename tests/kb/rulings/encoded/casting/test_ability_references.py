"""References of abilities (201.5, 607), zones of abilities (113.6), and melded permanents that leave (712.21)."""

from __future__ import annotations

import pytest

from kb.errors import BadValue
from tests.kb.rulings.conftest import Ask

# --- names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ability", "meant", "rule"),
    [
        ("names: Mine", "A", "201.5"),
        ("names: Old", "A", "707.11"),
        ("names: Theirs, granted_by: B", "B", "201.5a"),
        ("names: Theirs, gained_from: B", "A", "201.5b"),
        ("names: Theirs, granted_by: B, gained_from: C", "B", "201.5a"),
    ],
)
def test_object_that_a_name_means(put: Ask, ability: str, meant: str, rule: str) -> None:
    """201.5: a name means the object itself. In a granted ability, it means the object that grants the ability."""
    text = f"""objects: [{{id: A, name: Mine, abilities: [{{text: first}}, {{{ability}}}]}}, {{id: B, name: Theirs}},
  {{id: C, name: Third}}]"""
    ruling = put("named-object A 2", text)
    assert ruling.value == meant
    numbers = [each.number for each in ruling.citations]
    assert rule in numbers
    assert ("707.11" in numbers) is (rule == "707.11")


@pytest.mark.parametrize("ability", ["text: no name", "names: Other, granted_by: B", "names: Other, gained_from: B"])
def test_names_without_a_known_meaning(put: Ask, ability: str) -> None:
    """The answer is open if the ability has no name, or a name that isn't the name of its source."""
    text = f"objects: [{{id: A, name: Mine, abilities: [{{{ability}}}]}}, {{id: B, name: Theirs}}]"
    assert put("named-object A", text).verdict == "depends"


def test_number_of_an_ability(put: Ask) -> None:
    """A question names an ability by its number. An unknown number is refused."""
    text = "objects: [{id: A, name: Mine, abilities: [{names: Mine}]}]"
    assert put("named-object A", text, ability=1).value == "A"
    assert put("named-object A", "objects: [{id: A, name: Mine}]").verdict == "depends"
    for number in ("2", "0", "x"):
        with pytest.raises(BadValue, match="stated abilities"):
            put(f"named-object A {number}", text)


# --- linked abilities ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "found", "rule"),
    [
        ("causes: a choice, result: [red]", "refers_to: a choice", ["red"], "607.1"),
        ("causes: a choice", "refers_to: a choice", [], "607.5a"),
        ("causes: a choice, result: [red]", "refers_to: a cost", [], "607.5a"),
        ("causes: a choice, result: [red], came_with: X", "refers_to: a choice, came_with: X", ["red"], "607.5"),
        ("causes: a choice, result: [red], came_with: X", "refers_to: a choice, came_with: Y", [], "607.5a"),
        ("causes: a choice, result: [red], came_with: X", "refers_to: a choice", [], "607.5a"),
        ("causes: a choice, result: [red]", "refers_to: a choice, came_with: X", [], "607.5a"),
        ("result: [red]", "refers_to: a choice", [], "607.5a"),
    ],
)
def test_linked_abilities(put: Ask, first: str, second: str, found: list[str], rule: str) -> None:
    """607.1, 607.5: two abilities are linked only if both are printed on the object, or acquired together."""
    ruling = put("linked A 2", f"objects: [{{id: A, abilities: [{{{first}}}, {{{second}}}]}}]")
    assert ruling.value == found
    assert rule in [each.number for each in ruling.citations]


def test_ability_without_a_stated_reference(put: Ask) -> None:
    """The answer is open if it isn't stated what the ability refers to."""
    text = "objects: [{id: A, abilities: [{causes: a choice, result: [red]}, {text: something}]}]"
    assert put("linked A 2", text).verdict == "depends"


# --- where abilities function --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "ability", "verdict"),
    [
        ("zone: battlefield, types: [creature]", "text: plain", "yes"),
        ("zone: graveyard, types: [creature]", "text: plain", "no"),
        ("zone: stack, types: [instant]", "text: plain", "yes"),
        ("zone: graveyard, types: [sorcery]", "text: plain", "no"),
        ("zone: graveyard, types: [creature]", "moves_from: graveyard", "yes"),
        ("zone: battlefield, types: [creature]", "moves_from: graveyard", "no"),
        ("zone: battlefield, types: [creature]", "moves_from: graveyard, puts_there: yes", "yes"),
        ("zone: exile, types: [creature]", "triggers_from: [exile, graveyard]", "yes"),
        ("zone: hand, types: [creature]", "triggers_from: [exile, graveyard]", "no"),
        ("zone: exile, types: [creature]", "triggers_from: [battlefield, exile]", "no"),
        ("zone: exile", "text: plain", "depends"),
        ("types: [creature]", "text: plain", "depends"),
    ],
)
def test_zones_in_which_abilities_function(put: Ask, facts: str, ability: str, verdict: str) -> None:
    """113.6, 113.6k, 113.6m: abilities function on the battlefield or stack, unless they work in other zones."""
    assert put("functions A", f"objects: [{{id: A, {facts}, abilities: [{{{ability}}}]}}]").verdict == verdict


# --- melded permanents ---------------------------------------------------------------------------------------

FACES = "faces: [{name: One}, {name: Two}, {name: Both}]"


@pytest.mark.parametrize(
    ("facts", "answer"),
    [
        (f"token: no, layout: meld, face_up: back, {FACES}", {"permanents": 1, "cards": 2, "finds": ["One", "Two"]}),
        ("token: no, layout: meld, face_up: back", {"permanents": 1, "cards": 2}),
        (f"token: no, layout: meld, face_up: front, {FACES}", {"permanents": 1, "cards": 1}),
        ("token: no, layout: normal", {"permanents": 1, "cards": 1}),
        ("token: yes, layout: normal", {"permanents": 1, "cards": 0}),
    ],
)
def test_melded_permanents_leave(put: Ask, facts: str, answer: dict[str, object]) -> None:
    """712.21, 712.21c: a melded permanent leaves as two cards, and an effect that tracks it finds both."""
    assert put("leaves A", f"objects: [{{id: A, zone: battlefield, {facts}}}]").value == answer


def test_unstated_meld(put: Ask) -> None:
    """The answer is open if it isn't stated whether the permanent is melded."""
    assert put("leaves A", "objects: [{id: A, zone: battlefield, layout: meld, token: no}]").depends_on == (
        "objects.A.face_up",
    )


@pytest.mark.parametrize(
    ("goes_to", "orders"), [("graveyard", "p2"), ("library", "p2"), ("exile", "p1"), ("hand", None)]
)
def test_who_orders_melded_cards(put: Ask, goes_to: str, orders: str | None) -> None:
    """712.21a: the owner orders the two cards in a graveyard or library. 712.21b: in exile, the exiling player does."""
    text = f"""players: {{p1: , p2: }}
objects: [{{id: A, zone: battlefield, owner: p2, layout: meld, face_up: back, {FACES}}}]
proposed: {{moves_to: {goes_to}}}"""
    assert put("leaves A", text, by="p1").value.get("orders") == orders


@pytest.mark.parametrize(("effects", "chosen"), [(("One", "Two"), ["One", "Two"]), (("One",), None), ((), None)])
def test_one_replacement_for_both_cards(put: Ask, effects: tuple[str, ...], chosen: list[str] | None) -> None:
    """712.21d: of two replacement effects, the one that is applied affects both cards."""
    says = ", ".join(f"{{source: {each}, says: replaces, does: die, objects: [A]}}" for each in effects)
    text = f"objects: [{{id: A, zone: battlefield, layout: meld, face_up: back, {FACES}}}]\neffects: [{says}]"
    assert put("leaves A", text).value.get("one_of") == chosen
    normal = text.replace("layout: meld", "token: no, layout: normal")
    assert put("leaves A", normal).value == {"permanents": 1, "cards": 1}


# --- card names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "choice", "verdict"),
    [
        ("name: Sol Ring, token: no, type_line: Artifact", "sol ring", "yes"),
        ("name: Island, token: no, type_line: Basic Land — Island", "Island", "no"),
        ("name: Clue, token: yes, type_line: Artifact", "Clue", "no"),
        ("name: Sol Ring, token: no, type_line: Artifact", "Forest", "depends"),
        ("name: Sol Ring, token: no", "Sol Ring", "depends"),
    ],
)
def test_card_names(put: Ask, facts: str, choice: str, verdict: str) -> None:
    """201.4, 201.4a: the chosen name must be the name of a card with the required qualities, not of a token."""
    text = f"""objects: [{{id: A, {facts}}}]
proposed: {{choice: {choice}, choice_of: card name, choice_quality: [artifact]}}"""
    assert put("can-choose", text).verdict == verdict


@pytest.mark.parametrize(("printed", "becomes", "verdict"), [("Land", "artifact", "no"), ("Artifact", "land", "yes")])
def test_card_names_whatever_effects_do(put: Ask, printed: str, becomes: str, verdict: str) -> None:
    """201.4a: the Oracle text of the card counts, even if an effect has changed the types of the permanent."""
    text = f"""objects: [{{id: A, zone: battlefield, token: no, name: Thing, type_line: {printed}}}]
effects: [{{says: is, objects: [A], types: [{becomes}]}}]
proposed: {{choice: Thing, choice_of: card name, choice_quality: [artifact]}}"""
    assert put("can-choose", text).verdict == verdict


def test_card_names_without_more(put: Ask) -> None:
    """201.4: if no qualities are required, any card name can be chosen. The choice has to be stated."""
    card = "objects: [{id: A, name: Island, token: no, type_line: Basic Land}]\n"
    asks = card + "proposed: {choice: Island, choice_of: card name}"
    assert put("can-choose", asks).verdict == "yes"
    assert put("can-choose", card + "proposed: {choice_of: card name}").depends_on == ("proposed.choice",)
    assert put("can-choose", card + "proposed: {choice: red, choice_of: color}").verdict == "yes"


@pytest.mark.parametrize(
    ("facts", "verdict"), [("legal_in_format: yes", "yes"), ("legal_in_format: no", "no"), ("tapped: no", "depends")]
)
def test_card_names_of_a_format(put: Ask, facts: str, verdict: str) -> None:
    """201.3: until 2018 only the name of a card that is legal in the format could be chosen."""
    text = f"""objects: [{{id: A, name: Island, token: no, type_line: Basic Land, zone: battlefield, {facts}}}]
proposed: {{choice: Island, choice_of: card name}}"""
    assert put("can-choose", text, day="2018-01-19").verdict == verdict
    assert put("can-choose", text.replace("token: no", "token: yes"), day="2018-01-19").verdict == "no"
    assert put("can-choose", text).verdict == "yes"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Sacrifice Giver: Draw a card.", "G"),
        ("Search your library for a card named Giver.", None),
        ("Givers get +1/+1.", None),
        ("Regenerate this creature.", None),
    ],
)
def test_a_name_in_the_text_of_an_ability(put: Ask, text: str, meant: str | None) -> None:
    """201.5a: the name in the text means the object that gave the ability. After “named”, it means any such object."""
    facts = f"""
objects:
  - {{id: G, zone: battlefield, name: Giver}}
  - {{id: A, zone: battlefield, name: Mine, abilities: [{{text: "{text}", granted_by: G}}]}}
"""
    assert put("named-object A", facts).value == meant


@pytest.mark.parametrize(
    ("text", "zone", "functions"),
    [
        ("{B}: Return this card from your graveyard to your hand.", "graveyard", "yes"),
        ("{B}: Return this card from your graveyard to your hand.", "battlefield", "no"),
        ("{B}: Return Mine from your graveyard to your hand.", "graveyard", "yes"),
        ("{B}, Exile this card from your hand: Draw a card.", "hand", "yes"),
        ("{B}: Return target card from your graveyard to your hand.", "graveyard", "no"),
        ("{B}: Return target card from your graveyard to your hand.", "battlefield", "yes"),
        ("When this creature dies, return this card from your graveyard to your hand.", "battlefield", "yes"),
    ],
)
def test_the_zone_that_an_ability_moves_its_object_from(put: Ask, text: str, zone: str, functions: str) -> None:
    """113.6m: such an ability functions only there, unless its trigger condition says that the object is put there."""
    facts = f'objects: [{{id: A, zone: {zone}, name: Mine, types: [creature], abilities: [{{text: "{text}"}}]}}]'
    assert put("functions A", facts).verdict == functions
