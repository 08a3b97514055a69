"""Where in the French the words stand that changed in the English.

Both texts are taken apart into paragraphs, sentences and quoted terms. A piece of the English is found again
as the French piece of the same place, where both texts are built alike; else as the one that cites the same
numbers or has the same symbols and amounts. Where neither tells, nothing is marked: no mark is better than
a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.text.normalization import classify_change
from kb.text.word_diff import DiffSegment
from kb.translation.rule_pair import RulePair, text_with_examples

# Behind the mark that ends a sentence, with what closes after it.
_SENTENCE_END = re.compile(r"(?<=[.!?])[”\"»)\u00a0\u202f ]*\s+(?=[“\"«(]?\s?[^\W\d_a-zà-ÿ])")
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|\"[^\"]*\"")
# What is the same in both languages: numbers cited, amounts, symbols.
_MARK = re.compile(r"[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?|\{[^{}\s]{1,5}\}|[+−-]?[0-9X*]+/[+−-]?[0-9X*]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a text: a quoted term, or a sentence or what of it stands around such terms.

    Attributes:
        start: offset of its first character.
        end: offset after its last.
        quoted: whether it is a quoted term.
        marks: what it has in either language.
    """

    start: int
    end: int
    quoted: bool
    marks: frozenset[str]


def locate_changes(pair: RulePair) -> tuple[tuple[int, int], ...]:
    """Where in the French, examples included, stands what changed in the English; offsets from and up to.

    Empty where nothing changed, or where the place can't be told.
    """
    if pair.base is None or pair.fr is None or pair.en is None:
        return ()
    english, french = pair.base.text_with_examples, text_with_examples(pair.fr.item)
    touched = _touched(pair)
    if not touched:
        return ()
    found: list[tuple[int, int]] = []
    lines, lines_now = _lines(english), _lines(french)
    if len(lines) != len(lines_now):
        # An example or a paragraph is missing: sentences are told by what they have alone.
        lines, lines_now = [(0, len(english))], [(0, len(french))]
    for line, line_now in zip(lines, lines_now, strict=True):
        ours, theirs = (_pieces(text, *at) for text, at in ((english, line), (french, line_now)))
        for begin, end in touched:
            for at, piece in enumerate(ours):
                if begin < piece.end and end > piece.start:
                    found += _found(english[max(begin, piece.start) : min(end, piece.end)], at, ours, theirs, french)
    return tuple(sorted(set(found)))


def _touched(pair: RulePair) -> list[tuple[int, int]]:
    """Which stretches of the English that the French was made from went, or had something put between them.

    What only the template says in another way ("his or her") is left out: the French may say it so still.
    """
    found: list[tuple[int, int]] = []
    at = 0
    stretches = (DiffSegment("same", ""), *pair.source_diff, DiffSegment("same", ""))
    for before, stretch, after in zip(stretches, stretches[1:], stretches[2:], strict=False):
        if stretch.kind == "gone" and not (
            after.kind == "new" and classify_change(stretch.text, after.text) == "template"
        ):
            found.append((at, at + len(stretch.text)))
        elif stretch.kind == "new" and before.kind == "same":
            found.append((max(0, at - 1), at + 1))
        at += len(stretch.text) if stretch.kind != "new" else 0
    return found


def _found(gone: str, at: int, ours: Sequence[_Piece], theirs: Sequence[_Piece], french: str) -> list[tuple[int, int]]:
    """The place in the French of what went from a piece of the English; none if it can't be told."""
    piece = ours[at]
    if [each.quoted for each in ours] == [each.quoted for each in theirs]:
        there = theirs[at]
    else:
        same = [each for each in theirs if each.quoted == piece.quoted and each.marks & piece.marks]
        if len(same) != 1 or [each for each in ours if each.marks & same[0].marks] != [piece]:
            return []
        there = same[0]
    # Of numbers, the number itself is the place.
    text = french[there.start : there.end]
    marks = _MARK.findall(gone)
    if marks and not _MARK.sub("", gone).strip() and all(text.count(mark) == 1 for mark in marks):
        return [(there.start + text.index(mark), there.start + text.index(mark) + len(mark)) for mark in marks]
    return [(there.start, there.end)]


def _lines(text: str) -> list[tuple[int, int]]:
    found, at = [], 0
    for line in text.split("\n"):
        found.append((at, at + len(line)))
        at += len(line) + 1
    return found


def _pieces(text: str, start: int, stop: int) -> list[_Piece]:
    """The pieces of a line, or of a whole text."""
    cuts = {start, stop, *(match.end() for match in _SENTENCE_END.finditer(text, start, stop))}
    quoted = [match.span() for match in _QUOTED.finditer(text, start, stop)]
    cuts = {cut for cut in cuts if not any(begin < cut < end for begin, end in quoted)}
    cuts |= {cut for span in quoted for cut in span}
    return list(_between(text, sorted(cuts), {begin for begin, _ in quoted}))


def _between(text: str, cuts: Sequence[int], quoted: set[int]) -> Iterator[_Piece]:
    for begin, end in pairwise(cuts):
        inside = text[begin:end]
        # What is only punctuation between two others is no piece.
        if any(character.isalnum() for character in inside):
            start = begin + len(inside) - len(inside.lstrip())
            yield _Piece(start, start + len(inside.strip()), begin in quoted, frozenset(_MARK.findall(inside)))
