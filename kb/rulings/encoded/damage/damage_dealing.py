"""Proposed damage: the steps of dealing damage (120.4), and effects that redirect or modify damage (614.5, 614.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kb.i18n import mark_message
from kb.rulings.encoded.damage import damage_amounts, damage_modifiers, damage_redirection
from kb.rulings.encoded.damage.damage_modifiers import DamageEvent, DamageResult
from kb.rulings.encoded.damage.damage_redirection import range_conditions
from kb.rulings.encoded.damage.damage_results import can_be_dealt_damage
from kb.rulings.encoded.damage.protecting_effects import nothing_prevents_it
from kb.rulings.engine.choice_courses import derive_each_course
from kb.rulings.engine.derivation import DerivedValue, rule_even_if_unprinted
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.logic.open_facts import resolve
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, every, not_, unknown, unstated
from kb.rulings.situation.situation import Object, Player, Situation

# --- proposed damage ------------------------------------------------------------------------------------------


def proposed_damage(now: Situation, asked: QuestionArguments) -> tuple[list[DamageEvent], list[Truth]]:
    """Return the damage events that a question asks about, after redirection, and the conditions for these events."""
    found: list[DamageEvent] = []
    lacking: list[Truth] = []
    named = set(asked.things)
    if not now.proposed.damage.is_known:
        return _combat_damage_of_creature(now, asked)
    for part in now.proposed.damage:
        if named and not named & {part.source.value, part.to.value}:
            continue
        source, to = now.object(part.source.value or ""), now.thing(part.to.value or "")
        if source is None:
            lacking.append(unstated(part.source.fact))
        if to is None:
            lacking.append(unstated(part.to.fact))
        if source is not None and to is not None:
            found.append(DamageEvent(source, to, part.amount, _is_combat(source, part.combat)))
    redirected = [damage_redirection.redirect_damage(now, each) for each in found]
    return [portion for portions, _known in redirected for portion in portions], [
        *lacking,
        *(known for _portions, known in redirected if known.claim is not None or known.parts),
    ]


def _combat_damage_of_creature(now: Situation, asked: QuestionArguments) -> tuple[list[DamageEvent], list[Truth]]:
    """If a question names a creature and a recipient, return the creature's combat damage to it, and no conditions.

    Otherwise, return no damage events, and one condition: the situation must state the proposed damage.
    """
    source = asked.object(now) if len(asked.things) > 1 else None
    if source is None or source.has_type("creature").value is not True:
        return [], [now.proposed.damage.stated]
    rule = now.law.rule("combat-damage-amount")
    amount = rule(now, source) if rule is not None else source.power
    combat = constant(True, "{source} deals combat damage", source=source)
    return [DamageEvent(source, asked.thing(now, 1), amount, combat)], []


def _is_combat(source: Object, combat: Truth) -> Truth:
    """Yes if damage is combat damage. Only creatures deal combat damage (120.2a)."""
    if combat.value is None or combat.assumed:
        creature = source.has_type("creature")
        return combat if creature.value is not False else creature
    return combat


# --- steps ----------------------------------------------------------------------------------------------------


def _redirect_to_planeswalker(now: Situation, dealt: DamageEvent) -> tuple[DamageEvent, Truth]:
    """Return `dealt`, perhaps redirected to a planeswalker, and whether this result is certain."""
    rule = now.law.rule("damage-redirection")
    if rule is None or not isinstance(dealt.to, Player):
        return dealt, constant(True)
    chosen = now.proposed.redirected_to
    if chosen.value == "none":
        return dealt, chosen == "none"
    possible = [
        (each, truth)
        for each in now.possible_permanents("planeswalker")
        if chosen.value in (None, each.id)
        and (truth := rule.evaluate(now, dealt.source, dealt.to, each, dealt.combat)).value is not False
    ]
    if not possible:
        return dealt, constant(True)
    first, truth = possible[0]
    if chosen.value is None:
        whether = mark_message("whether the controller of {source} has it dealt to {planeswalker} instead of {player}")
        choice = unknown(chosen.fact, whether, source=dealt.source, planeswalker=first, player=dealt.to)
        return dealt, all_of(truth, choice).attributed_to(
            rule, Claim(rule.claim, tuple(zip(rule.parameters, (dealt.source, dealt.to, first), strict=False)))
        )
    return replace(dealt, to=first), truth


def _is_dealt(now: Situation, dealt: DamageEvent) -> Truth:
    """Yes if the damage is more than 0, and the recipient can be dealt damage and isn't protected from the source."""
    to_whom = _condition(now, "dealt-damage", dealt.to, otherwise=can_be_dealt_damage["dealt-damage"](now, dealt.to))
    above_zero = _condition(now, "zero-damage", dealt.source, dealt.amount, otherwise=constant(True))
    rule = now.law.rule("protection-from-damage")
    prevented = rule(now, dealt.source, dealt.to) if rule is not None else constant(False)
    if prevented.value is not False:
        prevented = now.rule("protection-from-damage", dealt.source, dealt.to)
    if prevented.value is not False:
        unpreventable = rule_even_if_unprinted(now, nothing_prevents_it, dealt.source, dealt.to)
        prevented = all_of(prevented, not_(unpreventable)) if unpreventable.value is not False else prevented
    return all_of(to_whom, above_zero, not_(prevented), *range_conditions(now, dealt))


def _condition(now: Situation, concept: str, *arguments: Any, otherwise: Truth) -> Truth:
    """Return a rule's truth, or `otherwise` if there is no rule. The proof names the rule unless the truth is yes."""
    rule = now.law.rule(concept)
    if rule is None:
        return otherwise
    met: Truth = rule(now, *arguments)
    return met if met.value is True else rule.evaluate(now, *arguments)


def _results(now: Situation, dealt: DamageEvent) -> Iterator[DamageResult]:
    """Yield the possible results of the damage `dealt`."""
    source, to, amount = dealt.source, dealt.to, dealt.amount
    if isinstance(to, Player):
        yield DamageResult(to.id, "life_lost", amount, _truth_of(now, "damage-to-player", source, to, otherwise=True))
        yield DamageResult(to.id, "poison", amount, _truth_of(now, "infect-damage-to-player", source, to))
        toxic = now.law.rule("total-toxic-value")
        if toxic is not None:
            yield DamageResult(
                to.id, "poison", toxic(now, source), _truth_of(now, "toxic-damage", source, to, dealt.combat)
            )
    else:
        is_creature = to.is_permanent_of_type("creature").value
        yield DamageResult(to.id, "damage", amount, _truth_of(now, "marked-damage", source, to, otherwise=is_creature))
        yield DamageResult(to.id, "-1/-1", amount, _truth_of(now, "wither-damage", source, to))
        for kind, concept in (("loyalty", "damage-to-planeswalker"), ("defense", "damage-to-battle")):
            yield DamageResult(to.id, kind, _counters_removed(amount, to, kind), _truth_of(now, concept, source, to))
    linked = _truth_of(now, "lifelink-damage", source)
    triggers = now.law.status_of("lifelink-damage").rule
    what = "lifelink_triggers" if triggers is not None and triggers.variant == "lifelink_triggers" else "life_gained"
    whose = source.controller.value or source.owner.value
    if whose is None and linked.value is not False:
        linked = all_of(linked, unstated(source.controller.fact))
    # As a triggered ability, each instance of lifelink triggers separately (502.68b until 2009).
    instances = list(source.keywords).count("lifelink") if what == "lifelink_triggers" else 1
    for _instance in range(max(1, instances)):
        yield DamageResult(whose or "", what, amount, linked)


def _truth_of(now: Situation, concept: str, *arguments: Any, otherwise: bool | None = False) -> Truth:
    """Return the truth of a rule. If only the glossary of the edition says what damage does, return `otherwise`."""
    if now.law.rule(concept) is None and now.law.status_of(concept).status != "unreviewed":
        return constant(bool(otherwise), "the glossary of this edition says what damage does")
    return now.rule(concept, *arguments)


def _counters_removed(amount: NumberValue, permanent: Object, kind: str) -> NumberValue:
    """Return the change in the number of counters, such as -3. Damage removes at most the counters that are there."""
    counters = permanent.counters[kind]
    if amount.is_known and counters.is_known and counters.low < amount.low:
        return NumberValue.exactly(0) - counters
    return NumberValue.exactly(0) - amount


# --- questions ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealtDamage:
    """One damage event after effects.

    Attributes:
        event: the damage that is dealt.
        happens: Yes if the damage is dealt.
        results: the results of the effects on the damage, whether it is dealt or not.
    """

    event: DamageEvent
    happens: Truth
    results: list[DamageResult]


def deal_damage(now: Situation, event: DamageEvent, events: list[DamageEvent]) -> DealtDamage:
    """Redirect and modify one proposed damage event."""
    final, settled = _redirect_to_planeswalker(now, event)
    applied = damage_amounts.modify_damage(now, final, events)
    results = damage_modifiers.results_of_effects(now, final, applied)
    final = replace(final, amount=applied.amount)
    if applied.becomes is not None:
        instead = mark_message("“{effect}” replaces the damage that {source} would deal")
        return DealtDamage(
            final, not_(applied.known.with_claim(instead, effect=applied.becomes, source=final.source)), results
        )
    if event.amount.value and final.amount.value == 0:
        none = mark_message("effects prevent all damage that {source} would deal")
        return DealtDamage(final, not_(applied.known.with_claim(none, source=final.source)), results)
    return DealtDamage(final, all_of(settled, applied.known, _is_dealt(now, final)), results)


def damage_results(now: Situation, asked: QuestionArguments) -> tuple[list[DamageResult], Truth]:
    """Return the results of all proposed damage, and a Truth: yes if damage is dealt and all results are known."""
    events, lacking = proposed_damage(now, asked)
    happens: list[Truth] = []
    caused: list[DamageResult] = []
    for event in events:
        dealt = deal_damage(now, event, events)
        happens.append(dealt.happens)
        caused += dealt.results
        if dealt.happens.value is not False:
            found = [each for each in _results(now, dealt.event) if each.occurs.value is not False]
            caused += [replace(each, source=dealt.event.source.id) for each in found]
    rule = now.law.rule("modified-results")
    results = rule(now, caused) if rule is not None else caused
    dealt_events = [each for each in happens if each.value is not False]
    if not dealt_events and events and not results:
        dealt_events = [any_of(*happens)]
    known = [truth for each in results for truth in (_is_decided(each.occurs), _is_known(each.amount))]
    return results, all_of(*lacking, *known, *dealt_events)


def _is_decided(occurs: Truth) -> Truth:
    """If `occurs` is open, return an open Truth with all open facts that it depends on. Otherwise, return `occurs`."""
    if occurs.value is not None:
        return occurs
    parts = tuple(unstated(fact) for fact in resolve(occurs).depends_on)
    return Truth(None, "all", parts, claim=occurs.claim, rule=occurs.rule)


def _is_known(amount: NumberValue) -> Truth:
    return every(unstated(fact) for fact in amount.open_facts)


def _totals(results: Iterable[DamageResult]) -> dict[str, dict[str, int | str]]:
    found: dict[str, dict[str, int | str]] = {}
    for each in results:
        if each.occurs.value is True and each.amount.value:
            own = found.setdefault(each.whose or "none", {})
            before = int(own.get(each.what, 0)) if each.what != "instead" else 0
            own[each.what] = each.source if each.what == "instead" else before + int(each.amount.value)
    return found


@answers("damage", "What does the proposed damage do: life, counters, damage marked, by player and permanent?",
         "objects", "rules ask damage A p2 --fact A.types=creature --fact A.power=3")  # fmt: skip
def damage(now: Situation, asked: QuestionArguments) -> DerivedValue:
    return derive_each_course(now, lambda course: _damage(course, asked))


def _damage(now: Situation, asked: QuestionArguments) -> DerivedValue:
    results, whole = damage_results(now, asked)
    return DerivedValue(_totals(results), whole.with_claim("the damage is dealt, with these results"))


@answers("excess-damage", "How much of the proposed damage to this permanent is excess damage?", "object",
         "rules ask excess-damage A -f situation.yaml")  # fmt: skip
def excess_damage(now: Situation, asked: QuestionArguments) -> DerivedValue:
    permanent = asked.object(now)
    events, lacking = proposed_damage(now, asked)
    modified = [deal_damage(now, each, events) for each in events]
    happening = [each for each in modified if each.happens.value is not False and each.event.to is permanent]
    dealt = [(each.event.source, each.event.amount) for each in happening]
    lacking += [each.happens for each in happening]
    rule = now.law.rule("excess-damage")
    if rule is None:
        return DerivedValue(None, constant(False, "the rules of this day know no excess damage"))
    found = DerivedValue.from_rule(rule(now, permanent, dealt), "excess-damage", now, permanent)
    return DerivedValue(found.value, all_of(found.truth, *lacking))


@answers("can-redirect", "May the proposed damage to a player be dealt to this planeswalker instead?", "object",
         "rules ask can-redirect A -f situation.yaml --as-of 2018-01-19")  # fmt: skip
def can_redirect(now: Situation, asked: QuestionArguments) -> Truth:
    planeswalker = asked.object(now)
    events, lacking = proposed_damage(now, QuestionArguments(asked.question))
    if now.law.rule("damage-redirection") is None:
        return now.rule("damage-redirection")
    may = [
        now.rule("damage-redirection", each.source, each.to, planeswalker, each.combat)
        for each in events
        if isinstance(each.to, Player)
    ]
    return any_of(*may, *lacking)


@answers("toxic-value", "What is the total toxic value of this creature?", "object",
         "rules ask toxic-value A --fact 'A.keywords=toxic 2,toxic 1'")  # fmt: skip
def toxic_value(now: Situation, asked: QuestionArguments) -> DerivedValue:
    creature = asked.object(now)
    rule = now.law.rule("total-toxic-value")
    if rule is None:
        return DerivedValue(None, now.rule("total-toxic-value", creature))
    return DerivedValue.from_rule(rule(now, creature), "total-toxic-value", now, creature)


@answers("lethal-damage", "Has this creature been dealt lethal damage?", "object",
         "rules ask lethal-damage A --fact A.types=creature --fact A.damage=3 --fact A.toughness=3")  # fmt: skip
def lethal_damage(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("lethal-damage-dealt", asked.object(now))
