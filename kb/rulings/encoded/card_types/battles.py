"""Battles: defense, protectors and attackers (310)."""

from __future__ import annotations

from kb.rulings.encoded.damage.counter_modifiers import entering_counters
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import Question, QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import defines, encodes, requires
from kb.rulings.logic.partial_values import NumberValue, WordValue, total
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, decided, not_, unstated
from kb.rulings.situation.situation import Object, Player, Situation

# --- defense --------------------------------------------------------------------------------------------------


@encodes("defense-of-battles", "{thing} is a battle: only battles have defense")
def only_battles_have_defense(_now: Situation, thing: Object) -> Truth:
    """Only battles have the characteristic defense."""
    return thing.has_type("battle")


@defines("printed-defense", "the defense of {battle}, which isn't on the battlefield, is the printed one")
def printed_defense(_now: Situation, battle: Object) -> NumberValue:
    """The defense of a battle card not on the battlefield is the number printed in its lower right corner."""
    return battle.defense


@defines("defense", "the defense of {battle} is the number of defense counters on it")
def as_many_as_defense_counters(_now: Situation, battle: Object) -> NumberValue:
    """The defense of a battle on the battlefield is the number of defense counters on it."""
    return battle.counters["defense"]


@defines("starting-defense", "{battle} enters with defense counters equal to its printed defense")
def enters_with_printed_defense(_now: Situation, battle: Object) -> NumberValue:
    """A battle enters with as many defense counters as its printed defense number."""
    return battle.defense


@answers("starting-defense", "With how many defense counters does this battle enter the battlefield?", "object",
         "rules ask starting-defense A --fact A.defense=5")  # fmt: skip
def starting_defense(now: Situation, asked: QuestionArguments) -> DerivedValue:
    battle = asked.object(now)
    rule = now.law.rule("starting-defense")
    if rule is None:
        return DerivedValue(None, now.rule("starting-defense", battle))
    return entering_counters(now, "starting-defense", battle, "defense", rule(now, battle))


# --- protectors -----------------------------------------------------------------------------------------------


@requires("can-be-protector", "siege-protector", "{player} is an opponent of the controller of {battle}, a Siege",
          where=lambda _now, battle, _player: battle.has_subtype("siege"))  # fmt: skip
def only_an_opponent(_now: Situation, battle: Object, player: Player) -> Truth:
    """Only an opponent of a Siege's controller can be the Siege's protector."""
    controller = battle.now.player(battle.controller.value or "")
    if controller is None:
        return battle.controller != player
    return constant(player in controller.opponents, "{player} is an opponent of {controller}", player=player,
                    controller=controller)  # fmt: skip


@requires("can-be-protector", "protector-without-battle-type", "{player} controls {battle}, which has no battle types",
          where=lambda _now, battle, _player: not_(battle.has_subtype("siege")))  # fmt: skip
def its_controller_protects_it(_now: Situation, battle: Object, player: Player) -> Truth:
    """If a battle that enters has no battle types, its controller becomes its protector."""
    return player.controls(battle)


def can_be_protector(now: Situation, battle: Object, player: Player) -> Truth:
    """Yes if a player can be the protector of a battle."""
    allowed = is_permitted(now, "can-be-protector", "other", battle, battle, player)
    return all_of(now.has_rule("protector"), battle.has_type("battle"), not_(player.lost), allowed)


def _asked_player(now: Situation, asked: QuestionArguments) -> Player:
    found = asked.thing(now, 1) if len(asked.things) > 1 else None
    return found if isinstance(found, Player) else asked.player(now)


CAN_BE_PROTECTOR = Question("can-be-protector", "Can this player be the protector of that battle?", "objects",
                            lambda now, asked: can_be_protector(now, asked.object(now), _asked_player(now, asked)),
                            "rules ask can-be-protector A p2 -f situation.yaml")  # fmt: skip


@encodes("protector", "{player} is the protector of {battle}")
def designated_player(_now: Situation, battle: Object, player: Player) -> Truth:
    """Each battle has a player designated as its protector."""
    return battle.protector == player


@encodes("protector-to-be-chosen", "the controller of {battle} chooses an appropriate player as its protector")
def none_or_one_who_cant_be(now: Situation, battle: Object) -> Truth:
    """If a battle that isn't attacked has no legal protector, its controller chooses a protector."""
    attacked = any_of(*(each.attacking == battle for each in now.possible_permanents("creature")))
    designated = now.player(battle.protector.value or "")
    wrong = battle.protector == "none" if designated is None else not_(can_be_protector(now, battle, designated))
    return all_of(battle.is_permanent, not_(attacked), wrong)


@answers("protector", "Who is the protector of this battle; or, where one has to be chosen, which players can be?",
         "object", "rules ask protector A -f situation.yaml")  # fmt: skip
def protector_or_candidates(now: Situation, asked: QuestionArguments) -> DerivedValue:
    battle = asked.object(now)
    if now.law.rule("protector") is None:
        return DerivedValue(None, all_of(now.rule("protector", battle, None)))
    possible = [(player, can_be_protector(now, battle, player)) for player in now.players]
    choose = now.rule("protector-to-be-chosen", battle)
    designated = now.player(battle.protector.value or "")
    if designated is not None and choose.value is False:
        return DerivedValue(designated.id, now.rule("protector", battle, designated))
    if designated is not None and choose.value is None:
        return DerivedValue(None, choose)
    names = [player.id for player, truth in possible if truth.value]
    known = all_of(*(decided(truth) for _player, truth in possible))
    if not battle.protector.is_known and "zone" in battle.stated and battle.zone.value == "battlefield":
        known = all_of(known, unstated(battle.protector.fact))
    if choose.value:
        known = all_of(choose, known)
    if not names and len(now.players) == 1:
        return DerivedValue(None, unstated("players"))
    if not names and known.value:
        return DerivedValue(None, any_of(*(truth for _player, truth in possible)))
    return DerivedValue(names[0] if len(names) == 1 else names, known)


# --- attacks --------------------------------------------------------------------------------------------------


def _is_battle(thing: Object | Player | None) -> Truth:
    return thing.has_type("battle") if isinstance(thing, Object) else constant(False)


@requires("can-attack", "attacking-a-battle",
          "the protector of {defender} is a defending player for the controller of {creature}",
          where=lambda _now, _creature, defender: _is_battle(defender))  # fmt: skip
def protector_defends_it(_now: Situation, creature: Object, defender: Object | Player) -> Truth:
    """A player can attack a battle only if its protector is their opponent. So the protector can't attack it."""
    if not isinstance(defender, Object):
        return constant(False)
    if defender.protector.value == "none":
        return constant(False, "{battle} has no protector", battle=defender)
    protector, controller = (
        creature.now.player(each.value or "") for each in (defender.protector, creature.controller)
    )
    if protector is None or controller is None:
        return not_(defender.protector == creature.controller)
    return constant(protector in controller.opponents, "{protector} is an opponent of {controller}",
                    protector=protector, controller=controller)  # fmt: skip


@requires("can-block", "blocking-for-a-battle",
          "{creature} is controlled by the protector of the battle that {attacker} is attacking",
          where=lambda now, _creature, attacker: _is_battle(now.thing(attacker.attacking.value or "")))  # fmt: skip
def only_the_protectors_creatures_block(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Only creatures that a battle's protector controls can block creatures attacking the battle."""
    battle = now.object(attacker.attacking.value or "")
    return constant(False) if battle is None else battle.protector == creature.controller


@defines("battle-defending-player", "the defending player for attacks on {battle} is its protector")
def protector_is_the_defending_player(_now: Situation, battle: Object) -> WordValue:
    """If a battle is attacked, “defending player” in rules and effects means the battle's protector."""
    return battle.protector


@answers("defender-of", "Who is the defending player for attacks on this battle?", "object",
         "rules ask defender-of A --fact A.protector=p2")  # fmt: skip
def defender_of(now: Situation, asked: QuestionArguments) -> DerivedValue:
    battle = asked.object(now)
    rule = now.law.rule("battle-defending-player")
    if rule is None:
        return DerivedValue(None, now.rule("battle-defending-player", battle))
    return DerivedValue.from_rule(rule(now, battle), "battle-defending-player", now, battle)


@encodes("siege-defeated", "the last defense counter is removed from {battle}, a Siege: its ability triggers")
def last_defense_counter_is_removed(_now: Situation, battle: Object, removed: NumberValue) -> Truth:
    """A Siege that loses its last defense counter is exiled. Its controller may then cast it transformed for free."""
    counters = battle.counters["defense"]
    return all_of(battle.is_permanent_of_subtype("siege"), counters > 0, removed >= counters)


@answers("defeated",
         "Does the proposed damage remove the last defense counter of this Siege, so that its ability triggers?",
         "object", "rules ask defeated A -f situation.yaml")  # fmt: skip
def defeated(now: Situation, asked: QuestionArguments) -> Truth:
    battle = asked.object(now)
    if not now.proposed.damage.is_known:
        return now.proposed.damage.stated
    damage = total(each.amount for each in now.proposed.damage if each.to.value == battle.id)
    return all_of(now.rule("damage-to-battle", battle, battle), now.rule("siege-defeated", battle, damage))


@encodes("battles-are-attacked", "{thing} is a battle, which can be attacked")
def battle_can_be_attacked(_now: Situation, thing: Object) -> Truth:
    """Battles can be attacked."""
    return thing.is_permanent_of_type("battle")


@encodes("planeswalkers-are-attacked", "{thing} is a planeswalker, which can be attacked")
def planeswalker_can_be_attacked(_now: Situation, thing: Object) -> Truth:
    """Planeswalkers can be attacked."""
    return thing.is_permanent_of_type("planeswalker")


@answers("can-be-attacked", "Can this object be attacked?", "object",
         "rules ask can-be-attacked A --fact A.types=planeswalker")  # fmt: skip
def can_be_attacked(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    return any_of(now.rule("planeswalkers-are-attacked", thing), now.rule("battles-are-attacked", thing))
