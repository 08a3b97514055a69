"""Famous interactions, asked with cards alone: `python -m bench.card_interactions` needs a card library (RULES_HOME).

It prints each case as right, open (the answer depends), wrong, or not run (the library lacks a card).
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from kb.cards.library.database import CardLibrary, open_library
from kb.cards.library.library_card import PrintedCard
from kb.cards.library.name_lookup import find_card
from kb.errors import NotFound, RulesError
from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.parser import situation_from_text
from kb.storage.store import Store

CASES = Path(__file__).with_suffix(".toml")
DAY = date(2026, 1, 16)

_PLACES = {"zone": "battlefield", "controller": "p1", "owner": "p1"}


def situation(case: dict[str, Any]) -> str:
    """Return the situation of a case: the objects are on the battlefield, of player 1, unless stated otherwise."""
    cards, facts = case["cards"], case.get("facts", {})
    objects = []
    for identity in (*cards, *(each for each in facts if each not in cards)):
        stated = _PLACES | facts.get(identity, {})
        if identity in cards:
            stated["oracle"] = f'"{cards[identity]}"'
        objects.append(f"{{id: {identity}, {', '.join(f'{name}: {value}' for name, value in stated.items())}}}")
    more = case.get("more", "")
    others = "".join(f", {each}: {{life: 20}}" for each in ("p2", "p3") if each == "p2" or "p3" in more)
    return (
        f"format: cr-situation/1\nusual: yes\nclosed: [battlefield]\n{more}\n"
        f"players: {{p1: {{life: {case.get('life', 20)}}}{others}}}\nobjects: [{', '.join(objects)}]\n"
    )


def outcome(case: dict[str, Any], ruling: Ruling) -> str:
    """Compare a ruling with the expected answer: right, open or wrong."""
    if ruling.verdict == "depends":
        return "open"
    found: object = ruling.verdict if ruling.value is None or case["answer"] in ("yes", "no") else ruling.value
    if case["ask"] == "sba":
        found = sorted(f"{each.action.kind} {thing}" for each in ruling.actions for thing in each.action.things)
    if isinstance(found, dict) and isinstance(case["answer"], dict):
        found = {name: found.get(name) for name in case["answer"]}
    return "right" if found == case["answer"] else "wrong"


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks cases with the cards of a library and the rules of a knowledge base."""

    library: CardLibrary
    law: Law

    def ask(self, case: dict[str, Any]) -> Ruling | None:
        """Return the answer to a case; None if the library lacks one of its cards."""
        try:
            now = situation_from_text(situation(case), "case", find_card=self._card)
        except _NoSuchCard:
            return None
        question, *things = case["ask"].split()
        ability = things.pop() if things and things[-1].isdecimal() else None
        arguments = QuestionArguments(
            question, tuple(things), case.get("by"), None if ability is None else int(ability)
        )
        return ask(find_question(question), now, self.law, arguments)

    def _card(self, name: str) -> PrintedCard:
        try:
            found = self.library.card(find_card(self.library, name).card).card
        except NotFound as problem:
            raise _NoSuchCard(name) from problem
        if name.casefold() not in (found.name.casefold(), *(face.name.casefold() for face in found.faces)):
            raise _NoSuchCard(name)
        return found


class _NoSuchCard(Exception):
    """The library lacks a card."""


@contextmanager
def asker() -> Iterator[Asker]:
    """Open the card library and the knowledge base in RULES_HOME."""
    home = Path(os.environ["RULES_HOME"])
    with open_library(home) as library, Store.open_readonly(home) as store:
        yield Asker(library, Law(store, DAY))


def run(cases: list[dict[str, Any]]) -> int:
    """Ask every case and print the answers. The exit status is 1 if an answer is wrong."""
    counts: Counter[str] = Counter()
    with asker() as asking:
        for case in cases:
            try:
                ruling = asking.ask(case)
                said = "not run" if ruling is None else outcome(case, ruling)
                why = "" if ruling is None else ruling.depends_on or ("" if said == "right" else ruling.value)
            except RulesError as problem:
                said, why = "refused", str(problem)
            counts[said] += 1
            names = ", ".join(case["cards"].values())
            print(f"{said}: {case['ask']} with {names}: {why or ''}")
    print(", ".join(f"{count} {said}" for said, count in counts.items()))
    return 1 if counts["wrong"] else 0


def main() -> int:
    """Ask the famous interactions."""
    return run(tomllib.loads(CASES.read_text(encoding="utf-8"))["case"])


if __name__ == "__main__":
    sys.exit(main())
