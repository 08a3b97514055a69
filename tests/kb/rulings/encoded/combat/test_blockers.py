"""Blocking: blockers and what they can block (509.1a), and legal declarations (509.1b, 509.1c)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

CREATURE = "zone: battlefield, types: [creature]"


def board(
    *, attackers: str = "A", blockers: str = "B C", effects: str = "", proposed: str = "", extra: str = "",
    closed: str = "[battlefield]", game: str = "active: p1", **more: str,
) -> str:  # fmt: skip
    """Return attackers of p1 and untapped creatures of p2; `A="..."` changes A's facts."""
    rows = [f"{{id: {name}, {CREATURE}, controller: p1{_facts(more, name, 'attacking: p2')}}}"
            for name in attackers.split()]  # fmt: skip
    rows += [
        f"{{id: {name}, {CREATURE}{_facts(more, name, 'controller: p2, tapped: no')}}}" for name in blockers.split()
    ]
    rows += [extra] if extra else []
    return (
        f"game: {{{game}}}\nplayers: {{p1: , p2: , p3: }}\nclosed: {closed}\nobjects: [{', '.join(rows)}]\n"
        f"effects: [{effects}]\n" + (f"proposed: {{blockers: {proposed}}}\n" if proposed else "")
    )


def _facts(more: dict[str, str], name: str, usual: str) -> str:
    facts = dict(each.split(": ", 1) for each in usual.split(", "))
    for each in more.get(name, "").split("; "):
        key, colon, value = each.partition(": ")
        if colon:
            facts[key] = value
    return "".join(f", {key}: {value}" for key, value in facts.items())


W = "{id: W, zone: battlefield, controller: p2, types: [planeswalker]}"
SIEGE = "{id: S, zone: battlefield, controller: p1, types: [battle], protector: p2}"


@pytest.mark.parametrize(
    ("more", "extra", "verdict"),
    [
        ({}, "", "yes"),
        ({"B": "tapped: yes"}, "", "no"),
        ({"B": "controller: p3"}, "", "no"),
        ({"A": "attacking: none"}, "", "no"),
        ({"A": "attacking: p3"}, "", "no"),
        ({"A": "attacking: W"}, W, "yes"),
        ({"A": "attacking: W"}, W.replace("p2", "p3"), "no"),
        ({"A": "attacking: W"}, W.replace("planeswalker", "artifact"), "no"),
        ({"A": "attacking: S"}, SIEGE, "yes"),
        ({"A": "attacking: S"}, SIEGE.replace("protector: p2", "protector: p3"), "no"),
        ({"A": "attacking: S"}, SIEGE.replace("battle]", "artifact]"), "no"),
    ],
)
def test_what_a_creature_can_block(put: Ask, more: dict[str, str], extra: str, verdict: str) -> None:
    """509.1a, 310.8c: an untapped creature can block attackers of its controller, their planeswalker or battle."""
    ruling = put("can-block B A", board(extra=extra, **more))  # type: ignore[arg-type]
    assert (ruling.verdict, ruling.depends_on) == (verdict, ())


@pytest.mark.parametrize(
    ("old", "new"), [("types: [creature], controller: p2", "types: [artifact], controller: p2"),
                     ("types: [creature], controller: p2", "types: [creature, battle], controller: p2"),
                     ("id: B, zone: battlefield", "id: B, zone: hand")],
)  # fmt: skip
@pytest.mark.parametrize("day", ["2026-01-16", "2006-02-01"])
def test_only_creatures_on_the_battlefield_block(put: Ask, old: str, new: str, day: str) -> None:
    """506.3, 309.2a: only creatures on the battlefield can block. 509.1a: since 2023 battles can't."""
    text = board(blockers="B").replace(old, new).replace(", tapped: no", "" if "hand" in new else ", tapped: no")
    expected = "yes" if "battle]" in new and day < "2023" else "no"
    assert put("can-block B A", text, day=day).verdict == expected


@pytest.mark.parametrize(
    ("old", "fact"),
    [("tapped: no", "objects.B.tapped"), ("attacking: p2", "objects.A.attacking")],
)
def test_one_unstated_condition(put: Ask, old: str, fact: str) -> None:
    """If one condition isn't stated, the answer depends on it alone."""
    text = board(blockers="B", closed="[]", A="keywords: []", B="keywords: []").replace(f", {old}", "")
    ruling = put("can-block B A", text)
    assert (ruling.verdict, ruling.depends_on) == ("depends", (fact,))


def test_attack_is_assumed(put: Ask) -> None:
    """With `usual: yes`, A is assumed to be an opponent's and to attack the player who would block."""
    text = "usual: yes\nplayers: {p1: }\ngame: {active: p1}\nobjects: [{id: A, types: [creature], keywords: [%s]}, "
    text += "{id: B, controller: p1, types: [creature], keywords: [%s]}]"
    assert put("can-block B A", text % ("", "")).verdict == "yes"
    assert put("can-block B A", text % ("flying", "")).verdict == "no"
    assert put("can-block B A", text % ("flying", "reach")).verdict == "yes"


def test_blocking_as_though_untapped(put: Ask) -> None:
    """An effect lets a tapped creature block as though it were untapped."""
    effect = "{says: as-though, does: block, objects: [B], quality: [untapped]}"
    assert put("can-block B A", board(effects=effect, B="tapped: yes")).verdict == "yes"
    assert put("can-block B A", board(effects=effect.replace("untapped", "flying"), B="tapped: yes")).verdict == "no"


def test_block_without_a_named_attacker(put: Ask) -> None:
    """Without a named attacker, the answer is yes if the creature can block any attacking creature."""
    text = board(attackers="A D", A="keywords: [flying]")
    assert put("can-block B", text).verdict == "yes"
    assert put("can-block B", board(A="keywords: [flying]")).verdict == "no"


@pytest.mark.parametrize(
    ("day", "attacking", "verdict"),
    [
        ("2022-10-07", "W", "yes"), ("2022-10-07", "S", "no"), ("2022-10-07", "p2", "yes"), ("2022-10-07", "p3", "no"),
        ("2006-02-01", "W", "no"), ("2006-02-01", "p2", "yes"), ("2002-10-07", "p2", "yes"), ("2006-02-01", "p3", "no"),
    ],
)  # fmt: skip
def test_blocking_through_time(put: Ask, day: str, attacking: str, verdict: str) -> None:
    """309.2a, 509.1a: attackers of planeswalkers can be blocked since 2007, of battles since 2023."""
    text = board(extra=f"{W}, {SIEGE}", A=f"attacking: {attacking}")
    assert put("can-block B A", text, day=day).verdict == verdict
    assert put("can-block B A", text.replace("tapped: no", "tapped: yes"), day=day).verdict == "no"


def test_two_headed_giant(put: Ask) -> None:
    """805.10d: creatures of either defending player can block attackers of their team."""
    text = board(A="attacking: p3", game="active: p1, variant: two-headed-giant")
    text = text.replace("{p1: , p2: , p3: }", "{p1: {team: one}, p2: {team: two}, p3: {team: two}}")
    assert put("can-block B A", text).verdict == "yes"
    assert put("can-block B A", text.replace("two-headed-giant", "normal")).verdict == "no"
    assert put("can-block B A", text.replace("p3: {team: two}", "p3: {team: three}")).verdict == "no"


# --- legal-block ---------------------------------------------------------------------------------------------

BA, CA, BD, CD = (f"{{creature: {one}, blocks: [{other}]}}" for one, other in ("BA", "CA", "BD", "CD"))
TWO = "{creature: B, blocks: [A, D]}"


@pytest.mark.parametrize(
    ("proposed", "effects", "verdict"),
    [
        ("[]", "", "yes"),
        (f"[{BA}]", "", "yes"),
        (f"[{BA}, {CA}]", "", "yes"),
        (f"[{BA}, {BA}]", "", "no"),
        (f"[{TWO}]", "", "no"),
        (f"[{TWO}]", "{says: additional, does: block, objects: [B], amount: 1}", "yes"),
        (f"[{TWO}]", "{says: additional, does: block, objects: [C], amount: 1}", "no"),
        (f"[{TWO}]", "{says: additional, does: block, objects: [B], amount: 0}", "no"),
        (f"[{TWO}]", "{says: additional, does: block, objects: [B]}", "yes"),
        (f"[{TWO}]", "{says: additional, does: block, objects: [B], applies: no}", "no"),
        (f"[{BA}]", "{says: cant, does: block, objects: [B]}", "no"),
        (f"[{BA}]", "{says: cant, does: be-blocked, objects: [A]}", "no"),
        (f"[{BA}, {CA}]", "{says: at-most, does: be-blocked, objects: [A], amount: 1}", "no"),
        (f"[{BA}, {CD}]", "{says: at-most, does: be-blocked, objects: [A], amount: 1}", "yes"),
        (f"[{BA}, {CA}]", "{says: at-most, does: be-blocked, objects: [A], amount: 1, applies: no}", "yes"),
        (f"[{BA}]", "{says: at-least, does: be-blocked, objects: [A], amount: 2}", "no"),
        (f"[{BA}, {CA}]", "{says: at-least, does: be-blocked, objects: [A], amount: 2}", "yes"),
        (f"[{BA}, {CA}]", "{says: at-least, does: be-blocked, objects: [A], amount: 3}", "no"),
        (f"[{BA}]", "{says: at-least, does: be-blocked, objects: [A], amount: 2, applies: no}", "yes"),
        (f"[{BA}, {CD}]", "{says: at-most, does: block, amount: 1}", "no"),
        (f"[{BA}]", "{says: at-most, does: block, amount: 1}", "yes"),
        (f"[{BA}, {CD}]", "{says: at-most, does: block, amount: 1, applies: no}", "yes"),
        (f"[{BA}, {CD}]", "{says: at-most, does: block, amount: 1, objects: [B]}", "yes"),
        (f"[{BA}]", "{says: at-least, does: block, objects: [B], amount: 2}", "no"),
        (f"[{BA}, {CD}]", "{says: at-least, does: block, objects: [B], amount: 2}", "yes"),
        (f"[{BA}]", "{says: at-least, does: block, objects: [B], amount: 2, applies: no}", "yes"),
        ("[]", "{says: must, does: block, objects: [B]}", "no"),
        (f"[{BD}]", "{says: must, does: block, objects: [B]}", "yes"),
        (f"[{BD}]", "{says: must, does: block, objects: [B], to: [A]}", "no"),
        (f"[{BA}]", "{says: must, does: block, to: [A]}", "no"),
        (f"[{BA}, {CA}]", "{says: must, does: block, to: [A]}", "yes"),
        ("[]", "{says: must, does: be-blocked, objects: [A]}", "no"),
        (f"[{BA}]", "{says: must, does: be-blocked, objects: [A]}", "yes"),
        ("[]", "{says: must, does: be-blocked, objects: [A], applies: no}", "yes"),
        ("[]", "{says: must, does: block, objects: [B], applies: no}", "yes"),
        ("[]", "{says: must, does: block, objects: [B]}, {says: costs, does: block, objects: [B], amount: 1}", "yes"),
        ("[]", "{says: must, does: block, objects: [B]}, {says: cant, does: block, objects: [B]}", "yes"),
        (f"[{BA}]", "{says: must, does: be-blocked, objects: [A]}, {says: must, does: be-blocked, objects: [D]}", "no"),
        (f"[{BA}, {CD}]", "{says: must, does: be-blocked, objects: [A]}, {says: must, does: be-blocked, objects: [D]}",
         "yes"),
    ],
)  # fmt: skip
def test_restrictions_and_requirements(put: Ask, proposed: str, effects: str, verdict: str) -> None:
    """509.1a to 509.1c: a legal block disobeys no restriction and obeys as many requirements as possible."""
    assert put("legal-block", board(attackers="A D", effects=effects, proposed=proposed)).verdict == verdict


@pytest.mark.parametrize(
    ("proposed", "verdict"), [("[]", "yes"), (f"[{BA}]", "no"), (f"[{BA}, {CA}]", "yes"), (f"[{BD}]", "yes")]
)
def test_menace(put: Ask, proposed: str, verdict: str) -> None:
    """702.111b: a creature with menace can be blocked only by two or more creatures."""
    text = board(attackers="A D", A="keywords: [menace]", proposed=proposed)
    assert put("legal-block", text).verdict == verdict
    if proposed == f"[{BA}]":
        assert put("legal-block", text, day="2014-02-01").verdict == "yes"


def test_menace_and_one_blocker(put: Ask) -> None:
    """A creature can block an attacker with menace only if another creature can block it, too."""
    assert put("can-block B A", board(A="keywords: [menace]")).verdict == "yes"
    ruling = put("can-block B A", board(blockers="B", A="keywords: [menace]"))
    assert (ruling.verdict, "702.111b" in [cited.number for cited in ruling.citations]) == ("no", True)
    assert put("can-block B A", board(A="keywords: [menace, flying]", B="keywords: [flying]")).verdict == "no"
    tapped = board(A="keywords: [menace]", C="tapped: null")
    assert put("can-block B A", tapped).depends_on == ("objects.C.tapped",)
    open_board = board(blockers="B", A="keywords: [menace]", B="keywords: []", closed="[]")
    assert put("can-block B A", open_board).depends_on == ("closed",)
    assert put("can-block B A", f"usual: yes\n{open_board}").depends_on == ("closed",), "other creatures may be there"
    limit = "{says: at-least, does: be-blocked, objects: [A], amount: 3}"
    assert put("can-block B A", board(effects=limit)).verdict == "no"
    assert put("can-block B A", board(blockers="B C D", effects=limit)).verdict == "yes"
    alone = "{says: at-least, does: block, objects: [B], amount: 2}"
    assert put("can-block B A", board(blockers="B", effects=alone)).verdict == "no"
    none = "{says: at-most, does: block, amount: 0}"
    assert put("can-block B A", board(effects=none)).verdict == "no"


def test_most_similar_legal_block(put: Ask) -> None:
    """509.1c: the answer to an illegal block has the most similar legal block."""
    ruling = put(
        "legal-block",
        board(attackers="A D", proposed=f"[{CD}]", effects="{says: must, does: block, objects: [B], to: [A]}"),
    )
    assert ruling.verdict == "no"
    assert ruling.value == [{"creature": "B", "blocks": ["A"]}, {"creature": "C", "blocks": ["D"]}]


def test_unstated_facts_of_a_block(put: Ask) -> None:
    """The answer depends on the proposed blocks, and on whether a creature that matters is tapped."""
    effects = "{says: must, does: block, objects: [B]}"
    ruling = put("legal-block", board(proposed=f"[{CA}]", effects=effects, B="tapped: null"))
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("objects.B.tapped",))
    assert put("legal-block", board()).depends_on == ("proposed.blockers",)
    assert put("legal-block", board(proposed=f"[{BA}]", B="tapped: null")).depends_on == ("objects.B.tapped",)


@pytest.mark.parametrize(
    ("day", "proposed", "verdict"),
    [
        ("2026-01-16", "[]", "no"),
        ("2007-05-01", "[]", "no"),
        ("2005-02-01", "[]", "yes"),
        ("2005-02-01", f"[{BA}, {CA}]", "yes"),
        ("2002-10-07", "[]", "yes"),
        ("2003-03-15", "[]", "yes"),
    ],
)
def test_requirements_through_time(put: Ask, day: str, proposed: str, verdict: str) -> None:
    """500.5: until 2006 no second creature had to block only so that B, which must block, could."""
    effects = "{says: must, does: block, objects: [B]}, {says: at-least, does: be-blocked, objects: [A], amount: 2}"
    assert put("legal-block", board(proposed=proposed, effects=effects), day=day).verdict == verdict


@pytest.mark.parametrize("day", ["2026-01-16", "2005-02-01", "2002-10-07"])
def test_plain_requirement_in_each_era(put: Ask, day: str) -> None:
    """500.3, 500.4, 509.1c: a plain requirement to block holds in every edition."""
    effects = "{says: must, does: block, objects: [B]}"
    assert put("legal-block", board(proposed="[]", effects=effects), day=day).verdict == "no"
    assert put("legal-block", board(proposed=f"[{BA}]", effects=effects), day=day).verdict == "yes"


def test_twelve_blockers_under_a_second(put: Ask) -> None:
    """509.1c: twelve blockers of six attackers with menace and requirements take under a second of processor time."""
    attackers = [f"A{number}" for number in range(6)]
    blockers = [f"B{number}" for number in range(12)]
    effects = [f"{{says: must, does: block, objects: [{name}]}}" for name in blockers[:8]]
    effects += ["{says: must, does: block, to: [A5]}", "{says: must, does: be-blocked, objects: [A0]}"]
    more = dict.fromkeys(attackers[:3], "keywords: [menace]")
    text = board(
        attackers=" ".join(attackers), blockers=" ".join(blockers), effects=", ".join(effects), proposed="[]", **more
    )  # type: ignore[arg-type]
    before = time.process_time()
    ruling = put("legal-block", text, as_effects=False)
    assert time.process_time() - before < 1
    assert ruling.verdict == "no"


def test_too_many_declarations(put: Ask) -> None:
    """The answer is open if there are too many declarations to compare."""
    attackers = [f"A{number}" for number in range(14)]
    text = board(attackers=" ".join(attackers), effects="{says: additional, does: block, objects: [B]}", proposed="[]")
    assert put("legal-block", text).verdict == "depends"
