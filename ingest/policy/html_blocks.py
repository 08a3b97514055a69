"""The blocks of a page of a judges' blog: headings, paragraphs, items and rows, without exception.

Nothing of the page is left out, so that the blocks together are the page's text. Numbers and bullets of lists, which a
browser adds, stand before the items.
"""

from __future__ import annotations

import re

from bs4.element import NavigableString, PageElement, Tag

from ingest.formats.html_builder import parse
from ingest.policy.blocks import BlockKind, TextBlock, join_broken_paragraphs, one_line

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_NEVER_SHOWN = frozenset("script style noscript template title head".split())
_BLOCKS = _HEADINGS | frozenset(
    "address article aside blockquote body caption center dd details div dl dt fieldset figure footer form header hr "
    "html li main nav ol p pre section table tbody td tfoot th thead tr ul".split()
)
_CELLS = frozenset(("td", "th"))
_BOLD = frozenset(("b", "strong"))
_BULLET = "•"
_NUMBERING = re.compile(r"(?:Appendix [A-Z])?[\s.–—0-9-]*")


def read_blocks(html: str) -> list[TextBlock]:
    """Return the blocks of a page in the order of the page."""
    reader = _BlockReader()
    reader.read(parse(html))
    return join_broken_paragraphs(reader.blocks)


class _BlockReader:
    """Collects the blocks. It visits the elements with a stack, because recursion might get too deep."""

    def __init__(self) -> None:
        self.blocks: list[TextBlock] = []
        self._pieces: list[str] = []
        self._bold: list[bool] = []
        self._linked: list[bool] = []
        self._cells: list[str] | None = None
        self._labels: list[str] = []
        self._counters: list[int] = []
        self._depth = {"heading": 0, "bold": 0, "link": 0, "cell": 0}

    def read(self, root: Tag) -> None:
        """Read a tree."""
        pending: list[tuple[PageElement, bool]] = [(root, False)]
        while pending:
            node, is_open = pending.pop()
            if isinstance(node, Tag):
                if is_open:
                    self._close(node)
                elif node.name not in _NEVER_SHOWN:
                    self._open(node)
                    pending.append((node, True))
                    pending += [(child, False) for child in reversed(node.contents)]
            elif isinstance(node, NavigableString):
                self._text(str(node))
        self._end_block()

    def _text(self, text: str) -> None:
        self._pieces.append(text)
        if bare := one_line(text):
            self._bold.append(self._depth["bold"] > 0)
            # The number before a link of the contents may stand outside of the link.
            if self._depth["link"] or not _NUMBERING.fullmatch(bare):
                self._linked.append(self._depth["link"] > 0)

    def _open(self, element: Tag) -> None:
        name = element.name
        if name == "br":
            self._pieces.append(" ")
            if not self._depth["cell"]:
                self._end_block()
        if name in _BLOCKS and not (self._depth["cell"] and name not in _CELLS):
            self._end_block()
        elif name in _BLOCKS:
            self._pieces.append(" ")
        if name == "tr" and not self._depth["cell"]:
            self._cells = []
        self._depth["cell"] += name in _CELLS
        self._depth["heading"] += name in _HEADINGS
        self._depth["bold"] += name in _BOLD
        self._depth["link"] += _is_inner_link(element)
        if name in ("ul", "ol"):
            self._counters.append(0 if name == "ul" else 1)
        if name == "li":
            self._label()

    def _label(self) -> None:
        count = self._counters[-1] if self._counters else 0
        self._labels = [f"{count}." if count else _BULLET]
        if count:
            self._counters[-1] += 1

    def _close(self, element: Tag) -> None:
        name = element.name
        if name in _CELLS:
            self._depth["cell"] -= 1
            if self._cells is not None and not self._depth["cell"]:
                self._cells.append(one_line("".join(self._pieces)))
                self._pieces.clear()
        elif name in _BLOCKS and not self._depth["cell"]:
            self._end_block()
        if name == "tr" and self._cells is not None and not self._depth["cell"]:
            self._end_row(self._cells)
        if name == "li":
            self._labels = []
        if name in ("ul", "ol") and self._counters:
            self._counters.pop()
        self._depth["heading"] -= name in _HEADINGS
        self._depth["bold"] -= name in _BOLD
        self._depth["link"] -= _is_inner_link(element)

    def _end_row(self, cells: list[str]) -> None:
        self._cells = None
        while cells and not cells[-1]:
            cells.pop()
        if any(cells):
            linked = bool(self._linked) and all(self._linked)
            self.blocks.append(TextBlock(BlockKind.ROW, "\t".join(cells), self._line(), all(self._bold), linked))
        self._bold, self._linked = [], []

    def _end_block(self) -> None:
        if self._cells is not None:
            return
        text = one_line("".join(self._pieces))
        self._pieces.clear()
        if not text:
            return
        kind = BlockKind.HEADING if self._depth["heading"] else BlockKind.TEXT
        if self._labels:
            kind = BlockKind.ITEM
            text = " ".join((*self._labels, text))
            self._labels = []
        linked = bool(self._linked) and all(self._linked)
        self.blocks.append(TextBlock(kind, text, self._line(), all(self._bold), linked))
        self._bold, self._linked = [], []

    def _line(self) -> int:
        return len(self.blocks) + 1


def _is_inner_link(element: Tag) -> bool:
    """True for a link to another place of the same page."""
    return element.name == "a" and str(element.get("href", "")).startswith("#")
