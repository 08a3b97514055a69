"""State triggers: abilities that trigger on a state of the game rather than on an event (603.8)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, every, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

_NO_CARDS = re.compile(r"\byou have no cards in hand\b", re.IGNORECASE)
_NO_PERMANENTS = re.compile(r"\byou control no (?P<what>[a-z -]+?),", re.IGNORECASE)


@encodes("state-trigger", "the state that the ability of {source} waits for is so, and it isn't triggered yet")
def until_it_has_left_the_stack(_now: Situation, source: Object, so: Truth) -> Truth:
    """A state trigger triggers as soon as the game state matches, but not again until the ability leaves the stack."""
    return all_of(so, not_(source.has_pending_ability))


def state_holds(moments: Iterator[Situation], source: Object, ability: Ability) -> Truth:
    """Yes if the game is in the state that an ability waits for.

    If the fact `condition` isn't stated, yes if the state in the ability's text exists at one of the `moments`.
    """
    text = ability.stated.get("text", "")
    asks_for = [_hand_is_empty] if _NO_CARDS.search(text) else [_controls_none] if _controlled(text) else []
    if "condition" in source.stated or not asks_for:
        return source.condition
    return some(test(now, source, text) for now in moments for test in asks_for)


def _you(now: Situation, source: Object) -> Player | None:
    return now.player(source.controller.value or "")


def _hand_is_empty(now: Situation, source: Object, _text: str) -> Truth:
    you = _you(now, source)
    return source.controller == "none" if you is None else you.hand == 0


def _controlled(text: str) -> str:
    """Return the name of the permanents after "you control no" in a text, or "" if the text has no such words."""
    found = _NO_PERMANENTS.search(text)
    return found["what"] if found else ""


def _controls_none(now: Situation, source: Object, text: str) -> Truth:
    """Yes if the controller of the source controls no permanents of the kind that the text names."""
    phrase = f"{_controlled(text)} you control"
    listed = every(not_(phrase_picks(each, phrase, source)) for each in now.objects)
    if "battlefield" in now.closed:
        return listed
    return all_of(listed, unknown("closed", "whether {player} controls other permanents", player=source.controller))
