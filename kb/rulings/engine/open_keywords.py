"""The keyword abilities that bear on a question and that no encoded rule of the edition reads. The answer is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from kb.cards.grammar.vocabulary import VARIANTS
from kb.rulings.engine.keyword_bearings import (
    ASPECTS,
    Aspect,
    Bearing,
    UnreadBearing,
    keyword_bearings,
)
from kb.rulings.logic.ternary import Truth, unknown
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
    bearing = _unread_bearings(now, question)
    found = []
    own = frozenset((*things, *struck_by_events(now)))
    for thing in now.objects if bearing else ():
        aspects = {aspect for aspect in _aspects_of(question) if _is_asked_about(now, aspect, thing, own)}
        for text in thing.keywords if aspects else ():
            name = _name(text, now.words)
            unread = [
                how
                for aspect, how in bearing.get(name, ())
                if aspect in aspects and _bears(now, how, aspect, thing, name)
            ]
            if unread and (number := _number_in_edition(now, name)) is not None:
                found.append(OpenKeyword(thing, text, number, unread[0].only if len(unread) == 1 else None))
    return tuple(found)


def _unread_bearings(now: Situation, question: str) -> Mapping[str, list[tuple[Aspect, UnreadBearing]]]:
    """Return the bearings on a question that no rule of the edition reads, by keyword ability of the situation."""
    found: dict[str, list[tuple[Aspect, UnreadBearing]]] = {}
    asked = bearings_on(question)
    for name in _stated_names(now, asked) if asked else ():
        for aspect, by in asked[name]:
            if (how := _unread(now, by)) is not None:
                found.setdefault(name, []).append((aspect, how))
    return found


def _stated_names(now: Situation, asked: Iterable[str]) -> set[str]:
    """Return the keyword abilities among `asked` that objects or effects state. No look-up is recorded."""
    names: set[str] = set()
    for entity in (*now.objects, *now.effects):
        if dict.get(entity.stated, "created_as"):
            return set(asked)
        names.update(_name(each, now.words) for each in dict.get(entity.stated, "keywords") or ())
        for face in dict.get(entity.stated, "faces") or ():
            names.update(_name(each, now.words) for each in face.get("keywords") or ())
    return names.intersection(asked)


def _unread(now: Situation, by: Bearing) -> UnreadBearing | None:
    """Return how a keyword ability bears if no rule of the edition reads it; None if a rule does."""
    if isinstance(by, UnreadBearing):
        return by
    if now.law.base is None:
        return None  # The days of the reviewed wordings select the rules.
    statuses = [now.law.status_of(concept) for concept in by.split()]
    # A rule that isn't reviewed in this edition makes the answer open itself.
    return None if any(each.rule is not None or each.status == "unreviewed" for each in statuses) else UnreadBearing()


def _is_asked_about(now: Situation, aspect: Aspect, thing: Object, own: frozenset[str]) -> bool:
    """True if the keyword abilities of an object count for an aspect of a question about the things `own`.

    A question about no object, or only about players, is about all objects.
    """
    asked = ASPECTS[aspect]
    if asked.zone and dict.get(thing.stated, "zone") not in (asked.zone, None):
        return False
    if asked.reach == "cards":
        return thing.id in own or dict.get(thing.stated, "owner") in own
    attached = asked.reach == "attached" and dict.get(thing.stated, "attached_to") in own
    return thing.id in own or attached or not any(map(now.object, own))


def struck_by_events(now: Situation, *kinds: str) -> set[str]:
    """Return the ids of what the proposed events happen to. `kinds` limits the events."""
    events = now.proposed.events if now.proposed.events.is_known else ()
    return {name for each in events if not kinds or each.happens.value in kinds for name in each.things}


def _bears(now: Situation, how: UnreadBearing, aspect: Aspect, thing: Object, name: str) -> bool:
    """True if a keyword ability bears on an object in the stated zone, on the stated events and with its cost."""
    if how.zone and dict.get(thing.stated, "zone") not in (how.zone, None):
        return False
    if aspect == "triggering" and dict.get(thing.stated, "abilities"):
        return False  # The question is about the stated abilities.
    if how.unless and dict.get(thing.stated, how.unless) is not None:
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


def _titles(name: str) -> tuple[str, ...]:
    """Return the titles that the rule of a keyword ability may have: its own name, or that of a wider one."""
    return name, {"bands with other": "banding", "snow-covered landwalk": "landwalk"}.get(
        name, VARIANTS.get(name, name)
    )


def _number_in_edition(now: Situation, name: str) -> str | None:
    """Return the number of a keyword ability's rule in the edition of the answer, or None if it has no such rule.

    A word that isn't a keyword ability in the edition does nothing.
    """
    known = keyword_bearings()[name]
    if known.number == "glossary":
        return known.number
    if now.law.base is None:
        return f"{known.number}@{known.day}"
    found = now.law.number_of_keyword(_titles(name), known.number, date.fromisoformat(known.day))
    return None if found is None else str(found)
