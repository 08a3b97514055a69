"""Measure how long rulings take: a large board with conditional effects, with all state-based actions.

The board has 200 permanents and 20 continuous effects. Each effect describes its objects in the words of cards, so that
the layers decide which objects it affects. No knowledge base is needed.

    python -m bench.rulings
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date

from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.parser import situation_from_text

PERMANENTS = 200
LIMIT = 0.5
"""The time in seconds that the question about state-based actions may take."""

_COLORS = ("white", "blue", "black", "red", "green")
_TYPES = ("creature", "artifact, creature", "creature", "enchantment", "land", "artifact")
_SUBTYPES = ("goblin", "elf", "zombie", "soldier")
_KEYWORDS = ("", "flying", "trample", "first strike", "reach")

_EFFECTS = (
    "says: becomes, affects: [noncreature artifact], types: [artifact, creature], power: 2, toughness: 2",
    "says: gains, affects: [creature you control], subtypes: [warrior]",
    "says: is, affects: [nonbasic land], subtypes: [mountain]",
    "says: gains, affects: [goblin you control], keywords: [haste]",
    "says: gets, affects: [white creature], power: 1, toughness: 1",
    "says: gets, affects: [goblin], power: 1, toughness: 1",
    "says: has, affects: [creature with flying], keywords: [vigilance]",
    "says: loses, affects: [zombie], abilities: [all]",
    "says: is, affects: [elf], colors: [blue]",
    "says: gets, affects: [blue creature], power: -1, toughness: -1",
    "says: gets, affects: [creature you control], power: 1, toughness: 0",
    "says: has, affects: [red creature], keywords: [first strike]",
    "says: gets, affects: [creature with first strike], power: 0, toughness: 1",
    "says: gains, affects: [artifact creature], colors: [green]",
    "says: gets, affects: [green creature], power: 1, toughness: 1",
    "says: becomes, affects: [soldier], power: 3, toughness: 3",
    "says: gains, affects: [enchantment], types: [artifact]",
    "says: gets, affects: [black creature], power: -2, toughness: -2",
    "says: has, affects: [warrior], keywords: [menace]",
    "says: gets, affects: [attacking creature], power: 2, toughness: 0",
)


def _rows() -> Iterator[str]:
    """Yield the permanents of the board."""
    for number in range(PERMANENTS):
        types = _TYPES[number % len(_TYPES)]
        facts = [
            f"id: A{number}, zone: battlefield, controller: p{1 + number % 2}, owner: p{1 + number % 2}",
            f"name: Card {number}, types: [{types}], supertypes: [], timestamp: {number}, attacking: none",
            f"colors: [{_COLORS[number % 5]}], keywords: [{_KEYWORDS[number % 5]}], damage: {number % 3}",
        ]
        if "creature" in types:
            facts.append(f"power: {1 + number % 4}, toughness: {1 + number % 5}")
            facts.append(f"subtypes: [{_SUBTYPES[number % 4]}]")
        else:
            facts.append("subtypes: []")
        yield f"  - {{{', '.join(facts)}}}"


def board() -> str:
    """Return the situation as YAML."""
    effects = (
        f"  - {{source: A{place}, generated_by: static-ability, timestamp: {PERMANENTS + place}, {each}}}"
        for place, each in enumerate(_EFFECTS)
    )
    lines = (
        "format: cr-situation/1", "usual: yes", "game: {active: p1, phase: main}",
        "players: {p1: {life: 20}, p2: {life: 20}}", "closed: [battlefield]", "objects:", *_rows(),
        "effects:", *effects,
    )  # fmt: skip
    return "\n".join(lines)


def timed_ruling(question: str, *things: str) -> tuple[Ruling, float]:
    """Return the answer to a question about the board, and the seconds that it took, without parsing."""
    situation, law = situation_from_text(board(), "board"), Law(None, date(2026, 1, 16))
    begin = time.perf_counter()
    ruling = ask(find_question(question), situation, law, QuestionArguments(question, things))
    return ruling, time.perf_counter() - begin


def main() -> None:
    """Print the best of three measurements for each question."""
    for question, *things in (("sba",), ("can-block", "A1", "A0"), ("characteristics", "A7")):
        found = [timed_ruling(question, *things) for _run in range(3)]
        ruling, seconds = min(found, key=lambda each: each[1])
        limit = f" (at most {LIMIT} s)" if question == "sba" else ""
        print(f"{question}: {seconds:.3f} s{limit}, {ruling.verdict}, {len(ruling.actions)} actions")


if __name__ == "__main__":
    main()
