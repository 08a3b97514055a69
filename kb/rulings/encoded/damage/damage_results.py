"""The possible recipients and the results of damage (120; 118, 119 and 212 in older editions)."""

from __future__ import annotations

from collections.abc import Callable

from kb.i18n import mark_message
from kb.rulings.engine.card_phrases import is_opponent_of
from kb.rulings.law.rule_registry import Row, defines, defines_each, encodes, encodes_each, variant_of
from kb.rulings.logic.partial_values import NumberValue, total
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.situation import Object, Player, Situation


@encodes_each(
    Row("dealt-damage", "creature_planeswalker_or_player",
        "{recipient} can be dealt damage: a creature, planeswalker, or player",
        "Damage can't be dealt to an object that's neither a creature nor a planeswalker.",
        types=("creature", "planeswalker")),
    Row("dealt-damage", "battle_creature_planeswalker_or_player",
        "{recipient} can be dealt damage: a battle, creature, planeswalker, or player",
        "Damage can't be dealt to an object that's not a battle, a creature, or a planeswalker.",
        types=("battle", "creature", "planeswalker")),
)  # fmt: skip
def can_be_dealt_damage(_now: Situation, recipient: Object | Player, *, types: tuple[str, ...]) -> Truth:
    """Damage can be dealt to a player, or to a permanent of one of the card types `types`."""
    if isinstance(recipient, Player):
        return constant(True, "{recipient} is a player", recipient=recipient)
    return any_of(*(recipient.is_permanent_of_type(each) for each in types))


@encodes("zero-damage", "{source} would deal more than 0 damage")
def none_is_dealt_if_zero(_now: Situation, _source: Object, amount: NumberValue) -> Truth:
    """If a source would deal 0 damage, it does not deal damage at all."""
    return amount > 0


@defines("combat-damage-amount", "{creature} deals combat damage equal to its power")
def as_much_as_its_power(_now: Situation, creature: Object) -> NumberValue:
    """Each attacking and blocking creature deals combat damage equal to its power."""
    return creature.power


@encodes("damage-redirection",
         "the controller of {source} may have it deal that damage to {planeswalker} instead of {player}")  # fmt: skip
def noncombat_damage_to_a_planeswalker_instead(
    _now: Situation, source: Object, player: Player, planeswalker: Object, combat: Truth
) -> Truth:
    """A source that would deal noncombat damage to an opponent may deal it to that player's planeswalker instead."""
    return all_of(
        not_(combat),
        is_opponent_of(source, player),
        planeswalker.is_permanent_of_type("planeswalker"),
        player.controls(planeswalker),
    )


# --- results of damage ----------------------------------------------------------------------------------------


@encodes("damage-to-player", "damage that {source} deals to {player} causes that much life to be lost")
def player_loses_that_much_life(_now: Situation, _source: Object, _player: Player) -> Truth:
    """Damage dealt to a player causes that player to lose that much life."""
    return constant(True)


@variant_of(player_loses_that_much_life)
def player_loses_life_without_infect(_now: Situation, source: Object, _player: Player) -> Truth:
    """Damage dealt to a player by a source without infect causes that player to lose that much life."""
    return not_(source.has_keyword("infect"))


@encodes("infect-damage-to-player", "damage that {source} deals gives {player} that many poison counters")
def player_gets_poison_counters(_now: Situation, source: Object, _player: Player) -> Truth:
    """Damage dealt to a player by a source with infect gives the player that many poison counters."""
    return source.has_keyword("infect")


@encodes("toxic-damage", "combat damage of {source} gives {player} poison counters: its total toxic value")
def combat_damage_of_a_toxic_creature(_now: Situation, source: Object, _player: Player, combat: Truth) -> Truth:
    """Combat damage by a creature with toxic gives the player poison counters equal to its total toxic value."""
    return all_of(combat, source.has_type("creature"), source.has_keyword("toxic"))


@defines("total-toxic-value", "the total toxic value of {creature}")
def sum_of_all_toxic_values(_now: Situation, creature: Object) -> NumberValue:
    """A creature's total toxic value is the sum of the numbers N of all its “toxic N” abilities."""
    keywords = creature.keywords
    if not keywords.is_known:
        return NumberValue(0, float("inf"), (keywords.fact,), keywords.label, creature)
    values = [creature.number_of_keyword(each) for each in creature.keywords_named("toxic")]
    low, high = sum(each.low for each in values), sum(each.high for each in values)
    label = mark_message("the total toxic value of {it}")
    return NumberValue(low, high, (keywords.fact,), label, creature, assumed=keywords.assumed)


@encodes("damage-to-planeswalker", "damage to {planeswalker} removes that many loyalty counters from it")
def loyalty_counters_are_removed(_now: Situation, _source: Object, planeswalker: Object) -> Truth:
    """Damage dealt to a planeswalker causes that many loyalty counters to be removed from it."""
    return planeswalker.is_permanent_of_type("planeswalker")


@encodes("damage-to-battle", "damage to {battle} removes that many defense counters from it")
def defense_counters_are_removed(_now: Situation, _source: Object, battle: Object) -> Truth:
    """Damage dealt to a battle causes that many defense counters to be removed from it."""
    return battle.is_permanent_of_type("battle")


@encodes("wither-damage", "damage that {source} deals to {creature} puts that many -1/-1 counters on it")
def counters_by_wither(_now: Situation, source: Object, creature: Object) -> Truth:
    """Damage dealt to a creature by a source with wither causes that many -1/-1 counters to be put on it."""
    return all_of(creature.is_permanent_of_type("creature"), source.has_keyword("wither"))


@variant_of(counters_by_wither)
def counters_by_wither_or_infect(_now: Situation, source: Object, creature: Object) -> Truth:
    """Damage dealt to a creature by a source with wither or infect causes that many -1/-1 counters to be put on it."""
    return all_of(
        creature.is_permanent_of_type("creature"), any_of(source.has_keyword("wither"), source.has_keyword("infect"))
    )


@encodes("marked-damage", "damage that {source} deals to {creature} is marked on it")
def marked_without_wither(_now: Situation, source: Object, creature: Object) -> Truth:
    """Damage dealt to a creature by a source without wither is marked on the creature, and stays there."""
    return all_of(creature.is_permanent_of_type("creature"), not_(source.has_keyword("wither")))


@variant_of(marked_without_wither)
def marked_without_wither_and_infect(_now: Situation, source: Object, creature: Object) -> Truth:
    """Damage dealt to a creature by a source with neither wither nor infect is marked on the creature."""
    return all_of(
        creature.is_permanent_of_type("creature"),
        not_(source.has_keyword("wither")),
        not_(source.has_keyword("infect")),
    )


@encodes("lifelink-damage", "an ability of {source} triggers on the damage: its controller gains that much life")
def lifelink_triggers(_now: Situation, source: Object) -> Truth:
    """Lifelink is a triggered ability: whenever this permanent deals damage, you gain that much life."""
    return all_of(source.is_permanent, source.has_keyword("lifelink"))


@variant_of(lifelink_triggers, claim="the controller of {source} gains as much life as it deals damage")
def controller_gains_that_much_life(_now: Situation, source: Object) -> Truth:
    """When a source with lifelink deals damage, its controller also gains that much life."""
    return source.has_keyword("lifelink")


@encodes("lethal-damage-dealt", "{creature} has been dealt lethal damage")
def damage_marked_is_at_least_its_toughness(_now: Situation, creature: Object) -> Truth:
    """If the total damage marked on a creature is at least its toughness, the creature has been dealt lethal damage."""
    return all_of(creature.is_permanent_of_type("creature"), creature.damage >= creature.toughness)


def _lethal(creature: Object, dealt: list[tuple[Object, NumberValue]]) -> NumberValue:
    """Return the least additional damage that is lethal to a creature. It is at most 1 if a source has deathtouch."""
    lethal = (creature.toughness - creature.damage).at_least(0)
    deathtouch = some(source.has_keyword("deathtouch") for source, _amount in dealt)
    if deathtouch.value is False:
        return lethal
    if deathtouch.value:
        return NumberValue(min(lethal.low, 1), min(lethal.high, 1), lethal.facts, lethal.label, creature)
    open_facts = (
        *lethal.open_facts,
        *(source.keywords.fact for source, _amount in dealt if not source.keywords.is_known),
    )
    return NumberValue(min(lethal.low, 1), lethal.high, lethal.facts, lethal.label, creature, open_facts=open_facts)


@defines_each(
    Row("excess-damage", "excess_to_a_creature", "the damage to {permanent} in excess of what is lethal",
        "Damage to a creature beyond lethal damage is excess.", types=("creature",)),
    Row("excess-damage", "excess_to_a_creature_or_planeswalker",
        "the damage to {permanent} in excess of what it can take",
        "Damage beyond lethal damage or loyalty is excess. With two limits, the greater excess counts.",
        types=("creature", "planeswalker")),
    Row("excess-damage", "excess_to_a_creature_planeswalker_or_battle",
        "the damage to {permanent} in excess of what it can take",
        "Damage beyond lethal damage, loyalty or defense is excess. With several limits, the greatest excess counts.",
        types=("creature", "planeswalker", "battle")),
)  # fmt: skip
def excess(
    _now: Situation, permanent: Object, dealt: list[tuple[Object, NumberValue]], *, types: tuple[str, ...]
) -> NumberValue:
    """Damage beyond lethal damage, loyalty or defense is excess. With several limits, the greatest excess counts."""
    dealt_in_all = total(amount for _source, amount in dealt)
    if not permanent.types.is_known:
        return NumberValue(0, dealt_in_all.high, (permanent.types.fact,), permanent.types.label, permanent)
    limits: dict[str, Callable[[], NumberValue]] = {
        "creature": lambda: _lethal(permanent, dealt),
        "planeswalker": lambda: permanent.counters["loyalty"],
        "battle": lambda: permanent.counters["defense"],
    }
    amounts = [(dealt_in_all - limits[each]()).at_least(0) for each in types if permanent.has_type(each).value]
    return max(amounts, key=lambda amount: amount.low, default=NumberValue.exactly(0))
