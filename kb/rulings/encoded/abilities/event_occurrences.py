"""Events that happen to objects and players, and the situation after each event (700.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.rulings.encoded.layers.characteristics_at_event import is_true_at
from kb.rulings.engine.card_phrases import matches_phrase, phrase_picks
from kb.rulings.logic.ternary import Truth, constant, every
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability, GameEvent

_BECOMES = {"enter": "battlefield", "leave": "outside", "die": "graveyard", "sacrifice": "graveyard",
            "destroy": "graveyard", "counter": "graveyard",
            "exile": "exile", "return": "hand"}  # fmt: skip
STATUS = {"tap": True, "untap": False}

TriggerTimes = list[Truth]
"""One Truth for each time that an ability would trigger."""


@dataclass(frozen=True, slots=True)
class EventOccurrence:
    """One event that happens to one object or player.

    Attributes:
        event: the event.
        thing: the object or player to which it happens.
        before: the situation right before the event.
        after: the situation right after the event.
    """

    event: GameEvent
    thing: Object | Player
    before: Situation
    after: Situation

    def seen_by(self, trigger_event: str) -> Situation:
        """Return the situation in which abilities that trigger on `trigger_event` are checked (603.6a, 603.10).

        It is the situation after the event, or the one before it if these abilities look back in time (603.10a).
        """
        return self.before if self.before.rule("looks-back", trigger_event).value else self.after


def occurrences(now: Situation) -> Iterator[list[EventOccurrence]]:
    """For each proposed event, yield a list with one occurrence for each object or player of the event."""
    for event in now.proposed.events:
        after = _situation_after(now, event)
        found = [now.thing(name) for name in event.things]
        yield [EventOccurrence(event, thing, now, after) for thing in found if thing is not None]
        now = after


def moments(now: Situation) -> Iterator[Situation]:
    """Yield the present situation, then the situation after each proposed event."""
    yield now
    for event in now.proposed.events:
        now = _situation_after(now, event)
        yield now


def _situation_after(now: Situation, event: GameEvent) -> Situation:
    """Return the situation after an event, which can change zones, tapped permanents and hands."""
    happens, struck = event.happens.value or "", set(event.things)
    changes: dict[str, object] = {"zone": _BECOMES[happens]} if happens in _BECOMES else {}
    changes |= {"tapped": STATUS[happens]} if happens in STATUS else {}
    return now.replace(
        objects={each.id: each.stated | (changes if each.id in struck else {}) for each in now.objects},
        players={
            each.id: each.stated | (_hand_after(each, event) if each.id in struck else {}) for each in now.players
        },
    )


def _hand_after(player: Player, event: GameEvent) -> dict[str, int]:
    """Return the changed fact `hand` of a player who draws or discards cards. Return {} if the hand doesn't change."""
    more = {"draw": 1, "discard": -1}.get(event.happens.value or "", 0) * int(event.amount.value or 0)
    return {"hand": max(0, int(player.stated["hand"]) + more)} if more and player.hand.is_known else {}


OF_CARDS = ("cast", "discard")
"""The events that happen to cards, which phrases describe wherever they are."""


def is_watched(occurrence: EventOccurrence, then: Situation, source: Object, ability: Ability) -> Truth:
    """Yes if the ability watches the object or player to which the event happens."""
    thing = then.thing(occurrence.thing.id) or occurrence.thing
    if ability.watches.is_known:
        return ability.watches.contains(thing)
    if isinstance(thing, Player):
        return source.controller == thing
    qualities = tuple(ability.quality)
    if not qualities:
        return constant(thing.id == source.id, "{thing} is what it watches", thing=thing)
    matches = matches_phrase if occurrence.event.happens.value in OF_CARDS else phrase_picks

    def test(seen: Object) -> Truth:
        return every(matches(seen, each, source) for each in qualities)

    return is_true_at(then, thing, occurrence.event.timestamp, test)
