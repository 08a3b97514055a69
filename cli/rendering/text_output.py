"""Text output. On a terminal, it is wrapped and styled. Elsewhere, every paragraph is one plain line.

Rich is imported only for a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from cli.output_streams import trusted_stream, visible, visible_line
from cli.rendering.code_labels import origin_label
from kb.i18n import translate

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from kb.model import Finding
    from kb.storage.view_items import ViewItem

StyledText = str | tuple[str, str]
"""A text, or a text with a Rich style such as "bold" or "dim"."""

# On a narrower terminal, one text is printed below the other, because the columns would be too narrow.
_MIN_WIDTH_SIDE_BY_SIDE = 70
# Longer lines are hard to read, so paragraphs use at most this many columns of a terminal.
MAX_LINE_WIDTH = 100
# Rich breaks lines at no-break spaces. So private-use characters replace them during wrapping; no rule has these.
_HIDE_NO_BREAK_SPACES = {ord("\u00a0"): "\ue0a0", ord("\u202f"): "\ue02f"}
# French texts may have plain spaces beside their punctuation. A line doesn't break there, either.
_BESIDE_FRENCH_MARK = re.compile(r" (?=[;:?!»])|(?<=«) ")
_HIDDEN_SPACE = "\ue020"
_RESTORE_SPACES = {ord(hidden): chr(space) for space, hidden in _HIDE_NO_BREAK_SPACES.items()} | {
    ord(_HIDDEN_SPACE): " "
}


def _without_breaks(text: str) -> str:
    """Return a text of the same length that Rich breaks neither at no-break spaces nor beside French punctuation."""
    return _BESIDE_FRENCH_MARK.sub(_HIDDEN_SPACE, text).translate(_HIDE_NO_BREAK_SPACES)


class TextOutput:
    """Writes paragraphs and tables to a stream.

    Attributes:
        is_terminal: True if the stream is a terminal.
        has_color: True if the text may have colours.
    """

    def __init__(self, stream: TextIO, *, color: bool) -> None:
        self._stream = stream
        self.is_terminal = stream.isatty()
        self.has_color = self.is_terminal and color
        self._console: Console | None = None
        if self.is_terminal:
            from rich.console import Console

            # Without a colour system, Rich writes no escape sequences at all, not even for bold and dim text.
            self._console = Console(
                file=trusted_stream(stream), color_system="auto" if color else None, highlight=False, markup=False,
                emoji=False,
            )  # fmt: skip

    @property
    def width(self) -> int | None:
        """The number of columns of the terminal, or None if the stream is no terminal."""
        return self._console.width if self._console else None

    def line(self, *pieces: StyledText, indent: int = 0, hang: int = 0) -> None:
        """Write one paragraph. On a terminal, lines after the first are indented by `indent + hang` columns."""
        if self._console is None:
            print(" " * indent + "".join(text for text, _style in map(_visible_piece, pieces)), file=self._stream)
            return
        from rich.text import Text

        left = " " * indent
        for wrapped in self._wrap(self._console, pieces, indent + hang):
            self._console.print(Text(left) + wrapped, soft_wrap=True)
            left = " " * (indent + hang)

    def line_count(self, pieces: Sequence[StyledText], *, indent: int = 0, hang: int = 0) -> int:
        """Return the number of lines that `line` would write for these pieces."""
        return 1 if self._console is None else len(self._wrap(self._console, pieces, indent + hang))

    def _wrap(self, console: Console, pieces: Sequence[StyledText], indent: int) -> list[Text]:
        """Return the lines of a paragraph on a terminal, without their indent of `indent` columns."""
        from rich.text import Text

        text = Text.assemble(*map(_visible_piece, pieces))
        text.plain = _without_breaks(text.plain)
        lines = list(text.wrap(console, max(20, min(console.width, MAX_LINE_WIDTH) - indent)))
        for wrapped in lines:
            wrapped.plain = wrapped.plain.translate(_RESTORE_SPACES)
            wrapped.rstrip()
        return lines

    def findings(self, findings: Iterable[Finding]) -> None:
        """Write findings, each with its code."""
        for finding in findings:
            self.line((finding.code, "yellow"), "  ", translate(finding.message), indent=2, hang=2)

    def blank_line(self) -> None:
        """Write an empty line."""
        print(file=self._stream)

    def side_by_side(
        self, left: Sequence[Sequence[StyledText]], right: Sequence[Sequence[StyledText]], heads: tuple[str, str]
    ) -> None:
        """On a wide terminal, write two texts side by side. Elsewhere, write each text below its head."""
        if self._console is None or self._console.width < _MIN_WIDTH_SIDE_BY_SIDE:
            for head, paragraphs in zip(heads, (left, right), strict=True):
                for at, paragraph in enumerate(paragraphs):
                    self.line(((f"{head}  " if at == 0 else " " * (len(head) + 2)), "dim"), *paragraph, indent=2)
            return
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(expand=True, padding=(0, 3, 0, 0))
        for _ in heads:
            table.add_column(ratio=1)
        sides = [Text("\n").join(Text.assemble(*map(_visible_piece, each)) for each in side) for side in (left, right)]
        for text in sides:
            text.plain = _without_breaks(text.plain)
        table.add_row(*sides)
        with self._console.capture() as printed:
            self._console.print(table)
        self._console.file.write(printed.get().translate(_RESTORE_SPACES))

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], *, indent: int = 0) -> None:
        """Write a table on a terminal. Elsewhere, write each row as one line with tabs, and leave `heads` out."""
        rows = [[visible_line(cell) for cell in row] for row in rows]
        if self._console is None:
            for row in rows:
                print(" " * indent + "\t".join(row), file=self._stream)
            return
        from rich.box import SIMPLE_HEAD
        from rich.padding import Padding
        from rich.table import Table

        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for at, head in enumerate(heads):
            cells = [row[at] for row in rows]
            numeric = all(cell.isdigit() or not cell for cell in cells)
            # Only the last column may be narrower than its longest cell. Its longer cells take several lines.
            is_last = at == len(heads) - 1
            width = 12 if is_last else max(len(head), *map(len, cells), 0)
            table.add_column(
                head, justify="right" if numeric else "left", no_wrap=not is_last, overflow="fold", min_width=width
            )
        for row in rows:
            table.add_row(*row)
        self._console.print(Padding(table, (0, 0, 0, indent), expand=False) if indent else table)


def _visible_piece(piece: StyledText) -> tuple[str, str]:
    """Return the visible text of a piece, without line breaks, and its style."""
    text, style = (piece, "") if isinstance(piece, str) else piece
    return visible(text).replace("\n", r"\n"), style


def highlight(text: str, marks: Iterable[tuple[int, int]], style: str) -> list[tuple[str, str]]:
    """Split a text at its marks, and give the marked parts a style."""
    parts, done = [], 0
    for start, end in marks:
        parts += [(text[done:start], ""), (text[start:end], style)]
        done = end
    return [*parts, (text[done:], "")]


def edition_tag(item: ViewItem[Any]) -> StyledText:
    """Return the edition of an item: `[en 2026-01-16]`, `[en 2025-06-06, excerpt]`."""
    return f"  [{origin_label(item)}]", "dim"


def fit_to_width(text: str, width: int) -> str:
    """Return as many words of a text as fit into `width` columns, with an ellipsis if words are left out."""
    from textwrap import shorten

    return shorten(text, width, placeholder=" …", break_on_hyphens=False)
