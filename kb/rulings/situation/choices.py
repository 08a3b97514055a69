"""The choices that players make while a value is derived, such as the order of replacement effects (616.1)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """A choice among several results.

    Attributes:
        chooser: id of the player who chooses; None if unknown.
        options: the possible results.
        taken: the index of the result in this course.
    """

    chooser: str | None
    options: tuple[Hashable, ...]
    taken: int


class Choices:
    """The choices of one course of a derivation.

    `taken` has the index of the result of each choice, in order. Further choices take the first result. A choice that
    comes up again has the result that it had before.
    """

    def __init__(self, taken: tuple[int, ...] = ()) -> None:
        self._taken = taken
        self.made: dict[Hashable, MadeChoice] = {}

    def take(self, key: Hashable, options: tuple[Hashable, ...], chooser: str | None) -> int:
        """Return the index of the chosen one of `options`. The key identifies the choice."""
        if key not in self.made:
            place = len(self.made)
            self.made[key] = MadeChoice(chooser, options, self._taken[place] if place < len(self._taken) else 0)
        return self.made[key].taken

    def other_courses(self) -> Iterator[tuple[int, ...]]:
        """Yield what is taken in each course that first differs from this one in a choice that wasn't prescribed."""
        made = list(self.made.values())
        for place in range(len(self._taken), len(made)):
            before = tuple(each.taken for each in made[:place])
            yield from ((*before, index) for index in range(1, len(made[place].options)))
