"""CSV for spreadsheets, with one row for each unit and each text of an orphan.

The table is only for sorting and filtering: it is never imported. So Python's `csv` is enough to write it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from kb.translation.exchange.units import (
    Pair,
    base_label,
    inline_diff,
    orphan_parts,
    pair_label,
    part_name,
    units_of_pair,
)

COLUMNS = (
    "number", "lineage", "part", "state", "changes_behind", "en_edition", "en", "fr_edition", "fr", "base_edition",
    "base_number", "base", "source_diff",
)  # fmt: skip

# If a cell begins with one of these characters, a spreadsheet runs it as a formula. An ingested page could contain
# "=HYPERLINK(...)".
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write(pairs: Iterable[Pair]) -> bytes:
    """Write a table in UTF-8, with the byte order mark that Excel needs. No cell is a formula."""
    out = StringIO(newline="")
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for pair in pairs:
        for row in _rows(pair):
            table.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _rows(pair: Pair) -> Iterator[tuple[str, ...]]:
    behind = " ".join(pair.changes_behind)
    base, french = pair.base, pair.fr
    number = base_label(pair)
    if pair.en is None and french is not None:
        base_edition = str(base.edition) if base else ""
        for key, text, source in orphan_parts(pair):
            yield (
                pair_label(pair), pair.lineage, part_name(key), pair.state, behind, "", "", str(french.edition), text,
                base_edition, number, source, "",
            )  # fmt: skip
    for unit in units_of_pair(pair):
        previous = unit.previous_source
        yield (
            unit.label, unit.key.lineage, part_name(unit.key), unit.state, behind if unit.target else "",
            str(unit.source_edition), unit.source, str(unit.french_edition or ""), unit.target,
            str(unit.base_edition or ""), number if unit.target else "", previous,
            inline_diff(previous, unit.source) if previous not in ("", unit.source) else "",
        )  # fmt: skip
