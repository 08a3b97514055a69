"""A killed ingest leaves only whole editions, the next run completes it, and readers notice nothing."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from kb.rule_number import RuleNumber
from kb.storage.editions import list_editions
from kb.storage.store import Store
from kb.storage.view import View
from tests.editions import edition_text

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = 24
SECTIONS, EACH = 6, 15
KILLS = 16
DAY = "2025-12-01"

# The commands of the readers, and the text that every answer has at any time of an ingest.
QUESTIONS = (
    ("show", "306.5", "--as-of", DAY, "--json"),
    ("search", "loyalty", "--as-of", DAY, "--json"),
    ("editions", "--json"),
)
ANSWERS = ("rules", "hits", "editions")


def documents(folder: Path) -> None:
    folder.mkdir()
    for number in range(EDITIONS):
        day = date(2010, 1, 1) + timedelta(days=60 * number)
        text = edition_text(day, [f"This is edition {number} of the rules."], SECTIONS, EACH)
        (folder / f"{number:02d}.txt").write_text(text, encoding="utf-8")


def ingest(home: Path, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cli", "ingest", str(folder)],
        cwd=ROOT, env={**os.environ, "RULES_HOME": str(home)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def whole(home: Path) -> int:
    """Return the number of test editions in the store; each must be whole."""
    with Store.open(home) as store:
        known = [edition for edition in list_editions(store) if not edition.partial]
        for edition in known:
            assert (edition.sections, edition.rules, edition.subrules) == (
                SECTIONS,
                SECTIONS * EACH,
                SECTIONS * EACH * 2,
            )
            assert len(View(store, "en", edition.effective).rules()) == 1 + SECTIONS + SECTIONS * EACH * 3
        return len(known)


@contextmanager
def readers(home: Path) -> Iterator[None]:
    """Run ten readers without pause: three run the program, the others call the library.

    A wrong answer fails the test.
    """
    stop = threading.Event()
    faults: list[str] = []
    asked = dict.fromkeys(ANSWERS, 0)

    def run_rules(question: tuple[str, ...], field: str) -> None:
        run = subprocess.run(
            [sys.executable, "-m", "cli", *question],
            cwd=ROOT, env={**os.environ, "RULES_HOME": str(home)},
            capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
        # A search may say that it indexes, or that another process does. Until an edition of the day is stored, it says
        # which parts of the rules there are.
        usual = ("indexing the rules", "only parts of the rules")
        other = [line for line in run.stderr.splitlines() if not any(each in line for each in usual)]
        if other or not json.loads(run.stdout)[field]:
            raise AssertionError(f"{question}: {other} {run.stdout[:200]}")
        asked[field] += 1

    def read_store() -> None:
        with Store.open(home) as store:
            assert View(store, "en", date.fromisoformat(DAY)).rule(RuleNumber.parse("306.5")) is not None

    def again_and_again(ask: Callable[[], None]) -> None:
        while not stop.is_set():
            try:
                ask()
            except subprocess.CalledProcessError as failure:
                faults.append(f"{failure}: {failure.stderr}")
            except Exception as fault:  # noqa: BLE001, any error fails the test
                faults.append(repr(fault))
            time.sleep(0.2)

    asks = [partial(run_rules, *each) for each in zip(QUESTIONS, ANSWERS, strict=True)] + [read_store] * 7
    threads = [threading.Thread(target=again_and_again, args=(ask,)) for ask in asks]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not faults
    assert all(asked.values())


def kill(process: subprocess.Popen[bytes], home: Path, after: int, seconds: float) -> None:
    """Kill an ingest with SIGKILL, some seconds after it has stored some editions."""
    with Store.open(home) as store:
        query = "SELECT count(*) FROM edition WHERE partial = 0"
        while process.poll() is None and store.connection.execute(query).fetchone()[0] < after:
            time.sleep(0.005)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()


def test_killed_at_any_moment(home: Path, tmp_path: Path) -> None:
    """After each of 16 kills the store has only whole editions, and no fewer than before; readers notice nothing."""
    folder = tmp_path / "documents"
    documents(folder)
    moments = random.Random(306)
    before = 0
    with readers(home):
        for _ in range(KILLS):
            kill(ingest(home, folder), home, before + moments.randrange(8), moments.uniform(0, 0.1))
            now = whole(home)
            assert now >= before
            before = now
            if now == EDITIONS:
                # Start over, so that the next kills also hit a running ingest.
                _forget(home)
                before = 0
        assert ingest(home, folder).wait() == 0
    assert whole(home) == EDITIONS


def test_killed_with_real_editions(home: Path, tmp_path: Path, shared: Path) -> None:
    """After each kill the stored real editions are whole, by an independent count."""
    rows = list(csv.DictReader((shared / "gold/editions.csv").read_text(encoding="utf-8").splitlines()))[22::8]
    folder = tmp_path / "documents"
    folder.mkdir()
    for row in rows:
        (folder / row["file"]).symlink_to(shared / "corpus/en" / row["file"])
    counted = {
        row["effective_date"]: tuple(int(row[name]) for name in ("sections", "rules", "subrules")) for row in rows
    }
    moments = random.Random(704)

    def there() -> set[str]:
        with Store.open(home) as store:
            known = [edition for edition in list_editions(store) if not edition.partial]
        found = {str(edition.effective): (edition.sections, edition.rules, edition.subrules) for edition in known}
        assert found.items() <= counted.items()
        return set(found)

    before: set[str] = set()
    with readers(home):
        for _ in range(3):
            kill(ingest(home, folder), home, len(before) + moments.randrange(3), moments.uniform(0, 0.3))
            now = there()
            assert before <= now
            before = now
        assert ingest(home, folder).wait() == 0
    assert there() == set(counted)


def _forget(home: Path) -> None:
    with Store.open(home) as store:
        days = [edition.effective for edition in list_editions(store) if not edition.partial]
        with store.writer_lock(), store.transaction() as writer:
            for day in days:
                writer.remove_whole_edition("en", day)


def test_searching_after_a_kill(rules: Any, home: Path, tmp_path: Path) -> None:
    """The next search builds an index that a kill left unfinished."""
    folder = tmp_path / "documents"
    documents(folder)
    process = ingest(home, folder)
    while whole(home) < 3 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    hits = rules("search", "edition of the rules", "--as-of", "2015-01-01", "--json", home=home).data["hits"]
    assert hits[0]["number"] == "100.1"
