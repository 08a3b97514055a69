"""Messages beside the answer: one line each on stderr, with the program's name before it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from kb.tongue import _, told

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from kb.model import Finding


def error(message: object) -> None:
    """Tell what was wrong."""
    _tell(f"rules: error: {message}")


def point_out(*lines: str) -> None:
    """Show where something is wrong, to people: a program that reads stderr gets one line an error."""
    if sys.stderr.isatty():
        print(*(f"  {line}" for line in lines), sep="\n", file=sys.stderr)


def warn(findings: Iterable[Finding], about: str = "") -> None:
    """Tell what a reader of the text must know, each thing once.

    Args:
        findings: what there is to tell.
        about: what it is about, where the messages don't say.
    """
    before = _("{about}: ", about=about) if about else ""
    for message in dict.fromkeys(told(finding.message) for finding in findings):
        _tell(_("rules: warning: {message}", message=before + message))


def note(message: str) -> None:
    """Tell something that isn't part of the answer."""
    _tell(f"rules: {message}")


def _tell(line: str) -> None:
    """Write a line; what can't be written is lost, and the answer comes all the same."""
    try:
        print(line, file=sys.stderr)
    except OSError:
        to_nowhere(sys.stderr)


def to_nowhere(stream: TextIO) -> None:
    """Have what is written to a stream vanish: its reader has gone, or its disk is full.

    Python writes once more, at the end, what it couldn't write.
    """
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
