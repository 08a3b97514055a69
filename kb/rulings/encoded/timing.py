"""Timing: when a player can act at all, and what is shared by casting, activating and special actions (117)."""

from __future__ import annotations

from kb.rulings.logic import Truth, all_of, any_of, not_, stated
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import encodes
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.vocabulary import Ability
from kb.tongue import later

ACTING = "can-cast can-activate can-play-land gets-priority"
"""The questions that are no in a step in which nobody gets priority."""


def in_main_phase_with_empty_stack(player: Player) -> Truth:
    """Whether a player has priority in a main phase of their turn and the stack is empty."""
    game = player.now.game
    return all_of(player.has_priority, game.stack.empty, game.is_main_phase, player.is_active)


def whose(thing: Object, player: Player) -> Truth:
    """Whether a card is a player's: its owner where that is stated, else who is said to control it (108.3, 108.4)."""
    if "owner" not in thing.given and "controller" in thing.given:
        return player.controls(thing)
    return player.owns(thing)


def asker(now: Situation, asked: Asked, thing: Object) -> Player:
    """Who would do it: the player named, or whose the thing is, or who has priority."""
    owner = thing.given.get("owner")
    if asked.by is None and "controller" not in thing.given and owner is not None:
        return Asked(asked.question, asked.things, owner).player(now, thing)
    return asked.player(now, thing)


def as_card_in_hand(now: Situation, thing: Object) -> Situation:
    """The situation in which a card asked about by itself is in a hand, as is usual of what is cast or played."""
    if not now.as_usual or "zone" in thing.given:
        return now
    return now.changed(presumed={**now.presumed, f"{thing.path}.zone": "hand"})


def is_mana_ability(now: Situation, permanent: Object, ability: Ability) -> Truth:
    """Whether an activated ability is a mana ability; none is meant where nothing is said of what it does."""
    if not {"adds_mana", "text"} & set(ability.given):
        return stated(False)
    return now.rule("activated-mana-ability", permanent, ability)


@encodes("as-an-instant", claim=later("{player} could cast an instant now"))
def has_priority(_now: Situation, player: Player) -> Truth:
    """What can be done any time a player could cast an instant only needs that player to have priority."""
    return player.has_priority


@encodes("as-a-sorcery", claim=later("{player} could cast a sorcery now"))
def as_sorceries_are(_now: Situation, player: Player) -> Truth:
    """What can be done any time a player could cast a sorcery needs priority, their main phase, an empty stack."""
    return in_main_phase_with_empty_stack(player)


@encodes(
    "untap-step",
    claim=later("it is the untap step, in which no player gets priority"),
    question=ACTING,
    role="forbids",
    where=lambda now, *_asked: stated(now.game.step.value == "untap"),
)
def nobody_gets_priority(now: Situation, *_asked: Player | Object | Ability) -> Truth:
    """No player receives priority during the untap step: no spells are cast and no abilities activated."""
    return now.game.step == "untap"


@encodes(
    "cleanup-step",
    claim=later("it is the cleanup step, in which normally no player gets priority"),
    question=ACTING,
    role="forbids",
    where=lambda now, *_asked: stated(now.game.step.value == "cleanup"),
)
def nobody_gets_priority_unless_something_happens(now: Situation, *_asked: Player | Object | Ability) -> Truth:
    """No player receives priority during the cleanup step, unless triggered abilities are waiting to be put on it."""
    return all_of(now.game.step == "cleanup", not_(now.rule("cleanup-exception")))


@encodes("cleanup-exception", claim=later("something makes the active player get priority in the cleanup step"))
def abilities_wait_or_actions_are_due(now: Situation) -> Truth:
    """If state-based actions would be performed or triggered abilities wait, the active player gets priority."""
    from kb.rulings.answer import state_based

    due = any_of(*(action.when for _concept, action in state_based(now) if action.when.value is True))
    return any_of(now.game.pending_triggers, due)


def _split_second(now: Situation) -> list[Object]:
    """What is on the stack and stated to have split second; what isn't stated of other cards isn't there."""
    listed = [now.object(name) for name in now.game.stack]
    on_stack = [each for each in now.objects if each in listed or (each.zone == "stack").value]
    return [each for each in on_stack if each.has("split second").value]


@encodes(
    "split-second",
    claim=later("a spell with split second is on the stack"),
    question="can-cast can-activate",
    role="forbids",
    where=lambda now, _player, thing, *ability: all_of(
        stated(bool(_split_second(now))), not_(any_of(*(is_mana_ability(now, thing, each) for each in ability)))
    ),
)
def only_mana_abilities(now: Situation, _player: Player, _thing: Object, *_ability: Ability) -> Truth:
    """As long as a spell with split second is on the stack, nothing is cast, and only mana abilities activated."""
    return any_of(*(each.has("split second") for each in _split_second(now)))


def _could(now: Situation, asked: Asked, concept: str) -> Truth:
    name = asked.things[0] if asked.things else asked.by
    return now.rule(concept, Asked(asked.question, asked.things, name).player(now))


SORCERY_TIME = Question(
    "sorcery-time",
    later("Is it a time at which this player could cast a sorcery?"),
    "player",
    lambda now, asked: _could(now, asked, "as-a-sorcery"),
    "rules ask sorcery-time p1 --phase main --active p1 --priority p1 --stack empty",
)

INSTANT_TIME = Question(
    "instant-time",
    later("Is it a time at which this player could cast an instant?"),
    "player",
    lambda now, asked: _could(now, asked, "as-an-instant"),
    "rules ask instant-time p1 --priority p1",
)


@encodes("no-sorcery-time", claim=later("{player} couldn't cast a sorcery now"))
def not_as_sorceries_are(_now: Situation, player: Player) -> Truth:
    """A sorcery couldn't have been cast without priority, in another phase than their main phase, or with a stack."""
    return not_(in_main_phase_with_empty_stack(player))


NO_SORCERY_TIME = Question(
    "no-sorcery-time",
    later("Is a spell that this player casts now cast any time a sorcery couldn't have been cast?"),
    "player",
    lambda now, asked: _could(now, asked, "no-sorcery-time"),
    "rules ask no-sorcery-time p1 --phase combat",
)
