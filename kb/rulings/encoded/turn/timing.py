"""Timing (117): the times at which players can act, and conditions that several kinds of actions share."""

from __future__ import annotations

from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.engine.state_based_checks import find_state_based_actions
from kb.rulings.law.rule_registry import encodes, forbids
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

ACTING = "can-cast can-activate can-play-land gets-priority"
"""The questions whose answer is no in a step in which nobody gets priority."""


def in_main_phase_with_empty_stack(player: Player) -> Truth:
    """Yes if a player has priority in a main phase of their turn and the stack is empty."""
    game = player.now.game
    return all_of(player.has_priority, game.stack.is_empty, game.is_main_phase, player.is_active)


def belongs_to(thing: Object, player: Player) -> Truth:
    """Yes if a player owns a card. If only a controller is stated, the controller counts as owner (108.3, 108.4)."""
    if "owner" not in thing.stated and "controller" in thing.stated:
        return player.controls(thing)
    return player.owns(thing)


def acting_player(now: Situation, asked: QuestionArguments, thing: Object) -> Player:
    """Return the player named by `asked.by`. If it's None, return the controller or owner of `thing`, or a default."""
    owner = thing.stated.get("owner")
    if asked.by is None and "controller" not in thing.stated and owner is not None:
        return QuestionArguments(asked.question, asked.things, owner).player(now, thing)
    return asked.player(now, thing)


def assume_in_hand(now: Situation, thing: Object) -> Situation:
    """If the card's zone isn't stated and usual values may be assumed, return the situation with the card in a hand."""
    if not now.as_usual or "zone" in thing.stated:
        return now
    return now.replace(presumed={**now.presumed, f"{thing.path}.zone": "hand"})


def is_mana_ability(now: Situation, permanent: Object, ability: Ability) -> Truth:
    """Yes if an activated ability is a mana ability. No if the effect of the ability isn't stated."""
    if not {"adds_mana", "text"} & set(ability.stated):
        return constant(False)
    return now.rule("activated-mana-ability", permanent, ability)


@encodes("as-an-instant", "{player} could cast an instant now")
def has_priority(_now: Situation, player: Player) -> Truth:
    """A player who may act any time they could cast an instant needs only priority."""
    return player.has_priority


@encodes("as-a-sorcery", "{player} could cast a sorcery now")
def as_sorceries_are(_now: Situation, player: Player) -> Truth:
    """A player who may act any time they could cast a sorcery needs priority in their main phase and an empty stack."""
    return in_main_phase_with_empty_stack(player)


@forbids(ACTING, "untap-step", "it is the untap step, in which no player gets priority",
         where=lambda now, *_asked: constant(now.game.step.value == "untap"))  # fmt: skip
def nobody_gets_priority(now: Situation, *_asked: Player | Object | Ability) -> Truth:
    """No player receives priority during the untap step, so no spells are cast and no abilities are activated."""
    return now.game.step == "untap"


@forbids(ACTING, "cleanup-step", "it is the cleanup step, in which normally no player gets priority",
         where=lambda now, *_asked: constant(now.game.step.value == "cleanup"))  # fmt: skip
def nobody_gets_priority_unless_something_happens(now: Situation, *_asked: Player | Object | Ability) -> Truth:
    """Normally no player receives priority during the cleanup step: no spells are cast and no abilities activated."""
    return all_of(now.game.step == "cleanup", not_(now.rule("cleanup-exception")))


@encodes("cleanup-exception", "something makes the active player get priority in the cleanup step")
def abilities_wait_or_actions_are_due(now: Situation) -> Truth:
    """If state-based actions or triggered abilities wait in the cleanup step, the active player gets priority."""
    conditions = [action.condition for _concept, action in find_state_based_actions(now)]
    return any_of(now.game.pending_triggers, some(each for each in conditions if each.value is True))


def _split_second(now: Situation) -> list[Object]:
    """Return the spells on the stack with split second. A spell counts only if it is stated to have split second."""
    listed = [now.object(name) for name in now.game.stack]
    on_stack = [each for each in now.objects if each in listed or (each.zone == "stack").value]
    return [each for each in on_stack if each.has_keyword("split second").value]


def _stops_other_than_mana(now: Situation, _player: Player, thing: Object, *ability: Ability) -> Truth:
    has_effect = constant(bool(_split_second(now)))
    return all_of(has_effect, not_(some(is_mana_ability(now, thing, each) for each in ability)))


@forbids("can-cast can-activate", "split-second", "a spell with split second is on the stack",
         where=_stops_other_than_mana)  # fmt: skip
def only_mana_abilities(now: Situation, _player: Player, _thing: Object, *_ability: Ability) -> Truth:
    """While a spell with split second is on the stack, players can cast no spells and activate only mana abilities."""
    return any_of(*(each.has_keyword("split second") for each in _split_second(now)))


@answers("sorcery-time", "Is it a time at which this player could cast a sorcery?", "player",
         "rules ask sorcery-time p1 --phase main --active p1 --priority p1 --stack empty")  # fmt: skip
def _sorcery_time(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("as-a-sorcery", asked.named_player(now))


@answers("instant-time", "Is it a time at which this player could cast an instant?", "player",
         "rules ask instant-time p1 --priority p1")  # fmt: skip
def _instant_time(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("as-an-instant", asked.named_player(now))


@encodes("no-sorcery-time", "{player} couldn't cast a sorcery now")
def not_as_sorceries_are(_now: Situation, player: Player) -> Truth:
    """A player couldn't cast a sorcery without priority, outside their main phase, or with an object on the stack."""
    return not_(in_main_phase_with_empty_stack(player))


@answers("no-sorcery-time", "Is a spell that this player casts now cast any time a sorcery couldn't have been cast?",
         "player", "rules ask no-sorcery-time p1 --phase combat")  # fmt: skip
def _no_sorcery_time(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("no-sorcery-time", asked.named_player(now))
