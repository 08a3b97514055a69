"""The texts of a knowledge base as the laws of all days read them: each once, whatever editions have it.

Most of the 3,300 rules of an edition read as in the one before, and a rule that is looked for in eighty editions has
one life. So the laws of one store share what they read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from kb.errors import NotFound
from kb.history import History
from kb.number import RuleNumber
from kb.rulings.pins import opening, wording_hash
from kb.store import Store
from kb.view import View
from kb.wordings import read_texts

_KEY = "rulings"


@dataclass(frozen=True)
class Wording:
    """One text of rules.

    Attributes:
        text: as printed.
    """

    text: str

    @cached_property
    def hash(self) -> str:
        """What pins know it by."""
        return wording_hash(self.text)

    @cached_property
    def opens(self) -> str:
        """How it begins, as pins show it."""
        return opening(self.text)


class Reading:
    """What the laws of a store have read of it, in English. It is kept while the store stays as it is."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wordings: dict[int, Wording] = {}
        self._lives: dict[tuple[RuleNumber, date], History | None] = {}

    def wordings(self, wanted: Iterable[int]) -> Mapping[int, Wording]:
        """Wordings by their ids; more than these are in what is given."""
        if unread := [each for each in wanted if each not in self._wordings]:
            for at, (_lang, text) in read_texts(self._store, unread).items():
                self._wordings[at] = Wording(text)
        return self._wordings

    def life(self, number: RuleNumber, day: date) -> History | None:
        """The life of the rule that had a number in the whole edition of a day; None if that isn't known here."""
        if (number, day) not in self._lives:
            self._lives[number, day] = self._lived(number, day)
        return self._lives[number, day]

    def _lived(self, number: RuleNumber, day: date) -> History | None:
        from kb.pins import Pin, life

        view = View(self._store, "en", day)
        if view.base != day:
            return None
        try:
            return life(self._store, view, Pin(number, day))
        except NotFound:
            return None

    def close(self) -> None:
        """Nothing is held open."""


def reading(store: Store) -> Reading:
    """What the laws of a store share."""
    return store.kept(_KEY, lambda: Reading(store))
