"""Signs around a bare number without a letter that it cites a rule: a day before it, or a text behind it."""

from __future__ import annotations

import re

# Matches the `> ` before the number, if a quoted line of Markdown begins with a number: `> 704.5j If two`.
_OPENS_BLOCK = re.compile(r"\s*(?://+!?|\*|#)?\s?>[\s>]*[*_`]{0,3}\Z")
# What stands before a bare number that begins the text of a comment or a cell of a table: ` * 702.53. Haunt`.
_OPENS_TEXT = re.compile(r"(?:[ \t]*(?://+!?|/?\*+|\#+|--|;+|\|+)|.*[ ]\#|.*\|)[ ]?[*_`]{0,3}\Z")
# What follows such a number: a full stop, a colon, a dash or the end of the cell, and a name or a sentence.
_GOES_ON_AS_TEXT = re.compile(r"[.:]?[*_`]{0,3}[.:]?(?:\s*\|+|[ ](?:-{1,2}|[–—]))?[\s*_`]{1,4}[“\"]?[^\W\d_a-z]")
# A day directly before a bare number: `20091005 - 103.3`.
_DAY_BEFORE = re.compile(r"(?<![\w.-])(?:19|20)[0-9]{2}-?[01][0-9]-?[0-3][0-9]\]?[ ]?[:–—-][ ]?\Z")


def has_day_before(before: str) -> bool:
    """True if a day stands directly behind a text: somebody looked the number up on that day."""
    return _DAY_BEFORE.search(before, max(0, len(before) - 16)) is not None


def begins_text(line: str, end: int, before: str) -> bool:
    """True if a number that ends at an offset of a line begins the text of a comment or of a cell of a table."""
    return _GOES_ON_AS_TEXT.match(line, end) is not None and _OPENS_TEXT.match(before) is not None


def opens_quoted_block(line: str, start: int) -> bool:
    """True if `line` is a quoted line of Markdown whose text begins at the offset `start`."""
    return start < 24 and _OPENS_BLOCK.match(line[:start]) is not None
