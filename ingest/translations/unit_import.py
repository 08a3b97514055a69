"""Which units of a file count: what is finished, what was changed, and what is refused."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Generic, TypeVar

from ingest.document_budget import MAX_ENTRY
from ingest.translations.result import ImportResult, RefusedUnit, Rejected
from kb.i18n import _, stored_message
from kb.model import Finding
from kb.text.language_detection import detect_language
from kb.text.normalization import normalize_typography
from kb.translation.checks.untranslated import find_english_left
from kb.translation.exchange.returned import ReturnedUnit
from kb.translation.exchange.unit_keys import EntryPart
from kb.translation.exchange.units import TranslationUnit, normalize_lines, target_digest

_SYMBOL = re.compile(r"\{[^{}\s]{1,6}\}")

Part = TypeVar("Part", int, EntryPart)
"""A part of a rule (0 is its text, others are examples) or of a glossary entry."""


@dataclass(frozen=True, slots=True)
class FileImport:
    """The import of one file: its name, the options, and where what is left out is named."""

    source: str
    result: ImportResult
    accept_unchanged: bool = False
    rejected: Rejected = field(default_factory=lambda: defaultdict(list))
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class JudgedUnits(Generic[Part]):
    """The units of one rule or entry, after the file: their French, and whether it is whole.

    `is_changed` is True if a French text changed, or if a stale text was confirmed. `stale` has the parts that are
    still stale, `refused` those that were refused by name.
    """

    french: dict[Part, str]
    is_changed: bool = False
    stale: list[Part] = field(default_factory=list)
    refused: set[Part] = field(default_factory=set)


class UnitJudge:
    """Judges the units that came back in a file and translate the English edition of a day."""

    def __init__(self, file: FileImport, day: date) -> None:
        self._file, self._day = file, day

    def usable(self, units: Iterable[tuple[Hashable, Part, ReturnedUnit]]) -> dict[Hashable, dict[Part, ReturnedUnit]]:
        """Group units by the rule or entry that they belong to. Leave out each that has an unusable unit."""
        grouped: dict[Hashable, dict[Part, ReturnedUnit]] = defaultdict(dict)
        bad: set[Hashable] = set()
        for owner, part, unit in units:
            known = grouped[owner].get(part)
            if reason := _unusable(unit, known):
                self._file.rejected[reason].append(unit.key)
                bad.add(owner)
            if not known or not known.target:
                grouped[owner][part] = unit
        return {owner: each for owner, each in grouped.items() if owner not in bad}

    def judge(
        self, present: Mapping[Part, TranslationUnit], returned: Mapping[Part, ReturnedUnit], *, is_up_to_date: bool
    ) -> JudgedUnits[Part]:
        """Judge the units `returned` of one rule or entry. `present` are the units as an export would write them.

        `is_up_to_date` is True if the French was made from this English edition or a later one.
        """
        found = JudgedUnits({part: unit.target for part, unit in present.items()})
        for part, before in present.items():
            unit = returned.get(part)
            is_stale = before.state == "stale" and not is_up_to_date
            is_new = unit is not None and normalize_lines(before.target) != unit.target
            if unit is None or not _is_finished(unit):
                self._count(unit)
            elif _was_edited(unit, before) and (is_new or not is_stale):
                self._check_source(unit, before)
                if self._translates_former_english(unit, before) or self._has_english(unit, before):
                    found.refused.add(part)
                else:
                    found.french[part] = unit.target
                    found.is_changed = found.is_changed or is_new
                    is_stale = False
            elif unit.exported_state != "current" and (is_stale or not before.target):
                # Stale French or a draft, as it was exported.
                if self._file.accept_unchanged:
                    found.french[part] = unit.target
                    found.is_changed, is_stale = True, False
                else:
                    self._refuse_unchanged(unit, before)
                    found.refused.add(part)
            if is_stale:
                found.stale.append(part)
        return found

    def wait(self, units: Iterable[TranslationUnit]) -> None:
        """Name units that can't be imported until other units of their rule or entry are finished."""
        self._file.result.waiting.extend(unit.name for unit in units)

    def _count(self, unit: ReturnedUnit | None) -> None:
        if unit is not None and unit.target and not _is_english(unit):
            self._file.result.unfinished += 1
        elif unit is not None:
            self._file.result.empty += 1

    def _translates_former_english(self, unit: ReturnedUnit, before: TranslationUnit) -> bool:
        """True if a tool has replaced a unit's English by the one that the French so far was made from."""
        source, now, former = map(normalize_typography, (unit.source, before.source, before.previous_source))
        is_former = source != now and source == former
        if is_former:
            message = _(
                "{source}: {name} isn't taken in, the English beside its French is the one before it changed; export "
                "it again",
                source=self._file.source,
                name=before.name,
            )
            self._refuse(unit, "former-english", message)
        return is_former

    def _has_english(self, unit: ReturnedUnit, before: TranslationUnit) -> bool:
        """True if English was left in a unit's French. The unit is then refused."""
        words = find_english_left(unit.target, unit.source)
        if words:
            message = _(
                "{source}: {name} isn't taken in, English was left in its French: {words}",
                source=self._file.source,
                name=before.name,
                words=words,
            )
            self._refuse(unit, "english-left", message)
        return bool(words)

    def _refuse_unchanged(self, unit: ReturnedUnit, before: TranslationUnit) -> None:
        if normalize_lines(before.target) == unit.target:
            message = _(
                "{source}: {name} isn't taken in, its French is as it was before the English changed; if it is still "
                "right, import it with --unchanged",
                source=self._file.source,
                name=before.name,
            )
        else:
            message = _(
                "{source}: {name} isn't taken in, its French is the draft without a change; if it is right, "
                "import it with --unchanged",
                source=self._file.source,
                name=before.name,
            )
        self._refuse(unit, "unchanged", message)

    def _refuse(self, unit: ReturnedUnit, reason: str, message: str) -> None:
        self._file.result.refused.append(RefusedUnit(self._file.source, unit.key, reason, message))

    def _check_source(self, unit: ReturnedUnit, before: TranslationUnit) -> None:
        """Add a finding if a unit's English isn't the edition's, or if English and French have different symbols."""
        if normalize_typography(unit.source) != normalize_typography(before.source):
            message = stored_message("{key}: the file's English isn't that of {day}", key=unit.key, day=self._day)
            self._file.findings.append(Finding("source-differs", message, before.label, unit.source))
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
            self._file.findings.append(Finding("symbol-mismatch", message, before.label, unit.target))


def was_changed(unit: ReturnedUnit) -> bool:
    """True if the unit's digest proves that the target was changed after the export."""
    return bool(unit.exported_digest) and target_digest(unit.target) != unit.exported_digest


def _unusable(unit: ReturnedUnit, known: ReturnedUnit | None) -> str:
    """Return the reason why a unit can't be used, or "". `known` is another unit of the same name in the file."""
    if known and known.target and unit.target and known.target != unit.target:
        return "conflict"
    if unit.has_inline_codes and unit.target:
        return "codes"
    if len(unit.target) > MAX_ENTRY:
        return "too-long"
    return "control-characters" if unit.has_control_characters else ""


def _is_finished(unit: ReturnedUnit) -> bool:
    return unit.is_finished and bool(unit.target) and not _is_english(unit)


def _is_english(unit: ReturnedUnit) -> bool:
    """True if a tool copied the English into the target. False for a name that is the same in French and English."""
    return unit.target == unit.source and detect_language(unit.target, "fr") == "en"


def _was_edited(unit: ReturnedUnit, before: TranslationUnit) -> bool:
    """True if the target was changed after the export. Without a digest, compare it with the French in `before`."""
    return target_digest(unit.target) != (unit.exported_digest or target_digest(before.target))
