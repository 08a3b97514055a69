"""Blocking (509, 309 before 2009): which creature can block which, and which declarations of blockers are legal."""

from __future__ import annotations

from kb.rulings.engine.questions import is_permitted
from kb.rulings.law.rule_registry import requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_
from kb.rulings.situation.situation import Object, Situation

# --- which creature can block which --------------------------------------------------------------------------


@requires("can-block", "who-blocks", "{creature} is a creature")
def only_creatures_block(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """Only a creature can attack or block."""
    return creature.is_permanent_of_type("creature")


@requires("can-block", "chosen-blockers", "{creature} can be chosen to block {attacker}")
def untapped_creatures_of_the_attacked_player(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Untapped, and a creature, of the defending player that the other one is attacking."""
    return all_of(
        creature.is_permanent_of_type("creature"), _is_untapped(now, creature), _attacks_player(now, attacker, creature)
    )


@variant_of(untapped_creatures_of_the_attacked_player)
def untapped_and_it_attacks_them_or_their_planeswalker(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Untapped, for what attacks its controller or a planeswalker that they control."""
    return all_of(
        _is_untapped(now, creature),
        any_of(_attacks_player(now, attacker, creature), _attacks_planeswalker(now, attacker, creature)),
    )


@variant_of(untapped_creatures_of_the_attacked_player)
def untapped_and_it_attacks_them_their_planeswalker_or_battle(
    now: Situation, creature: Object, attacker: Object
) -> Truth:
    """Untapped, no battle, for what attacks its controller, their planeswalker, or a battle that they protect."""
    return all_of(
        _is_untapped(now, creature),
        not_(creature.has_type("battle")),
        any_of(
            _attacks_player(now, attacker, creature),
            _attacks_planeswalker(now, attacker, creature),
            _attacks_battle(now, attacker, creature),
        ),
    )


def _is_untapped(now: Situation, creature: Object) -> Truth:
    return any_of(not_(creature.tapped), *now.as_though("block", creature, "untapped"))


def _attacks_player(now: Situation, attacker: Object, creature: Object) -> Truth:
    """Whether a creature attacks the other one's controller, or one of their team where teams have shared turns."""
    controller = now.player(creature.controller.value or "")
    team = controller.stated.get("team") if controller is not None else None
    mates = [each for each in now.players if team is not None and each is not controller and
             each.stated.get("team") == team and now.game.variant.value == "two-headed-giant"]  # fmt: skip
    return any_of(attacker.attacking == creature.controller, *(attacker.attacking == mate for mate in mates))


def _attacks_planeswalker(now: Situation, attacker: Object, creature: Object) -> Truth:
    attacked = now.object(attacker.attacking.value or "")
    if attacked is None:
        return constant(False)
    return all_of(attacked.has_type("planeswalker"), attacked.controller == creature.controller)


def _attacks_battle(now: Situation, attacker: Object, creature: Object) -> Truth:
    attacked = now.object(attacker.attacking.value or "")
    if attacked is None:
        return constant(False)
    return all_of(attacked.has_type("battle"), attacked.protector == creature.controller)


def may_block(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Whether one creature could be declared as blocking another, as far as the two of them are concerned."""
    barred = []
    if any(now.effects_matching("cant", "be-blocked", attacker)):
        barred = [not_(now.rule("cant-beats-can", attacker, "be-blocked", creature))]
    return all_of(is_permitted(now, "can-block", "block", creature, creature, attacker, to=attacker), *barred)
