"""The rules that govern a line of card text, with their numbers in an edition.

Keywords and keyword actions are found by the headings of an English edition (702.9 is headed "Flying"). The rules of
kinds and templates are pinned numbers, which are followed through lineages to the edition. A French document has the
numbers of the English rules of its day. So its rules are found by their English numbers on that day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import NamedTuple

from kb.errors import RulesError
from kb.languages import Lang
from kb.rule_number import RuleNumber, as_rule_number
from kb.storage.store import Store
from kb.storage.view import View

_SECTIONS = {"keyword abilities": "keyword", "keyword actions": "action"}


class GoverningRule(NamedTuple):
    """A rule that governs a line: its number in the edition in a language, with its heading or the one above it."""

    number: RuleNumber
    lang: Lang
    heading: str

    def __str__(self) -> str:
        """The number and the heading."""
        return f"{self.number} {self.heading}".strip()


class GoverningRules:
    """Finds the rules that govern lines, in the view of an edition."""

    def __init__(self, store: Store, view: View) -> None:
        self._store = store
        self._views: dict[Lang, View] = {view.lang: view}
        if view.lang != "en":
            self._views["en"] = View(store, "en", view.as_of)
        self._english = EnglishRules(store, self._views["en"])
        self._earlier: dict[date, EnglishRules] = {}

    def of(self, concepts: Iterable[str]) -> tuple[GoverningRule, ...]:
        """Return the rules for what `kb.cards.concepts.concepts` has found in a line, in its order.

        A rule that French texts in force don't have is given in English. A rule that the English edition doesn't have
        either is left out: a keyword that is younger than the edition has no rule there.
        """
        found = (self._in_french(concept) or self._in_english(concept) for concept in concepts)
        return tuple(dict.fromkeys(rule for rule in found if rule is not None))

    def text(self, rule: GoverningRule) -> str:
        """Return the text of a rule, or "" if the rule has only rules below it."""
        printed = self._views[rule.lang].rule(rule.number)
        return printed.item.text if printed else ""

    def _in_english(self, concept: str) -> GoverningRule | None:
        """Return the rule of a concept in the English edition, or None."""
        number = self._english.number(concept)
        return None if number is None else _with_heading(number, "en", self._english.headings)

    def _in_french(self, concept: str) -> GoverningRule | None:
        """Return the rule of a concept as a French text in force has it, or None."""
        if "fr" not in self._views:
            return None
        for day in sorted({*self._french_days.values()}, reverse=True):
            if day not in self._earlier:
                self._earlier[day] = EnglishRules(self._store, View(self._store, "en", day))
            number = self._earlier[day].number(concept)
            if number is not None and self._french_days.get(str(number)) == day:
                return _with_heading(number, "fr", self._french_headings)
        return None

    @cached_property
    def _french_days(self) -> dict[str, date]:
        """The day of each French rule in force, by its number."""
        rows = (row for row in self._views["fr"].place_rows() if row.kind == "rule")
        return {row.label: date.fromisoformat(row.edition) for row in rows}

    @cached_property
    def _french_headings(self) -> dict[str, str]:
        return self._views["fr"].headings()


class EnglishRules:
    """The numbers of the rules of keywords, kinds and templates in an English edition."""

    def __init__(self, store: Store, view: View) -> None:
        self._store = store
        self._view = view
        self.headings = view.headings()
        """The headings of the edition, by number."""
        self._names = dict(_headed(self.headings))
        self._pins: dict[str, RuleNumber | None] = {}

    def number(self, concept: str) -> RuleNumber | None:
        """Return the number of the rule for a concept of `kb.cards.concepts.concepts`, or None."""
        if ":" in concept:
            return self._names.get(concept)
        if concept not in self._pins:
            self._pins[concept] = self._pinned(concept)
        return self._pins[concept]

    def _pinned(self, concept: str) -> RuleNumber | None:
        """Follow a pinned number to the edition, or to the rule that it was merged into."""
        # Imported here, because a line of keywords needs no pinned numbers, and `rules card` is to start fast.
        from kb.history.pinned_number import PinnedNumber, parse_number_or_pin, resolve_pin

        pin = parse_number_or_pin(concept)
        if not isinstance(pin, PinnedNumber):
            return pin
        try:
            found = resolve_pin(self._store, self._view, pin)
        except RulesError:
            return None
        number = found.number or (found.merged_into.number if found.merged_into is not None else None)
        return None if number is None else as_rule_number(number)


def _with_heading(number: RuleNumber, lang: Lang, headings: Mapping[str, str]) -> GoverningRule:
    """Return a rule with its heading, or with the heading above it."""
    return GoverningRule(number, lang, headings.get(str(number)) or headings.get(str(number.parent or number)) or "")


def _headed(titles: Mapping[str, str]) -> Iterator[tuple[str, RuleNumber]]:
    """Yield the keywords and keyword actions of an edition with the numbers of their headings."""
    headings = [(RuleNumber.parse(label), title) for label, title in titles.items()]
    sections = {str(number): _SECTIONS[title.lower()] for number, title in headings if title.lower() in _SECTIONS}
    for number, title in headings:
        kind = sections.get(str(number).partition(".")[0])
        if kind is not None and number.kind == "rule":
            for name in re.split(r" and ", title.lower().rstrip("!")):
                yield f"{kind}:{name}", number
