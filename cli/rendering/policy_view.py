"""A place of a policy document as text: its number, title, paragraphs, tables and lettered examples."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from cli.rendering.code_labels import code_label
from cli.rendering.text_output import MAX_LINE_WIDTH, TextOutput, edition_tag
from kb.model import standard_printed_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kb.model import Rule
    from kb.storage.view_items import ViewItem

_INDENT = 2
_BETWEEN = "  "


def print_place(
    page: TextOutput, place: ViewItem[Rule], *, removed: bool = False, first: bool = True, with_edition: bool = False
) -> None:
    """Print a place. A blank line precedes it unless it is the first one or a part.

    A place that the document no longer has is marked as `removed`. `with_edition` names the edition behind the title.
    """
    item, number = place.item, place.item.number
    is_part = number.kind == "part"
    if not first and not is_part:
        page.blank_line()
    title, *paragraphs = item.text.split("\n")
    label = (item.printed_number.strip() or standard_printed_number(number)).rstrip(":")
    if is_part and label:
        title, paragraphs = "", item.text.split("\n") if item.text else []
    gone = (f"  ({code_label('removed')})", "yellow") if removed else ""
    edition = edition_tag(place) if with_edition else ""
    indent = _INDENT if is_part else 0
    space = " " if label and title else ""
    page.line((label, "bold cyan"), space, (title, "bold"), gone, edition, indent=indent, hang=_INDENT)
    for text in _with_tables(paragraphs, page.width and min(page.width, MAX_LINE_WIDTH)):
        page.line(text, indent=indent + _INDENT)
    for example in item.examples:
        text = example.text.replace("\n", " ")
        page.line((f"{example.marker} ", "bold"), (text, "italic"), indent=indent + _INDENT, hang=3)


def _with_tables(paragraphs: Sequence[str], width: int | None) -> Iterator[str]:
    """Yield paragraphs, and rows of tables with aligned columns. A row that is too wide has its cells one by one."""
    for is_row, group in groupby(paragraphs, key=lambda text: "\t" in text):
        if not is_row:
            yield from group
            continue
        rows = [row.split("\t") for row in group]
        columns = max(map(len, rows))
        widths = [max(len(row[at]) if at < len(row) else 0 for row in rows) for at in range(columns)]
        if width is not None and sum(widths) + len(_BETWEEN) * columns > width - 2 * _INDENT:
            yield from (" · ".join(cell for cell in row if cell) for row in rows)
            continue
        for row in rows:
            yield _BETWEEN.join(cell.ljust(size) for cell, size in zip(row, widths, strict=False)).rstrip()
