"""The stated facts and effects that a question didn't read, each with a reason.

What is read is recorded where facts are looked up (`kb.rulings.situation.reads`).
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.i18n import _
from kb.rulings.engine.card_lines import UnusedFact, unused_lines
from kb.rulings.engine.fact_paths import effect_names, find_fact, named_path
from kb.rulings.engine.proof import display_text
from kb.rulings.oracle.stated_card import StatedCard
from kb.rulings.situation.consistency import EXCLUSIVE_FACTS
from kb.rulings.situation.fact import MISSING, Entity
from kb.rulings.situation.fact_types import PartsFact
from kb.rulings.situation.situation import Effect, Object, Situation

_LABELS = frozenset({"text", "source"})
"""Facts of an effect that name it. An effect that is used is also named."""

_SELECTING = _LABELS | {"says", "does", "objects", "players", "waives"}
"""Facts that are looked up to find out whether an effect matters. Only these are looked up if it doesn't matter."""

_IN_TYPE_LINE = frozenset({"types", "supertypes", "subtypes"})


def unused_facts(now: Situation, question: str, things: tuple[str, ...]) -> tuple[UnusedFact, ...]:
    """Return the stated facts that the question didn't read, in the order of the situation.

    Args:
        now: the situation of the question, after the answer.
        question: the name of the question.
        things: ids of the things that the question is about.
    """
    doesnt_read = _("this question doesn't read it")
    found = [UnusedFact(path, doesnt_read) for entity in (now.game, now.proposed) for path in _unread(entity)]
    for thing in (*now.players, *now.objects):
        why = doesnt_read
        if things and thing.id not in things and isinstance(thing, Object):
            why = _("the question isn't about {id}, and doesn't read it", id=thing.id)
        found += [UnusedFact(path, why) for path in _unread(thing, now.cards.get(thing.id))]
    for effect in now.effects:
        found += _unused_in_effect(effect, things)
    return (*(_in_words(now, each) for each in found), *unused_lines(now, question, things))


def _in_words(now: Situation, unused: UnusedFact) -> UnusedFact:
    """Return an unused fact with what it says."""
    place = find_fact(now, unused.fact)
    says = (
        named_path(effect_names(now), unused.fact).removeprefix("effects.")
        if place is None
        else display_text(place.value)
    )
    return UnusedFact(unused.fact, unused.reason, says)


def missing_facts(now: Situation, things: tuple[str, ...]) -> tuple[str, ...]:
    """Return the facts that a question needs if it has nothing to go on; else ().

    A question has nothing to go on if nothing is stated about the objects that it names, and it reads no stated fact.

    Args:
        now: the situation of the question, after the answer.
        things: ids of the things that the question is about.
    """
    asked = [each for each in map(now.object, things) if each is not None]
    entities = (now.game, now.proposed, *now.players, *now.objects)
    is_read = any(not each.stated.read.isdisjoint(each.stated.keys()) for each in entities)
    if not asked or any(asked_about.stated for asked_about in asked) or now.effects or is_read:
        return ()
    return tuple(
        fact.path(thing)
        for thing in asked
        for fact in Object.facts().values()
        if fact.name in thing.stated.read and fact.otherwise is MISSING and fact.name not in EXCLUSIVE_FACTS
    )


def _unread(entity: Entity, card: StatedCard | None = None) -> Iterator[str]:
    """Yield the paths of an entity's stated facts that weren't looked up, and of such facts of its parts.

    Nobody stated the printed characteristics of a card one by one, so they aren't named. Its lines are.
    """
    stated, read = entity.stated, entity.stated.read
    from_line = _IN_TYPE_LINE if dict.get(stated, "type_line") else frozenset()
    of_card = frozenset() if card is None else frozenset((*card.facts, "keywords", "faces")) - frozenset(card.set_aside)
    facts, names = type(entity).facts(), dict.keys(stated)
    for name in filter(names.__contains__, facts):
        fact, value = facts[name], dict.get(stated, name)
        if value is None or name in from_line or name in of_card:
            continue
        is_read = not read.isdisjoint(_IN_TYPE_LINE) if name == "type_line" else name in read
        if isinstance(fact, PartsFact) and (is_read or card is not None):
            yield from _unread_parts(entity, fact, of_card=card is not None)
        elif not is_read:
            yield fact.path(entity)


def _unread_parts(entity: Entity, fact: PartsFact, *, of_card: bool) -> Iterator[str]:
    """Yield the paths of the parts, or of the facts of parts, that weren't looked up. A line of a card is one part."""
    for part in fact.value_of(entity):
        if part.stated and part.stated.read.isdisjoint(part.stated.keys()):
            yield part.path
        elif not of_card:
            yield from _unread(part)


def _unused_in_effect(effect: Effect, things: tuple[str, ...]) -> Iterator[UnusedFact]:
    """Yield an effect that wasn't considered, or the parts of a considered effect that weren't looked up."""
    read = effect.stated.read & effect.stated.keys()
    other_event = "does" in effect.stated.keys() - effect.stated.read
    is_off = "applies" not in effect.stated.read and (bool(_about_others(effect, things)) or read <= _SELECTING)
    if other_event or is_off:
        yield UnusedFact(effect.path, _reason(effect, things))
    elif dict.get(effect.stated, "applies") is not False:
        for path in _unread(effect):
            if path.rpartition(".")[2] not in _LABELS:
                yield UnusedFact(path, _("the rules of this question don't read this part of the effect"))


def _about_others(effect: Effect, things: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of what an effect is about if the question isn't about any of them; else ()."""
    objects = dict.get(effect.stated, "objects", ())
    players = dict.get(effect.stated, "players", ()) if not dict.get(effect.stated, "affects") else ()
    about: tuple[str, ...] = (*objects, *(players if not objects else ()))
    return about if things and not set(about) & set(things) else ()


def _reason(effect: Effect, things: tuple[str, ...]) -> str:
    """Return why a whole effect isn't used."""
    if about := _about_others(effect, things):
        return _("the effect is about {ids}, which the question isn't about", ids=", ".join(about))
    does = dict.get(effect.stated, "does")
    if does and does != "other":
        return _("no rule of this question reads effects on '{event}'", event=does)
    return _("no rule of this question reads this effect")
