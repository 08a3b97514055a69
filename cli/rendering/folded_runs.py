"""Marked texts for HTML pages: long unchanged runs between changes are folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from kb.text.word_diff import DiffSegment

# Words of an unchanged run that stay visible beside a change, and the least number of words that is folded.
_CONTEXT, _LEAST = 14, 50
_WORD = re.compile(r"\S+\s*")


@dataclass(frozen=True, slots=True)
class MarkedRun:
    """A passage of a text on a page: unchanged (`same` or `folded`), removed (`gone`) or added (`new`)."""

    kind: Literal["same", "folded", "gone", "new"]
    text: str

    @property
    def words(self) -> int:
        """The number of words in the text."""
        return len(self.text.split())


def fold_unchanged(segments: Sequence[DiffSegment]) -> list[MarkedRun]:
    """Return the segments as runs. Unchanged words far from a change are a run of the kind `folded`.

    The beginning of the text stays visible. The texts of all runs together are the texts of the segments.
    """
    last = len(segments) - 1
    return [
        run
        for at, segment in enumerate(segments)
        for run in (
            _folded(segment.text, tail=at < last)
            if segment.kind == "same"
            else (MarkedRun(segment.kind, segment.text),)
        )
    ]


def fold_if_changed(segments: Sequence[DiffSegment]) -> list[MarkedRun]:
    """Return the segments as runs. A text without a change is read as a whole, so nothing of it is folded."""
    if any(segment.kind != "same" for segment in segments):
        return fold_unchanged(segments)
    return [MarkedRun(segment.kind, segment.text) for segment in segments]


def _folded(text: str, *, tail: bool) -> Iterator[MarkedRun]:
    """Yield the runs of one unchanged segment. `tail` is True if a change follows it."""
    ends = [match.end() for match in _WORD.finditer(text)]
    hidden = len(ends) - _CONTEXT * (2 if tail else 1)
    if hidden < _LEAST:
        yield MarkedRun("same", text)
        return
    begin, end = ends[_CONTEXT - 1], ends[_CONTEXT + hidden - 1]
    yield MarkedRun("same", text[:begin])
    yield MarkedRun("folded", text[begin:end])
    if end < len(text):
        yield MarkedRun("same", text[end:])
