"""Search in eight processes while another process ingests. No search may fail or return an outdated result.

Usage: python -m bench.crowd EDITION... [--searchers N]

A knowledge base is built from the first edition. The other editions are ingested while the eight processes search.
Each search opens the knowledge base as a command does. If the store hasn't changed since the search began, the store
must have every hit. After the ingest, the main process searches too, and every process must have the same hits. The
number of searches per second is printed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from multiprocessing.synchronize import Event
from pathlib import Path

from ingest.documents.document import read_file
from ingest.pipeline import IngestOptions, ingest_documents
from kb.rule_number import RuleNumber
from kb.search import SearchLimits, search
from kb.storage.store import Store
from kb.storage.view import View

_QUERIES = ("loyalty", "combat damage", "legend rule", "creature", "mulligan", "mana ability", "flying", "poison")


def search_repeatedly(
    home: Path, done: Event, queue: multiprocessing.Queue[tuple[int, list[str], list[str], float]]
) -> None:
    """Search until `done` is set, then search once more.

    Put the number of searches, the errors, the hits of the last search and the longest time into the queue.
    """
    count, slowest = 0, 0.0
    wrong: list[str] = []
    numbers: list[str] = []
    while True:
        last = done.is_set()
        query = _QUERIES[0] if last else _QUERIES[count % len(_QUERIES)]
        start = time.perf_counter()
        try:
            with Store.open(home) as store:
                before = store.generation
                view = View(store, "en", date.max)
                results = search(store, view, query, SearchLimits(scopes=("rules",)))
                slowest = max(slowest, time.perf_counter() - start)
                numbers = [str(hit.number) for hit in results.hits]
                wrong += _out_of_date(store, view, before, numbers, query)
                if not results.hits:
                    wrong.append(f"nothing found for {query}")
        except Exception as problem:  # noqa: BLE001 - any error is a finding
            wrong.append(f"{type(problem).__name__}: {problem}")
        count += 1
        if last:
            break
    queue.put((count, wrong, numbers, slowest))


def _out_of_date(store: Store, view: View, before: str, numbers: Sequence[str], query: str) -> list[str]:
    """Return a message for each hit that the store doesn't have, unless the store has changed since the search."""
    missing = [number for number in numbers if view.rule(RuleNumber.parse(number)) is None]
    return [f"{number} found for {query}, but isn't there" for number in missing if store.generation == before]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", type=Path, nargs="+")
    parser.add_argument("--searchers", type=int, default=8)
    arguments = parser.parse_args()
    first, *others = sorted(arguments.editions)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        with Store.open(home, create=True) as store:
            ingest_documents(store, [read_file(first)], IngestOptions(), {}, lambda _: None)
            search(store, View(store, "en", date.max), "warm", SearchLimits())
        context = multiprocessing.get_context("spawn")
        done, queue = context.Event(), context.Queue()
        crowd = [
            context.Process(target=search_repeatedly, args=(home, done, queue)) for _ in range(arguments.searchers)
        ]
        for process in crowd:
            process.start()
        time.sleep(1)
        start = time.perf_counter()
        ingest = [sys.executable, "-m", "cli", "--home", name, "ingest", *map(str, others)]
        subprocess.run(ingest, check=True, capture_output=True)
        taken = time.perf_counter() - start
        done.set()
        reports = [queue.get(timeout=300) for _ in crowd]
        for process in crowd:
            process.join()
        with Store.open(home) as store:
            results = search(store, View(store, "en", date.max), _QUERIES[0], SearchLimits(scopes=("rules",)))
        expected = [str(hit.number) for hit in results.hits]
    wrong = [each for _, problems, _, _ in reports for each in problems]
    late = sum(numbers != expected for _, _, numbers, _ in reports)
    total = sum(count for count, *_ in reports)
    print(
        f"{len(others)} editions ingested within {taken:.1f} s, meanwhile {total} searches by {len(crowd)} processes "
        f"({total / taken:.1f} a second, the slowest {max(slowest for *_, slowest in reports):.2f} s); "
        f"{len(wrong)} wrong, {late} searchers out of date at the end"
    )
    print(*sorted(set(wrong))[:10], sep="\n")
    sys.exit(1 if wrong or late else 0)


if __name__ == "__main__":
    main()
