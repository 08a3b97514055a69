"""`rules ingest`: reads documents into the knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from cli.options.global_options import GlobalOptions
from cli.progress import ingest_progress
from cli.rendering.ingest_report import print_rejections, print_report, report_json
from cli.user_files.documents import fetch_pages, read_documents
from kb.errors import SourceRejected
from kb.text.dates import parse_date


def command(
    common: GlobalOptions,
    sources: Annotated[list[str], Argument(metavar="PATH|URL...", help="Files, folders or pages.")],
    effective: Annotated[
        str | None, Option(metavar="YYYY-MM-DD", help="The effective date, for documents that don't state it.")
    ] = None,
    form: Annotated[
        str | None,
        Option(
            "--format",
            metavar="FORMAT",
            help="text, markdown, wiki, wiki-fr, number-lines, listing, html, docx or pdf; else found.",
        ),
    ] = None,
    force: Annotated[bool, Option("--force", help="Take in again what is known; overrule a stated date.")] = False,
) -> int:
    """Take editions and excerpts of the rules into the knowledge base.

    Known documents are skipped. Unusable documents are rejected with a reason.

    With --lang, only the rules in that language are taken.

    Example: rules ingest page.md --effective 2025-06-06
    """
    from ingest.formats.registry import format_by_name
    from ingest.pipeline import IngestInterrupted, IngestOptions, ingest_documents
    from ingest.starter_manifest import load_manifest

    options = IngestOptions(
        lang=common.language if common.lang else None,
        effective=parse_date(effective) if effective else None,
        format=format_by_name(form).name if form else None,
        force=force,
    )
    try:
        with common.open_store() as store:
            # Pages are fetched before the lock is taken, so that a slow server keeps no other process from writing.
            documents = list(fetch_pages(_names(sources)))
            with store.writer_lock(), ingest_progress(store, "ingest", len(documents)) as step:
                report = ingest_documents(store, read_documents(documents), options, load_manifest(), step)
    except IngestInterrupted as interrupted:
        report = interrupted.report
    if common.as_json:
        common.print_json(report_json(report))
    else:
        print_report(report)
    return print_rejections(report)


def _names(sources: Sequence[str]) -> Iterator[str | Path | SourceRejected]:
    """Yield the addresses and files that `sources` name. Replace a folder by its files, a bad path by its rejection."""
    from ingest.documents.document import walk_files

    for source in sources:
        if "://" in source:
            yield source
            continue
        try:
            yield from walk_files(Path(source))
        except SourceRejected as rejection:
            yield rejection
