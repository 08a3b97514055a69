"""Combat damage (510, 310 before 2009): who assigns it when, how it may be divided, and when it is dealt."""

from __future__ import annotations

from typing import Any

from kb.i18n import later
from kb.rulings.encoded.casting.casting_restrictions import some_permanent
from kb.rulings.encoded.combat import banding
from kb.rulings.encoded.combat.damage_assignment import (
    TRAMPLE_OVER,
    Step,
    amount,
    attacked,
    attackers,
    blocked_by,
    blockers_of,
    blockers_told,
    by_case,
    fighting,
)  # fmt: skip
from kb.rulings.engine.answer import after, state_based
from kb.rulings.engine.derivation import Valued
from kb.rulings.engine.questions import Asked, answers
from kb.rulings.law.rule_registry import Rule, defines, encodes, variant_of
from kb.rulings.logic.partial_values import Word
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, not_, some, stated, unknown
from kb.rulings.situation.situation import Object, Player, Situation

# --- combat damage steps -------------------------------------------------------------------------------------


@encodes("combat-damage-steps", later("{creature} assigns combat damage in this step ({step})"))
def first_strike_goes_first(_now: Situation, creature: Object, step: Step) -> Truth:
    """In the first step creatures with first strike, in the second those that didn't assign in the first."""
    if step == "first":
        return creature.has("first strike")
    return not_(_was_in_the_first_step(creature, creature.has("first strike")))


@variant_of(first_strike_goes_first)
def first_and_double_strike_go_first(_now: Situation, creature: Object, step: Step) -> Truth:
    """In the first step those with first or double strike; in the second the others, and who has double strike."""
    strikes = any_of(creature.has("first strike"), creature.has("double strike"))
    if step == "first":
        return strikes
    return any_of(not_(_was_in_the_first_step(creature, strikes)), creature.has("double strike"))


def _was_in_the_first_step(creature: Object, strikes: Truth) -> Truth:
    """What is stated of the first step; where nothing is, what the creature has now is what it had then."""
    return creature.dealt_first_strike_damage if "dealt_first_strike_damage" in creature.given else strikes


def two_steps(now: Situation) -> Truth:
    """Whether there are two combat damage steps: an attacking or blocking creature strikes first."""
    fighting = (*attackers(now), *(each for each in now.permanents if blocked_by(each)))
    began = [each.dealt_first_strike_damage for each in fighting if "dealt_first_strike_damage" in each.given]
    return some([*began, *(now.rule("combat-damage-steps", each, "first") for each in fighting)])


def _step_now(now: Situation) -> Step:
    """Which of two combat damage steps it is: the first, unless something says that it has been."""
    if "first_combat_damage" in now.game.given:
        return "first" if now.game.first_combat_damage.value else "second"
    return "second" if any(each.given.get("dealt_first_strike_damage") for each in now.objects) else "first"


@defines("when-dealt", later("combat damage is dealt when it has been assigned"))
def dealt_at_once(_now: Situation) -> Word:
    """All combat damage is dealt simultaneously, without the stack, and nobody can do anything before that."""
    return _said("at once")


@variant_of(dealt_at_once)
def dealt_from_the_stack(_now: Situation) -> Word:
    """The assignments go on the stack as an object; when that resolves, it is all dealt as originally assigned."""
    return _said("from the stack")


def _said(value: str) -> Word:
    return Word(value, "", later("when combat damage is dealt"), None)


# --- the question --------------------------------------------------------------------------------------------


def _proposed(now: Situation) -> tuple[dict[str, dict[str, int]], list[Truth]]:
    """The proposed assignments, and what isn't stated of them."""
    whole: dict[str, dict[str, int]] = {}
    open_ones = []
    for damage in now.proposed.damage:
        source, to, much = damage.source.value, damage.to.value, damage.amount.value
        if source is None or to is None or much is None:
            open_ones.append(unknown(damage.path, later("not stated: a part of the proposed damage")))
        else:
            mine = whole.setdefault(source, {})
            if much:
                mine[to] = mine.get(to, 0) + int(much)
    return whole, open_ones


@answers("combat-damage",
         later("What combat damage does each creature assign, and when? Or: is the proposed assignment legal?"),
         "objects", "rules ask combat-damage -f situation.yaml")  # fmt: skip
def _combat_damage(now: Situation, asked: Asked) -> Valued:
    if not now.proposed.damage.known:
        return _forecast(now, [asked.object(now, place).id for place in range(len(asked.things))])
    whole, open_ones = _proposed(now)
    two = two_steps(now)
    one_step, one_of_two = (now.rule("damage-assignment", whole, step) for step in ("only", _step_now(now)))
    legal = one_step if two.value is False else by_case((not_(two), one_step), (two, one_of_two))
    truth = all_of(*open_ones, legal)
    return Valued(None, truth.says(later("this assignment of combat damage is legal")))


def _forecast(now: Situation, names: list[str]) -> Valued:
    """What each creature assigns in each combat damage step, if nothing changes."""
    two = two_steps(now)
    truths = [] if two.value is False else [two]
    if not fighting(now):
        truths.append(not_(some_permanent(now, [])))
    rows: list[list[dict[str, Any]]] = []
    for step in ("first", "second") if two.value else ("only",):
        row, reasons = _rows(now, step)
        rows.append([each for each in row if not names or each["source"] in names])
        truths += reasons
        now = _afterwards(now, row)
    dealt = now.law.rule("when-dealt")
    when = dealt(now).value if dealt is not None else None
    if dealt is not None:
        truths.append(_cited(dealt, later("combat damage is dealt {when}"), when=str(when)))
    return Valued({"dealt": when, "steps": rows}, all_of(*truths))


def _cited(rule: Rule, claim: str, **values: Any) -> Truth:
    return stated(True, claim, **values).by(rule, Claim(claim, tuple(values.items())))


def _afterwards(now: Situation, rows: list[dict[str, Any]]) -> Situation:
    """The situation after a first combat damage step, with the state-based actions that are sure."""
    facts = {each.id: dict(each.given) for each in now.objects}
    for each in attackers(now):
        facts[each.id]["blocked"] = banding.is_blocked(now, each).value
    for row in rows:
        source, target = now.object(row["source"]), now.object(row["to"][0])
        facts[row["source"]]["dealt_first_strike_damage"] = True
        if len(row["to"]) > 1 or source is None or target is None or target.damage.value is None:
            continue
        facts[target.id]["damage"] = facts[target.id].get("damage", 0) + row["amount"]
        if source.has("deathtouch").value:
            facts[target.id]["deathtouch_damage"] = True
    for each in fighting(now):
        facts[each.id].setdefault("dealt_first_strike_damage", False)
    hurt = now.changed(objects=facts)
    dying = [action for _concept, action in state_based(hurt) if action.when.value and action.kind in _DYING]
    return after(hurt, dying)


_DYING = ("graveyard", "destroy")


def _rows(now: Situation, step: Step) -> tuple[list[dict[str, Any]], list[Truth]]:
    """Who assigns how much to what in a step, with the reasons; an open reason where it can't be told."""
    rows, reasons = [], []
    for creature in fighting(now):
        assigns = stated(True) if step == "only" else now.rule("combat-damage-steps", creature, step)
        if assigns.value is False:
            continue
        concept, recipients, known = _recipients(now, creature)
        much = amount(now, creature)
        reasons += [assigns, *known]
        if much.high <= 0 or (rule := now.law.rule(concept)) is None:
            continue
        if not recipients:
            reasons.append(_cited(rule, later("{creature} assigns no combat damage"), creature=creature))
            continue
        reasons.append(much >= much.low if much.known else unknown(much.open[0], _UNSTATED, creature=creature))
        to = [each.id for each in recipients]
        rows.append({"source": creature.id, "amount": int(much.low), "to": to})
        one = len(to) == 1
        claim = later("{creature} assigns {amount} to {to}") if one else later("{creature} divides {amount} among {to}")
        reasons.append(_cited(rule, claim, creature=creature, amount=int(much.low), to=", ".join(to)))
    return rows, reasons


_UNSTATED = later("not stated: how much combat damage {creature} assigns")


def _recipients(now: Situation, creature: Object) -> tuple[str, list[Object | Player], list[Truth]]:
    """By which rule a creature assigns its damage, to what it can, and what has to be known for that."""
    if creature not in attackers(now):
        return "blocker-damage", list(blocked_by(creature)), []
    target, there = attacked(now, creature, "planeswalker", "battle")
    whom = [] if target is None or there.value is False else [target]
    if (
        now.has_rule("trample-over-planeswalkers").value
        and creature.has(TRAMPLE_OVER).value
        and isinstance(target, Object)
    ):
        player = now.player(target.controller.value or "")
        return "trample-over-planeswalkers", [*blockers_of(creature), *whom, *([player] if player else [])], [there]
    blocked = banding.is_blocked(now, creature)
    if blocked.value is False:
        return "unblocked-damage", list(whom), [not_(blocked)]
    told = [blocked, blockers_told(creature)] if blocked.value else [blocked]
    if creature.has("trample").value:
        return "trample", [*blockers_of(creature), *whom], [*told, creature.has("trample")]
    return "blocked-damage", list(blockers_of(creature)), [*told, not_(creature.has("trample"))]
