"""`rules drift`: which encoded rules a new edition touches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.global_options import GlobalOptions
from kb.dates import parse_date
from kb.errors import NotFound
from kb.i18n import _

if TYPE_CHECKING:
    from kb.rulings.law.applicable_law import ConceptStatus
    from kb.rulings.review.drift import DriftedRule


def command(
    common: GlobalOptions,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A document with a whole edition; it isn't taken in.")],
    effective: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="The date of a document that states none.")
    ] = None,
) -> int:
    """List the encoded rules that a new edition touches: moved, changed, gone or new.

    It is compared with the edition in force before it. Exit status 1 if it touches any.

    Example: rules drift MagicCompRules.txt
    """
    from ingest.documents.document import read_file
    from ingest.pipeline import IngestOptions, read_editions
    from ingest.starter_manifest import load_manifest
    from kb.rulings.review.drift import edition_drift

    document = read_file(file)
    wishes = IngestOptions(effective=parse_date(effective) if effective else None)
    editions = read_editions(document, wishes, load_manifest().get(document.sha256))
    edition = next((each for each in editions if each.lang == "en" and not each.partial), None)
    if edition is None:
        raise NotFound(str(file), _("{file} holds no whole edition in English", file=file))
    with common.open_store() as store:
        touched = edition_drift(store, edition)
    if common.as_json:
        common.print_json({"edition": edition.effective.isoformat(), "touched": [_content(each) for each in touched]})
        return 1 if touched else 0
    page = common.text_output()
    for each in touched:
        numbers = " → ".join(str(side.number) for side in (each.old, each.new) if side.number)
        page.line((f"{each.kind:9}", "yellow"), (numbers, "bold cyan"), f"  {each.concept}")
        if each.kind in ("changed", "reviewed") and each.old.text and each.new.text:
            page.line(*_marked(each), indent=4)
    if not touched:
        page.line(_("{edition} touches no encoded rule", edition=edition.effective))
    return 1 if touched else 0


def _marked(each: DriftedRule) -> list[str]:
    from kb.text.word_diff import word_diff

    marks = {"same": ("", ""), "gone": ("[-", "-]"), "new": ("{+", "+}")}
    stretches = word_diff(each.old.text or "", each.new.text or "")
    return [f"{marks[part.kind][0]}{part.text}{marks[part.kind][1]}" for part in stretches]


def _content(each: DriftedRule) -> dict[str, Any]:
    return {"concept": each.concept, "touch": each.kind, "old": _side(each.old), "new": _side(each.new)}


def _side(standing: ConceptStatus) -> dict[str, Any] | None:
    if standing.number is None:
        return None
    return {
        "number": str(standing.number),
        "edition": standing.edition.isoformat() if standing.edition else None,
        "status": standing.status,
        "text": standing.text,
    }
