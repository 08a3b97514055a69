"""The parser: top down over the tries of the grammar, with all results of a category at a place kept.

A category at a place may end at several tokens. Of two phrases between the same tokens, the one found first wins:
literal tokens come before slots, and slots come in the order of the files.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping

from kb.cards.grammar.nodes import Node, Value
from kb.cards.grammar.productions import Grammar, State
from kb.cards.grammar.tokens import Tokens

Terminal = Callable[[Tokens, int], list[tuple[int, Value]]]
"""A category that code reads: it returns the ends and the values of what begins at a token."""

Found = Mapping[int, Value]
"""What a category may be at a place, by the index of the token after its end."""

_NOTHING: Found = {}
_HEADED = ("s", "p")

_JOINING = {"&": ("and",), "/": ("or", "and/or"), ",": ("and", ",")}


class ChartParser:
    """Parses one text by the grammar. Every category at every place is read at most once."""

    def __init__(self, grammar: Grammar, terminals: Mapping[str, Terminal], tokens: Tokens) -> None:
        self._grammar = grammar
        self._terminals = terminals
        self.tokens = tokens
        self._words = tokens.words
        self._inflections = [grammar.inflections.get(word, ()) for word in tokens.words]
        self._memo: dict[tuple[str, int], Found] = {}

    def parse(self, category: str, at: int) -> Found:
        """Return all phrases of a category that begin at a token."""
        key = (category, at)
        known = self._memo.get(key)
        if known is not None:
            return known
        self._memo[key] = _NOTHING
        if category in self._terminals:
            found: Found = dict(self._terminals[category](self.tokens, at))
        elif category in self._grammar.tries:
            found = self._category(self._grammar.tries[category], at)
        elif category[0] == "(":
            found = self._choice(self._grammar.choices[category], at)
        else:
            found = self._list(category[:-1], category[-1], at)
        self._memo[key] = found
        return found

    def _category(self, root: State, at: int) -> Found:
        """Walk the trie of a category."""
        found: dict[int, Value] = {}
        for end, state, roles in self._walk(root, at, ()):
            production = state.accepts
            if production is not None and end not in found:
                found[end] = Node(production.category, production.name, roles, self.tokens.span(at, end))
        return found

    def _walk(
        self, state: State, at: int, roles: tuple[tuple[str, Value], ...]
    ) -> Iterator[tuple[int, State, tuple[tuple[str, Value], ...]]]:
        """Yield each state that accepts a production, with the place and the roles read up to it."""
        if state.accepts is not None:
            yield at, state, roles
        if at >= len(self._words):
            return
        if state.literals:
            after = state.literals.get(self._words[at])
            if after is not None:
                yield from self._walk(after, at + 1, roles)
            for inflected in self._inflections[at]:
                after = state.literals.get(inflected)
                if after is not None:
                    yield from self._walk(after, at + 1, roles)
        for slot, after in state.slots:
            for end, value in self.parse(slot.category, at).items():
                if slot.number in _HEADED and not self._agrees(value, slot.number):
                    continue
                yield from self._walk(after, end, (*roles, (slot.role, value)))

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
        for phrase in phrases.get(words[at], ()) if at < len(words) else ():
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
