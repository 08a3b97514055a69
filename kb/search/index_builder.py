"""Building an index, once for all processes of a user (docs/decisions/index.md).

A new index keeps the parts of the last index, and adds the new texts as another part. A lock for each generation lets
one process build the index. The other processes answer from the last index, or wait.
"""

from __future__ import annotations

import re
import shutil
from array import array
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self, cast

from filelock import FileLock, Timeout

from kb.cache_folder import is_private, name_part
from kb.errors import failure_reason
from kb.i18n import _
from kb.search.documents import CarriedText, carried_texts, documents_of
from kb.search.inverted_index import NO_WORDING, InvertedIndex, PartWriter, encode_documents, part_files
from kb.search.results import HitKind
from kb.search.saved_index import (
    INDEX_VERSION,
    SavedIndex,
    index_folder,
    open_saved,
    saved_index,
    saved_name,
    seal_index,
)
from kb.storage.store import Store
from kb.storage.wordings import wordings_by_hash

_HASH_LENGTH = 16
_FORMER_INDEX = re.compile(r"v\d-[0-9a-f]{16}|draft-\d+")
# Each part costs a look-up for each word of a query.
_MAX_PARTS = 8
# A part with a larger share of documents that are gone is written again.
_MAX_SHARE_GONE = 0.25
# The largest numbers of indexes to keep: of one knowledge base, and in all. An index is about 6 MB.
_MAX_INDEXES_OF_HOME, _MAX_INDEXES = 2, 8
# Indexing fewer texts than this takes less than a fifth of a second, and isn't announced.
_MANY_TEXTS = 500
# While another process builds the index, an older index answers if it has at least this share of the store's wordings.
# While an ingest is running, any older index answers.
_MIN_SHARE_KNOWN = 0.5
# How long to wait for another process that builds the index. Building takes about five seconds on an idle machine.
_WAIT_SECONDS = 120.0


class _Base(NamedTuple):
    """An older index, and the share of the store's wordings that it has."""

    saved: SavedIndex
    share: float


class IndexDraft:
    """An index that is being built, beside the index in use.

    Use it as a context manager: an unfinished draft is deleted.
    """

    def __init__(self, store: Store, wait: float = 0.0) -> None:
        """Begin an index with the parts of the last index.

        Raise Timeout if another process builds the index of this generation for more than `wait` seconds. Raise
        OSError if no index can be saved.
        """
        self._store, self._parent = store, index_folder()
        self._parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(self._parent):
            raise PermissionError(_("another user may have written into it"))
        self._folder = self._parent / f"draft-{name_part(store.generation)}"
        self._lock = _lock_of(self._folder)
        self._lock.acquire(timeout=wait)
        try:
            _delete_left_drafts(self._parent)
            _delete_former_indexes(store.home / "index")
            self._start()
        except BaseException:
            self._discard()
            raise

    def _start(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(mode=0o700)
        self._parts = self._copy_parts(_last_index(self._store))
        self._indexed = {key for keys in self._parts.values() for key in keys}
        self._number = max(self._parts, default=0) + 1
        self._newest = 0
        self._writer = PartWriter(self._folder, self._number)

    def _copy_parts(self, base: _Base | None) -> dict[int, list[str]]:
        if base is None:
            return {}
        try:
            base.saved.verify()
            parts = dict(zip(base.saved.parts, base.saved.read_keys(), strict=True))
            for path in (path for number in parts for path in part_files(base.saved.folder, number)):
                shutil.copy2(path, self._folder)
        except ValueError:
            shutil.rmtree(base.saved.folder, ignore_errors=True)
            return {}
        return parts

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()
        self._discard()

    def _discard(self) -> None:
        # If the draft was finished, its folder has been moved, so only the lock is left.
        shutil.rmtree(self._folder, ignore_errors=True)
        with suppress(OSError):
            Path(self._lock.lock_file).unlink()
        self._lock.release()

    @property
    def added(self) -> int:
        """The number of documents that were added to the last index."""
        return len(self._writer.keys)

    def missing(self) -> int:
        """Return about how many documents are to be added: the number of wordings that the last index lacks."""
        return len(wordings_by_hash(self._store).keys() - {key[:_HASH_LENGTH] for key in self._indexed})

    def add_new(self) -> None:
        """Index the wordings that came into the store since the last call."""
        texts = carried_texts(self._store, self._newest)
        self._newest = max((text.wording for text in texts.values()), default=self._newest)
        self._add(texts.values())

    def _add(self, texts: Iterable[CarriedText]) -> None:
        new = [text for text in texts if text.key not in self._indexed]
        self._indexed.update(text.key for text in new)
        self._writer.add(documents_of(self._store, new))

    def finish(self) -> None:
        """Index the remaining wordings, and move the draft to the folder of the store's generation.

        Raise OSError if the folder can't be written.
        """
        # The generation is read before the texts: if the store changes meanwhile, this index is of the old generation.
        generation = self._store.generation
        current = carried_texts(self._store)
        added = len(current.keys() - self._indexed) + self.added
        for number in _parts_to_write_again(self._parts, current, added):
            self._indexed.difference_update(self._parts.pop(number))
            for path in part_files(self._folder, number):
                path.unlink()
        self._add(current.values())
        self._writer.commit()
        parts = {**self._parts, self._number: self._writer.keys}
        if not self._writer.keys:
            del parts[self._number]
        seal_index(self._folder, self._store.home, _documents(parts.values(), current), parts)
        final = self._parent / saved_name(generation)
        shutil.rmtree(final, ignore_errors=True)
        self._folder.rename(final)
        _delete_old(self._parent, final)


def _lock_of(draft: Path) -> FileLock:
    return FileLock(draft.with_name(f"{draft.name}.lock"))


def _documents(parts: Iterable[Sequence[str]], current: dict[str, CarriedText]) -> array[int]:
    """Encode the documents of all parts. Mark a document as gone if no edition carries its text any more."""
    gone: tuple[int, HitKind] = (NO_WORDING, "rule")
    texts = (current.get(key) for keys in parts for key in keys)
    return encode_documents((text.wording, text.kind) if text else gone for text in texts)


def _parts_to_write_again(parts: dict[int, list[str]], current: Collection[str], added: int) -> list[int]:
    """Return the numbers of the parts whose documents are to be written again, into the new part.

    If many documents of a part are gone, this part and all later parts are written again. If there are too many parts,
    the last part is joined with the new part, then the part before it, and so on. This stops at a part that is larger
    than all that is joined. So a text is written again only a few times, however often something is added.
    """
    kept = list(parts)
    for at, number in enumerate(kept):
        if sum(key not in current for key in parts[number]) > _MAX_SHARE_GONE * len(parts[number]):
            del kept[at:]
            break
    size = added + sum(len(keys) for number, keys in parts.items() if number not in kept)
    while kept and (len(kept) >= _MAX_PARTS or (len(parts) >= _MAX_PARTS and len(parts[kept[-1]]) <= size)):
        size += len(parts[kept.pop()])
    return [number for number in parts if number not in kept]


def find_or_build(store: Store) -> tuple[InvertedIndex, bool]:
    """Open an older index while another process writes or builds. Otherwise build the index of the store's generation.

    Return the index, and True if it is of the store's generation.
    """
    last = _last_index(store)
    if last and store.is_being_written and (older := _open_older(store, last)):
        return older, False
    try:
        try:
            return _build(store)
        except Timeout:
            if last and last.share >= _MIN_SHARE_KNOWN and (older := _open_older(store, last)):
                return older, False
            store.tell(_("waiting for another process that is indexing the rules for search"))
            return _build(store, _WAIT_SECONDS)
    except OSError as problem:
        message = _(
            "indexing the rules in memory, for this search only: no index can be kept in {folder} ({why}); "
            "name another folder with RULES_CACHE",
            folder=index_folder(),
            why=failure_reason(problem),
        )
        store.tell(message)
        return _build_in_memory(store, _last_index(store)), True


def _build(store: Store, wait: float = 0.0) -> tuple[InvertedIndex, bool]:
    """Build the index of the store's generation. If another process builds it, wait up to `wait` seconds."""
    with IndexDraft(store, wait) as draft:
        opened = open_saved(store.generation)
        if opened is None:
            if draft.missing() > _MANY_TEXTS:
                store.tell(_("indexing the rules for search (once after the rules have changed)"))
            draft.finish()
    generation = store.generation
    opened = opened or open_saved(generation)
    if opened is None:
        # Meanwhile another process has changed the store, or has damaged or deleted the new index.
        return _build_in_memory(store, _last_index(store)), store.generation == generation
    return opened, True


def _build_in_memory(store: Store, last: _Base | None) -> InvertedIndex:
    """Build an index in memory: the parts of the saved index `last`, and a part with the texts that `last` lacks."""
    current = carried_texts(store)
    keys: list[list[str]] = []
    readers = []
    with suppress(Exception):  # Whoosh raises errors of many classes for a damaged file.
        if last:
            last.saved.verify()
            readers, keys = last.saved.open_parts(), last.saved.read_keys()
    known = {key for part in keys for key in part}
    writer = PartWriter(None)
    writer.add(documents_of(store, [text for key, text in current.items() if key not in known]))
    writer.commit()
    return InvertedIndex([*readers, writer.reader()], _documents([*keys, writer.keys], current))


def _open_older(store: Store, base: _Base) -> InvertedIndex | None:
    """Open an older index for a store. Return None if the index is damaged."""
    wordings = wordings_by_hash(store)
    documents: list[tuple[int, HitKind]] = []
    try:
        base.saved.verify()
        for key in (key for part in base.saved.read_keys() for key in part):
            digest, kind, _headword = key.split(" ", 2)
            documents.append((wordings.get(digest, NO_WORDING), cast("HitKind", kind)))
        index = InvertedIndex(base.saved.open_parts(), encode_documents(documents))
    except Exception:  # noqa: BLE001, as above
        shutil.rmtree(base.saved.folder, ignore_errors=True)
        return None
    store.tell(_("another process is indexing the rules; this search may miss the newest texts"))
    return index


def _last_index(store: Store) -> _Base | None:
    """Return the saved index that has the most of the store's wordings. Of equally good ones, return the newest.

    An index that was made for another folder counts, too: the knowledge base may have been copied from that folder.
    """
    wordings = wordings_by_hash(store).keys()
    best: _Base | None = None
    for saved in _all_saved(index_folder()):
        with suppress(OSError, ValueError):
            known = {key[:_HASH_LENGTH] for part in saved.read_keys() for key in part} & wordings
            if known and (best is None or len(known) > best.share * len(wordings)):
                best = _Base(saved, len(known) / len(wordings))
    return best


def _all_saved(parent: Path) -> list[SavedIndex]:
    """Return all saved indexes of this version, the most recently used index first."""
    folders = sorted(parent.glob(f"v{INDEX_VERSION}-*"), key=_modified, reverse=True)
    return [saved for folder in folders if (saved := saved_index(folder))]


def _modified(path: Path) -> float:
    """Return the time of modification. Return 0 if another process has just deleted the listed folder."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _delete_left_drafts(parent: Path) -> None:
    """Delete the drafts of builders that were killed. The lock of a draft is free if its builder isn't running."""
    for lock in parent.glob("draft-*.lock"):
        draft = lock.with_suffix("")
        with suppress(OSError), FileLock(lock, timeout=0):
            shutil.rmtree(draft, ignore_errors=True)
            lock.unlink()
    for draft in parent.glob("draft-*"):
        if draft.is_dir() and not draft.with_name(f"{draft.name}.lock").exists():
            shutil.rmtree(draft, ignore_errors=True)


def _delete_former_indexes(folder: Path) -> None:
    """Delete the indexes that earlier versions of this program kept in the folder of the knowledge base."""
    if folder.is_dir() and not folder.is_symlink():
        for path in folder.iterdir():
            if _FORMER_INDEX.fullmatch(path.name):
                shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):
            folder.rmdir()  # Only an empty folder is deleted.


def _delete_old(parent: Path, live: Path) -> None:
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
