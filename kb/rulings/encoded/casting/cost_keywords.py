"""Keyword abilities that change what a spell costs: affinity (702.41) and undaunted (702.125)."""

from __future__ import annotations

from kb.rulings.encoded.turn.timing import belongs_to
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, not_
from kb.rulings.situation.keyword_forms import parse_keyword
from kb.rulings.situation.situation import Effect, Object, Situation


@encodes("affinity", "{spell} has affinity, and costs one generic mana less for each such permanent")
def one_less_for_each_you_control(_now: Situation, spell: Object, ability: str) -> Truth:
    """Affinity for something means that the spell costs {1} less for each such permanent that its player controls."""
    return spell.keywords.contains(ability)


@encodes("undaunted", "{spell} has undaunted, and costs one generic mana less for each opponent")
def one_less_for_each_opponent(_now: Situation, spell: Object) -> Truth:
    """Undaunted means that the spell costs {1} less for each opponent of its player."""
    return spell.has_keyword("undaunted")


def cost_effects_on(now: Situation, spell: Object) -> list[Effect]:
    """Return the effects on a spell's cost: the stated ones, then those of the spell's own keyword abilities."""
    found = list(now.effects_matching("costs", "cast", spell))
    facts = {"says": "costs", "does": "cast", "objects": (spell.id,), "amount": -1}
    for place, each in enumerate(spell.keywords_named("affinity")):
        phrase = parse_keyword(each, now.words).quality
        if phrase and now.rule("affinity", spell, each).value:
            stated = facts | {"for_each": f"{phrase} you control", "text": f"{spell.id}: {each}"}
            found.append(Effect(f"affinity.{place}", now, stated))
    for place, _each in enumerate(spell.keywords_named("undaunted")):
        if now.rule("undaunted", spell).value and (less := _opponents(now, spell)):
            found.append(Effect(f"undaunted.{place}", now, facts | {"amount": -less, "text": f"{spell.id}: undaunted"}))
    return found


def reasons_for_cost(now: Situation, spell: Object) -> list[Truth]:
    """Return the rules of the keyword abilities that change a spell's cost."""
    found = [now.rule("affinity", spell, each) for each in spell.keywords_named("affinity")]
    found += [now.rule("undaunted", spell)] if spell.keywords_named("undaunted") else []
    return [each for each in found if each.value]


def _opponents(now: Situation, spell: Object) -> int:
    """Return how many opponents a spell's player has. Players who have left the game don't count (702.125b)."""
    player = next((each for each in now.players if belongs_to(spell, each).value), None)
    opponents = player.opponents if player is not None else ()
    return sum(all_of(not_(each.lost), not_(each.left_this_turn)).value is True for each in opponents)
