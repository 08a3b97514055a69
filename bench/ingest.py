"""Compare the time of an ingest, indexing included, with the time of a yardstick program.

Usage: python bench/ingest.py PATH [--yardstick PROGRAM] [--runs N]

PATH is an edition or a folder of editions. The yardstick is a program that gets the same path. The default yardstick
only decodes the files and counts the lines that look like rules. Each run makes a new knowledge base, ingests the path
twice, and then runs the yardstick, all in separate processes. Medians and their ratios to the yardstick are printed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

YARDSTICK = r"""
import re, sys
from pathlib import Path
rule = re.compile(r"^(\d{3}\.\d+[a-z]?)\.? (.*)$")
path = Path(sys.argv[1])
count = 0
for each in sorted(path.glob("*.txt")) if path.is_dir() else [path]:
    raw = each.read_bytes()
    text = raw.decode("utf-16") if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else raw.decode("utf-8-sig", "replace")
    count += sum(bool(rule.match(line)) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
print(count)
"""


def seconds(command: list[str], home: str) -> float:
    """Run a command and return its wall time in seconds."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "RULES_HOME": home})
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--yardstick", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    yardstick = [str(arguments.yardstick)] if arguments.yardstick else ["-c", YARDSTICK]
    times: dict[str, list[float]] = {"ingest": [], "ingest again": [], "yardstick": []}
    for _ in range(arguments.runs):
        with tempfile.TemporaryDirectory() as home:
            seconds([sys.executable, "-m", "cli", "editions"], home)
            ingest = [sys.executable, "-m", "cli", "ingest", str(arguments.path)]
            times["ingest"].append(seconds(ingest, home))
            times["ingest again"].append(seconds(ingest, home))
            times["yardstick"].append(seconds([sys.executable, *yardstick, str(arguments.path)], home))
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        print(f"{name:14} {median:7.2f} s  {median / medians['yardstick']:6.1f} times the yardstick")


if __name__ == "__main__":
    main()
