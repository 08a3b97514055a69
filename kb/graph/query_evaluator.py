"""What structural queries select: a query evaluated over the references of a view, and over its past."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kb.graph.citation_graph import Graph
from kb.graph.query_parser import (
    And,
    Below,
    Deprecated,
    Far,
    Happened,
    HasExample,
    Not,
    Numbers,
    Or,
    Query,
    Related,
    Text,
    Translated,
    Under,
)
from kb.rule_number import NumberRange, RuleNumber

if TYPE_CHECKING:
    from kb.history.changes_between import Past


Translations = Callable[[Far], set[RuleNumber]]
"""The numbers of a view whose French is so far."""


def select(
    query: Query, graph: Graph, past: Past | None = None, translations: Translations | None = None
) -> tuple[RuleNumber, ...]:
    """The numbers of a view that a query gives, in the order of the rules.

    A number that the view doesn't have is given only because of `gone`.

    Args:
        query: the query.
        graph: the references of the view.
        past: of the same view; a query that names a day needs it.
        translations: of the same view; a query that asks how far the French is needs it.

    Raises:
        NotFound: there was no such rule or no edition on a day that the query names.
    """
    gone = {number for event in _events(query) if event.event == "gone" for number in _happened(event, past)}
    found = _Evaluation(graph, past, gone, translations).numbers(query)
    here = {number for number in graph.rules if number in found}
    if lost := (gone & found) - here:
        here |= lost - _Evaluation(graph, past, gone, translations, without_gone=True).numbers(query)
    return tuple(sorted(here))


def _events(query: Query) -> Iterator[Happened]:
    """The parts of a query that ask what happened."""
    match query:
        case Happened():
            yield query
        case Related(_, part) | Not(part):
            yield from _events(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _events(part)
        case _:
            return


def _happened(event: Happened, past: Past | None) -> set[RuleNumber]:
    if past is None:
        raise ValueError(f"{event} asks about the past")
    if event.event == "changed":
        return past.changed(event.first, event.last, event.change)
    asked = {"born": past.born, "moved": past.moved, "gone": past.gone}
    return asked[event.event](event.first, event.last)


class _Evaluation:
    """Answers the parts of a query over one graph.

    Parts may give numbers that the view doesn't have but a reference names, so that `refs(110.10)` finds
    who cites a rule that isn't there; `select` gives only what is there.
    """

    def __init__(
        self,
        graph: Graph,
        past: Past | None,
        gone: set[RuleNumber],
        translations: Translations | None,
        *,
        without_gone: bool = False,
    ) -> None:
        self._graph, self._past, self._without_gone = graph, past, without_gone
        self._translations = translations
        self._known = set(graph.known) | gone

    def numbers(self, query: Query) -> set[RuleNumber]:
        match query:
            case Numbers() | Below() | Under():
                atom = _today(query, self._past)
                return {number for number in self._known if atom.covers(number)}
            case Happened() | Translated():
                return self._told(query)
            case Text() | HasExample() | Deprecated():
                return {number for number, rules in self._graph.rules.items() if any(map(query.fits, rules))}
            case Related(relation, to):
                follow = self._graph.citing if relation.startswith("refs") else self._graph.cited_by
                return follow(self.numbers(to), transitive=relation.endswith("+"))
            case Not(part):
                return self._known - self.numbers(part)
            case And(parts) | Or(parts):
                together = set.intersection if isinstance(query, And) else set.union
                return together(*map(self.numbers, parts))

    def _told(self, query: Happened | Translated) -> set[RuleNumber]:
        """What the past of the view tells, or its translation."""
        if isinstance(query, Happened):
            return set() if query.event == "gone" and self._without_gone else _happened(query, self._past)
        if self._translations is None:
            raise ValueError(f"{query} asks about the French")
        return self._translations(query.state)


def _today(atom: Numbers | Below | Under, past: Past | None) -> Numbers | Below | Under:
    """An atom with the number that its pinned rule has in the view."""
    if atom.edition is None:
        return atom
    if past is None:
        raise ValueError(f"{atom} asks about the past")
    from kb.history.pinned_number import Pin

    number = past.today(Pin(atom.number if isinstance(atom, Below) else atom.numbers.first, atom.edition))
    return Below(number) if isinstance(atom, Below) else type(atom)(NumberRange(number, number))
