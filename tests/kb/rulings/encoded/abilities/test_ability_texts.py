"""Texts of abilities: activation costs (602.1a), static abilities linked to triggered ones (603.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def ability(fact: str) -> str:
    return f"objects: [{{id: A, zone: battlefield, abilities: [{{{fact}}}]}}]"


@pytest.mark.parametrize("day", ["2002-01-01", "2009-08-01", "2026-01-16"])
@pytest.mark.parametrize(
    ("fact", "cost"),
    [
        ("text: '{2}, {T}: You gain 1 life.'", {"cost": "{2}, {T}", "mana": "{2}", "tap": True}),
        ("text: '{1}{R}, {Q}, Pay 2 life: Draw.'",
         {"cost": "{1}{R}, {Q}, Pay 2 life", "mana": "{1}{R}", "untap": True, "life": 2}),
        ("text: 'Sacrifice a creature, Discard a card: Draw.'",
         {"cost": "Sacrifice a creature, Discard a card", "others": ["Sacrifice a creature", "Discard a card"]}),
        ("text: '{E}: Draw a card.'", {"cost": "{E}", "others": ["{E}"]}),
        ("text: 'Pay 2 lifetimes: Draw.'", {"cost": "Pay 2 lifetimes", "others": ["Pay 2 lifetimes"]}),
        ("cost: '{T}'", {"cost": "{T}", "tap": True}),
    ],
)  # fmt: skip
def test_activation_cost(put: Ask, fact: str, cost: dict[str, Any], day: str) -> None:
    """602.1a: the activation cost is everything before the colon."""
    ruling = put("activation-cost A", ability(fact), day)
    assert (ruling.verdict, ruling.value) == ("yes", cost)
    assert [each.concept for each in ruling.citations] == ["activation-cost"]


def test_no_activation_cost(put: Ask) -> None:
    """602.1: a text without a colon outside of quotes has no activation cost; the text has to be stated."""
    assert put("activation-cost A", ability("text: 'Whenever it attacks, draw a card.'")).verdict == "no"
    quoted = "text: 'Creatures you control have \"{T}: Add {G}.\"'"
    assert put("activation-cost A", ability(quoted)).verdict == "no"
    assert put("activation-cost A", ability("kind: activated")).depends_on == ("objects.A.abilities.1.text",)


TWO = ["triggered", "triggered"]


@pytest.mark.parametrize(
    ("text", "day", "kinds", "linked"),
    [
        ("Reveal it. Whenever you do, draw a card.", "2026-01-16", ["static", "triggered"], True),
        ("Reveal it. Whenever you do, draw a card.", "2005-08-01", ["static", "triggered"], True),
        ("Reveal it. When you do, draw. At end of turn, draw.", "2026-01-16", ["static", *TWO], True),
        ("Reveal it. When you do, draw. At end of turn, draw.", "2012-02-01", ["static", *TWO], False),
        ("Reveal it. Whenever you do, draw a card.", "2002-01-01", ["static", "triggered"], False),
        ("When it enters, draw. Then discard a card.", "2026-01-16", ["triggered"], False),
        ("When it enters, draw. When it leaves, discard.", "2026-01-16", ["triggered", "triggered"], False),
        ("{T}: Draw a card. Activate only once each turn.", "2026-01-16", ["activated"], False),
        ("Creatures you control get +1/+1.", "2026-01-16", ["static"], False),
        ("Whenevers are words.", "2026-01-16", ["static"], False),
    ],
)  # fmt: skip
def test_kinds_of_a_paragraph(put: Ask, text: str, day: str, kinds: list[str], linked: bool) -> None:
    """603.11: a paragraph can have a static ability and triggered abilities that are linked to it."""
    ruling = put("ability-kinds A", ability(f"text: '{text}'"), day)
    assert (ruling.verdict, ruling.value) == ("yes", {"kinds": kinds, "linked": linked})


def test_abilities_that_refer_to_one_another_may_be_linked(put: Ask) -> None:
    """607.2a: an ability that refers to the exiled card is linked to one that exiles it. It isn't called unlinked."""
    text = "When it enters, exile target artifact. When it leaves, return the exiled card."
    assert put("ability-kinds A", ability(f"text: '{text}'")).verdict == "depends"


def test_text_has_to_be_stated(put: Ask) -> None:
    """The kinds of abilities depend on the text if it isn't stated."""
    assert put("ability-kinds A", ability("kind: static")).depends_on == ("objects.A.abilities.1.text",)
