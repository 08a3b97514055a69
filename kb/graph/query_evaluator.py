"""What structural queries select: a query evaluated over the references of a view, and over its past."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kb.graph.citation_graph import CitationGraph
from kb.graph.query_parser import (
    AndQuery,
    BelowAtom,
    DeprecatedAtom,
    EventAtom,
    FrenchState,
    HasExampleAtom,
    NotQuery,
    NumbersAtom,
    OrQuery,
    Query,
    RelationAtom,
    TextAtom,
    TranslationAtom,
    UnderAtom,
)
from kb.rule_number import NumberRange, RuleNumber

if TYPE_CHECKING:
    from kb.history.changes_between import ChangesBetween


TranslationLookup = Callable[[FrenchState], set[RuleNumber]]
"""The numbers of a view whose French is so far."""


def evaluate_query(
    query: Query,
    graph: CitationGraph,
    past: ChangesBetween | None = None,
    translations: TranslationLookup | None = None,
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


def _events(query: Query) -> Iterator[EventAtom]:
    """The parts of a query that ask what happened."""
    match query:
        case EventAtom():
            yield query
        case RelationAtom(_, part) | NotQuery(part):
            yield from _events(part)
        case AndQuery(parts) | OrQuery(parts):
            for part in parts:
                yield from _events(part)
        case _:
            return


def _happened(event: EventAtom, past: ChangesBetween | None) -> set[RuleNumber]:
    if past is None:
        raise ValueError(f"{event} asks about the past")
    if event.event == "changed":
        return past.rules_changed(event.first, event.last, event.change)
    asked = {"born": past.rules_born, "moved": past.rules_moved, "gone": past.rules_gone}
    return asked[event.event](event.first, event.last)


class _Evaluation:
    """Answers the parts of a query over one graph.

    Parts may give numbers that the view doesn't have but a reference names, so that `refs(110.10)` finds
    who cites a rule that isn't there; `select` gives only what is there.
    """

    def __init__(
        self,
        graph: CitationGraph,
        past: ChangesBetween | None,
        gone: set[RuleNumber],
        translations: TranslationLookup | None,
        *,
        without_gone: bool = False,
    ) -> None:
        self._graph, self._past, self._without_gone = graph, past, without_gone
        self._translations = translations
        self._known = set(graph.known_numbers) | gone

    def numbers(self, query: Query) -> set[RuleNumber]:
        match query:
            case NumbersAtom() | BelowAtom() | UnderAtom():
                atom = _today(query, self._past)
                return {number for number in self._known if atom.covers(number)}
            case EventAtom() | TranslationAtom():
                return self._told(query)
            case TextAtom() | HasExampleAtom() | DeprecatedAtom():
                return {number for number, rules in self._graph.rules.items() if any(map(query.matches, rules))}
            case RelationAtom(relation, to):
                follow = self._graph.rules_citing if relation.startswith("refs") else self._graph.numbers_cited_by
                return follow(self.numbers(to), transitive=relation.endswith("+"))
            case NotQuery(part):
                return self._known - self.numbers(part)
            case AndQuery(parts) | OrQuery(parts):
                together = set.intersection if isinstance(query, AndQuery) else set.union
                return together(*map(self.numbers, parts))

    def _told(self, query: EventAtom | TranslationAtom) -> set[RuleNumber]:
        """What the past of the view tells, or its translation."""
        if isinstance(query, EventAtom):
            return set() if query.event == "gone" and self._without_gone else _happened(query, self._past)
        if self._translations is None:
            raise ValueError(f"{query} asks about the French")
        return self._translations(query.state)


def _today(
    atom: NumbersAtom | BelowAtom | UnderAtom, past: ChangesBetween | None
) -> NumbersAtom | BelowAtom | UnderAtom:
    """An atom with the number that its pinned rule has in the view."""
    if atom.edition is None:
        return atom
    if past is None:
        raise ValueError(f"{atom} asks about the past")
    from kb.history.pinned_number import PinnedNumber

    number = past.current_number(
        PinnedNumber(atom.number if isinstance(atom, BelowAtom) else atom.numbers.first, atom.edition)
    )
    return BelowAtom(number) if isinstance(atom, BelowAtom) else type(atom)(NumberRange(number, number))
