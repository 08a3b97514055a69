"""Activated keyword abilities that work from one zone or at one time only (702): cycling, unearth, level up."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.encoded.timing import in_main_phase_with_empty_stack
from kb.rulings.logic import Truth, all_of, any_of, not_, stated
from kb.rulings.registry import encodes
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.vocabulary import Ability
from kb.tongue import later


def _is(keyword: str) -> Callable[[Situation, Player, Object, Ability], Truth]:
    """Whether an ability is stated to be a keyword ability."""

    def speaks(_now: Situation, _player: Player, _card: Object, ability: Ability) -> Truth:
        return ability.keyword == keyword if "keyword" in ability.given else stated(False)

    return speaks


def _from_graveyard_as_a_sorcery(player: Player, card: Object) -> Truth:
    return all_of(card.zone == "graveyard", in_main_phase_with_empty_stack(player))


@encodes("cycling", claim=later("{card} is in a hand, where its cycling works"), question="can-activate",
         role="requires", where=_is("cycling"))  # fmt: skip
def cycling_in_the_hand(_now: Situation, _player: Player, card: Object, _ability: Ability) -> Truth:
    """Cycling functions only while the card is in a player's hand."""
    return card.zone == "hand"


@encodes("reinforce", claim=later("{card} is in a hand, where its reinforce ability works"), question="can-activate",
         role="requires", where=_is("reinforce"))  # fmt: skip
def reinforce_in_the_hand(_now: Situation, _player: Player, card: Object, _ability: Ability) -> Truth:
    """Reinforce functions only while the card is in a player's hand."""
    return card.zone == "hand"


@encodes("ninjutsu", claim=later("{card} is in a hand, where its ninjutsu works"), question="can-activate",
         role="requires", where=_is("ninjutsu"))  # fmt: skip
def ninjutsu_in_the_hand(_now: Situation, _player: Player, card: Object, _ability: Ability) -> Truth:
    """Ninjutsu functions only while the card is in a player's hand."""
    return card.zone == "hand"


@encodes("transmute", claim=later("{player} may transmute {card} from the hand, as a sorcery"), question="can-activate",
         role="requires", where=_is("transmute"))  # fmt: skip
def transmute_in_the_hand_as_a_sorcery(_now: Situation, player: Player, card: Object, _ability: Ability) -> Truth:
    """Transmute functions only in a hand, and only any time its player could cast a sorcery."""
    return all_of(card.zone == "hand", in_main_phase_with_empty_stack(player))


@encodes("forecast-place", claim=later("{card} is in a hand, where its forecast ability works"),
         question="can-activate",
         role="requires", where=_is("forecast"))  # fmt: skip
def forecast_in_the_hand(_now: Situation, _player: Player, card: Object, _ability: Ability) -> Truth:
    """A forecast ability can be activated only from a player's hand."""
    return card.zone == "hand"


@encodes("forecast-time", claim=later("it is the upkeep of {player}, and {card} hasn't forecast this turn"),
         question="can-activate", role="requires", where=_is("forecast"))  # fmt: skip
def forecast_once_in_the_upkeep(now: Situation, player: Player, _card: Object, ability: Ability) -> Truth:
    """A forecast ability may be activated only during the upkeep step of the card's owner, once each turn."""
    return all_of(now.game.step == "upkeep", player.is_active, ability.activated_this_turn < 1)


@encodes("unearth", claim=later("{player} may unearth {card} from the graveyard, as a sorcery"),
         question="can-activate",
         role="requires", where=_is("unearth"))  # fmt: skip
def unearth_as_a_sorcery(_now: Situation, player: Player, card: Object, _ability: Ability) -> Truth:
    """Unearth functions while the card is in a graveyard, as a sorcery."""
    return _from_graveyard_as_a_sorcery(player, card)


@encodes("scavenge", claim=later("{player} may scavenge {card} from the graveyard, as a sorcery"),
         question="can-activate", role="requires", where=_is("scavenge"))  # fmt: skip
def scavenge_as_a_sorcery(_now: Situation, player: Player, card: Object, _ability: Ability) -> Truth:
    """Scavenge functions only while the card is in a graveyard, as a sorcery."""
    return _from_graveyard_as_a_sorcery(player, card)


@encodes("embalm", claim=later("{player} may embalm {card} from the graveyard, as a sorcery"), question="can-activate",
         role="requires", where=_is("embalm"))  # fmt: skip
def embalm_as_a_sorcery(_now: Situation, player: Player, card: Object, _ability: Ability) -> Truth:
    """Embalm functions while the card is in a graveyard, as a sorcery."""
    return _from_graveyard_as_a_sorcery(player, card)


@encodes("eternalize", claim=later("{player} may eternalize {card} from the graveyard, as a sorcery"),
         question="can-activate", role="requires", where=_is("eternalize"))  # fmt: skip
def eternalize_as_a_sorcery(_now: Situation, player: Player, card: Object, _ability: Ability) -> Truth:
    """Eternalize functions while the card is in a graveyard, as a sorcery."""
    return _from_graveyard_as_a_sorcery(player, card)


@encodes("encore", claim=later("{player} may use encore of {card} from the graveyard, as a sorcery"),
         question="can-activate", role="requires", where=_is("encore"))  # fmt: skip
def encore_as_a_sorcery(_now: Situation, player: Player, card: Object, _ability: Ability) -> Truth:
    """Encore functions while the card is in a graveyard, as a sorcery."""
    return _from_graveyard_as_a_sorcery(player, card)


@encodes("level-up", claim=later("{player} may level up {card}, as a sorcery"), question="can-activate",
         role="requires", where=_is("level up"))  # fmt: skip
def level_up_as_a_sorcery(_now: Situation, player: Player, _card: Object, _ability: Ability) -> Truth:
    """Level up is activated only as a sorcery."""
    return in_main_phase_with_empty_stack(player)


@encodes("outlast", claim=later("{player} may activate outlast of {card}, as a sorcery"), question="can-activate",
         role="requires", where=_is("outlast"))  # fmt: skip
def outlast_as_a_sorcery(_now: Situation, player: Player, _card: Object, _ability: Ability) -> Truth:
    """Outlast is activated only as a sorcery."""
    return in_main_phase_with_empty_stack(player)


@encodes("craft", claim=later("{player} may craft with {card}, as a sorcery"), question="can-activate",
         role="requires", where=_is("craft"))  # fmt: skip
def craft_as_a_sorcery(_now: Situation, player: Player, _card: Object, _ability: Ability) -> Truth:
    """Craft is activated only as a sorcery."""
    return in_main_phase_with_empty_stack(player)


@encodes("station", claim=later("{player} may station {card}, as a sorcery"), question="can-activate",
         role="requires", where=_is("station"))  # fmt: skip
def station_as_a_sorcery(_now: Situation, player: Player, _card: Object, _ability: Ability) -> Truth:
    """Station is activated only as a sorcery."""
    return in_main_phase_with_empty_stack(player)


@encodes("saddle", claim=later("{player} may saddle {card}, as a sorcery"), question="can-activate",
         role="requires", where=_is("saddle"))  # fmt: skip
def saddle_as_a_sorcery(_now: Situation, player: Player, _card: Object, _ability: Ability) -> Truth:
    """Saddle is activated only as a sorcery."""
    return in_main_phase_with_empty_stack(player)


@encodes("boast", claim=later("{card} attacked this turn, and hasn't boasted yet"), question="can-activate",
         role="requires", where=_is("boast"))  # fmt: skip
def boast_once_after_an_attack(_now: Situation, _player: Player, card: Object, ability: Ability) -> Truth:
    """A boast ability can be activated only if the creature attacked this turn, and only once each turn."""
    return all_of(card.attacked_this_turn, ability.activated_this_turn < 1)


@encodes("exhaust", claim=later("the exhaust ability of {card} hasn't been activated before"), question="can-activate",
         role="requires", where=_is("exhaust"))  # fmt: skip
def exhaust_only_once(now: Situation, player: Player, card: Object, ability: Ability) -> Truth:
    """An exhaust ability can be activated only once."""
    as_though = [
        all_of(each.in_force, *([now.rule("exhaust-this-turn", player)] if _NO_EXHAUST in each.quality else []))
        for each in now.effects_that("as-though", "activate", card)
        if _UNACTIVATED in each.quality and each.covers(player)
    ]
    return any_of(not_(ability.ever_activated), *as_though)


_UNACTIVATED = "not activated"
_NO_EXHAUST = "no exhaust ability activated this turn"


@encodes("exhaust-this-turn", claim=later("{player} hasn't begun to activate an exhaust ability this turn"))
def none_begun_this_turn(_now: Situation, player: Player) -> Truth:
    """What is allowed if you haven't activated an exhaust ability this turn asks if you have begun to activate one."""
    return not_(player.exhaust_activated)
