"""What became of documents that were taken in, for people and as JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from cli import render
from cli.messages import error, note, warn
from kb.tongue import _

if TYPE_CHECKING:
    from ingest.intake import Report


def content(report: Report) -> dict[str, Any]:
    """The report's fields, as `docs/cli.md` names them."""
    return {
        "ingested": [render.ingested(each) for each in report.ingested],
        "skipped": [{"source": each.source, "reason": each.reason, "message": each.message} for each in report.skipped],
        "rejected": [{"source": each.source, "reason": each.reason, "message": str(each)} for each in report.rejected],
    }


def show(report: Report) -> None:
    """Print a line for each edition that was taken in; say what is wrong with it, and what was skipped."""
    for taken in report.ingested:
        edition, counts = taken.edition, taken.counts
        kind = "excerpt" if edition.partial else "edition"
        print(
            f"{edition.lang} {edition.effective}  {kind}: {counts.sections} sections, {counts.rules} rules, "
            f"{counts.subrules} subrules, {counts.examples} examples, {counts.glossary} glossary entries"
            f"  {edition.source.name}"
        )
        sys.stdout.flush()
        if taken.replaces and edition.partial:
            note(_("what {earlier} says of the same rules no longer counts", earlier=taken.replaces))
        elif taken.replaces:
            note(f"{edition.lang} {edition.effective} takes the place of the worse copy {taken.replaces}")
        warn(edition.findings, edition.source.name)
    for skipped in report.skipped:
        note(f"skipped {skipped.source}: {skipped.message}")


def tell_rejections(report: Report) -> int:
    """Say what was rejected, each reason in words once; give the exit status that this makes."""
    for message in dict.fromkeys(str(rejection) for rejection in report.rejected):
        error(message)
    return 1 if report.rejected else 0
