"""Effects that redirect damage (614.9), and damage within a limited range of influence (801)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from kb.i18n import mark_message
from kb.rulings.encoded.damage.damage_modifiers import (
    DamageEvent,
    apply_effects,
    changes_more_than_amount,
    modifying_effects,
)
from kb.rulings.encoded.damage.replacement_order import chooser_of
from kb.rulings.encoded.multiplayer.range_of_influence import is_range_limited
from kb.rulings.law.rule_registry import Row, encodes_each
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, decided, not_, unknown, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation

Recipient = Object | Player

MAX_BEFORE_REDIRECTION = 4
"""The greatest number of other effects for which every order with a redirection is tried."""

_CLAIM = mark_message("“{effect}” has damage to {one} dealt to {other} instead")


@encodes_each(
    Row("redirection", "between_creatures_and_players", _CLAIM,
        "Redirection does nothing if a creature has left play or is no longer a creature, or if a player has left.",
        types=("creature",), players=True),
    Row("redirection", "between_creatures_there", _CLAIM,
        "Redirection between creatures does nothing if a creature has left play or is no longer a creature.",
        types=("creature",), players=False),
    Row("redirection", "between_creatures_and_planeswalkers", _CLAIM,
        "Redirection does nothing if one of the permanents has left play or is no longer a creature or planeswalker.",
        types=("creature", "planeswalker"), players=False),
    Row("redirection", "between_these_and_players", _CLAIM,
        "Redirection does nothing if a permanent isn't a creature or planeswalker in play, or if a player has left.",
        types=("creature", "planeswalker"), players=True),
    Row("redirection", "between_these_battles_and_players", _CLAIM,
        "Redirection fails if a permanent isn't a battle, creature or planeswalker in play, or if a player has left.",
        types=("battle", "creature", "planeswalker"), players=True),
)  # fmt: skip
def redirects(
    _now: Situation, _effect: Effect, one: Recipient, other: Recipient, *, types: tuple[str, ...], players: bool
) -> Truth:
    """Yes if damage can be redirected from `one` to `other`.

    `one` and `other` are objects or players. An object must be a permanent of one of the `types`. If `players` is True,
    a player must be in the game.
    """
    found = []
    for each in (one, other):
        if isinstance(each, Object):
            found.append(all_of(each.is_permanent, each.types.contains_any(*types)))
        elif players:
            found.append(not_(any_of(each.lost, each.conceded)))
    return all_of(*found)


def redirect_damage(now: Situation, dealt: DamageEvent) -> tuple[list[DamageEvent], Truth]:
    """Apply the first effect that redirects the damage: split off the part of the damage that it redirects.

    Returns:
        The remaining event, if any, and the redirected event, if any; and a Truth: Yes if these events are certain.
    """
    for effect in now.effects_matching("redirects", "be-dealt-damage", dealt.to):
        own = "players" if isinstance(dealt.to, Player) else "objects"
        names = effect.stated.get("to") or ()
        other = now.thing(names[0]) if names else None
        if own not in effect.stated or other is None:
            continue
        applies = all_of(effect.in_force, now.rule("redirection", effect, dealt.to, other))
        if applies.value is not True or not dealt.amount.is_known:
            return [dealt], all_of(*(unstated(each) for each in dealt.amount.open_facts), decided(applies))
        before, chosen = _modified_before(now, dealt)
        if before is None or not before.amount.is_known:
            return [dealt], chosen
        return _split(before, other, effect.stated.get("amount", before.amount.low)), all_of(applies, chosen)
    return [dealt], constant(True)


def _split(dealt: DamageEvent, other: Recipient, most: float) -> list[DamageEvent]:
    """Return the damage that stays, if any, and the damage that an effect moves to `other`, if any."""
    moved = min(dealt.amount.low, most)
    kept_amount, moved_amount = (
        NumberValue(each, each, dealt.amount.facts, dealt.amount.label, dealt.amount.it)
        for each in (dealt.amount.low - moved, moved)
    )
    elsewhere = replace(dealt, to=other, amount=moved_amount, redirected=True)
    return [replace(dealt, amount=kept_amount), elsewhere] if kept_amount.low else [elsewhere]


def _modified_before(now: Situation, dealt: DamageEvent) -> tuple[DamageEvent | None, Truth]:
    """Return damage as the effects modify it that the affected player applies before it is redirected (616.1).

    Return None, and an open truth, if choices aren't tried one by one, or if an effect does more than to change the
    amount.
    """
    effects, known = modifying_effects(now, dealt)
    effects = [each for each in effects if each.in_force.value is not False]
    if not effects:
        return dealt, known
    asks = mark_message("{thing} or its controller chooses which effect applies first")
    simple = all("instead" not in each.stated and not changes_more_than_amount(each) for each in effects)
    if now.choices is None or not simple or len(effects) > MAX_BEFORE_REDIRECTION or known.value is not True:
        return None, unknown("effects", asks, thing=dealt.to)
    subsets = [each for size in range(len(effects) + 1) for each in combinations(effects, size)]
    chooser, by_rule = chooser_of(now, dealt.to)
    ids = tuple(tuple(effect.id for effect in each) for each in subsets)
    taken = subsets[now.choices.take(("before redirection", dealt.source.id, dealt.to.id), ids, chooser)]
    applied = apply_effects(now, dealt.amount, list(taken), dealt.to, f"damage from {dealt.source.id}, redirected")
    used = frozenset(each.id for each in taken)
    return replace(dealt, amount=applied.amount, used=used), all_of(applied.known, by_rule)


def range_conditions(now: Situation, dealt: DamageEvent) -> list[Truth]:
    """Return the conditions that a limited range of influence sets for noncombat damage."""
    if not is_range_limited(now) or dealt.combat.value is not False:
        return []
    concept = "replacement-in-range" if dealt.redirected else "affecting-in-range"
    return [now.rule(concept, dealt.source, dealt.to)] if now.law.rule(concept) is not None else [constant(True)]
