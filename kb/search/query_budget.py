"""What one query may cost: how many words its patterns stand for, and how many texts are searched for its phrases.

Without these limits, a short query such as `a* b* c* ...` takes many seconds. All patterns and phrases of a query share
the limits, in every language and in every attempt to answer the query.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from kb.languages import LANGUAGES, Lang

MAX_WORDS = 150
"""The number of words of each language that the patterns of a query stand for, all together. Scoring a word in the
texts of all editions takes up to 4 ms."""

MAX_TEXTS = 5_000
"""The number of texts that are searched for the phrases of a query, all together. A text takes 30 µs. All
editions have 12,500 English texts with both "the" and "a"; the current edition has 2,200."""

_T = TypeVar("_T")
_PATTERNS = ("Prefix", "Wildcard", "FuzzyTerm")


class QueryBudget:
    """The costs of one query so far. `is_used_up` is True if something was left out because it would cost too much."""

    def __init__(self) -> None:
        self.is_used_up = False
        self._patterns = 0
        self._expanded = dict.fromkeys(LANGUAGES, 0)
        self._words, self._texts = dict.fromkeys(LANGUAGES, MAX_WORDS), MAX_TEXTS
        self._found: dict[Hashable, Any] = {}

    def count_patterns(self, nodes: Iterable[Any]) -> None:
        """Count the different patterns among the leaves of a query, so that each of them gets its share of the words.

        The patterns of `number:` are no patterns of words.
        """
        names = {repr(node) for node in nodes if type(node).__name__ in _PATTERNS and node.fieldname != "number"}
        self._patterns = len(names)

    def words(self, pattern: Hashable, lang: Lang, find: Callable[[], Iterable[str]]) -> Sequence[str]:
        """Return the words of a language that a pattern stands for: those that `find` returns, or the first of them.

        Each pattern gets an equal share of the words that are left. The words of a pattern are found once.
        """

        def first() -> Sequence[str]:
            share = self._words[lang] // max(1, self._patterns - self._expanded[lang])
            found = list(find())
            self.is_used_up |= len(found) > share
            self._expanded[lang] += 1
            self._words[lang] -= len(found[:share])
            return found[:share]

        return self.remember(("pattern", pattern, lang), first)

    def texts(self, entries: Collection[int]) -> Collection[int]:
        """Return the entries whose texts may be searched for a phrase: all, or the first of them."""
        allowed = entries if len(entries) <= self._texts else list(entries)[: self._texts]
        self.is_used_up |= len(allowed) < len(entries)
        self._texts -= len(allowed)
        return allowed

    def remember(self, key: Hashable, find: Callable[[], _T]) -> _T:
        """Return what `find` returned for a key when it was first asked for."""
        if key not in self._found:
            self._found[key] = find()
        found: _T = self._found[key]
        return found
