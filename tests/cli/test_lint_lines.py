"""`rules lint` finds every citation of the Comprehensive Rules in lines of real texts, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

FIXTURE = Path(__file__).resolve().parents[1] / "fixtures/lint/lines.txt"


def corpus() -> list[tuple[str, str, list[str]]]:
    """Return the category, the text and the expected verdicts of each line of the fixture."""
    lines, category = [], ""
    for raw in FIXTURE.read_text(encoding="utf-8").splitlines():
        if raw.startswith("## "):
            category = raw[3:]
        elif " :: " in raw and not raw.startswith("# "):
            expected, _, line = raw.partition(" :: ")
            lines.append((category, line, [] if expected == "-" else sorted(expected.split(", "))))
    return lines


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, newest_home: Path) -> dict[int, list[str]]:
    """Return the citations of the Comprehensive Rules that lint finds in the corpus as one file, by line number."""
    import json
    import subprocess
    import sys

    # An empty line after each line keeps the lines of the corpus independent.
    text = "\n\n".join(line for _, line, _ in corpus())
    path = tmp_path_factory.mktemp("lines") / "lines.txt"
    path.write_text(text, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "cli",
        "--home",
        str(newest_home),
        "lint",
        str(path),
        "--as-of",
        "2026-01-16",
        "--json",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    verdicts: dict[int, list[str]] = {}
    citations = json.loads(run.stdout)["citations"]
    # "MTR 2.5" is a trap because 2.5 must not be read as a rule's number. It is a citation of another book.
    for each in (each for each in citations if "doc" not in each):
        verdicts.setdefault(each["line"] // 2, []).append(f"{each['number']} {each['verdict']}")
    return verdicts


def test_the_corpus_is_large_enough() -> None:
    """The corpus has at least two hundred different lines, and half of them have no citation."""
    lines = corpus()
    traps = [line for category, line, _ in lines if category.startswith("trap")]
    assert len(lines) >= 200 and len(traps) * 2 >= len(lines) - 10
    assert len({line for _, line, _ in lines}) == len(lines)
    assert all(category.startswith("trap") == (not expected) for category, _, expected in lines)


@pytest.mark.parametrize("place", range(len(corpus())), ids=[f"{each[0]}: {each[1]}"[:90] for each in corpus()])
def test_no_miss_and_no_false_alarm(found: dict[int, Any], place: int) -> None:
    """Each line has exactly the expected citations with the expected verdicts."""
    _, line, expected = corpus()[place]
    assert sorted(found.get(place, [])) == expected, line
