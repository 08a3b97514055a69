"""Blocking (509; 309 before 2009): which creature can block which."""

from __future__ import annotations

from kb.rulings.engine.questions import is_permitted
from kb.rulings.law.rule_registry import requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_
from kb.rulings.situation.situation import Object, Situation


@requires("can-block", "who-blocks", "{creature} is a creature")
def only_creatures_block(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """Only a creature can attack or block."""
    return creature.is_permanent_of_type("creature")


@requires("can-block", "chosen-blockers", "{creature} can be chosen to block {attacker}")
def untapped_creatures_of_the_attacked_player(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Only an untapped creature can block. The attacker must be attacking the blocker's controller."""
    return all_of(
        creature.is_permanent_of_type("creature"), _is_untapped(now, creature), _attacks_player(now, attacker, creature)
    )


@variant_of(untapped_creatures_of_the_attacked_player)
def untapped_and_it_attacks_them_or_their_planeswalker(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Only an untapped creature can block. The attacker must attack the blocker's controller or their planeswalker."""
    return all_of(_is_untapped(now, creature), _attacks(now, attacker, creature, "planeswalker"))


@variant_of(untapped_creatures_of_the_attacked_player)
def untapped_and_it_attacks_them_their_planeswalker_or_battle(
    now: Situation, creature: Object, attacker: Object
) -> Truth:
    """Only untapped nonbattles block. The attacker must attack the blocker's controller or that player's permanent."""
    attacks = _attacks(now, attacker, creature, "planeswalker", "battle")
    return all_of(_is_untapped(now, creature), not_(creature.has_type("battle")), attacks)


def _is_untapped(now: Situation, creature: Object) -> Truth:
    return any_of(not_(creature.tapped), *now.as_though("block", creature, "untapped"))


def _attacks(now: Situation, attacker: Object, creature: Object, *card_types: str) -> Truth:
    """Yes if an attacker attacks a creature's controller, or the controller's permanent of one of the `card_types`."""
    found = [_attacks_player(now, attacker, creature)]
    attacked = now.object(attacker.attacking.value or "")
    if attacked is not None:
        whose = {"planeswalker": attacked.controller, "battle": attacked.protector}
        found += [all_of(attacked.has_type(each), whose[each] == creature.controller) for each in card_types]
    return any_of(*found)


def _attacks_player(now: Situation, attacker: Object, creature: Object) -> Truth:
    """Yes if an attacker attacks a creature's controller, or a teammate who shares turns with this player (810.7)."""
    controller = now.player(creature.controller.value or "")
    team = controller.stated.get("team") if controller is not None else None
    shares_turns = team is not None and now.game.variant.value == "two-headed-giant"
    mates = [each for each in now.players if shares_turns and each.stated.get("team") == team]
    attacked = [attacker.attacking == each for each in mates if each is not controller]
    return any_of(attacker.attacking == creature.controller, *attacked)


def may_block(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Yes if a creature could be declared as blocking an attacker. Limits on the number of blockers aren't checked."""
    barred = []
    if any(now.effects_matching("cant", "be-blocked", attacker)):
        barred = [not_(now.rule("cant-beats-can", attacker, "be-blocked", creature))]
    return all_of(is_permitted(now, "can-block", "block", creature, creature, attacker, to=attacker), *barred)
