"""The categories that a word may begin: the first sets of the grammar.

Most categories can't begin with the next word of a text. The parser asks here, before it walks the trie of a category.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from kb.cards.grammar.productions import LISTS, Grammar, State

# Words that are kept with their categories. Cards have 15,000 words, but a few thousand of them make up most lines.
_MOST_WORDS = 4096


class FirstWords:
    """The categories that each word may begin."""

    def __init__(self, grammar: Grammar, may_begin: Mapping[str, Callable[[str], bool]]) -> None:
        """Collect the first words of all categories.

        Args:
            grammar: the grammar. No category is empty, and none begins with itself.
            may_begin: the categories that code reads, with the test of a first word.
        """
        self._grammar, self._may_begin = grammar, may_begin
        self._openers: dict[str, frozenset[str]] = {}
        self._opened_by: dict[str, set[str]] = {}
        for category in _slot_categories(grammar):
            for opener in self._openers_of(category):
                self._opened_by.setdefault(opener, set()).add(category)
        self._shared: dict[frozenset[str], frozenset[str]] = {}
        self.categories = lru_cache(maxsize=_MOST_WORDS)(self._find_categories)

    def _find_categories(self, word: str) -> frozenset[str]:
        """Return the categories that a word may begin."""
        read_by_code = (name for name, may_begin in self._may_begin.items() if may_begin(word))
        openers = (f"={word}", *(f"={key}" for key in self._grammar.inflections.get(word, ())), *read_by_code)
        found = frozenset().union(*(self._opened_by.get(opener, ()) for opener in openers))
        # Many words may begin the same categories.
        return self._shared.setdefault(found, found)

    def _openers_of(self, category: str) -> frozenset[str]:
        """Return what a category begins with: keys of literals with "=" before them, and categories that code reads."""
        if category not in self._openers:
            self._openers[category] = frozenset(self._find_openers(category))
        return self._openers[category]

    def _find_openers(self, category: str) -> Iterator[str]:
        """Yield what a category begins with."""
        single = category.rstrip(LISTS)
        if category in self._may_begin:
            yield category
        elif category in self._grammar.choices:
            yield from (f"={word}" for word in self._grammar.choices[category])
        elif single != category:
            yield from self._openers_of(single)
        elif category in self._grammar.tries:
            root = self._grammar.tries[category]
            yield from (f"={key}" for key in root.literals)
            for slot, _after in root.slots:
                yield from self._openers_of(slot.category)


def _slot_categories(grammar: Grammar) -> set[str]:
    """Return the categories of all slots of a grammar."""
    found: set[str] = set()
    pending: list[State] = list(grammar.tries.values())
    while pending:
        state = pending.pop()
        pending += state.literals.values()
        for slot, after in state.slots:
            found.add(slot.category)
            pending.append(after)
    return found
