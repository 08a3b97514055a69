"""From the lines of a document, as they are printed, to its paragraphs.

Guarantees: a paragraph is one line of the result; where the page leaves a gap, the result has a blank line;
a word broken at the end of a line is whole again.

What ends a paragraph is seen, not guessed, wherever the page shows it: a gap, or a line that ends where the
next line's first word would still have fitted. Only where a paragraph ends by chance at the very edge, its
indentation and its number decide.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from statistics import mode

from ingest.formats.pdf_columns import NEAR, PrintedLine
from ingest.lines import LineKind, classify
from kb.number import RuleNumber

_GAP = 1.3
# From so many lines on, the left or the right pages alone show where their columns end.
_ENOUGH = 60
_LONGEST_WORD = 60
_LONGEST_HEADING = 400

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_BROKEN = re.compile(r"(?:.*[^\w-])?(?P<before>(?:[^\W\d_]+-)*[^\W\d_]+)[-\u2010\u2011]")
_REST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ATTACHED = re.compile(r"\S[—–/\u2010\u2011-]$")
_REFERENCE_WORD = re.compile(
    r"\b(?:rules?|sections?|subrules?|règles?|sous-règles?|see|voir|cf\.|and|et|or|ou)$", re.IGNORECASE
)
# Dots that lead to a page's number on the contents page.
_LEADERS = re.compile(r"(?:\s?\.){4,}\s?[0-9]{1,4}$|\s?…{2,}\s?[0-9]{1,4}$")
_BULLET = re.compile(r"[•◦▪‣·]\s")
_SENTENCE_END = re.compile(r"[.!?…][)”\"’'»\s\u00a0]*$")
# How the head of a glossary entry doesn't end.
_TEXT_END = re.compile(r"(?!.*\(Obsol[eè]te\)$).*[.,;:…)”\"»]")


def paragraphs(lines: Sequence[PrintedLine]) -> Iterator[str]:
    """The paragraphs of a document in the order read, blank lines between them where it leaves gaps."""
    return _Joiner(lines).paragraphs()


class _Joiner:
    """Joins the lines of a document to paragraphs.

    What the document does elsewhere says what a single place means: how far its lines stand apart, where
    its columns end, which words it writes with a hyphen.
    """

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        self.lines = lines
        self.texts = [line.text for line in lines]
        self.kinds = classify(self.texts)
        # Of each line and the next: what a word broken between them may be.
        self.broken = [_readings(text, following) for text, following in pairwise([*self.texts, ""])]
        self.margins = _margins(lines)
        self.pitch = self._pitch()
        self.words = self._vocabulary()
        self.breaks_words = self._breaks_words()

    def paragraphs(self) -> Iterator[str]:
        """The paragraphs, blank lines between them where the document leaves gaps."""
        for start, end in self._stretches():
            if start and self._apart(start, end):
                yield ""
            paragraph = self._joined(start, end)
            yield _LEADERS.sub("", paragraph) if len(paragraph) < _LONGEST_HEADING else paragraph

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """Of each paragraph the index of its first line and the index after its last."""
        start = 0
        number: RuleNumber | None = None
        for at in range(1, len(self.lines) + 1):
            if at < len(self.lines) and self._goes_on(start, at, number):
                continue
            if self._numbered(start):
                number = self.kinds[start].number
            yield start, at
            start = at

    def _apart(self, start: int, end: int) -> bool:
        """Whether a paragraph stands apart from the one before it.

        At the top of a column no gap can be seen, but the head of an entry can. Bold print begins one too.
        """
        line, before = self.lines[start], self.lines[start - 1]
        if line.bold and not before.bold:
            return True
        if line.column == before.column:
            return self._gap(before, line)
        return end - start == 1 and self._heads_entry(start)

    def _heads_entry(self, at: int) -> bool:
        """Whether a line at the top of a column reads like a headword with its text right below."""
        if at + 1 == len(self.lines) or self.kinds[at].kind is not LineKind.TEXT:
            return False
        line, below = self.lines[at], self.lines[at + 1]
        return (
            line.column == below.column
            and not self._gap(line, below)
            and self._fitted(line, below)
            and not _TEXT_END.fullmatch(self.texts[at])
        )

    def _gap(self, above: PrintedLine, below: PrintedLine) -> bool:
        return not 0 < above.base - below.base < _GAP * (self.pitch or below.height)

    def _joined(self, start: int, end: int) -> str:
        """The text of a paragraph, words that its lines break put together."""
        pieces = [self.texts[start]]
        for at in range(start + 1, end):
            before = pieces[-1]
            if (broken := self.broken[at - 1]) and self._is_whole(*broken):
                pieces[-1] = before[:-1]
                pieces.append(self.texts[at])
            else:
                pieces.append(self.texts[at] if _ATTACHED.search(before) else f" {self.texts[at]}")
        return "".join(pieces)

    def _is_whole(self, whole: str, hyphenated: str) -> bool:
        """Whether a hyphen at the end of a line only breaks a word, as the rest of the document writes it."""
        if self.words[whole] == self.words[hyphenated]:
            return self.breaks_words and self._in_pieces(hyphenated)
        return self.words[whole] > self.words[hyphenated]

    def _pitch(self) -> float:
        """How far apart the lines of one paragraph stand."""
        found = [
            round(line.base - following.base, 1)
            for line, following in pairwise(self.lines)
            if line.column == following.column and line.base > following.base and not self._fitted(line, following)
        ]
        return mode(found) if found else 0.0

    def _vocabulary(self) -> Counter[str]:
        """How often each word stands in the document, those broken at the end of a line left out."""
        words = Counter[str]()
        was_cut = False
        for text, broken in zip(self.texts, self.broken, strict=True):
            found = _WORD.findall(text.lower())
            words.update(found[was_cut : len(found) - bool(broken)])
            was_cut = bool(broken)
        return words

    def _breaks_words(self) -> bool:
        """Whether a hyphen at the end of a line mostly breaks a word, rather than join two."""
        votes = Counter[bool]()
        for whole, hyphenated in filter(None, self.broken):
            known = self.words[whole] - self.words[hyphenated]
            votes[known > 0 if known else self._in_pieces(hyphenated)] += 1
        return votes[True] > votes[False]

    def _in_pieces(self, hyphenated: str) -> bool:
        """Whether either side of a hyphen is no word by itself, as far as the rest of the document knows."""
        *_, before, rest = hyphenated.split("-")
        return not (self.words[before] and self.words[rest])

    def _fitted(self, line: PrintedLine, following: PrintedLine) -> bool:
        """Whether the first word of the next line would still have had room on this one."""
        room = self.margins[line.column[0] % 2, line.side][1] - line.right
        return room > following.first_right - following.left + 2 * NEAR * line.height

    def _indent(self, at: int) -> float:
        line = self.lines[at]
        return line.left - self.margins[line.column[0] % 2, line.side][0]

    def _near(self, one: int, other: int) -> bool:
        """Whether two lines stand at one indentation."""
        return abs(self._indent(one) - self._indent(other)) < NEAR * self.lines[one].height

    def _numbered(self, at: int) -> bool:
        return self.kinds[at].kind in (LineKind.RULE, LineKind.SECTION, LineKind.CHAPTER)

    def _goes_on(self, start: int, at: int, number: RuleNumber | None) -> bool:
        """Whether a line goes on with the paragraph that began at `start`.

        Args:
            start: index of the paragraph's first line.
            at: index of the line in question; all before it belong to the paragraph.
            number: the last number that began a paragraph.
        """
        line, before = self.lines[at], self.lines[at - 1]
        if line.column == before.column and self._gap(before, line):
            return False
        if self.broken[at - 1]:
            return True
        if self._fitted(before, line) or self._marked(at) or self._head_ends(start, at):
            return False
        ended = _SENTENCE_END.search(self.texts[at - 1]) is not None
        if self._numbered(at):
            return not self._follows(start, at, number)
        if ended and (line.bold > before.bold or (line.column != before.column and self._heads_entry(at))):
            return False
        # From the third line on, a paragraph's indentation is known.
        return at - start < 2 or self._near(at - 1, at)

    def _head_ends(self, start: int, at: int) -> bool:
        """Whether bold print, which the paragraph is all in, ends with the line before."""
        return not self.lines[at].bold and all(line.bold for line in self.lines[start:at])

    def _marked(self, at: int) -> bool:
        """Whether a line begins with a mark that no line goes on with: "Example:", a bullet."""
        return self.kinds[at].kind is LineKind.EXAMPLE or _BULLET.match(self.texts[at]) is not None

    def _follows(self, start: int, at: int, number: RuleNumber | None) -> bool:
        """Whether a line that begins with a number begins a rule, rather than go on with a reference."""
        new, current = self.kinds[at].number, self.kinds[start].number or number
        if new is None or _REFERENCE_WORD.search(self.texts[at - 1]):
            return False
        if current is None or new.parent == current or _is_next(current, new):
            return True
        ended = _SENTENCE_END.search(self.texts[at - 1]) is not None
        return ended and (self._near(start, at) or (new > current and new.chapter - current.chapter < 2))


def _readings(before: str, after: str) -> tuple[str, str] | None:
    """What a word broken between two lines may be, without its hyphen and with it; None if there is none."""
    broken, rest = _BROKEN.fullmatch(before.rpartition(" ")[2][-_LONGEST_WORD:]), _REST.match(after)
    if broken is None or rest is None:
        return None
    return (broken["before"] + rest[0]).lower(), f"{broken['before']}-{rest[0]}".lower()


def _is_next(number: RuleNumber, other: RuleNumber) -> bool:
    """Whether a number is the one after another at its level or at one above."""
    level: RuleNumber | None = number
    while level is not None:
        with suppress(ValueError):
            if level.next == other:
                return True
        level = level.parent
    return False


def _margins(lines: Sequence[PrintedLine]) -> Mapping[tuple[int, int], tuple[float, float]]:
    """The left and right edge of each column, on left and right pages, a few lines that stick out left aside."""
    edges: dict[tuple[int, int], list[PrintedLine]] = defaultdict(list)
    for line in lines:
        edges[line.column[0] % 2, line.side].append(line)
    margins = {}
    for (parity, side), own in edges.items():
        alike = own if len(own) >= _ENOUGH else own + edges.get((1 - parity, side), [])
        out = len(alike) // 100
        lefts = sorted(line.left for line in alike)
        rights = sorted(line.right for line in alike)
        margins[parity, side] = lefts[out], rights[-1 - out]
    return margins
