"""The edition of 2026-02-27, which came after the others: its counts, its reviewed wordings, its classes of rules.

Sections, rules, examples and headwords were counted with regular expressions that count the edition of 2026-01-16 as
the independent parser of `../shared/gold` does. References: that parser's 1,992, less one in 702.49c, and one more in
506.3d and in 702.190b.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kb.rulings.law import rule_registry
from kb.rulings.law.applicable_law import Law
from kb.rulings.review.coverage import load_checkability
from kb.storage.editions import list_editions
from kb.storage.store import Store
from kb.storage.view import View

DAY = date(2026, 2, 27)


def test_counts(newer_home: Path) -> None:
    with Store.open(newer_home) as store:
        (record,) = [each for each in list_editions(store) if each.effective == DAY]
    counted = (record.sections, record.rules, record.subrules, record.examples, record.glossary)
    assert counted == (146, 1158, 1962, 276, 726)
    # The glossary entry Map cites rule 110.10, as in 2026-01-16.
    assert (record.references, record.dangling) == (1993, 1)


def test_every_rule_is_classified_once(newer_home: Path) -> None:
    """The classified rules are exactly the rules of the edition."""
    known = load_checkability()
    with Store.open(newer_home) as store:
        numbers = View(store, "en", known.edition).rules_by_number()
    assert known.edition == DAY
    assert set(known.classes) == {number for number in numbers if number.kind in ("rule", "subrule")}


def test_no_wording_is_unreviewed(newer_home: Path) -> None:
    """Each concept has one reviewed variant or none."""
    with Store.open(newer_home) as store:
        law = Law(store, DAY)
        states = {concept: law.status_of(concept).status for concept in rule_registry.variants_by_concept()}
    assert {concept for concept, status in states.items() if status not in ("ok", "not-in-edition")} == set()


def test_drift(rules: Any, newer_file: Path, newest_home: Path) -> None:
    """506.3d to f are 506.3e to g now, after a new 506.3d; 702.49c no longer says when ninjutsu works."""
    outcome = rules("drift", str(newer_file), "--json", home=newest_home)
    assert {(each["concept"], each["touch"]) for each in outcome.data["touched"]} == {
        ("battle-enters-attacking", "moved"),
        ("battle-enters-blocking", "moved"),
        ("enters-blocking-what", "moved"),
        ("ninjutsu-time", "gone"),
    }


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


SNEAK = """format: cr-situation/1
usual: yes
closed: [battlefield, stack]
players: {p1: {}, p2: {}}
game: {active: p1, phase: combat, step: declare-blockers, priority: p1, stack: []}
objects:
  - {id: A, zone: hand, owner: p1, types: [creature], mana_cost: "{2}{U}", keywords: ["sneak {U}"]}
  - {id: B, zone: battlefield, controller: p1, types: [creature], attacking: p2, blocked: no}
"""


@pytest.mark.parametrize(("day", "verdict"), [("2026-01-16", "no"), ("2026-02-27", "depends")])
def test_sneak_isnt_encoded(rules: Any, newer_home: Path, tmp_path: Path, day: str, verdict: str) -> None:
    """702.190a may let a creature spell be cast in combat. That is open; older editions have no such rule."""
    file = tmp_path / "sneak.yaml"
    file.write_text(SNEAK, encoding="utf-8")
    options = ("--by", "p1", "--as-of", day, "--json")
    answer = rules("ask", "can-cast", "A", "-f", str(file), *options, home=newer_home).data
    assert answer["verdict"] == verdict
    assert any("702.190" in each for each in answer["depends_on"]) == (verdict == "depends")
