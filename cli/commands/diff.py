"""`rules diff`: what changed between two editions."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import render
from cli.marks import marked, shortened
from cli.output import write_whole
from cli.session import Everywhere
from kb.dates import read_date
from kb.errors import BadValue
from kb.number import NumberRange

if TYPE_CHECKING:
    from cli.page import Page
    from kb.comparison import Comparison, Difference, Section

_FORMATS = ("text", "json", "html")
_CHANGES = ("typography", "references", "template", "wording")


def command(
    common: Everywhere,
    first: Annotated[str, typer.Argument(metavar="FROM", help="A day: the edition in force then.")],
    second: Annotated[str, typer.Argument(metavar="TO", help="Another day, later or earlier.")],
    section: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Only this rule, section or chapter, in either edition.")
    ] = None,
    change: Annotated[
        str | None,
        typer.Option(metavar="CLASS", help="Only texts changed so: typography, references, template, wording."),
    ] = None,
    form: Annotated[str | None, typer.Option("--format", metavar="FORMAT", help="text, json or html.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to FILE instead of stdout.")
    ] = None,
) -> int:
    """Show what changed between two editions, rule by rule, with the words that changed.

    Rules are matched by what they became, not by their numbers. The page of --format html
    stands by itself, the two editions side by side.

    Example: rules diff 2024-07-30 2024-11-08 --section 702
    """
    from kb.comparison import Comparison, compare, in_sections

    form = "json" if common.as_json else form or ("html" if output and output.suffix in (".html", ".htm") else "text")
    if form not in _FORMATS:
        raise BadValue("format", form, f"give one of {', '.join(_FORMATS)}")
    if change is not None and change not in _CHANGES:
        raise BadValue("class of changes", change, f"give one of {', '.join(_CHANGES)}")
    within = NumberRange.read(section) if section else None
    with common.store() as store:
        found = compare(store, common.language, read_date(first), read_date(second))
        kept = [each for each in found.differences if _wanted(each, within, change)]
        found = Comparison(found.lang, found.first, found.second, tuple(kept))
        sections = () if form == "json" else in_sections(store, found)
    if form == "json":
        common.answer(render.comparison(found))
    elif form == "html":
        from cli.html import comparison_page

        page = comparison_page(found, sections)
        if output is None:
            print(page)
        else:
            write_whole(output, lambda draft: draft.write_text(page, encoding="utf-8"))
    elif output is not None:
        raise BadValue("file", str(output), "text goes to stdout; a page is a .html file, or give --format html")
    else:
        _print(common.page(), found, sections)
        sys.stdout.flush()
    return 0 if kept else 1


command.__name__ = "diff"


def _wanted(difference: Difference, within: NumberRange | None, change: str | None) -> bool:
    if change is not None and difference.change != change:
        return False
    sides = [side for side in (difference.old, difference.new) if side is not None]
    return within is None or any(within.covers(side.number) for side in sides)


def _print(page: Page, found: Comparison, sections: Sequence[Section]) -> None:
    counted = ", ".join(f"{count} {kind}" for kind, count in found.summary.items()) or "nothing changed"
    page.line((f"{found.lang} {found.first} to {found.second}", "bold"), f"  {counted}")
    for section in sections:
        page.blank()
        kinds = Counter(each.kind for each, _ in section.rows)
        counted = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        page.line((f"{section.number}  {section.title}", "bold"), (f"  {counted}", "dim"))
        for each, heading in section.rows:
            _print_difference(page, each, heading)


def _print_difference(page: Page, difference: Difference, heading: str) -> None:
    old, new = difference.old, difference.new
    numbers = [str(side.number) for side in (old, new) if side is not None]
    number = " to ".join(dict.fromkeys(numbers))
    change = f"  {difference.change}" if difference.change else ""
    under = f"  {heading}" if heading else ""
    page.line((number, "cyan"), under, "  ", (difference.kind, "yellow"), change, indent=2)
    if difference.kind in ("split", "merged") and old is not None and new is not None:
        page.line(shortened((new if difference.kind == "split" else old).text), indent=6)
    elif old is not None and new is not None:
        if difference.change:
            page.line(*marked(page, old.whole_text, new.whole_text), indent=6)
    elif side := new or old:
        page.line((shortened(side.text), "green" if new else "red"), indent=6)
