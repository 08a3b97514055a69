"""The report of an ingest, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cli.messages import error, note, warn
from cli.output_streams import visible_line
from cli.rendering import json_output
from kb.i18n import _, ngettext
from kb.storage.source_formats import FINISHED_TRANSLATION_FORMATS, source_label

if TYPE_CHECKING:
    from ingest.pipeline import IngestedEdition, IngestReport


def report_json(report: IngestReport) -> dict[str, Any]:
    """Return the report as JSON. It has the field `error` if the knowledge base failed in the middle."""
    failure = report.failure
    error = {} if failure is None else {"error": {"message": str(failure), "exit_status": failure.exit_status}}
    return {
        "ingested": [json_output.ingested_edition(each) for each in report.ingested],
        "skipped": [{"source": each.source, "reason": each.reason, "message": each.message} for each in report.skipped],
        "rejected": [
            {
                "source": each.source,
                "reason": each.reason,
                "message": str(each),
                **({"units": list(each.units)} if each.units else {}),
            }
            for each in report.rejected
        ],
        **error,
    }


def print_report(report: IngestReport) -> None:
    """Print a line for each new edition, and on stderr the warnings and the skipped documents."""
    for taken in report.ingested:
        edition, counted = taken.edition, _counted(taken)
        name, source = taken.name, edition.source
        label = source_label(source.name, source.title, source.format)
        what = _("excerpt: {counts}", counts=counted) if edition.partial else _("edition: {counts}", counts=counted)
        print(f"{name}  {what}  {visible_line(label)}")
        if taken.replaces and source.format in FINISHED_TRANSLATION_FORMATS:
            note(_("what {earlier} says of the same rules no longer counts", earlier=taken.replaces))
        elif taken.replaces and edition.partial:
            note(_("{edition} replaces the earlier excerpt of {source}", edition=name, source=taken.replaces))
        elif taken.replaces:
            note(_("{edition} takes the place of the worse copy {replaced}", edition=name, replaced=taken.replaces))
        warn(edition.findings, label)
    for skipped in report.skipped:
        note(_("skipped {source}: {why}", source=skipped.source, why=skipped.message))


def _counted(taken: IngestedEdition) -> str:
    """Return the counts of an edition in words. Policy documents have neither rules nor a glossary."""
    counts = taken.counts
    sections = ngettext("{count} sections", "{count} sections", counts.sections)
    examples = ngettext("{count} examples", "{count} examples", counts.examples)
    if taken.edition.doc != "cr":
        found = [sections] if counts.sections else []
        return ", ".join((*found, ngettext("{count} places", "{count} places", taken.places), examples))
    return ", ".join(
        (
            sections,
            ngettext("{count} rules", "{count} rules", counts.rules),
            ngettext("{count} subrules", "{count} subrules", counts.subrules),
            examples,
            ngettext("{count} glossary entries", "{count} glossary entries", counts.glossary),
        )
    )


def print_rejections(report: IngestReport) -> int:
    """Print why documents were rejected, each message once. Return the exit status."""
    for message in dict.fromkeys(str(rejection) for rejection in report.rejected):
        error(message)
    if report.failure is not None:
        error(report.failure)
        return report.failure.exit_status
    return 1 if report.rejected else 0
