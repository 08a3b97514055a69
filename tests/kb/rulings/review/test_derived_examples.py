"""The printed examples are derived from what they print, not from facts that already are the answer."""

from __future__ import annotations

from bench.derived_examples import LEAST_SHARE, underived_examples
from kb.rulings.review.printed_examples import packaged_cases, read_cases

CASES = """
format: cr-examples/1
edition: 2026-01-16
cases:
  - rule: 601.2c
    example: 1
    ask: legal-targets S
    situation:
      players: {p1: }
      objects:
        - {id: S, zone: stack, controller: p1, types: [instant], can_target: [artifact, land], FACT}
        - {id: A, zone: battlefield, controller: p1, types: [artifact, land], keywords: []}
      proposed: {targets: [A, A]}
    expect: {verdict: yes}
"""


def test_nine_tenths_are_derived() -> None:
    cases = [each for each in packaged_cases() if each.example]
    others = {(each.rule, each.example) for each in underived_examples(cases)}
    assert 1 - len(others) / len({(str(each.number), each.example) for each in cases}) >= LEAST_SHARE


def test_a_fact_that_states_the_finding_is_found() -> None:
    """How often a spell says “target” can be stated, or derived from its text (601.2c)."""
    found = [
        each.why for each in underived_examples(list(read_cases(CASES.replace("FACT", "target_words: 2"), "test")))
    ]
    assert found == ["it rests on target_words"]
    text = "text: Destroy target artifact and target land."
    assert list(underived_examples(list(read_cases(CASES.replace("FACT", text), "test")))) == []
