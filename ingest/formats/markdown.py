"""Markdown pages: one section of the rules on each page, or a glossary.

Only marks at the edges of a line are removed (headings, separators, a line in emphasis, a bold number). Marks inside a
line are kept, because asterisks also occur in the text of rules ("*/*").
"""

from __future__ import annotations

import re

from ingest.formats import text as plain
from ingest.formats.base import RawEdition

NAME = "markdown"

_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(?P<text>.*)$")
_BOLD_LINE = re.compile(r"^ {0,3}(?P<mark>\*\*|__)(?P<text>[^*_\s](?:[^*_]*[^*_\s])?)(?P=mark)$")
_SEPARATOR = re.compile(r"^ {0,3}(?:-\s*+-\s*+-[-\s]*+|\*\s*+\*\s*+\*[*\s]*+|_\s*+_\s*+_[_\s]*+|={3,})$")
_CHAPTER_NOTE = re.compile(r"^[*_]{1,2}(?:Chapter|Chapitre)\s?:\s.*[*_]{1,2}$")
_QUOTE = re.compile(r"^(?: {0,3}> ?){1,50}")
_NUMBER = r"(?P<number>[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?\.?)"
_BEFORE = r"^(?P<before>\s*(?:[-+*]\s+)?)"
_LINKED_NUMBER = re.compile(rf"^(?P<before>[\s*_+-]*)\[{_NUMBER}\]\([^()\s]*\)")
_NUMBER_IN_MARKS = re.compile(rf"{_BEFORE}(?P<mark>\*\*|__|`){_NUMBER}(?P=mark)")
_EXAMPLE_IN_MARKS = re.compile(
    rf"{_BEFORE}(?P<mark>[*_]{{1,3}})(?P<text>(?:Example|Exemple)s?\s?:(?![*_]).*)(?P=mark)$"
)
_EXAMPLE_WORD_IN_MARKS = re.compile(
    rf"{_BEFORE}(?P<mark>[*_]{{1,3}})(?P<word>(?:Example|Exemple)s?)(?:\s?:(?P=mark)|(?P=mark)\s?:)"
)
_LIST_MARK = re.compile(r"^(\s*)[-+*]\s+(?=[1-9][0-9]{2}\.|Ex[ae]mples?\s?:)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!<>|~&$=])")


def fits(text: str, file_name: str) -> bool:
    """True if the file has a Markdown extension, or the text has a Markdown heading near its top."""
    return file_name.lower().endswith((".md", ".markdown")) or any(
        _HEADING.match(line) for line in text.split("\n", 40)[:40]
    )


def read(text: str) -> tuple[RawEdition, ...]:
    """Read a page. Leave out the page's title if it repeats the heading of the section."""
    raw = text.split("\n")
    lines = [_without_marks(line) for line in raw]
    title = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if _HEADING.match(raw[title]) and lines[title].strip() in {line.strip() for line in lines[title + 1 :]}:
        lines[title] = ""
    for at, line in enumerate(raw[:-1]):
        # The parser of glossaries expects the text directly below a headword, but Markdown has a blank line between.
        if (_HEADING.match(line) or _BOLD_LINE.match(line)) and lines[at + 1] == "":
            lines[at], lines[at + 1] = "", lines[at]
    return plain.read_lines(lines)


def _without_marks(line: str) -> str:
    """Return a line without the marks at its edges. A separator becomes an empty line."""
    line = _QUOTE.sub("", line)
    if _SEPARATOR.match(line) or _CHAPTER_NOTE.match(line.strip()):
        return ""
    if whole := _HEADING.match(line):
        line = _without_closing_marks(whole["text"].strip())
    if whole := _BOLD_LINE.match(line):
        line = whole["text"]
    line = _LINKED_NUMBER.sub(r"\g<before>\g<number>", line)
    line = _NUMBER_IN_MARKS.sub(r"\g<before>\g<number>", line)
    line = _EXAMPLE_IN_MARKS.sub(r"\g<before>\g<text>", line)
    line = _EXAMPLE_WORD_IN_MARKS.sub(r"\g<before>\g<word>:", line)
    line = _LIST_MARK.sub(r"\1", line)
    return _ESCAPE.sub(r"\1", line)


def _without_closing_marks(heading: str) -> str:
    """Return a heading without closing marks, as in `# 306. Planeswalkers #`."""
    bare = heading.rstrip("#")
    return bare.rstrip() if not bare or bare[-1].isspace() else heading
