"""The pager: a long answer on a terminal is shown in `less`, or in the program that the user has named.

The output is held back until it is longer than the screen. Only then the pager is started, so a short answer starts
none. Messages on stderr are written after the output before them, and into the pager if there is one.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    import subprocess

# As in git: leave if the text fits on the screen, show colours, don't clear the screen.
_LESS_OPTIONS = "FRX"


def pager_command(environment: Mapping[str, str]) -> list[str]:
    """Return the pager and its arguments: `RULES_PAGER`, else `PAGER`, else `less`. Return [] for no pager.

    An empty variable and `cat` mean that no pager is wanted, as in git. A dumb terminal can't show one.
    """
    from shlex import split

    if environment.get("TERM", "dumb") == "dumb":
        return []
    named = next((environment[name] for name in ("RULES_PAGER", "PAGER") if name in environment), "less")
    try:
        command = split(named)
    except ValueError:  # a quotation mark has no partner
        return []
    return [] if command == ["cat"] else command


class PagedTerminal:
    """A stream in the place of stdout, if stdout is a terminal. It has all methods of that stream.

    It writes directly until `begin` is called.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._held: list[str] | None = None
        self._lines = 0
        self._pager: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Hold the output back from now on, until it is longer than the screen, or a message has to come after it."""
        if self._held is None and self._pager is None and pager_command(os.environ):
            self._held = []

    def write(self, text: str) -> int:
        """Write a text to the terminal or to the pager, or hold it back.

        Raises:
            BrokenPipeError: the user has left the pager.
        """
        if self._held is None:
            return self._target.write(text)
        self._held.append(text)
        self._lines += text.count("\n")
        if self._lines >= self._height():
            self._start_pager()
            self._release()
        return len(text)

    def _height(self) -> float:
        """Return the number of lines of the terminal. If it is unknown, nothing is too long."""
        try:
            return os.get_terminal_size(self._stream.fileno()).lines or math.inf
        except OSError:
            return math.inf

    def flush(self) -> None:
        """Write what is buffered, except for what is held back."""
        if self._held is None:
            self._target.flush()

    def write_message(self, stream: TextIO, text: str) -> int:
        """Write a message to the pager, or if there is none, to `stream`, after what was held back."""
        if self._pager is not None:
            with suppress(OSError):  # The user has left the pager.
                self._target.write(text)
            return len(text)
        if self._held:
            self._release()
            self._stream.flush()
        return stream.write(text)

    def close_pager(self) -> None:
        """Write the rest. If there is a pager, wait until the user leaves it. Meanwhile Ctrl-C is for the pager."""
        with suppress(OSError):
            self._release()
        if self._pager is None:
            return
        import signal

        with suppress(ValueError):  # Only the main thread may set it.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        if self._pager.stdin is not None:
            with suppress(OSError):
                self._pager.stdin.close()
        self._pager.wait()
        self._pager = None

    @property
    def _target(self) -> TextIO:
        return self._stream if self._pager is None else cast(TextIO, self._pager.stdin)

    def _release(self) -> None:
        held, self._held = self._held, None
        if held:
            self._target.write("".join(held))

    def _start_pager(self) -> None:
        """Start the pager. If it can't be started, the output goes to the terminal."""
        import subprocess

        with suppress(OSError):
            self._stream.flush()
            self._pager = subprocess.Popen(  # noqa: S603, the user names the pager
                pager_command(os.environ),
                stdin=subprocess.PIPE,
                env={"LESS": _LESS_OPTIONS, "LV": "-c", **os.environ},
                encoding=self._stream.encoding,
                errors=self._stream.errors,
            )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _MessagesBesidePager:
    """A stream in the place of stderr, which keeps the order of output and messages."""

    def __init__(self, stream: TextIO, output: PagedTerminal) -> None:
        self._stream, self._output = stream, output

    def write(self, text: str) -> int:
        """Write a message."""
        return self._output.write_message(self._stream, text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def paged_streams() -> Iterator[None]:
    """Replace stdout, which is a terminal, for the time of the block. Replace stderr too if it is a terminal.

    At the end of the block, wait until the user leaves the pager.
    """
    before = sys.stdout, sys.stderr
    paged = PagedTerminal(sys.stdout)
    sys.stdout = cast(TextIO, paged)
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr = cast(TextIO, _MessagesBesidePager(sys.stderr, paged))
    try:
        yield
    finally:
        paged.close_pager()
        sys.stdout, sys.stderr = before


def begin_paging() -> None:
    """Send the further output to a pager if it is longer than the terminal. Elsewhere, nothing happens."""
    begin = getattr(sys.stdout, "begin", None)
    if begin is not None:
        begin()
