"""Comments in users' texts that make `rules lint` ignore a wrong citation: `rules-lint: ignore REASON`.

`ignore` is for the line of the comment, `ignore-next` for the next line, and `ignore-file` for the whole file. Verdicts
in brackets limit a comment: `rules-lint: ignore[edited] REASON`. Any mark of a comment may stand around it.

Guarantees: the comments of a part of a file are read in linear time. Only the comments that may still apply to a
citation are kept in memory.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kb.citations.text_part import TextPart, decode_line
from kb.i18n import _

_SCOPES = ("ignore", "ignore-next", "ignore-file")
# A comment for the whole file must stand where a reader of the file sees it.
_LAST_LINE_FOR_FILE = 20
# In bytes. The rest of a line of a program's data may be very long.
_MAX_REASON = 500

_MARK = b"rules-lint:"
# The words after one of these are about the comment: they are code in Markdown, or a string.
_QUOTES = (b"`", b'"', b"'")
_COMMENT = re.compile(
    rb"""
    rules-lint: [ \t]{0,8} (?P<scope> ignore [a-z-]{0,16} ) (?![\w-]) [ \t]{0,8}
    (?: \[ (?P<verdicts> [^\]\n]{0,200} ) \] )? (?P<reason> [^\n]* )
    """,
    re.VERBOSE,
)
_COMMENT_ENDS = ("-->", "*/", "#}", "%}", "}}", "-}", "*)", "--", '"""', "'''")


@dataclass(frozen=True, slots=True)
class IgnoreComment:
    """A comment that ignores citations.

    Attributes:
        line: the line of the comment, from 1.
        column: the column of the comment's first character, from 1, in characters.
        text: the comment, without its reason.
        scope: the lines that it is for.
        verdicts: the verdicts that it ignores. If there are none, it ignores all.
        reason: the words after it. Without a reason, a comment ignores nothing.
        problem: a sentence about a comment that can't be used. It is empty for any other comment.
    """

    line: int
    column: int
    text: str
    scope: str
    verdicts: tuple[str, ...]
    reason: str
    problem: str = ""

    def covers(self, line: int, column: int, verdict: str) -> bool:
        """True if the comment ignores a citation with this verdict at this place.

        A comment for the next line also covers its own words, because a reason may cite rules.
        """
        if self.problem or (self.verdicts and verdict not in self.verdicts):
            return False
        if self.scope == "ignore-file":
            return True
        if self.scope == "ignore-next":
            return line == self.line + 1 or (line == self.line and column > self.column)
        return line == self.line


def _matches(part: TextPart) -> Iterator[re.Match[bytes]]:
    """Yield the comments of a part. Searching for a text is faster than for a pattern."""
    at = part.content.find(_MARK, part.start, part.end)
    while at >= 0:
        match = None
        if part.content[max(0, at - 1) : at] not in _QUOTES:
            match = _COMMENT.match(part.content, at, part.end)
        if match is not None:
            yield match
        at = part.content.find(_MARK, match.end() if match else at + len(_MARK), part.end)


def _parse(match: re.Match[bytes], line: int, column: int, known: Collection[str]) -> IgnoreComment:
    scope = match["scope"].decode("ascii")
    names = decode_line(match["verdicts"] or b"")[0].split(",")
    verdicts = tuple(name.strip() for name in names if name.strip())
    reason = _clean_reason(decode_line(match["reason"][:_MAX_REASON])[0])
    text = decode_line(match[0][: match.start("reason") - match.start()])[0].rstrip()
    unknown = next((name for name in verdicts if name not in known), None)
    problem = ""
    if scope not in _SCOPES:
        problem = _("'{word}' is no ignore comment; write ignore, ignore-next or ignore-file", word=scope)
    elif unknown is not None:
        problem = _("'{verdict}' is no verdict; give one of {verdicts}", verdict=unknown, verdicts=", ".join(known))
    elif not any(map(str.isalnum, reason)):
        problem = _("the comment ignores nothing without a reason; write the reason after it")
    elif scope == "ignore-file" and line > _LAST_LINE_FOR_FILE:
        problem = _("a comment for the whole file must stand in its first {count} lines", count=_LAST_LINE_FOR_FILE)
    return IgnoreComment(line, column, text, scope, verdicts, reason, problem)


def _clean_reason(text: str) -> str:
    """Return a reason without the mark that ends the comment, and without punctuation before it."""
    reason = text.strip().lstrip(":,;–—- ")
    while end := next((end for end in _COMMENT_ENDS if reason.endswith(end)), None):
        reason = reason.removesuffix(end).rstrip()
    return reason


class IgnoreComments:
    """The ignore comments of one file. The parts of the file are read in order. `known` are the names of verdicts."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._for_file: list[IgnoreComment] = []
        self._by_line: dict[int, IgnoreComment] = {}
        self._used: set[IgnoreComment] = set()

    def read(self, part: TextPart) -> None:
        """Read the comments of the next part."""
        if part.content.find(_MARK, part.start, part.end) < 0:
            return  # as in most files
        content, line, counted_to = part.content, part.line, 0
        for match in _matches(part):
            line += content.count(b"\n", counted_to, match.start())
            counted_to = match.start()
            start = content.rfind(b"\n", 0, match.start()) + 1
            column = len(decode_line(content[start : match.start()])[0]) + (1 if start else part.column)
            comment = _parse(match, line, column, self._known)
            if comment.scope == "ignore-file" and not comment.problem:
                self._for_file.append(comment)
            else:
                self._by_line[line] = comment

    def find(self, line: int, column: int, verdict: str) -> IgnoreComment | None:
        """Return the comment that ignores a citation with this verdict at this place, and note that it is used."""
        near = (self._by_line.get(line), self._by_line.get(line - 1))
        for comment in (*near, *self._for_file):
            if comment is not None and comment.covers(line, column, verdict):
                self._used.add(comment)
                return comment
        return None

    def finished(self, before: int | None = None) -> Iterator[IgnoreComment]:
        """Yield and drop the comments that can't be used, or that ignored nothing, in order.

        `before` is the line at which the next part begins: comments that may apply to it are kept. After the last
        part, `before` is None.
        """
        if not (self._by_line or self._for_file):
            return
        ended = [line for line in self._by_line if before is None or line < before - 1]
        comments = [self._by_line.pop(line) for line in ended]
        if before is None:
            comments = sorted([*comments, *self._for_file], key=lambda comment: comment.line)
            self._for_file.clear()
        for comment in comments:
            if comment not in self._used:
                yield comment
            self._used.discard(comment)
