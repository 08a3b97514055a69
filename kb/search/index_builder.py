"""Building an index, once for all processes of a user (docs/decisions/index.md).

A new index keeps the parts of the last index, and adds the new texts as another part. A lock for each generation lets
one process build the index. The other processes answer from the last index, or wait. If there is much to index, a
search indexes only the texts that it needs, and a process in the background indexes the rest.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import NamedTuple, Self, cast

from filelock import FileLock, Timeout

from kb.errors import failure_reason
from kb.i18n import _
from kb.program.cache_folder import is_private, name_part
from kb.program.child_process import module_command
from kb.search.documents import CarriedText, carried_texts, documents_of
from kb.search.index_cleanup import all_saved, delete_former_indexes, delete_left_drafts, delete_old
from kb.search.inverted_index import NO_WORDING, InvertedIndex, PartWriter, encode_documents, part_files
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

_HASH_LENGTH = 16
# Each part costs a look-up for each word of a query.
_MAX_PARTS = 8
# A part with a larger share of documents that are gone is written again.
_MAX_SHARE_GONE = 0.25
# Indexing fewer texts than this takes less than a fifth of a second, and isn't announced.
_MANY_TEXTS = 500
# A search indexes at most this many needed texts, in a third of a second. If it needs more, the last index answers.
_MANY_TEXTS_NEEDED = 1000
# If a search doesn't need this number of the texts that are to be indexed, a process in the background indexes them.
# That takes over half a second.
_MANY_TEXTS_NOT_NEEDED = 2000
# While another process builds the index, an older index answers if it has at least this share of the needed wordings.
# While an ingest is running, any older index answers.
_MIN_SHARE_KNOWN = 0.5
# How long to wait for another process that builds the index. Building takes about five seconds on an idle machine.
_WAIT_SECONDS = 120.0
_POLL_SECONDS = 0.1
# A process in the background has finished after this time. If it hasn't, it was killed.
_BACKGROUND_SECONDS = 60.0

Needed = Callable[[], Collection[int]]
"""Returns the ids of the wordings that a search looks at."""


class _Base(NamedTuple):
    """An older index, the ids of the store's wordings that it has, and the ids of the others."""

    saved: SavedIndex
    known: set[int]
    missing: set[int]

    def covers(self, needed: Needed) -> bool:
        """True if the index has at least half of the needed wordings."""
        wanted = needed()
        return len(self.known.intersection(wanted)) >= _MIN_SHARE_KNOWN * len(wanted)


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
            delete_former_indexes(store.home / "index")
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

    def missing(self) -> set[int]:
        """Return the ids of the wordings that the last index lacks."""
        indexed = {key[:_HASH_LENGTH] for key in self._indexed}
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
    """Open an older index while another process writes or builds. Otherwise build the index of the store's generation.

    If there is much to build, build a preliminary index with the needed wordings, while another process builds the
    whole index. Return the index, and True if it is the whole index of the store's generation.
    """
    until = time.monotonic() + _WAIT_SECONDS
    told = False
    try:
        while True:
            last = _last_index(store)
            in_background = last and _is_built_in_background(store) and not _texts_for_now(last.missing, needed())
            if last and (in_background or store.is_being_written) and (older := _open_older(store, last, needed)):
                return older, False
            try:
                return _build(store, needed)
            except Timeout:
                if last and last.covers(needed) and (older := _open_older(store, last, needed)):
                    return older, False
                if not told:
                    store.tell(_("waiting for another process that is indexing the rules for search"))
                told = True
                _wait_for_builder(store, last, until)
    except OSError as problem:
        message = _(
            "indexing the rules in memory, for this search only: no index can be kept in {folder} ({why}); "
            "name another folder with RULES_CACHE",
            folder=index_folder(),
            why=failure_reason(problem),
        )
        store.tell(message)
        return _build_in_memory(store, _last_index(store)), True


def _wait_for_builder(store: Store, last: _Base | None, until: float) -> None:
    """Wait until no other process builds the index of the store's generation, or another preliminary index is saved.

    Raise Timeout at the time `until`.
    """
    preliminary = index_folder() / preliminary_name(store.generation)
    before = last.saved if last and last.saved.folder == preliminary else None
    while True:
        try:
            with _lock_of(_draft_folder(store)).acquire(timeout=_POLL_SECONDS):
                return
        except Timeout:
            if time.monotonic() > until:
                raise
        if saved_index(preliminary) not in (None, before):
            return


def _build(store: Store, needed: Needed) -> tuple[InvertedIndex, bool]:
    """Build the index of the store's generation, or a preliminary index. Raise Timeout if another process builds it."""
    with IndexDraft(store) as draft:
        generation = store.generation
        opened = open_saved(saved_name(generation))
        if opened is None:
            missing = draft.missing()
            chosen = _texts_for_now(missing, needed())
            if len(chosen) > _MANY_TEXTS:
                store.tell(_("indexing the rules for search (once after the rules have changed)"))
            if len(chosen) < len(missing) and _build_in_background(store):
                draft.finish_preliminary(chosen)
                last = _last_index(store)
                opened = last and _open_older(store, last, needed)
                if opened is not None:
                    return opened, False
            else:
                draft.finish()
    generation = store.generation
    opened = opened or open_saved(saved_name(generation))
    if opened is None:
        # Meanwhile another process has changed the store, or has damaged or deleted the new index.
        return _build_in_memory(store, _last_index(store)), store.generation == generation
    return opened, True


def _texts_for_now(missing: set[int], needed: Collection[int]) -> set[int]:
    """Return those of the missing wordings that a search indexes itself. A process in the background indexes the rest.

    A search indexes all, unless many aren't needed. If many of the needed wordings are missing, but no more than half,
    the search indexes nothing.
    """
    wanted = missing.intersection(needed)
    if len(wanted) > _MANY_TEXTS_NEEDED and len(wanted) <= (1 - _MIN_SHARE_KNOWN) * len(needed):
        return set()
    return wanted if len(missing) - len(wanted) > _MANY_TEXTS_NOT_NEEDED else missing


def _build_in_background(store: Store) -> bool:
    """Start a process that builds the whole index as soon as this process has built the preliminary index.

    Return False if no process can be started.
    """
    command = module_command("kb.search.background_indexer", str(store.home.absolute()))
    try:
        process = subprocess.Popen(  # noqa: S603, this program with a module of its own
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C ends the search only.
        )
    except OSError:
        return False
    # A process that nobody waits for would stay in the system's list until this process ends.
    Thread(target=process.wait, daemon=True).start()
    return True


def _is_built_in_background(store: Store) -> bool:
    """True if there is a preliminary index that is so new that a process in the background builds the whole index."""
    saved = saved_index(index_folder() / preliminary_name(store.generation))
    return saved is not None and 0 <= time.time() - saved.completed < _BACKGROUND_SECONDS


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


def _open_older(store: Store, base: _Base, needed: Needed) -> InvertedIndex | None:
    """Open an older index for a store, and say if it lacks a needed wording. Return None if the index is damaged."""
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
    if not base.missing.isdisjoint(needed()):
        store.tell(_("another process is indexing the rules; this search may miss the newest texts"))
    return index


def _last_index(store: Store) -> _Base | None:
    """Return the saved index that has the most of the store's wordings. Of equally good ones, return the newest.

    An index that was made for another folder counts, too: the knowledge base may have been copied from that folder.
    """
    wordings = wordings_by_hash(store)
    best: _Base | None = None
    for saved in all_saved(index_folder()):
        with suppress(OSError, ValueError):
            digests = {key[:_HASH_LENGTH] for part in saved.read_keys() for key in part}
            known = {wordings[digest] for digest in digests & wordings.keys()}
            if known and (best is None or len(known) > len(best.known)):
                best = _Base(saved, known, {*wordings.values()} - known)
    return best
