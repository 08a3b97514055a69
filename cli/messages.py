"""Messages on stderr. Each message is one line that begins with the program's name."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from kb.i18n import _, translate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from kb.model import Finding


# At most this many warnings of one kind are printed.
_MOST_WARNINGS = 10


def error(message: object) -> None:
    """Print an error."""
    _print(f"rules: error: {message}")


def show_location(*lines: str) -> None:
    """Print the place of an error, but only on a terminal. Programs that read stderr expect one line for each error."""
    if sys.stderr.isatty():
        print(*(f"  {line}" for line in lines), sep="\n", file=sys.stderr)


def warn(findings: Iterable[Finding], about: str = "") -> None:
    """Print findings as warnings, each message once, ten of a kind at most.

    `about` is a source to name before each message.
    """
    before = _("{about}: ", about=about) if about else ""
    shown = tuple(findings)
    if len(shown) > _MOST_WARNINGS:
        from kb.findings import limit_findings

        shown = limit_findings(shown, _MOST_WARNINGS)
    for message in dict.fromkeys(translate(finding.message) for finding in shown):
        _print(_("rules: warning: {message}", message=before + message))


def note(message: str) -> None:
    """Print a message that isn't part of the answer."""
    _print(f"rules: {message}")


def _print(line: str) -> None:
    """Flush stdout, then print a line on stderr. A stderr that can't be written is ignored.

    Raises:
        OSError: stdout can't be written.
    """
    sys.stdout.flush()
    try:
        print(line, file=sys.stderr)
    except OSError:
        discard_output(sys.stderr)


def discard_output(stream: TextIO) -> None:
    """Redirect a stream that can't be written to the null device, because Python flushes it again at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
