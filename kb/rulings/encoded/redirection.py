"""Damage that effects have dealt to something else instead (614.9), and what a limited range keeps from it (801)."""

from __future__ import annotations

from dataclasses import replace

from kb.rulings.encoded.damage_effects import Dealt
from kb.rulings.encoded.range_of_influence import is_limited
from kb.rulings.logic import Truth, all_of, any_of, not_, stated, unknown
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Effect, Object, Player, Situation
from kb.rulings.terms import Number
from kb.tongue import later

Recipient = Object | Player

_CLAIM = later("“{effect}” has damage to {one} dealt to {other} instead")


def _in_the_game(player: Player) -> Truth:
    return not_(any_of(player.lost, player.conceded))


def _there(one: Recipient, other: Recipient, *types: str, players: bool) -> Truth:
    """Whether both are what damage can be redirected from and to."""
    found = []
    for each in (one, other):
        if isinstance(each, Object):
            found.append(all_of(each.is_permanent, each.types.has_any(*types)))
        elif players:
            found.append(_in_the_game(each))
    return all_of(*found)


@encodes("redirection", claim=_CLAIM)
def between_creatures_and_players(_now: Situation, _effect: Effect, one: Recipient, other: Recipient) -> Truth:
    """It does nothing if either creature is no longer in play, or a creature, or either player in the game."""
    return _there(one, other, "creature", players=True)


@variant_of(between_creatures_and_players)
def between_creatures_there(_now: Situation, _effect: Effect, one: Recipient, other: Recipient) -> Truth:
    """It does nothing if either creature is no longer in play, or no longer a creature."""
    return _there(one, other, "creature", players=False)


@variant_of(between_creatures_and_players)
def between_creatures_and_planeswalkers(_now: Situation, _effect: Effect, one: Recipient, other: Recipient) -> Truth:
    """It does nothing if either creature or planeswalker is no longer in play, or no longer one."""
    return _there(one, other, "creature", "planeswalker", players=False)


@variant_of(between_creatures_and_players)
def between_these_and_players(_now: Situation, _effect: Effect, one: Recipient, other: Recipient) -> Truth:
    """The same; nor does it do anything to or from a player who has left the game."""
    return _there(one, other, "creature", "planeswalker", players=True)


@variant_of(between_creatures_and_players)
def between_these_battles_and_players(_now: Situation, _effect: Effect, one: Recipient, other: Recipient) -> Truth:
    """The same; also from and to battles."""
    return _there(one, other, "battle", "creature", "planeswalker", players=True)


def portions(now: Situation, dealt: Dealt) -> tuple[list[Dealt], Truth]:
    """Damage with what the first effect that redirects it has dealt to something else: so much, or all of it.

    Returns:
        The portions, and whether it is known that they are these.
    """
    for effect in now.effects_that("redirects", "be-dealt-damage", dealt.to):
        own = "players" if isinstance(dealt.to, Player) else "objects"
        names = effect.given.get("to") or ()
        other = now.thing(names[0]) if names else None
        if own not in effect.given or other is None:
            continue
        applies = all_of(effect.in_force, now.rule("redirection", effect, dealt.to, other))
        if applies.value is not True or not dealt.amount.known:
            open_facts = [unknown(each, later("not stated: {path}"), path=each) for each in dealt.amount.open]
            return [dealt], all_of(*open_facts, applies if applies.value is not False else not_(applies))
        much = min(dealt.amount.low, effect.given.get("amount", dealt.amount.low))
        kept, moved = (Number(each, each, dealt.amount.facts, dealt.amount.label, dealt.amount.it)
                       for each in (dealt.amount.low - much, much))  # fmt: skip
        elsewhere = replace(dealt, to=other, amount=moved, redirected=True)
        return [replace(dealt, amount=kept), elsewhere] if kept.low else [elsewhere], applies
    return [dealt], stated(True)


def dealt_in_range(now: Situation, dealt: Dealt) -> list[Truth]:
    """What a limited range of influence asks for: that spells and abilities affect only what is within it."""
    if not is_limited(now) or dealt.combat.value is not False:
        return []
    concept = "replacement-in-range" if dealt.redirected else "affecting-in-range"
    return [now.rule(concept, dealt.source, dealt.to)] if now.law.rule(concept) is not None else [stated(True)]
