"""Characters that steer a terminal or reverse the direction of text. No text of an edition keeps them.

Formats decode character references (`&#27;`), so the texts are examined after all formats have read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ingest.formats.base import RawEdition
from ingest.parsing.line_classifier import Line
from kb.i18n import stored_message
from kb.model import Finding

# C0 except tab and line feed, DEL, C1, line and paragraph separators, controls of direction, lone surrogates.
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


@dataclass(slots=True)
class _Removed:
    """The count of removed characters, with the first line that had one."""

    count: int = 0
    where: str = ""

    def clean(self, text: str, where: str) -> str:
        """Return a text without control characters."""
        text, count = _CONTROL.subn("", text)
        self.count += count
        self.where = self.where or (where if count else "")
        return text

    def clean_lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield lines without control characters."""
        for line in lines:
            if not _CONTROL.search(line.raw):
                yield line
                continue
            where = f"line {line.line_number}"
            raw = self.clean(line.raw, where)
            text, label = (_CONTROL.sub("", part) for part in (line.text, line.label))
            yield line._replace(text=text.strip(), label=label, raw=raw)


def remove_control_characters(reading: RawEdition) -> tuple[RawEdition, tuple[Finding, ...]]:
    """Return a reading without control characters, and a finding that counts the removed characters, if there are any.

    The line feeds within a part or an item stay.
    """
    texts = (line.raw for lines in (reading.lines, reading.glossary, reading.contents) for line in lines)
    others = (*(part.text for part in reading.parts), *(each for row in reading.lists for each in (row.name, *row.items)))
    if not any(map(_CONTROL.search, (*others, *texts))):
        return reading, ()
    removed = _Removed()
    cleaned = replace(
        reading,
        lines=tuple(removed.clean_lines(reading.lines)),
        glossary=tuple(removed.clean_lines(reading.glossary)),
        # The contents page is also a part, whose characters are counted.
        contents=tuple(_Removed().clean_lines(reading.contents)),
        parts=tuple(replace(part, text=removed.clean(part.text, part.kind)) for part in reading.parts),
        lists=tuple(
            replace(
                row,
                name=removed.clean(row.name, row.table),
                items=tuple(removed.clean(item, row.name) for item in row.items),
                table=removed.clean(row.table, row.name),
            )
            for row in reading.lists
        ),
    )
    message = stored_message(
        "{count} control character was taken out of the text, in {where}",
        "{count} control characters were taken out of the text, the first in {where}",
        count=removed.count,
        where=removed.where,
    )
    return cleaned, (Finding("control-characters", message, where=removed.where),)
