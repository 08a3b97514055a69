"""The French rules that the units of a file make: which units count, and when a rule is whole."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from ingest.document_budget import MAX_ENTRY
from ingest.parsing.language_detection import detect_language
from ingest.translations.result import ImportResult, RefusedUnit, Rejected
from ingest.translations.returned_files import unit_key
from kb.errors import NotFound
from kb.history.history import lineage_names
from kb.history.pinned_number import PinnedNumber, resolve_pin
from kb.i18n import _, stored_message
from kb.model import Example, Finding, Rule
from kb.rule_number import RuleNumber, as_rule_number
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.text.normalization import normalize_typography
from kb.translation.checks.untranslated import find_english_left
from kb.translation.exchange.returned import ReturnedUnit
from kb.translation.exchange.units import (
    TranslationUnit,
    align_examples,
    normalize_lines,
    target_digest,
    units_of_pair,
)
from kb.translation.rule_pair import RulePair

_SYMBOL = re.compile(r"\{[^{}\s]{1,6}\}")
_MARKER = "Exemple :"


class RuleImport:
    """The import of all units of a file that translate the same English edition."""

    def __init__(
        self,
        store: Store,
        day: date,
        rejected: Rejected,
        result: ImportResult,
        source: str,
        *,
        accept_unchanged: bool,
    ) -> None:
        self._store, self._day, self._rejected, self._result = store, day, rejected, result
        self._pairs: Mapping[str, RulePair] = {}
        self._source, self._accept_unchanged = source, accept_unchanged
        self._view = View(store, "en", day)
        self.english: Sequence[ViewItem[Rule]] = self._view.rules() if day in self._view.edition_days() else ()
        self.findings: list[Finding] = []
        names = lineage_names(store, "en", self.english)
        self._by_name = {names[rule.place]: rule for rule in self.english}
        self._names = {rule.place: name for name, rule in self._by_name.items()}
        self._by_number = {rule.item.cr_number: rule for rule in reversed(self.english)}

    def numbers(self, units: Iterable[ReturnedUnit]) -> set[RuleNumber]:
        """Return the numbers of the rules that the units belong to."""
        keys = (unit_key(unit) for unit in units)
        found = (self._english_rule(key.pin) for key in keys if key is not None)
        return {rule.item.cr_number for rule in found if rule is not None}

    def rules(self, units: Iterable[ReturnedUnit], pairs: Mapping[str, RulePair]) -> list[Rule]:
        """Return the French rules that the units change, ordered by number.

        `pairs` has the rules in both languages by the names of their lineages.
        """
        self._pairs = pairs
        by_rule: dict[RuleNumber, dict[int, ReturnedUnit]] = defaultdict(dict)
        bad: set[RuleNumber] = set()
        for unit in units:
            key = unit_key(unit)
            english = self._english_rule(key.pin) if key else None
            if key is None or english is None or key.example > len(english.item.examples):
                self._rejected["unknown-unit"].append(unit.key)
                continue
            number = english.item.cr_number
            known = by_rule[number].get(key.example)
            if known and known.target and unit.target and known.target != unit.target:
                self._rejected["conflict"].append(unit.key)
                bad.add(number)
            elif unit.has_inline_codes and unit.target:
                self._rejected["codes"].append(unit.key)
                bad.add(number)
            elif len(unit.target) > MAX_ENTRY:
                self._rejected["too-long"].append(unit.key)
                bad.add(number)
            elif unit.has_control_characters:
                self._rejected["control-characters"].append(unit.key)
                bad.add(number)
            if not known or not known.target:
                by_rule[number][key.example] = unit
        rules = (self._rule(number, returned) for number, returned in sorted(by_rule.items()) if number not in bad)
        return [rule for rule in rules if rule is not None]

    def _english_rule(self, pin: PinnedNumber) -> ViewItem[Rule] | None:
        """Return the English rule whose lineage has, or once had, the name `pin`."""
        if (rule := self._by_name.get(str(pin))) is not None:
            return rule
        try:
            number = resolve_pin(self._store, self._view, pin).number
        except NotFound:
            return None
        return self._by_number.get(as_rule_number(number)) if number else None

    def _rule(self, number: RuleNumber, returned: Mapping[int, ReturnedUnit]) -> Rule | None:
        """Return the French rule that the units make. None if nothing changes, or if other units must be finished."""
        english = self._by_number[number]
        name = self._names.get(english.place, f"{number}@{self._day}")
        pair = self._pairs.get(name) or RulePair(name, number, None, None, "missing")
        pair = replace(pair, lineage=name, number=number, en=english)
        present = {unit.key.example: unit for unit in units_of_pair(pair)}
        self._check_sources(number, present, returned)
        texts = {at: unit.target for at, unit in present.items()}
        changed = confirmed = False
        still_stale = []
        refused: set[int] = set()
        is_up_to_date = pair.base is not None and pair.base.edition >= self._day and pair.fr is not None
        for at, before in present.items():
            unit = returned.get(at)
            was_stale = before.state == "stale" and not is_up_to_date
            if unit is None or not _is_finished(unit):
                self._count(unit)
            elif _was_edited(unit, before):
                if self._has_english(number, at, unit):
                    refused.add(at)
                else:
                    texts[at] = unit.target
                    changed = changed or normalize_lines(before.target) != unit.target
                    was_stale = False
            elif was_stale and unit.exported_state in ("stale", ""):
                if self._accept_unchanged:
                    confirmed, was_stale = True, False
                else:
                    self._refuse_unchanged(number, at, unit)
                    refused.add(at)
            if was_stale:
                still_stale.append(at)
        if not changed and not confirmed:
            return None
        if still_stale or not texts[0]:
            # A rule's text and its examples have the same base, so they must be imported together.
            unfinished = (at for at in texts if at in still_stale or (not at and not texts[0]))
            self._wait(number, [at for at in unfinished if at not in refused])
            return None
        return self._french_rule(number, pair, texts)

    def _count(self, unit: ReturnedUnit | None) -> None:
        if unit is not None and unit.target and not _is_english(unit):
            self._result.unfinished += 1
        elif unit is not None:
            self._result.empty += 1

    def _has_english(self, number: RuleNumber, at: int, unit: ReturnedUnit) -> bool:
        """True if English was left in a unit's French. The unit is then refused."""
        words = find_english_left(unit.target, unit.source)
        if words:
            message = _(
                "{source}: {name} isn't taken in, English was left in its French: {words}",
                source=self._source,
                name=_part_name(number, at),
                words=words,
            )
            self._result.refused.append(RefusedUnit(self._source, unit.key, "english-left", message))
        return bool(words)

    def _refuse_unchanged(self, number: RuleNumber, at: int, unit: ReturnedUnit) -> None:
        message = _(
            "{source}: {name} isn't taken in, its French is as it was before the English changed; if it is still "
            "right, import it with --unchanged",
            source=self._source,
            name=_part_name(number, at),
        )
        self._result.refused.append(RefusedUnit(self._source, unit.key, "unchanged", message))

    def _wait(self, number: RuleNumber, parts: Iterable[int]) -> None:
        self._result.waiting.extend(_part_name(number, at) for at in parts)

    def _french_rule(self, number: RuleNumber, pair: RulePair, texts: Mapping[int, str]) -> Rule:
        english = self._by_number[number].item
        french = pair.fr.item if pair.fr and pair.fr.item.text_lang == "fr" else None
        aligned = align_examples(pair) if french else (None,) * len(english.examples)
        paragraphs = texts[0].count("\n") + 1
        examples: list[Example] = []
        for at, (example, index) in enumerate(zip(english.examples, aligned, strict=True), 1):
            if not texts.get(at):
                # French examples are matched by their order, so all examples after an untranslated one must wait.
                self._wait(number, [later for later in texts if later > at and texts[later]])
                break
            was = french.examples[index] if french and index is not None and index < len(french.examples) else None
            after = was.after if was else example.after
            examples.append(Example(texts[at], min(after, paragraphs), was.marker if was else _MARKER))
        else:
            if french and not (pair.base and len(pair.base.examples) == len(french.examples)):
                examples += french.examples[len(english.examples) :]
        # The file states the language. Detection would fail for "On sacrifie un permanent.", as "on" counts as English.
        return Rule(number, texts[0], tuple(examples), text_lang="fr")

    def _check_sources(
        self, number: RuleNumber, present: Mapping[int, TranslationUnit], returned: Mapping[int, ReturnedUnit]
    ) -> None:
        """Add a finding if a unit's English isn't the edition's, or if English and French have different symbols."""
        for at, unit in returned.items():
            before = present.get(at)
            if before is None or not _is_finished(unit) or not _was_edited(unit, before):
                continue
            if normalize_typography(unit.source) != normalize_typography(before.source):
                message = stored_message("{key}: the file's English isn't that of {day}", key=unit.key, day=self._day)
                self.findings.append(Finding("source-differs", message, str(number), unit.source))
            theirs, ours = (Counter(_SYMBOL.findall(text)) for text in (before.source, unit.target))
            if theirs != ours:
                different = sorted({*(theirs - ours), *(ours - theirs)})
                message = stored_message(
                    "{key}: English and French don't have the symbol {symbols} alike",
                    "{key}: English and French don't have the symbols {symbols} alike",
                    count=len(different),
                    key=unit.key,
                    symbols=" ".join(different),
                )
                self.findings.append(Finding("symbol-mismatch", message, str(number), unit.target))


def _part_name(number: RuleNumber, example: int) -> str:
    return _("{number}, example {place}", number=number, place=example) if example else str(number)


def _is_finished(unit: ReturnedUnit) -> bool:
    return unit.is_finished and bool(unit.target) and not _is_english(unit)


def _is_english(unit: ReturnedUnit) -> bool:
    """True if a tool copied the English into the target. False for a name that is the same in French and English."""
    return unit.target == unit.source and detect_language(unit.target, "fr") == "en"


def was_changed(unit: ReturnedUnit) -> bool:
    """True if the unit's digest proves that the target was changed after the export."""
    return bool(unit.exported_digest) and target_digest(unit.target) != unit.exported_digest


def _was_edited(unit: ReturnedUnit, before: TranslationUnit) -> bool:
    """True if the target was changed after the export. Without a digest, compare it with the French in `before`."""
    return target_digest(unit.target) != (unit.exported_digest or target_digest(before.target))
