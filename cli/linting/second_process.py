"""A second process that checks files from the last to the first, while this process checks them from the first.

The two processes meet somewhere in the middle. So neither has to know how long a file takes, and the findings are
still printed in order, as soon as they are known. If the second process ends early, for whatever reason, this process
checks all files itself.

The second process is a fork: it has the imported modules and the mapped index of the rules' texts at once. It opens a
connection to the knowledge base of its own, since SQLite forbids a process to use a connection from before the fork.
Where there is no fork, or only one processor, there is no second process.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from mmap import mmap
from typing import Any

Results = list[tuple[str, list[Any]]]
"""The results of the parts of a file: the key of each part in `KnownResults`, and its citations."""

# A second process costs about as much time as this many files with citations. So it starts after so many of them, if so
# many more files remain. This process reads the other one's files, too. So it gains time only if many have citations.
_FILES_BEFORE, _FILES_AFTER, _LEAST_SHARE = 24, 100, 0.25
_INDEX_BYTES = 8
# In bytes. Near the end, when the two processes are within so many files of each other, each result is written at once.
_BUFFER, _NEAR = 16 * 1024, 64


class SecondProcess:
    """The second process for a list of files. Call `end` at the end."""

    def __init__(
        self, files: Sequence[str], prepare: Callable[[], object], open_check: Callable[[], Callable[[str], Results]]
    ) -> None:
        """Prepare for files.

        `prepare` is called in this process, before the second one starts: it opens what both can use. `open_check` is
        called in the second process. It returns the check of a file.
        """
        self._files, self._prepare, self._open_check = files, prepare, open_check
        self._at = mmap(-1, _INDEX_BYTES)
        self._process = self._pipe = 0
        self._unread = b""

    def reach_next_file(self) -> None:
        """Tell the second process that this one has reached the next file of the list. The other one stops there."""
        self._at[:] = (self._reached + 1).to_bytes(_INDEX_BYTES, sys.byteorder)

    def results(self) -> Iterator[tuple[str, list[Any]]]:
        """Yield the results that have come since the last call, without waiting for more."""
        if self._process:
            *lines, self._unread = (self._unread + self._read()).split(b"\n")
            for line in lines:
                yield from json.loads(line)

    def start_if_useful(self, checked: int) -> None:
        """Start the process if it is worth it, after this process has checked so many files with citations."""
        remaining = len(self._files) - self._reached
        is_useful = checked == _FILES_BEFORE and checked >= _LEAST_SHARE * self._reached and remaining >= _FILES_AFTER
        if is_useful and not self._process and _may_fork():
            self._start()

    def end(self) -> None:
        """End the second process."""
        if self._process:
            os.close(self._pipe)
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._process = 0

    @property
    def _reached(self) -> int:
        """The number of files that this process has begun."""
        return int.from_bytes(self._at[:], sys.byteorder)

    def _read(self) -> bytes:
        chunks = []
        with suppress(BlockingIOError):
            while chunk := os.read(self._pipe, 1 << 16):
                chunks.append(chunk)
        return b"".join(chunks)

    def _start(self) -> None:
        self._prepare()
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        try:
            process = os.fork()
        except OSError:  # there may be no more processes
            os.close(reading)
            os.close(writing)
            return
        if process:
            os.close(writing)
            self._process, self._pipe = process, reading
            return
        try:
            os.close(reading)
            self._check_files(writing)
        finally:
            os._exit(0)  # nothing of this process's cleaning up is done twice

    def _check_files(self, pipe: int) -> None:
        """Check the files from the last one, until the other process is reached. Write the results to a pipe."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):  # the other process tells the user what is to be told
            os.dup2(nothing, stream)
        check = self._open_check()
        with_citations = 0
        # The buffer is written when it is full: half of what is known is asked for last.
        with open(pipe, "wb", _BUFFER) as answers:
            for checked, at in enumerate(reversed(range(len(self._files)))):
                if at < self._reached or (checked >= _FILES_AFTER and with_citations < _LEAST_SHARE * checked):
                    return
                if results := check(self._files[at]):
                    with_citations += any(rows for _key, rows in results)
                    answers.write(json.dumps(results, separators=(",", ":")).encode() + b"\n")
                if at < self._reached + _NEAR:
                    answers.flush()


def _may_fork() -> bool:
    """True if a fork is safe, and there is a processor for it. It isn't safe on a Mac, and beside other threads."""
    is_safe = sys.platform not in ("win32", "darwin", "emscripten", "wasi") and threading.active_count() == 1
    return is_safe and len(os.sched_getaffinity(0)) > 1
