"""Attacking (508; 308 before 2009): which creature can attack what, and whether it taps."""

from __future__ import annotations

from kb.rulings.encoded.combat.gained_haste import gained_haste
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids, requires, variant_of
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.situation import Object, Player, Situation

AttackTarget = Object | Player
"""A player, planeswalker or battle that can be attacked."""


# --- attackers and their targets -----------------------------------------------------------------------------


@encodes_each(
    Row("who-attacks-what", "only_creatures_attack_players_or_planeswalkers",
        "{creature} is a creature, and {defender} can be attacked at all",
        "Only a creature can attack. Only a player or a planeswalker can be attacked.", permanents=("planeswalker",)),
    Row("who-attacks-what", "only_creatures_attack_players_planeswalkers_or_battles", "",
        "Only a creature can attack. Only a player, a planeswalker, or a battle can be attacked.",
        permanents=("planeswalker", "battle")),
    question="can-attack", role="requires",
)  # fmt: skip
def only_creatures_attack(
    _now: Situation, creature: Object, defender: AttackTarget, *, permanents: tuple[str, ...]
) -> Truth:
    """Only a creature can attack. Only a player or a permanent of one of the types `permanents` can be attacked."""
    if isinstance(defender, Player):
        can_be_attacked = constant(True, "{defender} is a player", defender=defender)
    else:
        can_be_attacked = some(defender.is_permanent_of_type(each) for each in permanents)
    return all_of(creature.is_permanent_of_type("creature"), can_be_attacked)


@requires("can-attack", "attackable", "{defender} is a defending player")
def the_defending_player(now: Situation, _creature: Object, defender: AttackTarget) -> Truth:
    """Only the nonactive player, or the chosen opponent, can be attacked."""
    return is_defending_player(now, defender) if isinstance(defender, Player) else constant(False)


@variant_of(the_defending_player, claim="{defender} is a defending player, or a planeswalker of one")
def defending_players_and_their_planeswalkers(now: Situation, _creature: Object, defender: AttackTarget) -> Truth:
    """The defending player and planeswalkers that they control may be attacked."""
    if isinstance(defender, Player):
        return is_defending_player(now, defender)
    return _is_of_a_defending_player(now, defender.controller)


@variant_of(the_defending_player,
            claim="{defender} is a defending player, a planeswalker of one, or a battle that one protects")  # fmt: skip
def defending_players_their_planeswalkers_and_battles(
    now: Situation, _creature: Object, defender: AttackTarget
) -> Truth:
    """The defending player, planeswalkers they control, and battles they protect may be attacked."""
    if isinstance(defender, Player):
        return is_defending_player(now, defender)
    return any_of(
        all_of(defender.has_type("planeswalker"), _is_of_a_defending_player(now, defender.controller)),
        all_of(defender.has_type("battle"), _is_of_a_defending_player(now, defender.protector)),
    )


def is_defending_player(now: Situation, player: Player) -> Truth:
    """Yes if a player is a defending player. If none is stated, each opponent of the active player counts as one."""
    if now.game.defending.is_known:
        return now.game.defending.contains(player)
    active = now.player(now.game.active.value or "")
    if active is not None and player.id != active.id and player not in active.opponents:
        return constant(player.id not in {each.id for each in now.players}, "{player} is an opponent", player=player)
    return now.game.active != player


def _is_of_a_defending_player(now: Situation, whose: WordValue) -> Truth:
    """Yes if `whose`, the controller or protector of a permanent, is a defending player."""
    return some(all_of(whose == player, is_defending_player(now, player)) for player in now.players)


def lacks_summoning_sickness(now: Situation, creature: Object) -> Truth:
    """Yes if a creature has haste, or its controller has controlled it since the turn began (302.6)."""
    hasty = now.as_though("attack", creature, "haste")
    return any_of(creature.controlled_since_turn_began, now.rule("haste", creature), *hasty,
                  *gained_haste(now, creature))  # fmt: skip


@encodes("haste", "{creature} has haste")
def attacks_at_once(_now: Situation, creature: Object) -> Truth:
    """A creature with haste can attack even if its controller hasn't controlled it since the turn began."""
    return creature.has_keyword("haste")


@requires("can-attack", "chosen-attackers", "{creature} can be chosen to attack")
def untapped_creatures_but_no_walls(now: Situation, creature: Object, defender: AttackTarget) -> Truth:
    """Only untapped non-Wall creatures can attack. The active player must have controlled them since the turn began."""
    return all_of(
        creature.is_permanent_of_type("creature"),
        constant(isinstance(defender, Player), "{defender} is a player", defender=defender),
        not_(creature.has_subtype("wall")),
        _is_ready(now, creature),
    )


@variant_of(untapped_creatures_but_no_walls)
def untapped_creatures_only(now: Situation, creature: Object, _defender: AttackTarget) -> Truth:
    """Only untapped creatures of the active player can attack. A creature gained this turn needs haste."""
    return all_of(creature.is_permanent_of_type("creature"), _is_ready(now, creature))


@variant_of(untapped_creatures_but_no_walls)
def untapped_creatures(now: Situation, creature: Object, _defender: AttackTarget) -> Truth:
    """An attacker that the active player chooses must be untapped. A creature gained this turn needs haste."""
    return _is_ready(now, creature)


@variant_of(untapped_creatures_but_no_walls)
def untapped_creatures_but_no_battles(now: Situation, creature: Object, _defender: AttackTarget) -> Truth:
    """Only untapped nonbattle creatures of the active player can attack. A creature gained this turn needs haste."""
    return all_of(_is_ready(now, creature), not_(creature.has_type("battle")))


def _is_ready(now: Situation, creature: Object) -> Truth:
    return all_of(
        now.game.active == creature.controller, not_(creature.tapped), lacks_summoning_sickness(now, creature)
    )


@forbids("can-attack", "defender", "{creature} has defender",
         where=lambda _now, creature, _defender: creature.has_keyword("defender"))  # fmt: skip
def defender_cant_attack(now: Situation, creature: Object, _defender: AttackTarget) -> Truth:
    """A creature with defender can't attack."""
    return not_(some(now.as_though("attack", creature, "no defender")))


def may_attack(now: Situation, creature: Object, defender: AttackTarget) -> Truth:
    """Yes if a creature could be declared as attacking a target. Limits on the number of attackers aren't checked."""
    barred = []
    if any(now.effects_matching("cant", "be-attacked", defender)):
        barred = [not_(now.rule("cant-beats-can", defender, "be-attacked", creature))]
    return all_of(is_permitted(now, "can-attack", "attack", creature, creature, defender, to=defender), *barred)


def attack_targets(now: Situation) -> tuple[AttackTarget, ...]:
    """Return the listed players and permanents that may be attacked. If no player is listed, an opponent is assumed."""
    players = [each for each in now.players if each.id != now.game.active.value]
    types = ("planeswalker", "battle")
    permanents = [each for each in now.permanents if any(each.has_type(word).value for word in types)]
    return (*(players or [Player("opponent", now, {})]), *permanents)


def presume_creature(now: Situation, thing: Object) -> Situation:
    """If usual values may be assumed, return `now` with `thing` presumed a creature. Otherwise, return `now`."""
    if not now.as_usual:
        return now
    return now.replace(presumed={**now.presumed, f"objects.{thing.id}.types": ("creature",)})


# --- tapping of attackers ------------------------------------------------------------------------------------


@requires("taps-to-attack", "attacking-taps", "{creature} becomes tapped as it is declared as an attacker")
def chosen_creatures_are_tapped(_now: Situation, creature: Object) -> Truth:
    """The active player taps the chosen attackers. This tapping isn't a cost."""
    return creature.is_permanent_of_type("creature")


@forbids("taps-to-attack", "vigilance", "attacking doesn't cause {creature} to tap: it has vigilance",
         where=lambda _now, creature: creature.has_keyword("vigilance"))  # fmt: skip
def attacks_without_tapping(_now: Situation, creature: Object) -> Truth:
    """Attacking doesn't cause creatures with vigilance to tap."""
    return creature.has_keyword("vigilance")


@answers("taps-to-attack", "Does this creature become tapped as it is declared as an attacker?", "object",
         "rules ask taps-to-attack A --fact A.keywords=vigilance")  # fmt: skip
def _taps(now: Situation, asked: QuestionArguments) -> Truth:
    now = presume_creature(now, asked.object(now))
    creature = asked.object(now)
    return is_permitted(now, "taps-to-attack", "tap", creature, creature)
