"""Abilities that trigger as a step begins (603.6, 503.1), on a state, or as mana is spent (700.14)."""

from __future__ import annotations

from kb.rulings.encoded.abilities.event_occurrences import TriggerTimes, moments
from kb.rulings.encoded.abilities.state_triggers import state_holds
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.engine.trigger_texts import condition_at_trigger
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.partial_values import NumberValue, WordValue, total
from kb.rulings.logic.ternary import Truth, all_of, any_of, some, unstated
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

WITHOUT_EVENTS = ("your-upkeep", "step-begins", "player-expends", "state")
"""The triggers of this module, which wait for no proposed event."""


@encodes("checked-afterwards", "{source} has the ability when the event is checked")
def objects_that_exist_then(_now: Situation, source: Object) -> Truth:
    """An ability triggers only if its object exists right after the event (right before, if the ability looks back)."""
    return any_of(source.is_permanent, source.emblem)


@encodes("expending", "{player} expends {amount}")
def less_before_and_at_least_that_much_after(now: Situation, player: Player, amount: NumberValue) -> Truth:
    """A player expends N when the mana that they spent on spells this turn rises from less than N to N or more."""
    before, pays = player.mana_spent_on_spells, now.proposed.pays
    enough = before + total(pays[each] for each in pays.counts) >= amount if pays.is_known else pays["any"] >= 1
    return all_of(before < amount, enough)


def _is_there(now: Situation, source: Object, ability: Ability) -> Truth:
    """Yes if the object with an ability is where the ability can trigger (113.6k)."""
    if ability.triggers_from.is_known:
        return source.zone.is_one_of(*ability.triggers_from)
    return rule_even_if_unprinted(now, objects_that_exist_then, source)


def _your_player(source: Object) -> WordValue:
    """Return the player whom "your" means: the controller of an object, or the owner of a card elsewhere (109.5)."""
    return source.owner if "controller" not in source.stated and "owner" in source.stated else source.controller


def _step_begins(now: Situation, source: Object, ability: Ability) -> Truth:
    """Yes if the step that an ability waits for begins, in the turn of a player that it waits for."""
    step, whose = ("upkeep", "you") if ability.trigger.value == "your-upkeep" else ("", "")
    begins = all_of(now.game.step == (step or ability.step), now.game.just_happened == "beginning")
    whose = whose or ability.turn_of.value or ""
    if whose == "any":
        return begins
    player = _your_player(source)
    if whose == "you":
        return all_of(begins, player == now.game.active)
    you = now.player(player.value or "")
    return all_of(begins, some(now.game.active == each for each in you.opponents) if you else unstated(player.fact))


def without_events(now: Situation, source: Object, ability: Ability, trigger: str) -> TriggerTimes | None:
    """Return one Truth for each time that an ability may trigger on a state, a payment or the beginning of a step.

    Return None if it triggers on something else.
    """
    if trigger == "state":
        return [now.rule("state-trigger", source, state_holds(moments(now), source, ability))]
    if trigger in ("your-upkeep", "step-begins"):
        begins = _step_begins(now, source, ability)
        return [all_of(_is_there(now, source, ability), begins, *condition_at_trigger(now, source, ability))]
    if trigger == "player-expends":
        player = now.player(next(iter(ability.watches), source.controller.value or ""))
        expends = now.rule("expending", player, ability.expends) if player is not None else source.controller == "none"
        return [all_of(_is_there(now, source, ability), expends)]
    return None
