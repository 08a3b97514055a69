"""Compare the time needed to match the rules of two editions with the time of a yardstick.

Usage: python -m bench.lineage BEFORE AFTER [--runs N]

BEFORE and AFTER are text files. The hardest pair is 2009-05-01 and 2009-07-11, because nearly all numbers changed
between these editions. The yardstick does only a part of the work. It uses difflib from the standard library to compare
each changed rule with the rules that share most of its words. The matching and the yardstick run alternately in this
process. The printed medians exclude the time needed to read the files.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from heapq import nlargest
from pathlib import Path

from ingest.documents.document import read_file
from ingest.pipeline import IngestOptions, read_editions
from kb.lineage.matching import NumberedText, match_rules
from kb.text import normalization

# The yardstick compares each changed rule with this many rules.
CLOSEST = 6


def read_rules(path: Path) -> list[NumberedText]:
    """Return the rules of an edition. If a number is printed twice, only its first rule is returned."""
    (edition,) = read_editions(read_file(path), IngestOptions(), None)
    texts = {rule.number: rule.text for rule in reversed(edition.rules)}
    return [NumberedText(number, 1, text) for number, text in texts.items()]


def run_yardstick(before: Sequence[NumberedText], after: Sequence[NumberedText]) -> int:
    """Compare each changed rule with the closest rules of the other edition. Return the number of similar pairs."""
    equal = {rule.text for rule in before} & {rule.text for rule in after}
    olds, news = (
        [(rule.text.split(), set(rule.text.split())) for rule in side if rule.text not in equal]
        for side in (before, after)
    )
    found = 0
    for words, known in news:
        for others, _ in nlargest(CLOSEST, olds, key=lambda old: len(known & old[1])):
            found += SequenceMatcher(None, others, words, autojunk=False).ratio() >= 0.8
    return found


def seconds(
    work: Callable[[Sequence[NumberedText], Sequence[NumberedText]], object], *sides: Sequence[NumberedText]
) -> float:
    """Empty the caches, call `work` with `sides`, and return the call's wall time in seconds."""
    for form in (normalization.normalize_typography, normalization.mask_references, normalization.normalize_template):
        form.cache_clear()
    start = time.perf_counter()
    work(*sides)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    before, after = read_rules(arguments.before), read_rules(arguments.after)
    times: dict[str, list[float]] = {"follow": [], "yardstick": []}
    for _ in range(arguments.runs):
        times["follow"].append(seconds(match_rules, before, after))
        times["yardstick"].append(seconds(run_yardstick, before, after))
    medians = {name: statistics.median(values) for name, values in times.items()}
    print(f"{len(before)} rules before, {len(after)} after")
    for name, median in medians.items():
        print(f"{name:10} {median:6.2f} s  {median / medians['yardstick']:5.2f} times the yardstick")


if __name__ == "__main__":
    main()
