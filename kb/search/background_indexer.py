"""Indexing in the background: a second process indexes what an ingest has stored so far.

Indexing takes about half as long as reading and storing. So if there are many documents, a second core
of the machine indexes them. The two processes share only the store. Through a pipe, the ingest sends one line when
something new is stored, and another line when everything is stored. If the pipe ends without that last line, the ingest
was killed, and the second process deletes its draft and ends.
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
from kb.search.index import IndexDraft, build_index
from kb.storage.store import Store

_MANY_DOCUMENTS = 8
"""Starting a second process pays off for at least this many documents."""

_NEW, _END = "new\n", "end\n"


@contextmanager
def background_indexing(store: Store, documents: int) -> Iterator[Callable[[], None]]:
    """Build the index of the store by the end of the block, in a second process if there are many documents.

    The writer's lock must be held. Yield a function to call after each document. `documents` is their number.
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
                    # This closes the pipe and waits for the process, also after Ctrl-C or an error.
                    until_the_end.enter_context(indexer)
            documents_left -= 1

        yield next_document
        if indexer is not None:
            _send(indexer, _END)
    # If the second process has failed, the index is built here.
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
    """Send a line to the second process. If it has failed, the first process builds the index."""
    if indexer.stdin is not None:
        with suppress(OSError):
            indexer.stdin.write(line.encode())


def run_indexer(home: Path, lines: Iterator[str]) -> None:
    """Index the store of a folder while an ingest sends lines."""
    with Store.open(home) as store, suppress(OSError), IndexDraft(store) as draft:
        for line in lines:
            if line == _END:
                draft.finish()
                return
            draft.add_new()


if __name__ == "__main__":
    # Nothing that is allocated here can be freed before the end.
    gc.disable()
    run_indexer(Path(sys.argv[1]), iter(sys.stdin))
