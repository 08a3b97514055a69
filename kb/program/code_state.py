"""The state of this program's own code, by which results of an earlier code are told apart."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

_PACKAGES = Path(__file__).resolve().parents[2]
# What the results of checks depend on: the library, and the translated messages.
_FOLDERS = ("kb", "data/locale")
_ENDINGS = (".py", ".mo", ".html", ".css", ".js")


def code_state(*more: str) -> str:
    """Return a token that changes with the code of the library and with the translated messages.

    `more` names further folders of the program whose code and templates count.

    The token is made of the names, sizes and times of the files, because a version number stays the same while the code
    is being changed. If the program runs from a zip file, it is made of the size and time of that file.
    """
    files = [_PACKAGES] if _PACKAGES.is_file() else sorted(_files(more))
    stats = ((file, file.stat()) for file in files)
    return sha256(repr([(str(file), each.st_size, each.st_mtime_ns) for file, each in stats]).encode()).hexdigest()


def _files(more: tuple[str, ...]) -> Iterator[Path]:
    for folder in (*_FOLDERS, *more):
        for above, _below, names in os.walk(_PACKAGES / folder):
            yield from (Path(above, name) for name in names if name.endswith(_ENDINGS))
