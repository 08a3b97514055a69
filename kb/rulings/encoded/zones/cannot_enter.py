"""Permanent spells that resolve but can't be put onto the battlefield (608.3e)."""

from __future__ import annotations

from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, some
from kb.rulings.situation.situation import Object, Situation


@encodes("cant-be-put-onto-battlefield", "{spell} can't enter, so that it is put into its owner's graveyard")
def graveyard_instead(now: Situation, spell: Object) -> Truth:
    """If a permanent spell resolves but can't be put onto the battlefield, it's put into its owner's graveyard."""
    entering = _as_it_would_enter(now, spell)
    return some(
        all_of(each.in_force, *(matches_phrase(entering, phrase, spell) for phrase in (*each.quality, *each.affects)))
        for each in now.effects_matching("cant", "enter", spell)
    )


def _as_it_would_enter(now: Situation, spell: Object) -> Object:
    """Return the spell as it would enter. If it enters as a copy, use the types and colours that it copies."""
    given = dict(spell.stated)
    for effect in now.effects_matching("enters", "enter", spell):
        if effect.stated.get("modifies") == "copy" and effect.in_force.value:
            given |= {kind: effect.stated[kind] for kind in ("types", "subtypes", "colors") if kind in effect.stated}
    return Object(spell.id, now, given)
