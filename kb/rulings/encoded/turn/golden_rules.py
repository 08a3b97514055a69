"""The Magic golden rules (101): cards before rules, "can't" before "can"."""

from __future__ import annotations

from kb.rulings.engine.card_phrases import describes_as_spell, effect_concerns
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, not_, some, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation


@encodes("cards-beat-rules", "a card says otherwise: “{effect}”")
def card_takes_precedence(now: Situation, effect: Effect) -> Truth:
    """When a card directly contradicts the rules, the card takes precedence."""
    return effect.in_force


@encodes("cant-beats-can", "an effect says that {thing} can't do this")
def cant_takes_precedence(
    now: Situation, thing: Object | Player, does: str, to: Object | Player | None = None
) -> Truth:
    """When a rule or effect allows something and another effect forbids the same thing, "can't" wins."""
    effects = now.effects_matching("cant", does, thing)
    if to is None:
        return some(_holds(now, effect, thing) for effect in effects)
    return some(all_of(_holds(now, effect, thing), effect_concerns(effect, to)) for effect in effects)


def _holds(now: Situation, effect: Effect, thing: Object | Player) -> Truth:
    """Yes if an effect applies to `thing`. An effect against casting certain spells applies only to these spells."""
    if effect.stated.get("does") != "cast" or not isinstance(thing, Object):
        return effect.in_force
    if "except_at" in effect.stated:
        return all_of(effect.in_force, not_(_could_cast_a_sorcery(now, thing)))
    qualities = effect.stated.get("quality", ())
    may_change = [not_(now.rule("qualities-may-change", effect, thing))] if qualities else []
    return all_of(effect.in_force, is_about_spell(effect, thing), *may_change)


def is_about_spell(effect: Effect, spell: Object) -> Truth:
    """Yes if an effect on casting is about a spell: it has one of the qualities, and fits all phrases in `affects`.

    "You" in a phrase is the controller of the effect's source. If no source is listed, it is who casts the spell.
    """
    qualities, you = effect.stated.get("quality", ()), spell.now.object(effect.stated.get("source", "")) or spell
    any_of_them = [some(describes_as_spell(spell, each, you) for each in qualities)] if qualities else []
    there = [spell.zone == str(effect.stated["in_zone"])] if "in_zone" in effect.stated else []
    return all_of(*any_of_them, *there, *(describes_as_spell(spell, each, you) for each in effect.affects))


def _could_cast_a_sorcery(now: Situation, spell: Object) -> Truth:
    """Yes if the player who would cast a spell could cast a sorcery now."""
    whose = spell.controller if spell.controller.is_known else spell.owner
    player = now.player(whose.value or "")
    return now.rule("as-a-sorcery", player) if player is not None else unstated(f"{spell.path}.owner")
