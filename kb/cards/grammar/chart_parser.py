"""The parser: top down over the tries of the grammar, with all results of a category at a place kept.

A category at a place may end at several tokens. Of two phrases between the same tokens, the one found first wins:
literal tokens come before slots, and slots come in the order of the files.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import NamedTuple

from kb.cards.grammar.first_words import FirstWords
from kb.cards.grammar.nodes import Node, Value
from kb.cards.grammar.productions import Grammar, State
from kb.cards.grammar.tokens import Tokens


class Terminal(NamedTuple):
    """A category that code reads.

    Attributes:
        read: returns the ends and the values of what begins at a token, the preferred one first.
        may_begin: tells whether a word may be the first. It is quicker than `read`.
    """

    read: Callable[[Tokens, int], list[tuple[int, Value]]]
    may_begin: Callable[[str], bool]


Found = Mapping[int, Value]
"""What a category may be at a place, by the index of the token after its end."""

_Roles = tuple[tuple[str, Value], ...]
_Step = tuple[State, int, _Roles]
"""A state in the trie of a category, with the place and the roles read up to it."""

_NOTHING: Found = {}
_HEADED = ("s", "p")

_JOINING = {"&": ("and",), "/": ("or", "and/or"), ",": ("and", ",")}


class ChartParser:
    """Parses one text by the grammar. Every category at every place is read at most once."""

    def __init__(
        self, grammar: Grammar, terminals: Mapping[str, Terminal], first_words: FirstWords, tokens: Tokens
    ) -> None:
        self._grammar = grammar
        self._terminals = terminals
        self.tokens = tokens
        self._words = tokens.words
        # For each token, the keys of the literals that it matches, the best last.
        self._keys = [(*reversed(grammar.inflections.get(word, ())), word) for word in tokens.words]
        # For each token, the categories that it may begin.
        self._beginning = [first_words.categories(word) for word in tokens.words]
        # For each token and for the end, the phrases of the categories that were read there.
        self._memo: list[dict[str, Found]] = [{} for _ in range(len(tokens.words) + 1)]

    def parse(self, category: str, at: int) -> Found:
        """Return all phrases of a category that begin at a token."""
        memo = self._memo[at]
        found = memo.get(category)
        if found is None:
            memo[category] = _NOTHING
            found = memo[category] = self._read(category, at)
        return found

    def _read(self, category: str, at: int) -> Found:
        """Read the phrases of a category that begin at a token."""
        if at == len(self._words):
            return _NOTHING
        if category in self._terminals:
            return dict(self._terminals[category].read(self.tokens, at))
        if category in self._grammar.tries:
            return self._category(self._grammar.tries[category], at)
        if category[0] == "(":
            return self._choice(self._grammar.choices[category], at)
        return self._list(category[:-1], category[-1], at)

    def _category(self, root: State, at: int) -> Found:
        """Walk the trie of a category, depth first."""
        found: dict[int, Value] = {}
        pending: list[_Step] = [(root, at, ())]
        while pending:
            state, end, roles = pending.pop()
            production = state.accepts
            if production is not None and end not in found:
                found[end] = Node(production.category, production.name, roles, self.tokens.span(at, end))
            if end == len(self._words):
                continue
            # The last step is taken first: phrases in their order after literals.
            if state.slots:
                pending += reversed(self._slot_steps(state, end, roles))
            literals = state.literals
            for key in self._keys[end] if literals else ():
                if key in literals:
                    pending.append((literals[key], end + 1, roles))
        return found

    def _slot_steps(self, state: State, at: int, roles: _Roles) -> list[_Step]:
        """Return the steps in the trie after the phrases that begin at a token."""
        steps: list[_Step] = []
        beginning, memo = self._beginning[at], self._memo[at]
        for slot, after in state.slots:
            if slot.category not in beginning:
                continue
            phrases = memo.get(slot.category)
            if phrases is None:
                phrases = self.parse(slot.category, at)
            for end, value in phrases.items():
                if slot.number not in _HEADED or self._agrees(value, slot.number):
                    steps.append((after, end, (*roles, (slot.role, value))))
        return steps

    def _agrees(self, value: Value, number: str) -> bool:
        """Return True if the head noun of a group may have a number, or if the verb of an action has no ending."""
        last = value[-1] if isinstance(value, tuple) else value
        if isinstance(last, Node) and last.category == "doing":
            verb = self._words[bisect_left(self.tokens.starts, last.span[0])]
            return verb not in self._grammar.third_persons
        noun = last.child("noun") if isinstance(last, Node) and last.category == "group" else None
        if noun is None:
            return True
        head = self._words[bisect_left(self.tokens.ends, noun.span[1])]
        return self._grammar.numbers.get(head, number) == number

    def _choice(self, phrases: Mapping[str, tuple[tuple[str, ...], ...]], at: int) -> Found:
        """Read one of some phrases."""
        words = self._words
        found: dict[int, Value] = {}
        for phrase in phrases.get(words[at], ()):
            if words[at : at + len(phrase)] == phrase:
                found[at + len(phrase)] = " ".join(phrase)
        return found

    def _list(self, element: str, joining: str, at: int) -> Found:
        """Read one or more phrases of a category: "a", "a and b", "a, b, and c", or one after the other."""
        found: dict[int, Value] = {}
        pending: list[tuple[int, tuple[Value, ...]]] = [(at, ())]
        words = _JOINING.get(joining, ())
        seen = {at}
        for place, before in pending:
            for end, value in self.parse(element, place).items():
                values = (*before, value)
                last = joining == "*" or len(values) == 1 or self._words[place - 1] in words
                if last and end not in found:
                    found[end] = values
                for after in self._after(end, joining, words):
                    if after not in seen:
                        seen.add(after)
                        pending.append((after, values))
        return found

    def _after(self, end: int, joining: str, words: tuple[str, ...]) -> list[int]:
        """Return the places where the next element of a list may begin."""
        if joining == "*":
            return [end] if end < len(self._words) else []
        rest = self._words[end : end + 2]
        if rest[:1] == (",",):
            return [end + 2 if rest[1:] and rest[1] in words else end + 1]
        return [end + 1] if rest[:1] and rest[0] in words else []
