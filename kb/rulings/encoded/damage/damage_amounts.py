"""The amount of damage after the effects that modify it (120.4b, 614, 615), also if several sources deal damage."""

from __future__ import annotations

from dataclasses import replace

from kb.i18n import mark_message
from kb.rulings.encoded.damage.damage_modifiers import (
    AppliedEffects,
    DamageEvent,
    apply_effects,
    effects_on_damage,
    modifying_effects,
)
from kb.rulings.encoded.damage.effect_units import matches_qualities, so_much_of_each_source
from kb.rulings.encoded.damage.replacement_order import existed_before
from kb.rulings.encoded.damage.shared_shields import Meeting, after_shield, prevented_by_share
from kb.rulings.encoded.layers.current_values import is_affected_by
from kb.rulings.encoded.multiplayer.range_limits import can_prevent_in_range
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, constant, decided, unknown
from kb.rulings.situation.situation import Effect, Object, Player, Situation


def modify_damage(now: Situation, dealt: DamageEvent, events: list[DamageEvent]) -> AppliedEffects:
    """Return the amount of damage after effects modify it, and whether the amount is known."""
    effects, prevented = modifying_effects(now, dealt)
    if (shared := _by_shared_shield(now, dealt, effects, events)) is not None:
        return replace(shared, known=all_of(shared.known, prevented))
    applied = apply_effects(now, dealt.amount, effects, dealt.to, f"damage from {dealt.source.id}")
    known = all_of(applied.known, prevented)
    ranges = [can_prevent_in_range(now, each, dealt.source, dealt.to) for each in now.effects]
    known = all_of(known, *(decided(each) for each in ranges))
    for effect in effects:
        known = all_of(_known_for_all_events(now, effect, dealt, events, known), is_affected_by(effect, dealt.source))
    rule = now.law.rule("modified-damage")
    if rule is not None and effects:
        values = (("source", dealt.source), ("recipient", dealt.to))
        known = known.attributed_to(rule, Claim(rule.claim, values))
    return replace(applied, known=known)


def _by_shared_shield(
    now: Situation, dealt: DamageEvent, effects: list[Effect], events: list[DamageEvent]
) -> AppliedEffects | None:
    """Return the damage after the only effect on it, a shield that other damage meets, too; None if there is none."""
    shield = effects[0] if len(effects) == 1 else None
    if shield is None or shield.stated.get("says") != "prevents" or shield.stated.get("does") != "be-dealt-damage":
        return None
    met = [each for each in events if shield.id in (one.id for one in effects_on_damage(now, each))]
    alone = all(len(effects_on_damage(now, each)) == 1 and each.amount.is_known for each in met)
    if len(met) < 2 or not alone or any(each.to.id != dealt.to.id for each in met):
        return None
    meeting = [Meeting(each.source.id, int(each.amount.low)) for each in met]
    found = prevented_by_share(now, shield, dealt.to, dealt.source.id, meeting)
    if found is None or all_of(shield.in_force, existed_before(now, shield, now.proposed.timestamp)).value is not True:
        return None
    return AppliedEffects(
        after_shield(dealt.amount, found[0]), all_of(found[1], shield.in_force), None, {shield.id: found[0]}
    )


def _known_for_all_events(
    now: Situation, effect: Effect, dealt: DamageEvent, events: list[DamageEvent], known: Truth
) -> Truth:
    """Return `known`, or an open truth if a player has to choose which of several events an effect prevents."""
    shared = [each for each in events if effect in effects_on_damage(now, each)]
    affected = dealt.to if effect.stated.get("does") == "be-dealt-damage" else dealt.source
    known = all_of(known, matches_qualities(now, effect, affected))
    if effect.stated.get("each") == "object":
        shared = [each for each in shared if each.to.id == dealt.to.id]
    elif effect.stated.get("each") == "event":
        apart = [
            rule_even_if_unprinted(now, so_much_of_each_source, effect, dealt.source, each.source) for each in shared
        ]
        known = all_of(known, *(truth for truth in apart if truth.value))
        shared = [each for each, truth in zip(shared, apart, strict=True) if not truth.value]
    if effect.stated.get("says") == "prevents" and "amount" in effect.stated and len(shared) > 1:
        asks = mark_message("{thing} or its controller chooses which of the damage “{effect}” prevents")
        return unknown("effects", asks, thing=dealt.to, effect=effect)
    return known


@encodes("modified-damage", "effects modify the damage that {source} deals to {recipient}")
def as_effects_on_damage_say(now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Replacement and prevention effects modify the damage before it is dealt."""
    event = DamageEvent(source, recipient, NumberValue.exactly(0), constant(False))
    return constant(bool(effects_on_damage(now, event)))
