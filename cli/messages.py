"""Messages beside the answer: one line each on stderr, with the program's name before it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.model import Finding


def error(message: object) -> None:
    """Tell what was wrong."""
    print(f"rules: error: {message}", file=sys.stderr)


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
    before = f"{about}: " if about else ""
    for message in dict.fromkeys(finding.message for finding in findings):
        print(f"rules: warning: {before}{message}", file=sys.stderr)


def note(message: str) -> None:
    """Tell something that isn't part of the answer."""
    print(f"rules: {message}", file=sys.stderr)
