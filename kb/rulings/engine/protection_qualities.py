"""The qualities that protection and hexproof abilities name (702.11, 702.16)."""

from __future__ import annotations

import re

from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.logic.ternary import Truth, constant, not_, some
from kb.rulings.situation.situation import Object, Player

EACH_COLOR = frozenset({"all colors", "each color"})
"""The qualities that mean every colour (702.11f, 702.16h)."""

_FROM = re.compile(r",? and (?:from )?|, (?:from )?")


def protection_qualities(thing: Object | Player, keyword: str) -> tuple[str, ...]:
    """Return the qualities after `protection from` or `hexproof from`. There may be several (702.11e, 702.16g)."""
    start = f"{keyword} from "
    phrases = [each.removeprefix(start) for each in thing.keywords if each.startswith(start)]
    return tuple(part.strip() for phrase in phrases for part in _FROM.split(phrase))


def has_protection(thing: Object | Player) -> Truth:
    """Yes if a thing has protection from anything."""
    found = [each for each in thing.keywords if each.startswith("protection from ")]
    return thing.keywords.contains(found[0] if found else "protection")


def is_protected_from(thing: Object | Player, source: Object) -> Truth:
    """Yes if a thing has protection from a quality of an object (702.16a, 702.16g to 702.16k)."""
    qualities = protection_qualities(thing, "protection")
    if not qualities:
        return thing.keywords.contains("protection")
    return some(has_quality(source, each) for each in qualities)


def has_quality(source: Object, quality: str) -> Truth:
    """Yes if an object has a quality. The quality is a phrase, `everything` or a player."""
    if quality == "everything":
        return constant(True, "{source} is something", source=source)
    if quality in EACH_COLOR:
        return not_(source.colors.is_empty)
    if (player := source.now.player(quality)) is not None:
        return source.controller == player
    return matches_phrase(source, quality)
