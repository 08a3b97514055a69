"""Open stores for the threads of a program. A thread borrows a store for one call, and no other thread has it then."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TypeVar, cast

from kb.errors import RulesError, StoreError
from kb.i18n import _
from kb.storage.store import Store

_Derived = TypeVar("_Derived")
_MOST_DERIVED = 12


class OpenStore:
    """A store, and what calls have derived from its contents.

    Attributes:
        store: the store. Only the thread that has borrowed it may use it.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._derived: dict[Hashable, object] = {}
        self._generation = store.generation

    def derived(self, key: Hashable, make: Callable[[Store], _Derived]) -> _Derived:
        """Return a value that `make` derives from the contents. It is made again after the contents have changed."""
        if self._generation != (generation := self.store.generation):
            self._derived.clear()
            self._generation = generation
        if key not in self._derived:
            if len(self._derived) >= _MOST_DERIVED:
                del self._derived[next(iter(self._derived))]  # the oldest; a program may ask about every day
            self._derived[key] = make(self.store)
        return cast("_Derived", self._derived[key])


class StorePool:
    """The open stores of one knowledge base: as many as threads have read at the same time."""

    def __init__(self, home: Path) -> None:
        """Open the knowledge base of a folder. Raise `StoreError` if the folder has none, or it can't be read."""
        self.home = home
        self._lock = Lock()
        self._is_closed = False
        self._free = [OpenStore(_open(home))]

    @contextmanager
    def borrow(self) -> Iterator[OpenStore]:
        """Lend a store to this thread.

        Raises:
            RulesError: the pool is closed.
            StoreError: the knowledge base can't be read.
        """
        lent = self._take()
        try:
            yield lent
        finally:
            self._give_back(lent)

    def close(self) -> None:
        """Close the stores. One that a thread has borrowed is closed when the thread gives it back."""
        with self._lock:
            self._is_closed = True
            left, self._free = self._free, []
        for each in left:
            each.store.take_over()
            each.store.close()

    def _take(self) -> OpenStore:
        with self._lock:
            if self._is_closed:
                raise RulesError(_("the library is closed; open it again with kb.open()"))
            lent = self._free.pop() if self._free else None
        if lent is not None:
            lent.store.take_over()
            if not lent.store.is_replaced:
                return lent
            lent.store.close()
        return OpenStore(_open(self.home))

    def _give_back(self, lent: OpenStore) -> None:
        with self._lock:
            if not self._is_closed:
                self._free.append(lent)
                return
        lent.store.close()


def _open(home: Path) -> Store:
    """Open the store of a folder. Its message about a missing knowledge base says how to make one."""
    from kb.storage.database_file import DATABASE_FILE_NAME

    if not (home / DATABASE_FILE_NAME).exists():
        message = _(
            "there is no knowledge base in {folder}; "
            "`rules sync` fetches the rules, `rules editions` makes one of a part",
            folder=home,
        )
        raise StoreError(home, message)
    return Store.open(home)
