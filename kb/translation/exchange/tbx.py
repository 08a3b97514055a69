"""Write the terms of the rules in both languages as TBX, in the form of 2008 ("martif") that glossary tools read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.terms.bilingual_terms import Term
from kb.translation.exchange import require_toolkit


def write(terms: Iterable[Term]) -> bytes:
    """Write one entry for each term, with the usual French word first. Former words are marked as superseded."""
    require_toolkit()
    from lxml import etree
    from translate.storage.tbx import tbxfile, tbxunit

    store: Any = tbxfile(sourcelanguage="en", targetlanguage="fr")
    for paragraph in store.document.getroot().iter("p"):
        paragraph.text = "Magic: The Gathering Comprehensive Rules"
    for number, term in enumerate(terms, 1):
        unit: Any = tbxunit(term.en)
        unit.setid(f"t{number}")
        unit.set_target_terms(list(term.names("fr")), "fr")
        for tig in unit.xmlelement.iter("tig"):
            if tig.findtext("term") in term.formerly and tig.getparent().get(_LANG) == "fr":
                etree.SubElement(tig, "termNote", {"type": "administrativeStatus"}).text = "supersededTerm-admn-sts"
        if term.source:
            # In TBX, notes on a whole entry come before the languages of the entry.
            source = etree.Element("admin", {"type": "source"})
            source.text = term.source
            unit.xmlelement.insert(0, source)
        store.addunit(unit)
    return bytes(store)


_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
