"""Measures `rules translation export` and `import`: a whole book, and a file of four units.

Run `python -m bench.translation HOME [RUNS]` with the folder of a knowledge base that has all editions. It is copied.
The units are translated into a language that doesn't exist. An import also brings the search index up to date. Printed
are the medians of seconds of processor time and wall time, and the ratio of the processor time to `rules --version`.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

_FOUR = ("--section", "100.1", "--section", "306.2")


def main() -> None:
    """Measure each step in fresh copies of the knowledge base."""
    home, runs = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    found: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="rules-bench-") as folder:
        for run in range(runs):
            copy, small, whole = (Path(folder, name) for name in (f"home{run}", f"four{run}.po", f"book{run}.po"))
            shutil.copytree(home, copy)
            _measure(found, "rules --version", copy, "--version")
            _measure(found, "export a book as PO", copy, "translation", "export", str(whole))
            _measure(found, "export a book as XLIFF", copy, "translation", "export", str(whole.with_suffix(".xlf")))
            _measure(found, "export four units", copy, "translation", "export", str(small), *_FOUR)
            units = translate_all(whole), translate_all(small)
            _measure(found, f"import {units[1]} units", copy, "translation", "import", str(small))
            _measure(found, f"import {units[0]} units", copy, "translation", "import", str(whole))
            _measure(found, "first search", copy, "search", "trample", "--lang", "fr")
            shutil.rmtree(copy)
    yardstick = statistics.median(processor for processor, _wall in found["rules --version"])
    for name, each in found.items():
        processor, wall = (statistics.median(times) for times in zip(*each, strict=True))
        print(f"{name:24}{processor:8.2f} s{wall:8.2f} s{processor / yardstick:8.1f} times")


def _measure(found: dict[str, list[tuple[float, float]]], name: str, home: Path, *arguments: str) -> None:
    command = [str(Path(sys.executable).with_name("rules")), "--home", str(home), *arguments]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "NO_COLOR": "1"})
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found.setdefault(name, []).append((processor, wall))


def translate_all(file: Path) -> int:
    """Translate all units of a PO file. Return their number."""
    from translate.storage.po import pofile

    store: Any = pofile.parsefile(str(file))
    letters = str.maketrans("aeiouy", "àéîôûý")
    for unit in store.units[1:]:
        unit.target = "\n".join(f"{line.translate(letters)}é" for line in str(unit.source).split("\n"))
        unit.markfuzzy(False)
    store.savefile(str(file))
    return len(store.units) - 1


if __name__ == "__main__":
    main()
