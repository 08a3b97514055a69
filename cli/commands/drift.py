"""`rules drift`: the encoded rules that a new edition changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument

from cli.options.declarations import DocumentDate
from cli.options.global_options import GlobalOptions
from cli.rendering.json_output import fields
from cli.user_files.documents import parse_document
from kb.errors import NotFound
from kb.i18n import _
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from kb.rulings.review.drift import DriftedRule

_MARKS = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}


def command(
    common: GlobalOptions,
    file: Annotated[Path, Argument(metavar="FILE", help="A document with a whole edition; it isn't ingested.")],
    effective: DocumentDate = None,
) -> int:
    """List the encoded rules that a new edition touches: moved, changed, gone or new.

    The edition is compared with the edition in force before it. The exit status is 1 if any rule is listed.

    Example: rules drift MagicCompRules.txt
    """
    from kb.rulings.review.drift import edition_drift
    from kb.text.word_diff import word_diff

    editions = parse_document(file, parse_date(effective) if effective else None)
    edition = next((each for each in editions if each.lang == "en" and not each.partial), None)
    if edition is None:
        raise NotFound(str(file), _("{file} holds no whole edition in English", file=file))
    with common.open_store() as store:
        touched = edition_drift(store, edition)
    if common.as_json:
        common.print_json({"edition": edition.effective.isoformat(), "touched": [_fields(each) for each in touched]})
        return 1 if touched else 0
    page = common.text_output()
    for each in touched:
        numbers = " → ".join(str(side.number) for side in (each.old, each.new) if side.number)
        page.line((f"{each.kind:9}", "yellow"), (numbers, "bold cyan"), f"  {each.concept}")
        if each.kind in ("changed", "reviewed") and each.old.text and each.new.text:
            segments = word_diff(each.old.text, each.new.text)
            page.line(*(_MARKS[part.kind].format(part.text) for part in segments), indent=4)
    if not touched:
        page.line(_("{edition} touches no encoded rule", edition=edition.effective))
    return 1 if touched else 0


def _fields(each: DriftedRule) -> dict[str, Any]:
    old, new = (fields(side, "number edition status text") if side.number else None for side in (each.old, each.new))
    return {"concept": each.concept, "touch": each.kind, "old": old, "new": new}
