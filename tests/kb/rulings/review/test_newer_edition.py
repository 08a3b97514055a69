"""The edition of 2026-02-27, which came after the others: every encoded rule has a reviewed wording in it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def newer_home(every_edition: Path, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a knowledge base with all editions and the newer one."""
    home = Path(shutil.copytree(every_edition, tmp_path_factory.mktemp("newer") / "home"))
    from cli.app import main

    file = shared / "corpus/newer/2026-02-27.txt"
    if not file.exists():
        pytest.skip(f"{file} is absent")
    assert main(["--home", str(home), "ingest", str(file)]) == 0
    return home


def test_no_wording_is_unreviewed(rules: Any, newer_home: Path, shared: Path) -> None:
    """`rules drift` finds no changed wording that a reviewer hasn't seen. Moved rules are listed in any case."""
    outcome = rules("drift", str(shared / "corpus/newer/2026-02-27.txt"), home=newer_home)
    assert [line for line in outcome.out.splitlines() if line.startswith("changed")] == []


@pytest.mark.parametrize(("day", "cites"), [("2026-01-16", "702.49c"), ("2026-02-27", "702.49a")])
@pytest.mark.parametrize(("step", "verdict"), [("declare-blockers", "yes"), ("declare-attackers", "no")])
def test_ninjutsu_needs_an_unblocked_creature(
    rules: Any, newer_home: Path, tmp_path: Path, day: str, cites: str, step: str, verdict: str
) -> None:
    """Until 2026-01-16 by 702.49c; in 2026-02-27 by its cost alone (702.49a)."""
    file = tmp_path / "ninjutsu.yaml"
    file.write_text(
        f"""format: cr-situation/1
usual: yes
closed: [battlefield]
players: {{p1: {{}}, p2: {{}}}}
game: {{active: p1, phase: combat, step: {step}, priority: p1, stack: []}}
objects:
  - {{id: A, zone: hand, owner: p1, types: [creature],
     abilities: [{{kind: activated, keyword: ninjutsu, cost: "{{1}}"}}]}}
  - {{id: B, zone: battlefield, controller: p1, types: [creature], attacking: p2, blocked: no}}
""",
        encoding="utf-8",
    )
    options = ("--by", "p1", "--as-of", day, "--json")
    answer = rules("ask", "can-activate", "A", "-f", str(file), *options, home=newer_home).data
    assert answer["verdict"] == verdict
    if verdict == "no":
        assert cites in {each["number"] for each in answer["citations"]}
