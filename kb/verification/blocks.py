"""The blocks of a text in Markdown, HTML or plain lines: paragraphs, items of lists, headings, rows, block quotes.

The marks are replaced by blanks, character for character. So every offset in a block is an offset in the text.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

BlockKind = Literal["paragraph", "item", "heading", "row", "quote"]


class AnswerBlock(NamedTuple):
    """A part of a text that stands for itself.

    Attributes:
        kind: the kind of the block.
        start: the offset of its first character in the text.
        plain: its characters, with blanks instead of marks and line feeds.
        emphasised: the passages in italics or bold type: offsets in `plain` of the first character and after the last.
    """

    kind: BlockKind
    start: int
    plain: str
    emphasised: tuple[tuple[int, int], ...] = ()


class _Line(NamedTuple):
    """A line: its kind, offset, text without margin, and whether it begins a block."""

    kind: BlockKind
    start: int
    text: str
    begins: bool


_QUOTE = re.compile(r"[ \t]{0,8}(?:>[ \t]?)+")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|[0-9]{1,2}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+")
_NO_TEXT = re.compile(r"[ \t]*(?:```.*|~~~.*|[-=*_ \t]{3,}|\|?[ \t:|-]*\|[ \t:|-]*)")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
_BEGINS_WITH_NUMBER = re.compile(r"[\s*_`\[(]*(?:(?:CR|C\.R\.|RC|[Rr]ules?|[Rr][èe]gles?)[ ]?)?[1-9][0-9]{2}\.[0-9]")
_ENDS_SENTENCE = re.compile(r"[.!?:;”\"»)\]]['*_`]{0,3}\s*\Z")
# In characters. A number at the beginning of a line goes on the sentence of a line that is nearly full.
_FULL_LINE = 60

_EMPHASIS = re.compile(
    r"(?<![*\w])(\*{1,3})(?=[^\s*])([^*]+?)(?<=[^\s*])\1(?![*\w])|(?<!\w)(_{1,3})(?=\S)(.+?)(?<=\S)\3(?!\w)"
)
_LINK = re.compile(r"!?\[([^\[\]]*)\](\([^()\s]*(?:\s\"[^\"]*\")?\)|\[[^\[\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_ENTITIES = {
    "&quot;": '"', "&ldquo;": "“", "&rdquo;": "”", "&laquo;": "«", "&raquo;": "»", "&nbsp;": " ", "&amp;": "&",
    "&#39;": "'", "&apos;": "'", "&lsquo;": "‘", "&rsquo;": "’", "&mdash;": "—", "&ndash;": "–", "&hellip;": "…",
}  # fmt: skip
_ENTITY = re.compile("|".join(_ENTITIES))
_QUOTING_TAGS = {"<q>": '"', "</q>": '"', "<blockquote>": "“", "</blockquote>": "”"}
_ESCAPED = re.compile(r"\\(?=[\\`*_{}\[\]()#+.!>-])")
_MARKS = re.compile(r"`+|~~|\*+(?=\w)|(?<=\w)\*+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)|\*{2,}")


def read_blocks(text: str) -> tuple[AnswerBlock, ...]:
    """Return the blocks of a text, in order. Lines end with line feeds."""
    blocks: list[list[_Line]] = []
    for line in _lines(text):
        if line is None:
            blocks.append([])
        elif not blocks or not blocks[-1] or line.begins or line.kind != _continued_kind(blocks[-1]):
            blocks.append([line])
        else:
            blocks[-1].append(line)
    return tuple(_block(lines) for lines in blocks if lines)


def _continued_kind(lines: list[_Line]) -> BlockKind:
    """Return the kind of the lines that go on a block: an item or a row goes on as a paragraph."""
    return "quote" if lines[-1].kind == "quote" else "paragraph"


def _lines(text: str) -> list[_Line | None]:
    """Return the lines of a text; None for one that ends a block."""
    found: list[_Line | None] = []
    start = 0
    for raw in text.split("\n"):
        found.append(_line(raw, start, found[-1] if found else None))
        start += len(raw) + 1
    return found


def _line(raw: str, start: int, before: _Line | None) -> _Line | None:
    margin = _QUOTE.match(raw)
    bare = " " * margin.end() + raw[margin.end() :] if margin else raw
    if not bare.strip() or _NO_TEXT.fullmatch(bare):
        return None
    kind: BlockKind = "quote" if margin else "paragraph"
    if heading := _HEADING.match(bare):
        return _Line("heading", start, " " * heading.end() + bare[heading.end() :], begins=True)
    if item := _ITEM.match(bare):
        return _Line(kind if margin else "item", start, " " * item.end() + bare[item.end() :], begins=True)
    if _ROW.fullmatch(bare):
        return _Line("row", start, bare, begins=True)
    is_short = before is not None and (len(before.text) < _FULL_LINE or _ENDS_SENTENCE.search(before.text) is not None)
    begins = (before is not None and before.kind == "heading") or (
        is_short and _BEGINS_WITH_NUMBER.match(bare) is not None
    )
    return _Line(kind, start, bare, begins)


def _block(lines: list[_Line]) -> AnswerBlock:
    start, joined = lines[0].start, " ".join(line.text for line in lines)
    joined = _TAG.sub(lambda match: _padded(_QUOTING_TAGS.get(match[0].lower(), ""), match), joined)
    joined = _ENTITY.sub(lambda match: _padded(_ENTITIES[match[0]], match), joined)
    joined = _LINK.sub(lambda match: f" {match[1]} " + " " * (len(match[0]) - len(match[1]) - 2), joined)
    joined = _ESCAPED.sub(" ", joined)
    emphasised = tuple(match.span(2) if match[1] else match.span(4) for match in _EMPHASIS.finditer(joined))
    plain = _EMPHASIS.sub(_without_emphasis, joined)
    return AnswerBlock(lines[0].kind, start, _MARKS.sub(lambda match: " " * len(match[0]), plain), emphasised)


def _without_emphasis(match: re.Match[str]) -> str:
    mark, inner = match[1] or match[3], match[2] or match[4]
    blank = " " * len(mark)
    return f"{blank}{inner}{blank}"


def _padded(text: str, match: re.Match[str]) -> str:
    return text.ljust(len(match[0]))
