"""Search in several processes while another one ingests and is killed: there must be no error and no wrong result.

Usage: python -m bench.crowd EDITION... [--searchers N] [--kills N]

A knowledge base is built from the first edition; the others are ingested while the searchers work. The ingest is killed
N times, at random moments, and begun again; then it may finish. If all editions are in before N kills, they are
ingested again with --force. Each search opens the knowledge base as a command does, and compares its hits with the
store in the same state. In the end, every searcher must find what this
process finds. Then the knowledge base is copied, and as many `rules search` are started at once: on the copy, on a copy
for which this user has no index yet, and on this copy again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import NamedTuple

from ingest.documents.document import read_file
from ingest.pipeline import IngestOptions, ingest_documents
from kb.rule_number import RuleNumber
from kb.search import SearchLimits, search
from kb.storage.store import Store
from kb.storage.view import View

_QUERIES = ("loyalty", "combat damage", "legend rule", "creature", "mulligan", "mana ability", "flying", "poison")
_LIMITS = SearchLimits(scopes=("rules",))
# Each searcher searches a few times a second. Without a pause, the searchers would measure only one another.
_PAUSE = 0.2


class Report(NamedTuple):
    """What one searcher saw.

    Attributes:
        count: the number of its searches.
        wrong: the errors.
        numbers: the last hits.
        slowest: the longest time of a search in seconds.
        longest_work: the longest time that the processor worked for a search, in seconds.
        older: the number of searches that an older index answered, and that said so.
    """

    count: int
    wrong: list[str]
    numbers: list[str]
    slowest: float
    longest_work: float
    older: int


def search_repeatedly(home: Path, done: Event, queue: multiprocessing.Queue[Report]) -> None:
    """Search until `done` is set and once more, and put a report into the queue."""
    count, slowest, longest_work = 0, 0.0, 0.0
    wrong: list[str] = []
    numbers: list[str] = []
    told: list[str] = []
    older = 0
    while True:
        last = done.is_set()
        query = _QUERIES[0] if last else _QUERIES[count % len(_QUERIES)]
        start, work = time.perf_counter(), time.process_time()
        try:
            with Store.open(home) as store:
                store.tell = told.append
                before = store.generation
                view = View(store, "en", date.max)
                results = search(store, view, query, _LIMITS)
                slowest = max(slowest, time.perf_counter() - start)
                longest_work = max(longest_work, time.process_time() - work)
                numbers = [str(hit.number) for hit in results.hits]
                wrong += _out_of_date(store, view, before, numbers, query)
                if not results.hits and not told and _is_printed(view, query) and store.generation == before:
                    wrong.append(f"nothing found for {query}")
        except Exception as problem:  # noqa: BLE001 - any error is a finding
            wrong.append(f"{type(problem).__name__}: {problem}")
        time.sleep(_PAUSE)
        count += 1
        older += bool(told)
        told.clear()
        if last:
            break
    queue.put(Report(count, wrong, numbers, slowest, longest_work, older))


def _out_of_date(store: Store, view: View, before: str, numbers: Sequence[str], query: str) -> list[str]:
    """Return the hits that the store doesn't have, if it is still in the state that was searched."""
    missing = [number for number in numbers if view.rule(RuleNumber.parse(number)) is None]
    return [f"{number} found for {query}, but isn't there" for number in missing if store.generation == before]


def _is_printed(view: View, query: str) -> bool:
    """True if a rule has all words of a query. The oldest editions have no loyalty and no mulligan."""
    texts = (each.item.text.lower() for each in view.rules())
    return any(all(word in text for word in query.split()) for text in texts)


@contextmanager
def searchers(home: Path, count: int) -> Iterator[list[Report]]:
    """Search in other processes while the block runs. The yielded list has their reports afterwards."""
    context = multiprocessing.get_context("spawn")
    done, queue = context.Event(), context.Queue()
    crowd = [context.Process(target=search_repeatedly, args=(home, done, queue)) for _ in range(count)]
    for process in crowd:
        process.start()
    time.sleep(1)
    reports: list[Report] = []
    yield reports
    done.set()
    reports += (queue.get(timeout=300) for _ in crowd)
    for process in crowd:
        process.join()


def ingest_with_kills(home: Path, editions: Sequence[Path], kills: int) -> None:
    """Ingest editions in another process, until it was killed several times while it ran, and then to its end."""
    command = [sys.executable, "-m", "cli", "--home", str(home), "ingest"]
    draw = random.Random(1)  # noqa: S311, the moments needn't be secret
    killed, again, files = 0, list[str](), list(map(str, editions))
    while killed < kills:
        with subprocess.Popen([*command, *again, *files], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            with suppress(subprocess.TimeoutExpired):
                run.wait(timeout=draw.uniform(0.2, 6.0))
            if run.poll() is None:
                killed += 1
            else:
                again = ["--force"]
                draw.shuffle(files)
            run.kill()
    subprocess.run([*command, *files], check=True, capture_output=True)


def last_hits(home: Path) -> list[str]:
    """Return what this process finds."""
    with Store.open(home) as store:
        results = search(store, View(store, "en", date.max), _QUERIES[0], _LIMITS)
    return [str(hit.number) for hit in results.hits]


def search_at_once(home: Path, count: int, what: str) -> bool:
    """Start `rules search` several times at once, print the time of the slowest, and return True if all are equal."""
    command = [sys.executable, "-m", "cli", "--home", str(home), "search", _QUERIES[0], "--json"]
    start = time.perf_counter()
    crowd = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(count)]
    answers = [process.communicate() for process in crowd]
    slowest = time.perf_counter() - start
    built = sum(b"rules: indexing" in err for _, err in answers)
    # The scores of a preliminary index may differ a little from those of the whole index.
    hits = [[hit["number"] or hit["term"] for hit in json.loads(out)["hits"]] for out, _ in answers]
    equal = all(each == hits[0] for each in hits)
    print(f"{what}: {count} at once, the slowest {slowest:.2f} s, {built} built an index, answers equal: {equal}")
    return equal


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", type=Path, nargs="+")
    parser.add_argument("--searchers", type=int, default=8)
    parser.add_argument("--kills", type=int, default=0)
    arguments = parser.parse_args()
    first, *others = sorted(arguments.editions)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name, "home")
        os.environ["RULES_CACHE"] = str(Path(name, "cache"))
        with Store.open(home, create=True) as store:
            ingest_documents(store, [read_file(first)], IngestOptions(), {}, lambda _: None)
            search(store, View(store, "en", date.max), "warm", SearchLimits())
        with searchers(home, arguments.searchers) as reports:
            start = time.perf_counter()
            ingest_with_kills(home, others, arguments.kills)
            taken = time.perf_counter() - start
        wrong = [each for report in reports for each in report.wrong]
        expected = last_hits(home)
        late = sum(report.numbers != expected for report in reports)
        total = sum(report.count for report in reports)
        slowest, work = (max(getattr(report, name) for report in reports) for name in ("slowest", "longest_work"))
        older = sum(report.older for report in reports)
        print(
            f"{len(others)} editions ingested within {taken:.1f} s and {arguments.kills} kills, meanwhile {total} "
            f"searches by {len(reports)} processes ({total / taken:.1f} a second, the slowest {slowest:.2f} s, at most "
            f"{work:.2f} s of processor time; an older index answered {older}); {len(wrong)} wrong, "
            f"{late} out of date at the end"
        )
        print(*sorted(set(wrong))[:10], sep="\n")
        copy = Path(name, "copy")
        shutil.copytree(home, copy)
        equal = search_at_once(copy, arguments.searchers, "a copy")
        os.environ["RULES_CACHE"] = str(Path(name, "another user"))
        equal &= search_at_once(copy, arguments.searchers, "a copy for another user")
        equal &= search_at_once(copy, arguments.searchers, "the same again")
    sys.exit(1 if wrong or late or not equal else 0)


if __name__ == "__main__":
    main()
