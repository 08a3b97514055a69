"""Search for 10,000 random and hostile queries. No query may fail or take over 200 ms.

Usage: python -m bench.hostile [--home DIR] [--queries N] [--seed N]

Queries consist of words of the rules, pieces of the query syntax in any order, letters of other alphabets, control
characters, and very long repetitions. Each query is searched in English or French, and some in all editions.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from kb.search import SearchLimits, search
from kb.storage.store import Store
from kb.storage.view import View

_WORDS = "creature player the of flying loyalty 306.5 704.5j damage a l'encadré état counter mana {T} +1/+1 X".split()
_PIECES = [
    '"', "(", ")", "[", "]", "{", "}", ":", "*", "?", "~", "~2", "~99", "^", "^9", "AND", "OR", "NOT", "+", "-", "&",
    "|", "TO", "..", "title:", "example:", "glossary:", "number:", "number:702.*", "number:[1 TO", "section:3",
    "status:", "status:deprecated", "edition:", "edition:2020", "cites:704", "text_en:", "lang:", "kind:", "nothing:",
    "a*", "*a", "e*", "~~", "''", "\\", "/", "//", "<", ">", ">=", "<script>", "%s", "%00", "';--", "\0", "\x1b[31m",
    "\u202e",
    "\ufeff", "\ud800", "é", "ﬁ", "🜂", "中文", "א", "ß", "İ", "\u0301" * 9, "\u200b", "\t", "\n", "1" * 30, "9.9",
    "-0",
]  # fmt: skip


def queries(count: int, seed: int) -> Iterator[str]:
    """Yield `count` random queries. The same seed always gives the same queries."""
    draw = random.Random(seed)  # noqa: S311 - nothing secret
    for _ in range(count):
        kind = draw.random()
        if kind < 0.03:
            yield draw.choice([*_PIECES, *_WORDS]) * draw.choice([100, 1000, 10_000])
        elif kind < 0.06:
            yield (draw.choice([*_PIECES, *_WORDS]) + " ") * draw.choice([100, 1000, 10_000])
        elif kind < 0.16:
            yield "".join(chr(draw.randrange(1, 0x3000)) for _ in range(draw.randrange(1, 60)))
        else:
            parts = draw.choices([_WORDS, _PIECES], k=draw.randrange(1, 12))
            yield draw.choice(["", " "]).join(draw.choice(part) for part in parts)


def main() -> None:
    """Search all queries and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", default=os.environ.get("RULES_HOME"))
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=8)
    arguments = parser.parse_args()
    if arguments.home is None:
        parser.error("give --home, or set RULES_HOME")
    taken: list[tuple[float, str]] = []
    failed = 0
    with Store.open(Path(arguments.home)) as store:
        views = [View(store, "en", date.max), View(store, "fr", date.max)]
        search(store, views[0], "warm", SearchLimits())
        for place, query in enumerate(queries(arguments.queries, arguments.seed)):
            limits = SearchLimits(all_editions=place % 5 == 0)
            start = time.perf_counter()
            try:
                search(store, views[place % 3 == 0], query, limits)
            except Exception as problem:  # noqa: BLE001 - any error is a finding
                failed += 1
                print(f"{type(problem).__name__}: {problem} for {query[:80]!a}")
            taken.append(((time.perf_counter() - start) * 1000, query))
    taken.sort(reverse=True)
    times = [milliseconds for milliseconds, _ in taken]
    print(
        f"{len(times)} queries, {failed} errors, {sum(each > 200 for each in times)} over 200 ms; "
        f"median {statistics.median(times):.2f} ms, longest {times[0]:.1f} ms"
    )
    for milliseconds, query in taken[:5]:
        print(f"{milliseconds:8.1f} ms  {len(query):6} characters  {query[:80]!a}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
