"""`rules sync`: fetches the official editions from the publisher."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from cli.messages import error, note, warn
from cli.options.global_options import GlobalOptions
from cli.output_streams import visible_line
from cli.progress import sync_progress
from cli.rendering import json_output
from cli.rendering.ingest_report import print_rejections, print_report, report_json
from kb.dates import parse_date
from kb.errors import SourceRejected
from kb.i18n import _

if TYPE_CHECKING:
    from ingest.pipeline import IngestReport
    from ingest.publisher.catalogue import OfficialEdition
    from ingest.sync import SyncResult
    from kb.storage.store import Store


def command(
    common: GlobalOptions,
    page: Annotated[
        str | None,
        Option("--from", metavar="URL", help="The page that links the current files; else the official one."),
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

    Example: rules sync --all --dry-run
    """
    from ingest.documents.fetch import Fetcher
    from ingest.pipeline import IngestInterrupted, IngestOptions, IngestReport
    from ingest.publisher.catalogue import load_catalogue
    from ingest.sync import SyncResult, current_edition, missing_editions, sync_editions

    if page is not None and (everything or since is not None):
        raise typer.BadParameter(_("--from names a page, --all and --since the catalogue; give one or the other"))
    lang = common.language if common.lang else None
    day = parse_date(since) if since is not None else None
    catalogue = load_catalogue()
    address = catalogue.page if page is None else page
    wanted: tuple[OfficialEdition, ...] = ()
    synced = SyncResult()
    with common.open_store() as store, _right_to_fetch(store, dry_run=dry_run), Fetcher() as fetcher:
        try:
            if everything or day is not None:
                missing = missing_editions(store, catalogue, lang, day)
                wanted = tuple(edition for edition in missing if edition.files)
                _note_unknown_addresses(missing)
            else:
                wanted = (current_edition(fetcher, catalogue, address),)
        except SourceRejected as rejection:
            synced = SyncResult(IngestReport(rejected=[rejection]))
        if wanted and not dry_run:
            try:
                with sync_progress(store, len(wanted)) as step:
                    synced = sync_editions(store, fetcher, wanted, IngestOptions(lang=lang), step)
            except IngestInterrupted as interrupted:
                synced = SyncResult(interrupted.report)
    _print_result(common, synced, [_planned(edition) for edition in wanted] if dry_run else None)
    if not wanted and not synced.report.rejected:
        note(_("nothing to fetch: the knowledge base has every catalogued edition asked for"))
    warn(synced.warnings)
    return _print_rejections(synced.report, address)


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
