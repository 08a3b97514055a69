"""Characters that steer a terminal or reverse the direction of text. No text of an edition keeps them.

Formats decode character references (`&#27;`), so the texts are examined after they have been decoded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ingest.formats.base import RawEdition
from ingest.parsing.line_classifier import Line
from kb.i18n import stored_message
from kb.model import Finding, Part, Rule, TypeList
from kb.rule_text import INVISIBLE_CONTROLS


@dataclass(slots=True)
class _Removed:
    """How many characters were removed, and the number of the first line of rules or glossary that had one (or 0)."""

    count: int = 0
    line: int = 0

    def clean(self, text: str) -> str:
        """Return a text without control characters."""
        text, count = INVISIBLE_CONTROLS.subn("", text)
        self.count += count
        return text

    def clean_lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield lines without control characters."""
        for line in lines:
            if not INVISIBLE_CONTROLS.search(line.raw):
                yield line
                continue
            self.line = self.line or line.line_number
            raw = self.clean(line.raw)
            text, label = (INVISIBLE_CONTROLS.sub("", part) for part in (line.text, line.label))
            yield line._replace(text=text.strip(), label=label, raw=raw)


def remove_control_characters(reading: RawEdition) -> tuple[RawEdition, tuple[Finding, ...]]:
    """Return a reading without control characters, and a finding that counts the removed characters, if there are any.

    Line feeds within a text stay.
    """
    texts = (line.raw for lines in (reading.lines, reading.glossary, reading.contents) for line in lines)
    others = (
        *(part.text for part in reading.parts),
        *(each for row in reading.lists for each in (row.name, *row.items)),
    )
    if not any(map(INVISIBLE_CONTROLS.search, (*others, *texts))):
        return reading, ()
    removed = _Removed()
    cleaned = replace(
        reading,
        lines=tuple(removed.clean_lines(reading.lines)),
        glossary=tuple(removed.clean_lines(reading.glossary)),
        # The contents page is also one of the parts. Its characters are counted there, so not here.
        contents=tuple(_Removed().clean_lines(reading.contents)),
        parts=tuple(replace(part, text=removed.clean(part.text)) for part in reading.parts),
        lists=tuple(
            TypeList(removed.clean(row.name), tuple(map(removed.clean, row.items)), removed.clean(row.table))
            for row in reading.lists
        ),
    )
    return cleaned, (_finding(removed),)


def remove_from_places(
    rules: tuple[Rule, ...], parts: tuple[Part, ...]
) -> tuple[tuple[Rule, ...], tuple[Part, ...], tuple[Finding, ...]]:
    """Return the places and parts of a policy document without control characters, and a finding if there are any."""
    texts = (*(text for rule in rules for text in (*rule.texts, rule.printed_number)), *(part.text for part in parts))
    if not any(map(INVISIBLE_CONTROLS.search, texts)):
        return rules, parts, ()
    removed = _Removed()
    cleaned = []
    for rule in rules:
        examples = tuple(replace(example, text=removed.clean(example.text)) for example in rule.examples)
        text, printed = removed.clean(rule.text), removed.clean(rule.printed_number)
        cleaned.append(replace(rule, text=text, printed_number=printed, examples=examples))
        removed.line = removed.line or (rule.line if removed.count else 0)
    kept = tuple(replace(part, text=removed.clean(part.text)) for part in parts)
    return tuple(cleaned), kept, (_finding(removed),)


def _finding(removed: _Removed) -> Finding:
    if removed.line:
        message = stored_message(
            "{count} control character was taken out of the text, in line {line}",
            "{count} control characters were taken out of the text, the first in line {line}",
            count=removed.count,
            line=removed.line,
        )
    else:
        message = stored_message(
            "{count} control character was taken out of the text beside the rules",
            "{count} control characters were taken out of the text beside the rules",
            count=removed.count,
        )
    where = f"line {removed.line}" if removed.line else ""
    return Finding("control-characters", message, where=where)
