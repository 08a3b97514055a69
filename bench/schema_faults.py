"""Measure how many of the faults that the parser finds in misspelt situations the JSON Schema finds, too.

    python -m bench.schema_faults --count 1000 --seed 1

The situations are those of the printed examples, each with one word misspelt by lot. The exit status is 1 if the schema
refuses a situation that the parser accepts.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import jsonschema

from bench.misspellings import misspelt, with_text, words_in
from bench.situation_docs import json_schema
from kb.errors import BadSituation
from kb.rulings.review.printed_examples import ExampleCase, packaged_cases
from kb.rulings.situation.parser import situation_from_node
from kb.rulings.situation.situation import SITUATION_FORMAT
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, SequenceNode, YamlNode

_TRUTHS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass
class SchemaFaults:
    """The result of a measurement.

    Attributes:
        both: the number of faults that the parser and the schema find.
        missed: the faults that only the parser finds, by the fact in which they stand.
        wrong: the changes that only the schema refuses.
    """

    both: int = 0
    missed: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of the parser's faults that the schema finds."""
        return self.both / max(1, self.both + self.missed.total())


def as_json(node: YamlNode) -> Any:
    """Return a node as an editor of YAML reads it, with words for dates."""
    if isinstance(node, MappingNode):
        return {key.text: as_json(value) for key, value in node.entries}
    if isinstance(node, SequenceNode):
        return [as_json(item) for item in node.items]
    if not isinstance(node, ScalarNode) or node.is_empty:
        return None
    text = node.text
    if node.quoted:
        return text
    if text.lower() in _TRUTHS:
        return _TRUTHS[text.lower()]
    return int(text) if text.removeprefix("-").removeprefix("+").isdecimal() else text


def measure(cases: Sequence[ExampleCase], count: int, seed: int) -> SchemaFaults:
    """Misspell words of situations, and compare the parser with the schema."""
    lot, found = random.Random(seed), SchemaFaults()  # noqa: S311
    schema = jsonschema.Draft202012Validator(json_schema())
    listed = [(case, words) for case in cases if (words := list(words_in(case.situation)))]
    for _number in range(count):
        case, words = lot.choice(listed)
        path, at = lot.choice(words)
        word = misspelt(at[0], lot)
        changed = with_text(case.situation, path, at, word)
        refused = not schema.is_valid({"format": SITUATION_FORMAT, **as_json(changed)})
        try:
            situation_from_node(changed, case.source)
        except BadSituation as problem:
            found.both += refused
            if not refused:
                found.missed[problem.faults[0].where.rpartition(".")[2] or "key"] += 1
        else:
            if refused:
                found.wrong.append(f"{case.source}: {at[0]} -> {word}")
    return found


def main() -> int:
    """Print the share of faults that the schema finds, and where it finds none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = measure(list(packaged_cases()), options.count, options.seed)
    total = found.both + found.missed.total()
    print(f"the schema finds {found.both} of the {total} faults that the parser finds ({found.share:.1%})")
    for fact, number in found.missed.most_common():
        print(f"  missed in {fact}: {number}")
    for each in found.wrong:
        print(f"  refused by the schema alone: {each}")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
