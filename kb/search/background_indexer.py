"""Indexing in the background: beside an ingest, or after a search that indexed only what it needed.

Indexing documents takes about half as long as reading and storing them. So if there are many documents, a second
process indexes them on another core. The two processes share only the store and a pipe. The ingest writes the line
`new` to the pipe when it has stored something, and the line `end` when it has stored everything. If the pipe closes
without `end`, the ingest was killed. Then the second process deletes its draft of the index and ends.

After a search, the second process outlives the first one. It builds the whole index, if no other process writes.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kb.program.child_process import module_command
from kb.search.background_start import end_in_background, yield_to_other_processes
from kb.search.index import build_index, is_index_current
from kb.search.index_builder import IndexDraft
from kb.storage.store import Store

_MANY_DOCUMENTS = 8
"""The smallest number of documents for which a second process saves time."""

_MIN_SECONDS = 4.0
_MAX_SHARE = 0.1
"""An index is finished after this time, but only as often as finishing takes at most this share of the time.

Searches use it during a long ingest, or if the ingest is killed."""

_WAIT_SECONDS = 60.0
"""How long to wait for another process that builds the same index."""

_NEW, _END, _BESIDE_AN_INGEST = "new\n", "end\n", "beside-an-ingest"


@contextmanager
def background_indexing(store: Store, documents: int) -> Iterator[Callable[[], None]]:
    """Build the index of the store by the end of the block, in a second process if there are many documents.

    The caller holds the writer's lock. `documents` is the number of documents. Yield a function that the caller must
    call after each document.
    """
    generation = store.generation
    with ExitStack() as until_the_end:
        indexer: subprocess.Popen[bytes] | None = None
        documents_left = documents if (os.cpu_count() or 1) > 1 else 0

        def next_document() -> None:
            nonlocal indexer, documents_left
            if indexer is not None:
                _send(indexer, _NEW)
            elif documents_left >= _MANY_DOCUMENTS and store.generation != generation:
                indexer = _start_indexer(store.home)
                if indexer is not None:
                    # At the end, this closes the pipe and waits for the process, also after Ctrl-C or an error.
                    until_the_end.enter_context(indexer)
            documents_left -= 1

        yield next_document
        if indexer is not None:
            _send(indexer, _END)
    # If the second process has failed, this call builds the index. Otherwise it does nothing.
    build_index(store)


def _start_indexer(home: Path) -> subprocess.Popen[bytes] | None:
    """Start the second process. Return None if the process can't be started."""
    command = module_command(__name__, str(home), _BESIDE_AN_INGEST)
    try:
        return subprocess.Popen(  # noqa: S603, this program with a module of its own
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except OSError:
        return None


def _send(indexer: subprocess.Popen[bytes], line: str) -> None:
    """Send a line to the second process. Ignore an error, since the first process then builds the index itself."""
    if indexer.stdin is not None:
        with suppress(OSError):
            indexer.stdin.write(line.encode())


def run_indexer(home: Path, lines: Iterator[str]) -> None:
    """Index the store in the folder `home`, step by step, while an ingest sends `lines`."""
    pause = _MIN_SECONDS
    with Store.open(home) as store, suppress(OSError):
        while (taken := _index_some(store, lines, pause)) is not None:
            pause = max(_MIN_SECONDS, taken / _MAX_SHARE)


def _index_some(store: Store, lines: Iterator[str], pause: float) -> float | None:
    """Finish an index when the ingest ends, or after `pause` seconds.

    Return the seconds that finishing took, or None if the ingest has ended.
    """
    begun = time.monotonic()
    with IndexDraft(store, _WAIT_SECONDS) as draft:
        for line in lines:
            start = time.monotonic()
            if line == _END or (draft.added and start - begun >= pause):
                draft.finish()
                return time.monotonic() - start if line != _END else None
            draft.add_new()
    return None


def complete_index(home: Path) -> None:
    """Build the whole index of the store in the folder `home`, unless another process writes."""
    with Store.open(home) as store:
        try:
            with suppress(OSError), IndexDraft(store, _WAIT_SECONDS) as draft:
                if not store.is_being_written and not is_index_current(store):
                    draft.finish()
        finally:
            end_in_background(store)


if __name__ == "__main__":
    # Garbage collection is off, since nothing that this process allocates can be freed before its end.
    gc.disable()
    if sys.argv[2:] == [_BESIDE_AN_INGEST]:
        run_indexer(Path(sys.argv[1]), iter(sys.stdin))
    else:
        yield_to_other_processes()
        complete_index(Path(sys.argv[1]))
