"""Indexing beside an ingest: another process indexes what the store has got so far, while more goes in.

Whoosh takes about as long for a wording as reading and writing it took. So when many documents come,
the second core of the machine does that part. The two processes share nothing but the store; one line
through a pipe says that there is something new, another that all is written. When the pipe ends without
that, the ingest was killed, and the other process throws its draft away and ends too.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kb.search.index import IndexDraft, build_index
from kb.storage.store import Store

_MANY = 8
"""From so many documents on the time that another process takes to start is well spent."""

_NEW, _END = "new\n", "end\n"


@contextmanager
def background_indexing(store: Store, documents: int) -> Iterator[Callable[[], None]]:
    """Have the index of the store built when this ends well, by another process if many documents come.

    Gives what is to be called after each document; `only_writer` must be held.

    Args:
        store: what is indexed.
        documents: how many documents will be looked at; those that are known change nothing.
    """
    before = store.generation
    with ExitStack() as until_the_end:
        other: subprocess.Popen[bytes] | None = None
        left = documents if (os.cpu_count() or 1) > 1 else 0

        def next_document() -> None:
            nonlocal other, left
            if other is not None:
                _say(other, _NEW)
            elif left >= _MANY and store.generation != before:
                other = _other_process(store.home)
                if other is not None:
                    # Closes the pipe and waits; Ctrl-C or a fault gets there without the last line.
                    until_the_end.enter_context(other)
            left -= 1

        yield next_document
        if other is not None:
            _say(other, _END)
    # Here also what the other process could not do.
    build_index(store)


def _other_process(home: Path) -> subprocess.Popen[bytes] | None:
    """Another process that indexes; None where none can be started."""
    command = [sys.executable, "-m", __name__, str(home)]
    try:
        return subprocess.Popen(  # noqa: S603, this program with a module of its own
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except OSError:
        return None


def _say(other: subprocess.Popen[bytes], line: str) -> None:
    """Tell the other process a line; if it has given up, `build` does its work."""
    if other.stdin is not None:
        with suppress(OSError):
            other.stdin.write(line.encode())


def run_indexer(home: Path, lines: Iterator[str]) -> None:
    """Index the store of a folder, line by line of what the ingest says, until it has ended."""
    with Store.open(home) as store, suppress(OSError), IndexDraft(store) as draft:
        for line in lines:
            if line == _END:
                draft.finish()
                return
            draft.add_new()


if __name__ == "__main__":
    # All that is made here stays until the end.
    gc.disable()
    run_indexer(Path(sys.argv[1]), iter(sys.stdin))
