"""Measures how many readers one knowledge base serves: threads of one process, and several processes.

Run `python -m bench.readers HOME` with the folder of a knowledge base that has all editions. Each reader asks
200 times. The figures are calls a second on this machine; their ratios are what counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from time import perf_counter

import kb

CALLS = 200
TASKS = ("rule", "search", "lint")


def read(library: kb.Library, task: str) -> None:
    """Ask 200 times."""
    view = library.at("2026-01-16")
    calls: dict[str, Callable[[int], object]] = {
        "rule": lambda at: view.rule(f"306.{at % 9 + 1}"),
        "search": lambda at: view.search(("loyalty", "trample damage", "can I attack twice")[at % 3], limit=5),
        "lint": lambda at: library.lint(f"See CR 306.{at % 9 + 1} and CR 702.19b."),
    }
    for at in range(CALLS):
        calls[task](at)


def read_alone(home: str, task: str) -> float:
    """Open the library, ask once, and return the seconds of 200 further calls."""
    with kb.open(home) as library:
        read(library, task)
        begun = perf_counter()
        read(library, task)
        return perf_counter() - begun


def main() -> None:
    """Print calls a second for 1, 2 and 8 threads, and for 2 processes."""
    home = sys.argv[1]
    print(f"{'':8}{'1 thread':>10}{'2 threads':>10}{'8 threads':>10}{'2 processes':>12}")
    for task in TASKS:
        row = []
        with kb.open(home) as library:
            for count in (1, 2, 8):
                with ThreadPoolExecutor(count) as pool:
                    list(pool.map(lambda _at: read(library, task), range(count)))  # noqa: B023, it ends in this turn
                    begun = perf_counter()
                    list(pool.map(lambda _at: read(library, task), range(count)))  # noqa: B023
                    row.append(count * CALLS / (perf_counter() - begun))
        with ProcessPoolExecutor(2) as processes:
            seconds = list(processes.map(read_alone, [home] * 2, [task] * 2))
        row.append(2 * CALLS / max(seconds))
        print(f"{task:8}" + "".join(f"{each:10.0f}" for each in row[:3]) + f"{row[3]:12.0f}")


if __name__ == "__main__":
    main()
