"""Famous interactions, asked with cards alone: `python -m bench.card_interactions` needs a card library (RULES_HOME).

It prints each case as right, open (the answer depends) or wrong.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

from kb.cards.library.database import open_library
from kb.cards.library.library_card import PrintedCard
from kb.cards.library.name_lookup import find_card
from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.parser import situation_from_text

CASES = Path(__file__).with_suffix(".toml")
DAY = date(2026, 1, 16)


def situation(case: dict[str, Any]) -> str:
    """Return the situation of a case: the cards on the battlefield, of player 1 unless stated otherwise."""
    objects, sick = [], []
    for identity, name in case["cards"].items():
        facts = {"zone": "battlefield", "controller": "p1", "owner": "p1"} | case.get("facts", {}).get(identity, {})
        sick += [identity] if facts.pop("sick", None) else []
        objects.append(f'{{id: {identity}, oracle: "{name}", {", ".join(f"{key}: {facts[key]}" for key in facts)}}}')
    step = f", phase: combat, step: {case['step']}" if "step" in case else ""
    past = ", ".join(f"{each}: no" for each in sick)
    return (
        f"format: cr-situation/1\nusual: yes\nclosed: [battlefield]\ngame: {{active: p1{step}}}\n"
        f"players: {{p1: {{life: {case.get('life', 20)}}}, p2: {{life: 20}}}}\nobjects: [{', '.join(objects)}]\n"
        f"history: {{controlled_since_turn_began: {{{past}}}}}\n"
    )


def outcome(case: dict[str, Any], ruling: Ruling) -> str:
    """Compare a ruling with the expected answer: right, open or wrong."""
    if ruling.verdict == "depends":
        return "open"
    found: object = ruling.verdict if ruling.value is None else ruling.value
    if case["ask"] == "sba":
        found = sorted(f"{each.action.kind} {thing}" for each in ruling.actions for thing in each.action.things)
    return "right" if found == case["answer"] else "wrong"


def main() -> int:
    """Ask every case. The exit status is 1 if an answer is wrong."""
    counts: Counter[str] = Counter()
    with open_library(Path(os.environ["RULES_HOME"])) as library:

        def card(name: str) -> PrintedCard:
            return library.card(find_card(library, name).card).card

        for case in tomllib.loads(CASES.read_text(encoding="utf-8"))["case"]:
            question, *things = case["ask"].split()
            now = situation_from_text(situation(case), "case", find_card=card)
            ruling = ask(find_question(question), now, Law(None, DAY), QuestionArguments(question, tuple(things)))
            said = outcome(case, ruling)
            counts[said] += 1
            print(f"{said}: {case['ask']} with {', '.join(case['cards'].values())}: {ruling.depends_on or ''}")
    print(", ".join(f"{count} {said}" for said, count in counts.items()))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
