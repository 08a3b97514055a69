"""TMX 1.4, translation memories: each French text with the English that it was made from, which is what it translates.

A memory that had today's English beside French made from an older one would offer wrong matches as exact ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Any

from kb.text import reference_parser
from kb.text.normalization import classify_change
from kb.translation.exchange import require_toolkit
from kb.translation.exchange.units import TranslationUnit, units_of_pair
from kb.translation.rule_pair import RulePair, TranslationState


@dataclass(frozen=True, slots=True)
class _Remembered:
    """An English text and the French of it.

    Attributes:
        name: its name in the file.
        number: the rule's number in the English that the text is from.
        lineage: names the rule for ever.
        state: how far the French is.
        edition: the English edition that the text is from.
    """

    name: str
    number: str
    lineage: str
    state: TranslationState
    edition: date
    english: str
    french: str
    notes: tuple[str, ...] = ()


def write(pairs: Iterable[RulePair]) -> bytes:
    """A memory of all the French there is, orphans included where their English is known.

    Raises:
        NeedsExtra: translate-toolkit isn't installed.
    """
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
    for each in remembered(pairs):
        unit = store.addsourceunit(each.english)
        unit.target = each.french
        element = unit.xmlelement
        element.set("tuid", each.name)
        properties = {"lineage": each.lineage, "number": each.number, "edition": str(each.edition), "state": each.state}
        at = 0
        for note in each.notes:
            made = etree.Element("note")
            safely_set_text(made, note)
            element.insert(at, made)
            at += 1
        for name, value in properties.items():
            made = etree.Element("prop", {"type": f"x-{name}"})
            made.text = value
            element.insert(at, made)
            at += 1
    out = BytesIO()
    store.serialize(out)
    return out.getvalue()


def remembered(pairs: Iterable[RulePair]) -> Iterator[_Remembered]:
    """What a memory holds, in the order of the pairs."""
    for pair in pairs:
        if pair.en is None:
            yield from _of_orphan(pair)
        for unit in units_of_pair(pair):
            if unit.target:
                yield from _of_unit(unit, pair)


def _of_unit(unit: TranslationUnit, pair: RulePair) -> Iterator[_Remembered]:
    lineage, number = str(unit.key.pin), str(unit.number)
    if unit.previous_source and unit.base_edition and pair.base:
        yield _Remembered(
            str(unit.key),
            str(pair.base.number),
            lineage,
            unit.state,
            unit.base_edition,
            unit.previous_source,
            unit.target,
            unit.notes,
        )
    if unit.state == "current" and unit.source != unit.previous_source and _translates(unit):
        # A memory looks for the very characters.
        name = f"{unit.key}:today" if unit.previous_source else str(unit.key)
        yield _Remembered(name, number, lineage, unit.state, unit.source_edition, unit.source, unit.target, unit.notes)


def _translates(unit: TranslationUnit) -> bool:
    """Whether the French of a unit is French of today's English too: not if other numbers are cited now."""
    if not unit.previous_source:
        return True
    then, now = (
        [reference.label for reference in reference_parser.find_references(text)]
        for text in (unit.previous_source, unit.source)
    )
    return then == now and classify_change(unit.previous_source, unit.source) != "wording"


def _of_orphan(pair: RulePair) -> Iterator[_Remembered]:
    """The French of a rule that is gone: its English of then is still a good match."""
    base, french = pair.base, pair.fr
    if base is None or french is None or french.item.text_lang != "fr":
        return
    translated = [french.item.text, *(example.text for example in french.item.examples)]
    for at, (english, text) in enumerate(zip((base.text, *base.examples), translated, strict=False)):
        name = f"{pair.lineage}:example-{at}" if at else pair.lineage
        yield _Remembered(name, str(base.number), pair.lineage, pair.state, base.edition, english, text)
