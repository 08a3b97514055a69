"""Text for people: wrapped and styled on a terminal, plain lines elsewhere.

Rich is imported only where the text goes to a terminal; a pipe gets every paragraph as one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

Piece = str | tuple[str, str]
"""Some text, or some text with a Rich style such as "bold" or "dim"."""

# Two columns of a terminal narrower than this hold too few words a line to be read.
_WIDE_ENOUGH = 70


class Page:
    """Writes lines to a stream.

    Attributes:
        on_terminal: whether the stream is a terminal.
        in_color: whether colours can tell things apart there.
    """

    def __init__(self, stream: TextIO, *, color: bool) -> None:
        self._stream = stream
        self.on_terminal = stream.isatty()
        self.in_color = self.on_terminal and color
        self._console: Console | None = None
        if self.on_terminal:
            from rich.console import Console

            self._console = Console(file=stream, no_color=not color, highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int | None:
        """Columns of the terminal; None elsewhere."""
        return self._console.width if self._console else None

    def line(self, *pieces: Piece, indent: int = 0, hang: int = 0) -> None:
        """Write one paragraph.

        Args:
            pieces: its text.
            indent: columns left free before it.
            hang: more columns left free before its second and further lines on a terminal.
        """
        if self._console is None:
            print(" " * indent + "".join(_plain(piece) for piece in pieces), file=self._stream)
            return
        from rich.text import Text

        left = " " * indent
        for wrapped in Text.assemble(*pieces).wrap(self._console, max(20, self._console.width - indent - hang)):
            wrapped.rstrip()
            self._console.print(Text(left) + wrapped, soft_wrap=True)
            left = " " * (indent + hang)

    def blank(self) -> None:
        """Write an empty line."""
        print(file=self._stream)

    def beside(self, left: Sequence[Sequence[Piece]], right: Sequence[Sequence[Piece]], heads: tuple[str, str]) -> None:
        """Write two texts side by side on a terminal that is wide enough; elsewhere one below the other.

        Args:
            left: the paragraphs of the one.
            right: those of the other.
            heads: what each is, before its first line where they stand below each other.
        """
        if self._console is None or self._console.width < _WIDE_ENOUGH:
            for head, paragraphs in zip(heads, (left, right), strict=True):
                for at, paragraph in enumerate(paragraphs):
                    self.line(((f"{head}  " if at == 0 else " " * (len(head) + 2)), "dim"), *paragraph, indent=2)
            return
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(expand=True, padding=(0, 3, 0, 0))
        for _ in heads:
            table.add_column(ratio=1)
        table.add_row(*(Text("\n").join(Text.assemble(*each) for each in side) for side in (left, right)))
        self._console.print(table)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Write a table on a terminal; elsewhere a line a row, its cells parted by tabs."""
        if self._console is None:
            for row in rows:
                print("\t".join(row), file=self._stream)
            return
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for place, head in enumerate(heads):
            numeric = all(row[place].isdigit() or not row[place] for row in rows)
            # Every cell whole, but for the last column, which gives way.
            widest = max((len(row[place]) for row in rows), default=0)
            least = max(len(head), widest) if place < len(heads) - 1 else 12
            table.add_column(head, justify="right" if numeric else "left", no_wrap=True, min_width=least)
        for row in rows:
            table.add_row(*row)
        self._console.print(table)


def _plain(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece[0]


def beginning(text: str, width: int) -> str:
    """The first words of a text that fit into so many columns, with an ellipsis where there is more."""
    from textwrap import shorten

    return shorten(text, width, placeholder=" …", break_on_hyphens=False)
