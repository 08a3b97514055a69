"""The lines of a card that need a level: levelers (711), Classes (716)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kb.cards.faces import ParsedLine

_BAND = re.compile(r"(\d+)(?:[-–](\d+)|\+)?")


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels of an object; None if they aren't stated.

    Attributes:
        counters: the number of its level counters.
        class_level: the level of a Class.
    """

    counters: int | None = None
    class_level: int | None = None


def lines_in_force(lines: Iterable[ParsedLine], levels: Levels) -> list[bool | None]:
    """Return for each line whether the object has a level that the line needs; None if its level isn't stated.

    A level symbol and a class level bar need no level themselves.
    """
    found: list[bool | None] = []
    now: bool | None = True
    for line in lines:
        tree = line.tree
        name = tree.name if tree is not None else ""
        if tree is not None and name == "level":
            now = _is_within(str(tree.get("levels")), levels.counters)
            found.append(True)
        elif tree is not None and name == "class_level":
            now = None if levels.class_level is None else levels.class_level >= int(str(tree.get("level")))
            found.append(True)
        else:
            found.append(now)
    return found


def _is_within(band: str, counters: int | None) -> bool | None:
    """True if a number of level counters is within the numbers of a level symbol, such as `1-4` or `5+` (711.2)."""
    match = _BAND.fullmatch(band)
    if counters is None or match is None:
        return None
    most = int(match[2]) if match[2] else counters if band.endswith("+") else int(match[1])
    return int(match[1]) <= counters <= most
