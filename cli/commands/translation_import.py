"""`rules translation import`: finished translations into the knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.messages import note
from cli.options.global_options import Everywhere
from cli.progress import taking_in
from cli.rendering.ingest_report import content, show, tell_rejections
from kb.errors import SourceRejected
from kb.i18n import _, ngettext

if TYPE_CHECKING:
    from ingest.documents.document import Document
    from ingest.translation_import import Left

# So many of what waits are named.
_MOST_NAMED = 5


def command(
    common: Everywhere,
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
    from ingest.translation_import import take_back
    from kb.translation.exchange import require_toolkit

    require_toolkit()
    with common.store() as store, store.only_writer(), taking_in(store, "import", len(files)) as step:
        returns = take_back(store, _documents(files), common.day, step, force=force, unmarked=unmarked)
    left = returns.left
    if common.as_json:
        waiting = list(left.waiting)
        common.answer(
            content(returns.report) | {"left": {"empty": left.empty, "unfinished": left.unfinished, "waiting": waiting}}
        )
    else:
        show(returns.report)
    _tell(left)
    return tell_rejections(returns.report)


def _documents(files: Sequence[Path]) -> Iterator[Document | SourceRejected]:
    from ingest.documents.document import read_file

    for file in files:
        try:
            yield read_file(file)
        except SourceRejected as rejection:
            yield rejection


def _tell(left: Left) -> None:
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
