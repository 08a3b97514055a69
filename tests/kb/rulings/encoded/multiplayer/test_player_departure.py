"""Players who leave a multiplayer game (800.4; 600.4 before 2009)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask
    from tests.kb.rulings.encoded.casting.test_casting_times import Says


def board(*facts: str, effects: str = "", history: str = "") -> str:
    """Return three players and objects A, B, C with these facts, on the battlefield if the facts name no zone."""
    rows = []
    for name, each in zip("ABC", facts, strict=False):
        place = "" if "zone:" in each else "zone: battlefield, "
        rows.append(f"{{id: {name}, {place}{each}}}")
    return (
        f"players: {{p1: , p2: , p3: }}\nclosed: [battlefield]\nobjects: [{', '.join(rows)}]\n"
        f"effects: [{effects}]\nhistory: {{{history}}}"
    )


def gives(whom: str, what: str = "B", source: str = "A", more: str = "") -> str:
    """Return an effect of `source` that gives the player `whom` control of `what`."""
    return f"{{source: {source}, says: controls, to: [{whom}], objects: [{what}]{more}}}"


MINE = "owner: p1, controller: p1, types: [artifact]"
THEIRS = "owner: p2, controller: p2, types: [creature]"
STOLEN = "owner: p2, controller: p1, types: [creature]"
BOTH_THEIRS = {"A": {"controller": "p2"}, "B": {"controller": "p2"}}
LENT = "owner: p1, controller: p2, types: [creature]"


@pytest.mark.parametrize(
    ("text", "fates"),
    [
        (board(MINE, THEIRS), {"A": "leaves", "B": {"controller": "p2"}}),
        (board(LENT), {"A": "leaves"}),
        (board("owner: p1, zone: graveyard"), {"A": "leaves"}),
        (board("owner: p2, zone: graveyard"), {}),
        (board(MINE, STOLEN, effects=gives("p1")), {"A": "leaves", "B": {"controller": "p2"}}),
        (board(THEIRS, STOLEN, effects=gives("p1", source="Z")), BOTH_THEIRS),
        (board(STOLEN, history="entered_under: {A: p1}"), {"A": "exiled"}),
        (board(STOLEN, history="entered_under: {A: p3}"), {"A": {"controller": "p3"}}),
        # The later of two control effects counts; if it ends, the earlier one counts.
        (board("owner: p3, controller: p3", STOLEN, effects=f"{gives('p3', source='Z')}, {gives('p1', source='Y')}"),
         {"A": {"controller": "p3"}, "B": {"controller": "p3"}}),
        (board(MINE, STOLEN, effects=gives("p1", more=", applies: no"), history="entered_under: {B: p1}"),
         {"A": "leaves", "B": "exiled"}),
        # The effect of a permanent ends if the permanent leaves; the effect of a spell doesn't.
        (board(MINE, "owner: p2, controller: p3", effects=gives("p3")), {"A": "leaves", "B": {"controller": "p2"}}),
        (board("owner: p1, zone: graveyard", "owner: p2, controller: p3", effects=gives("p3")),
         {"A": "leaves", "B": {"controller": "p3"}}),
        # The owner of a token is the player under whose control it entered.
        (board("token: yes, controller: p2", history="entered_under: {A: p1}"), {"A": "leaves"}),
        (board("token: yes, controller: p1", history="entered_under: {A: p2}"), {"A": {"controller": "p2"}}),
        (board("token: yes, owner: p1, controller: p1"), {"A": "leaves"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("day", ["2009-07-11", "2026-01-16"])
def test_objects_when_a_player_leaves(put: Ask, text: str, fates: dict[str, Any], day: str) -> None:
    """800.4a: the player's own objects leave, effects that give them control end, and the rest is exiled."""
    ruling = put("leaves-game p1", text, day=day)
    assert (ruling.verdict, ruling.value) == ("yes", fates)


@pytest.mark.parametrize(
    ("facts", "day", "fate"),
    [
        ("zone: stack, controller: p1, owner: p2, types: [instant], card: yes", "2012-10-01", "exiled"),
        ("zone: stack, controller: p1, owner: p2, types: [instant], card: yes", "2012-06-01", "ceases"),
        ("zone: stack, controller: p1, owner: p2, card: no", "2026-01-16", "ceases"),
        ("zone: stack, controller: p1, owner: p2, card: no, copy: no", "2026-01-16", "ceases"),
        ("zone: stack, controller: p1, owner: p2, card: yes, copy: spell", "2026-01-16", "ceases"),
        ("zone: stack, controller: p1, owner: p2, card: yes, copy: no", "2026-01-16", "exiled"),
        ("zone: stack, controller: p1, owner: p2, source: B", "2026-01-16", "ceases"),
        ("zone: stack, controller: p2, owner: p2, card: no", "2026-01-16", {"controller": "p2"}),
        ("controller: p1, owner: p2", "2006-07-15", "leaves"),
        ("controller: p1, owner: p2", "2006-10-01", "exiled"),
        ("controller: p1, owner: p2", "2026-01-16", "exiled"),
    ],
)
def test_other_objects_they_control_in_each_era(put: Ask, facts: str, day: str, fate: object) -> None:
    """Cards on the stack are exiled since 2012-10-01, permanents since 2006-10-01."""
    text = board(facts, THEIRS, history="entered_under: {A: p1}" if "controller: p1" in facts else "")
    assert put("leaves-game p1", text, day=day).value["A"] == fate
    assert put("leaves-game p1", text, day="2005-02-01").verdict == "no"


AURA = "types: [enchantment], subtypes: [aura], enchant: [creature], owner: p2, controller: p2"


@pytest.mark.parametrize(
    ("host", "fate"), [("B", "graveyard"), ("C", {"controller": "p2"}), ("none", {"controller": "p2"})]
)
def test_auras_on_a_creature_that_has_left(put: Ask, host: str, fate: object) -> None:
    """704.5m: an Aura whose creature has left is put into the graveyard; other Auras stay."""
    text = board(f"{AURA}, attached_to: {host}", LENT, THEIRS)
    assert put("leaves-game p1", text).value["A"] == fate


@pytest.mark.parametrize(("facts", "owns"), [("token: yes", True), ("token: no", False)])
def test_the_creator_owns_a_token(says: Says, facts: str, *, owns: bool) -> None:
    """111.2: a token is owned by the player under whose control it entered; a card isn't."""
    assert says("token-owner", board(facts, history="entered_under: {A: p1}"), "A", "p1") is owns


def test_unstated_facts(put: Ask) -> None:
    """Owner and controller have to be stated, and for a stolen object the player under whose control it entered."""
    assert put("leaves-game p1", board(STOLEN)).depends_on == ("history.entered_under.A",)
    assert put("leaves-game p1", board("controller: p2")).depends_on == ("objects.A.owner",)
    assert put("leaves-game p1", board("owner: p2")).depends_on == ("objects.A.controller",)
    taken = put("leaves-game p1", board(MINE, STOLEN, effects=gives("p1")))
    assert any("entered" in each for each in taken.assumptions)


def trigger_of(p2: str, controller: str = "p2") -> str:
    return f"players: {{p1: , p2: {{{p2}}}}}\nobjects: [{{id: A, controller: {controller}}}]"


@pytest.mark.parametrize(
    ("text", "day", "verdict"),
    [
        (trigger_of("lost: yes"), "2026-01-16", "no"),
        (trigger_of("conceded: yes"), "2026-01-16", "no"),
        (trigger_of("life: 1"), "2026-01-16", "yes"),
        (trigger_of("lost: yes", "p1"), "2026-01-16", "yes"),
        (trigger_of("lost: yes"), "2005-08-01", "no"),
        (trigger_of("lost: yes"), "2005-02-01", "yes"),
    ],
)
def test_triggers_of_a_player_who_has_left(put: Ask, text: str, day: str, verdict: str) -> None:
    """800.4d: a triggered ability isn't put on the stack if its controller has left the game."""
    assert put("triggers A", text, day=day).verdict == verdict
