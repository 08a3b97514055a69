"""The index on disk: building, moving into place, verifying and opening the index.

The index is derived from the store and can be deleted at any time. The name of its folder contains the store's
generation. The index is built in another folder, which is renamed at the end. So a reader finds a complete index or
none. Whoosh's files hold pickles, so an index is opened only if this program built it in the same folder (see
`_is_own`).
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Self

from kb.search.inverted_index import IndexWriter, InvertedIndex
from kb.storage.store import Store

INDEX_VERSION = "9"
"""A part of the folder's name. Raise this number when fields or the folding of words change, to rebuild old indexes."""

_SEAL = "seal.json"


class IndexDraft:
    """An index that is being built, beside the index in use.

    Use it as a context manager: an unfinished draft is deleted.
    """

    def __init__(self, store: Store) -> None:
        """Begin an empty index. Raise OSError if the folder can't be written."""
        from kb.search.documents import DocumentReader

        self._store, self._documents = store, DocumentReader(store)
        self._parent = store.home / "index"
        self._folder = self._parent / f"draft-{os.getpid()}"
        shutil.rmtree(self._folder, ignore_errors=True)
        try:
            self._folder.mkdir(parents=True)
            self._writer = IndexWriter(self._folder)
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # If the draft was finished, its folder has been moved, so nothing is deleted.
        self._writer.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def add_new(self) -> None:
        """Index the wordings that came into the store since the last call."""
        self._writer.add(self._documents.new())

    def finish(self) -> None:
        """Index the remaining wordings, and move the draft to the folder of the store's generation.

        Raise OSError if the folder can't be written.
        """
        # If the store changes from here on, its generation changes too. Then this index isn't current, even if it has
        # the new texts.
        generation = self._store.generation
        self._writer.add(self._documents.remaining())
        self._writer.commit()
        final = self._parent / _folder_name(generation)
        inode = self._folder.stat().st_ino
        seal = {"program": "rules", "generation": generation, "folder": inode, "files": _file_sizes(self._folder)}
        (self._folder / _SEAL).write_text(json.dumps({**seal, "sums": _checksums(self._folder)}))
        shutil.rmtree(final, ignore_errors=True)
        self._folder.rename(final)
        _delete_old(self._parent, final)


def build_index(store: Store) -> None:
    """Build the index of the store's generation and move it into place, unless this index already exists.

    If the folder can't be written, nothing happens, and a search builds its index in memory.
    """
    if is_index_current(store):
        return
    # An OSError can also come from another process that deletes old indexes.
    with suppress(OSError), IndexDraft(store) as draft:
        draft.finish()


def is_index_current(store: Store) -> bool:
    """True if a complete index of the store's generation exists."""
    return _is_own(store.home / "index" / _folder_name(store.generation), store.generation)


def open_index(store: Store) -> tuple[InvertedIndex, bool]:
    """Open the index of the store's generation or, while another process writes, the newest existing index.

    Return the index, and True if the index has the store's generation. The texts of hits are read from the store, so an
    older index shows no outdated text.
    """
    parent = store.home / "index"
    live = parent / _folder_name(store.generation)
    if not _is_own(live, store.generation):
        if store.is_being_written and (older := _newest(parent)):
            live = older
        else:
            build_index(store)
    for _ in range(2):
        if not _is_own(live, None):
            break
        try:
            return _open_verified(live), live == parent / _folder_name(store.generation)
        except Exception:  # noqa: BLE001, Whoosh raises errors of many classes for a damaged file
            shutil.rmtree(live, ignore_errors=True)
            build_index(store)
            live = parent / _folder_name(store.generation)
    from kb.search.documents import DocumentReader

    in_memory = IndexWriter(None)
    in_memory.add(DocumentReader(store).remaining())
    in_memory.commit()
    return in_memory.index(), True


def _open_verified(folder: Path) -> InvertedIndex:
    if json.loads((folder / _SEAL).read_text()).get("sums") != _checksums(folder):
        raise ValueError(f"{folder} is damaged")
    return InvertedIndex.open(folder)


def _delete_old(parent: Path, live: Path) -> None:
    """Delete all indexes except `live` and the newest older index. Readers may still have the older index open."""
    others = sorted((path for path in parent.iterdir() if path != live), key=_modified)
    for path in others[:-1]:
        shutil.rmtree(path, ignore_errors=True)


def _newest(parent: Path) -> Path | None:
    own = [path for path in parent.glob(f"v{INDEX_VERSION}-*") if _is_own(path, None)]
    return max(own, key=_modified, default=None)


def _modified(path: Path) -> float:
    """Return the time when a folder was modified, or 0 if another process has just deleted the folder."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _folder_name(generation: str) -> str:
    return f"v{INDEX_VERSION}-{generation}"


def _is_own(path: Path, generation: str | None) -> bool:
    """True if this program built the index in this same folder and, if `generation` is given, for this generation.

    The seal is a file with the inode of the folder and the sizes of all files in it. So an index that was copied,
    unpacked or left incomplete isn't opened but rebuilt. An index of another user is rebuilt too.
    """
    try:
        seal = json.loads((path / _SEAL).read_text())
        status, files = path.stat(), _file_sizes(path)
    except (OSError, ValueError):
        return False
    if not isinstance(seal, dict) or seal.get("files") != files:
        return False
    owned = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    right = generation is None or seal.get("generation") == generation
    return bool(owned and right and seal.get("folder") == status.st_ino)


def _file_sizes(folder: Path) -> dict[str, int]:
    """Return a dict from the name of each file of an index, except the seal, to its size."""
    return {path.name: path.stat().st_size for path in folder.iterdir() if path.name != _SEAL}


def _checksums(folder: Path) -> dict[str, int]:
    """Return the checksum of each file except the seal. A changed byte could hide rules without an error."""
    return {path.name: zlib.adler32(path.read_bytes()) for path in folder.iterdir() if path.name != _SEAL}
