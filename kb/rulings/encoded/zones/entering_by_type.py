"""Counters that planeswalkers, battles, Sagas and copies enter with (306.5b, 310.4b, 707.9e, 714.3a)."""

from __future__ import annotations

from typing import Any

from kb.rulings.encoded.card_types.planeswalkers import printed_counters
from kb.rulings.encoded.copying.entering_as_copy import additional_counters
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Claim, Truth
from kb.rulings.situation.situation import Object, Situation


def counters_by_type(now: Situation, thing: Object) -> tuple[dict[str, Any], list[Truth]]:
    """Return the counters that an entering object gets by its types and as a copy, and the truths that they rest on."""
    value: dict[str, Any] = {}
    reasons: list[Truth] = []
    for card_type, kind in (("planeswalker", "loyalty"), ("battle", "defense")):
        concept = f"starting-{kind}"
        has_type, rule = thing.has_type(card_type), now.law.rule(concept)
        if rule is None or has_type.value is False:
            continue
        found: NumberValue = rule(now, thing)
        if kind == "loyalty" and has_type.value:
            printed = printed_counters(now, thing)
            found = printed.value
            reasons.append(printed.truth)
        reasons += [has_type, DerivedValue.from_rule(found, concept, now, thing).truth]
        if has_type.value and found.is_known:
            value[kind] = int(found.low)
    saga, rule = thing.has_subtype("saga"), now.law.rule("saga-enters")
    if saga.value is True and rule is not None:
        lore: NumberValue = rule(now, thing)
        if lore.is_known or lore.open_facts:
            reasons.append(DerivedValue.from_rule(lore, "saga-enters", now, thing).truth)
            value["lore"] = int(lore.low)
        else:
            reasons.append(saga.attributed_to(rule, Claim(rule.claim, (("saga", thing),))))
            value["lore"] = list(range(int(lore.low), int(lore.high) + 1))
    steps = Derivation(now)
    return value | additional_counters(steps, thing), [*reasons, steps.truth]
