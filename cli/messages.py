"""Messages beside the answer: one line each on stderr, with the program's name before it."""

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
    """Show the place of an error on a terminal; a program that reads stderr gets one line an error."""
    if sys.stderr.isatty():
        print(*(f"  {line}" for line in lines), sep="\n", file=sys.stderr)


def warn(findings: Iterable[Finding], about: str = "") -> None:
    """Print findings as warnings, each message once; `about` names their source if the messages don't."""
    before = _("{about}: ", about=about) if about else ""
    for message in dict.fromkeys(translate(finding.message) for finding in findings):
        _print(_("rules: warning: {message}", message=before + message))


def note(message: str) -> None:
    """Print a message that isn't part of the answer."""
    _print(f"rules: {message}")


def _print(line: str) -> None:
    """Print a line below what stdout has so far; a line that can't be written is lost, but not the answer.

    Raises:
        OSError: stdout can't be written.
    """
    sys.stdout.flush()
    try:
        print(line, file=sys.stderr)
    except OSError:
        discard_output(sys.stderr)


def discard_output(stream: TextIO) -> None:
    """Redirect a stream to the null device, because its reader has gone or its disk is full.

    At its end Python tries once more to write what is left in the stream.
    """
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
