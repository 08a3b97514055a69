"""The rights to write the store and to fetch editions, which one process at a time has. A locked file is a right."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout

from kb.errors import failure_reason
from kb.storage.database_file import busy, cannot_write

Right = Literal["writer", "sync"]


@contextmanager
def hold(home: Path, right: Right, wait: float) -> Iterator[None]:
    """Hold a right in the folder of a knowledge base. Wait for it `wait` seconds at most.

    Raises:
        StoreError: another process holds the right for longer, or the folder can't be written.
    """
    lock, holder = home / f"{right}.lock", home / f"{right}.txt"
    try:
        with FileLock(lock, timeout=wait):
            try:
                holder.write_text(f"{os.getpid()} {datetime.now(UTC):%Y-%m-%d %H:%M:%S}\n")
                yield
            finally:
                holder.unlink(missing_ok=True)
    except Timeout as problem:
        raise busy(home, holder) from problem
    except OSError as problem:
        raise cannot_write(home, failure_reason(problem)) from problem


def is_held(home: Path, right: Right) -> bool:
    """Return True if another process holds a right."""
    try:
        # Wait a moment. Readers take the lock here too, but for a shorter time. Only a writer holds it for longer.
        with FileLock(home / f"{right}.lock").acquire(timeout=0.05, poll_interval=0.01):
            return False
    except Timeout:
        return True
    except OSError:
        return False
