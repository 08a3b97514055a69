"""Attacking: attackers and what they can attack (506.2, 506.3, 508.1a), legal declarations (508.1c, 508.1d)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask
    from tests.kb.rulings.encoded.casting.test_casting_times import Says

# p1 can attack p2 with A. p2 controls a planeswalker W and protects the Siege S of p1.
BOARD = {
    "A": "zone: battlefield, controller: p1, types: [creature], tapped: no",
    "W": "zone: battlefield, controller: p2, types: [planeswalker], counters: {loyalty: 3}",
    "S": "zone: battlefield, controller: p1, types: [battle], subtypes: [siege], protector: p2",
}


def board(
    *, active: str | None = "p1", here: str = "{A: yes}", effects: str = "", proposed: str = "", game: str = "",
    closed: str = "[battlefield]", **objects: str | None,
) -> str:  # fmt: skip
    """Return the situation with changed objects: `A="..."` is added to A's facts, None removes an object."""
    rows = []
    for name in (*BOARD, *(each for each in objects if each not in BOARD)):
        more = objects.get(name, "")
        if more is None:
            continue
        facts = ", ".join(part for part in (BOARD.get(name, ""), more) if part)
        merged = dict(part.split(": ", 1) for part in _parts(facts))
        rows.append("{id: " + name + "".join(f", {key}: {value}" for key, value in merged.items()) + "}")
    turn = f"active: {active}" if active else ""
    return (
        f"game: {{{', '.join(part for part in (turn, game) if part)}}}\nplayers: {{p1: , p2: , p3: }}\n"
        f"closed: {closed}\nobjects: [{', '.join(rows)}]\nhistory: {{controlled_since_turn_began: {here}}}\n"
        f"effects: [{effects}]\n" + (f"proposed: {{attackers: {proposed}}}\n" if proposed else "")
    )


def _parts(facts: str) -> list[str]:
    found, depth = [""], 0
    for character in facts:
        depth += (character in "[{") - (character in "]}")
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return [part.strip() for part in found if part.strip()]


# --- can-attack ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("whom", ["p2", "W", "S", "p3"])
def test_what_a_creature_can_attack(put: Ask, whom: str) -> None:
    """506.2, 506.3, 310.8b: A can attack a defending player, their planeswalker, or a battle that they protect."""
    ruling = put(f"can-attack A {whom}", board())
    assert (ruling.verdict, ruling.depends_on) == ("yes", ())
    assert {"506.2", "506.3", "508.1a"} <= {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("whom", "changes"),
    [
        ("p1", {}),
        ("p2", {"A": "tapped: yes"}),
        ("p2", {"A": "types: [artifact]"}),
        ("p2", {"A": "types: [creature, battle]"}),
        ("p2", {"A": "controller: p2"}),
        ("p2", {"A": "zone: hand"}),
        ("p2", {"A": "phased_out: yes"}),
        ("p2", {"A": "keywords: [defender]"}),
        ("p2", {"here": "{A: no}"}),
        ("p2", {"active": "p3"}),
        ("W", {"W": "controller: p1"}),
        ("W", {"W": "types: [artifact]"}),
        ("W", {"W": "zone: graveyard"}),
        ("S", {"S": "protector: p1"}),
        ("S", {"S": "protector: p1, controller: p2"}),
        ("S", {"S": "types: [enchantment]"}),
        ("p2", {"game": "defending: [p3]"}),
        ("W", {"game": "defending: [p3]"}),
    ],
)
def test_one_condition_that_fails_is_enough(put: Ask, whom: str, changes: dict[str, str]) -> None:
    """506.2, 506.3, 508.1a, 702.3b: A can't attack if one condition fails."""
    assert put(f"can-attack A {whom}", board(**changes)).verdict == "no"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "attackable"),
    [("types: [planeswalker]", True), ("types: [creature]", False), ("types: [battle], protector: p1", False)],
)
def test_attackable_permanents(says: Says, more: str, *, attackable: bool) -> None:
    """506.2: of the defending player's permanents only planeswalkers can be attacked, and battles they protect."""
    text = board(X=f"zone: battlefield, controller: p2, {more}")
    assert says("attackable", text, "A", "X") is attackable


@pytest.mark.parametrize(
    ("changes", "fact"),
    [
        ({"A": "tapped: null"}, "objects.A.tapped"),
        ({"A": "controller: null"}, "objects.A.controller"),
        ({"active": None}, "game.active"),
        ({"here": "{}"}, "history.controlled_since_turn_began.A"),
    ],
)
def test_one_unstated_condition(put: Ask, changes: dict[str, str], fact: str) -> None:
    """If one condition isn't stated, the answer depends on it alone."""
    ruling = put("can-attack A p2", board(**changes))  # type: ignore[arg-type]
    assert (ruling.verdict, ruling.depends_on) == ("depends", (fact,))


def test_unstated_keywords_if_not_closed(put: Ask) -> None:
    """If the battlefield isn't closed, A may have defender, so the answer depends on its keywords."""
    assert put("can-attack A p2", board(closed="[]")).depends_on == ("objects.A.keywords",)


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"A": "keywords: [haste]"}, "yes"),
        ({"effects": "{says: as-though, does: attack, objects: [A], quality: [haste]}"}, "yes"),
        ({"effects": "{says: as-though, does: attack, objects: [A], quality: [flying]}"}, "no"),
    ],
)
def test_haste(put: Ask, changes: dict[str, str], verdict: str) -> None:
    """702.10b: a creature with haste, or as though it had haste, can attack in the turn that it enters."""
    assert put("can-attack A p2", board(here="{A: no}", **changes)).verdict == verdict  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("effect", "verdict"),
    [
        ("{says: as-though, does: attack, objects: [A], quality: [no defender]}", "yes"),
        ("{says: as-though, does: attack, objects: [A], quality: [haste]}", "no"),
        ("{says: can, does: attack, objects: [A], waives: [defender]}", "yes"),
        ("{says: can, does: attack, objects: [A], waives: [702.3b]}", "yes"),
    ],
)
def test_attacking_with_defender(put: Ask, effect: str, verdict: str) -> None:
    """702.3b: an effect can let a creature attack as though it didn't have defender (101.1)."""
    assert put("can-attack A p2", board(A="keywords: [defender]", effects=effect)).verdict == verdict


@pytest.mark.parametrize(
    ("effect", "p2", "p3"),
    [
        ("{says: cant, does: attack, objects: [A]}", "no", "no"),
        ("{says: cant, does: attack, objects: [A], to: [p2]}", "no", "yes"),
        ("{says: cant, does: attack, players: [p1]}", "no", "no"),
        ("{says: cant, does: attack, players: [p2]}", "yes", "yes"),
        ("{says: cant, does: be-attacked, players: [p2]}", "no", "yes"),
        ("{says: cant, does: be-attacked, players: [p2], quality: [power 2 or less]}", "yes", "yes"),
        ("{says: cant, does: be-attacked, players: [p2], quality: [power 3 or greater]}", "no", "yes"),
    ],
)
def test_cant_attack(put: Ask, effect: str, p2: str, p3: str) -> None:
    """101.2: an effect can forbid the creature to attack at all, or to attack one player."""
    text = board(A="power: 3", effects=effect)
    assert [put(f"can-attack A {whom}", text).verdict for whom in ("p2", "p3")] == [p2, p3]


def test_attack_without_a_named_target(put: Ask) -> None:
    """Without a target, the answer is yes if the creature can attack anything; `usual: yes` assumes an opponent."""
    assert put("can-attack A", board()).verdict == "yes"
    assert put("can-attack A", board(A="tapped: yes")).verdict == "no"
    assert put("can-attack A", board(effects="{says: cant, does: attack, to: [p2, W, S]}")).verdict == "yes"
    alone = "usual: yes\ngame: {active: p1}\nplayers: {p1: }\nobjects: [{id: A, controller: p1, types: [creature], "
    alone += "keywords: []}]\nhistory: {controlled_since_turn_began: {A: yes}}"
    assert put("can-attack A", alone).verdict == "yes"
    assert put("can-attack A", alone.replace("types: [creature], ", "")).verdict == "yes"
    assert put("can-attack A", alone.replace("creature", "artifact")).verdict == "no"
    assert (
        put("can-attack A", alone.replace("usual: yes", "usual: no").replace("types: [creature], ", "")).verdict
        == "depends"
    )


def test_team_mates_are_no_opponents(put: Ask) -> None:
    """102.3: a creature can't attack a player of its controller's team."""
    text = board().replace("{p1: , p2: , p3: }", "{p1: {team: one}, p2: {team: one}, p3: {team: two}}")
    assert [put(f"can-attack A {whom}", text).verdict for whom in ("p2", "p3", "W")] == ["no", "yes", "no"]


@pytest.mark.parametrize(
    ("day", "whom", "changes", "verdict"),
    [
        ("2022-10-07", "S", {}, "no"),
        ("2022-10-07", "A", {}, "no"),
        ("2022-10-07", "W", {}, "yes"),
        ("2022-10-07", "W", {"W": "controller: p1"}, "no"),
        ("2022-10-07", "W", {"W": "types: [artifact]"}, "no"),
        ("2022-10-07", "p2", {"A": "types: [artifact]"}, "no"),
        ("2022-10-07", "p1", {}, "no"),
        ("2022-10-07", "p2", {"A": "tapped: yes"}, "no"),
        ("2008-02-01", "W", {}, "yes"),
        ("2006-02-01", "W", {}, "no"),
        ("2006-02-01", "p2", {}, "yes"),
        ("2006-02-01", "p1", {}, "no"),
        ("2006-02-01", "p2", {"A": "types: [artifact]"}, "no"),
        ("2006-02-01", "p2", {"A": "tapped: yes"}, "no"),
        ("2006-02-01", "p2", {"A": "subtypes: [wall]"}, "yes"),
        ("2004-02-01", "p2", {"A": "subtypes: [wall]"}, "no"),
        ("2004-02-01", "p2", {}, "yes"),
        ("2004-02-01", "p2", {"A": "tapped: yes"}, "no"),
        ("2004-02-01", "p2", {"A": "types: [artifact]"}, "no"),
        ("2002-10-07", "p2", {"A": "subtypes: [wall]"}, "no"),
        ("2002-10-07", "W", {}, "no"),
        ("2002-10-07", "p2", {"A": "keywords: [defender]"}, "yes"),
    ],
)
def test_attacking_through_time(put: Ask, day: str, whom: str, changes: dict[str, str], verdict: str) -> None:
    """Walls can't attack until 2004 (308.1, 308.2a); planeswalkers can be attacked since 2007, battles since 2023."""
    assert put(f"can-attack A {whom}", board(**changes), day=day).verdict == verdict  # type: ignore[arg-type]


# --- legal-attack --------------------------------------------------------------------------------------------

CREATURE = "zone: battlefield, controller: p1, types: [creature], tapped: no"
BOTH = "{A: yes, B: yes}"


def attack(proposed: str, effects: str = "", here: str = BOTH, **objects: str) -> str:
    """Return a proposed attack by p1, who has A and B, against p2 and p3."""
    return board(proposed=proposed, effects=effects, here=here, B=objects.pop("B", CREATURE), W=None, S=None, **objects)


A2, B2, B3 = "{creature: A, attacks: p2}", "{creature: B, attacks: p2}", "{creature: B, attacks: p3}"


@pytest.mark.parametrize(
    ("proposed", "effects", "verdict"),
    [
        (f"[{A2}, {B2}]", "", "yes"),
        ("[]", "", "yes"),
        (f"[{A2}, {A2}]", "", "no"),
        (f"[{A2}]", "{says: cant, does: attack, objects: [A]}", "no"),
        (f"[{A2}]", "{says: cant, does: attack, objects: [B]}", "yes"),
        (f"[{A2}, {B2}]", "{says: at-most, does: attack, amount: 1}", "no"),
        (f"[{A2}, {B2}]", "{says: at-most, does: attack, amount: 2}", "yes"),
        (f"[{A2}, {B2}]", "{says: at-most, does: attack, amount: 1, objects: [A]}", "yes"),
        (f"[{A2}, {B2}]", "{says: at-most, does: attack, amount: 1, applies: no}", "yes"),
        (f"[{A2}, {B2}]", "{says: at-most, does: attack, amount: 1, to: [p2]}", "no"),
        (f"[{A2}, {B3}]", "{says: at-most, does: attack, amount: 1, to: [p2]}", "yes"),
        (f"[{A2}, {B2}]", "{says: at-most, does: be-attacked, players: [p2], amount: 1}", "no"),
        (f"[{A2}, {B3}]", "{says: at-most, does: be-attacked, players: [p2], amount: 1}", "yes"),
        (f"[{A2}]", "{says: at-least, does: attack, objects: [A], amount: 2}", "no"),
        (f"[{B2}]", "{says: at-least, does: attack, objects: [A], amount: 2}", "yes"),
        (f"[{A2}, {B2}]", "{says: at-least, does: attack, objects: [A], amount: 2}", "yes"),
        (f"[{A2}]", "{says: at-least, does: attack, objects: [A], amount: 2, applies: no}", "yes"),
        ("[]", "{says: must, does: attack, objects: [A]}", "no"),
        (f"[{A2}]", "{says: must, does: attack, objects: [A]}", "yes"),
        ("[]", "{says: must, does: attack, objects: [A], applies: no}", "yes"),
        (f"[{A2}]", "{says: must, does: attack, objects: [A], to: [p3]}", "no"),
        ("[]", "{says: must, does: be-attacked, players: [p3]}", "no"),
        (f"[{A2}]", "{says: must, does: be-attacked, players: [p3]}", "no"),
        (f"[{A2}, {B3}]", "{says: must, does: be-attacked, players: [p3]}", "yes"),
        ("[]", "{says: must, does: attack, objects: [A]}, {says: costs, does: attack, objects: [A], amount: 2}", "yes"),
        ("[]", "{says: must, does: attack, objects: [A]}, {says: cant, does: attack, objects: [A]}", "yes"),
        ("[]", "{says: must, does: attack, objects: [A]}, {says: at-least, does: attack, objects: [A], amount: 2}",
         "no"),
    ],
)  # fmt: skip
def test_restrictions_and_requirements(put: Ask, proposed: str, effects: str, verdict: str) -> None:
    """508.1c, 508.1d: a legal attack disobeys no restriction and obeys as many requirements as possible."""
    ruling = put("legal-attack", attack(proposed, effects))
    assert ruling.verdict == verdict


def test_most_similar_legal_attack(put: Ask) -> None:
    """508.1d: the answer to an illegal attack has the most similar legal attack."""
    effects = "{says: must, does: attack, objects: [A]}, {says: at-most, does: attack, amount: 1}"
    ruling = put("legal-attack", attack(f"[{B2}]", effects))
    assert (ruling.verdict, ruling.value) == ("no", [{"creature": "A", "attacks": "p2"}])
    kept = put("legal-attack", attack(f"[{B3}]", "{says: must, does: attack, objects: [A]}"))
    assert {"creature": "B", "attacks": "p3"} in kept.value


@pytest.mark.parametrize(
    ("goaded", "proposed", "verdict"),
    [
        ("[p2]", "[]", "no"),
        ("[p2]", f"[{A2}]", "no"),
        ("[p2]", "[{creature: A, attacks: p3}]", "yes"),
        ("[p2, p3]", "[{creature: A, attacks: p3}]", "yes"),
        ("[p2, p3]", "[]", "no"),
        ("[]", "[]", "yes"),
    ],
)
def test_goad(put: Ask, goaded: str, proposed: str, verdict: str) -> None:
    """701.15b, 701.15c: a goaded creature attacks if able, and a player who didn't goad it if able."""
    assert put("legal-attack", attack(proposed, A=f"goaded_by: {goaded}")).verdict == verdict


def test_goad_is_cited(put: Ask) -> None:
    """701.15: the answer to an attack that goad makes illegal cites goad."""
    cited = [each.number for each in put("legal-attack", attack("[]", A="goaded_by: [p2]")).citations]
    assert cited == ["508.1d", "701.15a"]


def test_goad_by_two_players_is_four_requirements(put: Ask) -> None:
    """701.15c: two requirements to attack p2 outweigh the one requirement of goad to attack another player."""
    effects = ", ".join(["{says: must, does: attack, objects: [A], to: [p2]}"] * 2)
    assert put("legal-attack", attack("[{creature: A, attacks: p3}]", effects, A="goaded_by: [p2]")).verdict == "no"
    assert put("legal-attack", attack(f"[{A2}]", effects, A="goaded_by: [p2]")).verdict == "yes"


def test_unstated_facts_of_an_attack(put: Ask) -> None:
    """The answer depends on the proposed attack, and on whether a creature that matters is tapped."""
    effects = "{says: must, does: attack, objects: [B]}"
    ruling = put("legal-attack", attack(f"[{A2}]", effects, B=CREATURE.replace("tapped: no", "tapped: null")))
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("objects.B.tapped",))
    ruling = put("legal-attack", attack(f"[{A2}]", A="tapped: null"))
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("objects.A.tapped",))
    assert put("legal-attack", board()).depends_on == ("proposed.attackers",)


def test_what_is_attacked_is_announced(put: Ask) -> None:
    """508.1b: the target has to be stated if there is a choice of targets."""
    assert put("legal-attack", attack("[{creature: A}]")).depends_on == ("proposed.attackers.1.attacks",)
    alone = attack("[{creature: A}]").replace(", p3: ", "")
    assert put("legal-attack", alone).verdict == "yes"


@pytest.mark.parametrize(
    ("day", "proposed", "verdict"),
    [
        ("2026-01-16", f"[{B2}]", "no"),
        ("2008-02-01", f"[{B2}]", "no"),
        ("2005-02-01", f"[{B2}]", "no"),
        ("2002-10-07", f"[{B2}]", "yes"),
        ("2003-03-15", f"[{B2}]", "yes"),
        ("2003-03-15", "[]", "no"),
        ("2002-10-07", "[]", "no"),
        ("2005-02-01", "[]", "no"),
        ("2002-10-07", f"[{A2}]", "yes"),
        ("2005-02-01", f"[{A2}]", "yes"),
    ],
)
def test_requirements_through_time(put: Ask, day: str, proposed: str, verdict: str) -> None:
    """508.1d: if only one creature can attack, it must be the required one; until 2003-03 either could."""
    effects = "{says: must, does: attack, objects: [A]}, {says: at-most, does: attack, amount: 1}"
    assert put("legal-attack", attack(proposed, effects), day=day).verdict == verdict


@pytest.mark.parametrize(("day", "verdict"), [("2026-01-16", "no"), ("2005-02-01", "yes"), ("2002-10-07", "yes")])
def test_other_attackers_needed_since_2007(put: Ask, day: str, verdict: str) -> None:
    """500.5: until 2006 another creature needn't attack only so that A, which must attack, can."""
    effects = "{says: must, does: attack, objects: [A]}, {says: at-least, does: attack, objects: [A], amount: 2}"
    assert put("legal-attack", attack("[]", effects), day=day).verdict == verdict


def test_twelve_creatures_under_a_second(put: Ask) -> None:
    """508.1d: twelve creatures with many requirements and restrictions are judged in a second of processor time."""
    names = [f"C{number}" for number in range(12)]
    objects = dict.fromkeys(names, CREATURE)
    effects = ["{says: at-most, does: attack, amount: 7}", "{says: must, does: be-attacked, players: [p3]}",
               "{says: at-most, does: be-attacked, players: [p2], amount: 3}"]  # fmt: skip
    effects += [f"{{says: must, does: attack, objects: [{name}]}}" for name in names[:9]]
    effects += [f"{{says: at-least, does: attack, objects: [{name}], amount: 3}}" for name in names[6:]]
    here = "{" + ", ".join(f"{name}: yes" for name in names) + "}"
    text = board(proposed="[]", effects=", ".join(effects), here=here, A=None, S=None, **objects)
    before = time.process_time()
    ruling = put("legal-attack", text, as_effects=False)
    assert time.process_time() - before < 1
    assert ruling.verdict == "no"
    assert len(ruling.value) == 7


# --- results of attacking ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "verdict"), [("", "yes"), ("keywords: [vigilance]", "no"), ("types: [artifact]", "no")]
)
def test_attacking_taps(put: Ask, more: str, verdict: str) -> None:
    """508.1f: attacking taps a creature. 702.20b: not with vigilance."""
    assert put("taps-to-attack A", board(A=more)).verdict == verdict


@pytest.mark.parametrize(
    ("more", "effects", "day", "verdict"),
    [
        ("", "{says: must, does: attack, objects: [A]}", "2026-01-16", "yes"),
        ("goaded_by: [p2]", "", "2026-01-16", "yes"),
        ("", "", "2026-01-16", "no"),
        ("", "{says: must, does: attack, objects: [W]}", "2026-01-16", "no"),
        ("", "{says: must, does: attack, objects: [A]}", "2022-04-29", "no"),
    ],
)
def test_had_to_attack(put: Ask, more: str, effects: str, day: str, verdict: str) -> None:
    """506.6: since 2022-06-10 a creature had to attack if an effect required it or it was goaded."""
    assert put("had-to-attack A", board(A=more, effects=effects), day=day).verdict == verdict


def test_creature_that_cant_attack_alone(put: Ask) -> None:
    """508.1c: a creature that can't attack alone can't attack if no other creature can."""
    effect = "{says: at-least, does: attack, objects: [A], amount: 2}"
    assert put("can-attack A p2", board(effects=effect, B=CREATURE, here=BOTH)).verdict == "yes"
    assert put("can-attack A p2", board(effects=effect)).verdict == "no"
    assert put("can-attack A p2", board(effects=effect, closed="[]", A="keywords: []")).depends_on == ("closed",)
    ruling = put("can-attack A p2", board(effects=effect, B=CREATURE.replace("tapped: no", "tapped: null"), here=BOTH))
    assert ruling.depends_on == ("objects.B.tapped",)
