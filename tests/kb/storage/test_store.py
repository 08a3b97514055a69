"""The store: it gives back what was ingested, in any order, and no failure leaves it half-written."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kb.storage.store
from kb.errors import StoreError
from kb.languages import LANGUAGES
from kb.model import Edition, GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.storage.database_file import DATABASE_FILE_NAME, SCHEMA_VERSION
from kb.storage.in_force import NOT_ENDED
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

ROOT = Path(__file__).resolve().parents[3]
Libraries = Callable[[], st.SearchStrategy[tuple[Edition, ...]]]


def dump(store: Store) -> list[str]:
    """Return every row of the store."""
    return list(store.connection.iterdump())


def expected_spans(library: tuple[Edition, ...]) -> Counter[tuple[str, str, int, str, str, str, str]]:
    """Count the periods in which whole editions print each wording, computed without the store."""
    found: Counter[tuple[str, str, int, str, str, str, str]] = Counter()
    for lang in LANGUAGES:
        open_runs: dict[tuple[Any, ...], str] = {}
        whole = sorted((e for e in library if e.lang == lang and not e.partial), key=lambda e: e.effective)
        for edition in whole:
            day = edition.effective.isoformat()
            seen: Counter[str] = Counter()
            now = []
            items: tuple[Rule | GlossaryEntry, ...] = (*edition.rules, *edition.glossary)
            for item in items:
                label = str(item.number) if isinstance(item, Rule) else item.term
                seen[label] += 1
                examples = item.examples if isinstance(item, Rule) else ()
                printed = item.printed_number if isinstance(item, Rule) else ""
                now.append((label, seen[label], printed, (item.text_lang, item.text, examples)))
            for gone in set(open_runs) - set(now):
                found[lang, gone[0], gone[1], gone[2], gone[3][1], open_runs.pop(gone), day] += 1
            for row in now:
                open_runs.setdefault(row, day)
        for row, first in open_runs.items():
            found[lang, row[0], row[1], row[2], row[3][1], first, NOT_ENDED] += 1
    return found


@settings(max_examples=40)
@given(data=st.data())
def test_order_of_arrival_does_not_matter(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """Editions ingested in any order give the same content on every day and the same spans."""
    library = data.draw(some_library())
    shuffled = data.draw(st.permutations(library))
    with invented.store(*library) as store, invented.store(*shuffled) as other:
        assert invented.content(store) == invented.content(other)


@settings(max_examples=40)
@given(data=st.data())
def test_spans_are_what_the_editions_print(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """A span begins with the first edition that prints a wording in a place and ends with the next that doesn't."""
    library = tuple(data.draw(st.permutations(data.draw(some_library()))))
    with invented.store(*library) as store:
        rows = store.connection.execute(
            """
            SELECT place.lang, label, nth, printed, text, first, ended
            FROM span JOIN place ON place.id = place JOIN wording ON wording.id = wording
            """
        )
        assert Counter(rows) == expected_spans(library)


@settings(max_examples=40)
@given(data=st.data())
def test_removing_leaves_no_trace(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """After a document is removed, the store has the same content as a store that never had it."""
    library = data.draw(some_library())
    removed = data.draw(st.sampled_from(library))
    rest = tuple(edition for edition in library if edition is not removed)
    with invented.store(*library) as store, invented.store(*rest) as other:
        before = store.generation
        with store.transaction() as writer:
            if removed.partial:
                writer.remove_document(removed.source.sha256)
            else:
                writer.remove_whole_edition(removed.lang, removed.effective)
        assert invented.content(store) == invented.content(other)
        assert not store.has_document(removed.source.sha256)
        assert store.generation != before


@settings(max_examples=40)
@given(data=st.data())
def test_replacing_is_removing_and_adding(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """Removing a document and adding it again in one transaction changes nothing."""
    library = data.draw(some_library())
    again = data.draw(st.sampled_from(library))
    with invented.store(*library) as store:
        before = invented.content(store)
        with store.transaction() as writer:
            writer.remove_document(again.source.sha256)
            writer.add_edition(again)
        assert invented.content(store) == before


def test_spans_split_and_join(invented: Invented) -> None:
    """An edition between two equal ones splits their span; after its removal the span is whole again."""
    same, other = invented.rule("306.5", "Loyalty."), invented.rule("306.5", "Fidelity.")
    query = "SELECT text, first, ended FROM span JOIN wording ON wording.id = wording ORDER BY first"
    with invented.store(invented.edition("a", "2019-01-01", same), invented.edition("c", "2021-01-01", same)) as store:
        whole = [("Loyalty.", "2019-01-01", NOT_ENDED)]
        assert store.connection.execute(query).fetchall() == whole
        invented.add(store, invented.edition("b", "2020-01-01", other))
        assert store.connection.execute(query).fetchall() == [
            ("Loyalty.", "2019-01-01", "2020-01-01"),
            ("Fidelity.", "2020-01-01", "2021-01-01"),
            ("Loyalty.", "2021-01-01", NOT_ENDED),
        ]
        with store.transaction() as writer:
            writer.remove_whole_edition("en", date(2020, 1, 1))
        assert store.connection.execute(query).fetchall() == whole


def test_cached_spans_are_refreshed(invented: Invented) -> None:
    """After another connection has written, cached spans are read again."""
    rules = [invented.rule("306.5", text) for text in ("Loyalty.", "Fidelity.", "Loyalty.", "Fidelity.")]
    editions = [invented.edition(f"document {at}", f"{2019 + at}-01-01", rule) for at, rule in enumerate(rules)]
    first, split, last, after = editions
    with invented.store(first, last) as store, Store.open(store.home) as other:
        invented.add(other, split)
        invented.add(store, after)
        with other.transaction() as writer:
            writer.remove_whole_edition("en", split.effective)
            writer.remove_whole_edition("en", last.effective)
        invented.add(store, last)
        with invented.store(first, last, after) as alone:
            assert invented.content(store) == invented.content(alone)


TO_SCHEMA_7 = """
    PRAGMA foreign_keys = OFF;
    DROP INDEX edition_whole;
    ALTER TABLE edition DROP COLUMN doc;
    CREATE UNIQUE INDEX edition_whole ON edition (lang, effective) WHERE partial = 0;
    CREATE TABLE former_place (
        id INTEGER PRIMARY KEY, lang TEXT NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL, nth INTEGER NOT NULL,
        sort_key TEXT NOT NULL, UNIQUE (lang, kind, label, nth)
    );
    INSERT INTO former_place SELECT id, lang, kind, label, nth, sort_key FROM place;
    DROP TABLE place;
    ALTER TABLE former_place RENAME TO place;
    CREATE INDEX place_order ON place (lang, kind, sort_key, nth);
    ALTER TABLE reference DROP COLUMN doc;
    DROP TABLE counterpart;
    PRAGMA foreign_keys = ON;
    """
"""What turns a store into one of schema 7, which had neither documents nor finished translations of the glossary."""


@settings(max_examples=20)
@given(data=st.data())
def test_migration_of_schema_7(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """A store migrated from schema 7 has the content of a new one, its generation, and the same constraints."""
    schema = "SELECT type, name, tbl_name FROM sqlite_master WHERE tbl_name IN ('edition', 'place', 'reference')"
    with invented.store(*data.draw(some_library())) as store:
        before, made_today, generation = invented.content(store), dump(store), store.generation
        tables = set(store.connection.execute(schema))
        store.connection.executescript(TO_SCHEMA_7 + "UPDATE meta SET value = '7' WHERE key = 'schema';")
        with Store.open(store.home) as opened:
            assert opened.meta("schema") == str(SCHEMA_VERSION)
            assert opened.generation == generation
            assert invented.content(opened) == before
            assert sorted(row for row in dump(opened) if row.startswith("INSERT")) == sorted(
                row for row in made_today if row.startswith("INSERT")
            )
            assert set(opened.connection.execute(schema)) == tables
            assert opened.connection.execute("PRAGMA foreign_key_check").fetchall() == []
            assert opened.connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


@settings(max_examples=20)
@given(data=st.data())
def test_migration_of_schema_2(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """Schema 2 stored the last edition of each span; the migrated store has the same content as a new one."""
    with invented.store(*data.draw(some_library())) as store:
        before = invented.content(store)
        store.connection.executescript(
            TO_SCHEMA_7
            + """
            ALTER TABLE source DROP COLUMN holds;
            ALTER TABLE finding DROP COLUMN said;
            ALTER TABLE source DROP COLUMN location;
            DROP TABLE superseded;
            DROP INDEX span_place;
            DROP INDEX span_ended;
            DROP INDEX span_wording;
            DROP INDEX excerpt_wording;
            ALTER TABLE span RENAME COLUMN ended TO last;
            DROP TABLE link;
            UPDATE span SET last = (
                SELECT max(effective) FROM edition JOIN place ON place.lang = edition.lang
                WHERE place.id = span.place AND partial = 0 AND effective < last);
            CREATE INDEX span_place ON span (place, first, last);
            CREATE INDEX span_last ON span (last, first);
            UPDATE meta SET value = '2' WHERE key = 'schema';
            """
        )
        with Store.open(store.home) as opened:
            assert opened.meta("schema") == str(SCHEMA_VERSION)
            assert invented.content(opened) == before


def test_identical_wordings_are_stored_once(invented: Invented) -> None:
    """Sixty editions with the same text have one wording and one span for each place."""
    rules = [invented.rule(f"306.{at}", f"Text {at} (see rule 306.1).", "An example.") for at in range(1, 11)]
    moved = invented.rule("307.1", "Text 1 (see rule 306.1).", "An example.")
    days = [date(2000 + at // 12, at % 12 + 1, 1) for at in range(60)]
    content = [invented.edition(f"document {day}", day, *rules, moved) for day in days]
    with invented.store(*content) as store:
        rows = {
            table: store.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("edition", "wording", "span", "place", "example", "reference")
        }
    assert rows == {"edition": 60, "wording": 10, "span": 11, "place": 11, "example": 10, "reference": 10}


def test_counts_of_references(invented: Invented) -> None:
    """An edition counts its references and dangling references; a range counts two, a glossary reference none."""
    rules = (
        invented.rule("100.1", "See rules 100.1a–c and section 3.", "See rule 999."),
        invented.rule("100.1a", "See rule 100.1."),
        invented.rule("100.1b", "See rule 100.1."),
    )
    entry = GlossaryEntry("Play", "See Cast. See rule 100.1b.")
    whole = invented.edition("whole", "2020-01-01", *rules, glossary=[entry])
    excerpt = invented.edition("excerpt", "2021-01-01", *rules, partial=True)
    with invented.store(whole, excerpt) as store:
        rows = store.connection.execute('SELECT "references", dangling FROM edition ORDER BY effective').fetchall()
    assert rows == [(7, 3), (6, None)]


def test_migration_of_schema_3(invented: Invented, tmp_path: Path) -> None:
    """A store migrated from schema 3 has titles, glossary references and counts like a new one."""
    rules = (
        invented.rule("100.1", "See rule 100.2, “Cards,” and section 3.", "As 100.1.", "Or rule702.72."),
        invented.rule("100.2", "Cards."),
    )
    columns = "SELECT name, type, \"notnull\", pk FROM pragma_table_info('reference')"

    def said(store: Store) -> tuple[list[Any], list[str]]:
        rows = [row for row in dump(store) if not row.startswith("CREATE")]
        return store.connection.execute(columns).fetchall(), rows

    with Store.open(tmp_path, create=True) as store:
        invented.add(
            store,
            invented.edition("old", "2019-01-01", *rules, glossary=[GlossaryEntry("Play", "See Cast.")]),
            invented.edition("new", "2020-01-01", invented.rule("100.1", "See rule 100.9.")),
            invented.edition("excerpt", "2021-01-01", *rules, partial=True),
        )
        made_today = said(store)
        store.connection.executescript(
            TO_SCHEMA_7
            + """
            CREATE TABLE former (
                wording INTEGER NOT NULL, place INTEGER NOT NULL, example INTEGER, start INTEGER NOT NULL,
                "end" INTEGER NOT NULL, text TEXT NOT NULL, target TEXT NOT NULL, target_end TEXT,
                PRIMARY KEY (wording, place)
            ) WITHOUT ROWID;
            INSERT INTO former VALUES (1, 0, NULL, 0, 8, 'rule 999', '999', NULL);
            ALTER TABLE finding DROP COLUMN said;
            ALTER TABLE source DROP COLUMN location;
            DROP TABLE superseded;
            DROP TABLE link;
            DROP TABLE reference;
            ALTER TABLE former RENAME TO reference;
            CREATE INDEX reference_target ON reference (target);
            UPDATE edition SET "references" = 0, dangling = dangling + 1;
            UPDATE meta SET value = '3' WHERE key = 'schema';
            """
        )
        assert said(store) != made_today
    with Store.open(tmp_path) as store:
        assert said(store) == made_today


@settings(max_examples=20)
@given(data=st.data())
def test_migration_of_schema_4(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """A store migrated from schema 4, which had no links, has the links of a new one."""
    with invented.store(*data.draw(some_library())) as store:
        before = invented.content(store)
        store.connection.executescript(
            TO_SCHEMA_7
            + """
            ALTER TABLE finding DROP COLUMN said;
            ALTER TABLE source DROP COLUMN location;
            DROP TABLE superseded;
            DROP TABLE link;
            UPDATE meta SET value = '4' WHERE key = 'schema';
            """
        )
        with Store.open(store.home) as opened:
            assert opened.meta("schema") == str(SCHEMA_VERSION)
            tables = "SELECT name, sql FROM sqlite_master WHERE tbl_name = 'link' AND sql IS NOT NULL"
            assert dict(opened.connection.execute(tables)).keys() == {"link", "link_old"}
            assert invented.content(opened) == before


def test_migration_of_schema_6(invented: Invented, tmp_path: Path) -> None:
    """A store migrated from schema 6 knows where a page is, but not where a relative path began."""
    names = ("https://example.org/page", "/rules/page.txt", "page.txt")
    with Store.open(tmp_path, create=True) as store:
        editions = (invented.edition(name, "2020-01-01", partial=True) for name in names)
        invented.add(store, *editions)
        store.connection.executescript(
            TO_SCHEMA_7
            + """
            DROP TABLE superseded;
            ALTER TABLE source DROP COLUMN location;
            UPDATE meta SET value = '6' WHERE key = 'schema';
            """
        )
    with Store.open(tmp_path) as store:
        rows = store.connection.execute("SELECT name, location FROM source").fetchall()
        assert dict(rows) == {names[0]: names[0], names[1]: names[1], names[2]: ""}
        assert store.connection.execute("SELECT * FROM superseded").fetchall() == []


def test_migration_of_schema_8(invented: Invented) -> None:
    """Schema 8 sorted headwords by their accents; a migrated store has the printed order of each edition."""
    heads = ("Écho", "Effet", "Exil", "Étape", "Zone")
    glossary = [GlossaryEntry(head, "Un.", "fr") for head in heads]
    whole = invented.edition("whole", "2020-01-01", invented.rule("100.1", "Un."), glossary=glossary, lang="fr")
    with invented.store(whole) as store:
        before = invented.content(store)
        store.connection.executescript(
            """
            DROP TABLE counterpart;
            DELETE FROM displaced;
            UPDATE meta SET value = '8' WHERE key = 'schema';
            """
        )
        for (label,) in store.connection.execute("SELECT label FROM place WHERE kind = 'glossary'").fetchall():
            store.connection.execute("UPDATE place SET sort_key = ? WHERE label = ?", (label.casefold(), label))
        # As schema 8 sorted them, "écho" and "étape" come after "zone".
        moved = """
            INSERT INTO displaced SELECT 1, ?, a.id, b.id FROM place AS a, place AS b WHERE a.label = ? AND b.label = ?
            """
        store.connection.execute(moved, (0, "Écho", "100.1"))
        store.connection.execute(moved, (1, "Étape", "Exil"))
        store.connection.commit()
        with Store.open(store.home) as opened:
            assert invented.content(opened) == before
            printed = View(opened, "fr", date(2020, 1, 1)).printed_glossary()
            assert tuple(entry.item.term for entry in printed) == heads


def test_a_failed_transaction_is_undone(invented: Invented) -> None:
    """Any exception in a transaction undoes all of its changes, including the generation."""
    first = invented.edition("first", "2019-01-01", invented.rule("306.5", "Loyalty."))
    second = invented.edition("second", "2020-01-01", invented.rule("306.5", "Fidelity."))

    def fail(store: Store, failure: type[BaseException]) -> None:
        with store.transaction() as writer:
            writer.remove_whole_edition("en", date(2019, 1, 1))
            writer.add_edition(second)
            raise failure

    with invented.store(first) as store:
        before = dump(store)
        for failure in (ZeroDivisionError, KeyboardInterrupt, SystemExit):
            with pytest.raises(failure):
                fail(store, failure)
            assert dump(store) == before
        invented.add(store, second)
        assert dump(store) != before


def test_a_second_whole_edition_of_a_day_is_rejected(invented: Invented) -> None:
    """The store rejects a second whole edition of a day and keeps nothing of it."""
    with invented.store(invented.edition("one", "2020-01-01", invented.rule("306.5", "Loyalty."))) as store:
        before = dump(store)
        with pytest.raises(sqlite3.IntegrityError):
            invented.add(store, invented.edition("two", "2020-01-01", invented.rule("306.5", "Fidelity.")))
        assert dump(store) == before


def test_generation_changes_with_the_contents_only(invented: Invented) -> None:
    """The generation changes with every change of the content, and only then."""
    with invented.store() as store:
        seen = [store.generation]
        invented.add(store, invented.edition("a", "2020-01-01", invented.rule("306.5", "Loyalty.")))
        seen.append(store.generation)
        with store.transaction() as writer:
            writer.remove_whole_edition("en", date(2020, 1, 1))
        seen.append(store.generation)
        assert len(set(seen)) == 3
        with store.transaction() as writer:
            writer.remove_whole_edition("en", date(2020, 1, 1))
            store.set_meta("note", "kept")
        assert (store.generation, store.meta("note"), store.meta("nothing")) == (seen[-1], "kept", None)


def test_known_documents_and_editions(invented: Invented) -> None:
    """The store recognizes a document by its bytes and a whole edition by language and day."""
    whole = invented.edition("whole.txt", "2020-01-01", invented.rule("306.5", "Loyalty."))
    excerpt = invented.edition("page.txt", "2021-01-01", invented.rule("306.5", "Fidelity."), partial=True)
    with invented.store(whole, excerpt) as store:
        assert store.has_document(whole.source.sha256)
        assert store.has_document(excerpt.source.sha256)
        assert not store.has_document("0" * 64)
        assert store.whole_edition_summary("en", date(2020, 1, 1)) == ("whole.txt", ())
        assert store.whole_edition_summary("fr", date(2020, 1, 1)) is None
        assert store.whole_edition_summary("en", date(2021, 1, 1)) is None


# Ways to damage the file of a knowledge base, and a word that the message must contain.


def no_file(path: Path) -> None:
    path.unlink()


def not_a_database(path: Path) -> None:
    path.write_bytes(b"306. Planeswalkers\n" * 500)


def empty_file(path: Path) -> None:
    path.write_bytes(b"")


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def first_page_overwritten(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff" * 3996 + data[4096:])


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def made_by_another_program(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()


def with_another_meta(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE meta (name TEXT)")
    connection.close()


def schema(value: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (value,))
        connection.close()

    return change


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (no_file, "no knowledge base"),
        (not_a_database, "damaged"),
        (truncated, "damaged"),
        (first_page_overwritten, "damaged"),
        (empty_file, "is no knowledge base"),
        (made_by_another_program, "is no knowledge base"),
        (with_another_meta, "is no knowledge base"),
        (folder, "unable to open"),
        (schema("99"), "schema 99"),
        (schema("newest"), "schema newest"),
    ],
)
def test_damaged_homes(tmp_path: Path, spoil: Callable[[Path], None], word: str, invented: Invented) -> None:
    """A missing, damaged or foreign file is rejected in one line with its path and the reason."""
    with Store.open(tmp_path, create=True) as store:
        invented.add(store, invented.edition("a", "2020-01-01", invented.rule("306.5", "Loyalty.")))
    spoil(tmp_path / DATABASE_FILE_NAME)
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path)
    message = str(caught.value)
    assert word in message
    assert str(tmp_path) in message
    assert "\n" not in message


@pytest.mark.parametrize("below", [".", "home", "some/where/below"])
def test_home_under_a_file(tmp_path: Path, below: str) -> None:
    """A home that is a file, or lies below a file, is rejected for creating and for reading."""
    file = tmp_path / "file"
    file.write_text("not a folder")
    for create in (True, False):
        with pytest.raises(StoreError) as caught:
            Store.open(file / below, create=create)
        assert str(file) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert file.read_text() == "not a folder"


def test_opening_makes_a_home_only_if_asked(tmp_path: Path) -> None:
    """Opening for reading creates no file; creating a home makes its parent folders and leaves no draft."""
    home = tmp_path / "a" / "b"
    with pytest.raises(StoreError, match="no knowledge base"):
        Store.open(home)
    assert not home.exists()
    with Store.open(home, create=True) as store:
        generation = store.generation
    assert sorted(path.name for path in home.iterdir()) == [DATABASE_FILE_NAME, "writer.lock"]
    with Store.open(home, create=True) as store:
        assert store.generation == generation


def test_drafts_of_killed_processes_are_deleted(tmp_path: Path) -> None:
    """What a process left that was killed while it made a knowledge base is deleted, whatever its number was."""
    left = [f"rules.sqlite{end}" for end in (".new", ".new-journal", ".4711.new", ".4711.new-wal", ".4711.new-shm")]
    kept = ["rules.sqlite.2026.bak", "rules.sqlite.renewed", "notes.new"]

    def leave() -> None:
        for name in (*left, *kept):
            (tmp_path / name).write_text("half")

    def names() -> list[str]:
        own = {DATABASE_FILE_NAME, f"{DATABASE_FILE_NAME}-wal", f"{DATABASE_FILE_NAME}-shm", "writer.lock"}
        return sorted({path.name for path in tmp_path.iterdir()} - own)

    leave()
    with Store.open(tmp_path, create=True) as store:
        assert names() == sorted(kept)
        store.close()
    leave()
    with Store.open(tmp_path) as store, store.writer_lock():
        pass
    assert names() == sorted(kept)


def test_many_processes_make_one_knowledge_base(tmp_path: Path) -> None:
    """Of several processes that make a knowledge base at once, one makes it, and all use it."""
    script = (
        "import sys; from pathlib import Path; from kb.storage.store import Store; "
        "print(Store.open(Path(sys.argv[1]), create=True).generation)"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    crowd = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(4)]
    assert len({process.communicate()[0] for process in crowd}) == 1
    assert not list(tmp_path.glob("*new*"))


def test_a_store_belongs_to_its_thread(tmp_path: Path) -> None:
    """Another thread that uses a store is told, in one line, to open a store of its own."""
    errors: list[StoreError] = []
    with Store.open(tmp_path, create=True) as store:

        def use(action: Callable[[], object]) -> None:
            try:
                action()
            except StoreError as problem:
                errors.append(problem)

        actions = (
            lambda: store.generation, lambda: View(store, "en", date(2020, 1, 1)).rules(), store.close,
            lambda: store.transaction().__enter__(),
        )  # fmt: skip
        for action in actions:
            thread = threading.Thread(target=use, args=(action,))
            thread.start()
            thread.join()
        assert len(errors) == len(actions)
        for error in errors:
            assert "open one Store in each thread" in str(error)
        assert store.generation
    with Store.open(tmp_path) as first, Store.open(tmp_path) as second:
        assert first.generation == second.generation


def test_second_writer_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second writer waits, then reports who holds the lock; reading is still possible."""
    monkeypatch.setattr(kb.storage.store, "_WAIT_SECONDS", 0.1)
    with Store.open(tmp_path, create=True) as one, Store.open(tmp_path) as two:
        seen = [two.is_being_written]
        with one.writer_lock():
            seen.append(two.is_being_written)
            assert two.generation == one.generation
            with pytest.raises(StoreError, match=f"process {os.getpid()}"), two.writer_lock():
                pytest.fail("two writers at a time")
        seen.append(two.is_being_written)
        with two.writer_lock():
            seen.append(one.is_being_written)
        assert seen == [False, True, False, True]


def test_a_failed_writer_releases_the_lock(tmp_path: Path) -> None:
    """A writer that fails releases the lock, and its error is raised."""
    with Store.open(tmp_path, create=True) as store:
        with pytest.raises(ZeroDivisionError), store.writer_lock():
            raise ZeroDivisionError
        with store.writer_lock():
            pass


def test_second_transaction_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, invented: Invented) -> None:
    """A second transaction is rejected even without the lock."""
    monkeypatch.setattr(kb.storage.store, "_WAIT_SECONDS", 0.1)
    edition = invented.edition("a", "2020-01-01", invented.rule("306.5", "Loyalty."))
    with Store.open(tmp_path, create=True) as one, Store.open(tmp_path) as two:
        with one.transaction() as writer:
            writer.add_edition(edition)
            with pytest.raises(StoreError, match="is being written"), two.transaction():
                pytest.fail("two transactions at a time")
        assert two.has_document(edition.source.sha256)


def test_readers_see_before_or_after(tmp_path: Path, invented: Invented) -> None:
    """While an edition is written, readers see the complete state before it or after it."""
    day = date(2020, 1, 1)
    with Store.open(tmp_path, create=True) as one, Store.open(tmp_path) as two:
        before = two.generation
        with one.transaction() as writer:
            writer.add_edition(
                invented.edition("a", day, invented.rule("306.5", "Loyalty."), invented.rule("306.6", "More."))
            )
            assert View(two, "en", day).rules() == ()
            assert two.generation == before
        assert len(View(two, "en", day).rules()) == 2
        assert two.generation == one.generation != before


KILLED_WRITER = """
import sys
import threading
from datetime import date
from pathlib import Path
from kb.model import Edition, Rule, Source
from kb.rule_number import RuleNumber
from kb.storage.store import Store

with Store.open(Path(sys.argv[1])) as store, store.writer_lock(), store.transaction() as writer:
    writer.remove_whole_edition("en", date(2020, 1, 1))
    # More than a page cache holds, so that some of it has reached the file.
    rules = tuple(Rule(RuleNumber(1, 100, at), f"Text {at}. " * 40) for at in range(1, 9000))
    writer.add_edition(Edition("en", date(2021, 1, 1), False, Source("b", "b" * 64, 1, "text", "utf-8"), rules))
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_writer(tmp_path: Path, invented: Invented) -> None:
    """A killed writer leaves the last complete state and a free lock."""
    edition = invented.edition("a", "2020-01-01", invented.rule("306.5", "Loyalty."))
    with Store.open(tmp_path, create=True) as store:
        invented.add(store, edition)
        before = dump(store)
    with subprocess.Popen(
        [sys.executable, "-c", KILLED_WRITER, str(tmp_path)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    with Store.open(tmp_path) as store:
        assert dump(store) == before
        assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert not store.is_being_written
        with store.writer_lock():
            invented.add(store, invented.edition("b", "2021-01-01", invented.rule("306.5", "Fidelity.")))


def test_reading_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, invented: Invented
) -> None:
    """A knowledge base in a read-only folder can be read; writing is rejected in one line."""
    edition = invented.edition("a", "2020-01-01", invented.rule("306.5", "Loyalty."))
    with Store.open(tmp_path, create=True) as store:
        invented.add(store, edition)
    connect = sqlite3.connect

    def opening(message: str) -> Callable[..., sqlite3.Connection]:
        """Return a `connect` whose connections fail on the first read, when SQLite can't make its log."""

        class Refusing(sqlite3.Connection):
            def execute(self, *_: Any) -> Any:
                raise sqlite3.OperationalError(message)

        def opened(database: str, **options: Any) -> sqlite3.Connection:
            return connect(database, factory=Refusing if "mode=rw" in database else sqlite3.Connection, **options)

        return opened

    for message in ("unable to open database file", "attempt to write a readonly database"):
        monkeypatch.setattr(sqlite3, "connect", opening(message))
        with Store.open(tmp_path) as store:
            (found,) = View(store, "en", edition.effective).rules()
            assert found.item == edition.rules[0]
            with pytest.raises(StoreError, match="cannot write"):
                invented.add(store, invented.edition("b", "2021-01-01"))


def test_numbers_sort_in_sql(invented: Invented) -> None:
    """`sort_key` sorts rules in order in any SQLite tool: 704.5z, 704.5aa, 704.6."""
    order = ["7", "700", "704", "704.5", "704.5a", "704.5z", "704.5aa", "704.6", "704.10", "705"]
    rules = [invented.rule(number, "Text.") for number in reversed(order)]
    with invented.store(invented.edition("a", "2026-01-16", *rules)) as store:
        rows = store.connection.execute("SELECT label FROM place WHERE kind = 'rule' ORDER BY sort_key").fetchall()
        assert [label for (label,) in rows] == order
        below = store.connection.execute(
            "SELECT count(*) FROM place WHERE sort_key >= ? AND sort_key < ?",
            (RuleNumber.parse("704.5").sort_key, RuleNumber.parse("704.6").sort_key),
        )
        assert below.fetchone() == (4,)
