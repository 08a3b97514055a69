"""The columns of a drawing: the rules that cite the subject, and the rules that it cites, by distance and section.

A column shows a limited number of rules and sections. It only counts the other rules and sections.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.graph.citation_graph import CitationEdge, GraphNode
from kb.rule_number import RuleNumber

# Limits of a column: the count of sections, the lines of all sections together, and the lines of one section.
_MAX_CARDS, _MAX_LINES, _MAX_LINES_OF_CARD = 10, 18, 6


@dataclass(frozen=True, slots=True)
class Card:
    """A section in a column.

    Attributes:
        section: the section or chapter, or None for the glossary.
        places: a dict from each citing or cited rule of the section to its references.
        shown: the number of rules with a line of their own.
    """

    section: RuleNumber | None
    places: dict[GraphNode, tuple[CitationEdge, ...]]
    shown: int = 0

    @property
    def references(self) -> int:
        """The number of different references."""
        return len({citation for citations in self.places.values() for citation in citations})


@dataclass(frozen=True, slots=True)
class Column:
    """The sections at one distance from the subject. Those in `cards` are shown, those in `folded` are only counted."""

    cards: tuple[Card, ...]
    folded: tuple[Card, ...]

    def port(self, place: GraphNode) -> str | None:
        """Return the port of the card with a place ("folded" if the card is folded). None if no card has the place."""
        for at, card in enumerate(self.cards):
            if place in card.places:
                return f"card{at}"
        return "folded" if any(place in card.places for card in self.folded) else None


def make_columns(steps: Iterable[Sequence[tuple[GraphNode, CitationEdge]]]) -> list[Column]:
    """Return a column for each step away from the subject. Stop before the first step that leads to no new place."""
    columns: list[Column] = []
    seen: set[GraphNode] = set()
    for step in steps:
        new = [(place, citation) for place, citation in step if place not in seen]
        if not new:
            break
        seen.update(place for place, _each in new)
        columns.append(_column(new))
    return columns


def _column(places: Iterable[tuple[GraphNode, CitationEdge]]) -> Column:
    """Group the places of one step by section. If there are too many sections to read, fold some of them."""
    sections: dict[RuleNumber | None, dict[GraphNode, tuple[CitationEdge, ...]]] = {}
    for place, citation in places:
        section = None if isinstance(place, str) else RuleNumber(place.chapter, place.section)
        here = sections.setdefault(section, {})
        here[place] = (*here.get(place, ()), citation)
    # The glossary comes last, as in the rules.
    ordered = sorted(sections.items(), key=lambda item: (item[0] is None, item[0] or ()))
    cards = [Card(section, dict(sorted(found.items(), key=_order))) for section, found in ordered]
    most = sorted(cards, key=lambda card: -card.references)
    # Folding a single section would save no space.
    kept = most[:_MAX_CARDS] if len(most) > _MAX_CARDS + 1 else most
    room = next(
        (each for each in range(_MAX_LINES_OF_CARD, 0, -1) if sum(_lines(card, each) for card in kept) <= _MAX_LINES), 0
    )
    return Column(
        tuple(Card(card.section, card.places, _lines(card, room)) for card in cards if card in kept),
        tuple(card for card in cards if card not in kept),
    )


def _order(item: tuple[GraphNode, object]) -> tuple[RuleNumber, str]:
    place = item[0]
    return (RuleNumber(0), place.casefold()) if isinstance(place, str) else (place, "")


def _lines(card: Card, room: int) -> int:
    """Return how many rules of a card are shown. A single hidden rule would save no space, so it is shown."""
    return len(card.places) if room and len(card.places) <= room + 1 else room
