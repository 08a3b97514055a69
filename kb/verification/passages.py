"""The quoted passages of a block: between quotation marks, in block quotes, and in italics behind a number."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from kb.verification.blocks import AnswerBlock


class QuotedPassage(NamedTuple):
    """A quoted passage.

    Attributes:
        start: the offset of its first character in its block, inside the quotation marks.
        end: the offset after its last character.
        opens: the offset of the opening mark, or of the first character if there is none.
        closes: the offset after the closing mark.
        text: the words.
        is_block: True for a block quote.
    """

    start: int
    end: int
    opens: int
    closes: int
    text: str
    is_block: bool = False

    @property
    def size(self) -> int:
        """The number of its words."""
        return len(_WORD.findall(self.text))


_WORD = re.compile(r"[^\W_]+(?:['’\-‑/.][^\W_]+)*|\{[^{}\s]+\}")
_OPENS_STRAIGHT = re.compile(r"(?:\A|[\s(\[{—–:/=“«‘,-])\Z")
_DIRECTED = {"“": "”", "«": "»", "„": "“”"}
# A number that begins a block quote, and what follows it before the words.
_HEAD = re.compile(
    r"\s*[(\[]?(?:(?:(?:CR|C\.R\.|RC|[Rr]ules?|[Rr][èe]gles?)\s*)?[1-9][0-9]{2}(?:\.[0-9]+[a-zA-Z]{0,2})?"
    r"|(?:MTR|IPG)\s(?:§\s?|section\s)?[1-9][0-9]?\.[0-9]{1,2}(?:/[a-z-]+)?)[)\]]?\s*[.:—–-]?\s*"
)
# A source behind the words of a block quote.
_SOURCE = re.compile(
    r"(?:\s*(?:—|–|--?)|\s*[(\[])\s*(?:from\s|see\s)?(?:[A-Z][\w.]*\s){0,3}"
    r"(?:CR|C\.R\.|RC|[Rr]ules?|[Rr][èe]gles?|[1-9][0-9]{2}\.|MTR|IPG|JAR|Infraction\s|Tournament\s|Judging\s)"
    r"[^“”\"«»]{0,40}\Z"
)
_SINGLE = re.compile(r"(?<![\w‘’'])[‘'](?=[^\W_])([^‘’'\n]{1,600}(?:['’](?=[^\W_])[^‘’'\n]{1,300}){0,12})[’'](?!\w)")
# In characters.
_NEAR = 80
_NUMBER_NEAR = re.compile(r"[0-9][a-z]{0,2}\W{0,6}(?:[a-z]+\W{1,6}){0,4}\Z")
_NUMBER_BEFORE = re.compile(r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}\W{0,6}\Z")
# In characters: no rule is longer. So many straight marks may stand in a quotation.
_LONGEST, _MOST_MARKS = 4_000, 24
# In words. Shorter passages between single marks are words under discussion.
_LONG_SINGLE, _LONG_ITALIC = 4, 6


def find_passages(block: AnswerBlock) -> tuple[QuotedPassage, ...]:
    """Return the quoted passages of a block, in order. They don't overlap; a quotation within another isn't one."""
    if block.kind == "quote" and (whole := _whole_block(block)) is not None:
        return (whole,)
    plain = block.plain
    found = list(_between_marks(plain))
    singles = (_passage(plain, *each.span(1), *each.span()) for each in _SINGLE.finditer(plain))
    found = _added(found, [each for each in singles if each.size >= _LONG_SINGLE])
    italics = []
    for start, end in block.emphasised:
        italic = _passage(plain, start, end, start, end)
        before = plain[max(0, start - _NEAR) : start]
        is_behind = _NUMBER_NEAR.search(before) is not None
        is_led_to = before.rstrip(" *_")[-1:] in ":,—–" or _NUMBER_BEFORE.search(before)
        if italic.size >= _LONG_ITALIC and is_behind and is_led_to:
            italics.append(italic)
    return tuple(_added(found, italics))


def _added(found: list[QuotedPassage], others: list[QuotedPassage]) -> list[QuotedPassage]:
    """Return passages and those of the others that don't overlap them, in order."""
    starts = [each.opens for each in found]
    free = []
    for other in others:
        at = bisect_left(starts, other.closes)
        if not at or found[at - 1].closes <= other.opens:
            free.append(other)
    return sorted((*found, *free))


def _whole_block(block: AnswerBlock) -> QuotedPassage | None:
    """Return the words of a block quote without its number and its source. None if it has quotation marks itself."""
    plain = block.plain
    head = _HEAD.match(plain)
    start = head.end() if head else len(plain) - len(plain.lstrip())
    source = _SOURCE.search(plain, start)
    end = source.start() if source else len(plain.rstrip())
    words = plain[start:end].strip()
    if words[:1] in ('"', "“", "«"):
        inner = next(_between_marks(plain), None)
        if inner is not None and inner.closes >= end - 2:
            return None
    return _passage(plain, start, end, start, end)._replace(is_block=True) if words else None


def _passage(plain: str, start: int, end: int, opens: int, closes: int) -> QuotedPassage:
    return QuotedPassage(start, end, opens, closes, plain[start:end].strip())


def _between_marks(plain: str) -> Iterator[QuotedPassage]:
    """Yield what stands between straight, curly or angle marks. A passage that isn't closed ends with the block."""
    at = 0
    while at < len(plain):
        mark = plain[at]
        if mark in _DIRECTED:
            end = _closing(plain, at, mark)
        elif mark == '"':
            end = _closing_straight(plain, at)
        else:
            at += 1
            continue
        if end is None:
            at += 1
            continue
        yield _passage(plain, at + 1, end, at, min(end + 1, len(plain)))
        at = end + 1


def _closing(plain: str, at: int, mark: str) -> int | None:
    """Return the offset of the mark that closes a curly or angle mark, with marks of the same kind inside."""
    depth, closing = 0, _DIRECTED[mark]
    for place in range(at, min(len(plain), at + _LONGEST)):
        if plain[place] == mark:
            depth += 1
        elif plain[place] in closing:
            depth -= 1
            if not depth:
                return place
    other = plain.find('"', at, at + _LONGEST)
    return other if other > 0 else len(plain[: at + _LONGEST].rstrip())


def _closing_straight(plain: str, at: int) -> int | None:
    """Return the offset of the straight mark that closes another one. Marks inside are paired by the blanks beside."""
    depth, first, place = 0, None, at
    for _count in range(_MOST_MARKS):
        is_opening = _OPENS_STRAIGHT.search(plain[max(0, place - 1) : place]) is not None and plain[
            place + 1 : place + 2
        ].strip() not in ("", ",", ".", ")", ";")
        depth += 1 if is_opening else -1
        if depth <= 0:
            return place if place > at else None
        place = plain.find('"', place + 1, at + _LONGEST)
        if place < 0:
            break
        first = first or place
    return first
