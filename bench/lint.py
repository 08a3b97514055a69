"""Compare the time of `rules lint` on a source tree with the time of `grep -rn` for the same numbers.

Usage: python bench/lint.py [--megabytes N | --files N | --folder DIR] [--runs N] [--home DIR] [--old CHECKOUT]

A temporary folder is filled with invented source files: programs in several languages, markup, and data full of decimal
numbers. About one line in fifty cites a rule. With --files, it is filled with so many short files, and one in forty has
a citation. With --folder, the files of a folder are read instead. `rules lint` and grep read the folder alternately,
each in a new process, with the files in the system's cache. `rules lint` runs with an empty cache of results ("cold",
with the index of the rules' texts) and with a full one ("warm"), and with --old also from the checkout of another
version. Medians are printed: the time, the processor time of all processes, and the largest memory of one process.
--home or RULES_HOME gives the knowledge base.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
GREP = ["grep", "-rnE", r"[1-9][0-9]{2}\.[1-9][0-9]*[a-z]?"]

_NAMES = "player creature permanent stack zone combat damage counter trigger target mana library token".split()
_CITED = "704.5j 601.2b 509.1h 608.2b 603.3b 702.19 614.12 306.5d 116.2a 400.7 613.7 305.6".split()


def _words(draw: random.Random, count: int) -> str:
    return " ".join(draw.choices(_NAMES, k=count))


def _code(draw: random.Random) -> str:
    one, two = draw.sample(_NAMES, 2)
    return draw.choice(
        (
            f"    if ({one}.is_{two}() && {two}.size() > {draw.randrange(400)}) {{",
            f"        final {one.title()} {two} = game.get{two.title()}({draw.randrange(9)}, this.{one});",
            f"    {one}_{two} = max({one}, {draw.randrange(1000)}, {draw.random() * 500:.2f})",
            f"    return {one}.{two}({draw.random() * 9:.1f}f, 0x{draw.randrange(1 << 32):08x});",
            f"    // the {_words(draw, 9)}",
            f"    # {_words(draw, 6)}: see {one} and {two}",
            f"    {one}.scale({draw.random() * 300:.2f}f);" if draw.random() < 0.1 else f"    {one}.{two}();",
            f'    log.info("{_words(draw, 4)} took {{}} ms", {draw.randrange(10_000)});',
            "    }",
            "",
        )
    )


def _data(draw: random.Random) -> str:
    return ", ".join(f"{draw.random() * 1000:.3f}" for _ in range(8)) + ","


def _page(draw: random.Random) -> str:
    return f"<p>The {_words(draw, 14)}, version {draw.randrange(9)}.{draw.randrange(400)}.{draw.randrange(9)}.</p>"


def _citation(draw: random.Random) -> str:
    number = draw.choice(_CITED)
    return draw.choice((f"    // CR {number}: the {_words(draw, 6)}", f"    # {_words(draw, 5)} (rule {number})"))


def make_tree(folder: Path, size: int) -> None:
    """Write files of about 12 kB until their total size is `size` bytes. Every run writes the same files."""
    draw = random.Random(704)  # noqa: S311 - nothing secret: the same tree every time
    kinds: list[tuple[str, Callable[[random.Random], str]]] = [
        (".java", _code), (".py", _code), (".rs", _code), (".ts", _code), (".cpp", _code), (".go", _code),
        (".html", _page), (".json", _data),
    ]  # fmt: skip
    written = made = 0
    while written < size:
        ending, line = kinds[made % len(kinds)]
        lines = [_citation(draw) if draw.random() < 0.02 else line(draw) for _ in range(draw.randrange(100, 400))]
        path = folder / f"module{made % 40}" / f"part{made % 7}" / f"file{made}{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        written += path.write_bytes("\n".join(lines).encode())
        made += 1
    (folder / ".gitignore").write_text("*.log\nbuild/\n")


def make_small_files(folder: Path, count: int) -> None:
    """Write short files. One in forty has a citation. Every run writes the same files."""
    draw = random.Random(702)  # noqa: S311 - nothing secret: the same files every time
    for made in range(count):
        lines = [_code(draw) for _ in range(draw.randrange(20, 80))]
        if made % 40 == 7:
            lines.insert(3, _citation(draw))
        path = folder / f"module{made % 199}" / f"file{made}.java"
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines))


class Times(NamedTuple):
    """What a command took: seconds, seconds of the processors, and MiB of its largest process."""

    wall: float
    processor: float
    memory: float


def time_command(command: list[str], folder: Path, environment: dict[str, str]) -> Times:
    """Run a command in a folder. Exit statuses 0 and 1 are accepted."""
    start = time.perf_counter()
    # The output is read because grep would stop at its first hit if its output were /dev/null.
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder, env=environment)
    answer = run.stdout.read() if run.stdout else b""
    _process, status, usage = os.wait4(run.pid, 0)
    wall = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{' '.join(command)}: {answer[-200:].decode('utf-8', 'replace').strip()}")
    return Times(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--files", type=int)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--home")
    parser.add_argument("--old", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as caches:
        files = arguments.folder or Path(name)
        if arguments.files:
            make_small_files(files, arguments.files)
        elif not arguments.folder:
            make_tree(files, arguments.megabytes * 1_000_000)
        measure(files.absolute(), Path(caches), arguments)


def measure(files: Path, caches: Path, arguments: argparse.Namespace) -> None:
    """Run the commands alternately, and print the medians."""
    lint = [sys.executable, "-m", "cli", "lint", str(files)]
    commands = {"grep -rn": ([*GREP, str(files)], ROOT), "cold": (lint, ROOT), "warm": (lint, ROOT)}
    if arguments.old:
        commands["old"] = (lint, arguments.old)
    environment = {**os.environ, **({"RULES_HOME": arguments.home} if arguments.home else {})}
    environment = {each: value for each, value in environment.items() if each != "PYTHONDONTWRITEBYTECODE"}
    times: dict[str, list[Times]] = {each: [] for each in commands}
    for run in range(arguments.runs + 1):
        for each, (command, folder) in commands.items():
            cache = caches / ("old" if each == "old" else "new")
            for results in () if each == "warm" else cache.glob("citations/results-*"):
                results.unlink()
            taken = time_command(command, folder, {**environment, "RULES_CACHE": str(cache)})
            if run:  # the first run fills the caches
                times[each].append(taken)
    for each, found in times.items():
        wall, processor, memory = map(statistics.median, zip(*found, strict=True))
        print(f"{each:10} {wall:7.2f} s {processor:7.2f} s of processors {memory:7.0f} MiB")


if __name__ == "__main__":
    main()
