"""Snippets: the stretch of a text that shows why it was found."""

from __future__ import annotations

from collections.abc import Sequence

_CHARACTERS = 160


def cut_snippet(text: str, marks: Sequence[tuple[int, int]]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The stretch of a text, about `_CHARACTERS` long, that holds the most marks."""
    first = last = 0
    if len(text) > _CHARACTERS:
        starts = [max(0, start - _CHARACTERS // 4) for start, _ in marks] or [0]
        first = max(starts, key=lambda start: sum(start <= at[0] < start + _CHARACTERS for at in marks))
        first = text.rfind(" ", 0, first) + 1 if first else 0
        last = text.find(" ", first + _CHARACTERS)
    before, after = ("… " if first else ""), ("" if last <= 0 else " …")
    end = last if last > 0 else len(text)
    shift = len(before) - first
    inside = tuple((start + shift, stop + shift) for start, stop in marks if first <= start and stop <= end)
    return before + text[first:end] + after, inside
