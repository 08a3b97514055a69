"""The store: the knowledge base in one SQLite file.

A wording is stored once. A row of `span` says from which edition to which a place carried a wording. So the cost of a
new edition depends only on its changes (see `kb.storage.writer`). An edition is written in one transaction, so readers
see the state before or after the whole transaction.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Protocol, Self, TypeVar, cast

from kb.errors import StoreError, failure_reason
from kb.i18n import _
from kb.languages import Lang
from kb.storage.database_file import (
    DAMAGE,
    DATABASE_FILE_NAME,
    SCHEMA_VERSION,
    busy,
    cannot_write,
    connect,
    create_database,
    damaged,
    delete_left_drafts,
    missing,
    new_generation,
)
from kb.storage.in_force import carried_on

if TYPE_CHECKING:
    # Only the first transaction imports the writer. Without the writer, `rules show` starts in two thirds of the time.
    from kb.storage.write_cache import WriteCache
    from kb.storage.writer import Writer

_WAIT_SECONDS = 10.0


class _Closable(Protocol):
    def close(self) -> None: ...


_Cached = TypeVar("_Cached", bound=_Closable)


class Store:
    """An open knowledge base. Use it as a context manager, or call `close`.

    Attributes:
        home: the folder of the knowledge base.
        tell: called with a message when a search has to wait for the index; the command line prints it.
    """

    def __init__(self, home: Path, connection: sqlite3.Connection) -> None:
        self.home = home
        self.tell: Callable[[str], None] = lambda _message: None
        self._connection = connection
        self._thread = get_ident()
        self._file = _identity(home)
        self._cached: dict[Hashable, _Closable] = {}
        self._cached_generation = ""

    @property
    def connection(self) -> sqlite3.Connection:
        """The SQLite connection, for the other modules of `kb.storage`.

        Raises:
            StoreError: another thread has opened the store or taken it over.
        """
        if get_ident() != self._thread:
            message = _(
                "the knowledge base in {folder} was opened in another thread; open one Store in each thread",
                folder=self.home,
            )
            raise StoreError(self.home, message)
        return self._connection

    def take_over(self) -> None:
        """Let this thread use the store from now on, instead of the thread that had it."""
        self._thread = get_ident()

    @cached_property
    def _write_cache(self) -> WriteCache:
        from kb.storage.write_cache import WriteCache

        return WriteCache()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, problem: BaseException | None, _trace: object) -> None:
        damage = self._damage_behind(problem)
        self.close()
        if damage:
            raise damaged(self.home / DATABASE_FILE_NAME, damage) from problem

    def _damage_behind(self, problem: BaseException | None) -> str:
        """Return a description of the file's damage, or "" if no damage can have caused the exception.

        Damage is noticed only when the damaged page is read. Then SQLite reports an error, or the corrupt data cause
        some other exception.
        """
        if not isinstance(problem, Exception) or isinstance(problem, StoreError):
            return ""
        if type(problem) is sqlite3.DatabaseError or "Could not decode" in str(problem):
            return failure_reason(problem)
        try:
            (found,) = self.connection.execute("PRAGMA quick_check(1)").fetchone()
        except DAMAGE as failure:
            return "" if isinstance(failure, sqlite3.OperationalError) else str(failure)
        return "" if found == "ok" else str(found).splitlines()[-1]

    def close(self) -> None:
        """Close the file. Afterwards the store can't be used."""
        connection = self.connection
        self._close_cached()
        connection.close()

    def cached_value(self, key: Hashable, make: Callable[[], _Cached]) -> _Cached:
        """Return a value derived from the store's contents, such as an open index.

        `make` is called at the first request. After the contents have changed, the old value is closed, and `make` is
        called again.
        """
        generation = self.generation
        if generation != self._cached_generation:
            self._close_cached()
            self._cached_generation = generation
        if key not in self._cached:
            self._cached[key] = make()
        return cast("_Cached", self._cached[key])

    def discard_cached(self, key: Hashable) -> None:
        """Close the cached value of a key. The next request makes the value again."""
        if key in self._cached:
            self._cached.pop(key).close()

    def _close_cached(self) -> None:
        while self._cached:
            self._cached.popitem()[1].close()

    @classmethod
    def open(cls, home: Path, *, create: bool = False) -> Store:
        """Open a folder's knowledge base and migrate it to the present schema. With `create`, make it if it is missing.

        Raises:
            StoreError: the folder has no knowledge base. Or the knowledge base can't be read or made, is damaged, or
                was made by another program or by a newer version of this program.
        """
        path = home / DATABASE_FILE_NAME
        try:
            if not path.exists():
                if not create:
                    raise missing(home)
                home.mkdir(parents=True, exist_ok=True)
                create_database(path, _WAIT_SECONDS)
            store = cls(home, connect(path, _WAIT_SECONDS))
            version = store.meta("schema") or "0"
            if version != str(SCHEMA_VERSION):
                version = _migrate(store)
        except OSError as problem:
            raise cannot_write(home, failure_reason(problem)) from problem
        except sqlite3.OperationalError as problem:
            if "no such" in str(problem):
                message = _(
                    "{path} is no knowledge base ({problem}); move it away, or use another --home",
                    path=path,
                    problem=failure_reason(problem),
                )
                raise StoreError(path, message) from problem
            raise cannot_write(home, failure_reason(problem)) from problem
        except DAMAGE as problem:
            raise damaged(path, failure_reason(problem)) from problem
        except ValueError as problem:  # the name has a NUL character
            raise cannot_write(home, failure_reason(problem)) from problem
        if version != str(SCHEMA_VERSION):
            store.close()
            message = _(
                "{path} has schema {version}, this program reads {known}; update it or use another --home",
                path=path,
                version=version,
                known=SCHEMA_VERSION,
            )
            raise StoreError(path, message)
        return store

    @classmethod
    @contextmanager
    def open_readonly(cls, home: Path) -> Iterator[Store]:
        """Open the knowledge base of a folder for reading, without creating it, migrating it or waiting for a writer.

        Raises:
            StoreError: the folder has no knowledge base of the present schema, or it is damaged or being written.
        """
        path = home / DATABASE_FILE_NAME
        try:
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)
        except sqlite3.Error as problem:
            raise missing(home) from problem
        try:
            store = cls(home, connection)
            if store.meta("schema") != str(SCHEMA_VERSION):
                raise missing(home)
            yield store
        except DAMAGE as problem:
            raise damaged(path, failure_reason(problem)) from problem
        finally:
            connection.close()

    @property
    def is_replaced(self) -> bool:
        """True if the file was deleted and another one took its place. The connection still reads the deleted file."""
        return _identity(self.home) not in (None, self._file)

    def meta(self, key: str) -> str | None:
        """Return the value of a key in the table `meta`, or None if the table doesn't have the key."""
        row = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    @property
    def generation(self) -> str:
        """A token that changes with the contents. A search index has the token of the contents that it indexes."""
        return self.meta("generation") or ""

    def has_document(self, sha256: str, lang: Lang | None = None) -> bool:
        """Return True if all rules of a document were ingested. If `lang` is given, only rules in `lang` count."""
        row = self.connection.execute("SELECT holds FROM source WHERE sha256 = ?", (sha256,)).fetchone()
        return bool(row) and {*(row[0].split() if lang is None else [lang])} <= self.languages_taken_from(sha256)

    def languages_taken_from(self, sha256: str) -> frozenset[Lang]:
        """Return the languages of the editions in the store whose source is the document with this SHA-256."""
        query = "SELECT DISTINCT lang FROM edition JOIN source ON source.id = edition.source WHERE sha256 = ?"
        return frozenset(lang for (lang,) in self.connection.execute(query, (sha256,)))

    def whole_editions(self, lang: Lang) -> dict[str, int]:
        """Return a dict from the days (ISO 8601) of a language's whole editions to their ids, oldest first."""
        query = "SELECT effective, id FROM edition WHERE partial = 0 AND lang = ? ORDER BY effective"
        return dict(self.connection.execute(query, (lang,)))

    def whole_edition_summary(self, lang: Lang, effective: date) -> tuple[str, tuple[str, ...]] | None:
        """Return the source's name and the findings' codes of a day's whole edition, or None if it isn't known."""
        row = self.connection.execute(
            """
            SELECT edition.id, source.name FROM edition JOIN source ON source.id = edition.source
            WHERE partial = 0 AND lang = ? AND effective = ?
            """,
            (lang, effective.isoformat()),
        ).fetchone()
        if row is None:
            return None
        codes = self.connection.execute("SELECT code FROM finding WHERE edition = ? ORDER BY place", row[:1])
        return str(row[1]), tuple(str(code) for (code,) in codes)

    def printed_labels(self, lang: Lang, effective: date) -> set[tuple[str, str]]:
        """Return (kind, label) for every rule and headword of a day's whole edition, such as `("rule", "306.5")`."""
        query = (
            f"SELECT kind, label FROM span JOIN place ON place.id = place WHERE lang = :lang AND {carried_on(':day')}"
        )
        return set(self.connection.execute(query, {"lang": lang, "day": effective.isoformat()}))

    def copy_to(self, path: Path) -> None:
        """Copy the knowledge base into a new, packed SQLite file. Raise StoreError if the file can't be written."""
        try:
            self.connection.execute("VACUUM INTO ?", (str(path),))
        except sqlite3.OperationalError as problem:
            raise StoreError(path, _("cannot write {file}: {why}", file=path, why=failure_reason(problem))) from problem

    @contextmanager
    def writer_lock(self) -> Iterator[None]:
        """Hold the right to write, for several transactions and the index.

        Raises:
            StoreError: another process holds this right for over ten seconds, or the folder can't be written.
        """
        with self._hold("writer"):
            delete_left_drafts(self.home / DATABASE_FILE_NAME)
            yield

    @contextmanager
    def sync_lock(self) -> Iterator[None]:
        """Hold the right to fetch editions. Others may write meanwhile, but no second process fetches the same files.

        Raises:
            StoreError: another process holds this right for over ten seconds, or the folder can't be written.
        """
        with self._hold("sync"):
            yield

    @contextmanager
    def _hold(self, right: str) -> Iterator[None]:
        from filelock import FileLock, Timeout

        lock, holder = self.home / f"{right}.lock", self.home / f"{right}.txt"
        try:
            with FileLock(lock, timeout=_WAIT_SECONDS):
                try:
                    holder.write_text(f"{os.getpid()} {datetime.now(UTC):%Y-%m-%d %H:%M:%S}\n")
                    yield
                finally:
                    holder.unlink(missing_ok=True)
        except Timeout as problem:
            raise busy(self.home, holder) from problem
        except OSError as problem:
            raise cannot_write(self.home, failure_reason(problem)) from problem

    @property
    def is_being_written(self) -> bool:
        """True if another process holds the right to write, or to fetch what it will write soon."""
        return self._is_held("writer") or self._is_held("sync")

    def _is_held(self, right: str) -> bool:
        from filelock import FileLock, Timeout

        try:
            # Wait a moment. Readers take the lock here too, but for a shorter time. Only a writer holds it for longer.
            with FileLock(self.home / f"{right}.lock").acquire(timeout=0.05, poll_interval=0.01):
                return False
        except Timeout:
            return True
        except OSError:
            return False

    @contextmanager
    def transaction(self, *, defer_excerpt_links: bool = False) -> Iterator[Writer]:
        """Write in one transaction. With `defer_excerpt_links`, a later transaction links the excerpts.

        Raises:
            StoreError: the folder can't be written, or another process is writing.
        """
        from kb.storage.writer import Writer

        try:
            self.connection.execute("BEGIN IMMEDIATE")
            if self._write_cache.generation != self.generation:
                self._write_cache.spans.clear()  # Another connection has changed the store.
            writer = Writer(self.connection, self._write_cache)
            yield writer
            if not defer_excerpt_links:
                writer.link_excerpts()
            if writer.changed:
                self._write_cache.generation = new_generation()
                self.set_meta("generation", self._write_cache.generation)
            self.connection.execute("COMMIT")
        except (OSError, sqlite3.OperationalError) as problem:
            self._roll_back()
            if "locked" in str(problem):
                raise busy(self.home, self.home / "writer.txt") from problem
            raise cannot_write(self.home, str(problem)) from problem
        except BaseException:
            self._roll_back()
            raise

    def set_meta(self, key: str, value: str) -> None:
        """Write a value of the table `meta`. This is only possible within a transaction."""
        self.connection.execute(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value)
        )

    def drop_meta(self, prefix: str) -> None:
        """Delete the values of `meta` whose keys have a prefix. This is only possible within a transaction."""
        self.connection.execute("DELETE FROM meta WHERE substr(key, 1, ?) = ?", (len(prefix), prefix))

    def _roll_back(self) -> None:
        self._write_cache.clear()
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")


def _identity(home: Path) -> tuple[int, int] | None:
    """Return what tells the file of a knowledge base from other files, or None if there is no file."""
    try:
        status = (home / DATABASE_FILE_NAME).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _migrate(store: Store) -> str:
    """Migrate a store of an earlier schema step by step, and return the schema that was reached."""
    from kb.storage.migrations import STEPS

    while (version := store.meta("schema") or "0").isdecimal() and int(version) in STEPS:
        with store.transaction() as writer:
            # Another process may have migrated the store in the meantime.
            before = int(store.meta("schema") or 0)
            for part in STEPS.get(before, ()):
                if isinstance(part, str):
                    store.connection.execute(part)
                else:
                    part(writer)
            if before in STEPS:
                store.set_meta("schema", str(before + 1))
    return version
