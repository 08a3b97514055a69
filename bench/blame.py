"""Compare the processor time of `rules lint --blame` with that of git's own `git blame` of the same files.

Usage: python -m bench.blame [--commits N] [--files N] [--runs N] [--home DIR]

`git fast-import` makes a repository with a long history: each commit changes one line of one file, and some lines cite
a rule. In turn, each in new processes: `git blame` of every file, `rules lint --blame` of a copy of the files without
history, the same of the repository with an empty cache, and again with the cache of the run before. What the days cost
is the time with history less the time without. The processes of git are counted in runs of their own. The exit status
is 1 if git blames a file more than once, or if the days cost more than `MOST` times git's own time. --home or
RULES_HOME gives the knowledge base.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

MOST = 1.1

_LINES = 120
_FIRST_DAY = 1_262_304_000  # 2010-01-01, in seconds since 1970
_CITED = "704.5j 601.2b 509.1h 608.2b 603.3b 702.19 614.12 306.5d 116.2a 400.7 613.7 305.6".split()
_LINT = [sys.executable, "-m", "cli", "lint"]
_ROOT = Path(__file__).resolve().parents[1]


def history(commits: int, files: int) -> bytes:
    """Return what `git fast-import` reads: `commits` commits over fourteen years. Every run gives the same."""
    draw = random.Random(601)  # noqa: S311 - nothing secret: the same history every time
    texts = [[_line(draw) for _ in range(_LINES)] for _ in range(files)]
    made: list[bytes] = []
    for place in range(commits):
        changed = place % files
        texts[changed][draw.randrange(_LINES)] = _line(draw)
        content = "\n".join(texts[changed]).encode() + b"\n"
        who = f"a <a@example.org> {_FIRST_DAY + place * 14 * 365 * 86_400 // commits} +0000"
        head = f"commit refs/heads/main\nauthor {who}\ncommitter {who}\ndata 6\nchange\n"
        made.append(f"{head}M 100644 inline file{changed}.py\ndata {len(content)}\n".encode() + content)
    return b"".join(made)


def _line(draw: random.Random) -> str:
    if draw.random() < 0.1:
        return f"    # CR {draw.choice(_CITED)}, case {draw.randrange(10**6)}"
    return f"    value_{draw.randrange(10**6)} = step({draw.randrange(10**6)})"


def make_repository(folder: Path, commits: int, files: int) -> list[str]:
    """Make the repository in a folder, and check its files out. Return their names."""
    folder.mkdir()
    for arguments, given in (
        (["init", "-q", "-b", "main"], None),
        (["fast-import", "--quiet"], history(commits, files)),
        (["reset", "-q", "--hard", "main"], None),
    ):
        subprocess.run(["git", "-C", str(folder), *arguments], input=given, check=True)  # noqa: S607
    return sorted(file.name for file in folder.glob("*.py"))


def seconds(commands: list[list[str]], environment: dict[str, str]) -> float:
    """Run commands one after the other. Return their processor time with that of their processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        run = subprocess.run(command, check=False, capture_output=True, env=environment, cwd=_ROOT)
        if run.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)}: {run.stderr.decode().strip()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def count_processes(command: list[str], environment: dict[str, str], folder: Path) -> Counter[str]:
    """Run a command, and return how often it ran each command of git, as git itself notes it in a folder."""
    folder.mkdir()
    seconds([command], {**environment, "GIT_TRACE2_EVENT": str(folder)})
    events = [json.loads(line) for note in folder.iterdir() for line in note.read_text().splitlines()]
    return Counter(event["name"] for event in events if event["event"] == "cmd_name")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commits", type=int, default=10_000)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--home")
    arguments = parser.parse_args()
    environment = {**os.environ, **({"RULES_HOME": arguments.home} if arguments.home else {})}
    with tempfile.TemporaryDirectory() as name:
        repository, cache = Path(name, "repository"), Path(name, "cache")
        files = make_repository(repository, arguments.commits, arguments.files)
        environment["RULES_CACHE"] = str(cache)
        copy = Path(name, "copy")
        shutil.copytree(repository, copy, ignore=shutil.ignore_patterns(".git"))
        own = [["git", "-C", str(repository), "blame", "--porcelain", "--", file] for file in files]
        bare, blaming = ([*_LINT, "--blame", str(folder)] for folder in (copy, repository))
        seconds([bare], environment)  # the first run of all prepares the knowledge base
        runs: list[tuple[float, float, float, float]] = []
        for _run in range(arguments.runs):
            for kept in cache.rglob("blame-*.json"):
                kept.unlink()
            runs.append((seconds(own, environment), seconds([bare], environment), seconds([blaming], environment),
                         seconds([blaming], environment)))  # fmt: skip
        shutil.rmtree(cache, ignore_errors=True)
        first, second = (count_processes(blaming, environment, Path(name, each)) for each in ("first", "second"))
    git, without, with_days, again = (statistics.median(each) for each in zip(*runs, strict=True))
    ratio = statistics.median((each[2] - each[1]) / each[0] for each in runs)
    print(f"{arguments.commits} commits, {len(files)} files, processor time, medians of {arguments.runs} paired runs")
    print(
        f"git blame {git:.2f} s, rules lint without history {without:.2f} s, "
        f"with history {with_days:.2f} s, again {again:.2f} s"
    )
    print(f"the days of the lines cost {ratio:.2f} times git blame (at most {MOST})")
    print(f"processes of git: {sum(first.values())} {dict(first)}; again: {sum(second.values())} {dict(second)}")
    return 0 if first["blame"] <= len(files) and ratio <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
