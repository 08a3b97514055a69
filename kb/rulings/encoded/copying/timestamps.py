"""Timestamps: the order in which continuous effects apply within a layer (613.7)."""

from __future__ import annotations

from collections.abc import Iterable

from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.situation.situation import Effect, Object, Situation

Timestamp = tuple[int, int]
"""A timestamp, and a number that orders effects with the same timestamp."""


@defines("timestamp-order", "an effect with an earlier timestamp is applied before one with a later")
def earlier_first(now: Situation, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Within a layer or sublayer, effects are applied in timestamp order, the earliest first."""
    return tuple(sorted(effects, key=lambda each: timestamp_of(Derivation(now), each) or (0, 0)))


@defines("static-timestamp", "“{effect}” has the timestamp of the object that its ability is on")
def that_of_its_object(_now: Situation, _effect: Effect, own: int, _granted: int | None) -> Timestamp:
    """A continuous effect of a static ability has the timestamp of the object that has the ability."""
    return (own, 0)


@variant_of(
    that_of_its_object,
    claim="“{effect}” has the timestamp of its object, or of what gave it the ability, whichever is later",
)
def the_later_of_object_and_granting(_now: Situation, _effect: Effect, own: int, granted: int | None) -> Timestamp:
    """A static ability's effect has the timestamp of its object or of the granting effect, whichever is later."""
    return (own if granted is None else max(own, granted), 0)


@variant_of(
    that_of_its_object,
    claim="“{effect}” has the timestamp of its object, or of what gave it the ability, whichever is later",
)
def the_later_in_the_same_order(_now: Situation, _effect: Effect, own: int, granted: int | None) -> Timestamp:
    """The later timestamp counts: the object's or the granting effect's. On a tie, the object's own effect is first."""
    return (own, 0) if granted is None else (max(own, granted), 1)


def _timestamp(now: Situation, identity: str | None) -> int | None:
    """Return the timestamp of the object with the id `identity`, or None if the object or timestamp isn't listed."""
    thing = now.object(identity or "")
    return int(thing.stated["timestamp"]) if thing is not None and is_stated(thing, "timestamp") else None


def source_of_effect(effect: Effect) -> Object | None:
    """Return the object whose ability generates an effect, or None if the object isn't listed."""
    return effect.now.object(effect.stated.get("source") or "")


def timestamp_of(steps: Derivation, effect: Effect) -> Timestamp | None:
    """Return an effect's stated timestamp or the timestamp of its static ability, or None if no timestamp is known."""
    if is_stated(effect, "timestamp"):
        return (int(effect.stated["timestamp"]), 0)
    own = _timestamp(effect.now, effect.stated.get("source"))
    if own is None or effect.stated.get("generated_by") == "resolution":
        return None
    granted = _timestamp(effect.now, effect.stated.get("granted_by"))
    return steps.apply_rule_or(None, "static-timestamp", effect, own, granted)


def sort_by_timestamp(steps: Derivation, effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Return the effects in timestamp order. If no effect has a timestamp, keep the given order."""
    applying = tuple(effects)
    stamps = [timestamp_of(steps, each) for each in applying] if len(applying) > 1 else []
    if not any(stamps) and not any(is_stated(each, "timestamp") for each in applying):
        return applying
    return steps.apply_rule_or(applying, "timestamp-order", applying)
