"""The SQLite file of the store: finding its folder, creating it, connecting to it, and the errors that may occur."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path

from kb.errors import BadValue, StoreError, failure_reason
from kb.i18n import _

SCHEMA_VERSION = 9
DATABASE_FILE_NAME, LOCK_FILE_NAME = "rules.sqlite", "writer.lock"
CARDS_FILE_NAME = "cards.sqlite"
"""The card library beside the store (`kb.cards.library`). A search looks for this file without importing more."""
DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""The exceptions for a damaged file. UnicodeDecodeError means that SQLite's message quotes bytes of the file."""

# The end of the name of a draft and of SQLite's files beside it. Earlier versions added the number of the process.
_DRAFT = re.compile(r"(\.\d+)?\.new(-journal|-wal|-shm)?")
# Longer messages are cut, since SQLite's messages may quote a whole rule.
_MAX_MESSAGE = 120


def data_folder(home: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder of the knowledge base: `home`, `RULES_HOME`, or the platform's data folder.

    Raises:
        BadValue: the folder begins with `~` and the name of no user.
    """
    named = home or os.environ.get("RULES_HOME")
    if named:
        try:
            return Path(named).expanduser()
        except RuntimeError as problem:
            expected = _("there is no such user here; name a folder with --home or RULES_HOME")
            raise BadValue("folder", str(named), expected) from problem
    from platformdirs import user_data_path

    return user_data_path("rules", appauthor=False)


def file_identity(home: Path) -> tuple[int, int] | None:
    """Return what tells the file of a knowledge base from other files, or None if there is no file."""
    try:
        status = (home / DATABASE_FILE_NAME).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def new_generation() -> str:
    """Return a random token for a new state of the store's contents."""
    return os.urandom(8).hex()


def create_database(path: Path, wait: float) -> None:
    """Create an empty knowledge base as a draft in the same folder, and rename the complete draft to `path`.

    If another process creates the knowledge base meanwhile, nothing is changed. Wait for it `wait` seconds at most.
    """
    from filelock import FileLock

    with FileLock(path.with_name(LOCK_FILE_NAME), timeout=wait):
        delete_left_drafts(path)
        if not path.exists():
            _create_empty(path)


def delete_left_drafts(path: Path) -> None:
    """Delete what a killed process left of a new knowledge base. The writer's lock must be held."""
    for left in path.parent.glob(f"{path.name}.*"):
        if _DRAFT.fullmatch(left.name.removeprefix(path.name)):
            left.unlink(missing_ok=True)


def _create_empty(path: Path) -> None:
    from importlib import resources

    draft = path.with_name(f"{path.name}.new")
    try:
        connection = sqlite3.connect(draft)
        try:
            # All statements are one transaction. Otherwise each statement would wait for the disk.
            schema = resources.files("kb.storage").joinpath("schema.sql").read_text(encoding="utf-8")
            connection.executescript(f"BEGIN;\n{schema}")
            connection.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA_VERSION),))
            connection.execute("INSERT INTO meta VALUES ('generation', ?)", (new_generation(),))
            connection.commit()
            # With a write-ahead log, readers can go on while an edition is written.
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
        draft.rename(path)
    finally:
        delete_left_drafts(path)


def connect(path: Path, timeout: float) -> sqlite3.Connection:
    """Connect for reading and writing, or only for reading if the folder can't be written.

    SQLite doesn't check the thread: `Store.connection` does.
    """
    uri = path.absolute().as_uri()
    connection = sqlite3.connect(
        f"{uri}?mode=rw", uri=True, timeout=timeout, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("SELECT key, value FROM meta LIMIT 1").fetchone()
    except DAMAGE as problem:
        connection.close()
        unreadable = not isinstance(problem, sqlite3.OperationalError)
        if unreadable or "no such" in str(problem) or "locked" in str(problem):
            raise
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            message = _(
                "{path} was left in the middle of writing, and its folder can't be written ({problem}); "
                "copy the folder to where it can, and name that with --home",
                path=path,
                problem=failure_reason(problem),
            )
            raise StoreError(path, message) from problem
        # SQLite needs a second file for the write-ahead log. If this file can't be created, no process can write. So
        # the database is opened as immutable.
        connection = sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None, check_same_thread=False)
        connection.execute("SELECT value FROM meta LIMIT 1").fetchone()
        return connection
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def missing(home: Path) -> StoreError:
    """Return the error for a folder without a knowledge base."""
    return StoreError(home, _("there is no knowledge base in {folder}", folder=home))


def damaged(path: Path, damage: str) -> StoreError:
    """Return the error for a damaged file."""
    message = _(
        "{path} is damaged ({damage}); move it away, then run this again", path=path, damage=damage[:_MAX_MESSAGE]
    )
    return StoreError(path, message)


def damage_behind(problem: BaseException | None, connection: sqlite3.Connection) -> str:
    """Return a description of the file's damage, or "" if no damage can have caused the exception.

    Damage is noticed only when the damaged page is read. Then SQLite reports an error, or the corrupt data cause some
    other exception.
    """
    if not isinstance(problem, Exception) or isinstance(problem, StoreError):
        return ""
    if type(problem) is sqlite3.DatabaseError or "Could not decode" in str(problem):
        return failure_reason(problem)
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except DAMAGE as failure:
        return "" if isinstance(failure, sqlite3.OperationalError) else str(failure)
    return "" if found == "ok" else str(found).splitlines()[-1]


def cannot_write(home: Path, why: str) -> StoreError:
    """Return the error for a folder that can't be written."""
    message = _(
        "cannot write the knowledge base in {folder}: {why}; name another folder with --home or RULES_HOME",
        folder=home,
        why=why,
    )
    return StoreError(home, message)


def busy(home: Path, marker: Path) -> StoreError:
    """Return the error for a store that another process is writing. The file `marker` has the id of that process."""
    try:
        process, _space, since = marker.read_text().strip().partition(" ")
        holder = _("process {number}, since {time} UTC", number=process, time=since)
    except OSError:
        holder = _("another process")
    message = _(
        "the knowledge base in {folder} is being written by {holder}; run this again when it is done",
        folder=home,
        holder=holder,
    )
    return StoreError(home, message)
