"""A document that is open in an editor: its lines, and the checked citations of each line.

A change rechecks only the changed lines and those in whose reach they are. Ignore comments are read again from the
whole text, and the settings are applied to all citations again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.linting.findings import CITATION_VERDICTS, Finding, LintedCitation, LintNotice
from cli.linting.known_results import CitationPlace
from cli.linting.linter import Linter
from kb.citations.ignore_comments import IgnoreComments
from kb.citations.scanner import LINES_IN_REACH, AnyOccurrence
from kb.citations.text_part import TextPart
from kb.citations.verdicts import CitationCheck

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place between two characters of a document. Line and column count from 0, the column in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class DocumentCitation:
    """A checked citation, where it stands now. `finding` has its verdict after ignore comments and settings."""

    place: AnyOccurrence
    finding: LintedCitation


_Checked = tuple[AnyOccurrence, CitationCheck]


class OpenDocument:
    """A document and its citations. `path` is its file, `language` the editor's name of its language.

    Attributes:
        lines: the lines without their ends.
    """

    def __init__(self, path: Path, language: str, text: str) -> None:
        self.path, self.language = path, language
        self.lines = split_lines(text)
        # For each line: its checked citations, or None if the line must be checked again. The line numbers of the
        # occurrences are those of the last check, and may be out of date.
        self._checked: list[list[_Checked] | None] = [None] * len(self.lines)

    def replace_all(self, text: str) -> None:
        """Replace the whole text."""
        self.lines = split_lines(text)
        self._checked = [None] * len(self.lines)

    def replace(self, start: TextPlace, end: TextPlace, text: str) -> None:
        """Replace the text between two places. A place after the end counts as the end."""
        start, end = self._clamp(start), self._clamp(end)
        new = split_lines(self.lines[start.line][: start.column] + text + self.lines[end.line][end.column :])
        self.lines[start.line : end.line + 1] = new
        self._checked[start.line : end.line + 1] = [None] * len(new)

    def _clamp(self, place: TextPlace) -> TextPlace:
        if place.line >= len(self.lines):
            return TextPlace(len(self.lines) - 1, len(self.lines[-1]))
        return TextPlace(place.line, min(place.column, len(self.lines[place.line])))

    def forget_checks(self) -> None:
        """Check all lines again, because the settings have changed."""
        self._checked = [None] * len(self.lines)

    def check(self, linter: Linter) -> tuple[list[DocumentCitation], list[LintNotice]]:
        """Check what has changed. Return all citations, and the notices about ignore comments, in order."""
        for first, last in self._windows():
            self._check_window(linter, first, last)
        linter = linter.renewed()
        comments = IgnoreComments(CITATION_VERDICTS)
        content = "\n".join(self.lines).encode("utf-8", "replace")
        comments.read(TextPart(content, 0, len(content)))
        name = str(self.path)
        citations = [
            DocumentCitation(place, linter.judge(name, CitationPlace.of(place), checked, comments, self._text_of))
            for place, checked in self._all_checked()
        ]
        return citations, [linter.notice(name, comment) for comment in comments.finished()]

    def _text_of(self, line: int) -> str:
        return self.lines[line - 1]

    def _all_checked(self) -> Iterator[_Checked]:
        for line, here in enumerate(self._checked, 1):
            for place, checked in here or ():
                yield (place if place.line == line else place._replace(line=line)), checked

    def _windows(self) -> list[tuple[int, int]]:
        """Return the ranges of lines to check again: the first line of each, and the line after the last."""
        windows: list[tuple[int, int]] = []
        for line, checked in enumerate(self._checked):
            if checked is not None:
                continue
            first, last = max(0, line - LINES_IN_REACH), min(len(self.lines), line + 1 + LINES_IN_REACH)
            if windows and first <= windows[-1][1]:
                windows[-1] = windows[-1][0], last
            else:
                windows.append((first, last))
        return windows

    def _check_window(self, linter: Linter, first: int, last: int) -> None:
        found: list[list[_Checked]] = [[] for _line in range(first, last)]
        above, below = max(0, first - LINES_IN_REACH), last + LINES_IN_REACH
        before, inside = _encoded(self.lines[above:first]), _encoded(self.lines[first:last])
        content = before + inside + _encoded(self.lines[last:below])
        part = TextPart(content, len(before), len(before) + len(inside), above + 1)
        for place, checked in linter.check_part(part) if inside else ():
            found[place.line - 1 - first].append((place, checked))
        self._checked[first:last] = found


def _encoded(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text. The protocol knows three line ends: a carriage return, a line feed, and both."""
    return _LINE_END.split(text)


def findings_in(citations: Sequence[DocumentCitation], notices: Sequence[LintNotice]) -> list[Finding]:
    """Return the findings among citations and notices."""
    return [*(each.finding for each in citations if each.finding.is_finding), *notices]
