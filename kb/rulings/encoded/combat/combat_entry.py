"""Creatures put onto the battlefield attacking or blocking, and reselected attack targets (506.3, 508.4, 508.7).

A creature that enters attacking or blocking isn't declared, so restrictions and requirements don't affect it.
"""

from __future__ import annotations

from kb.rulings.encoded.combat.attackers import AttackTarget
from kb.rulings.encoded.combat.combat_phase import defending_player_of
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, encodes_each, forbids, requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, not_, some
from kb.rulings.situation.situation import Object, Player, Situation


def _cant_attack(now: Situation, creature: Object, _target: AttackTarget) -> Truth:
    """Yes if an effect says that the creature can't attack."""
    restricted = any(now.effects_matching("cant", "attack", creature))
    return constant(restricted, "an effect says that {creature} can't attack", creature=creature)


def _cant_block(now: Situation, creature: Object, _attacker: Object) -> Truth:
    """Yes if an effect says that the creature can't block."""
    restricted = any(now.effects_matching("cant", "block", creature))
    return constant(restricted, "an effect says that {creature} can't block", creature=creature)


def _is_in_game(target: AttackTarget, *words: str) -> Truth:
    """Yes if `target` is a player in the game, or a permanent on the battlefield with one of the types `words`."""
    if isinstance(target, Player):
        return not_(target.lost)
    return some(target.is_permanent_of_type(word) for word in words)


# --- put onto the battlefield attacking or blocking ----------------------------------------------------------


@requires("enters-attacking", "noncreature-enters-attacking", "{creature} is a creature")
def only_a_creature_enters_attacking(_now: Situation, creature: Object, _target: AttackTarget) -> Truth:
    """If a noncreature permanent would enter attacking, it never becomes an attacking permanent."""
    return creature.has_type("creature")


@requires("enters-attacking", "enters-attacking-for", "{creature} enters under the control of an attacking player")
def under_an_attacking_player(now: Situation, creature: Object, _target: AttackTarget) -> Truth:
    """A creature enters attacking only under the control of an attacking player."""
    return now.game.active == creature.controller


@requires("enters-attacking", "enters-attacking-what", "{target} is in the game, or a planeswalker on the battlefield")
def player_in_the_game_or_planeswalker(_now: Situation, _creature: Object, target: AttackTarget) -> Truth:
    """The attacked player must be in the game. An attacked planeswalker must be on the battlefield."""
    return _is_in_game(target, "planeswalker")


@variant_of(player_in_the_game_or_planeswalker,
            claim="{target} is in the game, or a planeswalker or battle on the battlefield")  # fmt: skip
def player_in_the_game_planeswalker_or_battle(_now: Situation, _creature: Object, target: AttackTarget) -> Truth:
    """The attacked player must be in the game. An attacked planeswalker or battle must be on the battlefield."""
    return _is_in_game(target, "planeswalker", "battle")


@forbids("enters-attacking", "battle-enters-attacking", "{creature} is a battle")
def battle_never_attacks(_now: Situation, creature: Object, _target: AttackTarget) -> Truth:
    """If a creature that's also a battle would enter attacking, it never becomes an attacking creature."""
    return creature.has_type("battle")


def _is_specified(now: Situation, creature: Object, _target: AttackTarget) -> Truth:
    """Yes if the effect that puts a creature onto the battlefield says what the creature attacks."""
    effects = now.effects_matching("enters", "attack", creature)
    return some(effect.in_force for effect in effects if effect.stated.get("to") is not None)


@requires("enters-attacking", "chosen-to-enter-attacking",
          "{target} is a defending player, or what one controls or protects",
          where=lambda now, creature, target: not_(_is_specified(now, creature, target)))  # fmt: skip
def its_controller_chooses_what(now: Situation, creature: Object, target: AttackTarget) -> Truth:
    """If no effect says what a creature attacks, its controller chooses a defending player or their permanent."""
    return now.rule("attackable", creature, target)


@requires("enters-attacking", "specified-attacked", "{target} is still controlled or protected by a defending player",
          where=_is_specified)  # fmt: skip
def specified_and_still_there(_now: Situation, _creature: Object, target: AttackTarget) -> Truth:
    """A specified target must be a player in the game, or a planeswalker or battle on the battlefield."""
    return _is_in_game(target, "planeswalker", "battle")


@variant_of(specified_and_still_there)
def specified_and_still_a_defending_players(now: Situation, creature: Object, target: AttackTarget) -> Truth:
    """A specified target must be a player in the game, or a permanent that a defending player controls or protects."""
    if isinstance(target, Player):
        return not_(target.lost)
    return all_of(target.is_permanent, now.rule("attackable", creature, target))


@requires("enters-attacking", "enters-unrestricted",
          "restrictions and requirements of the declaration don't matter for {creature}",
          where=_cant_attack)  # fmt: skip
def not_restricted_when_it_enters(_now: Situation, creature: Object, _target: AttackTarget) -> Truth:
    """Restrictions and requirements on declaring attackers don't affect a creature that enters attacking."""
    return constant(True, "{creature} isn't declared as an attacker", creature=creature)


@answers("enters-attacking", "Is this an attacking creature, if an effect puts it onto the battlefield attacking that?",
         "objects", "rules ask enters-attacking A p2 -f situation.yaml")  # fmt: skip
def _enters_attacking(now: Situation, asked: QuestionArguments) -> Truth:
    return is_permitted(
        now, "enters-attacking", "enter attacking", asked.object(now), asked.object(now), asked.thing(now, 1)
    )


@requires("enters-blocking", "noncreature-enters-blocking", "{creature} is a creature")
def only_a_creature_enters_blocking(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """If a noncreature permanent would enter blocking, it never becomes a blocking permanent."""
    return creature.has_type("creature")


@requires("enters-blocking", "enters-blocking-what",
          "{attacker} is attacking the controller of {creature}, or what is theirs")  # fmt: skip
def attacks_its_controller_or_their_planeswalker(now: Situation, creature: Object, attacker: Object) -> Truth:
    """The blocked creature must be attacking the blocker's controller or that player's planeswalker."""
    return defending_player_of(now, attacker.attacking, include_battles=False) == creature.controller


@variant_of(attacks_its_controller_or_their_planeswalker)
def attacks_its_controller_their_planeswalker_or_battle(now: Situation, creature: Object, attacker: Object) -> Truth:
    """The blocked creature must be attacking the blocker's controller, or that player's planeswalker or battle."""
    return defending_player_of(now, attacker.attacking, include_battles=True) == creature.controller


@forbids("enters-blocking", "battle-enters-blocking", "{creature} is a battle")
def battle_never_blocks(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """If a creature that's also a battle would enter blocking, it never becomes a blocking creature."""
    return creature.has_type("battle")


@requires("enters-blocking", "chosen-to-enter-blocking", "{attacker} is an attacking creature")
def an_attacking_creature_is_chosen(_now: Situation, _creature: Object, attacker: Object) -> Truth:
    """The blocker's controller or an effect chooses an attacking creature. It must still be attacking."""
    return all_of(attacker.attacking != "none", attacker.is_permanent, not_(attacker.removed_from_combat))


@requires("enters-blocking", "enters-blocking-unrestricted",
          "restrictions and requirements of the declaration don't matter for {creature}",
          where=_cant_block)  # fmt: skip
def not_restricted_when_it_enters_blocking(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """Restrictions and requirements on declaring blockers don't affect a creature that enters blocking."""
    return constant(True, "{creature} isn't declared as a blocker", creature=creature)


@answers("enters-blocking", "Is this a blocking creature, if an effect puts it onto the battlefield blocking that one?",
         "objects", "rules ask enters-blocking B A -f situation.yaml")  # fmt: skip
def _enters_blocking(now: Situation, asked: QuestionArguments) -> Truth:
    return is_permitted(
        now, "enters-blocking", "enter blocking", asked.object(now), asked.object(now), asked.object(now, 1)
    )


# --- reselected attack targets -------------------------------------------------------------------------------


@encodes_each(
    Row("reselected", "an_opponent_or_their_planeswalker",
        "{target} is an opponent of the controller of {creature}, or what one controls or protects",
        "The reselected target must be an opponent of the creature's controller, or a planeswalker of an opponent."),
    Row("reselected", "an_opponent_their_planeswalker_or_battle", "",
        "The target must be an opponent, an opponent's planeswalker, or a battle an opponent protects.", battles=True),
    question="can-reselect", role="requires",
)  # fmt: skip
def an_opponent_or_what_is_theirs(
    now: Situation, creature: Object, target: AttackTarget, *, battles: bool = False
) -> Truth:
    """The target must be an opponent of the creature's controller, or an opponent's planeswalker or battle."""
    mine = now.player(creature.controller.value or "")
    if mine is None:
        return creature.controller == ""
    if isinstance(target, Player):
        return constant(target in mine.opponents, "{target} is an opponent", target=target)
    whose = {"planeswalker": target.controller} | ({"battle": target.protector} if battles else {})
    return some(
        all_of(target.is_permanent_of_type(card_type), some(player == each for each in mine.opponents))
        for card_type, player in whose.items()
    )


@requires(
    "can-reselect",
    "reselected-defender",
    "{target} is the chosen defending player, or what that player controls or protects",
    where=lambda now, _creature, _target: constant(now.game.defending.is_known, "the defending players are stated"),
)
def the_chosen_defending_player(now: Situation, creature: Object, target: AttackTarget) -> Truth:
    """If a defending player was chosen, the target must be that player, or that player's planeswalker or battle."""
    return now.rule("attackable", creature, target)


@requires("can-reselect", "reselected-unrestricted",
          "restrictions and requirements of the declaration don't matter for {creature}",
          where=_cant_attack)  # fmt: skip
def not_restricted_when_reselected(_now: Situation, creature: Object, _target: AttackTarget) -> Truth:
    """Restrictions and requirements on declaring attackers don't affect the reselection of what a creature attacks."""
    return creature.attacking != "none"


@answers("can-reselect",
         "Can what this creature is attacking be reselected to be that, by an effect that lets somebody reselect it?",
         "objects", "rules ask can-reselect A p2 -f situation.yaml")  # fmt: skip
def _can_reselect(now: Situation, asked: QuestionArguments) -> Truth:
    return is_permitted(now, "can-reselect", "reselect", asked.object(now), asked.object(now), asked.thing(now, 1))
