"""The folder for caches: search indexes, indexes of the rules' texts, results of checks, the record of mended lines."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

# Longer generations are cut. The generations that this program makes have 16 characters.
_MAX_NAME = 64


def cache_folder() -> Path:
    """Return the folder: `RULES_CACHE`, or else the platform's folder for caches."""
    named = os.environ.get("RULES_CACHE")
    if named:
        # If a path begins with `~name` and no user has this name, `os.path.expanduser` leaves the path as it is.
        # `Path.expanduser` would raise an error.
        return Path(os.path.expanduser(named))  # noqa: PTH111
    from platformdirs import user_cache_path

    return user_cache_path("rules", appauthor=False)


def is_private(folder: Path) -> bool:
    """True if a folder exists and only this user can write it."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(status.st_mode)  # Windows itself keeps others out, so nothing else is checked.
    others_can_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not others_can_write


def name_part(generation: str) -> str:
    """Return a generation as a part of a file's name.

    A knowledge base from a stranger could have a generation that leads out of the folder of the indexes.
    """
    is_usual = generation.isascii() and generation.isalnum()
    return (generation if is_usual else f"{generation.encode().hex()}-")[:_MAX_NAME]


def save_in_cache(file: Path, content: bytes, replaced: str = "") -> None:
    """Write a file of the cache in one step, and delete the other files of its folder that match `replaced`.

    If the folder can't be written, or others than this user can write it, nothing is kept.
    """
    from tempfile import NamedTemporaryFile

    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(file.parent):
            return
        with NamedTemporaryFile(dir=file.parent, prefix=f"{file.name}.", delete=False) as draft:
            path = Path(draft.name)
            try:
                draft.write(content)
                draft.close()
                path.replace(file)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        for old in file.parent.glob(replaced) if replaced else ():
            if old != file:
                old.unlink(missing_ok=True)
