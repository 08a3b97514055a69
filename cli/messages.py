"""Messages on stderr. Each message is one line that begins with the program's name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cli.output_streams import OutputClosed, discard_output, visible_line
from kb.i18n import _, translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.model import Finding


# At most this many warnings of one kind are printed.
_MOST_WARNINGS = 10


def error(message: object) -> None:
    """Print an error."""
    _print(f"rules: error: {message}")


def show_location(*lines: str) -> None:
    """Print the place of an error, but only on a terminal. Programs that read stderr expect one line for each error."""
    if sys.stderr.isatty():
        print(*(f"  {visible_line(line)}" for line in lines), sep="\n", file=sys.stderr)


def warn(findings: Iterable[Finding], about: str = "") -> None:
    """Print findings as warnings, each message once, ten of a kind at most.

    `about` is a source to name before each message.
    """
    before = _("{about}: ", about=about) if about else ""
    shown = tuple(findings)
    if len(shown) > _MOST_WARNINGS:
        from kb.storage.finding_limits import limit_findings

        shown = limit_findings(shown, _MOST_WARNINGS)
    for message in dict.fromkeys(translate(finding.message) for finding in shown):
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
        print(visible_line(line), file=sys.stderr)
    except (OSError, OutputClosed):
        discard_output(sys.stderr)
