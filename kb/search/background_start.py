"""Starting the process that builds the whole index in the background.

A mark, an empty file in the folder of the indexes, says that the process was started. So of many searches, one starts
it. If the mark is older than a minute, the process was killed.
"""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

from kb.program.cache_folder import name_part
from kb.program.child_process import module_command
from kb.search.saved_index import index_folder
from kb.storage.store import Store

# A process in the background has finished after this time. If it hasn't, it was killed.
_SECONDS = 60.0
# It gets about a tenth of the time that an ordinary process gets. With less, a busy machine would hardly ever finish.
_LOW_PRIORITY = 10


def _mark(store: Store) -> Path:
    return index_folder() / f"background-{name_part(store.generation)}"


def build_in_background(store: Store) -> bool:
    """Start a process that builds the whole index as soon as no other process builds it, unless it was just started.

    Return False if no process can be started. Raise OSError if the folder of the indexes can't be written.
    """
    mark = _mark(store)
    if _is_recent(mark):
        return True
    delete_left_marks(mark.parent)
    mark.touch()
    try:
        process = subprocess.Popen(  # noqa: S603, this program with a module of its own
            module_command("kb.search.background_indexer", str(store.home.absolute())),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C ends the search only.
        )
    except OSError:
        mark.unlink(missing_ok=True)
        return False
    # A process that nobody waits for would stay in the system's list until this process ends.
    Thread(target=process.wait, daemon=True).start()
    return True


def _is_recent(mark: Path) -> bool:
    with suppress(OSError):
        return 0 <= time.time() - mark.stat().st_mtime < _SECONDS
    return False


def delete_left_marks(parent: Path) -> None:
    """Delete the marks of processes that were killed."""
    for mark in parent.glob("background-*"):
        if not _is_recent(mark):
            with suppress(OSError):
                mark.unlink()


def end_in_background(store: Store) -> None:
    """Delete the mark of this process, which was started for the store's generation."""
    with suppress(OSError):
        _mark(store).unlink()


def yield_to_other_processes() -> None:
    """Give this process a low priority, so that it hardly slows down the searches that run beside it."""
    if hasattr(os, "nice"):
        os.nice(_LOW_PRIORITY)
    # On Linux, each session can have a share of its own, whatever the priorities are. The share of another process's
    # session stays as it is.
    if hasattr(os, "getsid") and os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(_LOW_PRIORITY), encoding="ascii")
