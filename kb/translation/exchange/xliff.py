"""XLIFF 1.2, which Weblate, OmegaT and Trados all read, and XLIFF 2.0; both can come back.

Source of the facts: the OASIS specifications of both versions, and what Weblate takes each `state` for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from kb.errors import BadValue
from kb.i18n import _
from kb.translation.exchange import require_toolkit
from kb.translation.exchange.returned import ReturnedFile, ReturnedUnit, find_date
from kb.translation.exchange.units import TranslationUnit, UnitKey, normalize_lines, target_digest

VERSIONS = ("1.2", "2.0")

_XML = "{http://www.w3.org/XML/1998/namespace}"
_METADATA = "urn:oasis:names:tc:xliff:metadata:2.0"
# The name of what is kept with a unit for its way back.
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
# 1.2: Weblate shows a target with `needs-translation` as one that needs editing. 2.0: `initial` is what a segment
# without a state is, so it is said only where there is a target that must be worked on.
_STATES = {
    "1.2": {"current": "translated", "stale": "needs-translation", "untranslated": "new", "missing": "new"},
    "2.0": {"current": "final", "stale": "initial"},
}
_NOT_DONE = re.compile(r"new|needs-.*|initial")


def write(units: Iterable[TranslationUnit], version: str) -> bytes:
    """Units as XLIFF; those of one English edition stand in one `file`.

    Raises:
        NeedsExtra: translate-toolkit isn't installed.
    """
    require_toolkit()
    units = sorted(units, key=lambda unit: unit.source_edition)
    days = {unit.source_edition for unit in units}
    files = "".join(_FILE[version].format(day=day) for day in sorted(days))
    skeleton = _SKELETON[version].format(files=files).encode()
    return _write_1(units, skeleton) if version == "1.2" else _write_2(units, skeleton)


def _write_1(units: Iterable[TranslationUnit], skeleton: bytes) -> bytes:
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
        element.set("restype", f"x-{_kind(unit)}")
        if unit.state == "current":
            element.set("approved", "yes")
        target = etree.SubElement(element, made.namespaced("target"), {"state": _STATES["1.2"][unit.state]})
        target.text = unit.target
        made.createcontextgroup("", [(f"x-{name}", value) for name, value in _ours(unit).items()], "information")
        # Its name, which may be left out, would have to be unique in the file.
        del element.find(made.namespaced("context-group")).attrib["name"]
        for note in unit.notes:
            made.addnote(note, origin="developer")
        if unit.state == "stale" and unit.previous_source:
            made.addalttrans(unit.target, origin=f"en {unit.base_edition}", lang="fr", sourcetxt=unit.previous_source)
            made.getalttrans()[-1].xmlelement.set("alttranstype", "previous-version")
    # The toolkit makes a unit as one of XLIFF 1.1 first.
    etree.cleanup_namespaces(store.document)
    return _serialized(store)


def _write_2(units: Iterable[TranslationUnit], skeleton: bytes) -> bytes:
    from lxml import etree
    from translate.storage.xliff2 import Xliff2File, Xliff2Unit

    store: Any = Xliff2File.parsestring(skeleton)
    for unit in units:
        store.body = store.getfilenode(f"en-{unit.source_edition}")
        made: Any = Xliff2Unit(unit.source)
        store.addunit(made)
        segment, whole = made.xmlelement, made.getunitelement()
        # The toolkit puts xml:space on the segment, which has no such attribute.
        segment.attrib.pop(f"{_XML}space", None)
        whole.set("id", unit.key.xml_id)
        whole.set("name", str(unit.key))
        whole.set("type", f"{_OURS}:{_kind(unit)}")
        whole.set(f"{_XML}space", "preserve")
        if state := _STATES["2.0"].get(unit.state):
            segment.set("state", state)
            if unit.state == "stale":
                segment.set("subState", f"{_OURS}:stale")
        etree.SubElement(segment, made.namespaced("target")).text = unit.target
        # The specification has notes in the unit, before its segments; the toolkit would put them behind.
        metadata = etree.Element(f"{{{_METADATA}}}metadata")
        group = etree.SubElement(metadata, f"{{{_METADATA}}}metaGroup", {"category": _OURS})
        for name, value in _ours(unit).items():
            etree.SubElement(group, f"{{{_METADATA}}}meta", {"type": name}).text = value
        notes = etree.Element(made.namespaced("notes"))
        for note in unit.notes:
            etree.SubElement(notes, made.namespaced("note")).text = note
        whole[:0] = [metadata, notes]
    return _serialized(store)


def _kind(unit: TranslationUnit) -> str:
    if unit.key.example:
        return "example"
    return "heading" if unit.is_heading else "rule"


def _ours(unit: TranslationUnit) -> dict[str, str]:
    """What is kept with a unit for its way back and for who reads the file with a program."""
    kept = {
        "number": str(unit.number),
        "lineage": str(unit.key.pin),
        "state": unit.state,
        "edition": unit.source_edition.isoformat(),
        "target": target_digest(unit.target),
    }
    if unit.base_edition:
        kept["base"] = unit.base_edition.isoformat()
    return kept


def _serialized(store: Any) -> bytes:
    out = BytesIO()
    store.serialize(out)
    return out.getvalue()


def read(data: bytes) -> ReturnedFile:
    """Read an XLIFF file that came back.

    Entities are never followed, and a file that declares any is refused.

    Raises:
        NeedsExtra: translate-toolkit isn't installed.
        BadValue: it is no XLIFF.
    """
    require_toolkit()
    from lxml import etree
    from translate.misc.xml_helpers import parse_xml

    try:
        root: Any = parse_xml(data)
    except (etree.XMLSyntaxError, ValueError) as problem:
        raise BadValue("XLIFF file", _beginning(data), " ".join(str(problem).split())) from problem
    tree = root.getroottree()
    if etree.QName(root).localname != "xliff":
        raise BadValue("XLIFF file", f"<{etree.QName(root).localname}>", _("give an XLIFF or a PO file"))
    if tree.docinfo.internalDTD is not None:
        raise BadValue("XLIFF file", "<!DOCTYPE", _("an XLIFF file has no document type and no entities"))
    encoding = str(tree.docinfo.encoding or "utf-8").lower()
    if str(root.get("version", "")).startswith("2"):
        units, languages = tuple(_read_2(root)), (root.get("srcLang", ""), root.get("trgLang", ""))
        return ReturnedFile("xliff", encoding, *languages, units)
    files = [each for each in root if isinstance(each.tag, str) and etree.QName(each).localname == "file"]
    if not files:
        raise BadValue("XLIFF file", "<xliff>", _("it has no <file>"))
    stated = [each.get("target-language", "") for each in files]
    # What the files don't agree on is refused below by the one that is not French.
    target = next((lang for lang in stated if lang and not lang.lower().startswith("fr")), stated[0])
    units = tuple(_read_1(data))
    return ReturnedFile("xliff", encoding, files[0].get("source-language", ""), target, units)


def _beginning(data: bytes) -> str:
    return data[:40].decode("utf-8", "replace").split("\n", 1)[0]


def _read_1(data: bytes) -> Iterator[ReturnedUnit]:
    from lxml import etree
    from translate.storage.xliff import Xliff1File

    store: Any = Xliff1File.parsestring(data)
    for unit in store.units:
        element = unit.xmlelement
        file = next(element.iterancestors(unit.namespaced("file")), None)
        groups = [pair for group in unit.getcontextgroupsbyattribute("purpose", "information") for pair in group]
        kept = {str(name).removeprefix("x-"): str(value) for name, value in groups}
        target = unit.get_target_dom()
        state = "" if target is None else str(target.get("state", ""))
        named = _named(element.get("resname"), element.get("id"))
        inline = [] if target is None else [each for each in target.iter(etree.Element) if each is not target]
        yield ReturnedUnit(
            key=named,
            source=normalize_lines(unit.source),
            target=normalize_lines(unit.target),
            is_finished=not _NOT_DONE.fullmatch(state),
            edition=find_date(kept.get("edition", ""))
            or find_date("" if file is None else str(file.get("original", ""))),
            exported_state=kept.get("state", ""),
            exported_digest=kept.get("target", ""),
            has_inline_codes=any(etree.QName(each).localname not in ("mrk", "g") for each in inline),
        )


def _read_2(root: Any) -> Iterator[ReturnedUnit]:
    """The units of XLIFF 2; what a tool has cut into segments is put together again."""
    from lxml import etree

    space = etree.QName(root).namespace
    inside = tuple(f"{{{space}}}{name}" for name in ("segment", "ignorable"))
    for whole in root.iter(f"{{{space}}}unit"):
        file = next(whole.iterancestors(f"{{{space}}}file"), None)
        kept = {str(each.get("type")): str(each.text or "") for each in whole.iter(f"{{{_METADATA}}}meta")}
        sources: list[str] = []
        targets: list[str] = []
        done, translated, codes = True, False, False
        for part in whole.iterchildren(*inside):
            source, target = part.find(f"{{{space}}}source"), part.find(f"{{{space}}}target")
            text = "" if source is None else str(etree.XPath("string()")(source))
            mine = "" if target is None else str(etree.XPath("string()")(target))
            sources.append(text)
            if part.tag == inside[1]:
                # What stands between segments and isn't translated is as in the source.
                targets.append(text if target is None else mine)
                continue
            targets.append(mine)
            translated = translated or bool(mine.strip())
            done = done and bool(mine.strip()) and not _NOT_DONE.fullmatch(str(part.get("state", "")))
            if target is not None:
                codes = codes or any(
                    etree.QName(each).localname not in ("mrk", "sm", "em", "pc", "target")
                    for each in target.iter(etree.Element)
                )
        yield ReturnedUnit(
            key=_named(whole.get("name"), whole.get("id")),
            source=normalize_lines("".join(sources)),
            target=normalize_lines("".join(targets)) if translated else "",
            is_finished=done,
            edition=find_date(kept.get("edition", ""))
            or find_date("" if file is None else str(file.get("original", ""))),
            exported_state=kept.get("state", ""),
            exported_digest=kept.get("target", ""),
            has_inline_codes=codes,
        )


def _named(name: str | None, identifier: str | None) -> str:
    """What a file calls a unit: by the name if it is a key, else by the id, which a tool changes less."""
    for each in (name, identifier):
        try:
            return str(UnitKey.parse(each or ""))
        except BadValue:
            continue
    return name or identifier or ""
