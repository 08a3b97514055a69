"""Dealing damage: what proposed damage comes to, step by step (120.4), with what effects make of it (614.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from kb.rulings.answer import Valued
from kb.rulings.facts import N_
from kb.rulings.logic import Claim, Number, Truth, all_of, any_of, every, not_, stated, unknown
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Situation
from kb.rulings.vocabulary import Effect, Object, Player

MOST_ORDERS = 6
"""Of more effects on one damage than this, not every order is tried."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Damage from one source to one recipient.

    Attributes:
        source: what deals it.
        to: what is dealt it.
        amount: how much.
        combat: whether it is combat damage.
    """

    source: Object
    to: Object | Player
    amount: Number
    combat: Truth


@dataclass(frozen=True, slots=True)
class Result:
    """One thing that damage causes.

    Attributes:
        whose: id of the player or permanent.
        what: `life_lost`, `life_gained`, `poison`, `damage`, `lifelink_triggers`, or a kind of counters.
        amount: how much; negative where counters are removed.
        so: whether it is so, with the rule that says it.
    """

    whose: str
    what: str
    amount: Number
    so: Truth


# --- what is proposed ----------------------------------------------------------------------------------------


def proposed(now: Situation, asked: Asked) -> tuple[list[Dealt], list[Truth]]:
    """The damage that a question is about, and what isn't stated of it."""
    found: list[Dealt] = []
    lacking: list[Truth] = []
    named = set(asked.things)
    if not now.proposed.damage.known:
        return _of_a_creature(now, asked)
    for part in now.proposed.damage:
        if named and not named & {part.source.value, part.to.value}:
            continue
        source, to = now.object(part.source.value or ""), now.thing(part.to.value or "")
        if source is None:
            lacking.append(unknown(part.source.fact, N_("not stated: {path}"), path=part.source.fact))
        if to is None:
            lacking.append(unknown(part.to.fact, N_("not stated: {path}"), path=part.to.fact))
        if source is not None and to is not None:
            found.append(Dealt(source, to, part.amount, _is_combat(source, part.combat)))
    return found, lacking


def _of_a_creature(now: Situation, asked: Asked) -> tuple[list[Dealt], list[Truth]]:
    """The combat damage of one creature, where the question names only who deals it to whom."""
    if len(asked.things) < 2:
        return [], [now.proposed.damage.stated]
    source, to = asked.object(now), asked.thing(now, 1)
    if source.is_a("creature").value is not True:
        return [], [now.proposed.damage.stated]
    rule = now.law.rule("combat-damage-amount")
    amount = rule(now, source) if rule is not None else source.power
    return [Dealt(source, to, amount, stated(True, N_("{source} deals combat damage"), source=source))], []


def _is_combat(source: Object, combat: Truth) -> Truth:
    """Whether damage is combat damage: only that of creatures can be."""
    if combat.value is None or combat.assumed:
        creature = source.is_a("creature")
        return combat if creature.value is not False else creature
    return combat


# --- what effects make of it ---------------------------------------------------------------------------------

_TIMES = {"double": 2, "triple": 3}


def _of(effect: Effect, amount: float) -> float:
    """What one effect makes of an amount, once."""
    given, much = effect.given, effect.given.get("amount", 0)
    if given.get("says") == "cant":
        return 0
    if given.get("says") == "prevents":
        return max(amount - given["amount"], 0) if "amount" in given else 0
    if amount <= 0:
        return amount
    for word in given.get("quality", ()):
        amount = (
            amount * _TIMES[word] if word in _TIMES else amount // 2 if word == "half" else amount + much
            if word == "plus" else max(amount - much, 0) if word == "minus" else amount
        )  # fmt: skip
    return amount


@encodes("one-opportunity", claim=N_("each effect gets one opportunity to affect the event"))
def each_effect_once(_now: Situation, effects: tuple[Effect, ...]) -> Truth:
    """A replacement effect doesn't invoke itself repeatedly; it gets only one opportunity to affect an event."""
    return stated(len(set(effects)) == len(effects))


def modified(now: Situation, amount: Number, effects: list[Effect], chooses: Object | Player) -> tuple[Number, Truth]:
    """An amount as effects modify it, each of them once, in every order.

    Args:
        now: the situation.
        amount: what would be.
        effects: those that apply.
        chooses: whose controller, or who, chooses the order.

    Returns:
        The amount, and whether it is known: open where effects or their order aren't.
    """
    applying = [effect for effect in effects if effect.in_force.value is not False]
    if not applying:
        return amount, stated(True)
    if len(applying) > MOST_ORDERS or not amount.known:
        facts = amount.open or ("effects",)
        return amount, unknown(facts[0], N_("not stated: {path}"), path=facts[0])
    doubtful = [effect.in_force for effect in applying if effect.in_force.value is None]
    if doubtful:
        return amount, every(doubtful)
    found = set()
    for order in permutations(applying):
        much = amount.low
        for effect in order:
            much = _of(effect, much)
        found.add(much)
    if len(found) > 1:
        asks = N_("{thing} or its controller chooses which effect applies first")
        return amount, unknown("effects", asks, thing=chooses)
    much = found.pop()
    known = all_of(*(now.rule("cards-beat-rules", effect) for effect in applying))
    if now.law.rule("one-opportunity") is not None:
        known = all_of(known, now.rule("one-opportunity", tuple(applying)))
    return Number(much, much, amount.facts, amount.label, amount.it, assumed=amount.assumed), known


def _on_damage(now: Situation, dealt: Dealt) -> list[Effect]:
    """The effects that modify damage: of what its source deals, or of what its recipient is dealt."""
    found = [
        effect
        for says in ("replaces", "prevents", "cant")
        for effect in now.effects_that(says, "deal-damage", dealt.source)
        if effect.directed_at(dealt.to)
    ]
    return found + [
        effect
        for says in ("replaces", "prevents", "cant")
        for effect in now.effects_that(says, "be-dealt-damage", dealt.to)
        if _about(effect, dealt.to) and (effect.given.get("to") is None or dealt.source.id in effect.given["to"])
    ]


def _about(effect: Effect, thing: Object | Player) -> bool:
    """Whether an effect that lists objects or players lists this one."""
    kinds = ("objects", "players")
    own = kinds[isinstance(thing, Player)]
    return own in effect.given or not any(kind in effect.given for kind in kinds)


# --- what becomes of it --------------------------------------------------------------------------------------


def _redirected(now: Situation, dealt: Dealt) -> tuple[Dealt, Truth]:
    """To whom it is dealt in the end, where the rules let a planeswalker be dealt it instead of a player."""
    rule = now.law.rule("damage-redirection")
    if rule is None or not isinstance(dealt.to, Player):
        return dealt, stated(True)
    chosen = now.proposed.redirected_to
    if chosen.value == "none":
        return dealt, chosen == "none"
    candidates = now.permanents_that_may_be("planeswalker")
    may = [
        (each, rule.truth(now, dealt.source, dealt.to, each, dealt.combat))
        for each in candidates
        if chosen.value in (None, each.id)
    ]
    possible = [(each, truth) for each, truth in may if truth.value is not False]
    if not possible:
        return dealt, stated(True)
    first, truth = possible[0]
    if chosen.value is None:
        whether = N_("whether the controller of {source} has it dealt to {planeswalker} instead of {player}")
        choice = unknown(chosen.fact, whether, source=dealt.source, planeswalker=first, player=dealt.to)
        return dealt, all_of(truth, choice).by(
            rule, Claim(rule.claim, tuple(zip(rule.parameters, (dealt.source, dealt.to, first), strict=False)))
        )
    return replace(dealt, to=first), truth


def _is_dealt(now: Situation, dealt: Dealt) -> Truth:
    """Whether it can be dealt at all: to such a thing, more than 0, and not to what is protected from it."""
    rule = now.law.rule("dealt-damage")
    if rule is not None:
        can_be = rule.truth(now, dealt.to)
    elif isinstance(dealt.to, Player):
        can_be = stated(True)
    else:
        can_be = any_of(dealt.to.stands_as("creature"), dealt.to.stands_as("planeswalker"))
    above = now.law.rule("zero-damage")
    positive = above.truth(now, dealt.source, dealt.amount) if above is not None else dealt.amount > 0
    return all_of(can_be, positive, not_(now.rule("protection-from-damage", dealt.source, dealt.to)))


def _results(now: Situation, dealt: Dealt) -> Iterator[Result]:
    """What damage that is dealt causes."""
    source, to, amount = dealt.source, dealt.to, dealt.amount
    if isinstance(to, Player):
        yield Result(to.id, "life_lost", amount, _said(now, "damage-to-player", source, to, otherwise=True))
        yield Result(to.id, "poison", amount, _said(now, "infect-damage-to-player", source, to))
        toxic = now.law.rule("total-toxic-value")
        if toxic is not None:
            yield Result(to.id, "poison", toxic(now, source), _said(now, "toxic-damage", source, to, dealt.combat))
    else:
        yield Result(
            to.id, "damage", amount, _said(now, "marked-damage", source, to, otherwise=to.stands_as("creature").value)
        )
        yield Result(to.id, "-1/-1", amount, _said(now, "wither-damage", source, to))
        yield Result(
            to.id, "loyalty", _at_most(amount, to, "loyalty"), _said(now, "damage-to-planeswalker", source, to)
        )
        yield Result(to.id, "defense", _at_most(amount, to, "defense"), _said(now, "damage-to-battle", source, to))
    linked = _said(now, "lifelink-damage", source)
    triggers = now.law.standing("lifelink-damage").rule
    what = "lifelink_triggers" if triggers is not None and triggers.variant == "lifelink_triggers" else "life_gained"
    whose = source.controller.value or source.owner.value
    if whose is None and linked.value is not False:
        linked = all_of(linked, unknown(source.controller.fact, N_("not stated: {path}"), path=source.controller.fact))
    yield Result(whose or "", what, amount, linked)


def _said(now: Situation, concept: str, *arguments: Any, otherwise: bool | None = False) -> Truth:
    """What a rule says; where the edition says it only in its glossary, or nowhere, what is otherwise."""
    if now.law.rule(concept) is None and now.law.standing(concept).status != "unreviewed":
        return stated(bool(otherwise), N_("the glossary of this edition says what damage does"))
    return now.rule(concept, *arguments)


def _at_most(amount: Number, permanent: Object, kind: str) -> Number:
    """As many counters as are removed: not more than there are."""
    counters = permanent.counters[kind]
    if amount.known and counters.known and counters.low < amount.low:
        return Number.of(0) - counters
    return Number.of(0) - amount


_AFFECTED = {"life_lost": "lose-life", "life_gained": "gain-life", "poison": "put-counters", "-1/-1": "put-counters"}


@defines("modified-results", claim=N_("the results as effects on them modify them"))
def as_effects_on_results_say(now: Situation, found: list[Result]) -> list[Result]:
    """Damage that's been dealt is processed into its results, as modified by effects that interact with those."""
    return [_with_effects(now, each) for each in found]


def _with_effects(now: Situation, result: Result) -> Result:
    does, thing = _AFFECTED.get(result.what), now.thing(result.whose)
    if does is None or thing is None or result.so.value is not True:
        return result
    effects = [
        effect
        for says in ("replaces", "cant")
        for effect in now.effects_that(says, does, thing)
        if _about(effect, thing)
    ]
    amount, known = modified(now, result.amount, effects, thing)
    return replace(result, amount=amount, so=all_of(result.so, known)) if effects else result


# --- the questions -------------------------------------------------------------------------------------------


def outcome(now: Situation, asked: Asked) -> tuple[list[Result], Truth]:
    """What the proposed damage causes, and whether it is dealt and known."""
    events, lacking = proposed(now, asked)
    results: list[Result] = []
    happens: list[Truth] = []
    for event in events:
        dealt, settled = _redirected(now, event)
        amount, known = _as_modified(now, dealt, events)
        dealt = replace(dealt, amount=amount)
        is_dealt = all_of(settled, known, _is_dealt(now, dealt))
        if event.amount.value and amount.value == 0:
            is_dealt = not_(known.says(N_("effects prevent all damage that {source} would deal"), source=dealt.source))
        if is_dealt.value is not False:
            found = [each for each in _results(now, dealt) if each.so.value is not False]
            rule = now.law.rule("modified-results")
            found = rule(now, found) if rule is not None else found
            results += found
            is_dealt = all_of(is_dealt, *(each.so for each in found), *(_known(each.amount) for each in found))
        happens.append(is_dealt)
    dealt_ones = [each for each in happens if each.value is not False]
    return results, all_of(*lacking, *(dealt_ones or [any_of(*happens)] if events else []))


def _as_modified(now: Situation, dealt: Dealt, events: list[Dealt]) -> tuple[Number, Truth]:
    """How much is dealt, as effects modify it."""
    effects = _on_damage(now, dealt)
    amount, known = modified(now, dealt.amount, effects, dealt.to)
    for effect in effects:
        shared = [each for each in events if effect in _on_damage(now, each)]
        if effect.given.get("says") == "prevents" and "amount" in effect.given and len(shared) > 1:
            asks = N_("{thing} or its controller chooses which of the damage “{effect}” prevents")
            known = all_of(known, unknown("effects", asks, thing=dealt.to, effect=effect))
    rule = now.law.rule("modified-damage")
    if rule is None or not effects:
        return amount, known
    return amount, known.by(rule, Claim(rule.claim, (("source", dealt.source), ("recipient", dealt.to))))


@encodes("modified-damage", claim=N_("effects modify the damage that {source} deals to {recipient}"))
def as_effects_on_damage_say(now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Damage is dealt as modified by replacement and prevention effects that interact with damage."""
    return stated(bool(_on_damage(now, Dealt(source, recipient, Number.of(0), stated(False)))))


def _known(amount: Number) -> Truth:
    return every(unknown(fact, N_("not stated: {path}"), path=fact) for fact in amount.open)


def _summed(results: Iterable[Result]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for each in results:
        if each.so.value is True and each.amount.value:
            own = found.setdefault(each.whose, {})
            own[each.what] = own.get(each.what, 0) + int(each.amount.value)
    return found


def _damage(now: Situation, asked: Asked) -> Valued:
    results, whole = outcome(now, asked)
    return Valued(_summed(results), whole.says(N_("the damage is dealt, with these results")))


DAMAGE = Question(
    "damage",
    N_("What does the proposed damage do: life, counters, damage marked, by player and permanent?"),
    "objects",
    _damage,
    "rules ask damage A p2 --fact A.types=creature --fact A.power=3",
)


def _excess_damage(now: Situation, asked: Asked) -> Valued:
    permanent = asked.object(now)
    events, lacking = proposed(now, asked)
    dealt = [(each.source, each.amount) for each in events if each.to is permanent]
    rule = now.law.rule("excess-damage")
    if rule is None:
        return Valued(None, stated(False, N_("the rules of this day know no excess damage")))
    found = Valued.of(rule(now, permanent, dealt), "excess-damage", now, permanent)
    return Valued(found.value, all_of(found.truth, *lacking))


EXCESS_DAMAGE = Question(
    "excess-damage",
    N_("How much of the proposed damage to this permanent is excess damage?"),
    "object",
    _excess_damage,
    "rules ask excess-damage A -f situation.yaml",
)


def _can_redirect(now: Situation, asked: Asked) -> Truth:
    planeswalker = asked.object(now)
    events, lacking = proposed(now, Asked(asked.question))
    if now.law.rule("damage-redirection") is None:
        return now.rule("damage-redirection")
    may = [
        now.rule("damage-redirection", each.source, each.to, planeswalker, each.combat)
        for each in events
        if isinstance(each.to, Player)
    ]
    return all_of(*lacking, any_of(*may))


CAN_REDIRECT = Question(
    "can-redirect",
    N_("May the proposed damage to a player be dealt to this planeswalker instead?"),
    "object",
    _can_redirect,
    "rules ask can-redirect A -f situation.yaml --as-of 2018-01-19",
)


def _toxic_value(now: Situation, asked: Asked) -> Valued:
    creature = asked.object(now)
    rule = now.law.rule("total-toxic-value")
    if rule is None:
        return Valued(None, now.rule("total-toxic-value", creature))
    return Valued.of(rule(now, creature), "total-toxic-value", now, creature)


TOXIC_VALUE = Question(
    "toxic-value",
    N_("What is the total toxic value of this creature?"),
    "object",
    _toxic_value,
    "rules ask toxic-value A --fact 'A.keywords=toxic 2,toxic 1'",
)
