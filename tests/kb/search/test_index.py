"""The saved indexes: built once for all processes of a user, complete, and read only if this user built them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from filelock import FileLock
from hypothesis import given, settings
from hypothesis import strategies as st
from whoosh import index

from kb.languages import LANGUAGES
from kb.search import SearchLimits, SearchResults, build_index, index_builder, search
from kb.search.background_indexer import complete_index
from kb.search.index import is_index_current, open_index
from kb.search.index_builder import IndexDraft, _parts_to_write_again
from kb.search.older_index import last_index
from kb.search.saved_index import INDEX_VERSION, index_folder
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

ROOT = Path(__file__).resolve().parents[3]
DAY = date(2026, 1, 16)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a folder of its own for indexes, and return the folder."""
    monkeypatch.setenv("RULES_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "search"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the index folders in the order in which they are opened."""
    folders: list[str] = []
    open_dir = index.open_dir

    def remember(folder: str, **options: Any) -> Any:
        folders.append(folder)
        return open_dir(folder, **options)

    monkeypatch.setattr(index, "open_dir", remember)
    return folders


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the keys of the documents in the order in which they are indexed."""
    keys: list[str] = []
    documents_of = index_builder.documents_of

    def remember(store: Store, texts: Any) -> Any:
        keys.extend(text.key for text in texts)
        return documents_of(store, texts)

    monkeypatch.setattr(index_builder, "documents_of", remember)
    return keys


def found(store: Store, text: str, **limits: Any) -> SearchResults:
    return search(store, View(store, "en", DAY), text, SearchLimits(**limits))


def numbers(results: SearchResults) -> list[str | None]:
    return [hit.number for hit in results.hits]


def scored(store: Store, text: str) -> list[tuple[str | None, float]]:
    return [(hit.number or hit.term, hit.score) for hit in found(store, text, all_editions=True, limit=50).hits]


def search_again(home: Path) -> list[str | None]:
    """Open a knowledge base and return the numbers that a search finds."""
    with Store.open(home) as store:
        return numbers(found(store, "loyalty"))


def generations(cache: Path) -> list[str]:
    return [path.name for path in cache.glob(f"v{INDEX_VERSION}-*")]


def add(store: Store, invented: Invented, day: str, *rules: tuple[str, str]) -> None:
    """Add an excerpt."""
    made = [invented.rule(number, text) for number, text in rules]
    invented.add(store, invented.edition(f"{day} {rules}", day, *made, partial=True))


def test_index_belongs_to_its_generation(home: Path, cache: Path, invented: Invented, opened: list[str]) -> None:
    """The index is named for the generation; after a change, the next search builds and uses a new one."""
    with Store.open(home) as store:
        found(store, "loyalty")
        before = store.generation
        add(store, invented, "2026-01-16", ("100.1", "Zyzzyva."))
        assert numbers(found(store, "zyzzyva")) == ["100.1"]
        after = store.generation
    assert Path(opened[0]).name.endswith(before)
    assert Path(opened[-1]).name.endswith(after)
    assert not list(cache.glob("draft-*"))


def test_old_indexes_are_deleted(tmp_path: Path, cache: Path, invented: Invented) -> None:
    """Two indexes of a knowledge base are kept, and eight in all: those that were used last."""
    for home in range(7):
        with Store.open(tmp_path / str(home), create=True) as store:
            for at in range(4):
                add(store, invented, "2026-01-16", ("100.1", f"Text {at} of {home}."))
                build_index(store)
            assert is_index_current(store)
        assert len(generations(cache)) == min(2 * (home + 1), 8)
    with Store.open(tmp_path / "0") as store:
        assert not is_index_current(store)


def test_an_index_is_built_once(home: Path, opened: list[str]) -> None:
    """A complete index isn't built again, neither by a search nor by `build_index`."""
    search_again(home)
    before = Path(opened[-1]).stat()
    with Store.open(home) as store:
        build_index(store)
    search_again(home)
    after = Path(opened[-1]).stat()
    assert before.st_ino == after.st_ino
    assert len(set(opened)) == 1


def test_a_copied_knowledge_base_has_its_index(home: Path, tmp_path: Path, indexed: list[str]) -> None:
    """A copy, wherever it is and however it came there, is searched with the index of the original."""
    expected = search_again(home)
    del indexed[:]
    (tmp_path / "copy").mkdir()
    shutil.copy(home / "rules.sqlite", tmp_path / "copy")
    assert search_again(tmp_path / "copy") == expected
    assert not indexed


def test_only_what_is_new_is_indexed(home: Path, invented: Invented, indexed: list[str]) -> None:
    """After an ingest of three rules, a search indexes three texts."""
    with Store.open(home) as store:
        found(store, "loyalty")
        del indexed[:]
        add(store, invented, "2026-01-16", *((f"100.{at}", f"Zyzzyva {at}.") for at in (1, 2, 3)))
        assert sorted(filter(None, numbers(found(store, "zyzzyva")))) == ["100.1", "100.2", "100.3"]
        assert len(indexed) == 3


def test_nothing_in_the_folder_of_a_knowledge_base_is_opened(home: Path, cache: Path, opened: list[str]) -> None:
    """An index that came with a knowledge base is never opened, since its pickles may come from anyone."""
    search_again(home)
    shutil.move(cache, home / "index")
    search_again(home)
    assert opened
    assert all(folder.startswith(str(cache)) for folder in opened)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs permissions of POSIX")
@pytest.mark.parametrize("spoil", ["others can write", "a link", "another owner"])
def test_a_folder_that_others_can_write_is_not_used(
    home: Path, cache: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    """If another user could have put an index into the folder, the index isn't opened, and the search says why."""
    expected = search_again(home)
    del opened[:]
    if spoil == "others can write":
        cache.chmod(0o777)
    elif spoil == "a link":
        cache.rename(cache.with_name("elsewhere"))
        cache.symlink_to(cache.with_name("elsewhere"))
    else:
        monkeypatch.setattr(os, "getuid", lambda: 12345)
    told: list[str] = []
    with Store.open(home) as store:
        store.tell = told.append
        assert numbers(found(store, "loyalty")) == expected
    assert not opened
    (message,) = told
    assert str(cache) in message
    assert "RULES_CACHE" in message


@pytest.mark.parametrize("generation", ["../../x", "a/b", "a\\b", "..", "C:", "é", "", "a" * 5000, "a\0b", "a b"])
def test_a_generation_cannot_lead_out_of_the_folder(
    home: Path, cache: Path, opened: list[str], generation: str
) -> None:
    """Whatever a stranger's knowledge base calls its generation, only the folder of the indexes is used."""
    with Store.open(home) as store, store.transaction():
        store.set_meta("generation", generation)
    assert "306.5" in search_again(home)
    assert {Path(folder).parent for folder in opened} <= {cache}
    assert all(len(path.name) < 100 for path in cache.iterdir())


def truncate_all(folder: Path) -> None:
    for path in folder.iterdir():
        if path.suffix != ".json":
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def lose(pattern: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        for path in folder.glob(pattern):
            path.unlink()

    return spoil


def overwrite(pattern: str) -> Callable[[Path], None]:
    """Return a function that overwrites files with as many other bytes."""

    def spoil(folder: Path) -> None:
        for path in folder.glob(pattern):
            path.write_bytes(b"\xff" * path.stat().st_size)

    return spoil


def change_a_byte(folder: Path) -> None:
    """Change a byte in the middle of the texts: opening still works, but a rule would no longer be found."""
    for path in folder.glob("*.seg"):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)


def seal(text: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / "seal.json").write_text(text)

    return spoil


DAMAGE = pytest.mark.parametrize(
    "spoil",
    [
        truncate_all, lose("*.toc"), lose("*.seg"), lose("seal.json"), lose("*"), overwrite("*.toc"),
        overwrite("*.seg"), change_a_byte, seal("{"), seal("[]"), seal("null"), seal("{}"), seal(""),
        seal('{"home": "", "parts": ["x"], "checksums": {}}'), overwrite("keys.json"), lose("documents.bin"),
    ],
    ids=["truncated", "no toc", "no segment", "no seal", "empty", "toc overwritten", "segment overwritten",
         "a byte changed", "half a seal", "seal a list", "seal null", "seal without content", "seal empty",
         "seal of other types", "keys overwritten", "no documents"],
)  # fmt: skip


@DAMAGE
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # Whoosh leaves files open that it can't read
def test_a_damaged_index_is_rebuilt(home: Path, cache: Path, spoil: Callable[[Path], None]) -> None:
    """A search deletes and rebuilds an index with damaged files."""
    expected = search_again(home)
    (name,) = generations(cache)
    spoil(cache / name)
    assert search_again(home) == expected
    with Store.open(home) as store:
        assert is_index_current(store)
    assert list((cache / name).glob("*.toc"))


@DAMAGE
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # Whoosh leaves files open that it can't read
def test_a_damaged_index_is_not_extended(
    home: Path, cache: Path, invented: Invented, spoil: Callable[[Path], None]
) -> None:
    """If the last index is damaged, the next index is built without it."""
    search_again(home)
    (name,) = generations(cache)
    with Store.open(home) as store:
        add(store, invented, "2026-01-16", ("100.1", "Zyzzyva."))
        spoil(cache / name)
        assert numbers(found(store, "zyzzyva")) == ["100.1"]
        grown = scored(store, "loyalty")
        shutil.rmtree(cache)
        store.discard_cached("search")
        assert scored(store, "loyalty") == grown


def test_an_older_index_is_used_while_another_process_writes(home: Path, invented: Invented, opened: list[str]) -> None:
    """While another process writes, the last index answers, and only its hits in force are shown."""
    told: list[str] = []
    with Store.open(home) as store, Store.open(home) as reader:
        reader.tell = told.append
        found(store, "loyalty")
        behind = store.generation
        with store.writer_lock():
            add(store, invented, "2026-01-16", ("306.5", "Zyzzyva."))
            during = numbers(found(reader, "loyalty"))
            assert opened[-1].endswith(behind)
            assert "306.5" not in during, "its text of today doesn't have the word"
            assert "306.5c" in during
        assert told == ["another process is indexing the rules; this search may miss some texts"]
        assert "306.5" in numbers(found(reader, "zyzzyva"))
        assert opened[-1].endswith(store.generation)


def test_an_older_index_of_references_that_were_parsed_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older index may know references that the store no longer has; a search leaves them out."""
    with Store.open(home) as store, Store.open(home) as reader:
        found(store, "loyalty ability")
        with store.writer_lock():
            with store.transaction() as writer:
                writer._execute("DELETE FROM reference")
                writer.changed = True
            assert numbers(found(reader, "loyalty ability"))


def test_an_older_index_is_used_while_another_process_builds(home: Path, cache: Path, invented: Invented) -> None:
    """While another process builds the index, the last one answers; nobody builds twice."""
    with Store.open(home) as store:
        found(store, "loyalty")
        add(store, invented, "2026-01-16", ("100.1", "Zyzzyva."))
        with FileLock(cache / f"draft-{store.generation}.lock"):
            assert numbers(found(store, "zyzzyva")) == []
            assert numbers(found(store, "loyalty"))
        assert numbers(found(store, "zyzzyva")) == ["100.1"]


def test_without_an_older_index_a_search_waits_for_the_builder(home: Path, cache: Path, indexed: list[str]) -> None:
    """If there is no index at all, a search waits for the process that builds it, and says so."""
    told: list[str] = []
    with Store.open(home) as store:
        store.tell = told.append
        builder = IndexDraft(store)
        del indexed[:]

        def build() -> None:
            time.sleep(0.3)
            with Store.open(home) as own:
                builder._store = own
                builder.finish()
                builder.__exit__()

        thread = threading.Thread(target=build)
        thread.start()
        assert "306.5" in numbers(found(store, "loyalty"))
        thread.join()
        assert told == ["waiting for another process that is indexing the rules for search"]
        assert len(indexed) == len(set(indexed)), "each text was indexed once"


SEARCH = """
import sys
from datetime import date
from pathlib import Path
from kb.search import SearchLimits, index_builder, search
from kb.storage.store import Store
from kb.storage.view import View

documents_of = index_builder.documents_of
def counted(store, texts):
    print("indexed", len(texts), file=sys.stderr)
    return documents_of(store, texts)
index_builder.documents_of = counted
with Store.open(Path(sys.argv[1])) as store:
    print([hit.number for hit in search(store, View(store, "en", date.max), "loyalty", SearchLimits()).hits])
"""


def test_of_six_processes_one_builds(home: Path) -> None:
    """Of six searches at once without an index, one builds it, and all find the same."""
    command = [sys.executable, "-c", SEARCH, str(home)]
    crowd = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(6)
    ]
    answers = [process.communicate(timeout=60) for process in crowd]
    assert len({out for out, _ in answers}) == 1
    assert "306.5" in answers[0][0]
    assert "".join(err for _, err in answers).count("indexed") == 1


def test_what_a_killed_builder_left_is_deleted(home: Path, cache: Path) -> None:
    """The next builder deletes the drafts of killed builders, but not the draft of a builder that still runs."""
    for name in ("killed", "running", "without-a-lock"):
        (cache / f"draft-{name}").mkdir(parents=True)
        (cache / f"draft-{name}" / "part1.seg").write_bytes(b"half")
        (cache / f"draft-{name}.lock").touch()
    (cache / "draft-without-a-lock.lock").unlink()
    cache.chmod(0o700)
    with FileLock(cache / "draft-running.lock"):
        search_again(home)
    assert sorted(path.name for path in cache.glob("draft-*")) == ["draft-running", "draft-running.lock"]


@pytest.mark.parametrize("where", ["the folder", "a draft"])
def test_no_room_for_an_index(home: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """If the index can't be saved, the search works without one, says so in a line, and leaves no files."""
    expected = search_again(home)
    shutil.rmtree(cache)
    if where == "the folder":
        cache.write_text("in the way")
    else:

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(index_builder, "seal_index", full)
    told: list[str] = []
    with Store.open(home) as store:
        store.tell = told.append
        assert numbers(found(store, "loyalty")) == expected
        found(store, "loyalty")
    assert len(told) == 1
    assert cache.is_file() or not list(cache.iterdir())


def test_without_room_the_last_index_is_extended_in_memory(
    home: Path, invented: Invented, indexed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk, only the new texts are indexed in memory."""
    with Store.open(home) as store:
        found(store, "loyalty")
        add(store, invented, "2026-01-16", ("100.1", "Zyzzyva."))

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(index_builder, "_lock_of", full)
        del indexed[:]
        assert numbers(found(store, "zyzzyva")) == ["100.1"]
        assert len(indexed) == 1


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["2020-01-01", "2021-01-01", "2022-01-01"]),
        st.lists(
            st.tuples(
                st.sampled_from(["100.1", "100.2", "201.3a", "5"]),
                st.sampled_from(["Loyalty.", "Fidelity and loyalty.", "Loyalty is fidelity.", "Flying", "Trample"]),
            ),
            min_size=1, max_size=3, unique_by=lambda rule: rule[0],
        ),
        st.booleans(),
    ),
    min_size=2, max_size=12,
)  # fmt: skip


@given(CHANGES, st.sampled_from([2, 8]))
@settings(max_examples=15)
def test_a_grown_index_equals_a_new_one(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, list[tuple[str, str]], bool]], most: int
) -> None:
    """After any editions were added and replaced, a grown index gives the hits and scores of a new one."""
    from tests.kb.conftest import Invented

    invented, folder = Invented(), tmp_path_factory.mktemp("grown")
    with pytest.MonkeyPatch.context() as patch, Store.open(folder / "home", create=True) as store:
        patch.setattr(index_builder, "_MAX_PARTS", most)
        patch.setenv("RULES_CACHE", str(folder / "grown"))
        for at, (day, rules, whole) in enumerate(changes):
            made = [invented.rule(*rule) for rule in rules]
            with store.transaction() as writer:
                writer.remove_whole_edition("en", date.fromisoformat(day))
                writer.add_edition(invented.edition(str(at), day, *made, partial=not whole))
            build_index(store)
        queries = ("loyalty", "fidelity loyalty", "flying", "tramp*", "loyalti~")
        grown = [scored(store, query) for query in queries]
        patch.setenv("RULES_CACHE", str(folder / "new"))
        store.discard_cached("search")
        assert [scored(store, query) for query in queries] == grown


@given(st.lists(st.integers(0, 2000), min_size=1, max_size=60))
def test_parts_are_few_and_texts_are_seldom_written_again(sizes: list[int]) -> None:
    """There are never more than eight parts, and a text is written again at most a few times on average."""
    parts: dict[int, list[str]] = {}
    written = 0
    texts: set[str] = set()
    for at, size in enumerate(sizes):
        new = [f"{at}-{number}" for number in range(size)]
        texts.update(new)
        again = [key for number in _parts_to_write_again(parts, texts, len(new)) for key in parts.pop(number)]
        if new or again:
            parts[max(parts, default=0) + 1] = [*again, *new]
        written += len(new) + len(again)
        assert len(parts) <= 8
    assert written <= 6 * max(1, len(texts))
    assert {key for keys in parts.values() for key in keys} == texts


def test_a_part_with_many_texts_that_are_gone_is_written_again() -> None:
    """The parts from the first one with many gone texts are written again."""
    parts = {1: ["a", "b", "c", "d"], 3: ["e", "f"], 4: ["g"]}
    assert _parts_to_write_again(parts, set("abcdefg"), 1) == []
    assert _parts_to_write_again(parts, set("abcdeg"), 1) == [3, 4]
    assert _parts_to_write_again(parts, set("abefg"), 1) == [1, 3, 4]


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without RULES_CACHE, the indexes are in the platform's folder for caches."""
    monkeypatch.delenv("RULES_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    if sys.platform == "linux":
        assert index_folder() == Path("/somewhere/rules/search")
    monkeypatch.setenv("RULES_CACHE", "~nosuchuser/x")
    assert index_folder().name == "search"


def test_an_older_index_of_other_contents(tmp_path: Path, invented: Invented) -> None:
    """An older index answers by the texts of the store, even if the ids of its wordings now have other texts."""
    with Store.open(tmp_path / "one", create=True) as one, Store.open(tmp_path / "two", create=True) as two:
        add(one, invented, "2026-01-16", ("100.1", "Zyzzyva."), ("100.2", "Loyalty."))
        build_index(one)
        add(two, invented, "2026-01-16", ("100.1", "Loyalty."), ("100.2", "Trample."))
        with two.writer_lock():
            assert numbers(found(two, "loyalty")) == ["100.1"]
            assert numbers(found(two, "zyzzyva")) == []
        assert numbers(found(two, "trample")) == ["100.2"]
        index, is_current = open_index(two, lambda: ())
        assert is_current
        index.close()


def processes_started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Let the commands for the background be recorded instead of run, and return their list."""
    commands: list[list[str]] = []

    class Recorded:
        def __init__(self, command: list[str], **_: Any) -> None:
            commands.append(command)

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Recorded)
    return commands


@pytest.fixture
def long_past(home: Path, invented: Invented, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A knowledge base with many texts that are no longer in force: what is many is lowered to two texts."""
    monkeypatch.setattr(index_builder, "_MANY_TEXTS_NOT_NEEDED", 2)
    with Store.open(home) as store:
        for day in ("2020-01-01", "2021-01-01", "2022-01-01", "2026-01-10"):
            rules = [invented.rule("306.5", f"Zyzzyva of {day}."), invented.rule("306.6", f"Loyalty of {day}.")]
            invented.add(store, invented.edition(f"edition {day}", day, *rules))
    return home


def test_a_search_indexes_what_it_needs_first(
    long_past: Path, indexed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many texts of the past to index, a search indexes those in force, and one process indexes the others."""
    commands = processes_started(monkeypatch)
    told: list[str] = []
    with Store.open(long_past) as store:
        expected = len(store.connection.execute("SELECT id FROM wording").fetchall())
        store.tell = told.append
        assert "306.5" in numbers(found(store, "zyzzyva"))
        assert not is_index_current(store)
        first = len(indexed)
        assert 0 < first < expected
        assert "306.5" in numbers(found(store, "zyzzyva"))
        assert len(indexed) == first, "the second search uses the same preliminary index"
        assert len(commands) == 1
        assert told == [], "the answers are complete"
        complete_index(long_past)
        assert is_index_current(store)
        assert len(indexed) == len(set(indexed)), "no text was indexed twice"
        assert [path.name for path in index_folder().iterdir()] == [f"v{INDEX_VERSION}-{store.generation}"]


def test_a_search_in_the_past_has_all_texts(long_past: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preliminary index of today answers neither for another day nor for all editions."""
    processes_started(monkeypatch)
    with Store.open(long_past) as store:
        found(store, "zyzzyva")
        past = search(store, View(store, "en", date(2021, 6, 1)), "zyzzyva", SearchLimits())
        assert numbers(past) == ["306.5"]
        assert "2021" in past.hits[0].snippet
        days = {hit.snippet for hit in found(store, "zyzzyva", all_editions=True, limit=50).hits}
        assert len([each for each in days if "Zyzzyva of" in each]) == 4


def test_a_preliminary_index_whose_builder_was_killed(long_past: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the process in the background left nothing for a minute, the next search starts another one."""
    commands = processes_started(monkeypatch)
    with Store.open(long_past) as store:
        found(store, "zyzzyva")
        (mark,) = index_folder().glob("background-*")
        os.utime(mark, (mark.stat().st_atime, time.time() - 100))
        assert "306.5" in numbers(found(store, "zyzzyva"))
        assert len(commands) == 2


def test_without_a_second_process_a_search_builds_the_whole_index(
    long_past: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no process can be started, the search itself indexes all texts."""
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with Store.open(long_past) as store:
        assert "306.5" in numbers(found(store, "zyzzyva"))
        assert is_index_current(store)


def test_the_process_in_the_background_completes_the_index(long_past: Path) -> None:
    """The process that a search starts outlives it and builds the whole index."""
    with Store.open(long_past) as store:
        found(store, "zyzzyva")
        until = time.monotonic() + 300
        while not is_index_current(store) and time.monotonic() < until:
            time.sleep(0.1)
        assert is_index_current(store)


def test_waiting_searches_use_the_preliminary_index(long_past: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that waits for a builder answers as soon as there is a preliminary index, while the builder goes on."""
    processes_started(monkeypatch)
    told: list[str] = []
    with Store.open(long_past) as store:
        builder = IndexDraft(store)
        in_force = {row.wording for lang in LANGUAGES for row in View(store, lang, DAY).place_rows()}

        def build() -> None:
            time.sleep(0.3)
            with Store.open(long_past) as own:
                builder._store = own
                builder.finish_preliminary(in_force)

        thread = threading.Thread(target=build)
        thread.start()
        store.tell = told.append
        assert "306.5" in numbers(found(store, "zyzzyva"))
        thread.join()
        assert told == ["waiting for another process that is indexing the rules for search"]
        builder.__exit__()


def test_texts_that_a_search_indexes_itself() -> None:
    """A search indexes all missing texts, or only those that it needs if it doesn't need over 2000."""
    past, now = set(range(10_000, 20_000)), set(range(4000))
    choose = index_builder._texts_for_now
    assert choose(past | now, now) == now
    assert choose(past, now) == set()
    assert choose(past | set(range(900)), now) == set(range(900))
    few_past = set(range(10_000, 10_100))
    assert choose(few_past | set(range(900)), now) == few_past | set(range(900))
    assert choose(past | now, past | now) == past | now, "a search in all editions needs all"


def test_the_last_index_answers_if_it_has_a_fifth_of_the_texts(home: Path) -> None:
    """With fewer of the needed texts, an older index would miss too much."""
    with Store.open(home) as store:
        found(store, "loyalty")
        known = last_index(store)
    assert known is not None
    assert known._replace(missing=set(range(80))).covers(lambda: range(100))
    assert not known._replace(missing=set(range(81))).covers(lambda: range(100))
    assert known._replace(missing=set(range(100, 900))).covers(lambda: range(100)), "texts that aren't needed"


def test_an_index_that_lacks_many_texts_answers(
    long_past: Path, invented: Invented, indexed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If many texts are to be indexed, the last index answers, says so, and one process indexes in the background."""
    commands = processes_started(monkeypatch)
    told: list[str] = []
    with Store.open(long_past) as store:
        build_index(store)
        monkeypatch.setattr(index_builder, "_FEW_TEXTS", 2)
        add(store, invented, "2026-01-16", *((f"100.{at}", f"Quetzal {at}.") for at in (1, 2, 3)))
        del indexed[:]
        store.tell = told.append
        for _ in range(2):
            assert "306.6" in numbers(found(store, "loyalty"))
        assert not indexed
        assert len(commands) == 1
        assert told == ["another process is indexing the rules; this search may miss some texts"] * 2
        complete_index(long_past)
        assert sorted(filter(None, numbers(found(store, "quetzal")))) == ["100.1", "100.2", "100.3"]


def test_the_store_changes_while_a_search_builds(
    home: Path, invented: Invented, indexed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If an ingest changes the store meanwhile, the new index answers as an older one. Nothing is indexed twice."""
    told: list[str] = []
    finish = IndexDraft.finish

    def finish_and_change(draft: IndexDraft) -> None:
        finish(draft)
        add(store, invented, "2026-01-16", ("100.1", "Zyzzyva."))

    monkeypatch.setattr(IndexDraft, "finish", finish_and_change)
    with Store.open(home) as store:
        store.tell = told.append
        assert "306.5c" in numbers(found(store, "loyalty"))
        assert told == ["another process is indexing the rules; this search may miss some texts"]
        assert len(indexed) == len(set(indexed))
        monkeypatch.setattr(IndexDraft, "finish", finish)
        assert numbers(found(store, "zyzzyva")) == ["100.1"]


@pytest.mark.skipif(not hasattr(os, "nice"), reason="needs priorities of POSIX")
def test_the_process_in_the_background_has_a_low_priority() -> None:
    """The searches that run beside it are hardly slowed down. The share of another session isn't changed."""
    code = "import os; from kb.search.background_start import yield_to_other_processes as f; f(); print(os.nice(0))"
    group = Path("/proc/self/autogroup")
    before = group.read_bytes() if group.exists() else b""
    lower = min(os.nice(0) + 10, 19)  # the tests themselves may run with a low priority
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True).stdout
    assert int(shown) == lower
    assert before == (group.read_bytes() if group.exists() else b"")
