"""Import of translations: the finished units of XLIFF and PO files become French rules and glossary entries.

Each file states the English edition that it was made from. Its finished units become a French excerpt with the date of
this English edition. So it stays known which English the units translate, even if the English changes later. For each
unit, the file has a digest of the exported French, which shows whether the translator changed the unit. If the
translator didn't change a unit, it has no effect, even if somebody else has changed the French of its rule meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from ingest.document_budget import document_budget, reading_document
from ingest.documents.document import Document
from ingest.pipeline import IngestedEdition, IngestInterrupted, SkippedDocument, unknown_documents
from ingest.translations.result import ImportResult, rejection
from ingest.translations.returned_files import read_returned_file, unit_key
from ingest.translations.translated_entries import EntryImport
from ingest.translations.translated_rules import RuleImport
from ingest.translations.unit_import import FileImport, was_changed
from kb.errors import SourceRejected, StoreError
from kb.i18n import _
from kb.model import Edition, Finding, GlossaryEntry, Rule, Source
from kb.rule_number import NumberRange
from kb.storage.editions import translations_replaced_by
from kb.storage.store import Store
from kb.storage.view import View
from kb.translation.alignment import align
from kb.translation.entry_alignment import align_glossary
from kb.translation.exchange.returned import ReturnedFile, ReturnedUnit
from kb.translation.exchange.unit_keys import EntryKey
from kb.translation.rule_pair import RulePair

# For so many units only their rules are aligned, which takes half the time.
_FEW = 100


def import_translations(
    store: Store,
    documents: Iterable[Document | SourceRejected],
    as_of: date,
    progress: Callable[[str], None],
    *,
    force: bool = False,
    accept_unmarked: bool = False,
    accept_unchanged: bool = False,
) -> ImportResult:
    """Import finished translations, each file in its own transaction.

    The errors among `documents` are added to the report. The units are compared with the French of the day `as_of`.
    Before each file is read, `progress` is called with its name. With `force`, known files are imported again. With
    `accept_unmarked`, every changed unit counts as finished, because some tools never mark units as finished. With
    `accept_unchanged`, a finished unit whose French is as it was before the English changed counts as still right.

    Raise `MissingExtra` if translate-toolkit is missing, and `IngestInterrupted` if the store can't be written.
    """
    result = ImportResult()
    try:
        for document in unknown_documents(store, documents, result.report, progress, force=force):
            try:
                with reading_document(document.name):
                    file = read_returned_file(document)
                if accept_unmarked:
                    file = replace(file, units=tuple(map(_finished_if_changed, file.units)))
                with document_budget(document.name):
                    _import_file(store, document, file, as_of, result, accept_unchanged=accept_unchanged)
            except SourceRejected as rejection:
                result.report.rejected.append(rejection)
    except StoreError as problem:
        raise IngestInterrupted(problem, result.report) from problem
    return result


def _finished_if_changed(unit: ReturnedUnit) -> ReturnedUnit:
    """Return a unit that is finished if it was changed. A text of which a sentence is missing never is."""
    return replace(unit, is_finished=unit.is_finished or (was_changed(unit) and not unit.lacks_sentences))


def _import_file(
    store: Store, document: Document, file: ReturnedFile, as_of: date, result: ImportResult, *, accept_unchanged: bool
) -> None:
    """Import the finished units of one file in one transaction, even if they translate several English editions."""
    work = FileImport(document.name, result, accept_unchanged)
    by_edition: dict[date, list[ReturnedUnit]] = defaultdict(list)
    for unit in file.units:
        if unit.edition is None:
            work.rejected["no-edition"].append(unit.key)
        else:
            by_edition[unit.edition].append(unit)
    refused = len(result.refused)
    editions = list(_editions(store, document, file, as_of, work, by_edition))
    report = result.report
    with store.transaction() as writer:
        for edition in editions:
            replaces = translations_replaced_by(store, writer.add_edition(edition))
            report.ingested.append(IngestedEdition.without_texts(edition, ", ".join(replaces)))
    report.rejected += (rejection(document.name, reason, names) for reason, names in work.rejected.items())
    if not editions and not work.rejected and len(result.refused) == refused:
        message = _("it has no finished translation that the knowledge base lacks")
        report.skipped.append(SkippedDocument(document.name, "nothing-new", message))


def _editions(
    store: Store,
    document: Document,
    file: ReturnedFile,
    as_of: date,
    work: FileImport,
    by_edition: Mapping[date, Sequence[ReturnedUnit]],
) -> Iterator[Edition]:
    """Yield the French excerpts that the units make, one for each English edition."""
    if not by_edition:
        return
    day = max(as_of, *by_edition)
    rule_imports = {each: RuleImport(store, each, work) for each in sorted(by_edition)}
    of_rules: dict[date, list[ReturnedUnit]] = {}
    of_entries: dict[date, list[ReturnedUnit]] = {}
    for each, units in by_edition.items():
        of_entries[each] = [unit for unit in units if isinstance(unit_key(unit), EntryKey)]
        of_rules[each] = [unit for unit in units if not isinstance(unit_key(unit), EntryKey)]
    pairs = _pairs(store, day, rule_imports, of_rules)
    glossary = align_glossary(store, day) if any(of_entries.values()) else ()
    entry_pairs = {pair.lineage: pair for pair in glossary}
    for each, rule_import in rule_imports.items():
        if not rule_import.english:
            work.rejected["unknown-edition"].append(str(each))
            continue
        work.findings.clear()
        rules = rule_import.rules(of_rules[each], pairs)
        entries: list[GlossaryEntry] = []
        if of_entries[each]:
            entries = EntryImport(store, each, work).entries(of_entries[each], entry_pairs)
        if rules or entries:
            yield _edition(document, file, each, rules, entries, work.findings)


def _pairs(
    store: Store, day: date, imports: Mapping[date, RuleImport], units: Mapping[date, Sequence[ReturnedUnit]]
) -> Mapping[str, RulePair]:
    """Return the rules in both languages by the names of their lineages: at least those of the units."""
    section = None
    newest = max(View(store, "en", day).edition_days(), default=day)
    if set(imports) == {newest} and len(units[newest]) <= _FEW:
        section = [NumberRange(number, number) for number in imports[newest].numbers(units[newest])]
    return {pair.lineage: pair for pair in align(store, day, section)}


def _edition(
    document: Document,
    file: ReturnedFile,
    day: date,
    rules: Sequence[Rule],
    entries: Sequence[GlossaryEntry],
    findings: Sequence[Finding],
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
    return Edition(
        "fr",
        day,
        partial=True,
        source=source,
        rules=tuple(rules),
        glossary=tuple(entries),
        findings=tuple(findings),
    )
