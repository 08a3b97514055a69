"""APNAP order: the order of choices and actions of several players (101.4, 608.2f)."""

from __future__ import annotations

from typing import Any

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.situation.situation import Object, Situation


def _players_from(now: Situation, first: str) -> list[str]:
    """Return the ids of the players who haven't lost, in turn order from `first`."""
    names = [each.id for each in now.players if each.lost.value is not True]
    place = names.index(first) if first in names else 0
    return names[place:] + names[:place]


@defines("apnap-order", "the active player chooses first, then the nonactive player")
def active_then_nonactive(now: Situation, active: str) -> list[str]:
    """If the two players would act simultaneously, the active player chooses first, then the nonactive player."""
    return _players_from(now, active)


@variant_of(active_then_nonactive, claim="the active player chooses first, then the others in turn order")
def active_then_in_turn_order(now: Situation, active: str) -> list[str]:
    """The active player makes any choices first, then the other players in turn order."""
    return _players_from(now, active)


@defines("starting-as-active", "while the game is started, the starting player is considered the active player")
def starting_player_first(now: Situation, starting: str) -> list[str]:
    """While the game is being started, the starting player is considered the active player."""
    return _players_from(now, starting)


def apnap_order(steps: Derivation) -> list[str] | None:
    """Return the ids of the players in the order in which they choose, or None if the active player isn't stated."""
    game = steps.now.game
    if "active" not in game.stated and "starting" in game.stated:
        return steps.apply_rule("starting-as-active", steps.read_value(game.starting))  # type: ignore[no-any-return]
    active = steps.read_value(game.active)
    return None if active is None else steps.apply_rule("apnap-order", active)


@answers("choice-order", "In which order do players make choices that they would make at the same time?",
         "nothing", "rules ask choice-order --active p1")  # fmt: skip
def _choice_order(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(apnap_order(steps))


@defines("order-of-actions", "what can't be done to all at once is done to one after the other, in APNAP order")
def in_apnap_order(now: Situation, affected: list[str], players: list[str]) -> list[list[str]]:
    """If actions can't be simultaneous, they are taken in APNAP order. Each player orders the objects they control."""
    things = [each for name in affected if (each := now.thing(name)) is not None]
    groups = [
        [each.id for each in things if (each.controller.value if isinstance(each, Object) else each.id) == player]
        for player in players
    ]
    return [each for each in groups if each]


@answers("action-order",
         "In which order are the actions of this spell or ability taken on several players and objects?",
         "object", "rules ask action-order A -f situation.yaml")  # fmt: skip
def _action_order(now: Situation, asked: QuestionArguments) -> DerivedValue:
    spell, steps = asked.object(now), Derivation(now)
    affected = list(steps.read_value(now.proposed.targets if now.proposed.targets.is_known else spell.targets) or ())
    if steps.check(now.proposed.simultaneous):
        return steps.result({"simultaneous": True, "order": [affected]})
    for name in affected:
        if (each := now.object(name)) is not None:
            steps.read_value(each.controller)
    groups = steps.apply_rule("order-of-actions", affected, apnap_order(steps) or [])
    answer: dict[str, Any] = {"simultaneous": False, "order": groups}
    if any(len(group) > 1 for group in groups or ()):
        answer["chooses"] = steps.read_value(spell.controller)
    return steps.result(answer)
