"""Count the printed examples that are derived from what the example prints.

    python -m bench.derived_examples

A printed example isn't derived if its answer rests on a fact that already says what the rules are asked for. Two signs
are looked for. The answer changes if the facts that state findings are left out: `FINDINGS` lists the facts that say
what the rules, or the text of a card, decide. Or the answer rests on no rule: it cites none, performs no state-based
action and applies the layers to no effect. The exit status is 1 if less than nine tenths are derived.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bench.misspellings import Asked, result_of
from kb.errors import RulesError
from kb.rulings.review.printed_examples import ExampleCase, packaged_cases
from kb.rulings.situation.yaml_nodes import MappingNode, SequenceNode, YamlNode

LEAST_SHARE = 0.9

FINDINGS = frozenset({
    # what the text of an ability says about itself
    "adds_mana", "has_target", "triggers_from_mana", "triggers_from", "moves_from", "puts_there", "target_words",
    "causes", "refers_to", "result", "came_with", "names", "most_modes", "delayed_trigger", "reflexive",
    # what rules decide
    "blocked", "blocked_by", "changed_zones", "condition", "conditional", "ends_with_priority", "involves",
    "legal_choices", "legal_targets", "payable", "pending_ability", "produces", "simultaneous",
})  # fmt: skip
"""The facts that state a finding. A situation states them if the text or the events behind them are unknown."""


@dataclass(frozen=True, slots=True)
class Underived:
    """A printed example that isn't derived.

    Attributes:
        rule: number of the rule that prints the example.
        example: number of the example.
        source: file and line of the case.
        why: why it isn't derived.
    """

    rule: str
    example: int
    source: str
    why: str


def underived_examples(cases: Sequence[ExampleCase]) -> Iterator[Underived]:
    """Yield the cases of printed examples that aren't derived."""
    asked = Asked()
    for case in cases:
        before = asked.answer(case, case.situation)
        stated = dict.fromkeys(_findings(case.situation))
        is_ruled = before.citations or before.layers or before.question == "sba"
        why = "" if is_ruled else "it cites no rule"
        if stated:
            try:
                after = asked.answer(case, _without_findings(case.situation))
                same = result_of(after) == result_of(before)
            except RulesError:
                same = False
            why = why if same else f"it rests on {', '.join(stated)}"
        if why:
            yield Underived(str(case.number), case.example, case.source, why)


def _findings(node: YamlNode) -> Iterator[str]:
    if isinstance(node, MappingNode):
        for key, value in node.entries:
            if key.text in FINDINGS:
                yield key.text
            yield from _findings(value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _findings(item)


def _without_findings(node: MappingNode) -> MappingNode:
    """Return a mapping without the facts that state findings, at any depth."""
    kept = ((key, _inside(value)) for key, value in node.entries if key.text not in FINDINGS)
    return replace(node, entries=tuple(kept))


def _inside(node: YamlNode) -> YamlNode:
    if isinstance(node, MappingNode):
        return _without_findings(node)
    return replace(node, items=tuple(map(_inside, node.items))) if isinstance(node, SequenceNode) else node


def main() -> int:
    """Print the share of derived examples, and list the others."""
    cases = [each for each in packaged_cases() if each.example]
    examples = {(str(each.number), each.example) for each in cases}
    others = list(underived_examples(cases))
    count = len(examples - {(each.rule, each.example) for each in others})
    print(f"{count} of {len(examples)} printed examples are derived from what they print ({count / len(examples):.1%})")
    for each in others:
        print(f"  {each.rule}, example {each.example} ({each.source}): {each.why}")
    return 0 if count >= LEAST_SHARE * len(examples) else 1


if __name__ == "__main__":
    sys.exit(main())
