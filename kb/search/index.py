"""The index of a store: opened if it is saved, otherwise built (see docs/decisions/search-index.md)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from kb.search.saved_index import index_folder, open_saved, saved_index, saved_name

if TYPE_CHECKING:
    from kb.search.inverted_index import InvertedIndex
    from kb.storage.store import Store


def is_index_current(store: Store) -> bool:
    """True if the index of the store's generation is there and complete."""
    return saved_index(index_folder() / saved_name(store.generation)) is not None


def build_index(store: Store) -> None:
    """Build the index of the store's generation, unless it already exists.

    If no index can be saved, nothing happens, and a search builds its index in memory.
    """
    if is_index_current(store):
        return
    from kb.search.index_builder import IndexDraft

    # An OSError is also raised if another process is building this index.
    with suppress(OSError), IndexDraft(store) as draft:
        draft.finish()


def open_index(store: Store, needed: Callable[[], Collection[int]]) -> tuple[InvertedIndex, bool]:
    """Open the index of the store's generation. If there is none, build it, or open an older one.

    `needed` returns the ids of the wordings that the search looks at. If there is much to index, they come first. An
    older index is opened only while another process writes or builds. Hits are looked up in the store, so an older
    index shows no outdated text. Return the index, and True if it is the whole index of the store's generation.
    """
    opened = open_saved(saved_name(store.generation))
    if opened is not None:
        return opened, True
    from kb.search.index_builder import find_or_build

    return find_or_build(store, needed)
