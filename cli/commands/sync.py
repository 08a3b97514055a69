"""`rules sync`: fetches the official editions from the publisher."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from cli.books import parse_documents
from cli.messages import error, note, warn
from cli.options.global_options import GlobalOptions
from cli.output_streams import visible_line
from cli.progress import sync_progress
from cli.rendering import json_output
from cli.rendering.ingest_report import print_rejections, print_report, report_json
from kb.documents import DOCUMENTS, Doc
from kb.errors import SourceRejected
from kb.i18n import _
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from ingest.documents.fetch import Fetcher
    from ingest.pipeline import IngestReport
    from ingest.publisher.catalogue import Catalogue, OfficialEdition
    from ingest.sync import SyncResult
    from kb.languages import Lang
    from kb.storage.store import Store


def command(
    common: GlobalOptions,
    page: Annotated[
        str | None,
        Option("--from", metavar="URL", help="The page that links the current files; else the official one."),
    ] = None,
    doc: Annotated[
        str | None, Option("--doc", metavar="DOC", help="The book to fetch: cr, mtr, ipg, jar, or all.")
    ] = None,
    everything: Annotated[
        bool, Option("--all", help="Every catalogued edition that the knowledge base lacks.")
    ] = False,
    since: Annotated[
        str | None, Option(metavar="YYYY-MM-DD", help="Only the catalogued editions of this day or later.")
    ] = None,
    dry_run: Annotated[
        bool, Option("--dry-run", help="List what would be fetched; fetch no edition, write nothing.")
    ] = False,
) -> int:
    """Fetch the current official edition, or all that are catalogued, into the knowledge base.

    A file that hasn't changed since it was last fetched isn't sent again.

    The judges' other books are fetched with --doc.

    Example: rules sync --all --dry-run
    """
    from ingest.documents.fetch import Fetcher
    from ingest.pipeline import IngestReport
    from ingest.publisher.catalogue import load_catalogue
    from ingest.sync import SyncResult, missing_editions

    docs = _documents(doc, page, catalogued=everything or since is not None)
    lang = common.language if common.lang else None
    day = parse_date(since) if since is not None else None
    catalogue = load_catalogue()
    address = page if page is not None else catalogue.page if "cr" in docs else catalogue.policy_page
    wanted: tuple[OfficialEdition, ...] = ()
    synced = SyncResult()
    with common.open_store() as store, _right_to_fetch(store, dry_run=dry_run), Fetcher() as fetcher:
        try:
            if everything or day is not None:
                missing = missing_editions(store, catalogue, lang, day)
                wanted = tuple(edition for edition in missing if edition.files)
                _note_unknown_addresses(missing)
            else:
                wanted = tuple(_current(fetcher, catalogue, page, docs))
        except SourceRejected as rejection:
            synced = SyncResult(IngestReport(rejected=[rejection]))
        if wanted and not dry_run:
            synced = _fetch(store, fetcher, wanted, lang)
    _print_result(common, synced, [_planned(edition) for edition in wanted] if dry_run else None)
    if not wanted and not synced.report.rejected:
        note(_("nothing to fetch: the knowledge base has every catalogued edition asked for"))
    warn(synced.warnings)
    return _print_rejections(synced.report, address)


def _documents(doc: str | None, page: str | None, *, catalogued: bool) -> tuple[Doc, ...]:
    """Parse `--doc`. Raise BadParameter if the catalogue or one page can't have what it asks for."""
    if page is not None and catalogued:
        raise typer.BadParameter(_("--from names a page, --all and --since the catalogue; give one or the other"))
    docs = parse_documents(doc or "cr") or tuple(DOCUMENTS)
    if catalogued and docs != ("cr",):
        raise typer.BadParameter(_("the catalogue has editions of the Comprehensive Rules only; leave --doc out"))
    if page is not None and len(docs) > 1:
        raise typer.BadParameter(_("--from names a page, --doc all needs two; give one book"))
    return docs


def _current(
    fetcher: Fetcher, catalogue: Catalogue, page: str | None, docs: Sequence[Doc]
) -> Iterator[OfficialEdition]:
    """Yield the editions that the publisher's pages link to. Policy documents have a page of their own."""
    from ingest.sync import current_documents, current_edition

    if "cr" in docs:
        yield current_edition(fetcher, catalogue, catalogue.page if page is None else page)
    if books := [code for code in docs if code != "cr"]:
        yield from current_documents(fetcher, catalogue.policy_page if page is None else page, books)


def _fetch(store: Store, fetcher: Fetcher, wanted: Sequence[OfficialEdition], lang: Lang | None) -> SyncResult:
    """Fetch and ingest editions. If the knowledge base can't be written any more, return what was done before."""
    from ingest.pipeline import IngestInterrupted, IngestOptions
    from ingest.sync import SyncResult, sync_editions

    try:
        with sync_progress(store, len(wanted)) as step:
            return sync_editions(store, fetcher, wanted, IngestOptions(lang=lang), step)
    except IngestInterrupted as interrupted:
        return SyncResult(interrupted.report)


def _note_unknown_addresses(missing: Sequence[OfficialEdition]) -> None:
    """Name the missing editions whose addresses the catalogue doesn't know."""
    days = [str(edition.effective) for edition in missing if not edition.files]
    if days:
        note(_("the addresses of these editions aren't known: {days}; `rules sync` fetches the newest edition",
               days=", ".join(days)))  # fmt: skip


def _print_result(common: GlobalOptions, synced: SyncResult, planned: Sequence[dict[str, str | None]] | None) -> None:
    """Print what was ingested and, for `--dry-run`, the files that would be fetched."""
    if common.as_json:
        answer = {**report_json(synced.report), "warnings": json_output.findings(synced.warnings)}
        common.print_json(answer if planned is None else {**answer, "planned": planned})
        return
    for row in planned or ():
        print(visible_line("{lang} {effective}  {format}  {url}".format(**{name: row[name] or "?" for name in row})))
    print_report(synced.report)


def _print_rejections(report: IngestReport, page: str) -> int:
    """Print why files were rejected. Without a connection, print one line that says what to do instead."""
    from ingest.pipeline import IngestReport

    offline = [rejection for rejection in report.rejected if rejection.reason == "unreachable"]
    others = [rejection for rejection in report.rejected if rejection not in offline]
    status = print_rejections(IngestReport(rejected=others, failure=report.failure))
    if offline:
        advice = _("download the rules (TXT) from {page} with a browser, then run: rules ingest FILE", page=page)
        error(f"{offline[0]}; {advice}")
    return max(status, 1 if offline else 0)


def _right_to_fetch(store: Store, *, dry_run: bool) -> AbstractContextManager[None]:
    return nullcontext() if dry_run else store.sync_lock()


def _planned(edition: OfficialEdition) -> dict[str, str | None]:
    """Return the file to fetch for an edition as JSON. Language and date are None if the catalogue lacks them."""
    file = edition.files[0]
    return {"url": file.url, **json_output.fields(edition, "effective lang"), "format": file.format}
