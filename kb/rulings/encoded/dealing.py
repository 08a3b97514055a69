"""Dealing damage: what proposed damage comes to, step by step (120.4), with what effects make of it (614.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from kb.rulings.encoded import damage_effects, redirection
from kb.rulings.encoded.damage_effects import Dealt, Result
from kb.rulings.encoded.redirection import dealt_in_range
from kb.rulings.logic import Claim, Truth, all_of, any_of, every, not_, stated, unknown
from kb.rulings.questions import Asked, Question
from kb.rulings.settling import settle
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.steps import Valued
from kb.rulings.terms import Number
from kb.tongue import later

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
            lacking.append(_open(part.source.fact))
        if to is None:
            lacking.append(_open(part.to.fact))
        if source is not None and to is not None:
            found.append(Dealt(source, to, part.amount, _is_combat(source, part.combat)))
    redirected = [redirection.portions(now, each) for each in found]
    return [portion for portions, _known in redirected for portion in portions], [
        *lacking,
        *(known for _portions, known in redirected if known.claim is not None or known.parts),
    ]


def _of_a_creature(now: Situation, asked: Asked) -> tuple[list[Dealt], list[Truth]]:
    """The combat damage of one creature, where the question names only who deals it to whom."""
    if len(asked.things) < 2:
        return [], [now.proposed.damage.stated]
    source, to = asked.object(now), asked.thing(now, 1)
    if source.is_a("creature").value is not True:
        return [], [now.proposed.damage.stated]
    rule = now.law.rule("combat-damage-amount")
    amount = rule(now, source) if rule is not None else source.power
    return [Dealt(source, to, amount, stated(True, later("{source} deals combat damage"), source=source))], []


def _is_combat(source: Object, combat: Truth) -> Truth:
    """Whether damage is combat damage: only that of creatures can be."""
    if combat.value is None or combat.assumed:
        creature = source.is_a("creature")
        return combat if creature.value is not False else creature
    return combat


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
        whether = later("whether the controller of {source} has it dealt to {planeswalker} instead of {player}")
        choice = unknown(chosen.fact, whether, source=dealt.source, planeswalker=first, player=dealt.to)
        return dealt, all_of(truth, choice).by(
            rule, Claim(rule.claim, tuple(zip(rule.parameters, (dealt.source, dealt.to, first), strict=False)))
        )
    return replace(dealt, to=first), truth


def _is_dealt(now: Situation, dealt: Dealt) -> Truth:
    """Whether it can be dealt at all: to such a thing, more than 0, and not to what is protected from it."""
    to_whom = _barred(now, "dealt-damage", dealt.to, otherwise=_took_damage(dealt.to))
    above_zero = _barred(now, "zero-damage", dealt.source, dealt.amount, otherwise=stated(True))
    rule = now.law.rule("protection-from-damage")
    prevented = rule(now, dealt.source, dealt.to) if rule is not None else stated(False)
    if prevented.value is not False:
        prevented = now.rule("protection-from-damage", dealt.source, dealt.to)
    return all_of(to_whom, above_zero, not_(prevented), *dealt_in_range(now, dealt))


def _took_damage(thing: Object | Player) -> Truth:
    """What could be dealt damage before a rule said so."""
    if isinstance(thing, Player):
        return stated(True, later("{player} is a player"), player=thing)
    return any_of(thing.stands_as("creature"), thing.stands_as("planeswalker"))


def _barred(now: Situation, concept: str, *arguments: Any, otherwise: Truth) -> Truth:
    """What a rule asks for: named only where it isn't so, or open."""
    rule = now.law.rule(concept)
    if rule is None:
        return otherwise
    met: Truth = rule(now, *arguments)
    return met if met.value is True else rule.truth(now, *arguments)


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
        linked = all_of(linked, _open(source.controller.fact))
    yield Result(whose or "", what, amount, linked)


def _said(now: Situation, concept: str, *arguments: Any, otherwise: bool | None = False) -> Truth:
    """What a rule says; where the edition says it only in its glossary, or nowhere, what is otherwise."""
    if now.law.rule(concept) is None and now.law.standing(concept).status != "unreviewed":
        return stated(bool(otherwise), later("the glossary of this edition says what damage does"))
    return now.rule(concept, *arguments)


def _at_most(amount: Number, permanent: Object, kind: str) -> Number:
    """As many counters as are removed: not more than there are."""
    counters = permanent.counters[kind]
    if amount.known and counters.known and counters.low < amount.low:
        return Number.of(0) - counters
    return Number.of(0) - amount


# --- the questions -------------------------------------------------------------------------------------------


def dealt(now: Situation, event: Dealt, events: list[Dealt]) -> tuple[Dealt, Truth]:
    """What proposed damage comes to, as it is redirected and modified, and whether it is dealt."""
    so_dealt, settled = _redirected(now, event)
    amount, known = damage_effects.as_modified(now, so_dealt, events)
    so_dealt = replace(so_dealt, amount=amount)
    if event.amount.value and amount.value == 0:
        none = later("effects prevent all damage that {source} would deal")
        return so_dealt, not_(known.says(none, source=so_dealt.source))
    return so_dealt, all_of(settled, known, _is_dealt(now, so_dealt))


def outcome(now: Situation, asked: Asked) -> tuple[list[Result], Truth]:
    """What the proposed damage causes, and whether it is dealt and known."""
    events, lacking = proposed(now, asked)
    happens: list[Truth] = []
    caused: list[Result] = []
    for event in events:
        so_dealt, is_dealt = dealt(now, event, events)
        happens.append(is_dealt)
        caused += damage_effects.gained_instead(now, event, so_dealt)
        if is_dealt.value is not False:
            found = [each for each in _results(now, so_dealt) if each.so.value is not False]
            caused += [replace(each, source=so_dealt.source.id) for each in found]
    rule = now.law.rule("modified-results")
    results = rule(now, caused) if rule is not None else caused
    dealt_ones = [each for each in happens if each.value is not False]
    if not dealt_ones and events and not results:
        dealt_ones = [any_of(*happens)]
    known = [truth for each in results for truth in (_decided(each.so), _known(each.amount))]
    return results, all_of(*lacking, *known, *dealt_ones)


def _decided(so: Truth) -> Truth:
    """Whether it is known that damage causes something: each result is there or not, so all that is open matters."""
    if so.value is not None:
        return so
    facts = settle(so).depends_on
    return Truth(None, "all", tuple(_open(fact) for fact in facts), claim=so.claim, rule=so.rule)


def _open(fact: str) -> Truth:
    return unknown(fact, later("not stated: {path}"), path=fact)


def _known(amount: Number) -> Truth:
    return every(_open(fact) for fact in amount.open)


def _summed(results: Iterable[Result]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for each in results:
        if each.so.value is True and each.amount.value:
            own = found.setdefault(each.whose, {})
            own[each.what] = own.get(each.what, 0) + int(each.amount.value)
    return found


def _damage(now: Situation, asked: Asked) -> Valued:
    results, whole = outcome(now, asked)
    return Valued(_summed(results), whole.says(later("the damage is dealt, with these results")))


DAMAGE = Question(
    "damage",
    later("What does the proposed damage do: life, counters, damage marked, by player and permanent?"),
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
        return Valued(None, stated(False, later("the rules of this day know no excess damage")))
    found = Valued.of(rule(now, permanent, dealt), "excess-damage", now, permanent)
    return Valued(found.value, all_of(found.truth, *lacking))


EXCESS_DAMAGE = Question(
    "excess-damage",
    later("How much of the proposed damage to this permanent is excess damage?"),
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
    return any_of(*may, *lacking)


CAN_REDIRECT = Question(
    "can-redirect",
    later("May the proposed damage to a player be dealt to this planeswalker instead?"),
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
    later("What is the total toxic value of this creature?"),
    "object",
    _toxic_value,
    "rules ask toxic-value A --fact 'A.keywords=toxic 2,toxic 1'",
)


LETHAL = Question(
    "lethal-damage",
    later("Has this creature been dealt lethal damage?"),
    "object",
    lambda now, asked: now.rule("lethal-damage-dealt", asked.object(now)),
    "rules ask lethal-damage A --fact A.types=creature --fact A.damage=3 --fact A.toughness=3",
)
