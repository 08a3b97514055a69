"""Activated keyword abilities that work in one zone or at one time only (702), such as cycling and level up."""

from __future__ import annotations

from kb.rulings.encoded.turn.timing import in_main_phase_with_empty_stack
from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, requires
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some, unknown
from kb.rulings.situation.keyword_forms import is_keyword
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability


def _is(now: Situation, _player: Player, _card: Object, ability: Ability, *, concept: str, keyword: str = "") -> Truth:
    """Yes if an ability is stated to be the keyword ability `keyword` (by default, the concept's name)."""
    if "keyword" not in ability.stated:
        return constant(False)
    return constant(is_keyword(ability.stated["keyword"], keyword or concept, now.words))


@encodes_each(
    Row("cycling", "cycling_in_the_hand", "{card} is in a hand, where its cycling works",
        "Cycling functions only while the card is in a player's hand."),
    Row("reinforce", "reinforce_in_the_hand", "{card} is in a hand, where its reinforce ability works",
        "Reinforce functions only while the card is in a player's hand."),
    Row("ninjutsu", "ninjutsu_in_the_hand", "{card} is in a hand, where its ninjutsu works",
        "Ninjutsu functions only while the card is in a player's hand."),
    Row("transmute", "transmute_in_the_hand_as_a_sorcery", "{player} may transmute {card} from the hand, as a sorcery",
        "Transmute can be activated only from a hand and only as a sorcery.", sorcery=True),
    Row("forecast-place", "forecast_in_the_hand", "{card} is in a hand, where its forecast ability works",
        "A forecast ability can be activated only from a player's hand.", keyword="forecast"),
    question="can-activate", role="requires", where=_is,
)  # fmt: skip
def from_the_hand(_now: Situation, player: Player, card: Object, _ability: Ability, *, sorcery: bool = False) -> Truth:
    """The ability can be activated only from a hand. If `sorcery`, it can be activated only as a sorcery."""
    return all_of(card.zone == "hand", *([in_main_phase_with_empty_stack(player)] if sorcery else []))


@requires("can-activate", "ninjutsu-time", "a creature of {player} is unblocked, and can be returned for ninjutsu",
          where=lambda *asked: _is(*asked, concept="ninjutsu"))  # fmt: skip
def while_a_creature_is_unblocked(now: Situation, player: Player, _card: Object, _ability: Ability) -> Truth:
    """Ninjutsu can be activated only while a creature is unblocked. Its cost returns such a creature of the player.

    The rule stood in 702.49c until 2026-01-16. Since then only the cost says so.
    """
    return _has_unblocked_creature(now, player)


@requires("can-activate", "ninjutsu-cost", "{player} can return an unblocked creature, which ninjutsu costs",
          where=lambda *asked: _is(*asked, concept="ninjutsu"))  # fmt: skip
def an_unblocked_creature_to_return(now: Situation, player: Player, _card: Object, _ability: Ability) -> Truth:
    """The cost of ninjutsu returns an unblocked creature of the player to its owner's hand."""
    return _has_unblocked_creature(now, player)


def _has_unblocked_creature(now: Situation, player: Player) -> Truth:
    """Yes if a player controls an unblocked creature."""
    found = [
        all_of(player.controls(each), phrase_picks(each, "unblocked creature", each))
        for each in now.possible_permanents("creature")
    ]
    if "battlefield" not in now.closed and not now.as_usual:
        found.append(unknown("closed", "not stated: whether there are other creatures"))
    # Until blockers are declared, no creature is unblocked (509.1h).
    return all_of(now.game.step.is_one_of("declare-blockers", "combat-damage", "end-of-combat"), some(found))


@requires("can-activate", "forecast-time", "it is the upkeep of {player}, and {card} hasn't forecast this turn",
          where=lambda *asked: _is(*asked, concept="forecast"))  # fmt: skip
def forecast_once_in_the_upkeep(now: Situation, player: Player, _card: Object, ability: Ability) -> Truth:
    """A forecast ability may be activated only during the upkeep step of the card's owner, once each turn."""
    return all_of(now.game.step == "upkeep", player.is_active, ability.activated_this_turn < 1)


@encodes_each(
    Row("unearth", "unearth_as_a_sorcery", "{player} may unearth {card} from the graveyard, as a sorcery",
        "Unearth can be activated only from a graveyard and only as a sorcery.", graveyard=True),
    Row("scavenge", "scavenge_as_a_sorcery", "{player} may scavenge {card} from the graveyard, as a sorcery",
        "Scavenge can be activated only from a graveyard and only as a sorcery.", graveyard=True),
    Row("embalm", "embalm_as_a_sorcery", "{player} may embalm {card} from the graveyard, as a sorcery",
        "Embalm can be activated only from a graveyard and only as a sorcery.", graveyard=True),
    Row("eternalize", "eternalize_as_a_sorcery", "{player} may eternalize {card} from the graveyard, as a sorcery",
        "Eternalize can be activated only from a graveyard and only as a sorcery.", graveyard=True),
    Row("encore", "encore_as_a_sorcery", "{player} may use encore of {card} from the graveyard, as a sorcery",
        "Encore can be activated only from a graveyard and only as a sorcery.", graveyard=True),
    Row("level-up", "level_up_as_a_sorcery", "{player} may level up {card}, as a sorcery",
        "Level up is activated only as a sorcery.", keyword="level up"),
    Row("equip-time", "equip_as_a_sorcery", "{player} may activate equip of {card}, as a sorcery",
        "Equip is activated only as a sorcery.", keyword="equip"),
    Row("fortify-time", "fortify_as_a_sorcery", "{player} may activate fortify of {card}, as a sorcery",
        "Fortify is activated only as a sorcery.", keyword="fortify"),
    Row("reconfigure-time", "reconfigure_as_a_sorcery", "{player} may activate reconfigure of {card}, as a sorcery",
        "Reconfigure is activated only as a sorcery.", keyword="reconfigure"),
    Row("transfigure", "transfigure_as_a_sorcery", "{player} may transfigure {card}, as a sorcery",
        "Transfigure is activated only as a sorcery."),
    Row("outlast", "outlast_as_a_sorcery", "{player} may activate outlast of {card}, as a sorcery",
        "Outlast is activated only as a sorcery."),
    Row("craft", "craft_as_a_sorcery", "{player} may craft with {card}, as a sorcery",
        "Craft is activated only as a sorcery."),
    Row("station", "station_as_a_sorcery", "{player} may station {card}, as a sorcery",
        "Station is activated only as a sorcery."),
    Row("saddle", "saddle_as_a_sorcery", "{player} may saddle {card}, as a sorcery",
        "Saddle is activated only as a sorcery."),
    question="can-activate", role="requires", where=_is,
)  # fmt: skip
def as_a_sorcery(_now: Situation, player: Player, card: Object, _ability: Ability, *, graveyard: bool = False) -> Truth:
    """The ability can be activated only as a sorcery. If `graveyard`, it can be activated only from a graveyard."""
    return all_of(*([card.zone == "graveyard"] if graveyard else []), in_main_phase_with_empty_stack(player))


@requires("can-activate", "boast", "{card} attacked this turn, and hasn't boasted yet", where=_is)
def boast_once_after_an_attack(_now: Situation, _player: Player, card: Object, ability: Ability) -> Truth:
    """A boast ability can be activated only if the creature attacked this turn, and only once each turn."""
    return all_of(card.attacked_this_turn, ability.activated_this_turn < 1)


_UNACTIVATED = "not activated"
_NO_EXHAUST = "no exhaust ability activated this turn"


@requires("can-activate", "exhaust", "the exhaust ability of {card} hasn't been activated before", where=_is)
def exhaust_only_once(now: Situation, player: Player, card: Object, ability: Ability) -> Truth:
    """An exhaust ability can be activated only once."""
    as_though = [
        all_of(each.in_force, *([now.rule("exhaust-this-turn", player)] if _NO_EXHAUST in each.quality else []))
        for each in now.effects_matching("as-though", "activate", card)
        if _UNACTIVATED in each.quality and each.covers(player)
    ]
    return any_of(not_(ability.ever_activated), *as_though)


@encodes("exhaust-this-turn", "{player} hasn't begun to activate an exhaust ability this turn")
def none_begun_this_turn(_now: Situation, player: Player) -> Truth:
    """“If you haven't activated an exhaust ability this turn” means that you haven't begun to activate one."""
    return not_(player.exhaust_activated)
