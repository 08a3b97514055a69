"""The exceptions of the project, all derived from `RulesError`.

The message of an exception is one line that names the bad value, the accepted form and the next step. The library
raises exceptions; only the command line prints them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.i18n import _, mark_message, ngettext

# Messages of the operating system and of SQLite about files, listed here so that they can be translated.
_REASONS = (
    mark_message("No such file or directory"),
    mark_message("Permission denied"),
    mark_message("Operation not permitted"),
    mark_message("Is a directory"),
    mark_message("Not a directory"),
    mark_message("File exists"),
    mark_message("No space left on device"),
    mark_message("Disk quota exceeded"),
    mark_message("Address already in use"),
    mark_message("Read-only file system"),
    mark_message("Input/output error"),
    mark_message("File name too long"),
    mark_message("embedded null byte"),
    mark_message("Too many open files"),
    mark_message("Too many levels of symbolic links"),
    mark_message("Bad file descriptor"),
    mark_message("unable to open database file"),
    mark_message("attempt to write a readonly database"),
    mark_message("database or disk is full"),
    mark_message("disk I/O error"),
    mark_message("database is locked"),
    mark_message("file is not a database"),
    mark_message("database disk image is malformed"),
)


def failure_reason(problem: Exception) -> str:
    """Return the system's message for a problem with a file or database, translated if a translation is known."""
    return _(getattr(problem, "strerror", None) or str(problem))


class RulesError(Exception):
    """The base class of all errors that this project raises on purpose.

    Attributes:
        exit_status: the exit status of the command line for this error.
    """

    exit_status = 2


class BadValue(RulesError):
    """A value from a person or a file has the wrong form.

    Attributes:
        kind: what the value was meant to be ("date", "rule number").
        value: the value as given.
        expected: the accepted form, in words with an example.
    """

    def __init__(self, kind: str, value: str, expected: str) -> None:
        # Each kind needs its own message, because in other languages articles and endings depend on the kind.
        super().__init__(_(f"'{{value}}' is no {kind}: {{expected}}", value=value, expected=expected))
        self.kind, self.value, self.expected = kind, value, expected


class NotFound(RulesError):
    """A well-formed value isn't in the knowledge base. `sought` is the value as the user gave it."""

    exit_status = 1

    def __init__(self, sought: str, message: str) -> None:
        super().__init__(message)
        self.sought = sought


# A message names at most this many candidates.
_MAX_CANDIDATES = 5


class Ambiguous(RulesError):
    """A name fits several things in the knowledge base.

    Attributes:
        name: the name as the user gave it.
        candidates: the things that it fits.
    """

    def __init__(self, name: str, candidates: Sequence[str], how: str) -> None:
        fits = _(" or ").join(candidates[:_MAX_CANDIDATES])
        if (more := len(candidates) - _MAX_CANDIDATES) > 0:
            fits += ngettext(" and {count} more", " and {count} more", more)
        super().__init__(_("'{name}' fits {candidates}; {how}", name=name, candidates=fits, how=how))
        self.name, self.candidates = name, tuple(candidates)


class SourceRejected(RulesError):
    """A document can't be ingested.

    Attributes:
        source: path or address of the document.
        reason: a short code that scripts can rely on, such as `not-rules`.
        units: the names of all texts of a translation that are concerned; the message may name a few.
    """

    exit_status = 1

    def __init__(self, source: str, reason: str, message: str, units: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.source, self.reason, self.units = source, reason, units


class StoreError(RulesError):
    """The knowledge base can't be opened, read or written. `path` is the folder or file."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


class BadQuery(BadValue):
    """A structural query can't be parsed.

    Attributes:
        value: the expression as given.
        start: offset of the first unexpected character. If the end is unexpected, the length of the expression.
        end: offset after the last unexpected character.
    """

    def __init__(self, message: str, expression: str, start: int, end: int) -> None:
        super().__init__("query", expression, _("at character {place}, {message}", place=start + 1, message=message))
        self.start, self.end = start, end

    @property
    def place(self) -> tuple[str, str]:
        """The expression, and a line with carets under the unexpected part."""
        line = "".join(" " if char.isspace() else char for char in self.value)
        return line, " " * self.start + "^" * max(1, self.end - self.start)


class MissingExtra(RulesError):
    """An optional library isn't installed. `extra` is this project's extra that installs the library."""

    def __init__(self, what: str, extra: str) -> None:
        from kb.program.installation import install_command

        super().__init__(_("{what} needs: {command}", what=what, command=install_command(extra)))
        self.extra = extra


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a user's file.

    Attributes:
        line: line number from 1, or 0 if the value was given as an option.
        column: column number from 1, or 0 if the value was given as an option.
        where: path of the bad value, such as `objects.A.counters`, or "" for the whole file.
        message: the error and the accepted form.
    """

    line: int
    column: int
    where: str
    message: str

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.where}{': ' if self.where else ''}{self.message}"


class BadSituation(RulesError):
    """A stated situation has errors.

    Attributes:
        source: the name of the file or of another input.
        faults: all errors, in the order of the text.
    """

    def __init__(self, source: str, faults: tuple[Fault, ...]) -> None:
        others = len(faults) - 1
        more = _(" (and {count} more: rules check {source})", count=others, source=source) if others else ""
        super().__init__(f"{source}:{faults[0]}{more}" if faults[0].line else f"{source}: {faults[0]}{more}")
        self.source, self.faults = source, faults
