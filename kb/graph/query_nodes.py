"""The syntax tree of structural queries, whose nodes are immutable. Parsing `str(node)` returns an equal node."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from kb.model import Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.text.folding import strip_accents
from kb.text.normalization import ChangeClass

Relation = Literal["refs", "refs+", "cited-by", "cited-by+"]
ChangeEvent = Literal["born", "changed", "moved", "gone"]
FrenchState = Literal["current", "stale", "untranslated", "missing"]

_QUOTES_AND_DASHES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"})


def fold_phrase(text: str) -> str:
    """Return a text for comparison: without case and accents, and with one form of quotes, dashes and blanks."""
    return " ".join(strip_accents(text.translate(_QUOTES_AND_DASHES)).casefold().split())


@dataclass(frozen=True, slots=True)
class NumberAtom:
    """Rules selected by number, in the view or on a day.

    Attributes:
        numbers: one number or a range.
        scope: `exact` selects only `numbers` (`306.5`, `301.5a-301.5f`). `below` selects all numbers below a number,
            but not the number itself (`306.*`). `under` selects `numbers` and all numbers below them (`under(306)`).
        edition: the day of a pinned number, as in `306.7@2009-09-04`, `212.*@2007-10-01`, `under(212@2007-10-01)`.
    """

    numbers: NumberRange
    scope: Literal["exact", "below", "under"] = "exact"
    edition: date | None = None

    def covers(self, number: RuleNumber) -> bool:
        """Return True if the atom selects `number`."""
        first, last = self.numbers.first, self.numbers.last
        if self.scope == "exact":
            return first <= number <= last and number.kind == first.kind
        return self.numbers.covers(number) and (self.scope == "under" or number != first)

    def __str__(self) -> str:
        pin = f"@{self.edition}" if self.edition else ""
        if self.scope == "under":
            return f"under({self.numbers}{pin})"
        return f"{self.numbers}{'.*' if self.scope == 'below' else ''}{pin}"


@dataclass(frozen=True, slots=True)
class RelationAtom:
    """Rules that cite rules of the query `target` (`refs(306.*)`), or are cited by rules of it (`cited-by(306.*)`)."""

    relation: Relation
    target: Query

    def __str__(self) -> str:
        return f"{self.relation}({self.target})"


@dataclass(frozen=True, slots=True)
class TextAtom:
    """Rules whose own text, without examples, contains a phrase: `text("loyalty ability")`."""

    phrase: str

    def matches(self, rule: Rule) -> bool:
        """Return True if the atom selects `rule`."""
        return fold_phrase(self.phrase) in fold_phrase(rule.text)

    def __str__(self) -> str:
        escaped = re.sub(r'(["\\])', r"\\\1", self.phrase)
        return f'text("{escaped}")'


@dataclass(frozen=True, slots=True)
class PropertyAtom:
    """Rules with a property: `has(example)` selects rules with examples, `deprecated` selects deprecated rules."""

    name: Literal["has(example)", "deprecated"]

    def matches(self, rule: Rule) -> bool:
        """Return True if the atom selects `rule`."""
        return rule.status == "deprecated" if self.name == "deprecated" else bool(rule.examples)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class EventAtom:
    """Rules that had an event between the editions of two days: `born(2024-01-01..2025-01-01)`.

    Attributes:
        event: `born`, `changed`, `moved` or `gone`.
        first: the earlier day, or None for the first edition.
        last: the later day, or None for the edition in view.
        change: the class of the change, if the event is `changed`; None for all classes.
    """

    event: ChangeEvent
    first: date | None
    last: date | None
    change: ChangeClass | None = None

    def __str__(self) -> str:
        kind = f", {self.change}" if self.change else ""
        return f"{self.event}({self.first or ''}..{self.last or ''}{kind})"


@dataclass(frozen=True, slots=True)
class TranslationAtom:
    """Rules whose French translation has a state: `stale(fr)`."""

    state: FrenchState

    def __str__(self) -> str:
        return f"{self.state}(fr)"


@dataclass(frozen=True, slots=True)
class NotQuery:
    """All rules that a query doesn't select."""

    query: Query

    def __str__(self) -> str:
        return f"!({self.query})" if isinstance(self.query, AndQuery | OrQuery) else f"!{self.query}"


@dataclass(frozen=True, slots=True)
class AndQuery:
    """The intersection of several queries."""

    parts: tuple[Query, ...]

    def __str__(self) -> str:
        return " & ".join(f"({part})" if isinstance(part, AndQuery | OrQuery) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class OrQuery:
    """The union of several queries."""

    parts: tuple[Query, ...]

    def __str__(self) -> str:
        return " | ".join(f"({part})" if isinstance(part, OrQuery) else str(part) for part in self.parts)


Query = (
    NumberAtom | RelationAtom | TextAtom | PropertyAtom | EventAtom | TranslationAtom | NotQuery | AndQuery | OrQuery
)
