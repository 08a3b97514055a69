"""Combat damage (510; 310 before 2009): which creatures assign damage in each step, and when damage is dealt."""

from __future__ import annotations

from typing import Any

from kb.i18n import mark_message
from kb.rulings.encoded.casting.casting_restrictions import some_permanent
from kb.rulings.encoded.combat import banding
from kb.rulings.encoded.combat.damage_assignment import (
    TRAMPLE_OVER_PLANESWALKERS,
    DamageStep,
    attacked_target,
    attacking_creatures,
    blockers_known,
    creatures_blocked_by,
    creatures_blocking,
    creatures_in_combat,
    damage_to_assign,
    if_else,
)  # fmt: skip
from kb.rulings.encoded.damage.damage_dealing import damage_results
from kb.rulings.encoded.damage.damage_modifiers import DamageResult
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.engine.state_based_checks import find_state_based_actions, perform_actions
from kb.rulings.law.rule_registry import EncodedRule, Row, defines_each, encodes, variant_of
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, decided, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation

# --- combat damage steps -------------------------------------------------------------------------------------


@encodes("combat-damage-steps", "{creature} assigns combat damage in this step ({step})")
def first_strike_goes_first(_now: Situation, creature: Object, step: DamageStep) -> Truth:
    """Creatures with first strike assign damage in the first step. All other creatures use the second step."""
    if step == "first":
        return creature.has_keyword("first strike")
    return not_(_was_in_the_first_step(creature, creature.has_keyword("first strike")))


@variant_of(first_strike_goes_first)
def first_and_double_strike_go_first(_now: Situation, creature: Object, step: DamageStep) -> Truth:
    """First and double strikers assign damage in the first step. Double strikers and all others use the second step."""
    strikes = any_of(creature.has_keyword("first strike"), creature.has_keyword("double strike"))
    if step == "first":
        return strikes
    return any_of(not_(_was_in_the_first_step(creature, strikes)), creature.has_keyword("double strike"))


def _was_in_the_first_step(creature: Object, strikes: Truth) -> Truth:
    """Yes if a creature assigned damage in the first step, or could have. If nothing is stated, return `strikes`."""
    if "had_first_strike" in creature.stated:
        return creature.had_first_strike
    return creature.dealt_first_strike_damage if "dealt_first_strike_damage" in creature.stated else strikes


def has_two_damage_steps(now: Situation) -> Truth:
    """Yes if there are two combat damage steps, because a creature in combat assigns damage in the first step."""
    fighting = (*attacking_creatures(now), *(each for each in now.permanents if creatures_blocked_by(each)))
    began = [each.dealt_first_strike_damage for each in fighting if "dealt_first_strike_damage" in each.stated]
    began += [each.had_first_strike for each in fighting if "had_first_strike" in each.stated]
    return some([*began, *(now.rule("combat-damage-steps", each, "first") for each in fighting)])


def _step_now(now: Situation) -> DamageStep:
    """Return `second` if the stated facts show that the first of two combat damage steps is over, otherwise `first`."""
    if "first_combat_damage" in now.game.stated:
        return "first" if now.game.first_combat_damage.value else "second"
    over = ("dealt_first_strike_damage", "had_first_strike")
    return "second" if any(each.stated.get(fact) for each in now.objects for fact in over) else "first"


@defines_each(
    Row("when-dealt", "dealt_at_once", "combat damage is dealt when it has been assigned",
        "All combat damage is dealt simultaneously. It doesn't use the stack, so nobody can act before it is dealt.",
        when="at once"),
    Row("when-dealt", "dealt_from_the_stack", "",
        "The assignments go on the stack as one object. As it resolves, all damage is dealt as originally assigned.",
        when="from the stack"),
)  # fmt: skip
def when_it_is_dealt(_now: Situation, *, when: str) -> WordValue:
    """Return `when` as a value: the time at which assigned combat damage is dealt."""
    return WordValue(when, "", mark_message("when combat damage is dealt"), None)


# --- the question --------------------------------------------------------------------------------------------


def _proposed_assignments(now: Situation) -> tuple[dict[str, dict[str, int]], list[Truth]]:
    """Return the proposed amounts (by source id, then recipient id), and an open Truth for each incomplete proposal."""
    whole: dict[str, dict[str, int]] = {}
    open_ones = []
    for damage in now.proposed.damage:
        source, to, much = damage.source.value, damage.to.value, damage.amount.value
        if source is None or to is None or much is None:
            open_ones.append(unknown(damage.path, "not stated: a part of the proposed damage"))
        else:
            mine = whole.setdefault(source, {})
            if much:
                mine[to] = mine.get(to, 0) + int(much)
    return whole, open_ones


@answers("combat-damage",
         "What combat damage does each creature assign, and when? Or: is the proposed assignment legal?", "objects",
         "rules ask combat-damage -f situation.yaml")  # fmt: skip
def _combat_damage(now: Situation, asked: QuestionArguments) -> DerivedValue:
    if not now.proposed.damage.is_known:
        return _forecast(now, [asked.object(now, place).id for place in range(len(asked.things))])
    whole, open_ones = _proposed_assignments(now)
    two = has_two_damage_steps(now)
    one_step, one_of_two = (now.rule("damage-assignment", whole, step) for step in ("only", _step_now(now)))
    legal = one_step if two.value is False else if_else(two, one_of_two, one_step)
    truth = all_of(*open_ones, legal)
    return DerivedValue(None, truth.with_claim("this assignment of combat damage is legal"))


def _forecast(now: Situation, names: list[str]) -> DerivedValue:
    """Return the damage that `names` (default: all creatures) assign in each damage step, if nothing else changes.

    If the first of two steps is over, return the second step only: its damage is among the stated facts already.
    """
    two = has_two_damage_steps(now)
    truths = [] if two.value is False else [two]
    if not creatures_in_combat(now):
        truths.append(not_(some_permanent(now, [])))
    rows: list[list[dict[str, Any]]] = []
    in_two: tuple[DamageStep, ...] = ("second",) if _step_now(now) == "second" else ("first", "second")
    divided: set[str] = set()
    for step in in_two if two.value else ("only",):
        row, reasons = _step_assignments(now, step)
        rows.append([each for each in row if not names or each["source"] in names])
        truths += [*reasons, *(_may_be_gone(now, each, divided) for each in rows[-1])]
        if step == "first":
            now, known, divided = _after_first_step(now, row)
            truths.append(known)
    dealt = now.law.rule("when-dealt")
    when = dealt(now).value if dealt is not None else None
    if dealt is not None:
        truths.append(_by_rule(dealt, mark_message("combat damage is dealt {when}"), when=str(when)))
    return DerivedValue({"dealt": when, "steps": rows}, all_of(*truths))


def _may_be_gone(now: Situation, row: dict[str, Any], divided: set[str]) -> Truth:
    """Return an open truth if it isn't known whether a creature of the second step survives the first step."""
    unsure = sorted(divided & {row["source"], *row["to"]})
    creature = now.object(unsure[0]) if unsure else None
    asks = mark_message("how the damage of the first step is divided, and so whether {creature} survives")
    return constant(True) if creature is None else unknown("proposed.damage", asks, creature=creature)


def _by_rule(rule: EncodedRule, claim: str, **values: Any) -> Truth:
    return constant(True, claim, **values).attributed_to(rule, Claim(claim, tuple(values.items())))


def _after_first_step(now: Situation, rows: list[dict[str, Any]]) -> tuple[Situation, Truth, set[str]]:
    """Return the situation after the damage of the first step (`rows`) and the state-based actions that surely follow.

    Also return whether this damage is known, and the ids of the creatures among which damage is divided in an unknown
    way.
    """
    facts = {each.id: dict(each.stated) for each in now.objects}
    for each in attacking_creatures(now):
        facts[each.id]["blocked"] = banding.is_blocked(now, each).value
    dealt: list[dict[str, Any]] = []
    divided: set[str] = set()
    for row in rows:
        facts[row["source"]]["dealt_first_strike_damage"] = True
        settled = _settled(now, row)
        divided |= set(row["to"]) if settled is None else set()
        dealt += [{"source": row["source"], "to": to, "amount": much, "combat": True} for to, much in settled or ()]
    proposed = now.replace(proposed={**now.proposed.stated, "damage": tuple(dealt)})
    results, known = damage_results(proposed, QuestionArguments("damage"))
    for result in results if dealt else ():
        _mark(now, facts, result)
    for each in creatures_in_combat(now):
        facts[each.id].setdefault("dealt_first_strike_damage", False)
    hurt = now.replace(objects=facts)
    actions = [action for _concept, action in find_state_based_actions(hurt) if action.condition.value]
    dying = [each for each in actions if each.kind in ("graveyard", "destroy")]
    return perform_actions(hurt, dying), decided(known) if dealt else constant(True), divided


def _settled(now: Situation, row: dict[str, Any]) -> list[tuple[str, int]] | None:
    """Return how damage is divided if only one way makes a difference to creatures; None if the player chooses.

    A creature with trample and one blocker assigns at least lethal damage to the blocker, or all its damage (702.19b).
    """
    if len(row["to"]) == 1:
        return [(row["to"][0], row["amount"])]
    source, first, *others = (now.thing(name) for name in (row["source"], *row["to"]))
    if not isinstance(source, Object) or not isinstance(first, Object) or len(others) > 1:
        return None
    if others[0] is not None and others[0] in creatures_in_combat(now):
        return None
    lethal = (first.toughness - first.damage).at_least(0)
    if not lethal.is_known or source.has_keyword("deathtouch").value is not False:
        return None
    least = min(row["amount"], int(lethal.low))
    return [(first.id, least)] + ([(row["to"][1], row["amount"] - least)] if row["amount"] > least else [])


def _mark(now: Situation, facts: dict[str, dict[str, Any]], result: DamageResult) -> None:
    """Add one result of damage to the facts of a permanent: marked damage or counters."""
    thing, source = now.object(result.whose), now.object(result.source)
    if thing is None or result.occurs.value is not True or not result.amount.is_known:
        return
    amount, own = int(result.amount.low), facts[thing.id]
    if result.what != "damage":
        counters = own.get("counters", {})
        own["counters"] = {**counters, result.what: max(0, counters.get(result.what, 0) + amount)}
        # A stated power or toughness includes the counters.
        changed = [fact for fact in ("power", "toughness") if result.what == "-1/-1" and fact in own]
        own |= {fact: own[fact] - amount for fact in changed}
    elif thing.damage.value is not None:
        own["damage"] = own.get("damage", 0) + amount
    if source is not None and source.has_keyword("deathtouch").value:
        own["deathtouch_damage"] = True


def _step_assignments(now: Situation, step: DamageStep) -> tuple[list[dict[str, Any]], list[Truth]]:
    """Return the assignments in a step (creature, amount and possible recipients), and the truths that they rest on."""
    rows, reasons = [], []
    for creature in creatures_in_combat(now):
        assigns = constant(True) if step == "only" else now.rule("combat-damage-steps", creature, step)
        if assigns.value is False:
            continue
        concept, recipients, known = _recipients(now, creature)
        much = damage_to_assign(now, creature)
        reasons += [assigns, *known]
        if much.high <= 0 or (rule := now.law.rule(concept)) is None:
            continue
        if not recipients:
            reasons.append(_by_rule(rule, mark_message("{creature} assigns no combat damage"), creature=creature))
            continue
        reasons.append(much >= much.low if much.is_known else unknown(much.open_facts[0], _UNSTATED, creature=creature))
        to = [each.id for each in recipients]
        rows.append({"source": creature.id, "amount": int(much.low), "to": to})
        claim = mark_message("{creature} assigns {amount} to {to}")
        if len(to) > 1:
            claim = mark_message("{creature} divides {amount} among {to}")
        reasons.append(_by_rule(rule, claim, creature=creature, amount=int(much.low), to=", ".join(to)))
    return rows, reasons


_UNSTATED = mark_message("not stated: how much combat damage {creature} assigns")


def _recipients(now: Situation, creature: Object) -> tuple[str, list[Object | Player], list[Truth]]:
    """Return the concept of the rule for a creature's damage, the possible recipients, and the truths they rest on."""
    if creature not in attacking_creatures(now):
        return "blocker-damage", list(creatures_blocked_by(creature)), []
    target, there = attacked_target(now, creature, "planeswalker", "battle")
    whom = [] if target is None or there.value is False else [target]
    blockers = creatures_blocking(creature)
    over = now.has_rule("trample-over-planeswalkers").value and creature.has_keyword(TRAMPLE_OVER_PLANESWALKERS).value
    if over and isinstance(target, Object):
        player = now.player(target.controller.value or "")
        return "trample-over-planeswalkers", [*blockers, *whom, *([player] if player else [])], [there]
    blocked = banding.is_blocked(now, creature)
    if blocked.value is False:
        return "unblocked-damage", list(whom), [not_(blocked)]
    known = [blocked, blockers_known(creature)] if blocked.value else [blocked]
    tramples = creature.has_keyword("trample")
    if tramples.value:
        return "trample", [*blockers, *whom], [*known, tramples]
    return "blocked-damage", list(blockers), [*known, not_(tramples)]
