"""Measure the findings of `rules lint` on source files against hand-checked labels.

    python -m bench.citing FOLDER                    print the counts, and precision and recall by the labels
    python -m bench.citing FOLDER --draw 20 --seed 1  print findings of each verdict, drawn by lot, with their lines
    python -m bench.citing FOLDER --draw-ok 20        print citations called ok that have words beside them

A label is a line of `bench/citing_labels.csv`: file name, line, number, verdict, suggestion, judgement. The judgement
is `right` or `wrong` for a finding (its suggestion counts, too), and `right` or `missed` for a citation called ok. The
labels hold no text of the files. RULES_HOME gives the knowledge base with every edition.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

LABELS = Path(__file__).with_name("citing_labels.csv")


def lint(folder: Path) -> list[dict[str, Any]]:
    """Return the citations in the files of a folder, as `rules lint --json` gives them."""
    command = [sys.executable, "-m", "cli", "lint", str(folder), "--json"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    if run.returncode not in (0, 1, 3):
        sys.exit(run.stderr)
    citations: list[dict[str, Any]] = json.loads(run.stdout)["citations"]
    return citations


def draw(citations: list[dict[str, Any]], count: int, seed: int, *, ok: bool) -> None:
    """Print citations drawn by lot: of each verdict except `ok`, or only of those called ok that have words beside."""
    by_verdict: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in citations:
        if (each["verdict"] == "ok") == ok:
            by_verdict[each["verdict"]].append(each)
    chosen = random.Random(seed)  # noqa: S311
    for verdict, found in sorted(by_verdict.items()):
        for each in chosen.sample(found, min(count, len(found))):
            lines = Path(each["path"]).read_text(encoding="utf-8", errors="replace").splitlines()
            at = each["line"] - 1
            print(f"{Path(each['path']).name},{each['line']},{each['number']},{verdict},{each['suggestion'] or ''}")
            for line in lines[max(0, at - 1) : at + 2]:
                print(f"      {line.strip()[:180]}")


def measure(citations: list[dict[str, Any]]) -> None:
    """Print precision by verdict, and recall of wrong citations, by the labels."""
    found = {(Path(each["path"]).name, str(each["line"]), each["number"]): each for each in citations}
    judged: Counter[tuple[str, str]] = Counter()
    with LABELS.open(encoding="utf-8", newline="") as labels:
        for row in csv.DictReader(labels):
            each = found.get((row["file"], row["line"], row["number"]))
            if each is None:
                judged["not found", row["judgement"]] += 1
                continue
            is_same = (each["verdict"], each["suggestion"] or "") == (row["verdict"], row["suggestion"])
            judged[row["verdict"] if is_same else "changed", row["judgement"]] += 1
    for verdict in sorted({verdict for verdict, _judgement in judged}):
        right, others = judged[verdict, "right"], judged[verdict, "wrong"] + judged[verdict, "missed"]
        print(f"{verdict:15} {right:4} right of {right + others}")
    wrong = sum(count for (verdict, judgement), count in judged.items() if judgement == "right" and verdict != "ok")
    missed = judged["ok", "missed"]
    print(f"labelled citations that are wrong: {wrong + missed}, found: {wrong}, called ok: {missed}")


def main() -> None:
    """Measure or draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("--draw-ok", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    citations = lint(arguments.folder)
    if arguments.draw or arguments.draw_ok:
        draw(citations, arguments.draw or arguments.draw_ok, arguments.seed, ok=not arguments.draw)
        return
    print(", ".join(f"{count} {verdict}" for verdict, count in Counter(c["verdict"] for c in citations).most_common()))
    measure(citations)


if __name__ == "__main__":
    main()
