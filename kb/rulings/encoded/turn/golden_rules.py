"""The Magic golden rules (101): cards before rules, "can't" before "can"."""

from __future__ import annotations

from kb.rulings.engine.card_phrases import effect_concerns, matches_phrase
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
    if "except_at" in effect.stated and isinstance(thing, Object):
        return all_of(effect.in_force, not_(_could_cast_a_sorcery(now, thing)))
    qualities = effect.stated.get("quality", ())
    if effect.stated.get("does") != "cast" or not qualities or not isinstance(thing, Object):
        return effect.in_force
    of_them = some(matches_phrase(thing, each) for each in qualities)
    return all_of(effect.in_force, of_them, not_(now.rule("qualities-may-change", effect, thing)))


def _could_cast_a_sorcery(now: Situation, spell: Object) -> Truth:
    """Yes if the player who would cast a spell could cast a sorcery now."""
    whose = spell.controller if spell.controller.is_known else spell.owner
    player = now.player(whose.value or "")
    return now.rule("as-a-sorcery", player) if player is not None else unstated(f"{spell.path}.owner")
