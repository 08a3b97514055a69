"""Quotations that a line break separates from their number, in a wrapped paragraph or comment.

    // 704.5j says                      “If two or more ...”
    // “If two or more ...”             (CR 704.5j)

Both lines must belong to one paragraph: they have the same comment mark, or none, and neither begins an item of a list.
Without a mark of typography, a straight quotation mark opens a string in a program as often as a quotation. So then a
colon, a dash or a verb has to lead to it.
"""

from __future__ import annotations

import re

MARGIN = re.compile(r"\s*(?://+[!/]?|/?\*+(?!\*)|\#+|--|;+|%+|>+)?\s*")
"""The comment mark or quote mark before the text of a line."""

_ITEM = re.compile(r"(?:[-+•]|[0-9]{1,3}[.)])\s")
# What may stand between a number and the end of its line, if a quotation begins in the next line.
_HANGS = re.compile(
    r"(?:\]\([^)\s]*\)|</\w+>|[*_`\])]){0,4}\s*(?P<leads>[:(—–]|-{1,2}|,?\s*(?:says?|reads?|states?|dit|indique|stipule"
    r"|précise)(?:\s(?:that|que))?[:,]?)?\s*[*_]{0,2}\s*\Z"
)
_GOES_ON = re.compile(
    r"(?:says?|reads?|states?|dit|indique|stipule|précise)\b|[—–]\s|[*_]{0,2}(?:[“«]|&[lr][da]quo;|<q>)"
)
_STRAIGHT = re.compile(r"[*_]{0,2}(?:\"|&quot;)")
# A number in brackets behind a quotation claims it.
_CLAIMED = re.compile(r"[”»\"]\s?[(\[]\s?(?:[^\W\d]+\s)?[1-9][0-9]{2}\.")
# What may stand before a number that begins a line, and between the quotation and the end of the line before.
_BEGINS = re.compile(r"[(\[]?\s?(?:[—–]|--?)?\s?[*_`]{0,2}\Z")
_ENDS = re.compile(
    r"(?:[\"”»]|</q>|&quot;|&rdquo;|&raquo;)[*_]{0,2}[.,]?(?P<leads>\s?(?:[(\[]|[—–]|--?)\s?)?"
    r"(?P<word>(?:CR|RC|C\.R\.|[Rr]ules?|[Rr][èe]gles?))?\s*\Z"
)


def join_after(line: str, end: int, after: str) -> str | None:
    """Return the text from the offset `end` of a line on, with the line after, or None if no quotation goes over."""
    rest = line[end:]
    hanging = _HANGS.match(rest)
    if hanging is None or not _is_one_paragraph(line, after):
        return None
    words = _bare(after).rstrip()
    is_quoted = _STRAIGHT.match(words) if hanging["leads"] else None
    if not (is_quoted or _GOES_ON.match(words)) or (not hanging["leads"] and _CLAIMED.search(words)):
        return None
    return f"{rest.rstrip()} {words}"


def join_before(line: str, start: int, before: str) -> str | None:
    """Return the line before, with a line's text up to the offset `start`, or None if no quotation goes over.

    A citation word at the end of the line before is left out: `“...” (CR` and `704.5j)`.
    """
    lead = line[len(line) - len(_bare(line)) : start]
    ending = _ENDS.search(before[-200:])
    if ending is None or not _BEGINS.fullmatch(lead) or not _is_one_paragraph(before, line):
        return None
    if not (ending["leads"] or lead.strip("*_` ")):
        return None
    joined = before.rstrip()
    return f"{joined.removesuffix(ending['word'] or '').rstrip()} {lead}".rstrip()


def _bare(line: str) -> str:
    return MARGIN.sub("", line, count=1)


def _is_one_paragraph(line: str, after: str) -> bool:
    """True if a line goes on in the line after it."""
    texts = _bare(line), _bare(after)
    if not all(text.strip() for text in texts) or _ITEM.match(texts[1]):
        return False
    first, second = (whole[: len(whole) - len(text)].strip() for whole, text in zip((line, after), texts, strict=True))
    # `/**` and `*`, `//` and `///` are marks of one comment.
    return bool(first) == bool(second) and first.strip("/!*") == second.strip("/!*")
