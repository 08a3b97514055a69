"""Evaluation of structural queries over the citation graph of a view, its changes and its translations."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.graph.citation_graph import CitationGraph
from kb.graph.query_nodes import (
    AndQuery,
    EventAtom,
    FrenchState,
    NotQuery,
    NumberAtom,
    OrQuery,
    PropertyAtom,
    Query,
    RelationAtom,
    TextAtom,
    TranslationAtom,
)
from kb.history.changes_between import ChangesBetween
from kb.history.pinned_number import PinnedNumber
from kb.rule_number import NumberRange, RuleNumber

TranslationLookup = Callable[[FrenchState], set[RuleNumber]]
"""A function that takes a state, and returns the numbers of the rules whose French translation has this state."""


def evaluate_query(
    query: Query,
    graph: CitationGraph,
    past: ChangesBetween | None = None,
    translations: TranslationLookup | None = None,
) -> tuple[RuleNumber, ...]:
    """Return the numbers that a query selects, in the order of the rules.

    Only `gone` selects numbers that the view doesn't have. A query that names a day needs `past`. A query about states
    of translations needs `translations`. `past` and `translations` must belong to the view of the graph.

    Raises:
        NotFound: a pinned rule isn't known, or no edition is known for a day of the query.
    """
    gone = {number for atom in _event_atoms(query) if atom.event == "gone" for number in _numbers_of(atom, past)}
    selected = _Evaluator(graph, past, gone, translations).numbers(query)
    here = {number for number in graph.rules if number in selected}
    if missing := (gone & selected) - here:
        here |= missing - _Evaluator(graph, past, gone, translations, without_gone=True).numbers(query)
    return tuple(sorted(here))


def _event_atoms(query: Query) -> Iterator[EventAtom]:
    match query:
        case EventAtom():
            yield query
        case RelationAtom(_, part) | NotQuery(part):
            yield from _event_atoms(part)
        case AndQuery(parts) | OrQuery(parts):
            for part in parts:
                yield from _event_atoms(part)
        case _:
            return


def _numbers_of(atom: EventAtom, past: ChangesBetween | None) -> set[RuleNumber]:
    if past is None:
        raise ValueError(f"{atom} asks about the past")
    match atom.event:
        case "changed":
            return past.rules_changed(atom.first, atom.last, atom.change)
        case "born":
            return past.rules_born(atom.first, atom.last)
        case "moved":
            return past.rules_moved(atom.first, atom.last)
        case "gone":
            return past.rules_gone(atom.first, atom.last)


class _Evaluator:
    """An evaluator of the parts of a query over one graph.

    Parts may select numbers that references name but the view lacks. So `refs(110.10)` finds the rules that cite the
    missing rule 110.10.
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
            case NumberAtom():
                atom = _unpinned(query, self._past)
                return {number for number in self._known if atom.covers(number)}
            case EventAtom() | TranslationAtom():
                return self._looked_up(query)
            case TextAtom() | PropertyAtom():
                return {number for number, rules in self._graph.rules.items() if any(map(query.matches, rules))}
            case RelationAtom(relation, target):
                follow = self._graph.rules_citing if relation.startswith("refs") else self._graph.numbers_cited_by
                return follow(self.numbers(target), transitive=relation.endswith("+"))
            case NotQuery(part):
                return self._known - self.numbers(part)
            case AndQuery(parts) | OrQuery(parts):
                combine = set.intersection if isinstance(query, AndQuery) else set.union
                return combine(*map(self.numbers, parts))

    def _looked_up(self, atom: EventAtom | TranslationAtom) -> set[RuleNumber]:
        """Return the numbers that a part of a query about changes or translations selects. Example: `stale(fr)`."""
        if isinstance(atom, EventAtom):
            return set() if atom.event == "gone" and self._without_gone else _numbers_of(atom, self._past)
        if self._translations is None:
            raise ValueError(f"{atom} asks about the French")
        return self._translations(atom.state)


def _unpinned(atom: NumberAtom, past: ChangesBetween | None) -> NumberAtom:
    """If `atom` has a pinned number, replace this number by the number of the pinned rule in the view."""
    if atom.edition is None:
        return atom
    if past is None:
        raise ValueError(f"{atom} asks about the past")
    number = past.current_number(PinnedNumber(atom.numbers.first, atom.edition))
    return NumberAtom(NumberRange(number, number), atom.scope)
