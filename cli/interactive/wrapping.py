"""Lines: texts in styles, broken between words to the width of the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prompt_toolkit.utils import get_cwidth

Fragment = tuple[str, str]
"""A style and a text, as prompt_toolkit has them."""
Line = list[Fragment]

_LEAST = 10


def wrap(fragments: Iterable[Fragment], width: int, indent: int = 0, hang: int = 0) -> list[Line]:
    """A text broken into lines; a no-break space breaks nowhere.

    Args:
        fragments: the text.
        width: columns of the screen.
        indent: columns left free before it.
        hang: more columns left free before its second and further lines.
    """
    cells = [(style, char) for style, text in fragments for char in text]
    plain = "".join(char for _, char in cells)
    lines: list[Line] = []
    start, left = 0, indent
    while start < len(plain) or not lines:
        end = _end(plain, start, max(_LEAST, width - left))
        # prompt_toolkit points no-break spaces out.
        shown = [(style, " " if char == "\N{NO-BREAK SPACE}" else char) for style, char in cells[start:end]]
        lines.append(_joined([("", " " * left), *shown]))
        start, left = end + (plain[end : end + 1] == " "), indent + hang
    return lines


def _end(text: str, start: int, room: int) -> int:
    """Where a line ends that begins at a place of a text: before a space, unless a word is longer than the line."""
    used, at = 0, start
    while at < len(text):
        used += get_cwidth(text[at])
        if used > room:
            space = text.rfind(" ", start + 1, at + 1)
            return space if space > 0 else max(at, start + 1)
        at += 1
    return at


def truncate(fragments: Sequence[Fragment], width: int) -> Line:
    """As much of a text as goes into a line, with an ellipsis where there is more."""
    if display_width(fragments) <= width:
        return list(fragments)
    cells = [(style, char) for style, text in fragments for char in text]
    used = 0
    for at, (_, char) in enumerate(cells):
        used += get_cwidth(char)
        if used > width - 1:
            return _joined([*cells[:at], ("", "…")])
    return _joined(cells)


def align_to_edges(left: Sequence[Fragment], right: Sequence[Fragment], width: int) -> Line:
    """A text at the beginning of a line and one at its end; the first gives way."""
    room = width - display_width(right) - 2
    if room < _LEAST:
        return truncate(left, width)
    shown = truncate(left, room)
    return [*shown, ("", " " * (width - display_width(shown) - display_width(right))), *right]


def display_width(fragments: Iterable[Fragment]) -> int:
    """How many columns a text takes."""
    return sum(get_cwidth(text) for _, text in fragments)


def _joined(cells: Iterable[Fragment]) -> Line:
    """Neighbours of one style as one."""
    line: Line = []
    for style, text in cells:
        if line and line[-1][0] == style:
            line[-1] = (style, line[-1][1] + text)
        elif text:
            line.append((style, text))
    return line
