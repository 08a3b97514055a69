"""CSV for spreadsheets, a row a unit, orphans included.

It is a view to sort and to filter, not a way back, so Python's own `csv` writes it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from kb.translation.exchange.units import inline_diff, units_of_pair
from kb.translation.rule_pair import RulePair

COLUMNS = (
    "number", "lineage", "part", "state", "changes_behind", "en_edition", "en", "fr_edition", "fr", "base_edition",
    "base_number", "base", "source_diff",
)  # fmt: skip

# What a spreadsheet takes for a formula: "=HYPERLINK(...)" in a page that was taken in would be run.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write(pairs: Iterable[RulePair]) -> bytes:
    """A table in UTF-8, with the mark by which Excel knows it; no cell is a formula."""
    out = StringIO(newline="")
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for pair in pairs:
        for row in _rows(pair):
            table.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _rows(pair: RulePair) -> Iterator[tuple[str, ...]]:
    behind = " ".join(pair.changes_behind)
    base, french = pair.base, pair.fr
    number = str(base.number) if base else ""
    if pair.en is None and french is not None:
        made_from = str(base.edition) if base else ""
        texts = [french.item.text, *(example.text for example in french.item.examples)]
        english = [base.text, *base.examples] if base else []
        for at, text in enumerate(texts):
            yield (
                str(pair.number), pair.lineage, _part(at), pair.state, behind, "", "", str(french.edition), text,
                made_from, number, english[at] if at < len(english) else "", "",
            )  # fmt: skip
    for unit in units_of_pair(pair):
        changed = (
            inline_diff(unit.previous_source, unit.source)
            if unit.previous_source and unit.previous_source != unit.source
            else ""
        )
        yield (
            str(unit.number), str(unit.key.pin), _part(unit.key.example), unit.state, behind if unit.target else "",
            str(unit.source_edition), unit.source, str(unit.french_edition or ""), unit.target, str(unit.base_edition or ""),
            number if unit.target else "", unit.previous_source, changed,
        )  # fmt: skip


def _part(example: int) -> str:
    return f"example {example}" if example else "text"
