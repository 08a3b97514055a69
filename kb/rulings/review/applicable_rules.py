"""Find the encoded rules that apply to a situation. To do so, ask every question about every thing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.errors import RulesError
from kb.rulings.engine.answer import Ruling, Verdict, ask
from kb.rulings.engine.citations import RuleCitation
from kb.rulings.engine.questions import Question, QuestionArguments, all_questions
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.situation import Situation

MAX_QUESTIONS = 2000
"""The greatest number of questions asked. With this limit, a situation with 200 objects takes seconds."""


@dataclass(frozen=True, slots=True)
class ApplicableRule:
    """A rule that the answer to a question rests on.

    Attributes:
        citation: the citation of the rule.
        asked: the question in the form that users type.
        verdict: the answer.
        depends_on: the open facts that the answer depends on.
    """

    citation: RuleCitation
    asked: str
    verdict: Verdict
    depends_on: tuple[str, ...]


def applicable_rules(situation: Situation, law: Law) -> tuple[ApplicableRule, ...]:
    """Return the rules that apply to a situation, question by question."""
    now = situation.with_law(law)
    found: list[ApplicableRule] = []
    put = 0
    for question in all_questions().values():
        for asked in _askable(question, situation):
            if (put := put + 1) > MAX_QUESTIONS:
                return tuple(found)
            try:
                ruling = ask(question, now, law, asked)
            except RulesError:
                continue  # The question needs more than these arguments, so it is left out.
            found += _rows(" ".join((question.name, *asked.things)), ruling)
    return tuple(dict.fromkeys(found))


def _askable(question: Question, situation: Situation) -> Iterator[QuestionArguments]:
    if question.takes == "nothing":
        yield QuestionArguments(question.name)
    elif question.takes == "player":
        yield from (QuestionArguments(question.name, (each.id,)) for each in situation.players)
    else:
        yield from (QuestionArguments(question.name, (each.id,)) for each in situation.objects)


def _rows(asked: str, ruling: Ruling) -> Iterator[ApplicableRule]:
    for cited in ruling.citations if not ruling.actions else ():
        yield ApplicableRule(cited, asked, ruling.verdict, ruling.depends_on)
    for done in ruling.actions:
        yield ApplicableRule(done.citation, asked, "yes", ())
    for each in ruling.open_actions:
        yield ApplicableRule(each.citation, asked, "depends", each.depends_on)
