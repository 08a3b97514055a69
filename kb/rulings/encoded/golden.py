"""The Magic golden rules (101): cards before rules, "can't" before "can"."""

from __future__ import annotations

from kb.rulings.facts import N_
from kb.rulings.logic import Truth, all_of, some
from kb.rulings.registry import encodes
from kb.rulings.situation import Situation
from kb.rulings.vocabulary import Effect, Object, Player


@encodes("cards-beat-rules", claim=N_("a card says otherwise: “{effect}”"))
def card_takes_precedence(now: Situation, effect: Effect) -> Truth:
    """When a card directly contradicts the rules, the card takes precedence."""
    return effect.in_force


@encodes("cant-beats-can", claim=N_("an effect says that {thing} can't do this"))
def cant_takes_precedence(
    now: Situation, thing: Object | Player, does: str, to: Object | Player | None = None
) -> Truth:
    """When a rule or effect allows something and another effect states that it can't happen, "can't" wins."""
    effects = now.effects_that("cant", does, thing)
    if to is None:
        return some(effect.in_force for effect in effects)
    return some(all_of(effect.in_force, effect.concerns(to)) for effect in effects)
