"""Import of translations: the finished units of XLIFF and PO files become French rules.

Each file states the English edition that it was made from. Its finished units become a French excerpt with the date of
this English edition. So it stays known which English the units translate, even if the English changes later. For each
unit, the file has a digest of the exported French, which shows whether the translator changed the unit. If the
translator didn't change a unit, it has no effect, even if somebody else has changed the French of its rule meanwhile.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from ingest.document_budget import MAX_ENTRY, check_tags, document_budget, reading_document
from ingest.documents.document import Document
from ingest.parsing.language_detection import detect_language
from ingest.pipeline import IngestedEdition, IngestInterrupted, IngestReport, SkippedDocument, unknown_documents
from kb.errors import BadValue, NotFound, SourceRejected, StoreError
from kb.history.history import lineage_names
from kb.history.pinned_number import PinnedNumber, resolve_pin
from kb.i18n import _, mark_message, ngettext, stored_message
from kb.model import Edition, Example, Finding, Rule, Source
from kb.rule_number import RuleNumber
from kb.storage.editions import translations_replaced_by
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.text.normalization import normalize_typography
from kb.translation.alignment import align
from kb.translation.exchange import po, xliff
from kb.translation.exchange.returned import ReturnedFile, ReturnedUnit
from kb.translation.exchange.units import (
    TranslationUnit,
    UnitKey,
    align_examples,
    normalize_lines,
    target_digest,
    units_of_pair,
)
from kb.translation.rule_pair import RulePair

# The tags of an XLIFF file, with end tags. A file with all rules has 92,000. Each takes about 200 bytes of memory.
_MAX_TAGS = 200_000
_SYMBOL = re.compile(r"\{[^{}\s]{1,6}\}")
_MARKER = "Exemple :"
_Rejected = dict[str, list[str]]
"""A dict from the reason of a rejection to the names of the rejected units or editions."""

# The message of a rejection names at most this many units.
_MOST_NAMED = 5

# The reasons for rejecting units, with their messages.
_REASONS = {
    "unknown-unit": mark_message("{name}: there is no rule called {named}"),
    "conflict": mark_message("{name}: there are two different translations of {named}"),
    "codes": mark_message("{name}: {named} has codes in it that the English doesn't have"),
    "control-characters": mark_message(
        "{name}: {named} has invisible control characters in it; remove them, then import the file again"
    ),
    "too-long": mark_message("{name}: the French of {named} is far longer than any rule"),
    "unknown-edition": mark_message(
        "{name} was made from the English rules of {named}, which aren't here; `rules editions` lists "
        "what there is, `rules sync --all` brings the others"
    ),
    "no-edition": mark_message("{name} doesn't say from which English edition {named} is"),
}


@dataclass(slots=True)
class ImportResult:
    """The results of one run: the ingest report, and the unfinished units, which were not imported.

    `empty` counts the unfinished units without French, and `unfinished` counts the unfinished units with French.
    `waiting` names units that can't be imported until other units of their rule are finished.
    """

    report: IngestReport = field(default_factory=IngestReport)
    empty: int = 0
    unfinished: int = 0
    waiting: list[str] = field(default_factory=list)


def import_translations(
    store: Store,
    documents: Iterable[Document | SourceRejected],
    as_of: date,
    progress: Callable[[str], None],
    *,
    force: bool = False,
    accept_unmarked: bool = False,
) -> ImportResult:
    """Import finished translations, each file in its own transaction.

    The errors among `documents` are added to the report. The units are compared with the French of the day `as_of`.
    Before each file is read, `progress` is called with its name. With `force`, known files are imported again. With
    `accept_unmarked`, every changed unit counts as finished, because some tools never mark units as finished.

    Raise `MissingExtra` if translate-toolkit is missing, and `IngestInterrupted` if the store can't be written.
    """
    result = ImportResult()
    try:
        for document in unknown_documents(store, documents, result.report, progress, force=force):
            try:
                with reading_document(document.name):
                    file = read_returned_file(document)
                if accept_unmarked:
                    changed = (replace(unit, is_finished=unit.is_finished or _was_changed(unit)) for unit in file.units)
                    file = replace(file, units=tuple(changed))
                with document_budget(document.name):
                    _import_file(store, document, file, as_of, result)
            except SourceRejected as rejection:
                result.report.rejected.append(rejection)
    except StoreError as problem:
        raise IngestInterrupted(problem, result.report) from problem
    return result


def read_returned_file(document: Document) -> ReturnedFile:
    """Read a file that came back from a translation tool.

    Raise `SourceRejected` if it is neither XLIFF nor PO, has too many tags, or doesn't translate the rules from English
    to French.
    """
    start = document.data.removeprefix(b"\xef\xbb\xbf").lstrip()
    looks_like_xml = start.startswith((b"<", b"\xff\xfe", b"\xfe\xff", b"\x00<"))
    if looks_like_xml:
        check_tags(document.name, document.data.count(b"<"), _MAX_TAGS)
    try:
        found = xliff.read(document.data) if looks_like_xml else po.read(document.data)
    except BadValue as problem:
        message = _("{about}: ", about=document.name) + str(problem)
        raise SourceRejected(document.name, "not-translation", message) from problem
    for stated, lang in ((found.source_lang, "en"), (found.target_lang, "fr")):
        if stated and re.split("[-_@.]", stated)[0].lower() != lang:
            message = _(
                "{name} translates from {source} to {target}; give one from en to fr",
                name=document.name,
                source=found.source_lang or "en",
                target=found.target_lang or "fr",
            )
            raise SourceRejected(document.name, "other-language", message)
    if not any(_key(unit) for unit in found.units):
        message = _(
            "{name} has no unit of the rules, such as 306.5b@2014-05-01; `rules translation export` makes such files",
            name=document.name,
        )
        raise SourceRejected(document.name, "not-translation", message)
    return found


def _key(unit: ReturnedUnit) -> UnitKey | None:
    try:
        return UnitKey.parse(unit.key)
    except BadValue:
        return None


def _import_file(store: Store, document: Document, file: ReturnedFile, as_of: date, result: ImportResult) -> None:
    """Import the finished units of one file in one transaction, even if they translate several English editions."""
    rejected: _Rejected = defaultdict(list)
    by_edition: dict[date, list[ReturnedUnit]] = defaultdict(list)
    for unit in file.units:
        if unit.edition is None:
            rejected["no-edition"].append(unit.key)
        else:
            by_edition[unit.edition].append(unit)
    aligned = align(store, max(as_of, *by_edition)) if by_edition else ()
    pairs = {pair.lineage: pair for pair in aligned}
    editions: list[Edition] = []
    for day, units in sorted(by_edition.items()):
        work = _EditionImport(store, day, pairs, rejected, result)
        if not work.english:
            rejected["unknown-edition"].append(str(day))
        elif rules := work.rules(units):
            editions.append(_edition(document, file, day, rules, work.findings))
    report = result.report
    with store.transaction() as writer:
        for edition in editions:
            replaces = translations_replaced_by(store, writer.add_edition(edition))
            report.ingested.append(IngestedEdition.without_texts(edition, ", ".join(replaces)))
    report.rejected += (_rejection(document.name, reason, names) for reason, names in rejected.items())
    if not editions and not rejected:
        message = _("it has no finished translation that the knowledge base lacks")
        report.skipped.append(SkippedDocument(document.name, "nothing-new", message))


def _edition(
    document: Document, file: ReturnedFile, day: date, rules: Sequence[Rule], findings: Sequence[Finding]
) -> Edition:
    source = Source(
        name=document.name,
        sha256=document.sha256,
        size=len(document.data),
        format=file.format,
        encoding=file.encoding,
        title=f"finished translation of the English rules of {day}",
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        languages=("fr",),
        location=document.location,
    )
    return Edition("fr", day, partial=True, source=source, rules=tuple(rules), findings=tuple(findings))


def _rejection(file: str, reason: str, units: Iterable[str]) -> SourceRejected:
    """Return the error for a file that is rejected for one of `_REASONS`. The message names the units or editions."""
    names = list(dict.fromkeys(units))
    named = ", ".join(names[:_MOST_NAMED])
    if len(names) > _MOST_NAMED:
        named += ngettext(" and {count} more", " and {count} more", len(names) - _MOST_NAMED)
    return SourceRejected(file, reason, _(_REASONS[reason], name=file, named=named))


class _EditionImport:
    """The import of all units of a file that translate the same English edition."""

    def __init__(
        self, store: Store, day: date, pairs: Mapping[str, RulePair], rejected: _Rejected, result: ImportResult
    ) -> None:
        self._store, self._day, self._pairs, self._rejected, self._result = store, day, pairs, rejected, result
        self._view = View(store, "en", day)
        self.english: Sequence[ViewItem[Rule]] = self._view.rules() if day in self._view.edition_days() else ()
        self.findings: list[Finding] = []
        names = lineage_names(store, "en", self.english)
        self._by_name = {names[rule.place]: rule for rule in self.english}
        self._names = {rule.place: name for name, rule in self._by_name.items()}
        self._by_number = {rule.item.number: rule for rule in reversed(self.english)}

    def rules(self, units: Iterable[ReturnedUnit]) -> list[Rule]:
        """Return the French rules that the units change, ordered by number."""
        by_rule: dict[RuleNumber, dict[int, ReturnedUnit]] = defaultdict(dict)
        bad: set[RuleNumber] = set()
        for unit in units:
            key = _key(unit)
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
        return self._by_number.get(number) if number else None

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
        is_up_to_date = pair.base is not None and pair.base.edition >= self._day and pair.fr is not None
        for at, before in present.items():
            unit = returned.get(at)
            was_stale = before.state == "stale" and not is_up_to_date
            if unit is None or not _is_finished(unit):
                self._count(unit)
                if was_stale:
                    still_stale.append(at)
            elif _was_edited(unit, before):
                texts[at] = unit.target
                changed = changed or normalize_lines(before.target) != unit.target
            elif unit.exported_state in ("stale", ""):
                confirmed = confirmed or was_stale
        if not changed and not confirmed:
            return None
        if still_stale or not texts[0]:
            # A rule's text and its examples have the same base, so they must be imported together.
            self._wait(number, [at for at in texts if at in still_stale or (not at and not texts[0])])
            return None
        return self._french_rule(number, pair, texts)

    def _count(self, unit: ReturnedUnit | None) -> None:
        if unit is not None and unit.target and not _is_english(unit):
            self._result.unfinished += 1
        elif unit is not None:
            self._result.empty += 1

    def _wait(self, number: RuleNumber, parts: Iterable[int]) -> None:
        for at in parts:
            name = _("{number}, example {place}", number=number, place=at) if at else str(number)
            self._result.waiting.append(name)

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


def _is_finished(unit: ReturnedUnit) -> bool:
    return unit.is_finished and bool(unit.target) and not _is_english(unit)


def _is_english(unit: ReturnedUnit) -> bool:
    """True if a tool copied the English into the target. False for a name that is the same in French and English."""
    return unit.target == unit.source and detect_language(unit.target, "fr") == "en"


def _was_changed(unit: ReturnedUnit) -> bool:
    """True if the unit's digest proves that the target was changed after the export."""
    return bool(unit.exported_digest) and target_digest(unit.target) != unit.exported_digest


def _was_edited(unit: ReturnedUnit, before: TranslationUnit) -> bool:
    """True if the target was changed after the export. Without a digest, compare it with the French in `before`."""
    return target_digest(unit.target) != (unit.exported_digest or target_digest(before.target))
