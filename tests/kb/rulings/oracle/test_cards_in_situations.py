"""Cards in situations: what their text states, and what limits the answer. The cards are invented."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from kb.errors import BadSituation
from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.parser import situation_from_text

HEAD = "format: cr-situation/1\nusual: yes\nclosed: [battlefield]\nplayers: {p1: {life: 20}, p2: {life: 20}}\n"
MOON = "Invented Moon {2}{R}\nEnchantment\nNonbasic lands are Mountains."
TOMB = "Invented Tomb\nLegendary Land\nEach land is a Swamp in addition to its other land types."
LEVELER = "Great Leveler {3}{W}\nEnchantment\nAll creatures lose all abilities and have base power and toughness 1/1."
BEAR = "Winged Bear {1}{G}\nCreature — Bear\nFlying, trample\n{2}: Draw a card.\n2/2"
ANTHEM = "Glad Anthem {1}{W}{W}\nEnchantment\nWhite creatures you control get +1/+1 and have vigilance."
SLOW = "Slow Gate {2}\nArtifact\nCreatures enter tapped."


def asked(question: str, *things: str, facts: str = "", **cards: str) -> Ruling:
    """Ask a question about objects on the battlefield, all of player 1, each with the text of a card."""
    objects = "".join(
        f"  - {{id: {name}, zone: battlefield, controller: p1, owner: p1, oracle: {json.dumps(text)}}}\n"
        for name, text in cards.items()
    )
    now = situation_from_text(f"{HEAD}{facts}objects:\n{objects}", "test")
    return ask(find_question(question), now, Law(None, date(2026, 1, 16)), QuestionArguments(question, things))


@pytest.mark.parametrize(
    ("question", "thing", "cards", "value"),
    [
        # 305.7: setting a basic land type replaces the land types of nonbasic lands.
        ("land-types", "T", {"M": MOON, "T": TOMB}, {"subtypes": ["mountain"], "loses_text_abilities": True}),
        ("power-toughness", "B", {"B": BEAR}, {"power": 2, "toughness": 2}),
        # 613.1f and 613.4b: layer 6 removes abilities, layer 7b sets base power and toughness.
        ("power-toughness", "B", {"B": BEAR, "L": LEVELER}, {"power": 1, "toughness": 1}),
        # The anthem is about white creatures only.
        ("power-toughness", "B", {"B": BEAR, "A": ANTHEM}, {"power": 2, "toughness": 2}),
        ("power-toughness", "B", {"B": BEAR.replace("{G}", "{W}"), "A": ANTHEM}, {"power": 3, "toughness": 3}),
    ],
)
def test_values_follow_from_the_cards_alone(
    question: str, thing: str, cards: dict[str, str], value: dict[str, object]
) -> None:
    found = asked(question, thing, **cards)
    assert (found.verdict, found.value) == ("yes", value)


def test_keywords_come_from_the_text_and_can_be_lost() -> None:
    characteristics = asked("characteristics", "B", B=BEAR).value
    assert set(characteristics["keywords"]) == {"flying", "trample"}
    assert asked("characteristics", "B", B=BEAR, L=LEVELER).value["keywords"] == []


def test_several_protections_are_several_keywords() -> None:
    """702.16g: "protection from black and from green" are two abilities."""
    knight = "Two-Way Knight {1}{W}\nCreature — Knight\nDouble strike, protection from black and from green\n2/2"
    keywords = asked("characteristics", "K", K=knight).value["keywords"]
    assert set(keywords) == {"double strike", "protection from black", "protection from green"}


def enters(gate: str) -> Ruling:
    """Ask how the bear of player 1 enters while player 1 controls a gate."""
    text = f"{HEAD}objects:\n  - {{id: B, zone: hand, controller: p1, owner: p1, oracle: {json.dumps(BEAR)}}}\n"
    text += f"  - {{id: G, zone: battlefield, controller: p1, oracle: {json.dumps(gate)}}}\n"
    now = situation_from_text(text, "test")
    return ask(find_question("enters"), now, Law(None, date(2026, 1, 16)), QuestionArguments("enters", ("B",)))


def test_creatures_enter_tapped() -> None:
    found = enters(SLOW)
    assert (found.verdict, found.value["tapped"]) == ("yes", True)


def test_a_description_of_what_enters_is_open() -> None:
    """No fact says whose creatures enter tapped, so the line isn't stated. It never holds for the wrong player."""
    found = enters("Slow Gate {2}\nArtifact\nCreatures your opponents control enter tapped.")
    assert (found.verdict, found.value) == ("depends", None)


def test_effects_on_cards_elsewhere_are_open() -> None:
    """An effect with `affects` is about permanents, so a line about cards elsewhere isn't stated as such an effect."""
    mage = (
        "Swift Mage {2}{U}\nCreature — Wizard\nCreature cards you own that aren't on the battlefield have flash.\n3/4"
    )
    found = asked("power-toughness", "B", B=BEAR, M=mage)
    assert found.verdict == "depends"


def test_a_line_that_is_not_understood_limits_every_answer() -> None:
    """A static line that no facts express makes the answer depend on it, quoted. It's never dropped."""
    found = asked("land-types", "T", M=MOON + "\nFrobnicate all lands.", T=TOMB)
    assert found.verdict == "depends"
    assert found.depends_on == ("objects.M.oracle.2: “Frobnicate all lands.”",)


def test_understood_lines_without_facts_limit_the_answer_too() -> None:
    """The grammar understands the line, but no fact of an effect expresses its condition."""
    chart = "Odd Chart {1}\nArtifact\nAs long as you have more life than an opponent, creatures you control get +1/+1."
    found = asked("power-toughness", "B", B=BEAR, C=chart)
    assert found.verdict == "depends"
    assert "objects.C.oracle.1" in found.depends_on[0]


def test_abilities_that_nobody_uses_do_not_limit_the_answer() -> None:
    found = asked(
        "power-toughness", "B", B=BEAR, W="Odd Well {1}\nArtifact\nWhenever a frobnicator blinks, you flurble."
    )
    assert found.verdict == "yes"
    assert any(each.fact.startswith("objects.W.abilities") for each in found.not_used)


def test_a_limit_on_activating_is_open_for_its_own_object() -> None:
    """No fact states the limit, so a question about the object depends on it. Other questions don't."""
    well = "Odd Well {1}\nArtifact\n{1}: Draw a card. Activate only during your upkeep."
    assert asked("power-toughness", "B", B=BEAR, W=well).verdict == "yes"
    assert any("oracle.1" in each for each in asked("can-activate", "W", W=well).depends_on)


def test_an_ability_does_not_function_elsewhere() -> None:
    """113.6: a static ability of a permanent card functions only on the battlefield."""
    text = f"{HEAD}objects:\n  - {{id: M, zone: graveyard, owner: p1, oracle: {json.dumps(MOON)}}}\n"
    text += "  - {id: L, zone: battlefield, controller: p2, types: [land], subtypes: [desert]}\n"
    now = situation_from_text(text, "test")
    found = ask(find_question("land-types"), now, Law(None, date(2026, 1, 16)), QuestionArguments("land-types", ("L",)))
    assert found.value == {"subtypes": ["desert"], "loses_text_abilities": False}
    assert [each.fact for each in found.not_used if "oracle" in each.fact] == ["objects.M.oracle.1"]


def test_stated_facts_win_and_are_reported() -> None:
    text = (
        f"{HEAD}objects:\n  - {{id: B, zone: battlefield, controller: p1, base_power: 5, oracle: {json.dumps(BEAR)}}}\n"
    )
    now = situation_from_text(text, "test")
    asked_about = QuestionArguments("power-toughness", ("B",))
    found = ask(find_question("power-toughness"), now, Law(None, date(2026, 1, 16)), asked_about)
    assert found.value == {"power": 5, "toughness": 2}
    assert dict(found.cards)["B"].set_aside == ("base_power",)


def test_present_power_alone_sets_the_printed_numbers_aside() -> None:
    """Power as it is now can't stand beside a base toughness, so the card's toughness isn't taken."""
    text = f"{HEAD}objects:\n  - {{id: B, zone: battlefield, controller: p1, power: 5, oracle: {json.dumps(BEAR)}}}\n"
    now = situation_from_text(text, "test")
    assert dict(now.cards)["B"].set_aside == ("base_power", "base_toughness")


@pytest.mark.parametrize(
    ("oracle", "message"),
    [
        ("Invented Moon {2}{R}\\nNonbasic lands are Mountains.", "a type line"),
        ("Invented Moon", "no card library"),
        ("One\\nArtifact\\n//\\nTwo\\nArtifact", "one face"),
        ("Wall of Twigs\\nCreature — Trefolk\\n0/3", "'Trefolk' is no subtype"),
    ],
)
def test_what_is_no_card_is_a_fault(oracle: str, message: str) -> None:
    with pytest.raises(BadSituation, match=message):
        situation_from_text(f'{HEAD}objects: [{{id: A, oracle: "{oracle}"}}]', "test")


def test_the_pasted_card_in_a_block(tmp_path: Path) -> None:
    """YAML's block form needs no quotes."""
    block = "objects:\n  - id: B\n    zone: battlefield\n    controller: p1\n    oracle: |\n"
    block += "".join(f"      {line}\n" for line in BEAR.splitlines())
    now = situation_from_text(HEAD + block, "test")
    assert now.object("B") is not None
    assert now.cards["B"].name == "Winged Bear"
