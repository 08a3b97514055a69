"""Everything that can go wrong, as one family.

Each error carries its data as attributes and says, in one line, what was wrong, which form would
be right and what to do next. The library raises; only the command line prints.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kb.tongue import _, later

# What the system and SQLite say where a file can't be used.
_REASONS = (
    later("No such file or directory"),
    later("Permission denied"),
    later("Operation not permitted"),
    later("Is a directory"),
    later("Not a directory"),
    later("File exists"),
    later("No space left on device"),
    later("Disk quota exceeded"),
    later("Read-only file system"),
    later("Input/output error"),
    later("File name too long"),
    later("Too many open files"),
    later("Too many levels of symbolic links"),
    later("Bad file descriptor"),
    later("unable to open database file"),
    later("attempt to write a readonly database"),
    later("database or disk is full"),
    later("disk I/O error"),
    later("database is locked"),
    later("file is not a database"),
    later("database disk image is malformed"),
)


def reason(problem: Exception) -> str:
    """Why a file or a database can't be used, as the system says it; in the user's language, if that is known."""
    return _(getattr(problem, "strerror", None) or str(problem))


class RulesError(Exception):
    """Root of every error that this project raises on purpose.

    Attributes:
        exit_status: what the command line ends with when this error reaches it.
    """

    exit_status = 2


class BadValue(RulesError):
    """A value that a person or a file gave doesn't have the form that it must have.

    Attributes:
        kind: what the value was meant to be ("date", "rule number").
        value: the value as given.
        expected: the accepted form, in words with an example.
    """

    def __init__(self, kind: str, value: str, expected: str) -> None:
        # A sentence for each kind, since articles and endings depend on it in other languages.
        super().__init__(_(f"'{{value}}' is no {kind}: {{expected}}", value=value, expected=expected))
        self.kind, self.value, self.expected = kind, value, expected


class NotFound(RulesError):
    """What was asked for has the right form, but isn't in the knowledge base.

    Attributes:
        sought: what was looked for, as given.
    """

    exit_status = 1

    def __init__(self, sought: str, message: str) -> None:
        super().__init__(message)
        self.sought = sought


class SourceRejected(RulesError):
    """A document can't be taken in.

    Attributes:
        source: the path or address of the document.
        reason: a short code that scripts can rely on, such as `not-rules`.
    """

    exit_status = 1

    def __init__(self, source: str, reason: str, message: str) -> None:
        super().__init__(message)
        self.source, self.reason = source, reason


class StoreError(RulesError):
    """The knowledge base can't be opened, read or written.

    Attributes:
        path: the folder or file concerned.
    """

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


class BadQuery(BadValue):
    """A structural query can't be read.

    Attributes:
        value: the expression as given.
        start: offset of the first character that doesn't fit; the length of the expression at its end.
        end: offset after the last.
    """

    def __init__(self, message: str, expression: str, start: int, end: int) -> None:
        super().__init__("query", expression, _("at character {place}, {message}", place=start + 1, message=message))
        self.start, self.end = start, end

    @property
    def place(self) -> tuple[str, str]:
        """The expression, and a line with carets under what doesn't fit."""
        line = "".join(" " if char.isspace() else char for char in self.value)
        return line, " " * self.start + "^" * max(1, self.end - self.start)


class NeedsExtra(RulesError):
    """A library that only some people need isn't installed.

    Attributes:
        extra: the extra of this project that brings it.
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(_("{what} needs: pip install 'mtg-rules-library[{extra}]'", what=what, extra=extra))
        self.extra = extra


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a user's file.

    Attributes:
        line: counted from 1; 0 where it was given as an option.
        column: counted from 1; 0 where it was given as an option.
        where: the path of what is wrong, such as `objects.A.counters`; empty for the whole.
        message: what is wrong and what would be right.
    """

    line: int
    column: int
    where: str
    message: str

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.where}{': ' if self.where else ''}{self.message}"


class BadSituation(RulesError):
    """A stated situation makes no sense.

    Attributes:
        source: the file, or how else it was given.
        faults: everything that is wrong with it, in the order of the text.
    """

    def __init__(self, source: str, faults: tuple[Fault, ...]) -> None:
        others = len(faults) - 1
        more = _(" (and {count} more: rules check {source})", count=others, source=source) if others else ""
        super().__init__(f"{source}:{faults[0]}{more}" if faults[0].line else f"{source}: {faults[0]}{more}")
        self.source, self.faults = source, faults
