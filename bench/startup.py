"""Compare the time of commands with a hello-world program that uses Typer, and measure searches in one process.

Usage: python -m bench.startup [--home DIR] [--runs N]

Six programs run alternately, each in a new process: an empty Python interpreter, a hello-world with two commands and
its help, `rules show 306.5`, `rules search loyalty` and `rules --help`. Medians and their ratios to the hello-world are
printed. Then this
process searches once for each headword of the newest edition and each question in `bench/questions`. It searches
today's rules and all editions, with snippets.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from bench.relevance import load_questions
from kb.languages import Lang
from kb.search import SearchLimits, search
from kb.storage.store import Store
from kb.storage.view import View

HELLO = """
import typer

app = typer.Typer()


@app.command()
def one(name: str) -> None:
    print(name)


@app.command()
def two(name: str) -> None:
    print(name)


app()
"""


def seconds(command: list[str], home: str) -> float:
    """Run a command and return its wall time in seconds."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "RULES_HOME": home, "NO_COLOR": "1"})
    return time.perf_counter() - start


def processes(home: str, runs: int) -> None:
    """Measure the six processes `runs` times and print the medians."""
    rules = str(Path(sys.executable).with_name("rules"))
    with tempfile.TemporaryDirectory() as folder:
        hello = Path(folder) / "hello.py"
        hello.write_text(HELLO)
        commands = {
            "bare interpreter": [sys.executable, "-c", "pass"],
            "hello-world": [sys.executable, str(hello), "one", "x"],
            "hello-world --help": [sys.executable, str(hello), "--help"],
            "rules show 306.5": [rules, "show", "306.5"],
            "rules search loyalty": [rules, "search", "loyalty"],
            "rules --help": [rules, "--help"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(runs + 1):
            for name, command in commands.items():
                taken = seconds(command, home)
                if turn:  # The first turn only fills the caches of the system.
                    times[name].append(taken)
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        print(f"{name:22}{median * 1000:7.1f} ms   {median / medians['hello-world']:5.2f} times the hello-world")


def searches(store: Store, lang: Lang, words: Sequence[str], limits: SearchLimits) -> str:
    """Search each of `words` once. Return the statistics of the times as one line."""
    view = View(store, lang, date.max)
    times = []
    for each in words:
        start = time.perf_counter()
        search(store, view, each, limits)
        times.append((time.perf_counter() - start) * 1000)
    after = sorted(times[1:])
    return (
        f"median {statistics.median(after):6.2f} ms   99th percentile {after[int(len(after) * 0.99)]:6.2f} ms   "
        f"longest {after[-1]:6.2f} ms   the first one {times[0]:6.2f} ms   of {len(times)}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", default=os.environ.get("RULES_HOME"))
    parser.add_argument("--runs", type=int, default=12)
    arguments = parser.parse_args()
    if arguments.home is None:
        parser.error("give --home, or set RULES_HOME")
    processes(arguments.home, arguments.runs)
    with Store.open(Path(arguments.home)) as store:
        terms = [entry.item.names[0] for entry in View(store, "en", date.max).glossary()]
    questions: dict[Lang, list[str]] = {
        "en": terms + [question.ask for question in load_questions("en")],
        "fr": [question.ask for question in load_questions("fr")],
    }
    for lang, words in questions.items():
        for name, limits in (("today", SearchLimits()), ("all editions", SearchLimits(all_editions=True))):
            with Store.open(Path(arguments.home)) as store:
                print(f"{lang}, {name:13} {searches(store, lang, words, limits)}")


if __name__ == "__main__":
    main()
