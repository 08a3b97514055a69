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


def error(message: object) -> None:
    """Print an error."""
    _print(f"rules: error: {message}")


def show_location(*lines: str) -> None:
    """Print the place of an error, but only on a terminal. Programs that read stderr expect one line for each error."""
    if sys.stderr.isatty():
        print(*(f"  {line}" for line in lines), sep="\n", file=sys.stderr)


def warn(findings: Iterable[Finding], about: str = "") -> None:
    """Print findings as warnings, each message once. `about` is the name of a source, put before each message."""
    before = _("{about}: ", about=about) if about else ""
    for message in dict.fromkeys(translate(finding.message) for finding in findings):
        _print(_("rules: warning: {message}", message=before + message))


def confirm(question: str) -> bool:
    """Ask a yes-or-no question on the terminal. Return False for every answer that doesn't begin like "yes"."""
    sys.stdout.flush()
    print(_("rules: {question} [y/N] ", question=question), end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    if not answer.endswith("\n"):
        print(file=sys.stderr)  # the user has ended the input without a line break
    return answer.strip().lower().startswith(tuple(_("y").split()))


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
