"""Replacement and prevention effects: their existence (614.4, 615.4), order (616.1) and succession (616.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.conftest import NEWEST

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(effects: str, proposed: str = "") -> str:
    return (
        "players: {p1: {life: 20}, p2: {life: 20}}\n"
        "objects: [{id: A, zone: battlefield, controller: p1, owner: p2, types: [creature], subtypes: []}]\n"
        f"effects: [{effects}]\nproposed: {{{proposed}}}\n"
    )


@pytest.mark.parametrize("day", ["2002-01-01", "2010-02-01", "2026-01-16"])
@pytest.mark.parametrize("says", ["replaces", "prevents"])
@pytest.mark.parametrize(
    ("came", "happens", "among"),
    [("timestamp: 1", 2, ["shield"]), ("timestamp: 2", 2, []), ("timestamp: 3", 2, []), ("amount: 1", 2, ["shield"])],
)
def test_effects_dont_go_back_in_time(put: Ask, says: str, came: str, happens: int, among: list[str], day: str) -> None:
    """614.4, 615.4: an effect applies only if it exists before the event."""
    text = board(
        f"{{source: shield, says: {says}, does: be-dealt-damage, objects: [A], {came}}}", f"timestamp: {happens}"
    )
    ruling = put("replacement-order A", text, day)
    assert (ruling.verdict, ruling.value) == ("yes", {"among": among})
    number = {"2002-01-01": "419.4", "2010-02-01": f"61{5 if says == 'prevents' else 4}.4"}.get(day)
    cited = [each.number for each in ruling.citations]
    assert "amount" in came or (number or f"61{5 if says == 'prevents' else 4}.4") in cited


def test_effects_without_timestamps_exist(put: Ask) -> None:
    """614.4: a listed effect exists before the event if the time of the event isn't stated."""
    assert put("replacement-order A", board("{source: x, says: replaces, objects: [A], timestamp: 5}")).value == {
        "among": ["x"]
    }


DOUBLING = "{source: doubling, says: replaces, does: create, players: [p1]}"
COLOR = "{source: color, says: enters, objects: [A]}"


@pytest.mark.parametrize(
    ("effects", "day", "among"),
    [
        (f"{DOUBLING}, {COLOR}", "2026-01-16", ["doubling"]),
        (f"{COLOR}, {DOUBLING}", "2018-01-19", ["doubling"]),
        (f"{COLOR}, {DOUBLING}", "2017-01-20", ["color", "doubling"]),
        (f"{COLOR}, {COLOR}", "2026-01-16", ["color: A enters", "color: A enters"]),
        (f"{DOUBLING}, {{source: copy, says: enters, modifies: copy}}", "2026-01-16", ["doubling"]),
        ("{source: a, says: prevents, does: deal-damage}, {source: b, says: replaces, does: gain-life}", NEWEST, ["a"]),
        ("{source: a, says: replaces, does: deal-damage}, {source: b, says: replaces, does: lose-life}", NEWEST, ["a"]),
        ("{source: a, says: replaces, does: die}, {source: b, says: replaces, does: lose-life}", NEWEST, ["a", "b"]),
    ],
)  # fmt: skip
def test_contained_events_come_later(put: Ask, effects: str, day: str, among: list[str]) -> None:
    """616.1g: effects on the containing event are chosen before effects on an event contained in it."""
    assert put("replacement-order A", board(effects), day).value == {"among": among, "chooses": "p1"}


def event_of(what: str, thing: str = "p1", more: str = "") -> str:
    return f"events: [{{happens: {what}, things: [{thing}]{more}}}]"


DRAW = "{source: one, says: replaces, does: gain-life, players: [p1], instead: draw}"
RETURN = "{source: two, says: replaces, does: draw, players: [p1], instead: return}"
BACK = "{source: x, says: replaces, does: draw, players: [p1], instead: gain-life}"
TEXT = "{source: three, says: replaces, does: draw, players: [p1], instead: other}"


@pytest.mark.parametrize("day", ["2002-01-01", "2026-01-16"])
@pytest.mark.parametrize(
    ("effects", "becomes"),
    [
        ("", {"happens": "gain-life"}),
        (DRAW, {"happens": "draw"}),
        (f"{DRAW}, {RETURN}", {"happens": "return"}),
        (f"{RETURN}, {DRAW}", {"happens": "return"}),
        (RETURN, {"happens": "gain-life"}),
        (f"{DRAW}, {TEXT}", {"happens": "three"}),
        (f"{DRAW}, {RETURN}, {TEXT}", {"happens": ["return", "three"], "chooses": "p1"}),
        (DRAW.replace("p1", "p2"), {"happens": "gain-life"}),
        ("{says: replaces, does: gain-life, players: [p1], quality: [double]}", {"happens": "gain-life"}),
        (DRAW.replace("}", ", applies: no}"), {"happens": "gain-life"}),
        # 614.5: each effect gets one opportunity. So two effects that lead to each other don't go on for ever.
        (f"{DRAW}, {BACK}", {"happens": "gain-life"}),
        (DRAW.replace("}", ", timestamp: 3}"), {"happens": "gain-life"}),
    ],
)  # fmt: skip
def test_one_effect_after_another(put: Ask, effects: str, becomes: dict[str, object], day: str) -> None:
    """616.2: an effect can become applicable after another effect has modified the event."""
    ruling = put("event-becomes p1", board(effects, f"{event_of('gain-life')}, timestamp: 2"), day)
    assert (ruling.verdict, ruling.value) == ("yes", becomes)


def test_controller_of_the_object_chooses(put: Ask) -> None:
    """616.1, 616.2: the controller of the object, not its owner, chooses between two effects."""
    two = (
        "{source: a, says: replaces, does: die, instead: exile}",
        "{source: b, says: replaces, does: die, instead: return}",
    )
    ruling = put("event-becomes A", board(", ".join(two), event_of("die", "A")))
    assert ruling.value == {"happens": ["exile", "return"], "chooses": "p1"}


@pytest.mark.parametrize(
    ("effect", "becomes"),
    [
        ("affects: [creature]", "exile"),
        ("quality: [creature]", "exile"),
        ("affects: [artifact]", "die"),
        ("quality: [artifact]", "die"),
        ("affects: [creature you control], source: A", "exile"),
    ],
)
def test_effects_on_objects_with_a_quality(put: Ask, effect: str, becomes: str) -> None:
    """616.1, 616.2: an effect applies to objects with the qualities that it asks for."""
    text = board(f"{{text: x, says: replaces, does: die, instead: exile, {effect}}}", event_of("die", "A"))
    assert put("event-becomes A", text).value == {"happens": becomes}
    among = put("replacement-order A", text).value
    assert among == {"among": ["x"] if becomes == "exile" else []}


def test_qualities_that_an_effect_gives(put: Ask) -> None:
    """614.12: "tapped" in "enters tapped" isn't a quality that the object must have to be affected."""
    assert put("replacement-order A", board("{text: x, says: enters, quality: [tapped]}")).value == {"among": ["x"]}


def test_event_has_to_be_stated(put: Ask) -> None:
    """The event that happens to the player has to be stated."""
    assert put("event-becomes p1", board(DRAW)).depends_on == ("proposed.events",)
    assert put("event-becomes p1", board(DRAW, event_of("draw", "p2"))).depends_on == ("proposed.events",)
    unsaid = put("event-becomes p1", board(DRAW, "events: [{things: [p1]}]"))
    assert unsaid.depends_on == ("proposed.events.1.happens",)


# --- objects that change zones as a permanent enters (614.13) -----------------------------------------------


def entering(thing: str, proposed: str) -> str:
    return (
        "players: {p1: }\nobjects:\n"
        "  - {id: G, zone: graveyard, owner: p1, types: [creature]}\n"
        f"  - {{id: B, zone: {thing}, owner: p1, types: [creature]}}\n"
        f"  - {{id: X, zone: graveyard, owner: p1, types: [creature]}}\nproposed: {{{proposed}}}\n"
    )


TOGETHER = "events: [{happens: enter, things: [G, B]}]"
ALONE = "events: [{happens: enter, things: [G]}, {happens: enter, things: [B]}]"


@pytest.mark.parametrize(
    ("asked", "zone", "proposed", "day", "verdict"),
    [
        ("B G", "graveyard", TOGETHER, "2026-01-16", "no"),
        ("G B", "graveyard", TOGETHER, "2026-01-16", "no"),
        ("G G", "graveyard", TOGETHER, "2026-01-16", "no"),
        ("G G", "graveyard", "", "2026-01-16", "no"),
        ("X G", "graveyard", TOGETHER, "2026-01-16", "yes"),
        ("B G", "graveyard", ALONE, "2026-01-16", "yes"),
        ("B G", "graveyard", TOGETHER, "2016-01-22", "yes"),
        ("B G", "battlefield", "", "2026-01-16", "yes"),
        ("B G", "library", TOGETHER, "2026-01-16", "no"),
        ("B G", "library", ALONE, "2026-01-16", "yes"),
        ("B G", "library", TOGETHER, "2023-09-01", "yes"),
        ("B G", "battlefield", "events: [], chosen: [B]", "2026-01-16", "no"),
        ("B G", "battlefield", "events: [], chosen: [X]", "2026-01-16", "yes"),
        ("B G", "battlefield", "events: [], chosen: [B], chosen_for: X", "2026-01-16", "no"),
        ("B G", "battlefield", "events: [], chosen: [B], chosen_for: X", "2024-11-08", "yes"),
        ("B G", "battlefield", "events: [], chosen: [B], chosen_for: G", "2024-11-08", "no"),
        ("B G", "battlefield", "events: [], chosen: [B]", "2024-11-08", "no"),
        ("B G", "battlefield", "events: [], chosen: [X]", "2024-11-08", "yes"),
        ("B G", "battlefield", "events: [], chosen: [B]", "2012-02-01", "yes"),
    ],
)
def test_objects_to_choose(put: Ask, asked: str, zone: str, proposed: str, day: str, verdict: str) -> None:
    """614.13a to c: an object that enters at the same time, or that was already chosen, can't be chosen."""
    assert put(f"can-change-zones {asked}", entering(zone, proposed), day).verdict == verdict


def test_events_have_to_be_stated(put: Ask) -> None:
    """614.13a: a card in the graveyard might be entering at the same time, so the events have to be stated."""
    assert put("can-change-zones B G", entering("graveyard", "")).depends_on == ("proposed.events",)


@pytest.mark.parametrize(("amount", "becomes"), [(", amount: 0", "nothing"), (", amount: 2", "draw"), ("", "draw")])
def test_replaced_life_gain(put: Ask, amount: str, becomes: str) -> None:
    """119.10: if a player gains 0 life, no life gain event would occur, and replacement effects don't apply."""
    draws = "{source: x, says: replaces, does: gain-life, players: [p1], instead: draw}"
    ruling = put("event-becomes p1", board(draws, f"events: [{{happens: gain-life, things: [p1]{amount}}}]"))
    assert (ruling.verdict, ruling.value) == ("yes", {"happens": becomes})
    assert ("119.10" in [each.number for each in ruling.citations]) is (becomes == "nothing")


ENTERING = """players: {p1: {}, p2: {}}
objects:
  - {id: A, zone: stack, controller: p1, owner: p1, types: [enchantment]}
  - {id: B, zone: battlefield, controller: p2, owner: p2, types: [creature]}
effects: [EFFECTS]
"""
COPY = "{source: A, says: copies, objects: [A], to: [B]}"
CONTROL = "{source: C, says: controls, objects: [A], to: [p2]}"
TAPPED = "{source: T, says: enters, quality: [tapped]}"
TURNED = "{source: U, says: enters, objects: [A], quality: [transformed]}"
OWN = "{source: S, says: enters, quality: [tapped], modifies: itself}"


@pytest.mark.parametrize(
    ("effects", "first"),
    [
        ((TAPPED, COPY, CONTROL), "C"),
        ((TAPPED, COPY), "A"),
        ((TAPPED, TURNED, COPY), "A"),
        ((TAPPED, TURNED), "U"),
        ((CONTROL, OWN, COPY), "S"),
        ((TAPPED,), "T"),
    ],
)
def test_kinds_of_effects_on_entering(put: Ask, effects: tuple[str, ...], first: str) -> None:
    """616.1a-e: self-replacement, then control, then copying, then the back face, then any other."""
    ruling = put("replacement-order A", ENTERING.replace("EFFECTS", ", ".join(effects)))
    assert ruling.value["among"] == [first]


def test_copy_effects_on_permanents_replace_nothing(put: Ask) -> None:
    """616.1c is about what enters: on the battlefield, a copy effect is a continuous effect (707.2)."""
    text = ENTERING.replace("EFFECTS", f"{TAPPED}, {COPY}").replace("zone: stack", "zone: battlefield")
    assert put("replacement-order A", text).value == {"among": ["T"]}


def test_what_a_copy_enters_as(put: Ask) -> None:
    """616.2: as it is a copy of a creature, an effect on creatures that enter applies to it."""
    tapped = TAPPED.replace("[tapped]", "[creature, tapped]")
    text = ENTERING.replace("EFFECTS", f"{COPY}, {tapped}").replace("[enchantment]", "[artifact]")
    assert put("enters A", text).value == {"zone": "battlefield", "tapped": True}
    assert put("enters A", text.replace(f"{COPY}, ", "")).value == {"zone": "battlefield", "tapped": False}
