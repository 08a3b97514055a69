"""Battles: their defense and who protects them (310)."""

from __future__ import annotations

from kb.rulings.encoded.counter_effects import enters_with
from kb.rulings.logic import Truth, all_of, any_of, not_, stated, unknown
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.steps import Valued
from kb.rulings.terms import Number, Word, total
from kb.tongue import later

# --- defense -------------------------------------------------------------------------------------------------


@encodes("defense-of-battles", claim=later("{thing} is a battle: only battles have defense"))
def only_battles_have_defense(_now: Situation, thing: Object) -> Truth:
    """Defense is a characteristic that battles have."""
    return thing.is_a("battle")


@defines("printed-defense", claim=later("the defense of {battle}, which isn't on the battlefield, is the printed one"))
def printed_defense(_now: Situation, battle: Object) -> Number:
    """The defense of a battle card not on the battlefield is the number printed in its lower right corner."""
    return battle.defense


@defines("defense", claim=later("the defense of {battle} is the number of defense counters on it"))
def as_many_as_defense_counters(_now: Situation, battle: Object) -> Number:
    """The defense of a battle on the battlefield is the number of defense counters on it."""
    return battle.counters["defense"]


@defines("starting-defense", claim=later("{battle} enters with defense counters equal to its printed defense"))
def enters_with_printed_defense(_now: Situation, battle: Object) -> Number:
    """A battle enters with a number of defense counters on it equal to its printed defense number."""
    return battle.defense


def _starting_defense(now: Situation, asked: Asked) -> Valued:
    battle = asked.object(now)
    rule = now.law.rule("starting-defense")
    if rule is None:
        return Valued(None, now.rule("starting-defense", battle))
    return enters_with(now, "starting-defense", battle, rule(now, battle))


STARTING_DEFENSE = Question(
    "starting-defense",
    later("With how many defense counters does this battle enter the battlefield?"),
    "object",
    _starting_defense,
    "rules ask starting-defense A --fact A.defense=5",
)


# --- the protector -------------------------------------------------------------------------------------------


def is_siege(_now: Situation, battle: Object, _player: Player) -> Truth:
    """Whether a battle is a Siege."""
    return battle.is_subtype("siege")


@encodes(
    "siege-protector",
    claim=later("{player} is an opponent of the controller of {battle}, a Siege"),
    question="can-be-protector",
    role="requires",
    where=is_siege,
)
def only_an_opponent(_now: Situation, battle: Object, player: Player) -> Truth:
    """Only an opponent of a Siege's controller can be its protector."""
    controller = battle.now.player(battle.controller.value or "")
    if controller is None:
        return battle.controller != player
    return stated(player in controller.opponents, later("{player} is an opponent of {controller}"), player=player,
                  controller=controller)  # fmt: skip


@encodes(
    "protector-without-battle-type",
    claim=later("{player} controls {battle}, which has no battle types"),
    question="can-be-protector",
    role="requires",
    where=lambda _now, battle, _player: not_(battle.is_subtype("siege")),
)
def its_controller_protects_it(_now: Situation, battle: Object, player: Player) -> Truth:
    """As a battle enters, its controller chooses its protector; if it has no battle types, that is its controller."""
    return player.controls(battle)


def can_be_protector(now: Situation, battle: Object, player: Player) -> Truth:
    """Whether a player can be the protector of a battle."""
    allowed = permitted(now, "can-be-protector", "other", battle, battle, player)
    return all_of(now.has_rule("protector"), battle.is_a("battle"), not_(player.lost), allowed)


def _asked_player(now: Situation, asked: Asked) -> Player:
    found = asked.thing(now, 1) if len(asked.things) > 1 else None
    return found if isinstance(found, Player) else asked.player(now)


CAN_BE_PROTECTOR = Question(
    "can-be-protector",
    later("Can this player be the protector of that battle?"),
    "objects",
    lambda now, asked: can_be_protector(now, asked.object(now), _asked_player(now, asked)),
    "rules ask can-be-protector A p2 -f situation.yaml",
)


@encodes("protector", claim=later("{player} is the protector of {battle}"))
def designated_player(_now: Situation, battle: Object, player: Player) -> Truth:
    """Each battle has a player designated as its protector."""
    return battle.protector == player


@encodes(
    "protector-to-be-chosen", claim=later("the controller of {battle} chooses an appropriate player as its protector")
)
def none_or_one_who_cant_be(now: Situation, battle: Object) -> Truth:
    """A battle that isn't being attacked, without a protector or with one who can't be it: its controller chooses."""
    attacked = any_of(*(each.attacking == battle for each in now.permanents_that_may_be("creature")))
    designated = now.player(battle.protector.value or "")
    wrong = battle.protector == "none" if designated is None else not_(can_be_protector(now, battle, designated))
    return all_of(battle.is_permanent, not_(attacked), wrong)


def _protector(now: Situation, asked: Asked) -> Valued:
    """The protector that it has; or, where one has to be chosen, who it can be."""
    battle = asked.object(now)
    if now.law.rule("protector") is None:
        return Valued(None, all_of(now.rule("protector", battle, None)))
    possible = [(player, can_be_protector(now, battle, player)) for player in now.players]
    choose = now.rule("protector-to-be-chosen", battle)
    designated = now.player(battle.protector.value or "")
    if designated is not None and choose.value is False:
        return Valued(designated.id, now.rule("protector", battle, designated))
    if designated is not None and choose.value is None:
        return Valued(None, choose)
    names = [player.id for player, truth in possible if truth.value]
    known = all_of(*(truth if truth.value is not False else not_(truth) for _player, truth in possible))
    if not battle.protector.known and "zone" in battle.given and battle.zone.value == "battlefield":
        known = all_of(known, unknown(battle.protector.fact, later("not stated: {path}"), path=battle.protector.fact))
    if choose.value:
        known = all_of(choose, known)
    if not names and len(now.players) == 1:
        return Valued(None, unknown("players", later("not stated: {path}"), path="players"))
    if not names and known.value:
        return Valued(None, any_of(*(truth for _player, truth in possible)))
    return Valued(names[0] if len(names) == 1 else names, known)


PROTECTOR = Question(
    "protector",
    later("Who is the protector of this battle; or, where one has to be chosen, which players can be?"),
    "object",
    _protector,
    "rules ask protector A -f situation.yaml",
)


# --- attacking a battle --------------------------------------------------------------------------------------


def _battle_is_attacked(_now: Situation, _creature: Object, defender: Object | Player) -> Truth:
    return defender.is_a("battle") if isinstance(defender, Object) else stated(False)


@encodes(
    "attacking-a-battle",
    claim=later("the protector of {defender} is a defending player for the controller of {creature}"),
    question="can-attack",
    role="requires",
    where=_battle_is_attacked,
)
def protector_defends_it(_now: Situation, creature: Object, defender: Object | Player) -> Truth:
    """A battle's protector can't attack it; any player for whom its protector is a defending player can."""
    if not isinstance(defender, Object):
        return stated(False)
    if defender.protector.value == "none":
        return stated(False, later("{battle} has no protector"), battle=defender)
    protector, controller = (
        creature.now.player(each.value or "") for each in (defender.protector, creature.controller)
    )
    if protector is None or controller is None:
        return not_(defender.protector == creature.controller)
    return stated(protector in controller.opponents, later("{protector} is an opponent of {controller}"),
                  protector=protector, controller=controller)  # fmt: skip


@encodes(
    "blocking-for-a-battle",
    claim=later("{creature} is controlled by the protector of the battle that {attacker} is attacking"),
    question="can-block",
    role="requires",
    where=lambda now, _creature, attacker: _attacks_a_battle(now, attacker),
)
def only_the_protectors_creatures_block(now: Situation, creature: Object, attacker: Object) -> Truth:
    """A battle's protector may block creatures attacking it; creatures that other players control can't."""
    battle = now.object(attacker.attacking.value or "")
    return stated(False) if battle is None else battle.protector == creature.controller


def _attacks_a_battle(now: Situation, attacker: Object) -> Truth:
    attacked = now.thing(attacker.attacking.value or "")
    if isinstance(attacked, Object):
        return attacked.is_a("battle")
    return stated(False)


@defines("battle-defending-player", claim=later("the defending player for attacks on {battle} is its protector"))
def protector_is_the_defending_player(_now: Situation, battle: Object) -> Word:
    """What refers to the defending player relative to a battle refers to its protector rather than its controller."""
    return battle.protector


def _defender_of(now: Situation, asked: Asked) -> Valued:
    battle = asked.object(now)
    rule = now.law.rule("battle-defending-player")
    if rule is None:
        return Valued(None, now.rule("battle-defending-player", battle))
    return Valued.of(rule(now, battle), "battle-defending-player", now, battle)


DEFENDER_OF = Question(
    "defender-of",
    later("Who is the defending player for attacks on this battle?"),
    "object",
    _defender_of,
    "rules ask defender-of A --fact A.protector=p2",
)


@encodes(
    "siege-defeated", claim=later("the last defense counter is removed from {battle}, a Siege: its ability triggers")
)
def last_defense_counter_is_removed(_now: Situation, battle: Object, removed: Number) -> Truth:
    """When the last defense counter is removed from a Siege, it is exiled, then may be cast transformed for nothing."""
    counters = battle.counters["defense"]
    return all_of(battle.stands_as_subtype("siege"), counters > 0, removed >= counters)


def _defeated(now: Situation, asked: Asked) -> Truth:
    battle = asked.object(now)
    if not now.proposed.damage.known:
        return now.proposed.damage.stated
    damage = total(each.amount for each in now.proposed.damage if each.to.value == battle.id)
    return all_of(now.rule("damage-to-battle", battle, battle), now.rule("siege-defeated", battle, damage))


DEFEATED = Question(
    "defeated",
    later("Does the proposed damage remove the last defense counter of this Siege, so that its ability triggers?"),
    "object",
    _defeated,
    "rules ask defeated A -f situation.yaml",
)


@encodes("battles-are-attacked", claim=later("{thing} is a battle, which can be attacked"))
def battle_can_be_attacked(_now: Situation, thing: Object) -> Truth:
    """Battles can be attacked."""
    return thing.stands_as("battle")


@encodes("planeswalkers-are-attacked", claim=later("{thing} is a planeswalker, which can be attacked"))
def planeswalker_can_be_attacked(_now: Situation, thing: Object) -> Truth:
    """Planeswalkers can be attacked."""
    return thing.stands_as("planeswalker")


def _can_be_attacked(now: Situation, asked: Asked) -> Truth:
    thing = asked.object(now)
    return any_of(now.rule("planeswalkers-are-attacked", thing), now.rule("battles-are-attacked", thing))


CAN_BE_ATTACKED = Question(
    "can-be-attacked",
    later("Can this object be attacked?"),
    "object",
    _can_be_attacked,
    "rules ask can-be-attacked A --fact A.types=planeswalker",
)
