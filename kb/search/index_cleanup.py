"""The folder of a user's indexes: listing the saved indexes, and deleting what isn't needed any more."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from pathlib import Path

from filelock import FileLock

from kb.search.saved_index import INDEX_VERSION, SavedIndex, saved_index

_FORMER_INDEX = re.compile(r"v\d-[0-9a-f]{16}|draft-\d+")
# The largest numbers of indexes to keep: of one knowledge base, and in all. An index is about 6 MB.
_MAX_INDEXES_OF_HOME, _MAX_INDEXES = 2, 8


def all_saved(parent: Path) -> list[SavedIndex]:
    """Return all saved indexes of this version, the most recently used index first."""
    folders = sorted(parent.glob(f"v{INDEX_VERSION}-*"), key=_modified, reverse=True)
    return [saved for folder in folders if (saved := saved_index(folder))]


def _modified(path: Path) -> float:
    """Return the time of modification. Return 0 if another process has just deleted the listed folder."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def delete_left_drafts(parent: Path) -> None:
    """Delete the drafts of builders that were killed. The lock of a draft is free if its builder isn't running."""
    for lock in parent.glob("draft-*.lock"):
        draft = lock.with_suffix("")
        with suppress(OSError), FileLock(lock, timeout=0):
            shutil.rmtree(draft, ignore_errors=True)
            lock.unlink()
    for draft in parent.glob("draft-*"):
        if draft.is_dir() and not draft.with_name(f"{draft.name}.lock").exists():
            shutil.rmtree(draft, ignore_errors=True)


def delete_former_indexes(folder: Path) -> None:
    """Delete the indexes that earlier versions of this program kept in the folder of the knowledge base."""
    if folder.is_dir() and not folder.is_symlink():
        for path in folder.iterdir():
            if _FORMER_INDEX.fullmatch(path.name):
                shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):
            folder.rmdir()  # Only an empty folder is deleted.


def delete_old(parent: Path, live: Path) -> None:
    """Keep the index `live` and the most recently used indexes, up to the two limits. Delete all other indexes."""
    homes: dict[str, int] = {}
    kept = 0
    for path in sorted(parent.glob("v*-*"), key=lambda path: (path == live, _modified(path)), reverse=True):
        saved = saved_index(path) if path.name.startswith(f"v{INDEX_VERSION}-") else None
        home = saved.home if saved else ""
        homes[home] = homes.get(home, 0) + 1
        if saved and kept < _MAX_INDEXES and homes[home] <= _MAX_INDEXES_OF_HOME:
            kept += 1
        else:
            shutil.rmtree(path, ignore_errors=True)
