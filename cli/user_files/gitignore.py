"""The patterns of a `.gitignore`, matched as git does, but in linear time.

All patterns together become a few regular expressions over the bytes of a path. In `a*b*c`, the first `*` ends at the
first "b", and no later "b" is tried (an atomic group). No match is lost: if a later "b" leads to a match, the first "b"
does too, because the second `*` can take the text between the two. So a pattern such as `a*a*a*b` costs a few passes
over the path. Backtracking would try all ways to divide the path. In `**/b/**/c`, the first `**` ends before the first
folder "b" in the same way.

The semantics are those of git's `dir.c` and `wildmatch.c`.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import groupby

_FLAGS = re.DOTALL | (re.IGNORECASE if sys.platform in ("win32", "darwin") else re.NOFLAG)
_CLASSES = {
    b"alnum": rb"0-9A-Za-z", b"alpha": rb"A-Za-z", b"blank": rb" \t", b"cntrl": rb"\x00-\x1f\x7f", b"digit": rb"0-9",
    b"graph": rb"!-~", b"lower": rb"a-z", b"print": rb" -~", b"punct": rb"!-/:-@\[-`{-~", b"space": rb" \t-\r",
    b"upper": rb"A-Z", b"xdigit": rb"0-9A-Fa-f",
}  # fmt: skip
_NOTHING = rb"(?!)"
# Each pattern in an expression is a group. The more groups stand before a group, the longer its match takes. So an
# expression has at most this many patterns.
_BLOCK = 50


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One line of a `.gitignore`.

    Attributes:
        expression: the regular expression of what it matches.
        excludes: False for a pattern that begins with `!`.
        is_for_folders: True if it ends with a slash, and matches folders only.
    """

    expression: bytes
    excludes: bool
    is_for_folders: bool


class IgnorePatterns:
    """The patterns of one `.gitignore`."""

    def __init__(self, content: bytes) -> None:
        # Of the patterns that match a path, the last one counts, so it comes first here.
        patterns = tuple(dict.fromkeys(reversed(tuple(_parse_lines(content)))))
        self._for_folders = _Alternatives(patterns)
        self._for_files = _Alternatives([each for each in patterns if not each.is_for_folders])

    def excludes(self, path: bytes, *, is_folder: bool) -> bool | None:
        """Tell whether a path is excluded; None if no pattern matches it.

        The path is relative to the folder of the `.gitignore`. Its parts are divided by slashes.
        """
        found = (self._for_folders if is_folder else self._for_files).first_match(path)
        return None if found is None else found.excludes


class _Alternatives:
    """Patterns in order: the first one that matches a path counts.

    Each block of patterns is one regular expression. The group that matched tells which pattern matched.
    """

    def __init__(self, patterns: Sequence[_Pattern]) -> None:
        self._blocks = [patterns[at : at + _BLOCK] for at in range(0, len(patterns), _BLOCK)]

    @cached_property
    def _expressions(self) -> list[re.Pattern[bytes]]:
        return [
            re.compile(b"|".join(rb"(%b\Z)" % pattern.expression for pattern in block), _FLAGS)
            for block in self._blocks
        ]

    def first_match(self, path: bytes) -> _Pattern | None:
        for block, expression in zip(self._blocks, self._expressions, strict=True):
            if (match := expression.match(path)) is not None and match.lastindex is not None:
                return block[match.lastindex - 1]
        return None


def _parse_lines(content: bytes) -> Iterator[_Pattern]:
    for line in content.removeprefix(codecs.BOM_UTF8).split(b"\n"):
        text = line.removesuffix(b"\r").partition(b"\0")[0]
        if text and not text.startswith(b"#") and (pattern := _parse(_without_trailing_spaces(text))) is not None:
            yield pattern


def _without_trailing_spaces(line: bytes) -> bytes:
    """Return a line without the spaces at its end. A backslash keeps the space behind it."""
    bare = line.rstrip(b" ")
    backslashes = len(bare) - len(bare.rstrip(b"\\"))
    return line[: len(bare) + backslashes % 2]


def _parse(line: bytes) -> _Pattern | None:
    """Parse a line; None if it can match nothing."""
    excludes = not line.startswith(b"!")
    text = line if excludes else line[1:]
    is_for_folders = text.endswith(b"/")
    text = text.removesuffix(b"/")
    is_for_names = b"/" not in text
    text = text.removeprefix(b"/")
    tokens = _tokens(text)
    if tokens is None or not text:
        return None
    # A pattern without a slash is matched with the last part of a path.
    expression = rb"(?:[^/]*+/)*+" + _name_expression(tokens) if is_for_names else _path_expression(tokens)
    return _Pattern(expression, excludes, is_for_folders)


class _Mark(Enum):
    """The parts of a pattern that don't stand for one byte. `**` is two stars."""

    STAR = "*"
    SLASH = "/"


_Token = bytes | _Mark
"""The expression of one byte, or a mark."""


_SPECIAL: dict[bytes, _Token] = {b"/": _Mark.SLASH, b"*": _Mark.STAR, b"?": rb"[^/]"}


def _tokens(text: bytes) -> list[_Token] | None:
    """Divide the text of a pattern into tokens; None if it is invalid."""
    tokens: list[_Token] = []
    at = 0
    while at < len(text):
        byte = text[at : at + 1]
        at += 1
        if byte == b"[":
            bracket = _bracket(text, at)
            if bracket is None:
                return None
            expression, at = bracket
            tokens.append(expression)
            continue
        if byte == b"\\":
            byte, at = text[at : at + 1], at + 1
            if not byte:
                return None
            tokens.append(_Mark.SLASH if byte == b"/" else re.escape(byte))
        else:
            tokens.append(_SPECIAL.get(byte, re.escape(byte)))
    return tokens


def _bracket(text: bytes, at: int) -> tuple[bytes, int] | None:
    """Return the expression for `[...]` with `[` before `at`, and the offset after `]`; None if it is invalid."""
    negated = text[at : at + 1] in (b"!", b"^")
    at += negated
    start, before, members = at, b"", b""
    while at == start or text[at : at + 1] != b"]":
        if (named := _character_class(text, at)) is not None:
            found, at = named
            if not found:
                return None
            members, before = members + found, b""
            continue
        is_range = bool(text[at : at + 1] == b"-" and before and text[at + 1 : at + 2] not in (b"", b"]"))
        byte, at = _bracket_byte(text, at + is_range)
        if not byte:
            return None
        first = before if is_range else byte
        if first <= byte:
            members += b"\\x%02x-\\x%02x" % (first[0], byte[0])
        before = b"" if is_range else byte
    if negated:
        return rb"[^/%b]" % members, at + 1
    return (rb"(?!/)[%b]" % members if members else _NOTHING), at + 1


def _bracket_byte(text: bytes, at: int) -> tuple[bytes, int]:
    """Return the byte at an offset, and the offset after it. Skip a backslash. If the text ends, the byte is b""."""
    at += text[at : at + 1] == b"\\"
    return text[at : at + 1], at + 1


def _character_class(text: bytes, at: int) -> tuple[bytes, int] | None:
    """Return the members of the class at an offset (`[:alpha:]`), and the offset after it; None if there is no class.

    A class that isn't closed, or whose name is unknown, has no members.
    """
    if text[at : at + 2] != b"[:":
        return None
    end = text.find(b"]", at + 2)
    if end < 0:
        return b"", at
    if end == at + 2 or text[end - 1 : end] != b":":
        return None
    return _CLASSES.get(text[at + 2 : end - 1], b""), end + 1


def _name_expression(tokens: Sequence[_Token]) -> bytes:
    """Return the expression of one part of a path. `tokens` has no slash."""
    texts = [b"".join(token for token in part if isinstance(token, bytes)) for part in _divided(tokens, _Mark.STAR)]
    first, *others = texts
    if not others:
        return first
    *middle, last = others
    return b"%b%b[^/]*%b" % (first, b"".join(rb"(?>[^/]*?%b)" % each for each in middle if each), last)


def _path_expression(tokens: Sequence[_Token]) -> bytes:
    """Return the expression of a path. A part of only `**` stands for any number of folders."""
    groups = [
        (any_folders, [_name_expression(part) for part in parts])
        for any_folders, parts in groupby(_divided(tokens, _Mark.SLASH), key=_stands_for_any_folders)
    ]
    expression = b""
    for at, (any_folders, names) in enumerate(groups):
        is_last = at == len(groups) - 1
        if any_folders:
            expression += rb".*" if is_last else b""
            continue
        text = b"/".join(names) + (b"" if is_last else b"/")
        if at == 0:
            expression += text
        elif is_last:
            expression += rb"(?:[^/]*+/)*?%b\Z" % text
        else:
            expression += rb"(?>(?:[^/]*+/)*?%b)" % text
    return expression


def _stands_for_any_folders(part: Sequence[_Token]) -> bool:
    """True for `**`, which may be written with more stars."""
    return len(part) > 1 and set(part) == {_Mark.STAR}


def _divided(tokens: Sequence[_Token], divider: _Mark) -> list[list[_Token]]:
    """Divide tokens at each divider."""
    divided: list[list[_Token]] = [[]]
    for token in tokens:
        if token is divider:
            divided.append([])
        else:
            divided[-1].append(token)
    return divided
