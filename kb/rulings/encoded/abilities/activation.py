"""Rules about who can activate an ability and when (602). Loyalty abilities are in `card_types.planeswalkers`."""

from __future__ import annotations

import re

from kb.rulings.encoded.abilities.ability_zones import ability_functions
from kb.rulings.encoded.card_types.planeswalkers import is_loyalty_ability
from kb.rulings.encoded.combat.gained_haste import gained_haste
from kb.rulings.encoded.turn.timing import in_main_phase_with_empty_stack, is_mana_ability
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids, requires
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

_LIFE = re.compile(r"pay (\d+) life", re.IGNORECASE)


def _other_ability(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
    """Yes if an ability isn't a loyalty ability. Other rules apply to loyalty abilities."""
    return not_(is_loyalty_ability(now, player, permanent, ability))


def _cost_has(ability: Ability, *symbols: str) -> Truth:
    """Yes if the stated cost of an ability contains one of the given `symbols`."""
    cost = ability.stated.get("cost")
    if cost is None:
        return constant(False)
    claim = Claim("the cost of {it} is {cost}", (("it", ability), ("cost", cost)))
    return Truth(any(each in cost for each in symbols), claim=claim, facts=(f"{ability.id}.cost",))


def has_tap_symbol(ability: Ability) -> Truth:
    """Yes if the activation cost has {T} or {Q}. If the fact `has_tap_symbol` isn't stated, the stated cost decides."""
    if "has_tap_symbol" in ability.stated:
        return ability.has_tap_symbol
    return _cost_has(ability, "{T}", "{Q}")


@requires("can-activate", "activation-priority", "{player} has priority, or a mana ability is activated for a payment",
          where=_other_ability)  # fmt: skip
def any_time_with_priority(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
    """A player may activate an activated ability any time they have priority."""
    return any_of(player.has_priority, now.rule("mana-ability-timing", player, permanent, ability))


@encodes("mana-ability-timing", "{player} may activate a mana ability of {permanent} for a mana payment")
def for_a_mana_payment(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
    """A player may also activate a mana ability whenever they are asked for a mana payment."""
    return all_of(is_mana_ability(now, permanent, ability), now.game.paying == player)


@requires("can-activate", "activating-player", "{player} controls {permanent}, or any player can activate its ability",
          where=_other_ability)  # fmt: skip
def its_controller(_now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
    """An object's controller (if it has none, its owner) can activate its abilities. Abilities can say otherwise."""
    uncontrolled = permanent.zone.is_one_of("hand", "library", "graveyard", "exile")
    owns = all_of(uncontrolled, player.owns(permanent))
    return any_of(ability.any_player, player.controls(permanent), owns)


@forbids(
    "can-activate",
    "tap-ability-sickness",
    "{permanent} is a creature that its controller hasn't controlled continuously since their turn began",
    where=lambda _now, _player, permanent, ability: all_of(permanent.has_type("creature"), has_tap_symbol(ability)),
)
def not_controlled_since_the_turn_began(now: Situation, _player: Player, permanent: Object, _ability: Ability) -> Truth:
    """A creature without haste can't use {T} or {Q} abilities if its controller gained control after the turn began."""
    return all_of(not_(permanent.controlled_since_turn_began), not_(now.rule("haste-for-abilities", permanent)))


@encodes("haste-for-abilities", "{creature} has haste")
def haste_for_tap_abilities(now: Situation, creature: Object) -> Truth:
    """A creature with haste can use {T} and {Q} abilities in the turn in which its controller gained control of it."""
    as_though = now.as_though("activate", creature, "haste")
    return any_of(creature.has_keyword("haste"), *as_though, *gained_haste(now, creature))


@requires("can-activate", "activation-limit",
          "the ability of {permanent} was activated fewer times this turn than it can be",
          where=lambda _now, _player, _permanent, ability: constant("most_each_turn" in ability.stated))  # fmt: skip
def whoever_activated_it(_now: Situation, _player: Player, _permanent: Object, ability: Ability) -> Truth:
    """A limit on an ability's use, such as once each turn, still applies after the ability's controller changes."""
    return ability.activated_this_turn < ability.most_each_turn


@encodes_each(
    Row("activate-as-a-sorcery", "in_a_main_phase_with_empty_stack",
        "{player} follows the timing rules for casting a sorcery",
        "An ability that can be activated only as a sorcery follows the timing rules for casting a sorcery.",
        timing="sorcery"),
    Row("activate-as-an-instant", "with_priority", "{player} follows the timing rules for casting an instant",
        "An ability that can be activated only as an instant follows the timing rules for casting an instant.",
        timing="instant"),
    Row("activation-instructions", "as_the_ability_says",
        "it is the turn of {player}, as the ability of {permanent} asks for",
        "If an ability says when it can be activated, it can be activated only at that time.", timing="own-turn"),
    question="can-activate", role="requires",
    where=lambda _now, _player, _permanent, ability, *, timing: _says(ability, timing),
)  # fmt: skip
def only_at_a_stated_time(
    _now: Situation, player: Player, _permanent: Object, _ability: Ability, *, timing: str
) -> Truth:
    """If an ability says when it can be activated, it can be activated only at that time."""
    if timing == "sorcery":
        return in_main_phase_with_empty_stack(player)
    return player.has_priority if timing == "instant" else player.is_active


def _says(ability: Ability, timing: str) -> Truth:
    return ability.timing == timing if "timing" in ability.stated else constant(False)


@requires(
    "can-activate",
    "paying-fully",
    "{player} has what the cost of the ability of {permanent} takes",
    where=lambda _now, _player, _permanent, ability: any_of(has_tap_symbol(ability), _cost_has(ability, "life")),
)
def untapped_and_enough_life(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
    """A tapped permanent can't be tapped to pay a cost, and a player can't pay more life than they have."""
    taps = _cost_has(ability, "{T}") if "cost" in ability.stated else has_tap_symbol(ability)
    found = _LIFE.search(ability.stated.get("cost", ""))
    enough = now.rule("paying-life", player, int(found.group(1))) if found else Truth(True)
    return all_of(
        any_of(not_(taps), not_(permanent.tapped)), any_of(not_(_cost_has(ability, "{Q}")), permanent.tapped), enough
    )


@forbids(
    "can-activate",
    "prohibited-activation",
    "an effect says that the abilities of {permanent} can't be activated",
    where=lambda now, _player, permanent, _ability: constant(
        any(any(now.effects_matching("cant", does, permanent)) for does in ("activate", "activate-nonmana"))
    ),
)
def prohibited(now: Situation, _player: Player, permanent: Object, ability: Ability) -> Truth:
    """A player can't begin to activate an ability if an effect prohibits the activation."""
    all_abilities = some(each.in_force for each in now.effects_matching("cant", "activate", permanent))
    others = some(each.in_force for each in now.effects_matching("cant", "activate-nonmana", permanent))
    return any_of(all_abilities, all_of(others, not_(is_mana_ability(now, permanent, ability))))


@answers("can-activate", "May a player activate an ability of this object now?", "object",
         "rules ask can-activate A --phase main --priority p1 --stack empty")  # fmt: skip
def can_activate(now: Situation, asked: QuestionArguments) -> Truth:
    permanent = asked.object(now)
    player = asked.player(now, permanent)
    abilities = [each for each in asked.abilities(now) if each.stated.get("kind") not in _NOT_ACTIVATED]
    of_card = permanent.id in now.cards and not any(each.stated for each in abilities)
    if of_card and not tuple(permanent.keywords):
        abilities = []
    elif of_card:
        return unknown(f"{permanent.path}.abilities", "not stated: which ability of {thing} it is", thing=permanent)
    if not abilities:
        return constant(False, "{thing} has no activated ability", thing=permanent)
    return some(
        all_of(
            is_permitted(now, "can-activate", "activate", permanent, player, permanent, ability),
            *_functioning(now, permanent, ability),
        )
        for ability in abilities
    )


_NOT_ACTIVATED = ("triggered", "static", "spell")


def _functioning(now: Situation, thing: Object, ability: Ability) -> list[Truth]:
    """Return whether an ability functions where its object is (113.6), if its text or zone is stated; else nothing.

    Keyword abilities such as cycling have rules of their own about their zones.
    """
    if "keyword" in ability.stated or not {"moves_from", "text"} & set(ability.stated):
        return []
    return [ability_functions(now, thing, ability)]
