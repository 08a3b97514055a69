"""The store: one SQLite file, opened here and nowhere else.

Content-addressed: a wording is kept once. Temporal: a row of `span` says that a place carried a
wording from one edition to another, so what a new edition costs grows with what it changed (see
`kb.storage.writer`). An edition goes in as one transaction; readers see the state before or the state after.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self, TypeVar, cast

from kb.errors import StoreError, failure_reason
from kb.i18n import _
from kb.languages import Lang
from kb.storage.in_force import carried_on

if TYPE_CHECKING:
    # Reading needs none of what writing does: a command that reads a rule starts a third sooner without.
    from kb.storage.writer import WriteCache, Writer

SCHEMA_VERSION = 6
DATABASE_FILE_NAME = "rules.sqlite"
# What brings a store of a schema to the next one. Editions that schema 1 took in come back in their
# usual order, which is all that it knew of them. Schema 2 kept the last edition of a span. Schema 3 knew
# neither the titles that references quote nor references to the glossary. Schema 4 didn't link editions.
# Schema 5 had the messages of findings in English alone.
_STEPS: dict[str, tuple[str | Callable[[Writer], None], ...]] = {
    "1": (
        """
    CREATE TABLE displaced (
        edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
        ord     INTEGER NOT NULL,
        place   INTEGER NOT NULL REFERENCES place,
        after   INTEGER REFERENCES place,
        PRIMARY KEY (edition, ord)
    ) WITHOUT ROWID
    """,
    ),
    "2": (
        "ALTER TABLE source ADD COLUMN holds TEXT NOT NULL DEFAULT ''",
        """
        UPDATE source SET holds = coalesce((
            SELECT group_concat(lang, ' ') FROM (SELECT DISTINCT lang FROM edition WHERE edition.source = source.id)
        ), '')
        """,
        "DROP INDEX span_place",
        "DROP INDEX span_last",
        "ALTER TABLE span RENAME COLUMN last TO ended",
        """
        UPDATE span SET ended = coalesce((
            SELECT min(effective) FROM edition JOIN place ON place.lang = edition.lang
            WHERE place.id = span.place AND partial = 0 AND effective > ended
        ), '9999-12-31')
        """,
        "CREATE INDEX span_place ON span (place, first, ended)",
        "CREATE INDEX span_ended ON span (ended, first)",
        "CREATE INDEX span_wording ON span (wording)",
        "CREATE INDEX excerpt_wording ON excerpt (wording)",
    ),
    "3": (
        "DROP TABLE reference",
        """
    CREATE TABLE reference (
        wording    INTEGER NOT NULL REFERENCES wording,
        place      INTEGER NOT NULL,
        example    INTEGER,
        start      INTEGER NOT NULL,
        "end"      INTEGER NOT NULL,
        text       TEXT NOT NULL,
        target     TEXT,
        target_end TEXT,
        title      TEXT NOT NULL,
        term       TEXT NOT NULL,
        PRIMARY KEY (wording, place)
    ) WITHOUT ROWID
    """,
        "CREATE INDEX reference_target ON reference (target)",
        lambda writer: writer.rebuild_references(),
    ),
    "4": (
        """
    CREATE TABLE link (
        edition    INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
        new        INTEGER NOT NULL REFERENCES place,
        old        INTEGER NOT NULL REFERENCES place,
        kind       TEXT NOT NULL,
        confidence REAL NOT NULL,
        reason     TEXT NOT NULL,
        PRIMARY KEY (edition, new, old)
    ) WITHOUT ROWID
    """,
        "CREATE INDEX link_old ON link (edition, old)",
        lambda writer: writer.rebuild_links(),
    ),
    "5": ("ALTER TABLE finding ADD COLUMN said TEXT NOT NULL DEFAULT ''",),
}
_WAIT_SECONDS = 10.0
# SQLite's own message may quote a whole rule.
_MOST_OF_A_MESSAGE = 120
# What reading a damaged file raises; the latter where SQLite's own message quotes bytes of it.
_DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)


class Closable(Protocol):
    """Something that must be closed."""

    def close(self) -> None:
        """Let go of what it holds."""


Kept = TypeVar("Kept", bound=Closable)


class Store:
    """An open knowledge base.

    Use as a context manager, or call `close`.

    Attributes:
        home: the folder that the knowledge base lives in.
        connection: for reading by the other modules of `kb`.
    """

    def __init__(self, home: Path, connection: sqlite3.Connection) -> None:
        self.home = home
        self.connection = connection
        self._kept: dict[Hashable, Closable] = {}
        self._kept_of = ""

    @cached_property
    def _remembered(self) -> WriteCache:
        from kb.storage.writer import WriteCache

        return WriteCache()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, problem: BaseException | None, _trace: object) -> None:
        damage = self._damage_behind(problem)
        self.close()
        if damage:
            raise _damaged(self.home / DATABASE_FILE_NAME, damage) from problem

    def _damage_behind(self, problem: BaseException | None) -> str:
        """What is wrong with the file, if that may be what went wrong; else nothing.

        Damage shows only when the page concerned is read: as SQLite's plain error, no subclass, or as anything
        at all that comes of reading what nobody wrote.
        """
        if not isinstance(problem, Exception) or isinstance(problem, StoreError):
            return ""
        if type(problem) is sqlite3.DatabaseError or "Could not decode" in str(problem):
            return failure_reason(problem)
        try:
            (found,) = self.connection.execute("PRAGMA quick_check(1)").fetchone()
        except _DAMAGE as failure:
            return "" if isinstance(failure, sqlite3.OperationalError) else str(failure)
        return "" if found == "ok" else str(found).splitlines()[-1]

    def close(self) -> None:
        """Close the file; the store can't be used after."""
        self._let_go()
        self.connection.close()

    def cached_value(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """What was made of the store's contents, such as an open index: made once, kept while they stay as they are.

        Args:
            key: which thing it is; the same key always for things of one type.
            make: makes it, when it isn't there. It is closed with the store, or when the store has changed.
        """
        generation = self.generation
        if generation != self._kept_of:
            self._let_go()
            self._kept_of = generation
        if key not in self._kept:
            self._kept[key] = make()
        return cast("Kept", self._kept[key])

    def discard_cached(self, key: Hashable) -> None:
        """Close what was kept under a key, and make it anew when it is asked for again."""
        if key in self._kept:
            self._kept.pop(key).close()

    def _let_go(self) -> None:
        while self._kept:
            self._kept.popitem()[1].close()

    @classmethod
    def open(cls, home: Path, *, create: bool = False) -> Store:
        """Open the knowledge base of a folder.

        Args:
            home: the folder.
            create: make the folder and an empty knowledge base if there is none.

        Raises:
            StoreError: there is none, it can't be read or made, it is damaged, or another program
                or a newer one made it.
        """
        path = home / DATABASE_FILE_NAME
        try:
            if not path.exists():
                if not create:
                    raise StoreError(home, _("there is no knowledge base in {folder}", folder=home))
                home.mkdir(parents=True, exist_ok=True)
                _create(path)
            store = cls(home, _connect(path))
            _bring_up_to_date(store)
            version = store.meta("schema") or "0"
        except OSError as problem:
            raise StoreError(home, _cannot_write(home, failure_reason(problem))) from problem
        except sqlite3.OperationalError as problem:
            if "no such" in str(problem):
                message = _(
                    "{path} is no knowledge base ({problem}); move it away, or use another --home",
                    path=path,
                    problem=failure_reason(problem),
                )
                raise StoreError(path, message) from problem
            raise StoreError(home, _cannot_write(home, failure_reason(problem))) from problem
        except _DAMAGE as problem:
            raise _damaged(path, failure_reason(problem)) from problem
        if version != str(SCHEMA_VERSION):
            store.close()
            raise StoreError(
                path,
                _(
                    "{path} has schema {version}, this program reads {known}; update it or use another --home",
                    path=path,
                    version=version,
                    known=SCHEMA_VERSION,
                ),
            )
        return store

    @classmethod
    @contextmanager
    def open_readonly(cls, home: Path) -> Iterator[Store]:
        """The knowledge base of a folder, to look something up in passing: nothing is made, mended or waited for.

        Raises:
            StoreError: there is none that this version reads as it is, or it is damaged or just being written.
        """
        path = home / DATABASE_FILE_NAME
        try:
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)
        except sqlite3.Error as problem:
            raise StoreError(home, _("there is no knowledge base in {folder}", folder=home)) from problem
        try:
            store = cls(home, connection)
            if store.meta("schema") != str(SCHEMA_VERSION):
                raise StoreError(home, _("there is no knowledge base in {folder}", folder=home))
            yield store
        except _DAMAGE as problem:
            raise _damaged(path, failure_reason(problem)) from problem
        finally:
            connection.close()

    def meta(self, key: str) -> str | None:
        """A value of the store about itself, such as its generation."""
        row = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    @property
    def generation(self) -> str:
        """A token that changes with every change of the contents; the index carries the same."""
        return self.meta("generation") or ""

    def has_document(self, sha256: str, lang: Lang | None = None) -> bool:
        """Whether a document with these bytes was taken in: all its rules, or those in one language."""
        row = self.connection.execute("SELECT holds FROM source WHERE sha256 = ?", (sha256,)).fetchone()
        if row is None:
            return False
        wanted = set(row[0].split() if lang is None else [lang])
        return wanted <= self.languages_taken_from(sha256)

    def languages_taken_from(self, sha256: str) -> frozenset[Lang]:
        """The languages in which editions were taken from the document with these bytes."""
        query = "SELECT DISTINCT lang FROM edition JOIN source ON source.id = edition.source WHERE sha256 = ?"
        return frozenset(lang for (lang,) in self.connection.execute(query, (sha256,)))

    def whole_edition_summary(self, lang: Lang, effective: date) -> tuple[str, tuple[str, ...]] | None:
        """Name of the source and codes of the findings of the whole edition of that day, if it is known."""
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
        """The kinds and labels of what whole editions print on a day: `("rule", "306.5")`."""
        rows = self.connection.execute(
            f"""
            SELECT kind, label FROM span JOIN place ON place.id = place
            WHERE lang = :lang AND {carried_on(":day")}
            """,
            {"lang": lang, "day": effective.isoformat()},
        )
        return {(str(kind), str(label)) for kind, label in rows}

    def copy_to(self, path: Path) -> None:
        """Copy everything into a new SQLite file, packed.

        Raises:
            StoreError: the file can't be written.
        """
        try:
            self.connection.execute("VACUUM INTO ?", (str(path),))
        except sqlite3.OperationalError as problem:
            raise StoreError(path, _("cannot write {file}: {why}", file=path, why=failure_reason(problem))) from problem

    @contextmanager
    def writer_lock(self) -> Iterator[None]:
        """Hold the right to write while this lasts: over many transactions and the index.

        Raises:
            StoreError: another process holds it for over ten seconds, or the folder can't be written.
        """
        from filelock import FileLock, Timeout

        lock, holder = self.home / "writer.lock", self.home / "writer.txt"
        try:
            with FileLock(lock, timeout=_WAIT_SECONDS):
                try:
                    holder.write_text(f"{os.getpid()} {datetime.now(UTC):%Y-%m-%d %H:%M:%S}\n")
                    yield
                finally:
                    holder.unlink(missing_ok=True)
        except Timeout as problem:
            raise StoreError(self.home, _busy(self.home, holder)) from problem
        except OSError as problem:
            raise StoreError(self.home, _cannot_write(self.home, failure_reason(problem))) from problem

    @property
    def is_being_written(self) -> bool:
        """Whether another process holds the right to write just now."""
        from filelock import FileLock, Timeout

        try:
            with FileLock(self.home / "writer.lock", timeout=0):
                return False
        except Timeout:
            return True
        except OSError:
            return False

    @contextmanager
    def transaction(self, *, defer_excerpt_links: bool = False) -> Iterator[Writer]:
        """One transaction: all of what is written in it is kept, or nothing.

        Args:
            more_follows: leave the linking of excerpts to a later transaction.

        Raises:
            StoreError: the folder can't be written, or another process is writing.
        """
        from kb.storage.writer import Writer

        try:
            self.connection.execute("BEGIN IMMEDIATE")
            self._remembered.drop_outdated_spans(self.generation)
            writer = Writer(self.connection, self._remembered)
            yield writer
            if not defer_excerpt_links:
                writer.link_excerpts()
            if writer.changed:
                self._remembered.generation = _new_generation()
                self.set_meta("generation", self._remembered.generation)
            self.connection.execute("COMMIT")
        except (OSError, sqlite3.OperationalError) as problem:
            self._roll_back()
            if "locked" in str(problem):
                raise StoreError(self.home, _busy(self.home, self.home / "writer.txt")) from problem
            raise StoreError(self.home, _cannot_write(self.home, str(problem))) from problem
        except BaseException:
            self._roll_back()
            raise

    def set_meta(self, key: str, value: str) -> None:
        """Keep a value of the store about itself; within `writing`."""
        self.connection.execute(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value)
        )

    def _roll_back(self) -> None:
        self._remembered.clear()
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")


def _new_generation() -> str:
    return os.urandom(8).hex()


def _create(path: Path) -> None:
    """Make an empty knowledge base: complete under another name first, then renamed into place."""
    from importlib import resources

    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    try:
        connection = sqlite3.connect(draft)
        try:
            # One transaction: else every statement waits for the disk.
            schema = resources.files("kb.storage").joinpath("schema.sql").read_text(encoding="utf-8")
            connection.executescript(f"BEGIN;\n{schema}")
            connection.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA_VERSION),))
            connection.execute("INSERT INTO meta VALUES ('generation', ?)", (_new_generation(),))
            connection.commit()
            # Readers go on while an edition is written.
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
        try:
            # link, unlike rename, leaves alone the file that another process made in the meantime
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:
            draft.replace(path)
    finally:
        for left in (draft, draft.with_name(f"{draft.name}-journal")):
            left.unlink(missing_ok=True)


def _bring_up_to_date(store: Store) -> None:
    """Bring a store of an earlier schema to this one, where its folder can be written."""
    while store.meta("schema") in _STEPS:
        with store.transaction() as writer:
            # Another process may have taken the step while this one waited.
            version = int(store.meta("schema") or 0)
            if step := _STEPS.get(str(version)):
                for part in step:
                    if isinstance(part, str):
                        store.connection.execute(part)
                    else:
                        part(writer)
                store.set_meta("schema", str(version + 1))


def _connect(path: Path) -> sqlite3.Connection:
    """Connect for reading and writing, or for reading alone where the folder can't be written."""
    uri = path.absolute().as_uri()
    connection = sqlite3.connect(f"{uri}?mode=rw", uri=True, timeout=_WAIT_SECONDS, isolation_level=None)
    try:
        connection.execute("SELECT key, value FROM meta LIMIT 1").fetchone()
    except _DAMAGE as problem:
        connection.close()
        unreadable = not isinstance(problem, sqlite3.OperationalError)
        if unreadable or "no such" in str(problem) or "locked" in str(problem):
            raise
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            raise StoreError(
                path,
                _(
                    "{path} was left in the middle of writing, and its folder can't be written ({problem}); "
                    "copy the folder to where it can, and name that with --home",
                    path=path,
                    problem=failure_reason(problem),
                ),
            ) from problem
        # A write-ahead log needs a file beside it; a folder that can't be written, or is full, has no writer either.
        connection = sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None)
        connection.execute("SELECT value FROM meta LIMIT 1").fetchone()
        return connection
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _damaged(path: Path, damage: str) -> StoreError:
    message = _(
        "{path} is damaged ({damage}); move it away, then run this again",
        path=path,
        damage=damage[:_MOST_OF_A_MESSAGE],
    )
    return StoreError(path, message)


def _cannot_write(home: Path, why: str) -> str:
    return _(
        "cannot write the knowledge base in {folder}: {why}; name another folder with --home or RULES_HOME",
        folder=home,
        why=why,
    )


def _busy(home: Path, marker: Path) -> str:
    try:
        process, _space, since = marker.read_text().strip().partition(" ")
        holder = _("process {number}, since {time} UTC", number=process, time=since)
    except OSError:
        holder = _("another process")
    return _(
        "the knowledge base in {folder} is being written by {holder}; run this again when it is done",
        folder=home,
        holder=holder,
    )
