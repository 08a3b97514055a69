"""Synchronization with the publisher: find the missing official editions, and fetch them one after the other.

A download is held in memory until it is read. A file that doesn't become an edition is not kept. The store keeps the
HTTP validators of each file, so that an unchanged file isn't sent again.

The writer's lock is held only while a fetched file is ingested: a slow server keeps no other process from writing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date

from ingest.decode import decode
from ingest.document_budget import check_tags, reading_document
from ingest.documents.fetch import Fetcher, NotModified, Validators
from ingest.pipeline import IngestInterrupted, IngestOptions, IngestReport, SkippedDocument, ingest_documents
from ingest.publisher.catalogue import Catalogue, OfficialEdition, OfficialFile
from ingest.publisher.download_page import find_document_links, find_rules_links
from ingest.starter_manifest import load_manifest
from kb.documents import DOCUMENTS, Doc
from kb.errors import SourceRejected, StoreError
from kb.i18n import _, stored_message
from kb.languages import Lang
from kb.model import Finding
from kb.storage.removal import HTTP_VALIDATORS
from kb.storage.store import Store

# The official page has 120 kB.
_MAX_PAGE_BYTES = 2 * 1024 * 1024

# If a file is rejected for one of these reasons, the edition's file in another format may still be intact.
_REASONS_TO_TRY_ANOTHER_FORMAT = frozenset(
    "http-status wrong-type empty too-large too-slow not-text not-rules needs-extra unreadable".split()
)


@dataclass(slots=True)
class SyncResult:
    """The result of one run: the ingest's report, and warnings about failed files and wrong checksums."""

    report: IngestReport = field(default_factory=IngestReport)
    warnings: list[Finding] = field(default_factory=list)


def current_edition(fetcher: Fetcher, catalogue: Catalogue, page: str) -> OfficialEdition:
    """Return the edition that the publisher's page links to. Raise `SourceRejected` if the page links to no edition.

    The catalogue gives the edition's language and date. They are None if the catalogue lacks the file's address. The
    day in a file's name isn't used, because it often isn't the effective date.
    """
    text, address = _fetch_page(fetcher, page)
    with reading_document(page):
        links = find_rules_links(text, address)
    if not links:
        message = _(
            "{page} links no file of the rules, such as MagicCompRules 20260116.txt; "
            "name another page with --from, or give the file itself to rules ingest",
            page=page,
        )
        raise SourceRejected(page, "no-link", message)
    known = [catalogue.find_file(link.url) for link in links]
    edition = next((row[0] for row in known if row), None)
    return OfficialEdition(
        edition.lang if edition else None,
        edition.effective if edition else None,
        tuple(row[1] if row else OfficialFile(link.url, link.format) for link, row in zip(links, known, strict=True)),
    )


def current_documents(fetcher: Fetcher, page: str, docs: Sequence[Doc]) -> tuple[OfficialEdition, ...]:
    """Return the editions of policy documents that the publisher's page links to.

    Raise `SourceRejected` if the page lacks a link to one of them. Language and date are None, as for a file that the
    catalogue lacks.
    """
    text, address = _fetch_page(fetcher, page)
    with reading_document(page):
        links = {doc: find_document_links(text, address, doc) for doc in docs}
    missing = [DOCUMENTS[doc].abbreviation for doc in docs if not links[doc]]
    if missing:
        message = _(
            "{page} links no file of the {documents}, such as MTG_MTR_2026_Feb27_EN.pdf; "
            "name another page with --from, or give the file itself to rules ingest",
            page=page,
            documents=", ".join(missing),
        )
        raise SourceRejected(page, "no-link", message)
    return tuple(
        OfficialEdition(None, None, tuple(OfficialFile(link.url, link.format) for link in links[doc])) for doc in docs
    )


def _fetch_page(fetcher: Fetcher, page: str) -> tuple[str, str]:
    """Return the HTML of the publisher's page, and the address that it came from."""
    fetched = fetcher.get(page, max_bytes=_MAX_PAGE_BYTES)
    with reading_document(page):
        text = decode(fetched.document).text
        check_tags(page, text.count("<"))
    return text, fetched.address


def missing_editions(
    store: Store, catalogue: Catalogue, lang: Lang | None = None, since: date | None = None
) -> tuple[OfficialEdition, ...]:
    """Return the catalogue's editions that the store lacks or has only as an excerpt, also those without an address.

    If `lang` is given, return only editions in this language. If `since` is given, leave out editions before this day.
    """
    return tuple(
        edition
        for edition in catalogue.editions
        if edition.lang is not None
        and edition.effective is not None
        and lang in (None, edition.lang)
        and (since is None or edition.effective >= since)
        and store.whole_edition_summary(edition.lang, edition.effective) is None
    )


def sync_editions(
    store: Store,
    fetcher: Fetcher,
    wanted: Iterable[OfficialEdition],
    options: IngestOptions,
    progress: Callable[[str], None],
) -> SyncResult:
    """Fetch editions and ingest them. If an edition fails, the other editions are still fetched.

    For each edition, the first file that can be fetched and read is ingested. Before each edition, `progress` is called
    with its first address, unless its host can't be reached. Raise `IngestInterrupted` if the store can't be written.
    The caller holds the store's `sync_lock`, but not its `writer_lock`.
    """
    synced = SyncResult()
    for edition in wanted:
        if not fetcher.has_given_up(edition.files[0].url):
            progress(edition.files[0].url)
        try:
            _sync_edition(store, fetcher, edition, options, synced)
        except StoreError as problem:
            raise IngestInterrupted(problem, synced.report) from problem
    return synced


def _sync_edition(
    store: Store, fetcher: Fetcher, edition: OfficialEdition, options: IngestOptions, synced: SyncResult
) -> None:
    """Ingest the first file of an edition that can be fetched and read. If all files fail, report each failure."""
    failed: list[SourceRejected] = []
    for file in edition.files:
        report = _sync_file(store, fetcher, file, options, synced.warnings)
        if not report.rejected:
            synced.report.ingested += report.ingested
            synced.report.skipped += report.skipped
            synced.warnings += [
                Finding("other-file", _("{problem}; {file} was used instead", problem=problem, file=file.url))
                for problem in failed
            ]
            return
        failed += report.rejected
        if not _REASONS_TO_TRY_ANOTHER_FORMAT.issuperset(rejection.reason for rejection in report.rejected):
            break
    synced.report.rejected += failed


def _sync_file(
    store: Store, fetcher: Fetcher, file: OfficialFile, options: IngestOptions, warnings: list[Finding]
) -> IngestReport:
    """Fetch a file and ingest it, unless it is unchanged since the last fetch."""
    # Validators are stored only if the file is ingested, so that a rejected file is fetched again.
    key = f"{HTTP_VALIDATORS}{file.url}"
    stored = store.meta(key)
    try:
        fetched = fetcher.get(file.url, None if stored is None else Validators(**json.loads(stored)))
    except NotModified:
        return IngestReport(
            skipped=[SkippedDocument(file.url, "unchanged", _("not changed since it was last fetched"))]
        )
    except SourceRejected as rejection:
        return IngestReport(rejected=[rejection])
    document = fetched.document
    if file.sha256 not in (None, document.sha256):
        message = stored_message(
            "{file} is no longer the file that the catalogue knows: its SHA-256 is {found}, not {known}",
            file=file.url,
            found=document.sha256,
            known=file.sha256,
        )
        document = replace(document, findings=(Finding("checksum-mismatch", message),))
    with store.writer_lock():
        report = ingest_documents(store, [document], options, load_manifest(), lambda _name: None)
        if not report.rejected:
            with store.transaction():
                store.set_meta(key, json.dumps(asdict(fetched.validators)))
            warnings.extend(document.findings)
    return report
