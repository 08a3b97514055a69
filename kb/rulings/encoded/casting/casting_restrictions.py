"""Restrictions on casting a spell by its costs, choices and card types (118, 205, 601)."""

from __future__ import annotations

from kb.i18n import mark_message
from kb.rulings.encoded.turn.golden_rules import is_about_spell
from kb.rulings.engine.card_phrases import could_lose_quality
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids, requires
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some, unknown
from kb.rulings.situation.situation import Effect, Object, Player, Situation


def some_permanent(now: Situation, conditions: list[Truth]) -> Truth:
    """Yes if one of `conditions` holds. Otherwise, the answer is unknown if there may be unlisted permanents."""
    if "battlefield" in now.closed or now.as_usual:
        return some(conditions)
    others = unknown("closed", "not stated: whether all permanents are listed")
    return any_of(*conditions, others)


@forbids("can-cast", "lands-arent-cast", "{spell} is a land, which is played and not cast",
         where=lambda _now, _player, spell: spell.has_type("land"))  # fmt: skip
def land_cant_be_a_spell(_now: Situation, _player: Player, spell: Object) -> Truth:
    """A land card that also has another card type can only be played as a land. It can't be cast as a spell."""
    return spell.has_type("land")


@requires(
    "can-cast",
    "legendary-sorcery",
    "{player} controls a legendary creature or planeswalker, as {spell} asks for",
    where=lambda _now, _player, spell: all_of(
        constant("legendary" in spell.stated.get("supertypes", ())), spell.types.contains_any("instant", "sorcery")
    ),
)
def with_a_legendary_creature_or_planeswalker(now: Situation, player: Player, spell: Object) -> Truth:
    """A player can cast a legendary instant or sorcery only if they control a legendary creature or planeswalker."""
    conditions = [
        all_of(each.is_permanent, player.controls(each), each.types.contains_any("creature", "planeswalker"),
               _is_legendary(now, each))
        for each in now.permanents
    ]  # fmt: skip
    return some_permanent(now, conditions)


def _is_legendary(now: Situation, permanent: Object) -> Truth:
    """Yes if a permanent is legendary. If no supertypes are stated, planeswalkers are legendary by errata (306.4)."""
    if "supertypes" in permanent.stated:
        return permanent.supertypes.contains("legendary")
    return any_of(now.rule("legendary-planeswalkers", permanent), permanent.supertypes.contains("legendary"))


def spells_left(now: Situation, player: Player, spell: Object) -> list[Truth]:
    """Return, for each effect that limits how many spells a player can cast each turn, whether one more is allowed.

    A limit on certain spells is met if the player has cast fewer spells of any kind. Otherwise the answer is open.
    """
    found = []
    for effect in now.effects_matching("at-most", "cast", spell):
        limited = all_of(now.rule("cards-beat-rules", effect), is_about_spell(effect, spell))
        if not effect.covers(player) or limited.value is False:
            continue
        fewer = player.spells_cast < effect.amount
        if (effect.quality.value or effect.affects.value) and fewer.value is False:
            asks = mark_message("how many of the spells that {player} has cast this turn “{effect}” is about")
            fewer = unknown(player.spells_cast.facts[0], asks, player=player, effect=effect)
        says = mark_message("{player} can cast one more spell this turn: “{effect}”")
        found.append(any_of(not_(limited), fewer).with_claim(says, player=player, effect=effect))
    return found


@encodes("qualities-may-change", "a choice made while casting {spell} can take it from under “{effect}”")
def qualities_it_could_come_to_lack(_now: Situation, effect: Effect, spell: Object) -> Truth:
    """A player may begin to cast a prohibited spell if a choice made while casting it could end the prohibition."""
    return some(could_lose_quality(spell, each) for each in effect.quality)


@requires(
    "can-cast",
    "casting-steps",
    "{player} can make the choices that {spell} needs and pay its costs",
    where=lambda _now, _player, spell: constant(bool({"legal_choices", "payable"} & set(spell.stated))),
)
def choices_made_and_costs_paid(_now: Situation, _player: Player, spell: Object) -> Truth:
    """Casting a spell is illegal if the player can't make a choice that the spell needs or can't pay its costs."""
    needed = [getattr(spell, name) for name in ("legal_choices", "payable") if name in spell.stated]
    return all_of(*needed)


@forbids(
    "can-cast",
    "unpayable-cost",
    "{spell} has no mana cost, which can't be paid, and no alternative cost is paid for it",
    where=lambda _now, _player, spell: spell.mana_cost == "none" if "mana_cost" in spell.stated else Truth(False),
)
def no_mana_cost(_now: Situation, _player: Player, spell: Object) -> Truth:
    """A spell without a mana cost has an unpayable cost. It can be cast only for an alternative cost."""
    return all_of(not_(spell.has_type("land")), spell.alternative_costs.is_empty)


@requires("can-cast", "one-alternative-cost", "not more than one alternative cost is to be paid for {spell}",
          where=lambda _now, _player, spell: constant("alternative_costs" in spell.stated))  # fmt: skip
def at_most_one(_now: Situation, _player: Player, spell: Object) -> Truth:
    """Only one alternative cost can be applied to a spell as it is cast."""
    return spell.alternative_costs.count <= 1


# --- conditions of alternative costs -------------------------------------------------------------------------


@requires("can-cast", "surge-condition", "{player} or a teammate has cast another spell this turn: surge",
          where=lambda _now, _player, spell: spell.is_cast_for("surge"))  # fmt: skip
def after_another_spell(_now: Situation, player: Player, _spell: Object) -> Truth:
    """A surge cost can be paid only if the player or a teammate has cast another spell this turn."""
    return some(each.spells_cast >= 1 for each in (player, *player.teammates))


@requires("can-cast", "spectacle-condition", "an opponent of {player} has lost life this turn: spectacle",
          where=lambda _now, _player, spell: spell.is_cast_for("spectacle"))  # fmt: skip
def after_an_opponent_lost_life(_now: Situation, player: Player, _spell: Object) -> Truth:
    """A spectacle cost can be paid only if an opponent lost life this turn."""
    return some(each.life_lost > 0 for each in player.opponents)


def _is_conditional(_now: Situation, _player: Player, spell: Object, *, keyword: str) -> Truth:
    return spell.is_cast_for(keyword)


@encodes_each(
    Row("prowl-condition", "after_combat_damage_by_such_a_creature",
        "a source of {player} with a creature type of {spell} has dealt combat damage to a player this turn: prowl",
        "A prowl cost can be paid only after combat damage to a player by a source with a type of the spell.",
        keyword="prowl"),
    Row("freerunning-condition", "after_combat_damage_by_an_assassin_or_commander",
        "an Assassin or commander of {player} has dealt combat damage to a player this turn: freerunning",
        "A freerunning cost can be paid only after combat damage to a player by an Assassin or a commander.",
        keyword="freerunning"),
    question="can-cast", role="requires", where=_is_conditional,
)  # fmt: skip
def after_such_combat_damage(_now: Situation, _player: Player, spell: Object, *, keyword: str) -> Truth:
    """Some alternative costs can be paid only if such a creature has dealt combat damage to a player this turn."""
    return all_of(spell.is_cast_for(keyword), spell.cost_allowed_by_damage)
