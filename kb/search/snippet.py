"""Snippets: the part of a text that shows why the text was found."""

from __future__ import annotations

from collections.abc import Sequence

_LENGTH = 160
"""The length of a snippet in characters, approximately."""


def cut_snippet(text: str, marks: Sequence[tuple[int, int]]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the part of a text that has the most marks, and the marks with their offsets in that part."""
    first = last = 0
    if len(text) > _LENGTH:
        starts = [max(0, start - _LENGTH // 4) for start, _ in marks] or [0]
        first = max(starts, key=lambda start: sum(start <= at[0] < start + _LENGTH for at in marks))
        first = text.rfind(" ", 0, first) + 1 if first else 0
        last = text.find(" ", first + _LENGTH)
    before, after = ("… " if first else ""), ("" if last <= 0 else " …")
    end = last if last > 0 else len(text)
    shift = len(before) - first
    inside = tuple((start + shift, stop + shift) for start, stop in marks if first <= start and stop <= end)
    return before + text[first:end] + after, inside
