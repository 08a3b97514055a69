"""Targets, triggers, attacks and effects under a limited range of influence (801.3 to 801.13)."""

from __future__ import annotations

from kb.rulings.encoded.copying.timestamps import source_of_effect
from kb.rulings.encoded.multiplayer.range_of_influence import controller_or_owner, is_in_range, is_range_limited
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes, forbids, requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, decided, every, not_, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability


def _is_limited(now: Situation, *_asked: Object | Player | Ability) -> Truth:
    return constant(is_range_limited(now))


def _in_range_of(now: Situation, source: Object, thing: Object | Player) -> Truth:
    """Yes if an object or player is within the range of influence of the controller of a source."""
    controller = controller_or_owner(source)
    player = now.player(controller.value or "")
    return unstated(controller.fact) if player is None else is_in_range(now, player, thing)


@requires("can-attack", "attacking-in-range",
          "{defender} is within the range of influence of who controls {creature}", where=_is_limited)  # fmt: skip
def opponents_within_range(now: Situation, creature: Object, defender: Object | Player) -> Truth:
    """Creatures can attack only opponents within their controller's range of influence."""
    return all_of(constant(isinstance(defender, Player)), _in_range_of(now, creature, defender))


@variant_of(
    opponents_within_range,
    claim="{defender}, or who controls it, is within the range of influence of who controls {creature}",
)
def opponents_within_range_and_their_planeswalkers(
    now: Situation, creature: Object, defender: Object | Player
) -> Truth:
    """Creatures can attack only opponents within range, or planeswalkers that those opponents control."""
    return _in_range_of(now, creature, defender)


@variant_of(
    opponents_within_range,
    claim="{defender}, or who controls or protects it, is within the range of who controls {creature}",
)
def opponents_within_range_their_planeswalkers_and_battles(
    now: Situation, creature: Object, defender: Object | Player
) -> Truth:
    """Creatures can attack only opponents within range, planeswalkers they control, or battles they protect."""
    if isinstance(defender, Player) or defender.has_type("battle").value is not True:
        return _in_range_of(now, creature, defender)
    protector = now.player(defender.protector.value or "")
    return defender.protector != "none" if protector is None else _in_range_of(now, creature, protector)


@forbids("can-target", "targets-out-of-range",
         "{target} is outside the range of influence of who controls {source}", where=_is_limited)  # fmt: skip
def no_target_out_of_range(now: Situation, source: Object, target: Object | Player) -> Truth:
    """A player's spells and abilities can't target objects or players outside that player's range of influence."""
    return not_(_in_range_of(now, source, target))


@forbids("can-activate", "activating-out-of-range", "{permanent} is outside the range of influence of {player}",
         where=_is_limited)  # fmt: skip
def no_ability_out_of_range(now: Situation, player: Player, permanent: Object, _ability: Ability) -> Truth:
    """A player can't activate the activated abilities of an object outside of their range of influence."""
    return not_(is_in_range(now, player, permanent))


@requires("triggers", "triggers-in-range",
          "the trigger event of {thing} happens entirely within the range of influence of who controls it",
          where=lambda now, thing: constant(is_range_limited(now) and "involves" in thing.stated))  # fmt: skip
def entirely_within_range(now: Situation, thing: Object) -> Truth:
    """A triggered ability doesn't trigger unless its event happens entirely within its controller's range."""
    involved = [found for each in thing.involves if (found := now.thing(each)) is not None]
    return every(_was_in_range(now, thing, each) for each in involved)


def _was_in_range(now: Situation, thing: Object, involved: Object | Player) -> Truth:
    """Yes if an object or player in an event is within range. If an object moved, the state before the event counts."""
    if isinstance(involved, Object) and "last_controller" in involved.stated and now.has_rule("moves-and-range").value:
        return now.rule("moves-and-range", thing, involved)
    return _in_range_of(now, thing, involved)


@encodes("moves-and-range", "{involved} was within the range of who controls {thing} before it moved")
def as_the_game_was_before(now: Situation, thing: Object, involved: Object) -> Truth:
    """If an object in an event moves out of a player's range, the game state before the event counts."""
    player = now.player(involved.last_controller.value or "")
    return involved.last_controller != "none" if player is None else _in_range_of(now, thing, player)


def watched_in_range(
    now: Situation, source: Object, watched: tuple[Object | Player, ...], *, meets_another: bool
) -> tuple[Situation, tuple[Object | Player, ...], Truth]:
    """Leave out the objects and players that are out of range for a triggered ability of `source`.

    If `meets_another` is true, the event involves a second creature, as a block does. Both creatures must be in range.

    Returns:
        The situation without objects out of range; the `watched` things in range; Yes if it is known what is in range.
    """
    if not is_range_limited(now) or not now.has_rule("triggers-in-range").value:
        return now, watched, constant(True)
    involved = dict.fromkeys(each.id for each in (*watched, *(now.objects if meets_another else ())))
    facts = {**source.stated, "controller": source.present_controller}
    told = {
        name: now.rule("triggers-in-range", Object(source.id, now, {**facts, "involves": (name,)})) for name in involved
    }
    known = every(decided(truth) for truth in told.values())
    left = {each.id: each.stated for each in now.objects if each.id not in told or told[each.id].value is not False}
    return now.replace(objects=left), tuple(each for each in watched if told[each.id].value is not False), known


@requires("affects", "affecting-in-range",
          "{target} is within the range of influence of who controls {resolving}", where=_is_limited)  # fmt: skip
def nothing_happens_out_of_range(now: Situation, resolving: Object, target: Object | Player) -> Truth:
    """An effect does nothing to what is outside its controller's range. The rest of the effect works normally."""
    return _in_range_of(now, resolving, target)


@encodes("information-in-range", "{source} gets information from {thing}, which is within range")
def only_from_within_range(now: Situation, source: Object, thing: Object | Player) -> Truth:
    """A spell or ability gets only information from within its controller's range of influence."""
    return _in_range_of(now, source, thing)


@answers("sees", "Does this spell or ability get information from that object or player: does it count?",
         "objects", "rules ask sees A B -f situation.yaml")  # fmt: skip
def _sees(now: Situation, asked: QuestionArguments) -> Truth:
    source, thing = asked.object(now), asked.thing(now, 1)
    if not is_range_limited(now):
        return constant(True, "the range of influence isn't limited")
    return now.rule("information-in-range", source, thing)


@encodes("replacement-in-range", "{to} is within the range of influence of who controls {source}")
def that_portion_does_nothing(now: Situation, source: Object, to: Object | Player) -> Truth:
    """The portion of a replaced event that would affect an object or player out of range does nothing."""
    return _in_range_of(now, source, to)


@encodes("prevention-in-range", "what “{effect}” speaks of is within the range of who controls it")
def source_or_recipient_within_range(now: Situation, effect: Effect, source: Object, to: Object | Player) -> Truth:
    """An effect prevents damage only if the source or recipient that the effect specifies is within range."""
    return _all_in_range(now, effect, _specified(effect, source, to))


@variant_of(source_or_recipient_within_range)
def both_where_neither_is_specified(now: Situation, effect: Effect, source: Object, to: Object | Player) -> Truth:
    """The specified source or recipient of damage must be in range. If neither is specified, both must be in range."""
    return _all_in_range(now, effect, _specified(effect, source, to) or [source, to])


def _specified(effect: Effect, source: Object, to: Object | Player) -> list[Object | Player]:
    """Return the source and the recipient of damage. Leave out what the effect doesn't specify."""
    does, facts = effect.stated.get("does"), set(effect.stated)
    of_source = does == "deal-damage" and bool({"objects", "players", "quality"} & facts)
    return ([source] if of_source else []) + ([to] if does == "be-dealt-damage" or "to" in facts else [])


def _all_in_range(now: Situation, effect: Effect, things: list[Object | Player]) -> Truth:
    by = source_of_effect(effect)
    return unstated(f"{effect.path}.source") if by is None else every(_in_range_of(now, by, each) for each in things)


def can_prevent_in_range(now: Situation, effect: Effect, source: Object, to: Object | Player) -> Truth:
    """Yes if the ranges of influence let an effect prevent damage from a source to a recipient."""
    prevents = effect.stated.get("says") == "prevents" and is_range_limited(now)
    if not prevents or not now.has_rule("prevention-in-range").value:
        return constant(True)
    return now.rule("prevention-in-range", effect, source, to)
