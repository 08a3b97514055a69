"""Cache of the texts of a knowledge base. The laws of all days share the cache.

Most of the 3,300 rules of an edition have the same wording as in the edition before. A rule has one history for all
editions. So each wording and each history is read only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from kb.errors import NotFound
from kb.history.history import RuleHistory
from kb.rule_number import RuleNumber
from kb.rulings.law.reviewed_wordings import opening, wording_hash
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import read_texts

_KEY = "rulings"


@dataclass(frozen=True)
class RuleWording:
    """The wording of a rule.

    Attributes:
        text: the printed text.
    """

    text: str

    @cached_property
    def hash(self) -> str:
        """The hash that identifies a reviewed wording."""
        return wording_hash(self.text)

    @cached_property
    def opening(self) -> str:
        """The first words of the text, in the same normal form as the field `opens` of the files in `data/pins`."""
        return opening(self.text)


class WordingCache:
    """A cache of English wordings and histories of rules, valid until the store changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wordings: dict[int, RuleWording] = {}
        self._histories: dict[tuple[RuleNumber, date], RuleHistory | None] = {}

    @cached_property
    def whole_editions(self) -> tuple[date, ...]:
        """The days of the whole English editions, oldest first."""
        return tuple(map(date.fromisoformat, self._store.whole_editions("en")))

    def wordings(self, wanted: Iterable[int]) -> Mapping[int, RuleWording]:
        """Read the wordings with the wanted ids. Return all wordings read so far, by id."""
        if unread := [each for each in wanted if each not in self._wordings]:
            for at, (_lang, text) in read_texts(self._store, unread).items():
                self._wordings[at] = RuleWording(text)
        return self._wordings

    def history_of(self, number: RuleNumber, day: date) -> RuleHistory | None:
        """Return the history of the rule under a number in the whole edition of a day; None if it is unknown."""
        if (number, day) not in self._histories:
            self._histories[number, day] = self._read_history(number, day)
        return self._histories[number, day]

    def _read_history(self, number: RuleNumber, day: date) -> RuleHistory | None:
        from kb.history.pinned_number import PinnedNumber, pinned_rule_history

        view = View(self._store, "en", day)
        if view.base != day:
            return None
        try:
            return pinned_rule_history(self._store, view, PinnedNumber(number, day))
        except NotFound:
            return None


def wording_cache(store: Store) -> WordingCache:
    """Return the cache that the laws of a store share."""
    return store.cached_value(_KEY, lambda: WordingCache(store))
