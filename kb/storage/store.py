"""The store: the knowledge base in one SQLite file.

A wording is stored once. A row of `span` says from which edition to which a place carried a wording. So the cost of a
new edition depends only on its changes (see `kb.storage.writer`). An edition is written in one transaction, so readers
see the state before or after the whole transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from copy import copy
from datetime import date
from functools import cached_property
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Self, TypeVar, cast

from kb.errors import StoreError, failure_reason
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.storage.database_file import (
    DAMAGE,
    DATABASE_FILE_NAME,
    SCHEMA_VERSION,
    busy,
    cannot_write,
    connect,
    create_database,
    damage_behind,
    damaged,
    delete_left_drafts,
    file_identity,
    missing,
    new_generation,
)

if TYPE_CHECKING:
    from kb.documents import Doc, Number

    # Only the first transaction imports the writer. Without the writer, `rules show` starts in two thirds of the time.
    from kb.storage.write_cache import WriteCache
    from kb.storage.writer import Writer

_WAIT_SECONDS = 10.0


_Cached = TypeVar("_Cached")


class _OpenFile:
    """What the stores of all documents in one file share: the connection, its thread, and the cached values."""

    def __init__(self, connection: sqlite3.Connection, identity: tuple[int, int] | None) -> None:
        self.connection, self.identity = connection, identity
        self.thread = get_ident()
        self.cached: dict[Hashable, object] = {}
        self.cached_generation = ""

    @cached_property
    def write_cache(self) -> WriteCache:
        from kb.storage.write_cache import WriteCache

        return WriteCache()


class Store:
    """An open knowledge base, of which one document is read. Use it as a context manager, or call `close`.

    Attributes:
        home: the folder of the knowledge base.
        doc: the document that all queries are about. `book` returns the store of another document.
        tell: called with a message when a search has to wait for the index; the command line prints it.
    """

    def __init__(self, home: Path, connection: sqlite3.Connection) -> None:
        self.home = home
        self.doc: Doc = "cr"
        self.tell: Callable[[str], None] = lambda _message: None
        self._open = _OpenFile(connection, file_identity(home))

    def book(self, doc: Doc) -> Store:
        """Return the store of another document in the same file. Closing one of them closes all."""
        if doc == self.doc:
            return self
        other = copy(self)
        other.doc = doc
        return other

    @property
    def books(self) -> tuple[Doc, ...]:
        """The documents that the knowledge base has editions of, the Comprehensive Rules first."""
        found = {doc for (doc,) in self.connection.execute("SELECT DISTINCT doc FROM edition")}
        if found <= {"cr"}:
            return tuple(found)
        from kb.documents import DOCUMENTS

        return tuple(doc for doc in DOCUMENTS if doc in found)

    @property
    def parse_number(self) -> Callable[[str], Number]:
        """The parser of the numbers that the document's places are stored under."""
        if self.doc == "cr":
            return RuleNumber.parse
        from kb.documents import DOCUMENTS

        return DOCUMENTS[self.doc].numbers.parse

    @property
    def connection(self) -> sqlite3.Connection:
        """The SQLite connection, for the other modules of `kb.storage`.

        Raises:
            StoreError: another thread has opened the store or taken it over.
        """
        if get_ident() != self._open.thread:
            message = _(
                "the knowledge base in {folder} was opened in another thread; open one Store in each thread",
                folder=self.home,
            )
            raise StoreError(self.home, message)
        return self._open.connection

    def take_over(self) -> None:
        """Let this thread use the store from now on, instead of the thread that had it."""
        self._open.thread = get_ident()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, problem: BaseException | None, _trace: object) -> None:
        damage = damage_behind(problem, self.connection)
        self.close()
        if damage:
            raise damaged(self.home / DATABASE_FILE_NAME, damage) from problem

    def close(self) -> None:
        """Close the file. Afterwards the store can't be used."""
        connection = self.connection
        self._close_cached()
        connection.close()

    def cached_value(self, key: Hashable, make: Callable[[], _Cached]) -> _Cached:
        """Return a value derived from the store's contents, such as an open index.

        `make` is called at the first request. After the contents have changed, the old value is closed if it has a
        method `close`, and `make` is called again.
        """
        shared, generation, key = self._open, self.generation, (self.doc, key)
        if generation != shared.cached_generation:
            self._close_cached()
            shared.cached_generation = generation
        if key not in shared.cached:
            shared.cached[key] = make()
        return cast("_Cached", shared.cached[key])

    def discard_cached(self, key: Hashable) -> None:
        """Close the cached value of a key. The next request makes the value again."""
        if (self.doc, key) in self._open.cached:
            _close(self._open.cached.pop((self.doc, key)))

    def _close_cached(self) -> None:
        while self._open.cached:
            _close(self._open.cached.popitem()[1])

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
        return file_identity(self.home) not in (None, self._open.identity)

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
        query = "SELECT effective, id FROM edition WHERE partial = 0 AND doc = ? AND lang = ? ORDER BY effective"
        return dict(self.connection.execute(query, (self.doc, lang)))

    def whole_edition_summary(self, lang: Lang, effective: date) -> tuple[str, tuple[str, ...]] | None:
        """Return the source's name and the findings' codes of a day's whole edition, or None if it isn't known."""
        row = self.connection.execute(
            """
            SELECT edition.id, source.name FROM edition JOIN source ON source.id = edition.source
            WHERE partial = 0 AND doc = ? AND lang = ? AND effective = ?
            """,
            (self.doc, lang, effective.isoformat()),
        ).fetchone()
        if row is None:
            return None
        codes = self.connection.execute("SELECT code FROM finding WHERE edition = ? ORDER BY place", row[:1])
        return str(row[1]), tuple(str(code) for (code,) in codes)

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
        from kb.storage.write_rights import hold

        with hold(self.home, "writer", _WAIT_SECONDS):
            delete_left_drafts(self.home / DATABASE_FILE_NAME)
            yield

    @contextmanager
    def sync_lock(self) -> Iterator[None]:
        """Hold the right to fetch editions. Others may write meanwhile, but no second process fetches the same files.

        Raises:
            StoreError: another process holds this right for over ten seconds, or the folder can't be written.
        """
        from kb.storage.write_rights import hold

        with hold(self.home, "sync", _WAIT_SECONDS):
            yield

    @property
    def is_being_written(self) -> bool:
        """True if another process holds the right to write, or to fetch what it will write soon."""
        from kb.storage.write_rights import is_held

        return is_held(self.home, "writer") or is_held(self.home, "sync")

    @contextmanager
    def transaction(self, *, defer_excerpt_links: bool = False) -> Iterator[Writer]:
        """Write in one transaction. With `defer_excerpt_links`, a later transaction links the excerpts.

        Raises:
            StoreError: the folder can't be written, or another process is writing.
        """
        from kb.storage.writer import Writer

        try:
            self.connection.execute("BEGIN IMMEDIATE")
            if self._open.write_cache.generation != self.generation:
                self._open.write_cache.spans.clear()  # Another connection has changed the store.
            writer = Writer(self.connection, self._open.write_cache)
            yield writer
            if not defer_excerpt_links:
                writer.link_excerpts()
            if writer.changed:
                self._open.write_cache.generation = new_generation()
                self.set_meta("generation", self._open.write_cache.generation)
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
        self._open.write_cache.clear()
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")


def _close(value: object) -> None:
    """Close a cached value that holds a file. Others have no method `close`."""
    if close := getattr(value, "close", None):
        close()


def _migrate(store: Store) -> str:
    """Migrate a store of an earlier schema in one transaction, and return the schema that was reached."""
    from kb.storage.migrations import STEPS

    version = store.meta("schema") or "0"
    if not version.isdecimal() or int(version) not in STEPS:
        return version
    # A table that is made anew is dropped first. With checks of foreign keys, the rows that refer to it would be lost.
    store.connection.execute("PRAGMA foreign_keys = OFF")
    try:
        with store.transaction() as writer:
            # Another process may have migrated the store in the meantime.
            reached = int(store.meta("schema") or 0)
            calls: list[Callable[[Writer], None]] = []
            while reached in STEPS:
                for part in STEPS[reached]:
                    if isinstance(part, str):
                        store.connection.execute(part)
                    else:
                        calls.append(part)
                reached += 1
            store.set_meta("schema", str(reached))
            for call in calls:
                call(writer)
    finally:
        store.connection.execute("PRAGMA foreign_keys = ON")
    return str(reached)
