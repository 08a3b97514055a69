"""Snippets: the sentences of a text that have the words of a query."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kb.text.sentences import sentence_spans

_Span = tuple[int, int]

# The largest length of a snippet, and of the beginning of a long sentence whose matches come late, in characters.
_LENGTH, _BEGINNING = 150, 50


def cut_snippet(
    text: str, marks: Sequence[_Span], length: int = _LENGTH, *, from_start: bool = False
) -> tuple[str, tuple[_Span, ...]]:
    """Return the sentences of a text that have the most of its marks, and the marks with their offsets in the snippet.

    A snippet begins at a sentence, or with `from_start` at the start of the text. It has at most about `length`
    characters. An ellipsis stands for text that is left out inside and at the end. A line break becomes a space.
    """
    spans = [(0, len(text))] if len(text) <= length else _sentences(text)
    windows = [_window(spans, first, length) for first in range(1 if from_start else len(spans))]
    begin, end = max(windows, key=lambda window: _worth(text, marks, window))
    pieces = [(begin, end)] if end - begin <= length else _shorten(text, (begin, end), marks, length)
    parts, shifted, done = [], [], 0
    for start, stop in pieces:
        shifted += [(at - start + done, to - start + done) for at, to in marks if start <= at and to <= stop]
        parts.append(text[start:stop].replace("\n", " "))
        done += stop - start + len(" … ")
    after = " …" if pieces[-1][1] < len(text.rstrip()) else ""
    return " … ".join(parts) + after, tuple(shifted)


@lru_cache(maxsize=1 << 11)
def _sentences(text: str) -> list[_Span]:
    """Return the sentences of a text. Sentences that say nothing alone are joined: one in brackets, and a quotation."""
    joined: list[_Span] = []
    for begin, end in sentence_spans(text):
        if joined:
            before = text[joined[-1][0] : joined[-1][1]]
            if text[begin] == "(" or before.count("“") > before.count("”"):
                joined[-1] = joined[-1][0], end
                continue
        joined.append((begin, end))
    return joined or [(0, len(text))]


def _window(spans: Sequence[_Span], first: int, length: int) -> _Span:
    """Return as many sentences from the sentence `first` on as fit into `length` characters, but at least one."""
    begin, end = spans[first]
    for _, later in spans[first + 1 :]:
        if later - begin > length:
            break
        end = later
    return begin, end


def _worth(text: str, marks: Sequence[_Span], window: _Span) -> tuple[int, bool, int]:
    """Return the worth of a window: more different words, then a match in its first sentence, then more matches."""
    inside = [(at, to) for at, to in marks if window[0] <= at and to <= window[1]]
    words = {text[at:to].lower() for at, to in inside}
    return len(words), bool(inside) and window[0] == 0, len(inside)


def _shorten(text: str, sentence: _Span, marks: Sequence[_Span], length: int) -> list[_Span]:
    """Return the parts of a long sentence to show: its beginning and, if they come later, its matches."""
    begin, end = sentence
    inside = [at for at, to in marks if begin <= at and to <= end]
    if not inside or inside[-1] < begin + length - _BEGINNING // 4:
        return [(begin, _word_end(text, begin + length, end))]
    near = length - _BEGINNING
    first = max(inside, key=lambda start: (sum(start <= at < start + near * 3 // 4 for at in inside), -start))
    start = text.rfind(" ", begin, max(begin + 1, first - near // 4)) + 1
    if start - begin <= _BEGINNING + _BEGINNING // 2:
        return [(begin, _word_end(text, begin + length, end))]
    return [(begin, _word_end(text, begin + _BEGINNING, end)), (start, _word_end(text, start + near, end))]


def _word_end(text: str, at: int, end: int) -> int:
    """Return the end of the last whole word before an offset, or `end` if it comes first."""
    if at >= end:
        return end
    space = text.rfind(" ", 0, at + 1)
    return len(text[: space if space > 0 else at].rstrip(" ,;:—"))
