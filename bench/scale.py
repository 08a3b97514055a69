"""Measure the cost of 10 and 100 times as many editions with hardly more wordings.

Usage: python -m bench.scale EDITION [--editions N] [--times 1 10 100]

The cost should depend on the number of wordings, not on the number of editions. EDITION is a text file. The program
makes N editions from it, then 10 and 100 times as many. Each edition differs from the edition before it in thirty
rules. Each rule has one of six wordings, so many editions have hardly more wordings than a few editions.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from ingest.documents.document import read_file
from ingest.pipeline import IngestOptions, read_editions
from kb.model import Edition, Rule
from kb.search import SearchLimits, build_index, search
from kb.storage.store import Store
from kb.storage.view import View

_CHANGED = 30
_WORDINGS = 6
_FIRST = date(1990, 1, 1)
_QUERIES = (
    "loyalty", "flying", "combat damage", "creature", "what does trample do", "legend rule", "player", "mana value",
    '"state-based action"', "can I respond to a land drop", "poison counters", "graveyard", "priority", "copy a spell",
)  # fmt: skip


def mutate_edition(edition: Edition, count: int) -> Iterator[Edition]:
    """Yield `count` editions, one for each day. Each differs in a few rules from the edition before it.

    Every run yields the same editions.
    """
    draw = random.Random(306)  # noqa: S311 - nothing secret
    rules = list(edition.rules)
    worded = [at for at, rule in enumerate(rules) if rule.title is None]
    for place in range(count):
        for at in draw.sample(worded, _CHANGED):
            rules[at] = _worded(edition.rules[at], draw.randrange(_WORDINGS))
        day = _FIRST + timedelta(days=place)
        source = replace(edition.source, name=f"edition {place}", sha256=f"{place:064x}")
        yield replace(edition, effective=day, source=source, rules=tuple(rules), parts=(), findings=())


def _worded(rule: Rule, which: int) -> Rule:
    """Return wording `which` of a rule. Wording 0 is the printed text. Other wordings add a word in parentheses."""
    if not which:
        return rule
    return replace(rule, text=f"{rule.text} ({'Mutatis mutandis in print once more'.split()[which - 1]}.)")


def folder_size(folder: Path) -> int:
    """Return the size of all files below a folder in bytes."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", type=Path)
    parser.add_argument("--editions", type=int, default=89)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10, 100])
    arguments = parser.parse_args()
    (edition,) = read_editions(read_file(arguments.edition), IngestOptions(), None)
    for times in arguments.times:
        count = arguments.editions * times
        with tempfile.TemporaryDirectory() as name, Store.open(Path(name), create=True) as store:
            os.environ["RULES_CACHE"] = str(Path(name, "cache"))
            start = time.perf_counter()
            with store.transaction() as writer:
                for each in mutate_edition(edition, count):
                    writer.add_edition(each)
            written = time.perf_counter() - start
            start = time.perf_counter()
            build_index(store)
            built = time.perf_counter() - start
            store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (wordings,) = store.connection.execute("SELECT count(*) FROM wording").fetchone()
            view = View(store, "en", date.max)
            search(store, view, "warm", SearchLimits())
            taken = []
            for _ in range(5):
                for query in _QUERIES:
                    start = time.perf_counter()
                    search(store, view, query, SearchLimits())
                    taken.append((time.perf_counter() - start) * 1000)
            file, index = (folder_size(Path(name) / part) for part in (".", "cache"))
            print(
                f"{count:6} editions  {wordings:6} wordings  written {written:7.1f} s  indexed {built:6.1f} s  "
                f"store {(file - index) / 1e6:6.1f} MB  index {index / 1e6:5.1f} MB  "
                f"search {statistics.median(taken):6.2f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
