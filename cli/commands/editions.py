"""`rules editions`: what is in the knowledge base."""

from __future__ import annotations

import sys

from cli import render
from cli.messages import warn
from cli.session import Everywhere
from kb.editions import EditionRecord, editions

_HEADS = (
    "lang",
    "effective",
    "until",
    "kind",
    "sections",
    "rules",
    "subrules",
    "examples",
    "glossary",
    "refs",
    "source",
)
_TABLE_COLUMNS = 120
"""A terminal with fewer columns gets two lines for each edition instead of a table."""


def command(common: Everywhere) -> int:
    """List the editions and excerpts in the knowledge base.

    --lang narrows the list. Warnings say what is wrong with a source.

    Example: rules editions
    """
    wanted = common.languages() if common.lang else None
    with common.store() as store:
        listed = [edition for edition in editions(store) if wanted is None or edition.lang in wanted]
    if common.as_json:
        common.answer({"editions": [render.edition_record(edition) for edition in listed]})
        return 0
    page = common.page()
    rows = [_row(edition) for edition in listed]
    if page.width is None or page.width >= _TABLE_COLUMNS:
        page.table(_HEADS, rows)
    else:
        for row in rows:
            page.line(
                (f"{row[0]} {row[1]}", "bold cyan"),
                f" to {row[2]}" if row[2] else "",
                f"  {row[3]}",
                (f"  {row[-1]}", "dim"),
            )
            counted = zip(_HEADS[4:-1], row[4:-1], strict=True)
            page.line(", ".join(f"{count} {what}" for what, count in counted if count != "0"), indent=4)
    sys.stdout.flush()
    for edition in listed:
        warn(edition.warnings, f"{edition.lang} {edition.effective}")
    return 0


command.__name__ = "editions"


def _row(edition: EditionRecord) -> tuple[str, ...]:
    kind = "excerpt" if edition.partial else "whole"
    return (
        edition.lang,
        edition.effective.isoformat(),
        edition.until.isoformat() if edition.until else "",
        f"{kind}, lossy" if edition.lossy else kind,
        str(edition.sections),
        str(edition.rules),
        str(edition.subrules),
        str(edition.examples),
        str(edition.glossary),
        str(edition.references),
        edition.source,
    )
