"""Compare the time of `rules lint` on a source tree with the time of `grep -rn` for the same numbers.

Usage: python bench/lint.py [--megabytes N] [--runs N] [--home DIR]

A temporary folder is filled with invented source files: programs in several languages, markup, and data full of decimal
numbers. About one line in fifty cites a rule. `rules lint` and grep read the folder alternately, each in a new process,
with the files in the system's cache. Medians are printed. --home or RULES_HOME gives the knowledge base.
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


def time_command(command: list[str], home: str | None) -> float:
    """Run a command and return its wall time in seconds. Exit statuses 0 and 1 are accepted."""
    environment = {**os.environ, **({"RULES_HOME": home} if home else {})}
    start = time.perf_counter()
    # The output is captured because grep would stop at its first hit if its output were /dev/null.
    run = subprocess.run(command, check=False, capture_output=True, env=environment)
    if run.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: {run.stderr.decode().strip()}")
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--home")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        make_tree(Path(name), arguments.megabytes * 1_000_000)
        commands = {"grep -rn": [*GREP, name], "rules lint": [sys.executable, "-m", "cli", "lint", name]}
        times: dict[str, list[float]] = {each: [] for each in commands}
        for _ in range(arguments.runs):
            for each, command in commands.items():
                times[each].append(time_command(command, arguments.home))
    medians = {each: statistics.median(values) for each, values in times.items()}
    for each, median in medians.items():
        print(f"{each:10} {median:7.2f} s  {median / medians['grep -rn']:6.1f} times grep")


if __name__ == "__main__":
    main()
