"""Splice (702.47; 502.40 before 2009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(card: str, spell: str) -> str:
    return f"players: {{p1: , p2: }}\nobjects: [{{id: Ray, {card}}}, {{id: S, {spell}}}]"


RAY = 'zone: hand, owner: p1, keywords: ["splice onto arcane {1}{R}"]'
ARCANE = "zone: hand, owner: p1, types: [sorcery], subtypes: [arcane], colors: [blue]"


@pytest.mark.parametrize(
    ("text", "things", "verdict"),
    [
        (board(RAY, ARCANE), "Ray S", "yes"),
        (board(RAY, ARCANE.replace("[arcane]", "[]")), "Ray S", "no"),
        (board(RAY.replace("hand", "graveyard"), ARCANE), "Ray S", "no"),
        (board(RAY.replace("p1", "p2"), ARCANE), "Ray S", "no"),
        (board(RAY, f"{ARCANE}, spliced: [Ray]"), "Ray S", "no"),
        (board(f"{RAY}, subtypes: [arcane]", ARCANE), "Ray Ray", "no"),
        (board("zone: hand, owner: p1, keywords: [flash]", ARCANE), "Ray S", "no"),
        (board("zone: hand, owner: p1", ARCANE), "Ray S", "depends"),
        (board(RAY.replace(" {1}{R}", "\N{EM DASH}sacrifice a land"), ARCANE), "Ray S", "yes"),
        (board(RAY.replace("arcane", "instant or sorcery"), ARCANE), "Ray S", "yes"),
        (board(RAY.replace("arcane", "instant or sorcery"), ARCANE.replace("sorcery", "creature")), "Ray S", "no"),
    ],
)
def test_spells_to_splice_onto(put: Ask, text: str, things: str, verdict: str) -> None:
    """702.47a: a card is spliced from the hand onto a spell with the quality. 702.47b: no card is spliced twice."""
    assert put(f"can-splice {things}", text, by="p1").verdict == verdict


def test_splice_onto_several_qualities_since_2019(put: Ask) -> None:
    """Splice can name two types, "instant or sorcery", since 2019-06-14, and one subtype since 2005."""
    either = board(RAY.replace("arcane", "instant or sorcery"), ARCANE)
    assert put("can-splice Ray S", either, day="2019-05-03", by="p1").verdict == "no"
    assert put("can-splice Ray S", either, day="2019-06-14", by="p1").verdict == "yes"
    assert put("can-splice Ray S", board(RAY, ARCANE), day="2005-02-01", by="p1").verdict == "yes"
    assert put("can-splice Ray S", board(RAY, ARCANE), day="2004-02-01", by="p1").verdict == "no"
    buried = board(RAY.replace("hand", "graveyard"), ARCANE)
    assert put("can-splice Ray S", buried, day="2005-02-01", by="p1").verdict == "no"
    unstated = board("zone: hand, owner: p1", ARCANE)
    assert put("can-splice Ray S", unstated, day="2012-10-01", by="p1").verdict == "depends"


def spell(spliced: str, colors: str = "[blue]", own: str = "") -> str:
    """Return a spell S with spliced cards, a red card Ray, and a creature Knight with protection from red."""
    knight = "{id: Knight, zone: battlefield, controller: p2, types: [creature], keywords: [protection from red]}"
    ray = "{id: Ray, zone: hand, owner: p1, types: [instant], colors: [red], can_target: [creature]}"
    main = f"{{id: S, zone: stack, controller: p1, types: [instant], colors: {colors}, spliced: {spliced}{own}}}"
    return f"players: {{p1: , p2: }}\nobjects: [{main}, {ray}, {knight}]"


@pytest.mark.parametrize(
    ("text", "target", "verdict"),
    [
        (spell("[Ray]"), "Knight", "yes"),
        (spell("[Ray]", "[red]"), "Knight", "no"),
        (spell("[Ray]", own=", can_target: [player]"), "Knight", "yes"),
        (spell("[Ray]", own=", can_target: [player]"), "p2", "yes"),
        (spell("[]", own=", can_target: [player]"), "Knight", "no"),
    ],
)
def test_spliced_spell_keeps_its_characteristics(put: Ask, text: str, target: str, verdict: str) -> None:
    """702.47c: the spell gains the targets of the spliced red card, but not its colour."""
    ruling = put(f"can-target S {target}", text)
    assert ruling.verdict == verdict
    cited = "702.47c" in {each.number for each in ruling.citations}
    assert cited is ("[Ray]" in text and verdict == "yes")


def test_before_there_was_splice(put: Ask) -> None:
    """On 2004-02-01, before splice, a spliced card adds no targets."""
    assert put("can-target S Knight", spell("[Ray]", own=", can_target: [player]"), day="2004-02-01").verdict == "no"
