"""The end of a game (104): conceding, effects that end it, the last player or team, and draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kb.errors import BadValue
from tests.kb.rulings.encoded.casting.test_casting_times import Says

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def players(p1: str = "", p2: str = "", p3: str | None = None, effects: str = "") -> str:
    """Return players with 20 life and no poison counters, and effects."""
    fine = "life: 20, poison: 0"
    third = f", p3: {{{fine}, {p3}}}" if p3 is not None else ""
    text = f"players: {{p1: {{{fine}, {p1}}}, p2: {{{fine}, {p2}}}{third}}}\n".replace(", }", "}")
    never = ", ".join(f"{name}: no" for name in ("p1", "p2", "p3")[: 3 if p3 is not None else 2])
    return f"{text}history: {{drew_from_empty_library: {{{never}}}}}\neffects: [{effects}]\n"


@pytest.mark.parametrize(
    ("text", "verdict", "number"),
    [
        (players(), "no", None),
        (players("conceded: yes"), "yes", "104.3a"),
        (players(effects="{says: must, does: lose-game, players: [p1]}"), "yes", "104.3e"),
        (players(effects="{says: must, does: lose-game, players: [p2]}"), "no", None),
        (players(effects="{says: must, does: lose-game, players: [p1], applies: no}"), "no", None),
        (
            players(
                effects="{says: must, does: lose-game, players: [p1]}, {says: cant, does: lose-game, players: [p1]}"
            ),
            "no",
            None,
        ),
        (players("conceded: yes", effects="{says: cant, does: lose-game, players: [p1]}"), "yes", "104.3a"),
    ],
)
def test_losing_by_conceding_or_effect(put: Ask, text: str, verdict: str, number: str | None) -> None:
    """104.3a: a player who concedes loses. 104.3e: a player loses if an effect says so and the player can lose."""
    ruling = put("losing p1", text)
    assert ruling.verdict == verdict
    if number:
        assert number in {cited.number for cited in ruling.citations}


MIRROR = "{source: Mirror, says: replaces, does: lose-game, players: [p1]}"


@pytest.mark.parametrize(
    ("p1", "effect", "verdict", "number"),
    [
        ("life: 0", MIRROR, "no", "704.7"),
        ("life: 0, poison: 10", MIRROR, "no", "704.7"),
        ("life: 0", "", "yes", "704.5a"),
        ("life: 0", MIRROR.replace("[p1]", "[p2]"), "yes", "704.5a"),
        ("life: 0", MIRROR.replace("lose-game", "draw"), "yes", "704.5a"),
        ("life: 0", MIRROR.replace("players", "applies: no, players"), "yes", "704.5a"),
        ("life: 20", f"{{says: must, does: lose-game, players: [p1]}}, {MIRROR}", "no", "704.7"),
        ("life: 20", "{says: must, does: lose-game, players: [p1]}", "yes", "104.3e"),
        ("conceded: yes", MIRROR, "yes", "104.3a"),
    ],
)
def test_replaced_loss(put: Ask, p1: str, effect: str, verdict: str, number: str) -> None:
    """704.7: Lich's Mirror replaces a loss by state-based actions or effects, but not a concession."""
    ruling = put("losing p1", f"players: {{p1: {{{p1}}}, p2: {{}}}}\neffects: [{effect}]")
    assert ruling.verdict == verdict
    assert number in {cited.number for cited in ruling.citations}


def test_replaced_loss_before_704_7(put: Ask) -> None:
    """Before 704.7, Lich's Mirror replaces the loss because cards override the rules (101.1)."""
    ruling = put("losing p1", f"players: {{p1: {{life: 0}}}}\neffects: [{MIRROR}]", day="2005-08-01")
    assert (ruling.verdict, ruling.citations[0].concept) == ("no", "cards-beat-rules")


def test_losing_is_asked_only_of_players(put: Ask) -> None:
    """The question `losing` refuses objects and unknown players."""
    for name in ("A", "p9"):
        with pytest.raises(BadValue, match=f"'{name}' is no player: give one of p1"):
            put(f"losing {name}", "players: {p1: {life: 0}}\nobjects: [{id: A}]")


@pytest.mark.parametrize(
    ("text", "verdict", "number"),
    [
        (players(), "no", None),
        (players(p2="lost: yes"), "yes", "104.2a"),
        (players(p2="conceded: yes"), "yes", "104.2a"),
        (players(p2="lost: yes", p3=""), "no", None),
        (players(p2="lost: yes", p3="lost: yes"), "yes", "104.2a"),
        (players("lost: yes", "lost: yes"), "no", None),
        (players(p2="lost: yes", effects="{says: cant, does: win-game, players: [p1]}"), "yes", "104.2a"),
        (players(effects="{says: must, does: win-game, players: [p1]}"), "yes", "104.2b"),
        (players(effects="{says: can, does: win-game, players: [p1]}"), "yes", "104.2b"),
        (players("lost: yes", effects="{says: must, does: win-game, players: [p1]}"), "no", None),
        (
            players(effects="{says: must, does: win-game, players: [p1]}, {says: cant, does: win-game, players: [p1]}"),
            "no",
            None,
        ),
        (
            players(effects="{says: must, does: win-game, players: [p1]}").replace("life: 20", "life: 0", 1),
            "no",
            "104.3f",
        ),
    ],
)
def test_winning(put: Ask, text: str, verdict: str, number: str | None) -> None:
    """104.2a: the last player wins. 104.2b: an effect can make a player win. 104.3f: a player who loses can't win."""
    ruling = put("winning p1", text)
    assert ruling.verdict == verdict
    if number:
        assert number in {cited.number for cited in ruling.citations}


def test_last_player_wins_despite_effects_since_2010(put: Ask, says: Says) -> None:
    """104.2a: since 2010-02-01 the last player wins even if an effect says that they can't."""
    text = players(p2="lost: yes", effects="{says: cant, does: win-game, players: [p1]}")
    assert put("winning p1", text, day="2009-10-01").verdict == "no"
    assert put("winning p1", text, day="2010-02-01").verdict == "yes"
    assert says("last-player", players(p2="lost: yes"), "p1", day="2009-10-01") is True
    assert says("last-player", players(), "p1", day="2009-10-01") is False


def test_game_with_one_player_isnt_won(put: Ask) -> None:
    """104.2a: a player without opponents hasn't won, because no opponent has left the game."""
    assert (
        put("winning p1", "players: {p1: {life: 20, poison: 0}}\nhistory: {drew_from_empty_library: {p1: no}}").verdict
        == "no"
    )


@pytest.mark.parametrize(
    ("p1", "p2", "p3", "wins"),
    [
        ("team: a", "team: a", "team: b, lost: yes", True),
        ("team: a, lost: yes", "team: a", "team: b, lost: yes", True),
        ("team: a, lost: yes", "team: a, lost: yes", "team: b, lost: yes", False),
        ("team: a", "team: a", "team: b", False),
        ("team: a", "team: a, lost: yes", "team: a", False),
        ("team: a", "team: b, lost: yes", "team: c", False),
        ("", "", "lost: yes", False),
    ],
)
def test_last_team(says: Says, put: Ask, p1: str, p2: str, p3: str, *, wins: bool) -> None:
    """104.2c: the last team with a player in the game wins, including its players who have lost."""
    text = players(p1, p2, p3)
    assert says("last-team", text, "p1") is wins
    assert put("winning p1", text).verdict == ("yes" if wins else "no")


@pytest.mark.parametrize(
    ("text", "verdict", "number"),
    [
        (players(), "no", None),
        (players().replace("life: 20", "life: 0"), "yes", "104.4a"),
        (players().replace("life: 20", "life: 0", 1), "no", None),
        (players(p2="lost: yes").replace("life: 20", "life: 0", 1), "yes", "104.4a"),
        (players("lost: yes", "lost: yes"), "no", None),
        (players(effects="{says: must, does: draw-game}"), "yes", "104.4c"),
        (players(effects="{says: must, does: draw-game, applies: no}"), "no", None),
    ],
)
def test_drawn_game(put: Ask, text: str, verdict: str, number: str | None) -> None:
    """104.4a: the game is a draw if all remaining players lose together. 104.4c: an effect can make the game a draw."""
    ruling = put("drawn-game", text)
    assert ruling.verdict == verdict
    if number:
        assert number in {cited.number for cited in ruling.citations}


WINS = "{{source: {0} wins, says: must, does: win-game, players: [{0}]}}".format
DRAW = "{source: a draw, says: must, does: draw-game}"


@pytest.mark.parametrize(
    ("asks", "effects", "verdict"),
    [
        ("winning p1", [WINS("p1"), DRAW], "conflict"),
        ("winning p1", [WINS("p1"), WINS("p2")], "conflict"),
        ("winning p2", [WINS("p1"), WINS("p2")], "conflict"),
        ("winning p2", [WINS("p1"), DRAW], "no"),
        ("winning p1", [DRAW], "no"),
        ("drawn-game", [WINS("p1"), DRAW], "conflict"),
        ("drawn-game", [WINS("p1")], "no"),
        ("drawn-game", [DRAW], "yes"),
    ],
)
def test_effects_that_end_the_game_differently_conflict(put: Ask, asks: str, effects: list[str], verdict: str) -> None:
    """104.2b, 104.4c: if two effects end the game differently, no rule decides, and the verdict is "conflict"."""
    ruling = put(asks, players(effects=", ".join(effects)))
    assert ruling.verdict == verdict
    if verdict == "conflict":
        assert ruling.depends_on == ()
        assert {"104.2b", "104.4c" if DRAW in effects else "104.2b"} <= {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("asks", "text", "verdict"),
    [
        ("winning p1", players(p2="lost: yes", effects=f"{WINS('p1')}, {DRAW}"), "yes"),
        ("winning p1", players(p2="conceded: yes", effects=f"{WINS('p1')}, {WINS('p2')}"), "yes"),
        ("winning p1", players("conceded: yes", effects=f"{WINS('p1')}, {DRAW}"), "no"),
        ("drawn-game", players("conceded: yes", effects=f"{WINS('p1')}, {DRAW}"), "yes"),
        ("drawn-game", players("conceded: yes", p2="conceded: yes", effects=f"{WINS('p1')}, {DRAW}"), "yes"),
        ("winning p1", players("team: a", "team: a", "team: b", effects=f"{WINS('p1')}, {WINS('p2')}"), "yes"),
        ("winning p1", players("team: a", "team: a", "team: b", effects=f"{WINS('p1')}, {WINS('p3')}"), "conflict"),
    ],
)
def test_rules_that_prevent_a_conflict(put: Ask, asks: str, text: str, verdict: str) -> None:
    """104.2a, 104.3a, 104.3f, 104.4a: no conflict if a rule decides, or if both winners are of one team."""
    assert put(asks, text).verdict == verdict


def test_winner_who_loses_causes_no_conflict(put: Ask) -> None:
    """104.3f: a player who would both win and lose loses, so only the other effect counts."""
    dying = players(effects=f"{WINS('p1')}, {DRAW}").replace("life: 20", "life: 0", 1)
    assert put("drawn-game", dying).verdict == "yes"
    both = players(effects=f"{WINS('p1')}, {WINS('p2')}").replace("life: 20", "life: 0", 1)
    assert (put("winning p1", both).verdict, put("winning p2", both).verdict) == ("no", "yes")


def test_no_conflict_before_draw_effects(put: Ask) -> None:
    """An effect that says that the game is a draw counts since 2009-07-11 (104.4c)."""
    text = players(effects=f"{WINS('p1')}, {DRAW}")
    assert put("winning p1", text, day="2009-05-01").verdict == "yes"
    assert put("winning p1", text, day="2009-07-11").verdict == "conflict"


def test_conflict_depends_on_a_life_total(put: Ask) -> None:
    """Two winners conflict only if neither loses, so the answer depends on an unstated life total."""
    open_life = players(effects=f"{WINS('p1')}, {WINS('p2')}").replace("life: 20, ", "", 1)
    assert put("winning p2", open_life).depends_on == ("players.p1.life",)


def test_denied_claim_in_the_proof(put: Ask) -> None:
    """101.2: the proof has a node "no" for the claim that an effect keeps p1 from winning."""
    proof = put("winning p1", players(effects=WINS("p1"))).proof
    assert proof is not None
    (wins,) = [each for each in proof.children if each.rule == "104.2b"]
    assert wins.value == "yes"
    assert [each.value for each in wins.children if each.rule == "101.2"] == ["no"]
    assert [each.value for each in wins.children if "applies" in each.claim] == ["yes"]
