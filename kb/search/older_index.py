"""Answering from an older index, while the index of the store's generation is being built."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import NamedTuple, cast

from kb.i18n import _
from kb.search.index_cleanup import all_saved
from kb.search.inverted_index import NO_WORDING, InvertedIndex, encode_documents
from kb.search.results import HitKind
from kb.search.saved_index import SavedIndex, index_folder
from kb.storage.store import Store
from kb.storage.wordings import wordings_by_hash

HASH_LENGTH = 16
"""The number of hexadecimal digits of a wording's hash. The key of a document begins with the hash."""

# A builder leaves the answer to an older index if the index has at least this share of the needed wordings.
_MIN_SHARE_KNOWN = 0.2

Needed = Callable[[], Collection[int]]
"""Returns the ids of the wordings that a search looks at."""


class OlderIndex(NamedTuple):
    """An older index, the keys of its documents, the ids of the store's wordings, by hash, and of those it lacks."""

    saved: SavedIndex
    keys: list[list[str]]
    wordings: dict[str, int]
    missing: set[int]

    def covers(self, needed: Needed) -> bool:
        """True if the index has at least a fifth of the needed wordings."""
        wanted = needed()
        return len(self.missing.intersection(wanted)) <= (1 - _MIN_SHARE_KNOWN) * len(wanted)

    def open(self, store: Store, needed: Needed) -> InvertedIndex | None:
        """Open the index for a store, and say if it lacks a needed wording. Return None if the index is damaged."""
        documents: list[tuple[int, HitKind]] = []
        try:
            self.saved.verify()
            for key in (key for part in self.keys for key in part):
                digest, kind, _headword = key.split(" ", 2)
                documents.append((self.wordings.get(digest, NO_WORDING), cast("HitKind", kind)))
            index = InvertedIndex(self.saved.open_parts(), encode_documents(documents))
        except Exception:  # noqa: BLE001, Whoosh raises errors of many classes for a damaged file
            shutil.rmtree(self.saved.folder, ignore_errors=True)
            return None
        if not self.missing.isdisjoint(needed()):
            store.tell(_("another process is indexing the rules; this search may miss some texts"))
        return index


def last_index(store: Store) -> OlderIndex | None:
    """Return the saved index that has the most of the store's wordings. Of equally good ones, return the newest.

    An index that was made for another folder counts, too: the knowledge base may have been copied from that folder.
    """
    candidates = all_saved(index_folder())
    wordings = wordings_by_hash(store) if candidates else {}
    best: tuple[int, SavedIndex, list[list[str]], set[str]] | None = None
    for saved in candidates:
        with suppress(OSError, ValueError):
            keys = saved.read_keys()
            known = {key[:HASH_LENGTH] for part in keys for key in part} & wordings.keys()
            if known and (best is None or len(known) > best[0]):
                best = len(known), saved, keys, known
    if best is None:
        return None
    _count, saved, keys, known = best
    return OlderIndex(saved, keys, wordings, {wordings[digest] for digest in wordings.keys() - known})
