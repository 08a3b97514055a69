"""`rules translation import`: finished translations into the knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.progress import ingest_progress
from cli.rendering.ingest_report import print_rejections, print_report, report_json
from kb.errors import SourceRejected
from kb.i18n import _, ngettext

if TYPE_CHECKING:
    from ingest.documents.document import Document
    from ingest.translation_import import UnfinishedUnits

# So many of what waits are named.
_MOST_NAMED = 5


def command(
    common: GlobalOptions,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="XLIFF 1.2 or 2.0, or PO.")],
    unmarked: Annotated[
        bool, typer.Option("--unmarked", help="Take what was changed even if it isn't marked as finished.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Take in again what is known.")] = False,
) -> int:
    """Take finished translations back: the XLIFF and PO files that `rules translation export` made.

    What was changed in a file and is marked as finished becomes the French of its rules; the rest stays as it is.

    Example: rules translation import rules.xlf
    """
    from ingest.translation_import import import_translations
    from kb.translation.exchange import require_toolkit

    require_toolkit()
    with common.open_store() as store, store.writer_lock(), ingest_progress(store, "import", len(files)) as step:
        returns = import_translations(store, _documents(files), common.day, step, force=force, accept_unmarked=unmarked)
    left = returns.unfinished
    if common.as_json:
        waiting = list(left.waiting)
        common.print_json(
            report_json(returns.report)
            | {"left": {"empty": left.empty, "unfinished": left.unfinished, "waiting": waiting}}
        )
    else:
        print_report(returns.report)
    _tell(left)
    return print_rejections(returns.report)


def _documents(files: Sequence[Path]) -> Iterator[Document | SourceRejected]:
    from ingest.documents.document import read_file

    for file in files:
        try:
            yield read_file(file)
        except SourceRejected as rejection:
            yield rejection


def _tell(left: UnfinishedUnits) -> None:
    """Say what wasn't finished."""
    if left.unfinished:
        note(
            ngettext(
                "{count} text isn't marked as finished and was left out",
                "{count} texts aren't marked as finished and were left out",
                left.unfinished,
            )
        )
    if left.empty:
        note(ngettext("{count} text has no French yet", "{count} texts have no French yet", left.empty))
    if left.waiting:
        named = ", ".join(left.waiting[:_MOST_NAMED]) + (" …" if len(left.waiting) > _MOST_NAMED else "")
        note(_("not taken in until all of the rule is finished: {named}", named=named))
