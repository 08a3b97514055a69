"""`rules translation import`: reads finished translations into the knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.messages import error, note
from cli.options.global_options import GlobalOptions
from cli.progress import ingest_progress
from cli.rendering.ingest_report import print_rejections, print_report, report_json
from cli.rendering.json_output import fields
from cli.user_files.documents import read_documents
from kb.i18n import _, ngettext

if TYPE_CHECKING:
    from ingest.translations.result import ImportResult


# A message names at most this many rules that aren't ingested because part of their translation is unfinished.
_MAX_NAMED = 5


def command(
    common: GlobalOptions,
    files: Annotated[list[Path], Argument(metavar="FILE...", help="XLIFF 1.2 or 2.0, PO, or a project of OmegaT.")],
    unmarked: Annotated[
        bool, Option("--unmarked", help="Take changed texts even if they aren't marked as finished.")
    ] = False,
    unchanged: Annotated[
        bool, Option("--unchanged", help="Take stale texts that are finished without a change: they are still right.")
    ] = False,
    force: Annotated[bool, Option("--force", help="Take in again what is known.")] = False,
) -> int:
    """Take finished translations back: the XLIFF and PO files that `rules translation export` made.

    Texts that were changed and marked as finished become the French of their rules; other texts have no effect.

    Example: rules translation import rules.xlf
    """
    from cli.user_files.omegat_project import translated_file
    from ingest.pipeline import IngestInterrupted
    from ingest.translations import import_files, result
    from kb.translation.exchange import require_toolkit

    require_toolkit()
    named = [translated_file(file) for file in files]
    try:
        with common.open_store() as store, store.writer_lock(), ingest_progress(store, "import", len(named)) as step:
            returns = import_files.import_translations(
                store,
                read_documents(named),
                common.day,
                step,
                force=force,
                accept_unmarked=unmarked,
                accept_unchanged=unchanged,
            )
    except IngestInterrupted as interrupted:
        returns = result.ImportResult(interrupted.report)
    if common.as_json:
        refused = [fields(unit, "source unit reason message") for unit in returns.refused]
        left = {**fields(returns, "empty unfinished waiting"), "refused": refused}
        common.print_json({**report_json(returns.report), "left": left})
    else:
        print_report(returns.report)
    _note_unfinished(returns)
    for unit in returns.refused:
        error(unit.message)
    return print_rejections(returns.report) or (1 if returns.refused else 0)


def _note_unfinished(left: ImportResult) -> None:
    if left.unfinished:
        note(ngettext("{count} text isn't marked as finished and was left out",
                      "{count} texts aren't marked as finished and were left out", left.unfinished))  # fmt: skip
    if left.empty:
        note(ngettext("{count} text has no French yet", "{count} texts have no French yet", left.empty))
    if left.waiting:
        named = ", ".join(left.waiting[:_MAX_NAMED])
        if (more := len(left.waiting) - _MAX_NAMED) > 0:
            named += ngettext(" and {count} more (--json lists all)", " and {count} more (--json lists all)", more)
        note(_("not taken in until all of the rule is finished: {named}", named=named))
