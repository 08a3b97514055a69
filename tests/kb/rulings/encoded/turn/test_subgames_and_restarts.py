"""Restarted games and subgames (726, 728)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def card(facts: str) -> str:
    return f"players: {{p1: , p2: }}\nobjects: [{{id: A, owner: p1, {facts}}}]"


ALWAYS = {"2008-02-01", "2012-10-01", "2026-01-16"}
IN_LIBRARY = {"zone": "library", "owner": "p1"}


@pytest.mark.parametrize(
    ("facts", "answer"),
    [
        ("zone: hand, token: no", IN_LIBRARY),
        ("zone: hand, card: yes", IN_LIBRARY),
        ("zone: battlefield, controller: p2, token: no, phased_out: yes", IN_LIBRARY),
        ("zone: command, token: no, types: [plane]", {"owner": "p1"}),
        ("zone: command, token: no, types: [creature]", IN_LIBRARY),
        ("zone: battlefield, token: yes", None),
        ("zone: stack, card: no", None),
        ("zone: stack, card: yes, copy: spell", None),
        ("zone: command, card: yes, emblem: yes", None),
    ],
)
def test_restarted(put: Ask, facts: str, answer: object) -> None:
    """726.2: all cards are involved in the new game, with the same owners."""
    ruling = put("after-restart A", card(facts))
    assert (ruling.verdict, ruling.value) == ("yes" if answer else "no", answer)


@pytest.mark.parametrize(
    ("facts", "days"),
    [
        ("zone: exile, token: no, types: [creature]", ALWAYS),
        ("zone: command, token: no, types: [creature]", {"2008-02-01"}),
        ("zone: exile, token: no, types: [plane]", {"2008-02-01", "2012-10-01"}),
        ("zone: battlefield, token: yes, types: [creature]", set()),
        (
            "zone: battlefield, phased_out: yes, token: no, types: [creature]",
            ALWAYS,
        ),
    ],
)
def test_subgame(put: Ask, facts: str, days: set[str]) -> None:
    """728.5: all cards return; since 2010 none from the command zone, since 2022-10-07 only traditional cards."""
    for day in ("2008-02-01", "2012-10-01", "2026-01-16"):
        ruling = put("after-subgame A", card(facts), day=day)
        assert (ruling.verdict, ruling.value) == (("yes", IN_LIBRARY) if day in days else ("no", None))


def test_unstated_facts(put: Ask) -> None:
    """The owner of the object has to be stated, and whether it is a card."""
    assert put("after-restart A", "objects: [{id: A, zone: hand, token: no}]").depends_on == ("objects.A.owner",)
    assert put("after-restart A", card("zone: hand")).depends_on == ("objects.A.token",)
