"""Abilities that trigger on events and damage (603), and on expending mana (700.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(ability: str, events: str = "", *, effects: str = "", rest: str = "", **more: str) -> str:
    """Return E of p1 with the ability, creatures A of p1 and B of p2, and a land L in p1's hand."""
    rows = {
        "E": f"zone: battlefield, controller: p1, types: [enchantment], abilities: [{{kind: triggered, {ability}}}]",
        "A": "zone: battlefield, controller: p1, types: [creature], colors: [red], tapped: no",
        "B": "zone: battlefield, controller: p2, types: [creature], colors: [blue], tapped: yes",
        "L": "zone: hand, owner: p1, controller: p1, types: [land]",
    }
    for name, facts in more.items():
        rows[name] = f"{rows[name]}, {facts}" if name in rows else facts
    objects = "\n".join(f"  - {{id: {name}, {facts}}}" for name, facts in rows.items())
    proposed = f"proposed: {{events: [{events}]}}\n" if events else ""
    return (
        f"closed: [battlefield]\nplayers: {{p1: {{life: 20}}, p2: {{life: 20}}}}\nobjects:\n{objects}\n"
        f"effects: [{effects}]\n{proposed}{rest}"
    )


@pytest.mark.parametrize(
    ("ability", "events", "times"),
    [
        ("trigger: dies, quality: [creature]", "{happens: die, things: [A, B]}", 2),
        ("trigger: dies, quality: [creature]", "{happens: die, things: [A]}, {happens: die, things: [B]}", 2),
        ("trigger: dies, quality: [creature you control]", "{happens: die, things: [A, B]}", 1),
        ("trigger: dies, quality: [red creature]", "{happens: die, things: [A, B]}", 1),
        ("trigger: dies, quality: [creature, red]", "{happens: die, things: [A, B]}", 1),
        ("trigger: dies, quality: [creature], one_or_more: yes", "{happens: die, things: [A, B]}", 1),
        ("trigger: dies, quality: [red creature], one_or_more: yes", "{happens: die, things: [A, B]}", 1),
        ("trigger: dies, watches: [B]", "{happens: die, things: [A]}", 0),
        ("trigger: dies, watches: [B]", "{happens: die, things: [A, B]}", 1),
        ("trigger: dies", "{happens: die, things: [A]}", 0),
        ("trigger: dies", "{happens: die, things: [E]}", 1),
        ("trigger: dies, quality: [creature]", "{happens: sacrifice, things: [A]}", 1),
        ("trigger: dies, quality: [creature]", "{happens: exile, things: [A]}", 0),
        ("trigger: leaves, quality: [creature]", "{happens: exile, things: [A]}, {happens: return, things: [B]}", 2),
        ("trigger: leaves, quality: [creature]", "{happens: sacrifice, things: [A]}", 1),
        ("trigger: is-sacrificed, quality: [creature]", "{happens: die, things: [A]}", 0),
        ("trigger: is-sacrificed, quality: [creature]", "{happens: sacrifice, things: [A]}", 1),
        ("trigger: enters, quality: [land]", "{happens: enter, things: [L]}", 1),
        ("trigger: enters, quality: [creature]", "{happens: enter, things: [L]}", 0),
        ("trigger: is-discarded, quality: [land]", "{happens: discard, things: [L]}", 1),
        ("trigger: is-discarded, quality: [creature]", "{happens: discard, things: [L]}", 0),
        ("trigger: player-draws", "{happens: draw, things: [p1], amount: 3}", 3),
        ("trigger: player-draws", "{happens: draw, things: [p2]}", 0),
        ("trigger: player-draws, watches: [p2]", "{happens: draw, things: [p2]}", 1),
        ("trigger: player-gains-life", "{happens: gain-life, things: [p1], amount: 3}", 1),
        ("trigger: player-gains-life", "{happens: lose-life, things: [p1], amount: 3}", 0),
    ],
)
def test_each_occurrence(put: Ask, ability: str, events: str, times: int) -> None:
    """603.2c: an ability triggers once for each occurrence of its event, also for several in one event."""
    ruling = put("trigger-count E", board(ability, events))
    assert (ruling.verdict, ruling.value) == ("yes", times)
    assert ruling.citations[0].concept == "triggers-each-occurrence"


@pytest.mark.parametrize("day", ["2002-01-01", "2008-01-01", "2026-01-16"])
@pytest.mark.parametrize(
    ("events", "times"),
    [
        ("{happens: tap, things: [A]}", 1),
        ("{happens: tap, things: [B]}", 0),
        ("{happens: tap, things: [A]}, {happens: tap, things: [A]}", 1),
        ("{happens: tap, things: [A]}, {happens: untap, things: [A]}, {happens: tap, things: [A]}", 2),
        ("{happens: enter, things: [L]}", 0),
        ("{happens: untap, things: [B]}", 0),
    ],
)
def test_becoming_tapped(put: Ask, events: str, times: int, day: str) -> None:
    """603.2e: a permanent becomes tapped only if it was untapped, not if it is already tapped or enters tapped."""
    ruling = put("trigger-count E", board("trigger: becomes-tapped, quality: [permanent]", events), day)
    assert (ruling.verdict, ruling.value) == ("yes", times)


def test_only_permanents_become_tapped(put: Ask) -> None:
    """603.2e: a land in a hand doesn't become tapped."""
    text = board("trigger: becomes-tapped, watches: [L]", "{happens: tap, things: [L]}")
    assert put("trigger-count E", text).value == 0


ENTERS_AS_CREATURE = ("trigger: enters, quality: [creature]", "{happens: enter, things: [L]}")


def test_unstated_characteristics_as_it_enters(put: Ask) -> None:
    """603.6b: if an effect makes L a creature, the answer depends on L's unstated subtypes or colours only if asked."""
    effect = "{says: is, types: [creature], objects: [L]}"
    text = board(*ENTERS_AS_CREATURE, effects=effect)
    assert put("trigger-count E", text.replace("closed: [battlefield]\n", "")).value == 1
    effect = "{says: is, types: [creature], affects: [red land]}"
    red = board(*ENTERS_AS_CREATURE, effects=effect, L="supertypes: [], subtypes: []")
    assert put("trigger-count E", red).value == 0, "a land without a mana cost is colourless (105.2c, 202.1b)"
    artifact = red.replace("red land", "red artifact").replace("types: [land]", "types: [artifact]")
    assert "objects.L.mana_cost" in put("trigger-count E", artifact).depends_on


@pytest.mark.parametrize(("thing", "times"), [("B", 1), ("A", 0)])
def test_becoming_untapped(put: Ask, thing: str, times: int) -> None:
    """603.2e: a permanent that is untapped already doesn't become untapped."""
    text = board("trigger: becomes-untapped, watches: [A, B]", f"{{happens: untap, things: [{thing}]}}")
    assert put("trigger-count E", text).value == times


@pytest.mark.parametrize(
    ("trigger", "event", "effect", "times"),
    [
        ("dies", "die", "says: replaces, does: die", 0),
        ("dies", "die", "says: replaces, does: die, applies: no", 1),
        ("dies", "die", "says: replaces, does: die, objects: [B]", 1),
        ("dies", "die", "says: cant, does: die", 0),
        ("dies", "die", "says: cant, does: die, quality: [land]", 1),
        ("dies", "die", "says: replaces, does: die, quality: [creature]", 0),
        ("dies", "die", "says: replaces, does: die, quality: [blue creature]", 1),
        ("dies", "die", "says: replaces, does: die, affects: [red creature]", 0),
        ("dies", "die", "says: replaces, does: die, affects: [blue creature]", 1),
        ("dies", "die", "says: replaces, does: die, affects: [blue creature], instead: exile", 1),
        ("leaves", "die", "says: replaces, does: die, instead: exile, applies: no", 1),
        ("dies", "sacrifice", "says: replaces, does: die, instead: exile", 0),
        ("is-sacrificed", "sacrifice", "says: replaces, does: die, instead: exile", 1),
        ("leaves", "sacrifice", "says: replaces, does: die, instead: exile", 1),
        ("leaves", "die", "says: replaces, does: die, instead: exile", 1),
        ("leaves", "die", "says: replaces, does: die, instead: nothing", 0),
        ("dies", "exile", "says: replaces, does: exile, instead: die", 1),
        ("dies", "exile", "says: replaces, does: exile, instead: die, applies: no", 0),
    ],
)
def test_replaced_events(put: Ask, trigger: str, event: str, effect: str, times: int) -> None:
    """603.2g: a replaced event doesn't trigger an ability; the event that replaces it can."""
    text = board(f"trigger: {trigger}, watches: [A]", f"{{happens: {event}, things: [A]}}", effects=f"{{{effect}}}")
    ruling = put("trigger-count E", text)
    assert (ruling.verdict, ruling.value) == ("yes", times)


@pytest.mark.parametrize(
    ("effect", "times"),
    [
        ("says: replaces, does: gain-life, players: [p1], quality: [double]", 1),
        ("says: replaces, does: gain-life, players: [p1], quality: [double], instead: draw", 0),
        ("says: replaces, does: gain-life, players: [p1], instead: nothing", 0),
        ("says: cant, does: gain-life, players: [p1]", 0),
    ],
)
def test_modified_amounts_still_trigger(put: Ask, effect: str, times: int) -> None:
    """603.2g: doubled life gain still triggers; life gain replaced by another event doesn't."""
    text = board("trigger: player-gains-life", "{happens: gain-life, things: [p1]}", effects=f"{{{effect}}}")
    assert put("trigger-count E", text).value == times


@pytest.mark.parametrize(
    ("says", "came", "times"), [("replaces", 1, 0), ("replaces", 2, 1), ("cant", 1, 0), ("cant", 2, 0), ("cant", 3, 1)]
)
def test_later_effects_replace_nothing(put: Ask, says: str, came: int, times: int) -> None:
    """614.4, 603.2g: an effect that began after the event doesn't stop the trigger."""
    effect = f"{{says: {says}, does: die, timestamp: {came}}}"
    text = board("trigger: dies, watches: [A]", "{happens: die, things: [A], timestamp: 2}", effects=effect)
    assert put("trigger-count E", text).value == times


DAMAGE = "proposed: {damage: [{source: A, to: p2, amount: 2}, {source: A, to: B, amount: 1}]}\n"


@pytest.mark.parametrize(
    ("ability", "effect", "times"),
    [
        ("trigger: deals-damage, watches: [A]", "", 1),
        ("trigger: deals-damage, watches: [B]", "", 0),
        ("trigger: deals-damage, quality: [red creature]", "", 1),
        ("trigger: deals-damage, watches: [A]", "{says: prevents, does: be-dealt-damage, players: [p2]}", 1),
        ("trigger: deals-damage, watches: [A]", "{says: prevents, does: deal-damage, objects: [A]}", 0),
        ("trigger: is-dealt-damage, watches: [p2]", "", 1),
        ("trigger: is-dealt-damage, watches: [p2]", "{says: prevents, does: be-dealt-damage, players: [p2]}", 0),
        ("trigger: is-dealt-damage, quality: [creature]", "", 1),
        ("trigger: is-dealt-damage, watches: [B, p2]", "", 2),
    ],
)
def test_damage(put: Ask, ability: str, effect: str, times: int) -> None:
    """603.2c, 603.2g: an ability triggers for each recipient that is dealt damage; prevented damage doesn't count."""
    ruling = put("trigger-count E", board(ability, effects=effect, rest=DAMAGE))
    assert (ruling.verdict, ruling.value) == ("yes", times)


@pytest.mark.parametrize(
    ("effect", "when", "times"),
    [
        ("says: is, types: [creature], in_addition: yes, objects: [L]", "", 1),
        ("says: is, types: [creature], in_addition: yes, objects: [A]", "", 0),
        ("says: is, types: [creature], in_addition: yes, affects: [land]", "", 1),
        ("says: is, types: [creature], in_addition: yes, affects: [artifact]", "", 0),
        ("says: is, types: [creature], in_addition: yes, objects: [L], timestamp: 2", "timestamp: 1", 0),
        ("says: is, types: [creature], in_addition: yes, objects: [L], timestamp: 1", "timestamp: 1", 1),
        ("says: is, types: [creature], in_addition: yes, objects: [L], timestamp: 2", "", 1),
        ("says: is, colors: [red], objects: [L]", "", 0),
    ],
)
def test_characteristics_as_it_enters(put: Ask, effect: str, when: str, times: int) -> None:
    """603.6b: effects that exist as the permanent enters already change its characteristics."""
    event = f"{{happens: enter, things: [L]{', ' + when if when else ''}}}"
    text = board(
        "trigger: enters, quality: [creature]", event, effects=f"{{{effect}}}", L="subtypes: [], supertypes: []"
    )
    ruling = put("trigger-count E", text)
    assert (ruling.verdict, ruling.value) == ("yes", times)


def test_colors_as_it_enters(put: Ask) -> None:
    """603.6b: an effect on permanents gives its colour to an entering land, but not to a discarded one."""
    effect = "{says: is, colors: [green], objects: [L]}"
    for happens, trigger, times in (("enter", "enters", 1), ("discard", "is-discarded", 0)):
        event = f"{{happens: {happens}, things: [L]}}"
        text = board(f"trigger: {trigger}, quality: [green land]", event, effects=effect, L="colors: []")
        ruling = put("trigger-count E", text)
        assert (ruling.verdict, ruling.value) == ("yes", times)


ENTERS = ("trigger: enters, quality: [land]", "{happens: enter, things: [L]}")
DIES = "trigger: dies, quality: [creature]"


@pytest.mark.parametrize(
    ("ability", "events", "effect", "times"),
    [
        (*ENTERS, "says: loses, objects: [E], abilities: [all]", 0),
        (*ENTERS, "says: loses, objects: [A], abilities: [all]", 1),
        (*ENTERS, "says: loses, affects: [enchantment], abilities: [all]", 0),
        (*ENTERS, "says: loses, affects: [creature], abilities: [all]", 1),
        (*ENTERS, "says: loses, objects: [E], abilities: [all], applies: no", 1),
        (*ENTERS, "says: loses, objects: [E], quality: [flying]", 1),
        (*ENTERS, "says: gains, objects: [E], abilities: [all]", 1),
        (ENTERS[0], "{happens: enter, things: [L], timestamp: 1}",
         "says: loses, objects: [E], abilities: [all], timestamp: 2", 1),
        (ENTERS[0], "{happens: die, things: [E]}, {happens: enter, things: [L]}", "says: other", 0),
        (DIES, "{happens: die, things: [E, A]}", "says: other", 1),
        (DIES, "{happens: die, things: [E]}, {happens: die, things: [A]}", "says: other", 0),
    ],
)  # fmt: skip
def test_objects_that_see_an_event(put: Ask, ability: str, events: str, effect: str, times: int) -> None:
    """603.10, 603.10a: an ability triggers if it exists after the event; for "dies" it must exist before."""
    ruling = put("trigger-count E", board(ability, events, effects=f"{{{effect}}}"))
    assert (ruling.verdict, ruling.value) == ("yes", times)


def test_entering_with_others(put: Ask) -> None:
    """603.10: permanents that enter together see each other enter; an ability in a hand sees no death."""
    enters = board("trigger: enters, quality: [land]", "{happens: enter, things: [E, L]}").replace(
        "id: E, zone: battlefield", "id: E, zone: hand"
    )
    assert put("trigger-count E", enters).value == 1
    dies = board("trigger: dies, quality: [creature]", "{happens: die, things: [A]}").replace(
        "id: E, zone: battlefield", "id: E, zone: hand"
    )
    assert put("trigger-count E", dies).value == 0
    assert put("trigger-count E", dies.replace("id: E,", "id: E, emblem: yes,")).value == 1


@pytest.mark.parametrize("happens", ["cast", "discard"])
def test_own_cast_or_discard(put: Ask, happens: str) -> None:
    """An ability that triggers as its own object is cast or discarded functions outside the battlefield."""
    trigger = {"cast": "is-cast", "discard": "is-discarded"}[happens]
    text = board(f"trigger: {trigger}", f"{{happens: {happens}, things: [E]}}").replace(
        "E, zone: battlefield", "E, zone: hand"
    )
    assert put("trigger-count E", text).value == 1


TWO_DIE = "{happens: die, things: [A], timestamp: 2}, {happens: die, things: [B], timestamp: 3}"


@pytest.mark.parametrize(
    ("created", "duration", "events", "times"),
    [
        ("timestamp: 2", "no", "{happens: die, things: [A], timestamp: 1}", 0),
        ("timestamp: 2", "no", "{happens: die, things: [A], timestamp: 2}", 0),
        ("timestamp: 1", "no", "{happens: die, things: [A], timestamp: 2}", 1),
        ("timestamp: 1", "no", TWO_DIE, 1),
        ("timestamp: 1", "yes", TWO_DIE, 2),
        ("delayed: yes", "no", "{happens: die, things: [A]}", 1),
        ("delayed: yes", "no", "{happens: die, things: [L]}, {happens: die, things: [A]}", 1),
    ],
)  # fmt: skip
def test_delayed_triggers(put: Ask, created: str, duration: str, events: str, times: int) -> None:
    """603.7a, 603.7b: a delayed ability triggers after its creation, and only once without a stated duration."""
    facts = created if created == "delayed: yes" else f"delayed: yes, {created}"
    text = board(f"trigger: dies, quality: [creature], {facts}, duration: {duration}", events)
    ruling = put("trigger-count E", text)
    assert (ruling.verdict, ruling.value) == ("yes", times)
    assert "delayed-trigger-once" in [each.concept for each in ruling.citations]


def test_delayed_trigger_needs_the_time_of_the_event(put: Ask) -> None:
    """603.7a: the event may come before the ability was created, so the answer depends on its time."""
    text = board("trigger: dies, quality: [creature], delayed: yes, timestamp: 2", "{happens: die, things: [A]}")
    ruling = put("trigger-count E", text)
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("proposed.events.1.timestamp",))


SACRIFICES = "{happens: sacrifice, things: [A], by: E}, {happens: sacrifice, things: [B], by: E}"


@pytest.mark.parametrize(
    ("more", "events", "day", "times"),
    [
        ("", "{happens: sacrifice, things: [A], by: E}", "2026-01-16", 1),
        ("", "{happens: sacrifice, things: [A], by: B}", "2026-01-16", 0),
        ("", SACRIFICES, "2026-01-16", 2),
        (", one_or_more: yes", SACRIFICES, "2026-01-16", 1),
        (", one_or_more: yes", SACRIFICES.replace("by: E", "by: B", 1), "2026-01-16", 1),
        ("", SACRIFICES, "2021-01-01", 2),
        (", one_or_more: yes", SACRIFICES, "2021-01-01", 2),
        ("", SACRIFICES, "2018-01-19", 2),
    ],
)
def test_reflexive_triggers(put: Ask, more: str, events: str, day: str, times: int) -> None:
    """603.12, 603.12a: a reflexive ability counts events that E caused, each time or once for all of them."""
    text = board(f"trigger: is-sacrificed, quality: [creature], reflexive: yes{more}", events)
    ruling = put("trigger-count E", text, day)
    assert (ruling.verdict, ruling.value) == ("yes", times)


@pytest.mark.parametrize(("source", "times"), [("E", 1), ("A", 0)])
def test_reflexive_by_an_ability_on_the_stack(put: Ask, source: str, times: int) -> None:
    """603.12: an event caused by an ability on the stack is caused by that ability's source."""
    text = board(
        "trigger: is-sacrificed, quality: [creature], reflexive: yes", "{happens: sacrifice, things: [A], by: T}",
        T=f"zone: stack, controller: p1, source: {source}",
    )  # fmt: skip
    assert put("trigger-count E", text).value == times


def test_reflexive_trigger_needs_the_cause(put: Ask) -> None:
    """603.12: the answer depends on the cause of the event if it isn't stated."""
    text = board("trigger: is-sacrificed, quality: [creature], reflexive: yes", "{happens: sacrifice, things: [A]}")
    assert put("trigger-count E", text).depends_on == ("proposed.events.1.by",)


@pytest.mark.parametrize(
    ("before", "pays", "more", "times"),
    [
        (2, "{blue: 1, colorless: 2}", "", 1),
        (2, "{blue: 2}", "", 1),
        (2, "{blue: 1}", "", 0),
        (4, "{blue: 1}", "", 0),
        (3, "{blue: 1}", "", 1),
        (2, "{blue: 2}", "zone", 0),
        (2, "{blue: 2}", ", watches: [p2]", 0),
    ],
)
def test_expending(put: Ask, before: int, pays: str, more: str, times: int) -> None:
    """700.14: "expends 4" triggers if less than 4 mana was spent before the payment, and at least 4 after it."""
    ability = f"trigger: player-expends, expends: 4{more if more != 'zone' else ''}"
    rest = f"proposed: {{pays: {pays}}}\nhistory: {{mana_spent_on_spells: {{p1: {before}, p2: 9}}}}\n"
    text = board(ability, rest=rest)
    if more == "zone":
        text = text.replace("E, zone: battlefield", "E, zone: graveyard")
    ruling = put("trigger-count E", text)
    assert (ruling.verdict, ruling.value) == ("yes", times)


def test_unstated_facts(put: Ask) -> None:
    """The answer depends on the events, their kind, the payment or the controller, whichever isn't stated."""
    assert put("trigger-count E", board("trigger: dies")).depends_on == ("proposed.events",)
    assert put("trigger-count E", board("trigger: dies", "{things: [E]}")).depends_on == ("proposed.events.1.happens",)
    paid = put(
        "trigger-count E", board("trigger: player-expends, expends: 2", rest="history: {mana_spent_on_spells: {p1: 1}}")
    )
    assert paid.depends_on == ("proposed.pays.any",)
    nobody = board("trigger: player-expends, expends: 2").replace(
        "E, zone: battlefield, controller: p1", "E, zone: battlefield"
    )
    assert put("trigger-count E", nobody).depends_on == ("objects.E.controller",)


@pytest.mark.parametrize("day", ["2003-07-01", "2010-02-01", "2017-04-28", "2020-11-20", "2026-01-16"])
def test_reflexive_and_additional_triggers_in_each_edition(put: Ask, day: str) -> None:
    """603.2d, 603.12: what a card's text says applies in editions that don't print these rules yet, too (101.1)."""
    board = """usual: yes
closed: [battlefield]
players: {p1: {}, p2: {}}
objects:
  - {id: A, zone: battlefield, controller: p1, types: [creature], abilities: [{kind: triggered, ABILITY}]}
  - {id: P, zone: battlefield, controller: p1, types: [artifact]}
  - {id: B, zone: battlefield, controller: p1, types: [creature]}
"""
    reflexive = board.replace("ABILITY", "trigger: is-sacrificed, quality: [creature], reflexive: yes")
    own = "proposed: {events: [{happens: sacrifice, things: [B], by: A}]}"
    assert put("trigger-count A", reflexive + own, day=day, as_effects=False).value == 1
    assert put("trigger-count A", reflexive + own.replace("by: A", "by: P"), day=day, as_effects=False).value == 0
    again = board.replace("ABILITY", "trigger: dies, quality: [creature]") + (
        "effects: [{source: P, says: additional, does: trigger, trigger_event: die, quality: [creature],"
        " affects: [permanent you control], amount: 1, generated_by: static-ability}]\n"
        "proposed: {events: [{happens: die, things: [B]}]}"
    )
    assert put("trigger-count A", again, day=day, as_effects=False).value == 2
