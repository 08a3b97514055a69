"""Marks for changed words: red and green, or without colour, brackets as in `git diff --word-diff`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.rendering.text_output import StyledText, TextOutput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.text.word_diff import DiffSegment

# The number of unchanged characters to show before and after a change.
_CONTEXT = 60


def word_diff_excerpt(page: TextOutput, segments: Sequence[DiffSegment]) -> list[StyledText]:
    """Return the changed words of two texts with marks, and some of the unchanged text around these words."""
    last = len(segments) - 1
    pieces: list[StyledText] = []
    for at, segment in enumerate(segments):
        if segment.kind == "same":
            text = segment.text.replace("\n", " ")
            pieces.append((_cut_middle(text, head=at > 0, tail=at < last), "dim"))
        else:
            pieces += _mark(page, segments, at)
    return pieces


def word_diff_in_full(page: TextOutput, segments: Sequence[DiffSegment]) -> list[StyledText]:
    """Return the whole text with its changed words marked."""
    pieces: list[StyledText] = []
    for at, segment in enumerate(segments):
        pieces += [segment.text] if segment.kind == "same" else _mark(page, segments, at)
    return pieces


def _mark(page: TextOutput, segments: Sequence[DiffSegment], at: int) -> list[StyledText]:
    """Return a removed or added segment with a mark. In colour, a space separates added words from removed words."""
    gone, text = segments[at].kind == "gone", segments[at].text.replace("\n", " ")
    if not page.has_color:
        return [f"[-{text}-]" if gone else f"{{+{text}+}}"]
    mark = (text, "red strike" if gone else "green")
    return [" ", mark] if not gone and at > 0 and segments[at - 1].kind == "gone" else [mark]


def _cut_middle(text: str, *, head: bool, tail: bool) -> str:
    """Shorten an unchanged text with an ellipsis. `head` keeps its beginning, `tail` keeps its end."""
    if len(text) <= 2 * _CONTEXT:
        return text
    before = text[:_CONTEXT].rpartition(" ")[0] + " " if head else ""
    after = " " + text[-_CONTEXT:].partition(" ")[2] if tail else ""
    return f"{before}…{after}"


def abbreviate(text: str, most: int = 3 * _CONTEXT) -> str:
    """Return the beginning of a text, on one line, with at most so many characters before the ellipsis."""
    line = text.replace("\n", " ")
    return line if len(line) <= most else line[:most].rpartition(" ")[0] + " …"
