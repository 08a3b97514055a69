"""The French rules that the units of a file make, and when a rule is whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from ingest.translations.returned_files import unit_key
from ingest.translations.unit_import import FileImport, UnitJudge
from kb.errors import NotFound
from kb.history.distinct_names import distinct_names
from kb.history.history import lineage_names, rule_histories
from kb.history.pinned_number import PinnedNumber, resolve_pin
from kb.model import Example, Rule
from kb.rule_number import RuleNumber, as_rule_number
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.text.normalization import normalize_typography
from kb.translation.exchange.returned import ReturnedUnit
from kb.translation.exchange.unit_keys import UnitKey
from kb.translation.exchange.units import TranslationUnit, align_examples, normalize_lines, units_of_rule
from kb.translation.rule_pair import RulePair

_MARKER = "Exemple :"


class RuleImport:
    """The import of all units of rules that translate the same English edition."""

    def __init__(self, store: Store, day: date, file: FileImport) -> None:
        self._store, self._day, self._file = store, day, file
        self._judge = UnitJudge(file, day)
        self._view = View(store, "en", day)
        self.english: Sequence[ViewItem[Rule]] = self._view.rules() if day in self._view.edition_days() else ()
        names = distinct_names(self.english, lineage_names(store, "en", self.english))
        self._by_name = {names[rule.place]: rule for rule in self.english}
        self._names = {rule.place: name for name, rule in self._by_name.items()}
        self._by_number = {rule.item.cr_number: rule for rule in reversed(self.english)}
        self._by_place = {rule.place: rule for rule in self.english}

    def numbers(self, units: Iterable[ReturnedUnit]) -> set[RuleNumber]:
        """Return the numbers of the rules that the units belong to."""
        keys = ((unit_key(unit), unit) for unit in units)
        found = (self._english_rule(key, unit) for key, unit in keys if isinstance(key, UnitKey))
        return {rule.item.cr_number for rule in found if rule is not None}

    def rules(self, units: Iterable[ReturnedUnit], pairs: Mapping[str, RulePair]) -> list[Rule]:
        """Return the French rules that the units change, ordered by number.

        `pairs` has the rules in both languages by the names of their lineages.
        """
        usable = self._judge.usable(self._owned(units))
        made: dict[int, Rule] = {}
        for english in self.english:
            if english.place in usable and (rule := self._rule(english, usable[english.place], pairs)):
                made[english.place] = rule
        return sorted(self._in_places(made, pairs), key=lambda rule: rule.cr_number)

    def _in_places(self, made: Mapping[int, Rule], pairs: Mapping[str, RulePair]) -> Iterator[Rule]:
        """Yield the French rules, those with one number in the order of their English.

        If an edition prints a number twice, the order of the French tells which rule it translates. So the second one
        is imported with the first one, or must wait for it.
        """
        before: dict[RuleNumber, Rule | None] = {}
        numbers = {self._by_place[place].item.cr_number for place in made}
        for english in self.english:
            number, rule = english.item.cr_number, made.get(english.place)
            if number not in numbers:
                continue
            if rule is not None and before.get(number, rule) is None:
                self._judge.wait(units_of_rule(self._pair(english, pairs))[:1])
                rule = None
            elif rule is None and number not in before:
                pair = self._pair(english, pairs)
                rule = pair.fr.item if pair.fr and pair.state == "current" else None
            if rule is not None:
                yield replace(rule, number=number, printed_number="")
            before[number] = rule

    def _owned(self, units: Iterable[ReturnedUnit]) -> Iterator[tuple[int, int, ReturnedUnit]]:
        """Yield each unit with the place of its rule and its part of the rule."""
        for unit in units:
            key = unit_key(unit)
            english = self._english_rule(key, unit) if isinstance(key, UnitKey) else None
            if isinstance(key, UnitKey) and english is not None and key.example <= len(english.item.examples):
                yield english.place, key.example, unit
            else:
                self._file.rejected["unknown-unit"].append(unit.key)

    def _english_rule(self, key: UnitKey, unit: ReturnedUnit) -> ViewItem[Rule] | None:
        """Return the English rule whose lineage has, or once had, the name in a unit's key.

        Where an edition printed a number twice, both rules once had the same name. Then the unit's English decides.
        """
        first = self._by_name.get(key.lineage) or self._named(key.pin)
        if first is None or _has_text(first, key, unit):
            return first
        second = self._second(key.pin)
        return second if second is not None and _has_text(second, key, unit) else first

    def _second(self, pin: PinnedNumber) -> ViewItem[Rule] | None:
        """Return the rule that the edition of a day printed as the second one under a number, if it did."""
        there = self._view.on_day(pin.day).rules(pin.range)
        same = [rule for rule in there if rule.item.number == pin.number]
        if len(same) < 2:
            return None
        (history,) = rule_histories(self._store, "en", same[1:2])
        return self._by_name.get(history.lineage)

    def _named(self, pin: PinnedNumber) -> ViewItem[Rule] | None:
        """Return the English rule that had a number on a day."""
        try:
            number = resolve_pin(self._store, self._view, pin).number
        except NotFound:
            return None
        return self._by_number.get(as_rule_number(number)) if number else None

    def _pair(self, english: ViewItem[Rule], pairs: Mapping[str, RulePair]) -> RulePair:
        """Return an English rule with its French, as an export of the day would have them."""
        number = english.item.cr_number
        name = self._names.get(english.place, f"{number}@{self._day}")
        pair = pairs.get(name) or RulePair(name, number, None, None, "missing")
        return replace(pair, lineage=name, number=number, en=english)

    def _rule(
        self, english: ViewItem[Rule], returned: Mapping[int, ReturnedUnit], pairs: Mapping[str, RulePair]
    ) -> Rule | None:
        """Return the French rule that the units make. None if nothing changes, or if other units must be finished."""
        pair = self._pair(english, pairs)
        present = {unit.key.example: unit for unit in units_of_rule(pair) if isinstance(unit.key, UnitKey)}
        is_up_to_date = pair.base is not None and pair.base.edition >= self._day and pair.fr is not None
        judged = self._judge.judge(present, returned, is_up_to_date=is_up_to_date)
        if not judged.is_changed:
            return None
        unfinished = [at for at in present if at in judged.stale or (not at and not judged.french[0])]
        if unfinished:
            # A rule's text and its examples have the same base, so they must be imported together.
            self._judge.wait(present[at] for at in unfinished if at not in judged.refused)
            return None
        return self._french_rule(pair, english.item, present, judged.french)

    def _french_rule(
        self, pair: RulePair, english: Rule, present: Mapping[int, TranslationUnit], texts: Mapping[int, str]
    ) -> Rule:
        french = pair.fr.item if pair.fr and pair.fr.item.text_lang == "fr" else None
        aligned = align_examples(pair) if french else (None,) * len(english.examples)
        paragraphs = texts[0].count("\n") + 1
        examples: list[Example] = []
        for at, (example, index) in enumerate(zip(english.examples, aligned, strict=True), 1):
            if not texts.get(at):
                # French examples are matched by their order, so all examples after an untranslated one must wait.
                self._judge.wait(present[later] for later in texts if later > at and texts[later])
                break
            was = french.examples[index] if french and index is not None and index < len(french.examples) else None
            after = was.after if was else example.after
            examples.append(Example(texts[at], min(after, paragraphs), was.marker if was else _MARKER))
        else:
            if french and not (pair.base and len(pair.base.examples) == len(french.examples)):
                examples += french.examples[len(english.examples) :]
        # The file states the language. Detection would fail for "On sacrifie un permanent.", as "on" counts as English.
        return Rule(pair.number, texts[0], tuple(examples), text_lang="fr")


def _has_text(rule: ViewItem[Rule], key: UnitKey, unit: ReturnedUnit) -> bool:
    """True if the English of a unit is that of its part of a rule."""
    texts = rule.item.texts
    if key.example >= len(texts):
        return False
    return normalize_typography(unit.source) == normalize_typography(normalize_lines(texts[key.example]))
