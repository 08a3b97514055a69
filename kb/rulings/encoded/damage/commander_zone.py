"""Commanders that their owners may put into the command zone instead of another zone (903.9)."""

from __future__ import annotations

from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.situation import Object, Player, Situation

COMMAND_ZONE = "command"
"""The result of an event that puts a commander into the command zone instead."""

_ZONE_OF_EVENT = {
    "die": "graveyard", "discard": "graveyard", "mill": "graveyard", "counter": "graveyard", "exile": "exile",
    "return": "hand",
}  # fmt: skip


def may_go_to_command_zone(now: Situation, thing: Object | Player, happens: str) -> Truth:
    """Yes if a rule of the edition lets the owner put a commander into the command zone instead of this event."""
    zone = _ZONE_OF_EVENT.get(happens)
    if zone is None or not isinstance(thing, Object) or thing.stated.get("commander") is not True:
        return constant(False)
    moving = now.replace(proposed={**now.proposed.stated, "moves_to": zone})
    return now.law.evaluate("command-zone-instead", moving, moving.object(thing.id))


def goes_to_command_zone(now: Situation, thing: Object | Player, happens: str) -> Truth:
    """Yes if the owner may put a commander into the command zone instead, and chooses to (`proposed.agrees`)."""
    may = may_go_to_command_zone(now, thing, happens)
    return may if may.value is False else all_of(may, now.proposed.agrees)
