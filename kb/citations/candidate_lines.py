"""The lines of a file that may hold a citation, found without decoding the file.

Most files have no citation, and many are full of numbers. So the bytes are first translated to their shape, in which
all digits are the same and few kinds of other characters are told apart. A regex finds the numbers in the shape several
times as fast as in the text, since it begins with a fixed string. Only for what it finds, the text itself is looked at.

Guarantee: every line in which the parser finds a citation is among the candidates.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import product

from kb.citations.text_part import TextPart


def _shape_table() -> bytes:
    kinds = {
        "d": b"0123456789",
        "w": b"CRreEsSo\xb0\xba",  # the last characters of citation words
        "x": b"ABDFGHIJKLMNOPQTUVWXYZabcdfghijklmnpqtuvwxyz",
        " ": b" \t",
        "*": b"*\xa0\xc2\r\f\v",  # in the margin of a line, and between a word and a number
        "b": b"`\xa7\xe2\x80\xaf",  # between a word and a number
        "m": b"/#%!",  # in the margin of a line
        "n": b"\x96&",  # the dash of a range
        "c": b",+<",
    }
    table = bytearray(b"o" * 256)
    for kind, characters in kinds.items():
        for character in characters:
            table[character] = ord(kind)
    for character in b"\n._->;|":  # these stay
        table[character] = character if character != ord(";") else ord(">")
    return bytes(table)


_SHAPE = _shape_table()


def _after(end: bytes, between: bytes, longest: int) -> bytes:
    """Return a pattern for the text before a number: a match of `end`, then 1 to `longest` matches of `between`."""
    return b"|".join(b"(?<=%b%b{%d}ddd)" % (end, between, length) for length in range(1, longest + 1))


# `20091005 - `, `2009-10-05] – `
_AFTER_DAY = b"|".join(
    b"(?<=d%bddd)" % b"".join(each) for each in product((b"", b"o"), (b"", b"[ ]"), (b"[on-]", b"bbo"), (b"", b"[ ]"))
)
# A number of three digits that may be cited: it has a letter, begins a range, or follows a sign of a citation. Of a
# list of citations, the pattern finds at least the first.
_NUMBER = re.compile(
    rb"""
    ddd (?<!dddd) (?<![^w]\.ddd)
    (?: [._] d{1,4}
        (?: [.o]? [wx]{1,2} (?! [wxd] ) | -d | [bn]
          | (?= [ ] (?: (?: [wx]{2,7} | o?[*on-] | bbo ) [ ]d | [wx] (?: [on-] | bbo ) [wx] ) ) )
      | (?= [._]d )
        (?: (?<! [cd\s][ ]ddd )
            (?: (?<= [wx>|m]ddd ) | (?<= [_b*\s]{2}ddd ) | (?<= [m*|>-][_b*\s]ddd ) )
          | %b | %b )
      | (?! [dwx] | [._]d )
        (?: (?<= [w>|b]ddd ) | %b )
    )
    """
    % (_after(rb"[wx.>]", rb"[^dwx\n]", 10), _AFTER_DAY, _after(rb"[w.>]", rb"[_b*\s]", 6)),
    re.VERBOSE,
)
_FIRST_IN_LINE = re.compile(rb"\n[ *bm>-]{0,400}+ddd(?!d)")
_WITHOUT_ZERO = b"123456789"

# The words before a number, or the last of them, and how they end in lower case.
_WORD_ENDS = (
    b"rule", b"rules", b"gle", b"gles", b"cr", b"c.r", b"rc", b"r.c", b"see", b"also", b"aussi", b"cf", b"voir", b"no",
    b" n", b"number", b"numbers", b"ro", b"ros",
)  # fmt: skip
_BREAKS = bytes(character for character in range(256) if not chr(character).isalnum() or character > 127)
# Between a word and a number, letters stand only in a tag or an entity: `CR <b>704`, `CR&nbsp;704`.
_WORD = re.compile(
    rb"""(?i: rule | cr | gle | rc | c\.r | r\.c | see | also | cf | voir | aussi ) s?\.?
    (?: <[^<>]{1,80}> | &\#?\w{1,8}; | [^0-9A-Za-z<>&] | n[^a-z]?o?\b | num[^ ]{1,5} )*\Z""",
    re.VERBOSE,
)
_OPENS_BLOCK = re.compile(rb"\n?[^\n\w]{0,8}>[\s>*_`\xc2\xa0]{0,16}\Z")
# A floating-point literal of source code: `scale(100.5f)`, `x = 100.5f`. It is skipped here to save
# time. The parser rejects it, too, except in comments and strings.
_LITERAL = re.compile(
    rb"(?:(?<=\w\()|(?<==)|(?<== )|(?<=\{)|(?<=return ))[1-9][0-9][0-9]\.[0-9]+[fFdDmM](?![A-Za-z0-9])"
)
_OPENS_PROSE = re.compile(rb"[\"'`#*>;%\x91-\x94-]|//|\xe2\x80|\xc2\xab")
_LETTER_OR_RANGE = re.compile(rb"[1-9][0-9][0-9][._][1-9][0-9]{0,3}(?:[.(]?[A-Za-z]|-|\xe2|\x96|&)")
# What stands before and behind a bare number that begins the text of a comment or of a cell, and before one with a day.
_BEFORE_HEAD = re.compile(rb"(?:(?:\A|\n)[ \t]*(?://+!?|/?\*+|\#+|--|;+)|[|]|[ ]\#)[ \t]*[*_`]{0,3}\Z")
_AFTER_HEAD = re.compile(
    rb"[1-9][0-9]{2}\.[0-9]+[.:]?[*_`]{0,3}[.:]?(?:\s*\|+|[ ](?:-{1,2}|\xe2\x80[\x93\x94]|[\x96\x97]))?[\s*_`]{1,4}"
    rb"(?:[\"A-Z]|\xe2|\xc3|\x93)"
)
_DAY_BEFORE = re.compile(rb"(?:19|20)[0-9]{2}-?[01][0-9]-?[0-3][0-9]\]?[ ]?(?:[:-]|\xe2\x80.|\x96|\x97)[ ]?\Z")
# `119.7 to 119.8`, `119.7 a-c`
_RANGE_BEHIND = re.compile(
    rb"[1-9][0-9]{2}\.[0-9]+[ ]"
    rb"(?:(?:to|through|thru|\xc3?\xa0|[-\x96\x97]|\xe2\x80.)[ ][1-9]|[a-z](?:[-\x96]|\xe2\x80.)[a-z])"
)
# An anchor of a rule in a link.
_ANCHOR = re.compile(rb"#(?:R|cr-?|rule-?)[1-9][0-9]{2}")
# How a line ends whose last word is cited with the number in the next line, in lower case.
_WORDS_AT_END = (b"ule", b"ules", b"gle", b"gles", b"cr", b"rc")
_BLANKS = b" \t\r\f\v\xc2\xa0"
# In bytes: how far before a number its citation word is looked for, and the longest end of a line.
_REACH, _LAST_WORD = 90, 200


def candidate_lines(part: TextPart) -> Iterator[int]:
    """Yield the offsets of the lines that may hold a citation of a part of a file, in order."""
    content, shape = part.content, part.content.translate(_SHAPE)
    others = deque(sorted({*_lines_after_words(part, shape), *_lines_with_anchors(part)}))
    at, last = content.rfind(b"\n", 0, part.start) + 1, part.last_line_end
    while (match := _NUMBER.search(shape, at, last)) is not None:
        at, number = match.end(), match.start()
        if not _may_be_cited(content, number):
            continue
        start = content.rfind(b"\n", 0, number) + 1
        while others and others[0] <= start:
            if (earlier := others.popleft()) < start:
                yield earlier
        yield start
        end = content.find(b"\n", number)
        if end < 0:
            break
        at = end + 1
    yield from others


def _may_be_cited(content: bytes, number: int) -> bool:
    """True if the number at a place may be a citation, as far as the bytes around it show."""
    if content[number] not in _WITHOUT_ZERO:
        return False
    before = max(content.rfind(b"\n", 0, number), number - _REACH, 0)
    if _LETTER_OR_RANGE.match(content, number) and (
        not _LITERAL.match(content, number) or _OPENS_PROSE.search(content, before, number)
    ):
        return True
    return _follows_word(content[before:number]) or _is_head(content, before, number)


def _follows_word(before: bytes) -> bool:
    """True if a text ends with a citation word or the mark of a quoted block, and what may stand before a number."""
    letters = before.rstrip(_BREAKS)
    if letters[-8:].lower().endswith(_WORD_ENDS):
        return True
    breaks = before[len(letters) :]
    if ((b">" in breaks and b"<" in letters) or (b";" in breaks and b"&" in letters)) and _WORD.search(before):
        return True
    return b">" in breaks and _OPENS_BLOCK.match(before) is not None


def _is_head(content: bytes, before: int, number: int) -> bool:
    """True if a bare number may begin a range, or the text of a comment or of a cell, or has a day before it."""
    if _AFTER_HEAD.match(content, number) and _BEFORE_HEAD.search(content, before, number):
        return True
    if _RANGE_BEHIND.match(content, number):
        return True
    return _DAY_BEFORE.search(content, max(0, number - 17), number) is not None


def _lines_after_words(part: TextPart, shape: bytes) -> Iterator[int]:
    """Yield the offsets of the part's lines that begin with a number, if the line before ends with a citation word."""
    for match in _FIRST_IN_LINE.finditer(shape, max(0, part.start - 1), part.end):
        end = match.start()
        if part.content[max(0, end - _LAST_WORD) : end].rstrip(_BLANKS).lower().endswith(_WORDS_AT_END):
            yield end + 1


def _lines_with_anchors(part: TextPart) -> Iterator[int]:
    """Yield the offsets of the part's lines that may have an anchor of the rules."""
    content = part.content
    for match in _ANCHOR.finditer(content, part.start, part.end):
        yield content.rfind(b"\n", 0, match.start()) + 1
