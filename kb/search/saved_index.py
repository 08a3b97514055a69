"""The saved indexes of a user: finding, verifying and opening them. `kb.search.index_builder` builds them.

An index is derived from the store and can be deleted at any time. The name of its folder contains the store's
generation. The index is built in another folder, which is renamed at the end. So a reader finds a complete index or
none. Whoosh's files hold pickles, and opening a pickle from a stranger runs the stranger's code. So all indexes are in
a folder that only this user can write, and no index is ever read from the folder of a knowledge base.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from array import array
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from kb.program.cache_folder import cache_folder, is_private, name_part
from kb.search.inverted_index import InvertedIndex, open_parts

INDEX_VERSION = "11"
"""A part of the folder's name. Raise this number when fields or the folding of words change, to rebuild old indexes."""

_SEAL, _DOCUMENTS, _KEYS = "seal.json", "documents.bin", "keys.json"


class SavedIndex(NamedTuple):
    """A complete index in a folder.

    Attributes:
        folder: the folder of the index.
        home: the folder of the knowledge base that was indexed.
        parts: the numbers of the parts.
        checksums: the checksum of each file except `seal.json`, which holds the checksums. Without them, a changed byte
            could hide rules without an error.
        completed: when the index was completed, in seconds since 1970.
    """

    folder: Path
    home: str
    parts: tuple[int, ...]
    checksums: dict[str, int]
    completed: float

    def open(self) -> InvertedIndex:
        """Open the index. It fits only the store of its generation. A damaged index raises errors of many classes."""
        self.verify()
        documents = array("I")
        documents.frombytes((self.folder / _DOCUMENTS).read_bytes())
        return InvertedIndex(self.open_parts(), documents)

    def open_parts(self) -> list[Any]:
        """Return Whoosh's readers of the parts."""
        return open_parts(self.folder, self.parts)

    def read_keys(self) -> list[list[str]]:
        """Return the keys of the documents of each part (see `kb.search.documents.CarriedText`)."""
        keys: list[list[str]] = json.loads((self.folder / _KEYS).read_text(encoding="utf-8"))
        return keys

    def verify(self) -> None:
        """Raise ValueError if a file isn't as it was written."""
        if self.checksums != _checksums(self.folder):
            raise ValueError(f"{self.folder} is damaged")


def index_folder() -> Path:
    """Return the folder of the user's indexes."""
    return cache_folder() / "search"


def saved_name(generation: str) -> str:
    """Return the name of the folder of a generation's index."""
    return f"v{INDEX_VERSION}-{name_part(generation)}"


def preliminary_name(generation: str) -> str:
    """Return the name of the folder of a preliminary index. It has only the texts that some searches needed."""
    return f"{saved_name(generation)}-preliminary"


def saved_index(folder: Path) -> SavedIndex | None:
    """Return the index in a folder. Return None if the folder has no complete index."""
    if not is_private(folder.parent):
        return None
    try:
        seal = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
        completed = (folder / _SEAL).stat().st_mtime
        return SavedIndex(folder, str(seal["home"]), tuple(seal["parts"]), dict(seal["checksums"]), completed)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def seal_index(folder: Path, home: Path, documents: array[int], parts: dict[int, list[str]]) -> None:
    """Complete an index whose parts are in a folder. `parts` maps the number of each part to its documents' keys."""
    (folder / _DOCUMENTS).write_bytes(documents.tobytes())
    (folder / _KEYS).write_text(json.dumps(list(parts.values())), encoding="utf-8")
    seal = {"home": str(home.resolve()), "parts": list(parts), "checksums": _checksums(folder)}
    (folder / _SEAL).write_text(json.dumps(seal), encoding="utf-8")


def _checksums(folder: Path) -> dict[str, int]:
    return {path.name: zlib.adler32(path.read_bytes()) for path in folder.iterdir() if path.name != _SEAL}


def open_saved(name: str) -> InvertedIndex | None:
    """Open the index in the folder `name`. Return None if there is none; a damaged index is deleted."""
    folder = index_folder() / name
    saved = saved_index(folder)
    if saved is None:
        return None
    try:
        opened = saved.open()
    except Exception:  # noqa: BLE001, Whoosh raises errors of many classes for a damaged file
        shutil.rmtree(folder, ignore_errors=True)
        return None
    with suppress(OSError):
        os.utime(folder)  # The time of the last use: unused indexes are deleted first.
    return opened
