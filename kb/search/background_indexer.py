"""Indexing in the background: a second process indexes what an ingest has stored so far.

Indexing documents takes about half as long as reading and storing them. So if there are many documents, a second
process indexes them on another core. The two processes share only the store and a pipe. The ingest writes the line
`new` to the pipe when it has stored something, and the line `end` when it has stored everything. If the pipe closes
without `end`, the ingest was killed. Then the second process deletes its draft of the index and ends.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kb.child_process import module_command
from kb.search.index import build_index
from kb.search.index_builder import IndexDraft
from kb.storage.store import Store

_MANY_DOCUMENTS = 8
"""The smallest number of documents for which a second process saves time."""

_MANY_TEXTS = 500
"""After this many new texts an index is finished. Searches use it during a long ingest, or if the ingest is killed."""

_NEW, _END = "new\n", "end\n"


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
    command = module_command(__name__, str(home))
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
    with Store.open(home) as store, suppress(OSError):
        while _index_some(store, lines):
            pass


def _index_some(store: Store, lines: Iterator[str]) -> bool:
    """Finish an index when the ingest ends, or has added `_MANY_TEXTS` texts. Return True in the second case."""
    with IndexDraft(store) as draft:
        for line in lines:
            if line == _END or draft.added >= _MANY_TEXTS:
                draft.finish()
                return line != _END
            draft.add_new()
    return False


if __name__ == "__main__":
    # Garbage collection is off, since nothing that this process allocates can be freed before its end.
    gc.disable()
    run_indexer(Path(sys.argv[1]), iter(sys.stdin))
