"""Writing and reading XLIFF 1.2 (which Weblate, OmegaT and Trados read) and XLIFF 2.0.

Only finished French is written as a target. Some tools take every target as finished, whatever its `state` is: the
filters of OmegaT 6 do. So French that needs work stands in a note. There is no `alt-trans`, since these
filters take the last source in a unit as the unit's source.

Sources: the OASIS specifications of both versions, the source code of OmegaT, Weblate and Poedit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from kb.errors import BadValue
from kb.i18n import _
from kb.translation.exchange import require_toolkit
from kb.translation.exchange.returned import ReturnedFile, ReturnedUnit, first_line, returned_unit
from kb.translation.exchange.unit_keys import UnitKey
from kb.translation.exchange.units import TranslationUnit, target_digest

VERSIONS = ("1.2", "2.0")

_XML = "{http://www.w3.org/XML/1998/namespace}"
_METADATA = "urn:oasis:names:tc:xliff:metadata:2.0"
# The category of the program's metadata, which are read when the translator returns the file.
_OURS = "rules"

_SKELETON = {
    "1.2": '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">{files}</xliff>',
    "2.0": '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" '
    'xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0" srcLang="en" trgLang="fr">{files}</xliff>',
}
_FILE = {
    "1.2": '<file original="en {day}" source-language="en" target-language="fr" datatype="plaintext"><body/></file>',
    "2.0": '<file id="en-{day}" original="en {day}"/>',
}
# A segment of 2.0 has no state if it needs work. OmegaT fills in a target, but doesn't change the state.
_STATES = {
    "1.2": {"current": "translated", "stale": "needs-translation", "untranslated": "new", "missing": "new"},
    "2.0": {"current": "final"},
}
_NOT_FINISHED = re.compile(r"new|needs-.*|initial")
# Inline elements that only mark or enclose text. Any other inline element stands for a code of the translation tool.
_HARMLESS_INLINE = {"1.2": ("mrk", "g"), "2.0": ("mrk", "sm", "em", "pc")}


def write(units: Iterable[TranslationUnit], version: str) -> bytes:
    """Write units as XLIFF, with one `file` for each English edition."""
    require_toolkit()
    units = sorted(units, key=lambda unit: unit.source_edition)
    files = (_FILE[version].format(day=day) for day in sorted({unit.source_edition for unit in units}))
    skeleton = _SKELETON[version].format(files="".join(files)).encode()
    return bytes(_store_1(units, skeleton) if version == "1.2" else _store_2(units, skeleton))


def _store_1(units: Iterable[TranslationUnit], skeleton: bytes) -> Any:
    from lxml import etree
    from translate.storage.xliff import Xliff1File, Xliff1Unit

    store: Any = Xliff1File.parsestring(skeleton)
    for unit in units:
        store.switchfile(f"en {unit.source_edition}")
        made: Any = Xliff1Unit(unit.source)
        store.addunit(made)
        element = made.xmlelement
        element.set("id", str(unit.key))
        element.set("resname", str(unit.key))
        element.set("restype", f"x-{unit.kind}")
        if unit.state == "current":
            element.set("approved", "yes")
        target = etree.SubElement(element, made.namespaced("target"), {"state": _STATES["1.2"][unit.state]})
        target.text = _finished_french(unit)
        made.createcontextgroup("", [(f"x-{name}", value) for name, value in _metadata(unit).items()], "information")
        # If the group had a name, the name would have to be unique in the file. The name is optional, so remove it.
        del element.find(made.namespaced("context-group")).attrib["name"]
        # OmegaT shows only the last note of a unit, so the unit has one note.
        made.addnote("\n".join(_notes(unit)), origin="developer")
    # The toolkit first makes each unit in the namespace of XLIFF 1.1, and so leaves a declaration that nothing uses.
    etree.cleanup_namespaces(store.document)
    return store


def _store_2(units: Iterable[TranslationUnit], skeleton: bytes) -> Any:
    from lxml import etree
    from translate.storage.xliff2 import Xliff2File, Xliff2Unit

    store: Any = Xliff2File.parsestring(skeleton)
    for unit in units:
        store.body = store.getfilenode(f"en-{unit.source_edition}")
        made: Any = Xliff2Unit(unit.source)
        store.addunit(made)
        segment, whole = made.xmlelement, made.getunitelement()
        # The toolkit sets xml:space on the segment. The specification doesn't allow this.
        segment.attrib.pop(f"{_XML}space", None)
        whole.set("id", unit.key.xml_id)
        whole.set("name", str(unit.key))
        whole.set("type", f"{_OURS}:{unit.kind}")
        whole.set(f"{_XML}space", "preserve")
        if state := _STATES["2.0"].get(unit.state):
            segment.set("state", state)
        etree.SubElement(segment, made.namespaced("target")).text = _finished_french(unit)
        # The specification requires metadata and notes before the segments. The toolkit would append them.
        metadata = etree.Element(f"{{{_METADATA}}}metadata")
        group = etree.SubElement(metadata, f"{{{_METADATA}}}metaGroup", {"category": _OURS})
        for name, value in _metadata(unit).items():
            etree.SubElement(group, f"{{{_METADATA}}}meta", {"type": name}).text = value
        notes = etree.Element(made.namespaced("notes"))
        for note in _notes(unit):
            etree.SubElement(notes, made.namespaced("note")).text = note
        whole[:0] = [metadata, notes]
    return store


def _finished_french(unit: TranslationUnit) -> str:
    return unit.target if unit.is_finished else ""


def _notes(unit: TranslationUnit) -> tuple[str, ...]:
    """Return the notes of a unit, with the French that isn't written as its target."""
    if unit.is_finished or not unit.proposal:
        return unit.notes
    label = _("draft: {french}", french=unit.draft) if unit.draft else ""
    return (*unit.notes, label or _("the French so far: {french}", french=unit.target))


def _metadata(unit: TranslationUnit) -> dict[str, str]:
    """Return the metadata of a unit: some are read when the file comes back, some are for other programs."""
    metadata = {
        "number" if isinstance(unit.key, UnitKey) else "headword": unit.label,
        "lineage": unit.key.lineage,
        "state": unit.state,
        "edition": unit.source_edition.isoformat(),
        "target": target_digest(unit.proposal),
    }
    return metadata | ({"base": unit.base_edition.isoformat()} if unit.base_edition else {})


def read(data: bytes) -> ReturnedFile:
    """Read an XLIFF file that came back. Raise `BadValue` if it isn't XLIFF, or if it declares entities."""
    require_toolkit()
    from lxml import etree
    from translate.misc.xml_helpers import parse_xml

    try:
        root: Any = parse_xml(data)
    except (etree.XMLSyntaxError, ValueError) as problem:
        raise BadValue("XLIFF file", first_line(data), " ".join(str(problem).split())) from problem
    tree = root.getroottree()
    if etree.QName(root).localname != "xliff":
        raise BadValue("XLIFF file", f"<{etree.QName(root).localname}>", _("give an XLIFF or a PO file"))
    if tree.docinfo.internalDTD is not None:
        raise BadValue("XLIFF file", "<!DOCTYPE", _("an XLIFF file has no document type and no entities"))
    encoding = str(tree.docinfo.encoding or "utf-8").lower()
    if str(root.get("version", "")).startswith("2"):
        return ReturnedFile("xliff", encoding, root.get("srcLang", ""), root.get("trgLang", ""), tuple(_read_2(root)))
    if ":2." in (etree.QName(root).namespace or ""):
        stated = f"version {root.get('version', '')}"
        raise BadValue("XLIFF file", stated, _("its namespace is that of XLIFF 2, so its version must be 2.0"))
    files = [each for each in root if isinstance(each.tag, str) and etree.QName(each).localname == "file"]
    if not files:
        raise BadValue("XLIFF file", "<xliff>", _("it has no <file>"))
    targets = [each.get("target-language", "") for each in files]
    # If a `file` has another target language than French, return this language, so that the caller rejects the file.
    target = next((lang for lang in targets if lang and not lang.lower().startswith("fr")), targets[0])
    return ReturnedFile("xliff", encoding, files[0].get("source-language", ""), target, tuple(_read_1(data)))


def _read_1(data: bytes) -> Iterator[ReturnedUnit]:
    from translate.storage.xliff import Xliff1File

    store: Any = Xliff1File.parsestring(data)
    for unit in store.units:
        element, target = unit.xmlelement, unit.get_target_dom()
        groups = [pair for group in unit.getcontextgroupsbyattribute("purpose", "information") for pair in group]
        yield returned_unit(
            (element.get("resname"), element.get("id")),
            unit.source,
            unit.target,
            {str(name).removeprefix("x-"): str(value) for name, value in groups},
            next((str(file.get("original", "")) for file in element.iterancestors(unit.namespaced("file"))), ""),
            is_finished=not _NOT_FINISHED.fullmatch("" if target is None else str(target.get("state", ""))),
            has_inline_codes=_has_codes(target, "1.2"),
            lacks_sentences=_lacks_sentences(element, target),
        )


def _read_2(root: Any) -> Iterator[ReturnedUnit]:
    """Yield the units of XLIFF 2. If a tool has split a unit into segments, they are joined."""
    from lxml import etree

    space = etree.QName(root).namespace
    text_of = etree.XPath("string()")
    segment, ignorable = f"{{{space}}}segment", f"{{{space}}}ignorable"
    for whole in root.iter(f"{{{space}}}unit"):
        sources, targets = "", ""
        finished, translated, lacking, codes = True, False, False, False
        for part in whole.iterchildren(segment, ignorable):
            source, target = part.find(f"{{{space}}}source"), part.find(f"{{{space}}}target")
            text = "" if source is None else str(text_of(source))
            # An `ignorable` (text between segments) without a target is the same as in the source.
            french = str(text_of(target)) if target is not None else text if part.tag == ignorable else ""
            sources += text
            targets += french
            if part.tag == segment:
                translated = translated or bool(french.strip())
                lacking = lacking or not french.strip()
                finished = finished and not _NOT_FINISHED.fullmatch(part.get("state", ""))
                codes = codes or _has_codes(target, "2.0")
        yield returned_unit(
            (whole.get("name"), whole.get("id")),
            sources,
            targets if translated else "",
            {str(each.get("type")): str(each.text or "") for each in whole.iter(f"{{{_METADATA}}}meta")},
            next((str(file.get("original", "")) for file in whole.iterancestors(f"{{{space}}}file")), ""),
            is_finished=finished,
            has_inline_codes=codes,
            lacks_sentences=lacking,
        )


def _lacks_sentences(unit: Any, target: Any) -> bool:
    """True if one of the sentences that a tool has marked in a unit of XLIFF 1.2 has no French, but another has.

    Trados, memoQ and others mark the sentences of a unit by `mrk` elements in its `seg-source` and its target.
    """
    from lxml import etree

    def segments(parent: Any) -> dict[str, str]:
        marks = () if parent is None else parent.iter(f"{{{etree.QName(unit).namespace}}}mrk")
        return {str(mark.get("mid")): "".join(mark.itertext()) for mark in marks if mark.get("mtype") == "seg"}

    french = segments(target)
    english = segments(unit.find(f"{{{etree.QName(unit).namespace}}}seg-source")) if french else {}
    return any(text.strip() and not french.get(mid, "").strip() for mid, text in english.items())


def _has_codes(target: Any, version: str) -> bool:
    """True if a target contains inline codes of the translation tool."""
    from lxml import etree

    inline = () if target is None else target.iter(etree.Element)
    return any(each is not target and etree.QName(each).localname not in _HARMLESS_INLINE[version] for each in inline)
