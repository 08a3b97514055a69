"""Pages of the English wiki: an article, lists of subtypes, and a section of the rules as a list.

Headings end with the brackets of their edit link ("Comprehensive Rules[]"). At the foot of the page is the table of
card types. In copied text, each row is one line, and its items run together ("BasicLegendarySnow"). In a page saved
from a browser, the items stay separate (see `ingest.formats.html`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.formats.base import RawEdition
from ingest.formats.page_sections import read_main_run
from ingest.parsing.line_classifier import Line, LineKind, classify_lines
from kb.model import TypeList

NAME = "wiki"

_EDIT_LINK = re.compile(r"\[\s*+(?:edit(?:\s*+\|\s*+edit source)?\s*+)?\]$")
_TYPE_LIST = re.compile(r"^List of (?:(?:all|current|known) )?(?P<types>.+?) (?:sub)?types$", re.IGNORECASE)
_ITEM = re.compile(r"^\s*[•◦▪‣·*-]\s+(?P<item>\S(?:.*\S)?)")

_TABLE_TITLE = "Card Types"
# All row labels that the wiki's table ever had. A line that begins with no label, or with the label of an earlier row,
# continues the row before it.
_ROWS = (
    "Supertypes", "Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker", "Instant / Sorcery",
    "Instant/Sorcery", "Spell", "Other Card Types", "Multiple Types", "Other", "Obsolete",
)  # fmt: skip
# The items of a row are separated by dots or tabs. If a page has lost them, a capital letter begins each item.
_ITEM_BREAK = re.compile(r"[•·|\t]|(?<=[a-zà-ÿ)])(?=[A-Z])")
_END = Line(0, LineKind.BLANK, "")


def fits(text: str, file_name: str) -> bool:
    """True if a heading ends with the brackets of an edit link."""
    return any(_title(line) for line in text.split("\n"))


def read(text: str) -> tuple[RawEdition, ...]:
    """Read the page's section of the rules and its lists of types. Return an empty tuple if the page has no rules."""
    lines = classify_lines(_without_edit_link(line) for line in text.split("\n"))
    return tuple(
        replace(reading, lists=(*_type_lists(lines), *_type_table(lines[last:])))
        for reading, last in read_main_run(lines, _is_heading)
    )


def _title(line: str) -> str:
    """Return the text of a heading without the brackets, or "" if the line is no heading."""
    text = line.strip()
    title = _EDIT_LINK.sub("", text).rstrip() if text.endswith("]") else text
    return "" if title == text or title.startswith("•") else title


def _without_edit_link(line: str) -> str:
    """Return a line. If it is a numbered heading ("306. Planeswalkers[]"), leave out the brackets."""
    title = _title(line)
    return title if title[:1].isdigit() else line


def _is_table_title(line: Line) -> bool:
    return line.text.lower() == _TABLE_TITLE.lower()


def _is_heading(line: Line) -> bool:
    return line.kind is LineKind.TEXT and (bool(_title(line.raw)) or _is_table_title(line))


def _type_lists(lines: Sequence[Line]) -> tuple[TypeList, ...]:
    """Return the lists below headings such as "List of Planeswalker subtypes". A list ends at a heading or a rule."""
    lists: list[TypeList] = []
    name, items = "", list[str]()
    for line in (*lines, _END):
        heading = _title(line.raw)
        if heading or line.number is not None or line is _END:
            if items:
                lists.append(TypeList(name, tuple(items)))
            title = _TYPE_LIST.match(heading)
            name, items = (f"{title['types'].lower()} types" if title else ""), []
        elif name and (item := _ITEM.match(line.raw)):
            items.append(item["item"])
    return tuple(lists)


def _type_table(lines: Sequence[Line]) -> tuple[TypeList, ...]:
    """Return each row of the table of card types as a list. `lines` are the lines after the rules."""
    start = next((at for at, line in enumerate(lines, 1) if _is_table_title(line)), len(lines))
    rows: dict[str, list[str]] = {}
    label, after_blank = "", False
    for line in lines[start:]:
        if line.kind is LineKind.BLANK:
            after_blank = True
            continue
        text = line.raw.strip()
        printed, tab, cells = text.partition("\t")
        known = [row for row in _ROWS if row not in rows and (text == row or text.startswith(f"{row} "))]
        if tab and printed not in rows:
            label, text = printed, cells
        elif known:
            label = max(known, key=len)
            text = text.removeprefix(label)
        elif not label or after_blank:
            break
        rows.setdefault(label, []).extend(item.strip() for item in _ITEM_BREAK.split(text) if item.strip())
        after_blank = False
    return tuple(TypeList(row, tuple(items), _TABLE_TITLE) for row, items in rows.items() if items)
