"""Conditions in the texts of abilities: “if you control three or more creatures” (603.4).

A condition that isn't understood is open, and the answer quotes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kb.cards.grammar.vocabulary import NUMBERS
from kb.i18n import mark_message
from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, decided, every, not_, some, unknown
from kb.rulings.situation.phrase_parser import parse_phrase
from kb.rulings.situation.phrase_tree import InvalidPhrase
from kb.rulings.situation.situation import Object, Player, Situation

_NUMBER = rf"(?P<number>[0-9]+|{'|'.join(NUMBERS)})"
_HOW_MANY = (
    rf"(?:(?:(?P<least>at least )|exactly )?{_NUMBER}(?: or (?P<how>more|greater|less|fewer))?|(?P<one>an?|another)"
    r"|(?P<no>no))"
)
_CONTROLS = re.compile(rf"(?P<who>you|an opponent) controls? {_HOW_MANY} (?P<what>.+)")
_CONTROLS_NOT = re.compile(r"(?P<who>you) don't control (?:an?|any) (?P<what>.+)")
_LIFE = re.compile(rf"(?P<who>you|an opponent) (?:have|has) {_HOW_MANY} life")
_HAND = re.compile(rf"(?P<who>you|an opponent) (?:have|has) {_HOW_MANY} cards? in (?:your |their )?hand")
_TURN = re.compile(r"it(?:'s| is) (?P<no>not )?your turn|it isn't your turn")
_STATE = re.compile(r"(?P<self>~|this [a-z]+) (?:is|(?P<no>isn't)) (?P<state>tapped|untapped|attacking|blocking)")
_COUNTERS = re.compile(rf"(?P<self>~|this [a-z]+) has {_HOW_MANY} (?P<kind>[a-z+/0-9-]+) counters? on it")
_STATES: dict[str, Callable[[Object], Truth]] = {
    "tapped": lambda thing: thing.tapped,
    "untapped": lambda thing: not_(thing.tapped),
    "attacking": lambda thing: thing.attacking != "none",
    "blocking": lambda thing: not_(thing.blocking.is_empty),
}


def condition_holds(now: Situation, source: Object, condition: str) -> Truth:
    """Yes if a printed condition is true now. It is open if a part of it isn't understood.

    Args:
        now: the situation.
        source: the object with the ability, or the ability on the stack; "you" is its controller.
        condition: the words after "if", such as `you have 40 or more life`.
    """
    found = _test(now, source, _plain(condition, source))
    if found is None:
        claim = mark_message("not understood: “if {condition}”; `condition` states whether it is so")
        return unknown(f"{source.path}.condition", claim, condition=condition)
    return found.with_claim("“if {condition}”", condition=condition)


def _plain(text: str, source: Object) -> str:
    """Return a text in lower case with plain apostrophes. `~` stands for the name of the object."""
    plain = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").strip().lower()
    name = (source.name.value or "").lower()
    return re.sub(rf"\b{re.escape(name)}\b", "~", plain) if name else plain


def _test(now: Situation, source: Object, condition: str) -> Truth | None:
    """Return whether a condition is true, or None if it isn't understood."""
    if " and " in condition:
        parts = [_test(now, source, each) for each in condition.split(" and ")]
        understood = [each for each in parts if each is not None]
        return every(understood) if len(understood) == len(parts) else None
    tests = ((_CONTROLS, _controls), (_CONTROLS_NOT, _controls), (_LIFE, _has_life), (_HAND, _has_cards),
             (_TURN, _is_turn), (_STATE, _is_in_state), (_COUNTERS, _has_counters))  # fmt: skip
    for pattern, test in tests:
        if (found := pattern.fullmatch(condition)) is not None:
            return test(now, source, found)
    return None


# --- numbers -------------------------------------------------------------------------------------------------


def _bounds(found: re.Match[str]) -> tuple[int, int | None]:
    """Return the least and the greatest number that “three or more”, “no”, “another” allow; None if there is none."""
    groups = found.groupdict()
    if groups.get("no") or "number" not in groups:
        return 0, 0
    if groups["one"]:
        return 1, None
    number = int(groups["number"]) if groups["number"].isdecimal() else NUMBERS.index(groups["number"])
    if groups["how"] in ("less", "fewer"):
        return 0, number
    return number, None if groups["how"] or groups["least"] else number


def _is_within(value: NumberValue, bounds: tuple[int, int | None]) -> Truth:
    least, most = bounds
    return all_of(*([value >= least] if least else []), *([] if most is None else [value <= most]))


def _count_is_within(now: Situation, truths: Sequence[Truth], bounds: tuple[int, int | None]) -> Truth:
    """Yes if so many of the truths are yes as the bounds allow. Permanents that aren't listed may count, too."""
    sure = [each for each in truths if each.value]
    maybe = [decided(each) for each in truths if each.value is None]
    if "battlefield" not in now.closed and not now.as_usual:
        maybe.append(unknown("closed", "not stated: whether there are other permanents"))
        most_there: float = float("inf")
    else:
        most_there = len(sure) + len(maybe)
    least, most = bounds
    if len(sure) >= least and (most is None or most_there <= most):
        return all_of(constant(True, "{count} are there", count=len(sure)), *sure[:least])
    if most_there < least or (most is not None and len(sure) > most):
        return all_of(*sure, constant(False, "{count} are there", count=len(sure)))
    return all_of(*maybe)


# --- what conditions ask for ---------------------------------------------------------------------------------


def _players(now: Situation, source: Object, found: re.Match[str]) -> tuple[Player, ...] | None:
    """Return the players whom a condition asks about, or None if the controller isn't known."""
    you = now.player(source.controller.value or "")
    if you is None:
        return None
    return (you,) if found["who"] == "you" else you.opponents


def _controls(now: Situation, source: Object, found: re.Match[str]) -> Truth | None:
    what = found["what"] if found.groupdict().get("one") != "another" else f"another {found['what']}"
    players = _players(now, source, found)
    try:
        parse_phrase(what, now.words)
    except InvalidPhrase:
        return None
    if players is None:
        return source.controller == "none"
    bounds = _bounds(found)
    return some(
        _count_is_within(
            now, [all_of(phrase_picks(each, what, source), player.controls(each)) for each in now.objects], bounds
        )
        for player in players
    )


def _of_players(now: Situation, source: Object, found: re.Match[str], value: Callable[[Player], NumberValue]) -> Truth:
    players = _players(now, source, found)
    if players is None:
        return source.controller == "none"
    return some(_is_within(value(each), _bounds(found)) for each in players)


def _has_life(now: Situation, source: Object, found: re.Match[str]) -> Truth:
    return _of_players(now, source, found, lambda player: player.life)


def _has_cards(now: Situation, source: Object, found: re.Match[str]) -> Truth:
    return _of_players(now, source, found, lambda player: player.hand)


def _is_turn(now: Situation, source: Object, found: re.Match[str]) -> Truth:
    yours = now.game.active == source.controller
    return not_(yours) if found["no"] or "isn't" in found[0] else yours


def _is_in_state(_now: Situation, source: Object, found: re.Match[str]) -> Truth:
    state = _STATES[found["state"]](_itself(source))
    return not_(state) if found["no"] else state


def _has_counters(_now: Situation, source: Object, found: re.Match[str]) -> Truth:
    return _is_within(_itself(source).counters[found["kind"]], _bounds(found))


def _itself(source: Object) -> Object:
    """Return the object that “this creature” means: the source of an ability on the stack, or the object (113.7)."""
    return source.now.object(source.stated.get("source") or "") or source
