"""Abilities that trigger on damage (603.2): who deals it, who is dealt it, and whether it is combat damage."""

from __future__ import annotations

from kb.rulings.encoded.abilities.event_occurrences import EventOccurrence, TriggerTimes, is_watched
from kb.rulings.encoded.damage import damage_dealing
from kb.rulings.encoded.damage.damage_modifiers import DamageEvent
from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.logic.ternary import Truth, all_of, constant, every, not_, some
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability, GameEvent

OF_DAMAGE = ("deals-damage", "is-dealt-damage", "deals-damage-to-a-creature", "deals-combat-damage-to-a-player")
"""The triggers of this module."""


def on_damage(now: Situation, source: Object, ability: Ability) -> TriggerTimes:
    """For each watched object or player, return whether it deals damage or is dealt damage, as the trigger asks.

    “One or more creatures deal damage to a player” is counted once for each player.
    """
    by_thing: dict[str, list[Truth]] = {}
    events, lacking = damage_dealing.proposed_damage(now, QuestionArguments("damage"))
    for event in events:
        dealt = damage_dealing.deal_damage(now, event, events)
        thing = dealt.event.to if ability.trigger.value == "is-dealt-damage" else dealt.event.source
        here = EventOccurrence(GameEvent("proposed", now, {}), thing, now, now)
        such, counted = _is_such_damage(source, ability, dealt.event)
        key = counted if counted and ability.one_or_more.value else f"{thing.id} {counted}"
        by_thing.setdefault(key, []).append(all_of(is_watched(here, now, source, ability), such, dealt.happens))
    return [*(each for each in lacking if each.value is None), *(some(each) for each in by_thing.values())]


def _is_such_damage(source: Object, ability: Ability, dealt: DamageEvent) -> tuple[Truth, str]:
    """Yes if a trigger asks for this damage. Also return the recipient if the trigger counts each recipient."""
    trigger = ability.trigger.value
    if trigger == "deals-damage-to-a-creature":
        return dealt.to.has_type("creature") if isinstance(dealt.to, Object) else constant(False), dealt.to.id
    if trigger == "deals-combat-damage-to-a-player":
        return all_of(constant(isinstance(dealt.to, Player)), dealt.combat), dealt.to.id
    such: list[Truth] = []
    if "combat_damage" in ability.stated:
        such.append(dealt.combat if ability.stated["combat_damage"] else not_(dealt.combat))
    phrases = tuple(ability.recipient)
    such += [phrase_picks(dealt.to, each, source) for each in phrases]
    return every(such), dealt.to.id if phrases else ""
