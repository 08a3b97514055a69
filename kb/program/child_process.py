"""Commands that run a module of this program in a second Python process.

The second process searches for modules exactly where this one does, in the same order. So it finds the same packages
in every kind of installation: in an environment, editable, in a clone, in a zip file. The working folder is left out,
because it may hold a stranger's files: Python's option `-m` alone would run a `json.py` that lies there.
"""

from __future__ import annotations

import sys
from pathlib import Path

_PACKAGES = Path(__file__).resolve().parents[2]
"""The folder or zip file that this program's packages were imported from."""


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module with `arguments`. Unlike `python -m`, it skips the working folder."""
    # -P keeps the working folder out while Python starts, before the next line sets the folders to search.
    # `!a` escapes the characters of a path that the command line's encoding may lack.
    start = f"import sys; sys.path[:] = {_search_path()!a}"
    run = f"from runpy import run_module; run_module({module!r}, run_name='__main__', alter_sys=True)"
    return [sys.executable, "-P", "-c", f"{start}; {run}", *arguments]


def _search_path() -> list[str]:
    """Return the folders that this process imports from, without the working folder.

    The working folder stays if this program itself lies there: `python -m cli` in a clone.
    """
    return [entry for entry in sys.path if entry and (not _is(entry, ".") or _is(entry, _PACKAGES))]


def _is(entry: str, folder: str | Path) -> bool:
    """True if `entry` and `folder` are the same folder. False if one of them doesn't exist any more."""
    try:
        return Path(entry).samefile(folder)
    except OSError:
        return False
