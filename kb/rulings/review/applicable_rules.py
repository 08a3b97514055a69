"""Which encoded rules speak to a situation: every question put to everything that it can be put to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.errors import RulesError
from kb.rulings.engine.answer import Citation, Ruling, Verdict, ask
from kb.rulings.engine.questions import Asked, Question, questions
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.situation import Situation

MOST_ASKED = 2000
"""So many questions are put at most: a situation of 200 objects stays a matter of seconds."""


@dataclass(frozen=True, slots=True)
class Speaks:
    """A rule that has a say in the answer to a question.

    Attributes:
        citation: the rule.
        asked: the question, as it would be typed.
        verdict: its answer.
        depends_on: the open facts that the answer depends on.
    """

    citation: Citation
    asked: str
    verdict: Verdict
    depends_on: tuple[str, ...]


def speaking(situation: Situation, law: Law) -> tuple[Speaks, ...]:
    """The rules that speak to a situation, question by question."""
    now = situation.under(law)
    found: list[Speaks] = []
    put = 0
    for question in questions().values():
        for asked in _askable(question, situation):
            if (put := put + 1) > MOST_ASKED:
                return tuple(found)
            try:
                ruling = ask(question, now, law, asked)
            except RulesError:
                continue  # The question can't be put to this: it needs something else beside it.
            found += _rows(" ".join((question.name, *asked.things)), ruling)
    return tuple(dict.fromkeys(found))


def _askable(question: Question, situation: Situation) -> Iterator[Asked]:
    if question.takes == "nothing":
        yield Asked(question.name)
    elif question.takes == "player":
        yield from (Asked(question.name, (each.id,)) for each in situation.players)
    else:
        yield from (Asked(question.name, (each.id,)) for each in situation.objects)


def _rows(asked: str, ruling: Ruling) -> Iterator[Speaks]:
    for cited in ruling.citations if not ruling.actions else ():
        yield Speaks(cited, asked, ruling.verdict, ruling.depends_on)
    for done in ruling.actions:
        yield Speaks(done.citation, asked, "yes", ())
    for each in ruling.open:
        yield Speaks(each.citation, asked, "depends", each.depends_on)
