"""PO files (gettext). The `msgctxt` of a unit is its key. Stale French and drafts are fuzzy, with their English.

Gettext has no UTF-16. But some editors save a file as UTF-16, and its bytes show it, so such a file is read, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kb.errors import BadValue
from kb.i18n import _
from kb.translation.exchange import require_toolkit
from kb.translation.exchange.returned import ReturnedFile, first_line, returned_unit, unicode_encoding
from kb.translation.exchange.units import TranslationUnit, target_digest

# This comment of a unit holds the data that the program reads when the file comes back.
_EXPORTED = re.compile(r"rules: state=(?P<state>\w+) edition=(?P<edition>[0-9-]{10}) target=(?P<target>[0-9a-f]+)")
_EDITION = "X-Source-Edition"
_CHARSET = re.compile(r"(?<=charset=)[\w.:-]+")


def write(units: Sequence[TranslationUnit]) -> bytes:
    """Write units as a PO file."""
    require_toolkit()
    from translate.storage.po import pofile, pounit

    newest = max((unit.source_edition for unit in units), default=None)
    made = f"{newest} 00:00+0000" if newest else ""
    store: Any = pofile(noheader=True)
    store.updateheader(
        add=True,
        **{
            "Project-Id-Version": "Magic: The Gathering Comprehensive Rules",
            "Report-Msgid-Bugs-To": "",
            "POT-Creation-Date": made,
            "PO-Revision-Date": made,
            "Last-Translator": "",
            "Language-Team": "French",
            "Language": "fr",
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=UTF-8",
            "Content-Transfer-Encoding": "8bit",
            "Plural-Forms": "nplurals=2; plural=(n > 1);",
            "X-Generator": "rules",
            "X-Source-Language": "en",
            _EDITION: str(newest or ""),
        },
    )
    # The toolkit marks a new header as fuzzy. This header is complete, so remove the mark.
    store.header().markfuzzy(False)
    for unit in units:
        entry: Any = pounit(unit.source)
        entry.setcontext(str(unit.key))
        entry.target = unit.proposal
        exported = f"rules: state={unit.state} edition={unit.source_edition} target={target_digest(unit.proposal)}"
        for note in (*unit.notes, exported):
            entry.addnote(note, origin="developer")
        if unit.proposal and not unit.is_finished:
            entry.markfuzzy(True)
            if unit.previous_source:
                entry.prev_source = unit.previous_source
        store.addunit(entry)
    return bytes(store)


def read(data: bytes) -> ReturnedFile:
    """Read a PO file that came back. Raise `BadValue` if it isn't a PO file."""
    require_toolkit()
    from translate.storage.base import ParseError
    from translate.storage.po import pofile

    saved_as = unicode_encoding(data)
    if not saved_as.startswith("utf-8"):
        data = _as_utf_8(data, saved_as)
    if b"msgid" not in data:
        raise BadValue("PO file", first_line(data), _("give an XLIFF or a PO file"))
    try:
        store: Any = pofile.parsestring(data)
        header = store.parseheader()
    except UnicodeDecodeError as problem:
        raise _not_decoded(data, problem) from problem
    except (ParseError, ValueError, LookupError, AttributeError) as problem:
        raise BadValue("PO file", first_line(data), " ".join(str(problem).split())[:160]) from problem
    newest = header.get(_EDITION, "")
    units = []
    for entry in store.units:
        if entry.isheader() or entry.isobsolete() or entry.isblank():
            continue
        match = _EXPORTED.search(entry.getnotes(origin="developer"))
        exported = match.groupdict() if match else {}
        names, source, target = (str(entry.getcontext()),), str(entry.source), str(entry.target)
        units.append(returned_unit(names, source, target, exported, newest, is_finished=not entry.isfuzzy()))
    encoding = str(store.encoding or "utf-8").lower() if saved_as.startswith("utf-8") else saved_as
    return ReturnedFile("po", encoding, header.get("X-Source-Language", ""), header.get("Language", ""), tuple(units))


def _as_utf_8(data: bytes, saved_as: str) -> bytes:
    """Return a PO file that was saved as UTF-16 or UTF-32 in UTF-8, as its header must then say."""
    try:
        text = data.decode(saved_as)
    except UnicodeDecodeError as problem:
        raise _not_decoded(data, problem) from problem
    return _CHARSET.sub("UTF-8", text.removeprefix("\ufeff"), count=1).encode()


def _not_decoded(data: bytes, problem: UnicodeDecodeError) -> BadValue:
    message = _("its bytes aren't sound {encoding}; save it as UTF-8", encoding=problem.encoding.upper())
    return BadValue("PO file", first_line(data), message)
