"""Possible options (608.2d), doing as much as possible (609.3), costs paid by actions (118.11, 118.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(event: str, *, p1: str = "", effects: str = "", closed: str = "[battlefield, hand]", **more: str) -> str:
    """Return a board with permanents (A, R of p1; B of p2), cards (H, G of p1; O of p2), and a proposed event."""
    rows = {
        "A": "zone: battlefield, controller: p1, types: [creature], tapped: yes",
        "B": "zone: battlefield, controller: p2, types: [creature], tapped: no",
        "R": "zone: battlefield, controller: p1, types: [artifact], tapped: no",
        "H": "zone: hand, owner: p1, types: [land]",
        "G": "zone: graveyard, owner: p1, types: [creature]",
        "O": "zone: hand, owner: p2, types: [creature]",
    }
    listed = "".join(
        f"  - {{id: {name}, {facts}{', ' + more[name] if name in more else ''}}}\n" for name, facts in rows.items()
    )
    proposed = f"proposed: {{events: [{{{event}}}]}}\n" if event else ""
    return (
        f"closed: {closed}\nplayers: {{p1: {{{p1}}}, p2: }}\nobjects:\n{listed}effects: [{effects}]\n{proposed}"
        f"{more.get('rest', '')}"
    )


@pytest.mark.parametrize(
    ("event", "p1", "verdict", "much"),
    [
        ("happens: sacrifice, quality: creature", "", "yes", 1),
        ("happens: sacrifice, quality: creature, amount: 2", "", "no", 1),
        ("happens: sacrifice, quality: permanent, amount: 2", "", "yes", 2),
        ("happens: sacrifice, quality: enchantment", "", "no", 0),
        ("happens: sacrifice, things: [A]", "", "yes", 1),
        ("happens: sacrifice, things: [B]", "", "no", 0),
        ("happens: sacrifice, things: [A, B]", "", "no", 1),
        ("happens: sacrifice, things: [G]", "", "no", 0),
        ("happens: tap, quality: creature", "", "no", 0),
        ("happens: tap, quality: artifact", "", "yes", 1),
        ("happens: untap, quality: creature", "", "yes", 1),
        ("happens: untap, quality: artifact", "", "no", 0),
        ("happens: discard", "hand: 1", "yes", 1),
        ("happens: discard, amount: 2", "hand: 1", "no", 1),
        ("happens: discard", "hand: 0", "no", 0),
        ("happens: discard, things: [H]", "", "yes", 1),
        ("happens: discard, things: [p1], amount: 2", "hand: 1", "no", 1),
        ("happens: discard, things: [p1, p2], amount: 2", "hand: 3", "yes", 2),
        ("happens: sacrifice, things: [p1], quality: creature", "", "yes", 1),
        ("happens: mill, things: [p1], amount: 3", "library: 2", "no", 2),
        ("happens: discard, things: [G]", "", "no", 0),
        ("happens: discard, things: [O]", "", "no", 0),
        ("happens: discard, quality: land card", "", "yes", 1),
        ("happens: discard, quality: creature card", "", "no", 0),
        ("happens: enter, things: [H]", "", "yes", 1),
        ("happens: enter, things: [A]", "", "no", 0),
        ("happens: exile, quality: creature card in your graveyard", "", "yes", 1),
        ("happens: exile, quality: land card in your graveyard", "", "no", 0),
        ("happens: exile", "", "no", 0),
        ("happens: mill, amount: 3", "library: 3", "yes", 3),
        ("happens: mill, amount: 3", "library: 2", "no", 2),
        ("happens: draw, amount: 3", "library: 2", "yes", 2),
        ("happens: draw", "library: 0", "yes", 0),
        ("happens: gain-life, amount: 3", "", "yes", 3),
        ("happens: create", "", "yes", 1),
        ("happens: lose-life, amount: 3", "life: 3", "yes", 3),
        ("happens: lose-life, amount: 3", "life: 2", "no", 3),
    ],
)
def test_possible_options(put: Ask, event: str, p1: str, verdict: str, much: int) -> None:
    """608.2d: only a possible action can be chosen. 609.3: an impossible action is done as much as possible."""
    text = board(event, p1=p1)
    chooses, does = put("can-choose-to p1", text), put("does-as-much p1", text)
    assert chooses.verdict == verdict
    assert chooses.citations[0].concept == "possible-options"
    assert (does.verdict, does.value) == ("yes", much)
    assert [each.number for each in does.citations] == ["609.3"]


@pytest.mark.parametrize(("day", "verdict"), [("2005-08-01", "no"), ("2006-10-01", "yes"), ("2026-01-16", "yes")])
def test_drawing_from_an_empty_library(put: Ask, day: str, verdict: str) -> None:
    """608.2d: since 2006-10-01 a player with an empty library can choose to draw."""
    assert put("can-choose-to p1", board("happens: draw", p1="library: 0"), day).verdict == verdict
    assert put("can-choose-to p1", board("happens: mill", p1="library: 0"), day).verdict == "no"
    assert put("can-choose-to p1", board("happens: draw", p1="library: 1"), day).verdict == "yes"
    cant = "{says: cant, does: draw, players: [p1]}"
    assert put("can-choose-to p1", board("happens: draw", p1="library: 1", effects=cant), day).verdict == "no"


@pytest.mark.parametrize(
    ("effect", "verdict"),
    [
        ("says: cant, does: be-sacrificed, objects: [A]", "no"),
        ("says: cant, does: be-sacrificed, objects: [A], applies: no", "yes"),
        ("says: cant, does: sacrifice, players: [p1]", "no"),
        ("says: cant, does: sacrifice, players: [p2]", "yes"),
    ],
)
def test_forbidden_options(put: Ask, effect: str, verdict: str) -> None:
    """608.2d: an option that an effect forbids can't be chosen."""
    text = board("happens: sacrifice, quality: creature", effects=f"{{{effect}}}")
    assert put("can-choose-to p1", text).verdict == verdict


def test_objects_that_have_changed_zones(put: Ask) -> None:
    """608.2d, 400.7: an object that has changed zones is a new object, so it can't be used for the action."""
    text = board("happens: sacrifice, things: [A]", rest="history: {changed_zones: {A: yes}}\n")
    assert put("can-choose-to p1", text).verdict == "no"
    assert put("can-choose-to p1", text.replace("A: yes", "A: no")).verdict == "yes"
    for happens in ("enter", "discard"):
        card = board(f"happens: {happens}, things: [H]", rest="history: {changed_zones: {H: yes}}\n")
        assert put("can-choose-to p1", card).verdict == "no"


def test_unstated_facts(put: Ask) -> None:
    """The answers depend on the event, its kind, and the objects that aren't stated."""
    none = board("")
    another = board("happens: mill, things: [p2]", p1="library: 2")
    for question in ("can-choose-to", "does-as-much", "cost-paid"):
        assert put(f"{question} p1", another).depends_on == ("proposed.events",)
    assert put("can-choose-to p1", none).depends_on == ("proposed.events",)
    assert put("does-as-much p1", none).depends_on == ("proposed.events",)
    assert put("cost-paid p1", none).depends_on == ("proposed.events",)
    unsaid = board("amount: 1")
    for question in ("can-choose-to", "does-as-much", "cost-paid"):
        assert put(f"{question} p1", unsaid).depends_on == ("proposed.events.1.happens",)
    assert put("does-as-much p1", board("happens: discard, amount: 2")).depends_on == ("players.p1.hand",)
    assert put("does-as-much p1", board("happens: discard, amount: 2", p1="hand: 4")).value == 2
    others = board("happens: sacrifice, quality: enchantment", closed="[hand]")
    assert put("can-choose-to p1", others).depends_on == ("closed",)
    assert put("does-as-much p1", others).depends_on == ("closed",)
    maybe = board("happens: sacrifice, quality: creature").replace(
        "A, zone: battlefield, controller: p1", "A, zone: battlefield"
    )
    assert put("can-choose-to p1", maybe).depends_on == ("objects.A.controller",)
    assert put("does-as-much p1", maybe).verdict == "depends"
    enough = board("happens: sacrifice, quality: creature", closed="[hand]")
    assert put("does-as-much p1", enough).value == 1


def test_player_named_by_option(put: Ask) -> None:
    """The player can be named with `--by` instead of after the question."""
    text = board("happens: sacrifice, quality: artifact")
    assert put("can-choose-to", text, by="p2").verdict == "no"


@pytest.mark.parametrize(
    ("event", "agrees", "verdict"),
    [
        ("happens: sacrifice, things: [A]", "", "yes"),
        ("happens: sacrifice, things: [A]", "agrees: yes", "yes"),
        ("happens: sacrifice, things: [A]", "agrees: no", "no"),
        ("happens: sacrifice, things: [G]", "", "no"),
        ("happens: sacrifice, things: [G]", "agrees: yes", "no"),
    ],
)
def test_costs_on_resolution(put: Ask, event: str, agrees: str, verdict: str) -> None:
    """118.12: a cost is paid if its action is possible and the player hasn't declined it."""
    text = board(event).replace("proposed: {", f"proposed: {{{agrees}, " if agrees else "proposed: {")
    ruling = put("cost-paid p1", text)
    assert ruling.verdict == verdict
    assert ruling.citations[0].number == "118.12"


@pytest.mark.parametrize(
    ("effect", "cited"),
    [
        ("says: replaces, does: enter, objects: [H]", True),
        ("says: prevents, does: enter, objects: [H]", True),
        ("says: replaces, does: enter, objects: [G]", False),
        ("says: replaces, does: die, objects: [H]", False),
        ("says: replaces, does: enter, objects: [H], applies: no", False),
    ],
)
def test_modified_costs_are_paid(put: Ask, effect: str, cited: bool) -> None:
    """118.11: a cost is paid even if an effect replaces or prevents its action."""
    ruling = put("cost-paid p1", board("happens: enter, things: [H]", effects=f"{{{effect}}}"))
    assert ruling.verdict == "yes"
    assert ("118.11" in [each.number for each in ruling.citations]) is cited


def test_modified_draws_are_paid(put: Ask) -> None:
    """118.11: a draw as a cost is paid by the asked player even if an effect skips it."""
    skip = "{says: replaces, does: draw, players: [p1], instead: nothing}"
    ruling = put("cost-paid p1", board("happens: draw", p1="library: 3", effects=skip))
    assert "118.11" in [each.number for each in ruling.citations]
    assert put("cost-paid p1", board("happens: draw", p1="library: 3", effects=skip), "2009-05-01").verdict == "yes"


def test_too_few_usable_objects(put: Ask) -> None:
    """608.2d: a player with one land can't choose to sacrifice two."""
    only = (
        "closed: [battlefield]\nplayers: {p1: }\nobjects: [{id: A, zone: battlefield, controller: p1, types: [land]}]\n"
    )
    text = only + "proposed: {events: [{happens: sacrifice, quality: land, amount: %d}]}\n"
    assert put("can-choose-to p1", text % 1).verdict == "yes"
    assert put("can-choose-to p1", text % 2).verdict == "no"


def test_usable_object_depends_on_its_controller(put: Ask) -> None:
    """608.2d: if two permanents are needed, the answer depends on the unstated controller of the second."""
    text = board("happens: sacrifice, quality: permanent, amount: 2").replace(
        "R, zone: battlefield, controller: p1", "R, zone: battlefield"
    )
    assert put("can-choose-to p1", text).depends_on == ("objects.R.controller",)
