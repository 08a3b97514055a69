"""An ingest that is killed at any moment leaves whole editions, and the next run goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from kb.editions import editions
from kb.number import RuleNumber
from kb.store import Store
from kb.view import View
from tests.editions import edition_text

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = 12
SECTIONS, EACH = 6, 12
KILLS = 50


def documents(folder: Path) -> None:
    folder.mkdir()
    for number in range(EDITIONS):
        day = date(2010, 1, 1) + timedelta(days=100 * number)
        text = edition_text(day, [f"This is edition {number} of the rules."], SECTIONS, EACH)
        (folder / f"{number:02d}.txt").write_text(text, encoding="utf-8")


def ingest(home: Path, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cli", "ingest", str(folder)],
        cwd=ROOT, env={**os.environ, "RULES_HOME": str(home)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def whole(home: Path) -> int:
    """How many of the invented editions are there; each must be whole."""
    with Store.open(home) as store:
        known = [edition for edition in editions(store) if not edition.partial]
        for edition in known:
            assert (edition.sections, edition.rules, edition.subrules) == (
                SECTIONS,
                SECTIONS * EACH,
                SECTIONS * EACH * 2,
            )
            assert len(View(store, "en", edition.effective).rules()) == 1 + SECTIONS + SECTIONS * EACH * 3
        return len(known)


def test_killed_at_any_moment(home: Path, tmp_path: Path) -> None:
    """50 kills: each time the store opens and holds only whole editions; ten readers notice nothing."""
    folder = tmp_path / "documents"
    documents(folder)
    stop = threading.Event()
    faults: list[BaseException] = []

    def read() -> None:
        while not stop.is_set():
            try:
                with Store.open(home) as store:
                    assert View(store, "en", date(2025, 12, 1)).rule(RuleNumber.parse("306.5")) is not None
                time.sleep(0.02)
            except BaseException as fault:  # noqa: BLE001, whatever it is fails the test
                faults.append(fault)
                return

    readers = [threading.Thread(target=read) for _ in range(10)]
    for reader in readers:
        reader.start()
    moments = random.Random(306)
    before = 0
    try:
        for kill in range(KILLS):
            process = ingest(home, folder)
            time.sleep(moments.uniform(0.15, 0.9))
            process.send_signal(signal.SIGKILL)
            process.wait()
            now = whole(home)
            assert now >= before
            before = now
            if now == EDITIONS and kill % 5 == 4:
                # Start over, so that the other kills hit something too.
                _forget(home)
                before = 0
        assert ingest(home, folder).wait() == 0
    finally:
        stop.set()
        for reader in readers:
            reader.join()
    assert not faults
    assert whole(home) == EDITIONS


def _forget(home: Path) -> None:
    with Store.open(home) as store:
        days = [edition.effective for edition in editions(store) if not edition.partial]
        with store.only_writer(), store.writing() as writer:
            for day in days:
                writer.remove_whole("en", day)


def test_searching_after_a_kill(rules: Any, home: Path, tmp_path: Path) -> None:
    """An index that was never finished is built by the next search."""
    folder = tmp_path / "documents"
    documents(folder)
    process = ingest(home, folder)
    while whole(home) < 3 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    hits = rules("search", "edition of the rules", "--as-of", "2015-01-01", "--json", home=home).data["hits"]
    assert hits[0]["number"] == "100.1"
