"""Wrapping and truncating of styled text to the width of the screen. All text on the screen is made visible here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prompt_toolkit.utils import get_cwidth

from cli.output_streams import visible_line

Fragment = tuple[str, str]
"""A style and a text, as in prompt_toolkit."""
Line = list[Fragment]

_MIN_WIDTH = 10
# A query has at most this many characters of a pasted text.
_MAX_PASTED = 1000


def wrap(fragments: Iterable[Fragment], width: int, indent: int = 0, hang: int = 0) -> list[Line]:
    """Break a text into lines, but not at no-break spaces. Lines after the first get `hang` more columns of indent."""
    cells = _cells(fragments)
    plain = "".join(char for _, char in cells)
    lines: list[Line] = []
    start, left = 0, indent
    while start < len(plain) or not lines:
        end = _line_end(plain, start, max(_MIN_WIDTH, width - left))
        # Replace no-break spaces, because prompt_toolkit would highlight them.
        shown = [(style, " " if char == "\N{NO-BREAK SPACE}" else char) for style, char in cells[start:end]]
        lines.append(_join([("", " " * left), *shown]))
        start, left = end + (plain[end : end + 1] == " "), indent + hang
    return lines


def _line_end(text: str, start: int, width: int) -> int:
    """Return the end of the line that begins at `start`. Lines end at spaces. Only a word wider than a line is cut."""
    used = 0
    for at in range(start, len(text)):
        used += get_cwidth(text[at])
        if used > width:
            space = text.rfind(" ", start + 1, at + 1)
            return space if space > 0 else max(at, start + 1)
    return len(text)


def one_line(text: str) -> str:
    """Return the beginning of a pasted text as one line. Line breaks and control characters become spaces."""
    shown = "".join(char if char.isprintable() else " " for char in text[:_MAX_PASTED])
    return " ".join(shown.split())


def truncate(fragments: Sequence[Fragment], width: int) -> Line:
    """Return the beginning of a text that fits into `width`, with an ellipsis if the rest is left out."""
    fragments = _visible(fragments)
    if display_width(fragments) <= width:
        return fragments
    cells, used = _cells(fragments), 0
    for at, (_, char) in enumerate(cells):
        used += get_cwidth(char)
        if used > width - 1:
            return _join([*cells[:at], ("", "…")])
    return _join(cells)


def align_to_edges(left: Sequence[Fragment], right: Sequence[Fragment], width: int) -> Line:
    """Return a line with a text at each edge. The left text is truncated if the line is too short for the two texts."""
    room = width - display_width(right) - 2
    if room < _MIN_WIDTH:
        return truncate(left, width)
    shown = truncate(left, room)
    return [*shown, ("", " " * (width - display_width(shown) - display_width(right))), *_visible(right)]


def display_width(fragments: Iterable[Fragment]) -> int:
    """Return the number of columns of a text."""
    return sum(get_cwidth(text) for _, text in _visible(fragments))


def _visible(fragments: Iterable[Fragment]) -> list[Fragment]:
    """Return a text as one visible line."""
    return [(style, visible_line(text)) for style, text in fragments]


def _cells(fragments: Iterable[Fragment]) -> list[Fragment]:
    """Split a text into characters, each with its style."""
    return [(style, char) for style, text in _visible(fragments) for char in text]


def _join(cells: Iterable[Fragment]) -> Line:
    """Join neighbouring characters of the same style."""
    line: Line = []
    for style, text in cells:
        if line and line[-1][0] == style:
            line[-1] = (style, line[-1][1] + text)
        elif text:
            line.append((style, text))
    return line
