"""`rules editions`: what is in the knowledge base."""

from __future__ import annotations

from cli.messages import warn
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.rendering.code_labels import counted_label
from kb.i18n import _, mark_message, ngettext
from kb.storage.editions import EditionRecord, list_editions

_HEADS = (
    mark_message("lang"),
    mark_message("effective"),
    mark_message("until"),
    mark_message("kind"),
    mark_message("sections", "sections"),
    mark_message("rules", "rules"),
    mark_message("subrules", "subrules"),
    mark_message("examples", "examples"),
    mark_message("glossary", "glossary"),
    mark_message("refs", "refs"),
    mark_message("source"),
)
_TABLE_COLUMNS = 120
"""A terminal with fewer columns gets two lines for each edition instead of a table."""


def command(common: GlobalOptions) -> int:
    """List the editions and excerpts in the knowledge base.

    --lang narrows the list. Warnings say what is wrong with a source.

    Example: rules editions
    """
    wanted = common.languages() if common.lang else None
    with common.open_store() as store:
        listed = [edition for edition in list_editions(store) if wanted is None or edition.lang in wanted]
    if common.as_json:
        common.print_json({"editions": [json_output.edition_record(edition) for edition in listed]})
        return 0
    page = common.text_output()
    rows = [_row(edition) for edition in listed]
    if page.width is None or page.width >= _TABLE_COLUMNS:
        page.table([*map(_, _HEADS[:4]), *(ngettext(head, head, 2) for head in _HEADS[4:-1]), _(_HEADS[-1])], rows)
    else:
        for row in rows:
            page.line(
                (f"{row[0]} {row[1]}", "bold cyan"),
                _(" to {day}", day=row[2]) if row[2] else "",
                f"  {row[3]}",
                (f"  {row[-1]}", "dim"),
            )
            counted = zip(_HEADS[4:-1], row[4:-1], strict=True)
            page.line(", ".join(counted_label(what, int(count)) for what, count in counted if count != "0"), indent=4)
    for edition in listed:
        warn(edition.warnings, f"{edition.lang} {edition.effective}")
    return 0


def _row(edition: EditionRecord) -> tuple[str, ...]:
    kind = _("excerpt") if edition.partial else _("whole")
    return (
        edition.lang,
        edition.effective.isoformat(),
        edition.until.isoformat() if edition.until else "",
        _("{kind}, lossy", kind=kind) if edition.lossy else kind,
        str(edition.sections),
        str(edition.rules),
        str(edition.subrules),
        str(edition.examples),
        str(edition.glossary),
        str(edition.references),
        edition.source,
    )
