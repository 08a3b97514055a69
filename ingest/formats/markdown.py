"""Markdown pages: one section a page, or a glossary.

Only marks that stand at the edge of a line are taken off (headings, rules between parts, a line in
emphasis, a bold number). Marks inside a line stay: the rules print asterisks of their own ("*/*").
"""

from __future__ import annotations

import re

from ingest.formats import text as plain
from ingest.formats.base import Reading

NAME = "markdown"

_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(?P<text>.*)$")
_BOLD_LINE = re.compile(r"^ {0,3}(?P<mark>\*\*|__)(?P<text>[^*_\s](?:[^*_]*[^*_\s])?)(?P=mark)$")
_SEPARATOR = re.compile(r"^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|={3,})$")
_CHAPTER_NOTE = re.compile(r"^[*_]{1,2}(?:Chapter|Chapitre)\s?:\s.*[*_]{1,2}$")
_QUOTE = re.compile(r"^(?: {0,3}> ?)+")
_LINKED_NUMBER = re.compile(
    r"^(?P<before>[\s*_+-]*)\[(?P<number>[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?\.?)\]\([^()\s]*\)"
)
_NUMBER_IN_MARKS = re.compile(r"^(\s*(?:[-+*]\s+)?)(\*\*|__|`)(?P<number>[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?\.?)\2")
_EXAMPLE_IN_MARKS = re.compile(
    r"^(?P<before>\s*(?:[-+*]\s+)?)(?P<mark>[*_]{1,3})(?P<text>(?:Example|Exemple)s?\s?:(?![*_]).*)(?P=mark)$"
)
_EXAMPLE_WORD_IN_MARKS = re.compile(
    r"^(?P<before>\s*(?:[-+*]\s+)?)(?P<mark>[*_]{1,3})(?P<word>(?:Example|Exemple)s?)(?:\s?:(?P=mark)|(?P=mark)\s?:)"
)
_LIST_MARK = re.compile(r"^(\s*)[-+*]\s+(?=[1-9][0-9]{2}\.|Ex[ae]mples?\s?:)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>|~])")


def fits(text: str, file_name: str) -> bool:
    """A file named so, or a text with a heading in Markdown's form."""
    named = file_name.lower().endswith((".md", ".markdown"))
    return named or any(_HEADING.match(line) for line in text.split("\n", 40)[:40])


def read(text: str) -> tuple[Reading, ...]:
    """Read a page; the title that repeats its section's heading counts once."""
    raw = text.split("\n")
    lines = [_bare(line) for line in raw]
    title = next((place for place, line in enumerate(lines) if line.strip()), 0)
    if _HEADING.match(raw[title]) and lines[title].strip() in {line.strip() for line in lines[title + 1 :]}:
        lines[title] = ""
    for place, line in enumerate(raw[:-1]):
        # A headword with the blank line that Markdown has below a heading: its text follows it.
        if (_HEADING.match(line) or _BOLD_LINE.match(line)) and lines[place + 1] == "":
            lines[place], lines[place + 1] = "", lines[place]
    return plain.read_lines(lines)


def _bare(line: str) -> str:
    """A line without the marks at its edges; empty if it was nothing else."""
    line = _QUOTE.sub("", line)
    if _SEPARATOR.match(line) or _CHAPTER_NOTE.match(line.strip()):
        return ""
    if whole := _HEADING.match(line):
        line = _without_closing_marks(whole["text"].strip())
    if whole := _BOLD_LINE.match(line):
        line = whole["text"]
    line = _LINKED_NUMBER.sub(r"\g<before>\g<number>", line)
    line = _NUMBER_IN_MARKS.sub(r"\1\g<number>", line)
    line = _EXAMPLE_IN_MARKS.sub(r"\g<before>\g<text>", line)
    line = _EXAMPLE_WORD_IN_MARKS.sub(r"\g<before>\g<word>:", line)
    line = _LIST_MARK.sub(r"\1", line)
    return _ESCAPE.sub(r"\1", line)


def _without_closing_marks(heading: str) -> str:
    """A heading without the marks that may close it: `# 306. Planeswalkers #`."""
    bare = heading.rstrip("#")
    return bare.rstrip() if not bare or bare[-1].isspace() else heading
