"""Building an index, once for all processes of a user (docs/decisions/search-index.md).

A new index keeps the parts of the last index, and adds the new texts as another part. A lock for each generation lets
one process build the index. The other processes answer from the last index, or wait. If there is much to index, a
search indexes only the texts that it needs, and a process in the background indexes the rest.
"""

from __future__ import annotations

import shutil
import time
from array import array
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from kb.errors import failure_reason
from kb.i18n import _
from kb.program.cache_folder import is_private, name_part
from kb.search.background_start import build_in_background, delete_left_marks
from kb.search.documents import CarriedText, carried_texts, documents_of
from kb.search.index_cleanup import delete_former_indexes, delete_left_drafts, delete_old
from kb.search.inverted_index import NO_WORDING, InvertedIndex, PartWriter, encode_documents, part_files
from kb.search.older_index import HASH_LENGTH, Needed, OlderIndex, last_index
from kb.search.results import HitKind
from kb.search.saved_index import (
    SavedIndex,
    index_folder,
    open_saved,
    preliminary_name,
    saved_index,
    saved_name,
    seal_index,
)
from kb.storage.store import Store
from kb.storage.wordings import wordings_by_hash

# Each part costs a look-up for each word of a query.
_MAX_PARTS = 8
# A part with a larger share of documents that are gone is written again.
_MAX_SHARE_GONE = 0.25
# Indexing fewer texts than this takes less than a fifth of a second, and isn't announced.
_MANY_TEXTS = 500
# A search adds at most this many texts to the last index itself, in less than a fifth of a second.
_FEW_TEXTS = 250
# If a search doesn't need this number of the texts that are to be indexed, a process in the background indexes them.
# That takes over half a second.
_MANY_TEXTS_NOT_NEEDED = 2000
# How long to wait for another process that builds the index. Building takes about five seconds on an idle machine.
_WAIT_SECONDS = 120.0
_POLL_SECONDS = 0.1


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
        self._folder = _draft_folder(store)
        self._lock = _lock_of(self._folder)
        self._lock.acquire(timeout=wait)
        try:
            delete_left_drafts(self._parent)
            delete_left_marks(self._parent)
            delete_former_indexes(store.home / "index")
            self._start()
        except BaseException:
            self._discard()
            raise

    def _start(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(mode=0o700)
        self._parts = self._copy_parts(last_index(self._store))
        self._indexed = {key for keys in self._parts.values() for key in keys}
        self._number = max(self._parts, default=0) + 1
        self._newest = 0
        self._writer = PartWriter(self._folder, self._number)

    def _copy_parts(self, base: OlderIndex | None) -> dict[int, list[str]]:
        if base is None:
            return {}
        try:
            base.saved.verify()
            parts = dict(zip(base.saved.parts, base.keys, strict=True))
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

    def missing(self) -> set[int]:
        """Return the ids of the wordings that the last index lacks."""
        indexed = {key[:HASH_LENGTH] for key in self._indexed}
        return {wording for digest, wording in wordings_by_hash(self._store).items() if digest not in indexed}

    def add_new(self) -> None:
        """Index the wordings that came into the store since the last call."""
        texts = carried_texts(self._store, self._newest)
        self._newest = max((text.wording for text in texts.values()), default=self._newest)
        self._add(texts.values())

    def _add(self, texts: Iterable[CarriedText]) -> None:
        new = [text for text in texts if text.key not in self._indexed]
        self._indexed.update(text.key for text in new)
        self._writer.add(documents_of(self._store, new))

    def finish_preliminary(self, needed: Collection[int]) -> None:
        """Index those of the remaining wordings that are needed now, and save the result as a preliminary index.

        Raise OSError if the folder can't be written.
        """
        generation, current = self._store.generation, carried_texts(self._store)
        self._add(text for text in current.values() if text.wording in needed)
        self._save(preliminary_name(generation), current)

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
        self._save(saved_name(generation), current)
        shutil.rmtree(self._parent / preliminary_name(generation), ignore_errors=True)

    def _save(self, name: str, current: dict[str, CarriedText]) -> None:
        self._writer.commit()
        parts = {**self._parts, self._number: self._writer.keys}
        if not self._writer.keys:
            del parts[self._number]
        seal_index(self._folder, self._store.home, _documents(parts.values(), current), parts)
        final = self._parent / name
        shutil.rmtree(final, ignore_errors=True)
        self._folder.rename(final)
        delete_old(self._parent, final)


def _draft_folder(store: Store) -> Path:
    return index_folder() / f"draft-{name_part(store.generation)}"


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


def find_or_build(store: Store, needed: Needed) -> tuple[InvertedIndex, bool]:
    """Open the last index while another process writes or builds, or if there is much to index. Otherwise build one.

    If there is no index that can answer, build a preliminary index with the needed wordings, while another process
    builds the whole index. Return the index, and True if it is the whole index of the store's generation.
    """
    until = time.monotonic() + _WAIT_SECONDS
    told = False
    try:
        while True:
            before = _saved_preliminary(store)
            preliminary = _open_preliminary(store, needed)
            if preliminary is not None:
                return preliminary, False
            last = last_index(store)
            if last and _is_enough_for_now(store, last, needed) and (older := last.open(store, needed)):
                return older, False
            try:
                return _build(store, needed)
            except Timeout:
                if last and last.covers(needed) and (older := last.open(store, needed)):
                    return older, False
                if not told:
                    store.tell(_("waiting for another process that is indexing the rules for search"))
                told = True
                _wait_for_builder(store, before, until)
    except OSError as problem:
        message = _(
            "indexing the rules in memory, for this search only: no index can be kept in {folder} ({why}); "
            "name another folder with RULES_CACHE",
            folder=index_folder(),
            why=failure_reason(problem),
        )
        store.tell(message)
        return _build_in_memory(store, last_index(store)), True


def _open_preliminary(store: Store, needed: Needed) -> InvertedIndex | None:
    """Open the preliminary index of the store's generation. Return None if there is none with all needed wordings."""
    opened = open_saved(preliminary_name(store.generation))
    if opened is None or not opened.has_wordings(needed()):
        return None
    # The process that builds the whole index may have been killed.
    return opened if store.is_being_written or build_in_background(store) else None


def _is_enough_for_now(store: Store, last: OlderIndex, needed: Needed) -> bool:
    """True if the last index answers, and another process builds the index of the store's generation."""
    if store.is_being_written:
        return True
    return len(last.missing) > _FEW_TEXTS and last.covers(needed) and build_in_background(store)


def _saved_preliminary(store: Store) -> SavedIndex | None:
    return saved_index(index_folder() / preliminary_name(store.generation))


def _wait_for_builder(store: Store, before: SavedIndex | None, until: float) -> None:
    """Wait until no other process builds the index of the store's generation, or another preliminary index is saved.

    `before` is the preliminary index that was known before. Raise Timeout at the time `until`.
    """
    while True:
        try:
            with _lock_of(_draft_folder(store)).acquire(timeout=_POLL_SECONDS):
                return
        except Timeout:
            if time.monotonic() > until:
                raise
        if _saved_preliminary(store) not in (None, before):
            return


def _build(store: Store, needed: Needed) -> tuple[InvertedIndex, bool]:
    """Build the index of the store's generation, or a preliminary index. Raise Timeout if another process builds it."""
    with IndexDraft(store) as draft:
        name = saved_name(store.generation)
        opened = open_saved(name)
        if opened is None:
            missing, wanted = draft.missing(), needed()
            chosen = _texts_for_now(missing, wanted)
            if len(chosen) > _MANY_TEXTS:
                store.tell(_("indexing the rules for search (once after the rules have changed)"))
            if len(chosen) < len(missing) and build_in_background(store):
                name = preliminary_name(store.generation)
                draft.finish_preliminary(wanted)
            else:
                draft.finish()
            opened = open_saved(name)
    is_current = name == saved_name(store.generation)
    if opened is not None and (is_current or name == preliminary_name(store.generation)):
        return opened, is_current
    # Meanwhile another process has changed the store, or has damaged or deleted the new index.
    last = last_index(store)
    older = last and last.open(store, needed)
    if older:
        return older, False
    generation = store.generation
    return _build_in_memory(store, None), store.generation == generation


def _texts_for_now(missing: set[int], needed: Collection[int]) -> set[int]:
    """Return those of the missing wordings that a search indexes itself. A process in the background indexes the rest.

    A search indexes all, unless many aren't needed.
    """
    wanted = missing.intersection(needed)
    return wanted if len(missing) - len(wanted) > _MANY_TEXTS_NOT_NEEDED else missing


def _build_in_memory(store: Store, last: OlderIndex | None) -> InvertedIndex:
    """Build an index in memory: the parts of the saved index `last`, and a part with the texts that `last` lacks."""
    current = carried_texts(store)
    keys: list[list[str]] = []
    readers = []
    with suppress(Exception):  # Whoosh raises errors of many classes for a damaged file.
        if last:
            last.saved.verify()
            readers, keys = last.saved.open_parts(), last.keys
    known = {key for part in keys for key in part}
    writer = PartWriter(None)
    writer.add(documents_of(store, [text for key, text in current.items() if key not in known]))
    writer.commit()
    return InvertedIndex([*readers, writer.reader()], _documents([*keys, writer.keys], current))
