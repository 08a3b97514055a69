"""Keeping up with the publisher: which official editions to fetch, and fetching them one after the other.

A download is held in memory until it is read; it is written as an edition or not at all. What a server
says a file's version is known by stays in the store, so a file that hasn't changed isn't sent again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from ingest.catalogue import Catalogue, OfficialEdition, OfficialFile
from ingest.decode import decode
from ingest.fetch import Fetched, Fetcher, Unchanged, Validators
from ingest.intake import Report, Skipped, Wishes, take_in
from ingest.known import known_documents
from ingest.landing import rules_links
from kb.errors import SourceRejected
from kb.languages import Lang
from kb.model import Finding
from kb.store import Store
from kb.tongue import _, kept

_PAGE_BYTES = 2 * 1024 * 1024
"""The official page has 120 kB."""

# Where one file of an edition can't be had or is no rules text, another format of it may do.
_FAULTS_OF_A_FILE = frozenset(
    "http-status wrong-type empty too-large not-text not-rules needs-extra unreadable".split()
)


@dataclass(slots=True)
class Synced:
    """What became of the editions of one run.

    Attributes:
        report: of the documents, as an ingest gives it.
        warnings: what isn't as the catalogue or the page says.
    """

    report: Report = field(default_factory=Report)
    warnings: list[Finding] = field(default_factory=list)


def current(fetcher: Fetcher, catalogue: Catalogue, page: str) -> OfficialEdition:
    """The edition that the publisher's page links.

    Its language and date are those of the catalogue, or None if its address isn't in there: the day in a
    file's name is often not that of its text.

    Raises:
        SourceRejected: the page can't be fetched or links no file of the rules.
    """
    fetched = fetcher.get(page, limit=_PAGE_BYTES)
    links = rules_links(decode(fetched.document).text, fetched.address)
    if not links:
        raise SourceRejected(
            page,
            "no-link",
            _(
                "{page} links no file of the rules, such as MagicCompRules 20260116.txt; "
                "name another page with --from, or give the file itself to rules ingest",
                page=page,
            ),
        )
    known = [catalogue.at(link.url) for link in links]
    edition = next((row[0] for row in known if row), None)
    return OfficialEdition(
        edition.lang if edition else None,
        edition.effective if edition else None,
        tuple(row[1] if row else OfficialFile(link.url, link.format) for link, row in zip(links, known, strict=True)),
    )


def missing(
    store: Store, catalogue: Catalogue, lang: Lang | None = None, since: date | None = None
) -> tuple[OfficialEdition, ...]:
    """The catalogued editions that the store doesn't have as a whole, oldest first.

    Args:
        store: what there is.
        catalogue: what there could be.
        lang: only editions in this language.
        since: only editions of this day or later.
    """
    return tuple(
        edition
        for edition in catalogue.editions
        if edition.lang is not None
        and edition.effective is not None
        and lang in (None, edition.lang)
        and (since is None or edition.effective >= since)
        and store.whole_edition(edition.lang, edition.effective) is None
    )


def sync(
    store: Store,
    fetcher: Fetcher,
    wanted: Iterable[OfficialEdition],
    wishes: Wishes,
    progress: Callable[[str], None],
) -> Synced:
    """Fetch editions and take them into the store; one that fails doesn't keep the others out.

    Args:
        store: where they go.
        fetcher: what fetches them.
        wanted: the editions; of each, the first file that can be had and read is taken.
        wishes: what the user said of them.
        progress: told the address of each edition before it is fetched.

    Raises:
        StoreError: the store can't be written; editions before stay in.
    """
    synced = Synced()
    for edition in wanted:
        progress(edition.files[0].url)
        _take_edition(store, fetcher, edition, wishes, synced)
    return synced


def _take_edition(store: Store, fetcher: Fetcher, edition: OfficialEdition, wishes: Wishes, synced: Synced) -> None:
    """Take in the first file that can be had and read; if there is none, say of each why not."""
    failed: list[SourceRejected] = []
    for file in edition.files:
        report = _take_file(store, fetcher, file, wishes, synced.warnings)
        if not report.rejected:
            synced.report.ingested += report.ingested
            synced.report.skipped += report.skipped
            synced.warnings += [
                Finding("other-file", _("{problem}; {file} stands in for it", problem=problem, file=file.url))
                for problem in failed
            ]
            return
        failed += report.rejected
        if not _FAULTS_OF_A_FILE.issuperset(rejection.reason for rejection in report.rejected):
            break
    synced.report.rejected += failed


def _take_file(store: Store, fetcher: Fetcher, file: OfficialFile, wishes: Wishes, warnings: list[Finding]) -> Report:
    """Fetch a file and take it in, unless it is unchanged."""
    try:
        fetched = fetcher.get(file.url, _version_known(store, file.url))
    except Unchanged:
        return Report(skipped=[Skipped(file.url, "unchanged", _("not changed since it was last fetched"))])
    except SourceRejected as rejection:
        return Report(rejected=[rejection])
    document = fetched.document
    if file.sha256 not in (None, document.sha256):
        replaced = Finding(
            "checksum-mismatch",
            kept(
                "{file} is no longer the file that the catalogue knows: its SHA-256 is {found}, not {known}",
                file=file.url,
                found=document.sha256,
                known=file.sha256,
            ),
        )
        document = replace(document, findings=(replaced,))
    report = take_in(store, [document], wishes, known_documents(), lambda _name: None)
    if not report.rejected:
        _remember(store, file.url, fetched)
        warnings.extend(document.findings)
    return report


def _version_known(store: Store, url: str) -> Validators | None:
    """What the version of a file that was last fetched is known by."""
    kept = store.meta(_key(url))
    return None if kept is None else Validators(**json.loads(kept))


def _remember(store: Store, url: str, fetched: Fetched) -> None:
    """Keep what this version of a file is known by; a file that was rejected is asked for again."""
    seen = fetched.validators
    with store.writing():
        store.set_meta(_key(url), json.dumps({"etag": seen.etag, "last_modified": seen.last_modified}))


def _key(url: str) -> str:
    return f"http:{url}"
