"""The units of a file from a translation tool. `ingest.translations` decides which units are imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from json import detect_encoding

from kb.errors import BadValue
from kb.rule_text import INVISIBLE_CONTROLS
from kb.translation.exchange.unit_keys import parse_key
from kb.translation.exchange.units import normalize_lines


@dataclass(frozen=True, slots=True)
class ReturnedUnit:
    """A unit of a file that came back: its name, its English and its French in the file.

    `edition` is the English edition that the file was made from. `exported_state` is the state of the unit at the
    export. `exported_digest` is the `units.target_digest` of the exported French. Data that a tool has lost are None
    or "". `has_inline_codes` is True if the tool has put codes into the French. No rule has such codes.
    `lacks_sentences` is True if the tool has divided the unit into sentences, and one of them has no French.
    """

    key: str
    source: str
    target: str
    is_finished: bool
    edition: date | None
    exported_state: str = ""
    exported_digest: str = ""
    has_inline_codes: bool = False
    lacks_sentences: bool = False

    @property
    def has_control_characters(self) -> bool:
        """True if the target has characters that no reader sees, but that control a terminal or reorder a line."""
        return INVISIBLE_CONTROLS.search(self.target) is not None


@dataclass(frozen=True, slots=True)
class ReturnedFile:
    """A file that came back, in the format `xliff` or `po`. A language is "" if the file doesn't state it."""

    format: str
    encoding: str
    source_lang: str
    target_lang: str
    units: tuple[ReturnedUnit, ...]


def returned_unit(
    names: Sequence[str | None],
    source: str | None,
    target: str | None,
    exported: Mapping[str, str],
    file: str,
    *,
    is_finished: bool,
    has_inline_codes: bool = False,
    lacks_sentences: bool = False,
) -> ReturnedUnit:
    """Return a unit as read. `exported` is its data from the export. `file` gives the edition if `exported` doesn't."""
    return ReturnedUnit(
        key=_unit_name(names),
        source=normalize_lines(source),
        target=normalize_lines(target),
        is_finished=is_finished and not lacks_sentences,
        edition=_find_date(exported.get("edition", "")) or _find_date(file),
        exported_state=exported.get("state", ""),
        exported_digest=exported.get("target", ""),
        has_inline_codes=has_inline_codes,
        lacks_sentences=lacks_sentences,
    )


def _find_date(text: str) -> date | None:
    """Return the first ISO date in a text, or None."""
    for word in text.replace("/", " ").split():
        try:
            return date.fromisoformat(word)
        except ValueError:
            continue
    return None


def _unit_name(names: Sequence[str | None]) -> str:
    """Return the name of a unit in a file: the first name that is a key, or else the first name."""
    for name in names:
        try:
            return str(parse_key(name or ""))
        except BadValue:
            continue
    return next(filter(None, names), "")


def first_line(data: bytes) -> str:
    """Return the beginning of a file, for an error message."""
    start = data[:160].decode(unicode_encoding(data), "replace")[:40].splitlines()
    return start[0] if start else ""


def unicode_encoding(data: bytes) -> str:
    """Return the form of Unicode that a file is saved in: `utf-8`, `utf-8-sig`, or a kind of `utf-16` or `utf-32`.

    Its byte order mark says so, or else the zero bytes of its first characters. PO and XLIFF begin with ASCII
    characters, as JSON does.
    """
    return detect_encoding(data)
