"""The ingest pipeline: it reads documents, stores their editions, and reports the result for each document.

Known documents are skipped, and faulty documents are rejected with a reason. Each other document is stored in its own
transaction. A document is read completely before anything is written. Each document has a budget of time and memory. An
error while one document is read rejects this document only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from ingest import edition_checks
from ingest.control_characters import remove_control_characters
from ingest.decode import DecodedText, decode
from ingest.document_budget import check_entries, check_tags, document_budget, reading_document
from ingest.documents.document import Document
from ingest.formats import html
from ingest.formats.base import Format, RawEdition
from ingest.formats.registry import all_formats, binary_formats, format_by_name
from ingest.parsing.parser import parse_body
from ingest.starter_manifest import ManifestEntry
from kb.documents import DOCUMENTS
from kb.errors import SourceRejected, StoreError
from kb.i18n import _
from kb.languages import Lang
from kb.model import Counts, Edition, Finding, Source
from kb.program import without_cyclic_collection
from kb.storage.editions import printed_labels
from kb.storage.finding_limits import MOST_STORED, limit_findings
from kb.storage.store import Store


@dataclass(frozen=True, slots=True)
class SkippedDocument:
    """A document or an edition in a document that was not ingested, because the store wouldn't change."""

    source: str
    reason: str
    message: str


def edition_name(edition: Edition) -> str:
    """Return how messages name an edition: `en 2026-01-16`, `MTR en 2025-04-21`."""
    name = f"{edition.lang} {edition.effective}"
    return name if edition.doc == "cr" else f"{DOCUMENTS[edition.doc].abbreviation} {name}"


@dataclass(frozen=True, slots=True)
class IngestedEdition:
    """An ingested edition for the report, without its texts, because the texts of many documents would fill the memory.

    `places` counts all rules, headings, sections and parts. `replaces` names what the edition replaced: a worse copy,
    the excerpt that the same file or page had before, or earlier translations of the same rules.
    """

    edition: Edition
    counts: Counts
    replaces: str = ""
    places: int = 0

    @property
    def name(self) -> str:
        """How messages name the edition."""
        return edition_name(self.edition)

    @classmethod
    def without_texts(cls, edition: Edition, replaces: str) -> IngestedEdition:
        """Return the report entry for an edition."""
        return cls(
            replace(edition, rules=(), glossary=(), parts=()), edition.counts, replaces, places=len(edition.rules)
        )


@dataclass(slots=True)
class IngestReport:
    """The results of one run: ingested editions, skipped documents, rejected documents.

    `failure` is the error of the knowledge base that ended the run. The store keeps the editions ingested before.
    """

    ingested: list[IngestedEdition] = field(default_factory=list)
    skipped: list[SkippedDocument] = field(default_factory=list)
    rejected: list[SourceRejected] = field(default_factory=list)
    failure: StoreError | None = None


class IngestInterrupted(StoreError):
    """The store can't be written any more. `report` has the failure, and the editions ingested before it."""

    def __init__(self, problem: StoreError, report: IngestReport) -> None:
        super().__init__(problem.path, str(problem))
        self.report = report
        report.failure = problem


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """The user's options: the wanted language, the date for documents without a date, the format, and `--force`."""

    lang: Lang | None = None
    effective: date | None = None
    format: str | None = None
    force: bool = False


def ingest_documents(
    store: Store,
    documents: Iterable[Document | SourceRejected],
    options: IngestOptions,
    known: dict[str, ManifestEntry],
    progress: Callable[[str], None],
) -> IngestReport:
    """Ingest documents, each in its own transaction.

    The errors among `documents` are added to the report. `known` is a dict from a SHA-256 to the manifest's entry.
    Before each document is read, `progress` is called with its name.

    Raises:
        IngestInterrupted: the store can't be written. The documents that were already ingested stay in the store.
    """
    report = IngestReport()
    try:
        for document in unknown_documents(store, documents, report, progress, lang=options.lang, force=options.force):
            _ingest(store, document, options, known.get(document.sha256), report)
        with store.transaction():
            pass  # When this empty transaction ends, the store links all excerpts that still need links.
    except StoreError as problem:
        raise IngestInterrupted(problem, report) from problem
    return report


def _ingest(
    store: Store, document: Document, options: IngestOptions, known: ManifestEntry | None, report: IngestReport
) -> None:
    """Read one document and write its editions, or report its rejection."""
    try:
        # An edition has fifty thousand objects, all needed until it is written. The search took a sixth of the time.
        with without_cyclic_collection():
            editions = read_editions(document, options, known)
            with document_budget(document.name):
                _write(store, document, editions, options, report)
    except SourceRejected as rejection:
        report.rejected.append(rejection)


def unknown_documents(
    store: Store,
    documents: Iterable[Document | SourceRejected],
    report: IngestReport,
    progress: Callable[[str], None],
    *,
    lang: Lang | None = None,
    force: bool = False,
) -> Iterator[Document]:
    """Yield the documents that the store doesn't have, or with `force` all documents. Add the others to the report."""
    for document in documents:
        if isinstance(document, SourceRejected):
            report.rejected.append(document)
            continue
        progress(document.name)
        if store.has_document(document.sha256, lang) and not force:
            message = _("already in the knowledge base; --force takes it in again")
            report.skipped.append(SkippedDocument(document.name, "known", message))
        else:
            yield document


def _write(
    store: Store, document: Document, editions: tuple[Edition, ...], options: IngestOptions, report: IngestReport
) -> None:
    """Write one document's editions in one transaction. Skip an edition if the stored copy is no worse."""
    taken: list[IngestedEdition] = []
    known = frozenset() if options.force else store.languages_taken_from(document.sha256)
    with store.transaction(defer_excerpt_links=True) as writer:
        if options.force:
            writer.remove_document(document.sha256, options.lang)
        for edition in editions:
            # An earlier run with --lang has already ingested this language of the document.
            if edition.lang in known:
                continue
            book = store.book(edition.doc)
            present = None if edition.partial else book.whole_edition_summary(edition.lang, edition.effective)
            replaces = ""
            if present is not None:
                replaces, codes = present
                if not options.force and not _is_better(edition, codes, book):
                    message = _(
                        "{edition} is known from {source}, which is no worse",
                        edition=edition_name(edition),
                        source=replaces,
                    )
                    report.skipped.append(SkippedDocument(document.name, "no-better", message))
                    continue
                writer.remove_whole_edition(edition.lang, edition.effective, edition.doc)
            replaces = ", ".join(writer.remove_earlier_excerpts(edition)) or replaces
            writer.add_edition(edition)
            taken.append(IngestedEdition.without_texts(edition, replaces))
    report.ingested += taken


def _is_better(edition: Edition, codes: tuple[str, ...], store: Store) -> bool:
    """True if a copy of an edition is better than the stored copy. `codes` are the stored copy's finding codes.

    The less damaged copy is better. Misprints of the publisher cause the same findings in every copy, so if a copy has
    more findings, it is damaged. Rules missing at the end of a section cause no finding. So if two copies have equally
    many findings, a copy is better if it has all rules and entries of the stored copy, and more.
    """
    ours = edition_checks.damage_rank(finding.code for finding in edition.findings)
    theirs = edition_checks.damage_rank(codes)
    if ours != theirs:
        return ours < theirs
    numbers = {("rule", str(rule.number)) for rule in edition.rules}
    terms = {("glossary", entry.term) for entry in edition.glossary}
    return printed_labels(store, edition.lang, edition.effective) < numbers | terms


def read_editions(document: Document, options: IngestOptions, known: ManifestEntry | None) -> tuple[Edition, ...]:
    """Return the editions in a document, without writing anything.

    Raise `SourceRejected` if the document is no text, has no rules in the wanted language, has no known date, exceeds
    the budget of a document, or can't be read for any other reason.
    """
    with reading_document(document.name):
        return _read_editions(document, options, known)


def _read_editions(document: Document, options: IngestOptions, known: ManifestEntry | None) -> tuple[Edition, ...]:
    # Imported here, since an import of translations reads no documents.
    from ingest.policy_edition import FORMATS, policy_edition, read_policy

    decoded = decode(document)
    findings = (*document.findings, *decoded.findings)
    wanted_format = options.format or (known.format if known else None)
    policy = read_policy(document, decoded) if wanted_format in (None, *FORMATS) else None
    if policy is not None:
        _check_language(document, ("en",), options)
        source = _source(document, decoded.format or html.NAME, decoded.encoding, ("en",), known)
        return (
            policy_edition(
                policy,
                source,
                findings,
                lambda stated, named: _effective(stated, source.name, options, known, named),
            ),
        )
    form = _format(document, decoded, options, known)
    if form.name == html.NAME:
        check_tags(document.name, decoded.text.count("<"))
    found = form.read(decoded.text)
    languages = tuple(dict.fromkeys(reading.lang for reading in found))
    _check_language(document, languages, options)
    if not found:
        message = _("{name} is no rules document: no line begins with a rule number such as 306.5", name=document.name)
        raise SourceRejected(document.name, "not-rules", message)
    source = _source(document, form.name, decoded.encoding, languages, known)
    readings = [reading for reading in found if options.lang in (None, reading.lang)]
    return tuple(_edition(reading, source, findings, options, known) for reading in readings)


def _check_language(document: Document, found: tuple[Lang, ...], options: IngestOptions) -> None:
    """Raise `SourceRejected` if a document has no rules in the wanted language."""
    if found and options.lang is not None and options.lang not in found:
        message = _(
            "{name} holds rules in {found}, none in {wanted}",
            name=document.name,
            found=_(" and ").join(found),
            wanted=options.lang,
        )
        raise SourceRejected(document.name, "other-language", message)


def _source(
    document: Document, form: str, encoding: str, languages: tuple[Lang, ...], known: ManifestEntry | None
) -> Source:
    return Source(
        name=known.name if known else document.name,
        sha256=document.sha256,
        size=len(document.data),
        format=form,
        encoding=encoding,
        title=known.title if known else "",
        site=known.site if known else "",
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        languages=languages,
        location="" if known else document.location,
    )


def _format(document: Document, decoded: DecodedText, options: IngestOptions, known: ManifestEntry | None) -> Format:
    name = options.format or (known.format if known else None) or decoded.format
    if name != decoded.format and name in {form.NAME for form in binary_formats()}:
        message = _("{name} is no {format}; leave --format out", name=document.name, format=name.upper())
        raise SourceRejected(document.name, "not-text", message)
    if name:
        return format_by_name(name)
    return next(form for form in all_formats() if form.fits(decoded.text, document.file_name))


def _edition(
    reading: RawEdition,
    source: Source,
    findings: tuple[Finding, ...],
    options: IngestOptions,
    known: ManifestEntry | None,
) -> Edition:
    """Parse and check an edition. `findings` are the findings of its document."""
    reading, removed = remove_control_characters(reading)
    findings += removed
    body = parse_body(reading.lines, reading.glossary, reading.lang)
    check_entries(source.name, body.rules, body.glossary)
    effective = _effective(reading.effective, source.name, options, known)
    findings = (*findings, *edition_checks.check_edition(reading, body))
    if reading.effective and (
        misdated := edition_checks.check_file_name_date(source.name.rpartition("/")[2], effective)
    ):
        findings = (*findings, misdated)
    codes = {finding.code for finding in findings}
    return Edition(
        lang=reading.lang,
        effective=effective,
        # A truncated copy counts as an excerpt, because a rule missing in the copy wasn't necessarily removed.
        partial=not reading.is_whole or "truncated" in codes,
        source=source,
        rules=body.rules,
        glossary=body.glossary,
        parts=reading.parts,
        lists=reading.lists,
        findings=limit_findings(findings, MOST_STORED),
        lossy="lossy" in codes,
        until=known.until if known and known.effective == effective else None,
    )


def _effective(
    stated: date | None, name: str, options: IngestOptions, known: ManifestEntry | None, named: date | None = None
) -> date:
    """Return the date `stated` in the text, unless the user overrules it with `--force`.

    If the text states no date, return the date that the user gave, or else the manifest's date, or else `named`.
    """
    if stated is not None and not options.force:
        if options.effective not in (None, stated):
            message = _(
                "{name} says that it is effective as of {stated}, --effective says {given}; "
                "leave --effective out, or overrule the text with --force",
                name=name,
                stated=stated,
                given=options.effective,
            )
            raise SourceRejected(name, "date-mismatch", message)
        return stated
    effective = options.effective or stated or (known.effective if known else None) or named
    if effective is None:
        message = _(
            "{name} doesn't say from which one day its rules hold; give it as --effective YYYY-MM-DD", name=name
        )
        raise SourceRejected(name, "no-date", message)
    return effective
