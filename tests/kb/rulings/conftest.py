"""Fixtures that ask questions about a short situation under the rules of a day.

No knowledge base is needed: the pins tell which variant of each rule held on a day (`Law` without a store).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.logic.open_facts import resolve
from kb.rulings.situation.parser import situation_from_text
from kb.rulings.situation.situation import Object, Situation
from tests.kb.rulings.stated_as_effects import ABOUT_EFFECTS, outcome, restatements

NEWEST = "2026-01-16"

Ask = Callable[..., Ruling]


def situation(text: str) -> Situation:
    """Parse a situation from its text without the first line."""
    return situation_from_text("format: cr-situation/1\n" + text, "test")


@pytest.fixture(scope="session")
def laws() -> Callable[[str], Law]:
    """A function that returns the law of a day, made once."""
    known: dict[str, Law] = {}

    def of(day: str) -> Law:
        if day not in known:
            known[day] = Law(None, date.fromisoformat(day))
        return known[day]

    return of


@pytest.fixture
def put(laws: Callable[[str], Law]) -> Ask:
    """A function that asks a question: `put("can-activate A", "game: {phase: main}", day="2012-10-01", by="p1")`."""

    def asked(
        words: str, text: str, day: str = NEWEST, by: str | None = None, ability: int | None = None, *,
        as_effects: bool = True,
    ) -> Ruling:  # fmt: skip
        name, *things = words.split()
        question, law, now = find_question(name), laws(day), situation(text)
        arguments = QuestionArguments(name, tuple(things), by, ability)
        found = ask(question, now, law, arguments)
        # A fact and the same fact as an effect give the same answer. Old editions lack rules that decide about effects.
        is_restated = as_effects and name not in ABOUT_EFFECTS and day >= "2009"
        for other in restatements(now, name) if is_restated else ():
            as_effect = ask(question, other, law, arguments)
            effect = dict(other.effects[-1].stated)
            assert outcome(as_effect) == outcome(found), f"{words}: another answer if stated as the effect {effect}"
        return found

    return asked


@pytest.fixture
def performed(put: Ask) -> Callable[..., set[tuple[str, str, str]]]:
    """A function that returns the state-based actions of a situation, each as `(concept, kind, things)`."""

    def of(text: str, day: str = NEWEST) -> set[tuple[str, str, str]]:
        ruling = put("sba", text, day)
        return {(each.citation.concept, each.action.kind, " ".join(each.action.things)) for each in ruling.actions}

    return of


@pytest.fixture
def says(laws: Callable[[str], Law]) -> Callable[..., bool | None]:
    """A function that asks one rule alone: `says("flash", situation, "p1", "A")`; `A.1` is the first ability of A."""

    def of(concept: str, text: str, *names: str, day: str = NEWEST) -> bool | None:
        now = situation(text).with_law(laws(day))
        found = now.rule(concept, *(_argument(now, name) for name in names))
        value = resolve(found).value
        return value if isinstance(value, bool) else None

    return of


def _argument(now: Situation, name: str) -> object:
    if name.startswith("effect"):
        return now.effects[int(name.removeprefix("effect")) - 1]
    thing, dot, place = name.partition(".")
    found = now.thing(thing)
    if isinstance(found, Object) and dot:
        return tuple(found.abilities)[int(place) - 1]
    return found if found is not None else name
