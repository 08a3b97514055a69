"""The rules of a day, as citations are checked against them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from math import ceil

from kb.citations.quotations import ComparableText, Quotation
from kb.history.succession import RuleOutcome, trace_succession
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import RuleNumber, as_rule_number
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import read_texts_with_examples
from kb.text.normalization import classify_change

# Few rules have so many of a quotation's longest words.
_TELLING_WORDS = 6


class RulesInForce:
    """The rules that are in force from one edition or excerpt to the next."""

    def __init__(self, view: View) -> None:
        self.rules = view.rules_by_number()
        self.texts: dict[RuleNumber, ComparableText] = {}
        parents = {number.parent for number in self.rules}
        self.known = {*self.rules, *parents, *(parent.parent for parent in parents if parent)}

    @cached_property
    def last_below(self) -> Mapping[tuple[int, ...], int]:
        """The last section, rule or subrule below each chapter, section or rule: by the numbers of the levels above."""
        last: dict[tuple[int, ...], int] = {}
        for number in filter(None, self.known):
            for level in range(1, len(number)):
                last[number[:level]] = max(number[level], last.get(number[:level], 0))
        return last

    @cached_property
    def folded(self) -> Mapping[RuleNumber, str]:
        """The texts without case."""
        return {number: rule.text.casefold() for number, rule in self.rules.items()}

    @cached_property
    def titled(self) -> Mapping[tuple[str, ...], Sequence[RuleNumber]]:
        """The numbers of the rules with each title, found by the title's words in a form that can be compared."""
        found: dict[tuple[str, ...], list[RuleNumber]] = defaultdict(list)
        for number, rule in self.rules.items():
            if rule.title:
                found[tuple(ComparableText(rule.title).words)].append(number)
        return found


class RulesOfDay:
    """The rules of one day."""

    def __init__(self, view: View, in_force: RulesInForce) -> None:
        self.view = view
        # If no whole edition is in force, a number that no excerpt quotes may still be a rule.
        self.is_complete = view.base is not None
        self.rules, self.known, self._texts = in_force.rules, in_force.known, in_force.texts
        self._in_force = in_force

    @property
    def name(self) -> str:
        """The name of the edition for messages."""
        if self.view.base is None:
            return _("{lang} as of {day}", lang=self.view.lang, day=self.view.as_of)
        return f"{self.view.lang} {self.view.base}"

    def text(self, number: RuleNumber) -> ComparableText:
        """Return the text of a rule in a form that can be compared with quotations."""
        if number not in self._texts:
            self._texts[number] = ComparableText(self.rules[number].text)
        return self._texts[number]

    def rules_with(self, parts: Sequence[ComparableText]) -> list[RuleNumber]:
        """Return the rules that have all parts of a quotation."""
        words = {word for part in parts for word in part.words if word.isalnum()}
        telling = sorted(words, key=len, reverse=True)[:_TELLING_WORDS]
        return [
            number
            for number, text in self._in_force.folded.items()
            if all(word in text for word in telling) and self.text(number).contains(parts)
        ]

    def is_past_last(self, number: RuleNumber, age: int) -> bool:
        """True if a number may be new since this edition, which is `age` days old.

        New rules get the numbers after the last number of their section, and new subrules those after the last subrule.
        """
        parent = number.parent
        if parent is None:
            return False
        if parent not in self.known:
            return number.subrule != 0 and self.is_past_last(parent, age)
        level = _LEVELS.index(number.kind) + 1
        last = self._in_force.last_below.get(number[:level], 0)
        if not last:
            return number.kind == "subrule" and number[-1] == 1
        return 0 < number[level] - last <= ceil(_NEW_IN_A_YEAR[number.kind] * age / 365)

    def titled(self, quotation: Quotation) -> list[RuleNumber]:
        """Return the rules with a quoted title."""
        return list(self._in_force.titled.get(tuple(ComparableText(quotation.text).words), ()))

    def deprecation(self, number: RuleNumber) -> str | None:
        """Return the message that a rule is deprecated. Return None for other rules."""
        rule = self.rules.get(number)
        if rule is None or rule.status != "deprecated":
            return None
        return _(
            "{number} no longer applies ({edition}): {beginning}",
            number=number,
            edition=self.name,
            beginning=_beginning(rule.text),
        )


class OutcomesSince:
    """What the rules in force on day `then` became by day `now`, traced once for all citations that mean day `then`."""

    def __init__(self, store: Store, lang: Lang, then: date, now: date) -> None:
        self._store = store
        self._outcomes = trace_succession(store, lang, then, now).outcomes
        self._then, self._now = rules_of_edition(store, lang, then), rules_of_edition(store, lang, now)
        self._places: dict[RuleNumber, int] = {}
        for place, rule in self._then.items():
            self._places.setdefault(as_rule_number(rule.number), place)

    def outcome(self, number: RuleNumber) -> RuleOutcome | None:
        """Return the outcome of the rule that had a number on day `then`. Return None if no rule had the number."""
        place = self._places.get(number)
        return None if place is None else self._outcomes[place]

    def present_number(self, place: int) -> RuleNumber:
        """Return the number of a place in the edition of day `now`."""
        return as_rule_number(self._now[place].number)

    def is_reworded(self, number: RuleNumber) -> bool:
        """True if the text of a rule has changed in class `wording` since day `then`, when the rule had `number`."""
        place = self._places[number]
        present = self._outcomes[place].place
        if present is None:
            return False
        then, now = self._then[place].wording, self._now[present].wording
        if then == now:
            return False
        texts = read_texts_with_examples(self._store, (then, now))
        return classify_change(texts[then], texts[now]) == "wording"


# How many new numbers may follow the last number of an edition, for each year of its age. From 2010 to 2025, no year
# added more sections to a chapter or more rules to a section. Only rules that were rewritten got more subrules.
_NEW_IN_A_YEAR = {"section": 3, "rule": 12, "subrule": 4}


_LEVELS = ("section", "rule", "subrule")


def _beginning(text: str) -> str:
    first = text.partition("\n")[0]
    return first if len(first) <= 100 else f"{first[:100].rsplit(maxsplit=1)[0]} …"
