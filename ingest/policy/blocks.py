"""Blocks: the headings, paragraphs, list items and table rows of a policy document, in reading order.

Both readers of pages give blocks: `html_blocks` for the pages of a judges' blog, `page_blocks` for positioned words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum


class BlockKind(Enum):
    """The kind of a block, judged by its markup or its place on the page alone."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    ROW = "row"
    CONTENTS = "contents"
    FURNITURE = "furniture"


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One block of a document.

    Attributes:
        text: one line. The cells of a row are separated by tabs; so is a heading from the penalty beside it.
        line: the line of the source at which the block begins. In a PDF, lines are counted through all pages.
        is_bold: True if the whole text is bold.
        is_linked: True if the whole text, except for a number, is a link to another place of the same page.
    """

    kind: BlockKind
    text: str
    line: int = 0
    is_bold: bool = False
    is_linked: bool = False

    @property
    def is_title(self) -> bool:
        """True if the block may be a title by its look."""
        return self.kind is BlockKind.HEADING or (self.kind is BlockKind.TEXT and self.is_bold)


_SPACE = re.compile(r"[ \t\n\r\f\u00a0]+")
_ENDS_OPEN = re.compile(r"[\w,’'\-–—)”\"]\Z")
_BEGINS_WITHIN = re.compile(r"(?:[a-z]|https?://)")
_LABEL = re.compile(r"(?:[•◦▪‣·*-]|[A-Z0-9]{1,2}[.)])\s")


def one_line(text: str) -> str:
    """Return a text with each run of whitespace replaced by one space."""
    return _SPACE.sub(" ", text).strip()


def join_broken_paragraphs(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """Join paragraphs that a page breaks in the middle of a sentence.

    A paragraph is broken if it doesn't end like a sentence and the next one begins with a small letter.
    """
    paragraphs: list[list[TextBlock]] = []
    for block in blocks:
        if paragraphs and _continues(paragraphs[-1][0], paragraphs[-1][-1], block):
            paragraphs[-1].append(block)
        else:
            paragraphs.append([block])
    return [
        replace(pieces[0], text=" ".join(piece.text for piece in pieces)) if len(pieces) > 1 else pieces[0]
        for pieces in paragraphs
    ]


def _continues(first: TextBlock, before: TextBlock, block: TextBlock) -> bool:
    """True if a block continues the paragraph that begins with `first` and goes as far as `before`."""
    return (
        block.kind is BlockKind.TEXT
        and first.kind in (BlockKind.TEXT, BlockKind.ITEM)
        and not first.is_linked
        and before.is_bold == block.is_bold
        and _BEGINS_WITHIN.match(block.text) is not None
        and _LABEL.match(block.text) is None
        and _ENDS_OPEN.search(before.text[-1:]) is not None
    )
