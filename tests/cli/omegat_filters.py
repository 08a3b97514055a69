"""What OmegaT does with a file, as far as it concerns a translator's work. Source: the source code of its filters.

`translate_like_omegat` reads a file into segments, fills in what the project's memory knows, and writes the file. For
XLIFF it follows the filters of OmegaT 6 (`filters4`): the last source of a unit counts, every target
counts as finished, and only a translated target gets a state. For PO it follows `PoFilter`, which is alike in all
versions: fuzzy French isn't taken over, the mark is removed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def translate_like_omegat(source: Path, target: Path, memory: Mapping[str, str]) -> int:
    """Translate a file with a memory from English to French. Return how many segments OmegaT shows as translated."""
    if source.suffix == ".po":
        return _translate_po(source, target, memory)
    from lxml import etree

    tree: Any = etree.parse(str(source))
    space = etree.QName(tree.getroot()).namespace
    translated = 0
    for unit in tree.iter(f"{{{space}}}trans-unit", f"{{{space}}}segment"):
        english = [each.text or "" for each in unit.iter(f"{{{space}}}source")][-1]
        targets = list(unit.iter(f"{{{space}}}target"))
        # A target that equals its source isn't taken as a translation.
        known = (targets[-1].text or "") if targets and targets[-1].text != english else ""
        french = memory.get(english, known)
        if not french:
            continue
        translated += 1
        targets[0].text = french
        if unit.tag.endswith("trans-unit"):
            targets[0].set("state", "translated")
    tree.write(str(target), encoding="UTF-8", xml_declaration=True)
    return translated


def _translate_po(source: Path, target: Path, memory: Mapping[str, str]) -> int:
    from translate.storage.po import pofile

    store: Any = pofile.parsefile(str(source))
    translated = 0
    for unit in store.units[1:]:
        known = "" if unit.isfuzzy() or unit.target == unit.source else str(unit.target)
        unit.target = memory.get(str(unit.source), known)
        unit.markfuzzy(False)
        translated += bool(unit.target)
    store.savefile(str(target))
    return translated
