"""Replacement effects: which one first (616.1)."""

from __future__ import annotations

from typing import Any

from kb.rulings.answer import Valued
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines
from kb.rulings.situation import Situation
from kb.rulings.steps import Steps
from kb.rulings.terms import Word
from kb.rulings.vocabulary import Effect, Object, Player
from kb.tongue import later

Effects = tuple[Effect, ...]

ORDER = (
    ("self-replacement-first", "itself"),
    ("control-next", "control"),
    ("copy-next", "copy"),
    ("back-face-next", "back-face"),
)
"""The steps of 616.1 with the kind of effect of which one must be chosen in each."""


# --- which effect first --------------------------------------------------------------------------------------


@defines(
    "replacement-chooser", claim=later("the controller of {thing}, its owner if it has none, or the player chooses")
)
def controller_owner_or_player(_now: Situation, thing: Object | Player) -> Word | str:
    """The affected object's controller (its owner if it has no controller) or the affected player chooses one."""
    if isinstance(thing, Player):
        return thing.id
    return thing.controller if thing.zone.value in ("battlefield", "stack") else thing.owner


@defines("self-replacement-first", claim=later("one that replaces part of its own effect must be chosen"))
def self_replacement_first(_now: Situation, effects: Effects) -> Effects:
    """If any of the effects are self-replacement effects, one of them must be chosen."""
    return _that_modify(effects, "itself")


@defines("control-next", claim=later("one that modifies under whose control an object enters must be chosen"))
def control_next(_now: Situation, effects: Effects) -> Effects:
    """If any would modify under whose control an object would enter the battlefield, one of them must be chosen."""
    return _that_modify(effects, "control")


@defines("copy-next", claim=later("one that makes the object a copy as it enters must be chosen"))
def copy_next(_now: Situation, effects: Effects) -> Effects:
    """If any would cause an object to become a copy as it enters the battlefield, one of them must be chosen."""
    return _that_modify(effects, "copy")


@defines("back-face-next", claim=later("one that has the card enter with its back face up must be chosen"))
def back_face_next(_now: Situation, effects: Effects) -> Effects:
    """If any would cause a card to enter the battlefield with its back face up, one of them must be chosen."""
    return _that_modify(effects, "back-face")


@defines("any-replacement", claim=later("any of the applicable effects may be chosen"))
def any_of_the_others(_now: Situation, effects: Effects) -> Effects:
    """Any of the applicable replacement and prevention effects may be chosen."""
    return effects


def _that_modify(effects: Effects, what: str) -> Effects:
    return tuple(each for each in effects if each.given.get("modifies", "other") == what)


def _attempting(now: Situation, thing: Object | Player) -> Effects:
    """The effects that attempt to modify an event that affects a thing."""
    return tuple(
        each
        for each in now.effects
        if each.given.get("says") in ("replaces", "prevents", "enters")
        and each.covers(thing)
        and each.given.get("applies") is not False
    )


def first_to_choose(steps: Steps, effects: Effects) -> Effects:
    """The effects of which one is to be applied first."""
    for concept, _what in ORDER:
        found = steps.now.law.rule(concept)
        chosen: Effects = found(steps.now, effects) if found is not None else ()
        if chosen:
            steps.rule(concept, effects)
            return chosen
    return tuple(steps.rule("any-replacement", effects) or effects)


def _replacement_order(now: Situation, asked: Asked) -> Valued:
    thing = asked.thing(now)
    steps = Steps(now)
    effects = _attempting(now, thing)
    answer: dict[str, Any] = {"among": [str(each) for each in first_to_choose(steps, effects)] if effects else []}
    if len(effects) > 1:
        who = steps.rule("replacement-chooser", thing)
        answer["chooses"] = steps.read(who) if isinstance(who, Word) else who
    return steps.valued(answer)


REPLACEMENT_ORDER = Question(
    "replacement-order",
    later("Which of the effects that would modify what happens to this is applied first, and who chooses?"),
    "object",
    _replacement_order,
    "rules ask replacement-order A -f situation.yaml",
)
