"""Playing lands (305.1, 305.2, 305.3), and effects that allow or forbid land plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says, game

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def land(played: str | None = "0", facts: str = "zone: hand, types: [land]", **changes: str | None) -> str:
    """Return a land in p1's hand; `played` is the number of lands p1 has played this turn, None if not stated."""
    history = f"history: {{lands_played: {{p1: {played}, p2: 0}}}}\n" if played is not None else ""
    return game(**changes) + f"objects: [{{id: A, owner: p1, {facts}}}]\n" + history


def test_first_land_of_the_turn(put: Ask) -> None:
    """305.1: a player with priority can play a land from the hand in their main phase with an empty stack."""
    ruling = put("can-play-land A", land())
    assert ruling.verdict == "yes"
    assert {"305.1", "305.2"} <= {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("fact", "value"), [("phase", "combat"), ("priority", "p2"), ("active", "p2"), ("stack", "[B]")]
)
def test_each_condition_of_playing_a_land(put: Ask, says: Says, fact: str, value: str) -> None:
    """If one condition fails, the answer is no. If one condition isn't stated, the answer depends on it alone."""
    assert put("can-play-land A", land(**{fact: value})).verdict == "no"
    assert says("land-playing", land(**{fact: value}), "p1", "A") is False
    assert put("can-play-land A", land(**{fact: None}), by="p1").depends_on == (f"game.{fact}",)
    assert put("can-play-land A", land(**{fact: value}), day="2004-02-01").verdict == "no"


@pytest.mark.parametrize(
    "facts", ["zone: graveyard, types: [land]", "zone: hand, types: [creature]", "zone: exile, types: [land]"]
)
def test_land_card_from_the_hand(put: Ask, facts: str) -> None:
    """305.1: only a land card can be played, and only from the hand."""
    assert put("can-play-land A", land(facts=facts)).verdict == "no"


def test_land_of_another_player(put: Ask, says: Says) -> None:
    """A land in another player's hand can't be played."""
    text = land(priority="p2", active="p2")
    assert put("can-play-land A", text, by="p2").verdict == "no"
    assert says("land-playing", text, "p2", "A") is False


def test_effect_allows_another_zone(put: Ask) -> None:
    """An effect such as Crucible of Worlds lets a player play lands from the graveyard."""
    text = land(facts="zone: graveyard, types: [land]") + "effects: [{says: can, does: play-land, players: [p1]}]\n"
    assert put("can-play-land A", text).verdict == "yes"
    assert put("can-play-land A", text.replace("players: [p1]", "players: [p2]")).verdict == "no"
    assert put("can-play-land A", text + "").verdict == "yes"


MORE = "effects: [{{says: additional, does: play-land, players: [{who}], amount: {amount}{extra}}}]\n"


@pytest.mark.parametrize(
    ("played", "effect", "verdict"),
    [
        ("0", "", "yes"),
        ("1", "", "no"),
        ("2", "", "no"),
        ("1", MORE.format(who="p1", amount=1, extra=""), "yes"),
        ("2", MORE.format(who="p1", amount=1, extra=""), "no"),
        ("2", MORE.format(who="p1", amount=2, extra=""), "yes"),
        ("1", MORE.format(who="p2", amount=1, extra=""), "no"),
        ("1", MORE.format(who="p1", amount=1, extra=", applies: no"), "no"),
        ("0", "effects: [{says: cant, does: play-land, objects: [A]}]\n", "no"),
    ],
)
def test_number_of_lands(put: Ask, says: Says, played: str, effect: str, verdict: str) -> None:
    """305.2a, 305.2b: a player can play one land each turn. Effects can allow additional lands."""
    assert put("can-play-land A", land(played) + effect).verdict == verdict
    assert put("can-play-land A", land(played) + effect, day="2003-07-01").verdict == verdict
    if "cant" not in effect:
        assert says("land-limit", land(played) + effect, "p1", "A") is (verdict == "yes")


def test_number_not_stated(put: Ask) -> None:
    """The answer depends on the number of lands played this turn."""
    assert put("can-play-land A", land(None)).depends_on == ("history.lands_played.p1",)


def test_no_land_in_another_players_turn(put: Ask, says: Says) -> None:
    """305.3: since 2007-05-01 no effect lets a player play a land in another player's turn."""
    text = land(active="p2") + "effects: [{says: can, does: play-land, objects: [A], waives: [land-playing]}]\n"
    assert put("can-play-land A", text).verdict == "no"
    assert says("land-turn", text, "p1", "A") is True
    assert says("land-turn", land(), "p1", "A") is False
    assert put("can-play-land A", text, day="2006-10-01").verdict == "yes"
    assert put("can-play-land A", text, day="2007-05-01").verdict == "no"


def test_land_is_assumed_in_the_hand(put: Ask) -> None:
    """With `usual: yes`, a land without a stated zone is assumed to be in the hand."""
    text = "usual: yes\n" + game() + "objects: [{id: A, types: [land], owner: p1}]\n"
    assert put("can-play-land A", text, by="p1").verdict == "yes"
