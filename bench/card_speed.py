"""Processor time of a situation with ten cards and of the same situation by facts: `python -m bench.card_speed`.

Both are asked with `rules ask` in a process of its own, in turn. The cards are invented and pasted, so that their text
is read anew each time. The ratio of the medians may be at most 2.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 9
MOST = 2.0

_HEAD = "format: cr-situation/1\nusual: yes\nclosed: [battlefield]\nplayers: {p1: {}, p2: {}}\nobjects:\n"
_AT = "zone: battlefield, controller: p1, owner: p1, supertypes: [], abilities: []"

_CARDS = (
    ("Odd Angel {3}{W}{W}", "Creature — Angel", "Flying", "4/4"),
    ("Odd Anthem {1}{W}{W}", "Enchantment", "Creatures you control get +1/+1.", ""),
    ("Odd Elder {1}{G}{G}", "Creature — Elf Druid", "Other Elf creatures you control get +1/+1.", "2/2"),
    ("Odd Scout {G}", "Creature — Elf Druid", "Reach", "1/1"),
    ("Odd Gloom {2}{B}{B}", "Enchantment", "All creatures get -1/-1.", ""),
)
_FACTS = (
    "types: [creature], subtypes: [angel], colors: [white], base_power: 4, base_toughness: 4, keywords: [flying]",
    "types: [enchantment], subtypes: [], colors: [white], keywords: []",
    "types: [creature], subtypes: [elf, druid], colors: [green], base_power: 2, base_toughness: 2, keywords: []",
    "types: [creature], subtypes: [elf, druid], colors: [green], base_power: 1, base_toughness: 1, keywords: [reach]",
    "types: [enchantment], subtypes: [], colors: [black], keywords: []",
)
_EFFECTS = {
    1: "affects: [creatures you control], power: 1, toughness: 1",
    2: "affects: [other elf creatures you control], power: 1, toughness: 1",
    4: "affects: [creatures], power: -1, toughness: -1",
}


def by_cards() -> str:
    """Return the situation with the text of each card."""
    rows = []
    for place in range(10):
        name, *lines = _CARDS[place % 5]
        text = "".join(f"      {each}\n" for each in (name, *filter(None, lines)))
        rows.append(
            f"  - id: A{place}\n    zone: battlefield\n    controller: p1\n    owner: p1\n    oracle: |\n{text}"
        )
    return _HEAD + "".join(rows)


def by_facts() -> str:
    """Return the same situation without cards."""
    objects = "".join(f"  - {{id: A{place}, {_AT}, {_FACTS[place % 5]}}}\n" for place in range(10))
    effects = "".join(
        f"  - {{source: A{place}, generated_by: static-ability, says: gets, {_EFFECTS[place % 5]}}}\n"
        for place in range(10)
        if place % 5 in _EFFECTS
    )
    return f"{_HEAD}{objects}effects:\n{effects}"


def seconds(path: Path) -> tuple[float, str]:
    """Return the processor time of a question in a new process, and the first line of the answer."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "cli", "ask", "power-toughness", "A3", "-f", str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, answer


def main() -> int:
    """Measure both situations in turn. The exit status is 1 if the cards cost too much, or if the answers differ."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("cards.yaml", "facts.yaml")]
        for path, text in zip(paths, (by_cards(), by_facts()), strict=True):
            path.write_text(text, encoding="utf-8")
        pairs = [[seconds(path) for path in paths] for _run in range(RUNS)]
    cards, facts = (statistics.median(pair[place][0] for pair in pairs) for place in (0, 1))
    same = len({answer for pair in pairs for _time, answer in pair}) == 1
    print(f"{cards:.2f} s with cards, {facts:.2f} s by facts: {cards / facts:.2f} times (at most {MOST})")
    print(f"the answers are the same: {same}")
    return 0 if same and cards <= MOST * facts else 1


if __name__ == "__main__":
    sys.exit(main())
