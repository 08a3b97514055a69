"""Loyalty abilities (606.3, 606.6) and starting loyalty (306.5b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

# With these facts 606.3 lets p1 activate a loyalty ability of A.
ALLOWED = {
    "phase": "main",
    "priority": "p1",
    "active": "p1",
    "stack": "[]",
    "controller": "p1",
    "activated": "no",
}


def activation(**changes: str | None) -> str:
    """Return the situation with changed facts. None leaves a fact out."""
    facts = {name: value for name, value in (ALLOWED | changes).items() if value is not None}
    game = ", ".join(f"{name}: {facts[name]}" for name in ("phase", "priority", "active", "stack") if name in facts)
    controller = f", controller: {facts['controller']}" if "controller" in facts else ""
    history = f"\nhistory: {{loyalty_activated: {{A: {facts['activated']}}}}}" if "activated" in facts else ""
    extra = changes.get("extra") or ""
    return (
        f"game: {{{game}}}\nplayers: {{p1: , p2: }}\n"
        f"objects: [{{id: A, zone: battlefield, types: [planeswalker]{controller}{extra}}}]{history}"
    )


def test_loyalty_ability_can_be_activated(put: Ask) -> None:
    """606.3: a loyalty ability can be activated if all conditions are met."""
    ruling = put("can-activate A", activation(), by="p1")
    assert (ruling.verdict, ruling.depends_on) == ("yes", ())
    assert [cited.number for cited in ruling.citations] == ["606.3"]


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("phase", "combat"),
        ("phase", "ending"),
        ("priority", "p2"),
        ("active", "p2"),
        ("stack", "[B]"),
        ("controller", "p2"),
        ("activated", "yes"),
    ],
)
def test_one_condition_that_fails_is_enough(put: Ask, fact: str, value: str) -> None:
    """606.3: if one condition fails, the answer is no, even if nothing else is stated."""
    assert put("can-activate A", activation(**{fact: value}), by="p1").verdict == "no"
    only = dict.fromkeys(ALLOWED, None) | {fact: value}
    assert put("can-activate A", activation(**only), by="p1").verdict == "no"


@pytest.mark.parametrize(
    ("fact", "path"),
    [
        ("phase", "game.phase"),
        ("priority", "game.priority"),
        ("active", "game.active"),
        ("stack", "game.stack"),
        ("controller", "objects.A.controller"),
        ("activated", "history.loyalty_activated.A"),
    ],
)
def test_one_unstated_condition(put: Ask, fact: str, path: str) -> None:
    """If one condition isn't stated, the answer depends on it alone."""
    ruling = put("can-activate A", activation(**{fact: None}), by="p1")
    assert (ruling.verdict, ruling.depends_on) == ("depends", (path,))


@pytest.mark.parametrize(
    ("cost", "counters", "verdict"),
    [("-3", "3", "yes"), ("-3", "2", "no"), ("+1", "0", "yes"), ("0", "0", "yes"), ("-1", None, "depends")],
)
def test_negative_cost_needs_counters(put: Ask, cost: str, counters: str | None, verdict: str) -> None:
    """606.6: a negative loyalty cost needs at least as many loyalty counters."""
    counted = f", counters: {{loyalty: {counters}}}" if counters is not None else ""
    extra = f", abilities: [{{loyalty_cost: {cost}}}]{counted}"
    ruling = put("can-activate A", activation(extra=extra), by="p1")
    assert ruling.verdict == verdict
    if verdict == "depends":
        assert ruling.depends_on == ("objects.A.counters.loyalty",)


@pytest.mark.parametrize(
    ("effect", "verdict"),
    [
        ("{says: cant, does: activate, objects: [A], source: Pithing Needle}", "no"),
        ("{says: cant, does: activate, objects: [A], applies: no}", "yes"),
        ("{says: cant, does: attack, objects: [A]}", "yes"),
    ],
)
def test_cant_beats_can(put: Ask, effect: str, verdict: str) -> None:
    """101.2: an effect that forbids activation beats the permission of 606.3."""
    ruling = put("can-activate A", activation() + f"\neffects: [{effect}]", by="p1")
    assert ruling.verdict == verdict


def test_card_overrides_only_one_rule(put: Ask) -> None:
    """101.1: an effect that waives 606.3 allows a second activation. An effect that waives 606.6 doesn't allow it."""
    text = activation(activated="yes") + "\neffects: [{says: can, does: activate, objects: [A], waives: [%s]}]"
    assert put("can-activate A", text % "loyalty-activation", by="p1").verdict == "yes"
    assert put("can-activate A", text % "606.3", by="p1").verdict == "yes"
    assert put("can-activate A", text % "606.6", by="p1").verdict == "no"


def test_all_activated_abilities_of_planeswalkers_before_2009_10(put: Ask) -> None:
    """212.9f, 306.7: before 606.3 the limits held for all activated abilities of planeswalkers."""
    text = activation(phase="combat", extra=", abilities: [{kind: activated, cost: '{T}'}]")
    assert put("can-activate A", text, day="2009-05-01", by="p1").verdict == "no"
    assert "606.3" not in [cited.number for cited in put("can-activate A", text, by="p1").citations]


def test_starting_loyalty_is_the_printed_one(put: Ask) -> None:
    """306.5b: a planeswalker enters with its printed loyalty."""
    ruling = put("starting-loyalty A", "objects: [{id: A, loyalty: 3}]")
    assert (ruling.verdict, ruling.value, ruling.citations[0].number) == ("yes", 3, "306.5b")
    assert put("starting-loyalty A", "objects: [{id: A}]").depends_on == ("objects.A.loyalty",)


@pytest.mark.parametrize(("cost", "verdict", "cites"), [("+1", "yes", False), ("0", "yes", False), ("-1", "yes", True)])
def test_rule_for_negative_costs_is_cited_only_for_them(put: Ask, cost: str, verdict: str, cites: bool) -> None:
    """606.6 is cited only for negative loyalty costs."""
    extra = f", abilities: [{{loyalty_cost: {cost}}}], counters: {{loyalty: 1}}"
    for day, number in (("2026-01-16", "606.6"), ("2012-10-01", "606.5")):
        ruling = put("can-activate A", activation(extra=extra), by="p1", day=day)
        assert (ruling.verdict, number in [cited.number for cited in ruling.citations]) == (verdict, cites)


def test_combined_loyalty_costs(put: Ask) -> None:
    """606.5, 606.6: since 2021-07-23 loyalty costs are combined, so -4 and an additional +1 need three counters."""
    extra = ", abilities: [{loyalty_cost: -4}], counters: {loyalty: 3}"
    text = activation(extra=extra) + "\neffects: [{says: costs, does: activate, objects: [A], amount: 1}]"
    assert put("can-activate A", text, by="p1").verdict == "yes"
    assert put("can-activate A", text, by="p1", day="2021-04-22").verdict == "no"
    assert put("loyalty-cost A", text).value == -3
    off = text.replace("amount: 1", "amount: 1, applies: no")
    assert put("loyalty-cost A", off).value == -4


def test_loyalty_cost_without_additions(put: Ask) -> None:
    """606.4: without additional costs the printed loyalty cost is the whole cost."""
    ruling = put("loyalty-cost A", "objects: [{id: A, abilities: [{loyalty_cost: -2}]}]")
    assert (ruling.value, [cited.number for cited in ruling.citations]) == (-2, ["606.4"])


@pytest.mark.parametrize(
    ("question", "thing", "kind"), [("loyalty", "planeswalker", "loyalty"), ("defense", "battle", "defense")]
)
def test_no_loyalty_is_never_assumed(put: Ask, question: str, thing: str, kind: str) -> None:
    """306.5b: `usual: yes` doesn't assume that there are no loyalty counters. A closed battlefield means 0."""
    text = f"objects: [{{id: W, zone: battlefield, types: [{thing}], keywords: []}}]\n"
    for more in ("", "usual: yes\n"):
        assert put(f"{question} W", more + text).depends_on == (f"objects.W.counters.{kind}",)
        ruling = put("damage A W", more + text[:-2] + ", {id: A, types: [creature], power: 2, keywords: []}]\n")
        assert ruling.value == {"W": {kind: -2}}
    assert put(f"{question} W", "closed: [battlefield]\n" + text).value == 0
