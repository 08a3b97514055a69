"""The places in a French text that correspond to changes of the English.

Both texts are split into paragraphs, sentences and quoted terms. If both texts have the same structure, a piece of the
English corresponds to the French piece at the same position. Otherwise, the piece corresponds to the French piece with
the same number, symbol or amount. If there isn't exactly one such piece, nothing is marked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.text.normalization import classify_change
from kb.text.word_diff import DiffSegment
from kb.translation.entry_pair import TranslationPair

# The space between two sentences, with the closing quotation marks before it.
_SENTENCE_END = re.compile(r"(?<=[.!?])[”\"»)\u00a0\u202f ]*\s+(?=[“\"«(]?\s?[^\W\d_a-zà-ÿ])")
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|\"[^\"]*\"")
# Cited numbers, symbols and amounts, which are the same in both languages.
_INVARIANT = re.compile(r"[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?|\{[^{}\s]{1,5}\}|[+−-]?[0-9X*]+/[+−-]?[0-9X*]+|[0-9]+")

_Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A quoted term, a sentence, or a part of a sentence outside quoted terms. `end` is the offset after the piece."""

    start: int
    end: int
    quoted: bool
    invariants: frozenset[str]


def locate_changes(pair: TranslationPair) -> tuple[_Span, ...]:
    """Find the spans of the French (with its examples) that correspond to changes of the English since the base.

    The result is empty if nothing changed, or if the places can't be found.
    """
    if pair.base is None or pair.fr is None or pair.en is None:
        return ()
    english, french = pair.base.whole_text, pair.french
    changed = _changed_spans(pair)
    if not changed:
        return ()
    found: list[_Span] = []
    lines, lines_now = _lines(english), _lines(french)
    if len(lines) != len(lines_now):
        # An example or a paragraph is missing: sentences can only be matched by their invariants.
        lines, lines_now = [(0, len(english))], [(0, len(french))]
    for line, line_now in zip(lines, lines_now, strict=True):
        ours, theirs = (_pieces(text, *span) for text, span in ((english, line), (french, line_now)))
        for begin, end in changed:
            for at, piece in enumerate(ours):
                if begin < piece.end and end > piece.start:
                    removed = english[max(begin, piece.start) : min(end, piece.end)]
                    found += _corresponding(removed, at, ours, theirs, french)
    return tuple(sorted(set(found)))


def _changed_spans(pair: TranslationPair) -> list[_Span]:
    """Return the spans of the base wording where words were removed or inserted.

    Changes of standard phrases ("his or her" to "their") don't count: the French of both wordings may be the same.
    """
    found: list[_Span] = []
    at = 0
    segments = (DiffSegment("same", ""), *pair.source_diff, DiffSegment("same", ""))
    for before, segment, after in zip(segments, segments[1:], segments[2:], strict=False):
        is_template = after.kind == "new" and classify_change(segment.text, after.text) == "template"
        if segment.kind == "gone" and not is_template:
            found.append((at, at + len(segment.text)))
        elif segment.kind == "new" and before.kind == "same":
            found.append((max(0, at - 1), at + 1))
        at += len(segment.text) if segment.kind != "new" else 0
    return found


def _corresponding(removed: str, at: int, ours: Sequence[_Piece], theirs: Sequence[_Piece], french: str) -> list[_Span]:
    """Return the French spans that correspond to the words `removed` from the English piece `ours[at]`."""
    piece = ours[at]
    if [each.quoted for each in ours] == [each.quoted for each in theirs]:
        there = theirs[at]
    else:
        same = [each for each in theirs if each.quoted == piece.quoted and each.invariants & piece.invariants]
        if len(same) != 1 or [each for each in ours if each.invariants & same[0].invariants] != [piece]:
            return []
        there = same[0]
    # If only numbers were removed, and the French piece has each of them once, mark the numbers, not the whole piece.
    text = french[there.start : there.end]
    numbers = _INVARIANT.findall(removed)
    if numbers and not _INVARIANT.sub("", removed).strip() and all(text.count(number) == 1 for number in numbers):
        starts = [there.start + text.index(number) for number in numbers]
        return [(start, start + len(number)) for start, number in zip(starts, numbers, strict=True)]
    return [(there.start, there.end)]


def _lines(text: str) -> list[_Span]:
    return [match.span() for match in re.finditer("^.*$", text, re.MULTILINE)]


def _pieces(text: str, start: int, stop: int) -> list[_Piece]:
    """Return the pieces of `text` between the offsets `start` and `stop`, which enclose a line or the whole text."""
    cuts = {start, stop, *(match.end() for match in _SENTENCE_END.finditer(text, start, stop))}
    quoted = [match.span() for match in _QUOTED.finditer(text, start, stop)]
    cuts = {cut for cut in cuts if not any(begin < cut < end for begin, end in quoted)}
    cuts |= {cut for span in quoted for cut in span}
    pieces = []
    for begin, end in pairwise(sorted(cuts)):
        inside = text[begin:end]
        # Punctuation alone is no piece.
        if any(character.isalnum() for character in inside):
            start = begin + len(inside) - len(inside.lstrip())
            is_quoted = any(begin == first for first, _end in quoted)
            pieces.append(_Piece(start, start + len(inside.strip()), is_quoted, frozenset(_INVARIANT.findall(inside))))
    return pieces
