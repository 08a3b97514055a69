"""Day and night (730), and the permanents with daybound and nightbound that transform (702.145)."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, encodes, encodes_each
from kb.rulings.logic.ternary import Truth, all_of, constant, not_, some, unknown
from kb.rulings.situation.situation import Object, Situation


@encodes_each(
    Row("becomes-night", "after_a_turn_without_spells", "day becomes night: the previous turn's player cast no spells",
        "If it's day and the previous turn's active player didn't cast any spells, it becomes night.",
        before="day"),
    Row("becomes-day", "after_a_turn_with_two_spells",
        "night becomes day: the previous turn's player cast two or more spells",
        "If it's night and the previous turn's active player cast two or more spells, it becomes day.",
        before="night"),
)  # fmt: skip
def as_the_previous_turn_was(now: Situation, *, before: str) -> Truth:
    """The untap step checks how many spells the previous turn's active player cast during that turn."""
    cast = now.game.spells_last_turn
    return all_of(now.game.day_night == before, cast == 0 if before == "day" else cast >= 2)


@encodes("remains-neither", "it is neither day nor night, so that the untap step checks nothing")
def without_a_check(now: Situation) -> Truth:
    """If it's neither day nor night, the check doesn't happen, and it remains neither."""
    return now.game.day_night == "neither"


@encodes_each(
    Row("daybound-day", "a_player_controls_daybound", "it becomes day: {permanent} has daybound",
        "Any time a player controls a permanent with daybound, if it's neither day nor night, it becomes day.",
        keyword="daybound"),
    Row("nightbound-night", "a_player_controls_nightbound", "it becomes night: {permanent} has nightbound",
        "Any time a player controls a permanent with nightbound, and none has daybound, neither becomes night.",
        keyword="nightbound"),
)  # fmt: skip
def makes_it_day_or_night(_now: Situation, permanent: Object, *, keyword: str) -> Truth:
    """If it's neither day nor night, a permanent with the keyword gives the game a designation."""
    return all_of(permanent.is_permanent, permanent.has_keyword(keyword))


@encodes_each(
    Row("daybound-transforms", "front_face_at_night", "{permanent} has daybound and its front face up at night",
        "Any time a player controls a front-face-up permanent with daybound and it's night, they transform it.",
        keyword="daybound", face="front"),
    Row("nightbound-transforms", "back_face_by_day", "{permanent} has nightbound and its back face up by day",
        "Any time a player controls a back-face-up permanent with nightbound and it's day, they transform it.",
        keyword="nightbound", face="back"),
)  # fmt: skip
def transforms(_now: Situation, permanent: Object, *, keyword: str, face: str) -> Truth:
    """A permanent with the keyword whose wrong face is up transforms at once."""
    return all_of(permanent.is_permanent, permanent.has_keyword(keyword), permanent.face_up == face)


def _with_keyword(now: Situation, keyword: str) -> list[Object]:
    return [each for each in now.permanents if each.has_keyword(keyword).value is not False]


def _check(steps: Derivation, state: str) -> str:
    """Return the designation after the check of the untap step."""
    now = steps.now
    if steps.check(not_(now.game.step == "untap")) is not False:
        return state
    if state == "neither":
        steps.check(now.rule("remains-neither"))
        return state
    other = {"day": "night", "night": "day"}[state]
    changes = now.rule(f"becomes-{other}")
    return other if steps.check(changes) else state


def _of_permanents(steps: Derivation, state: str) -> str:
    """Return the designation that permanents with daybound or nightbound give the game if it has none."""
    now = steps.now
    for keyword, becomes in (("daybound", "day"), ("nightbound", "night")):
        found = some(now.rule(f"{keyword}-{becomes}", each) for each in _with_keyword(now, keyword))
        if state == "neither" and found.value is not False and steps.check(found):
            return becomes
    if state == "neither" and "battlefield" not in now.closed and not now.as_usual:
        steps.check(unknown("closed", "not stated: whether all permanents are listed"))
    return state


@answers("day-night", "Is it day or night after the check of the untap step, and which permanents transform?",
         "nothing", "rules ask day-night -f situation.yaml")  # fmt: skip
def _day_night(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    if now.law.rule("becomes-night") is None:
        return DerivedValue(None, constant(False, "there is no such rule in this edition"))
    state = steps.read_value(now.game.day_night)
    if state is None:
        return steps.result(None)
    state = _of_permanents(steps, _check(steps, state))
    keyword = {"day": "nightbound", "night": "daybound"}.get(state, "")
    turned = []
    for each in _with_keyword(now, keyword) if keyword else []:
        truth = now.rule(f"{keyword}-transforms", each)
        if truth.value is not False and steps.check(truth):
            turned.append(each.id)
    return steps.result({"designation": state, "transforms": turned})
