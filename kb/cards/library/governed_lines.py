"""The lines of a card, each with the rules that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.cards.governing_rules import GoverningRule, GoverningRules
from kb.cards.library.library_card import LibraryCard, LibraryLine
from kb.storage.store import Store
from kb.storage.view import View


@dataclass(frozen=True, slots=True)
class GovernedLine:
    """A line of a card, and the rules that it rests on, each with its heading or, if asked for, its text."""

    line: LibraryLine
    rules: Mapping[GoverningRule, str]


def governed_lines(
    store: Store, view: View, card: LibraryCard, *, full: bool = False
) -> tuple[tuple[GovernedLine, ...], ...]:
    """Return the lines of each face with their rules in a view. `full` takes the rules' texts, not their headings."""
    governing = GoverningRules(store, view)

    def governed(line: LibraryLine) -> GovernedLine:
        rules = governing.of(line.concepts)
        return GovernedLine(line, {rule: governing.text(rule) if full else rule.heading for rule in rules})

    return tuple(tuple(map(governed, lines)) for lines in card.lines)
