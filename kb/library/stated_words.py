"""The words that situations may use beyond the program's own lists: those of the newest edition known."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from typing import TYPE_CHECKING

from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from kb.rulings.situation.known_words import KnownWords


def known_words(open_store: Callable[[], AbstractContextManager[Store]]) -> KnownWords:
    """Return the subtypes and keyword abilities that situations may name.

    The store is opened only if a situation has a word that the program doesn't know.
    """
    from kb.rulings.encoded.characteristics.subtype_lists import words_of_edition
    from kb.rulings.law.applicable_law import Law
    from kb.rulings.situation.known_words import KnownWords

    def newest_words() -> frozenset[str]:
        with open_store() as store:
            return words_of_edition(Law(store, date.max), View(store, "en", date.max))

    return KnownWords(newest_words)
