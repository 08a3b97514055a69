"""Joining of the printed lines of a document into paragraphs.

Guarantees: each paragraph becomes one line of the result. A gap on the page becomes a blank line. A word broken at the
    end of a line is joined.

A paragraph ends at a gap. It also ends at a line with enough room for the first word of the next line. If a paragraph's
last line is full, the next line shows where the paragraph ends: by its indentation, or by a rule number at its start.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from statistics import mode

from ingest.formats.pdf_columns import ALIGNMENT_TOLERANCE, PrintedLine
from ingest.parsing.line_classifier import LineKind, classify_lines
from kb.rule_number import RuleNumber

# Two lines have a gap between them if their distance is greater than this multiple of the usual distance.
_GAP = 1.3
# Column edges are computed for even pages and for odd pages. If a column of the even pages has fewer lines than this
# number, the lines of the odd pages are added, and the other way round.
_ENOUGH_LINES = 60
_MAX_WORD = 60
_MAX_HEADING = 400

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_BROKEN = re.compile(r"(?:.*[^\w-])?(?P<before>(?:[^\W\d_]+-)*[^\W\d_]+)[-\u2010\u2011]")
_REST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ATTACHED = re.compile(r"\S[—–/\u2010\u2011-]$")
_REFERENCE_WORD = re.compile(
    r"\b(?:rules?|sections?|subrules?|règles?|sous-règles?|see|voir|cf\.|and|et|or|ou)$", re.IGNORECASE
)
# The row of dots and the page number after a heading on the contents page. The lookbehinds let a row match from its
# first dot only, so that the search is linear.
_LEADERS = re.compile(r"(?<!\.)(?:\s\.|(?<!\s)\.)(?:\s?\.){3,}+\s?[0-9]{1,4}$|(?:\s…|(?<![\s…])…)…++\s?[0-9]{1,4}$")
_BULLET = re.compile(r"[•◦▪‣·]\s")
_SENTENCE_END = re.compile(r"[.!?…][)”\"’'»\s\u00a0]*$")
# Matches a line that can't be the headword of a glossary entry, because of its end.
_TEXT_END = re.compile(r"(?!.*\(Obsol[eè]te\)$).*[.,;:…)”\"»]")


def join_paragraphs(lines: Sequence[PrintedLine]) -> Iterator[str]:
    """Yield the paragraphs of a document in reading order, and "" for each gap between paragraphs."""
    return _Joiner(lines).paragraphs()


class _Joiner:
    """Joins the lines of a document into paragraphs.

    The joiner uses statistics of the whole document: the usual line distance, the edges of the columns, and the words
    that the document writes with a hyphen.
    """

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        self.lines = lines
        self.texts = [line.text for line in lines]
        self.kinds = classify_lines(self.texts)
        # An item for each line: the word broken at the line's end, without and with its hyphen, or None.
        self.broken = [_readings(text, following) for text, following in pairwise([*self.texts, ""])]
        self.margins = _margins(lines)
        self.line_distance = self._line_distance()
        self.words = self._word_counts()
        self.breaks_words = self._breaks_words()

    def paragraphs(self) -> Iterator[str]:
        """Yield the paragraphs, and "" for each gap between paragraphs."""
        for start, end in self._ranges():
            if start and self._is_set_apart(start, end):
                yield ""
            paragraph = self._join(start, end)
            yield _LEADERS.sub("", paragraph) if len(paragraph) < _MAX_HEADING else paragraph

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Yield two indexes for each paragraph: the index of its first line and the index after its last line."""
        start = 0
        number: RuleNumber | None = None
        for at in range(1, len(self.lines) + 1):
            if at < len(self.lines) and self._continues(start, at, number):
                continue
            if self._is_numbered(start):
                number = self.kinds[start].number
            yield start, at
            start = at

    def _is_set_apart(self, start: int, end: int) -> bool:
        """True if a blank line belongs before a paragraph: after a gap, before bold print, or before a glossary entry.

        At the top of a column no gap is visible. There, a glossary entry is recognized by its headword.
        """
        line, before = self.lines[start], self.lines[start - 1]
        if line.is_bold and not before.is_bold:
            return True
        if line.column == before.column:
            return self._is_gap(before, line)
        return end - start == 1 and self._is_headword(start)

    def _is_headword(self, at: int) -> bool:
        """True if a line at the top of a column looks like a headword, with the text of its entry directly below."""
        if at + 1 == len(self.lines) or self.kinds[at].kind is not LineKind.TEXT:
            return False
        line, below = self.lines[at], self.lines[at + 1]
        return (
            line.column == below.column
            and not self._is_gap(line, below)
            and self._had_room(line, below)
            and not _TEXT_END.fullmatch(self.texts[at])
        )

    def _is_gap(self, above: PrintedLine, below: PrintedLine) -> bool:
        return not 0 < above.baseline - below.baseline < _GAP * (self.line_distance or below.height)

    def _join(self, start: int, end: int) -> str:
        """Return the text of a paragraph, with broken words joined."""
        pieces = [self.texts[start]]
        for at in range(start + 1, end):
            before = pieces[-1]
            if (broken := self.broken[at - 1]) and self._is_one_word(*broken):
                pieces[-1] = before[:-1]
                pieces.append(self.texts[at])
            else:
                pieces.append(self.texts[at] if _ATTACHED.search(before) else f" {self.texts[at]}")
        return "".join(pieces)

    def _is_one_word(self, whole: str, hyphenated: str) -> bool:
        """True if the document usually writes a broken word without a hyphen: as `whole`, not as `hyphenated`."""
        if self.words[whole] == self.words[hyphenated]:
            return self.breaks_words and self._has_unknown_part(hyphenated)
        return self.words[whole] > self.words[hyphenated]

    def _line_distance(self) -> float:
        """Return the usual distance between successive baselines of a paragraph in points, or 0 if it is unknown."""
        found = [
            round(line.baseline - following.baseline, 1)
            for line, following in pairwise(self.lines)
            if line.column == following.column
            and line.baseline > following.baseline
            and not self._had_room(line, following)
        ]
        return mode(found) if found else 0.0

    def _word_counts(self) -> Counter[str]:
        """Count each word of the document, except words broken at the end of a line."""
        words = Counter[str]()
        was_cut = False
        for text, broken in zip(self.texts, self.broken, strict=True):
            found = _WORD.findall(text.lower())
            words.update(found[was_cut : len(found) - bool(broken)])
            was_cut = bool(broken)
        return words

    def _breaks_words(self) -> bool:
        """True if most hyphens at the ends of lines only break a word, and few belong to a compound."""
        votes = Counter[bool]()
        for whole, hyphenated in filter(None, self.broken):
            known = self.words[whole] - self.words[hyphenated]
            votes[known > 0 if known else self._has_unknown_part(hyphenated)] += 1
        return votes[True] > votes[False]

    def _has_unknown_part(self, hyphenated: str) -> bool:
        """True if the part before or the part after the last hyphen occurs nowhere else as a word."""
        *_, before, rest = hyphenated.split("-")
        return not (self.words[before] and self.words[rest])

    def _had_room(self, line: PrintedLine, following: PrintedLine) -> bool:
        """True if `line` has room for the first word of the next line."""
        room = self.margins[line.column[0] % 2, line.side][1] - line.right
        return room > following.first_right - following.left + 2 * ALIGNMENT_TOLERANCE * line.height

    def _indent(self, at: int) -> float:
        line = self.lines[at]
        return line.left - self.margins[line.column[0] % 2, line.side][0]

    def _same_indent(self, one: int, other: int) -> bool:
        return abs(self._indent(one) - self._indent(other)) < ALIGNMENT_TOLERANCE * self.lines[one].height

    def _is_numbered(self, at: int) -> bool:
        return self.kinds[at].kind in (LineKind.RULE, LineKind.SECTION, LineKind.CHAPTER)

    def _continues(self, start: int, at: int, number: RuleNumber | None) -> bool:
        """True if line `at` continues the paragraph from line `start`.

        `number` is the number of the last paragraph that has a number.
        """
        line, before = self.lines[at], self.lines[at - 1]
        if line.column == before.column and self._is_gap(before, line):
            return False
        if self.broken[at - 1]:
            return True
        if self._had_room(before, line) or self._is_marked(at) or self._ends_bold_head(start, at):
            return False
        ended = _SENTENCE_END.search(self.texts[at - 1]) is not None
        if self._is_numbered(at):
            return not self._begins_rule(start, at, number)
        if ended and (line.is_bold > before.is_bold or (line.column != before.column and self._is_headword(at))):
            return False
        # The second line of a paragraph shows the indentation of all later lines.
        return at - start < 2 or self._same_indent(at - 1, at)

    def _ends_bold_head(self, start: int, at: int) -> bool:
        """True if the lines from `start` to `at - 1` are bold, and line `at` isn't bold."""
        return not self.lines[at].is_bold and all(line.is_bold for line in self.lines[start:at])

    def _is_marked(self, at: int) -> bool:
        """True if a line begins with "Example:" or a bullet, which stand only at the beginning of paragraphs."""
        return self.kinds[at].kind is LineKind.EXAMPLE or _BULLET.match(self.texts[at]) is not None

    def _begins_rule(self, start: int, at: int, number: RuleNumber | None) -> bool:
        """True if the number at the beginning of line `at` begins a rule. False if it is part of a reference."""
        new, current = self.kinds[at].number, self.kinds[start].number or number
        if new is None or _REFERENCE_WORD.search(self.texts[at - 1]):
            return False
        if current is None or new.parent == current or _is_next(current, new):
            return True
        ended = _SENTENCE_END.search(self.texts[at - 1]) is not None
        return ended and (self._same_indent(start, at) or (new > current and new.chapter - current.chapter < 2))


def _readings(before: str, after: str) -> tuple[str, str] | None:
    """Return a word broken between two lines, without and with its hyphen. Return None if no word is broken."""
    broken, rest = _BROKEN.fullmatch(before.rpartition(" ")[2][-_MAX_WORD:]), _REST.match(after)
    if broken is None or rest is None:
        return None
    return (broken["before"] + rest[0]).lower(), f"{broken['before']}-{rest[0]}".lower()


def _is_next(number: RuleNumber, other: RuleNumber) -> bool:
    """True if `other` is the next number after `number` or after a number above it. Example: 307 after 306.5d."""
    level: RuleNumber | None = number
    while level is not None:
        with suppress(ValueError):
            if level.next == other:
                return True
        level = level.parent
    return False


def _margins(lines: Sequence[PrintedLine]) -> Mapping[tuple[int, int], tuple[float, float]]:
    """Return the left and right edges of the columns in points, for even and odd pages.

    A key is the page's index modulo 2 and the column's `side`. At each edge, the one line in a hundred that reaches
    out farthest is ignored.
    """
    edges: dict[tuple[int, int], list[PrintedLine]] = defaultdict(list)
    for line in lines:
        edges[line.column[0] % 2, line.side].append(line)
    margins = {}
    for (parity, side), own in edges.items():
        alike = own if len(own) >= _ENOUGH_LINES else own + edges.get((1 - parity, side), [])
        outliers = len(alike) // 100
        lefts = sorted(line.left for line in alike)
        rights = sorted(line.right for line in alike)
        margins[parity, side] = lefts[outliers], rights[-1 - outliers]
    return margins
