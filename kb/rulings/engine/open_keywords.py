"""The keyword abilities that bear on a question and that no encoded rule of the edition reads. The answer is open."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from kb.rulings.engine.keyword_bearings import (
    ASPECTS,
    NUMBERED_IN,
    Aspect,
    Bearing,
    UnreadBearing,
    keyword_bearings,
)
from kb.rulings.logic.ternary import Truth, unknown
from kb.rulings.situation.fact import Entity
from kb.rulings.situation.keyword_forms import is_keyword, parse_keyword
from kb.rulings.situation.known_words import KnownWords
from kb.rulings.situation.phrase_tree import InvalidPhrase
from kb.rulings.situation.situation import Object, Situation


@dataclass(frozen=True, slots=True)
class OpenKeyword:
    """A keyword ability of an object that may change an answer and that no encoded rule reads.

    Attributes:
        thing: the object.
        text: the keyword ability as printed.
        number: the number of its rule in the edition of the answer; a pinned number without a whole edition.
        only: the only answer that it can bring about; None if it can bring about each.
    """

    thing: Object
    text: str
    number: str
    only: bool | None

    @property
    def label(self) -> str:
        """The path of the object's keyword abilities, the ability, and its rule."""
        return f"{self.thing.path}.keywords: “{self.text}” ({self.number})"

    @property
    def harmless(self) -> Truth:
        """Open: whether the keyword ability doesn't change the answer."""
        return unknown(self.label, "{thing} has {keyword} ({number}), which may change this, and isn't worked out",
                       thing=self.thing, keyword=self.text, number=self.number)  # fmt: skip


@cache
def _aspects_of(question: str) -> tuple[Aspect, ...]:
    """Return the aspects that a question is about."""
    return tuple(aspect for aspect, asked in ASPECTS.items() if question in asked.questions.split())


@cache
def bearings_on(question: str) -> Mapping[str, tuple[tuple[Aspect, Bearing], ...]]:
    """Return the keyword abilities that bear on a question and that not every edition reads, by name."""
    found = {}
    for name, keyword in keyword_bearings().items():
        bearings = ((aspect, keyword.aspects.get(aspect, "*")) for aspect in _aspects_of(question))
        if bearing := tuple(each for each in bearings if not _is_always_read(each[1])):
            found[name] = bearing
    return found


def _is_always_read(by: Bearing) -> bool:
    return isinstance(by, str) and "*" in by.split()


@cache
def _name(text: str, words: KnownWords) -> str:
    """Return the name of a keyword ability; the text itself if it isn't understood."""
    try:
        return parse_keyword(text, words).name
    except InvalidPhrase:
        return text


def open_keywords(now: Situation, question: str, things: tuple[str, ...]) -> tuple[OpenKeyword, ...]:
    """Return the keyword abilities that may change the answer to a question and that no rule reads.

    Args:
        now: the situation of the question, after the answer.
        question: the name of the question.
        things: ids of the things that the question is about; () if it is about the whole situation.
    """
    bearing = bearings_on(question)
    if not bearing or not any(_may_have(each, bearing, now) for each in (*now.objects, *now.effects)):
        return ()
    found = []
    for thing in now.objects:
        for text in thing.keywords:
            name = _name(text, now.words)
            unread = [
                how
                for aspect, by in bearing.get(name, ())
                if _is_asked_about(now, aspect, thing, things) and (how := _unread(now, by)) is not None
                if _bears(now, how, aspect, thing, name)
            ]
            if unread and (number := _number_in_edition(now, name)) is not None:
                found.append(OpenKeyword(thing, text, number, unread[0].only if len(unread) == 1 else None))
    return tuple(found)


def _may_have(entity: Entity, bearing: Container[str], now: Situation) -> bool:
    """True if the stated facts of an object or effect name a keyword ability in `bearing`. No look-up is recorded."""
    if dict.get(entity.stated, "created_as"):
        return True
    words = [*(dict.get(entity.stated, "keywords") or ())]
    for face in dict.get(entity.stated, "faces") or ():
        words += face.get("keywords") or ()
    return any(_name(each, now.words) in bearing for each in words)


def _unread(now: Situation, by: Bearing) -> UnreadBearing | None:
    """Return how a keyword ability bears if no rule of the edition reads it; None if a rule does."""
    if isinstance(by, UnreadBearing):
        return by
    if now.law.base is None:
        return (
            None  # The days of the reviewed wordings select the rules. Before them, there was no such keyword ability.
        )
    statuses = [now.law.status_of(concept) for concept in by.split()]
    # A rule that isn't reviewed in this edition makes the answer open itself.
    return None if any(each.rule is not None or each.status == "unreviewed" for each in statuses) else UnreadBearing()


def _is_asked_about(now: Situation, aspect: Aspect, thing: Object, things: tuple[str, ...]) -> bool:
    """True if the keyword abilities of an object count for an aspect of a question."""
    asked = ASPECTS[aspect]
    if asked.zone and thing.zone.value not in (asked.zone, None):
        return False
    own = {*things, *_struck(now)}
    # A question about no object, or about a player, is about all objects.
    if asked.reach != "cards" and not any(map(now.object, own)):
        return True
    attached = asked.reach == "attached" and dict.get(thing.stated, "attached_to") in own
    return thing.id in own or attached or (asked.reach == "cards" and thing.owner.value in own)


def _struck(now: Situation) -> Iterable[str]:
    """Return the ids of what the proposed events happen to."""
    events = now.proposed.events if now.proposed.events.is_known else ()
    return (name for each in events for name in each.things)


def _bears(now: Situation, how: UnreadBearing, aspect: Aspect, thing: Object, name: str) -> bool:
    """True if a keyword ability bears on an object in the stated zone, on the stated events and with its cost."""
    if how.zone and thing.zone.value not in (how.zone, None):
        return False
    if aspect == "triggering" and dict.get(thing.stated, "abilities"):
        return False  # The question is about the stated abilities.
    if how.unless and how.unless in thing.stated:
        return False
    if how.paid and not _is_paid(thing, name):
        return False
    if not now.proposed.events.is_known:
        return not how.events
    events = how.events or ASPECTS[aspect].events
    return not events or any(each.happens.value in events for each in now.proposed.events)


def _is_paid(thing: Object, name: str) -> bool:
    """True if it is stated that the cost of a keyword ability is or was paid for an object."""
    facts = ("alternative_costs", "additional_costs", "choices")
    stated = (each for fact in facts for each in dict.get(thing.stated, fact) or ())
    return any(is_keyword(str(each), name, thing.now.words) for each in stated)


def _number_in_edition(now: Situation, name: str) -> str | None:
    """Return the number of a keyword ability's rule in the edition of the answer, or None if it has no such rule.

    A word that isn't a keyword ability in the edition does nothing.
    """
    number = keyword_bearings()[name].number
    if number == "glossary":
        return number
    if now.law.base is None:
        return f"{number}@{NUMBERED_IN}"
    found = now.law.number_of_rule(number, date.fromisoformat(NUMBERED_IN))
    return None if found is None else str(found)
