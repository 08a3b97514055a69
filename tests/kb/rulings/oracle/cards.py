"""Situations with invented cards, for the tests of what cards state."""

from __future__ import annotations

import json
from datetime import date

from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.parser import situation_from_text

HEAD = "format: cr-situation/1\nusual: yes\nclosed: [battlefield]\nplayers: {p1: {life: 20}, p2: {life: 20}}\n"
DAY = date(2026, 1, 16)

BEAR = "Plain Bear {1}{G}\nCreature — Bear\n2/2"
FOREST = "Plain Forest\nBasic Land — Forest"
COMBAT = "game: {active: p1, phase: combat, step: declare-attackers}\n"
SINCE = "history: {controlled_since_turn_began: {A: yes}}\n"


def card(text: str, **facts: str) -> dict[str, str]:
    """Return the facts of an object of player 1 on the battlefield, with the text of a card."""
    return {"zone": "battlefield", "controller": "p1", "owner": "p1", "oracle": json.dumps(text)} | facts


def asked(question: str, *things: str, head: str = HEAD, facts: str = "", **objects: str | dict[str, str]) -> Ruling:
    """Ask a question about objects. An object is the text of a card, or its facts."""
    listed = {name: card(given) if isinstance(given, str) else given for name, given in objects.items()}
    rows = "".join(
        f"  - {{id: {name}, {', '.join(f'{fact}: {value}' for fact, value in stated.items() if value)}}}\n"
        for name, stated in listed.items()
    )
    now = situation_from_text(f"{head}{facts}objects:\n{rows}", "test")
    return ask(find_question(question), now, Law(None, DAY), QuestionArguments(question, things))
