"""TMX 1.4, translation memories: each French text with the English that it was made from.

If the French were paired with today's English instead, tools would offer outdated French as an exact match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from kb.text.normalization import classify_change
from kb.text.reference_parser import find_references
from kb.translation.exchange import require_toolkit
from kb.translation.exchange.unit_keys import EntryKey, UnitKey
from kb.translation.exchange.units import Pair, TranslationUnit, base_label, orphan_parts, units_of_pair
from kb.translation.rule_pair import TranslationState


@dataclass(frozen=True, slots=True)
class _MemoryEntry:
    """An English text with its French, and the number or headword in the English edition of the text."""

    key: UnitKey | EntryKey
    name: str
    label: str
    state: TranslationState
    edition: date
    english: str
    french: str
    notes: tuple[str, ...] = ()


def write(pairs: Iterable[Pair]) -> bytes:
    """Write a memory of all French texts whose English is known."""
    require_toolkit()
    from importlib.metadata import version

    from lxml import etree
    from translate.misc.xml_helpers import safely_set_text
    from translate.storage.tmx import tmxfile

    store: Any = tmxfile(sourcelanguage="en", targetlanguage="fr")
    header = store.document.getroot().find("header")
    header.set("creationtool", "rules")
    header.set("creationtoolversion", version("mtg-rules-library"))
    header.set("segtype", "paragraph")
    for entry in memory_entries(pairs):
        unit = store.addsourceunit(entry.english)
        unit.target = entry.french
        unit.xmlelement.set("tuid", entry.name)
        described = [(etree.Element("note"), note) for note in entry.notes]
        described += [
            (etree.Element("prop", {"type": f"x-{name}"}), value) for name, value in _properties(entry).items()
        ]
        for element, text in described:
            safely_set_text(element, text)
        unit.xmlelement[:0] = [element for element, _text in described]
    return bytes(store)


def memory_entries(pairs: Iterable[Pair]) -> Iterator[_MemoryEntry]:
    """Yield the entries of the memory, in the order of the pairs."""
    for pair in pairs:
        if pair.en is None:
            yield from _orphan_entries(pair)
        for unit in units_of_pair(pair):
            if unit.target:
                yield from _unit_entries(unit, pair)


def _properties(entry: _MemoryEntry) -> dict[str, str]:
    label = "number" if isinstance(entry.key, UnitKey) else "headword"
    return {
        "lineage": entry.key.lineage,
        label: entry.label,
        "edition": str(entry.edition),
        "state": entry.state,
    }


def _unit_entries(unit: TranslationUnit, pair: Pair) -> Iterator[_MemoryEntry]:
    key, french = unit.key, (unit.target, unit.notes)
    if unit.previous_source and unit.base_edition and pair.base:
        label, before = base_label(pair), unit.previous_source
        yield _MemoryEntry(key, str(key), label, unit.state, unit.base_edition, before, *french)
    if unit.state == "current" and unit.source != unit.previous_source and _translates_today(unit):
        # Tools compare exact characters. So today's English has its own entry, even if only its typography has changed.
        name = f"{key}:today" if unit.previous_source else str(key)
        yield _MemoryEntry(key, name, unit.label, unit.state, unit.source_edition, unit.source, *french)


def _translates_today(unit: TranslationUnit) -> bool:
    """True if a unit's French also translates today's English: words and cited numbers haven't changed."""
    if not unit.previous_source:
        return True
    texts = (unit.previous_source, unit.source)
    before, now = ([reference.label for reference in find_references(text)] for text in texts)
    return before == now and classify_change(*texts) != "wording"


def _orphan_entries(pair: Pair) -> Iterator[_MemoryEntry]:
    """Yield the entries of an orphan, whose former English may still match a text."""
    if pair.base is None or pair.fr is None or pair.fr.item.text_lang != "fr":
        return
    for key, french, english in orphan_parts(pair):
        if english:
            yield _MemoryEntry(key, str(key), base_label(pair), pair.state, pair.base.edition, english, french)
