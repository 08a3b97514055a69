"""Find the encoded rules that apply to a situation. To do so, ask every question about every thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.errors import RulesError
from kb.i18n import _
from kb.rulings.engine.answer import Ruling, Verdict, ask
from kb.rulings.engine.citations import RuleCitation
from kb.rulings.engine.question_search import find_question
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


@dataclass(frozen=True, slots=True)
class AskedRuling:
    """The answer to a question of a check.

    Attributes:
        asked: the question in the form that users type.
        ruling: the answer.
    """

    asked: str
    ruling: Ruling

    def applicable_rules(self) -> Iterator[ApplicableRule]:
        """Yield the rules that the answer rests on."""
        for cited in self.ruling.citations if not self.ruling.actions else ():
            yield ApplicableRule(cited, self.asked, self.ruling.verdict, self.ruling.depends_on)
        for done in self.ruling.actions:
            yield ApplicableRule(done.citation, self.asked, "yes", ())
        for each in self.ruling.open_actions:
            yield ApplicableRule(each.citation, self.asked, "depends", each.depends_on)


def ask_everything(situation: Situation, law: Law) -> tuple[AskedRuling, ...]:
    """Ask every question about every thing of a situation, up to `MAX_QUESTIONS` questions."""
    asked = [(question, each) for question in all_questions().values() for each in _askable(question, situation)]
    rulings, _problem = _answers(asked[:MAX_QUESTIONS], situation, law)
    return rulings


def ask_one(question: str, things: tuple[str, ...], situation: Situation, law: Law) -> tuple[AskedRuling, ...]:
    """Ask one question: about the things, or about every thing of the situation if no things are given.

    Raises:
        BadValue: there is no such question, or the situation has no such thing.
        RulesError: the question needs other arguments.
    """
    wanted = find_question(question)
    given = [QuestionArguments(question, things)] if things else list(_askable(wanted, situation))
    rulings, problem = _answers([(wanted, each) for each in given[:MAX_QUESTIONS]], situation, law)
    if not rulings:
        raise problem or RulesError(_("`rules ask {question}` is about things that the situation doesn't list",
                                      question=question))  # fmt: skip
    return rulings


def _answers(
    asked: Iterable[tuple[Question, QuestionArguments]], situation: Situation, law: Law
) -> tuple[tuple[AskedRuling, ...], RulesError | None]:
    """Return the answers and the last error. A question that needs other arguments has no answer."""
    found: list[AskedRuling] = []
    last: RulesError | None = None
    for question, arguments in asked:
        try:
            ruling = ask(question, situation, law, arguments)
        except RulesError as problem:
            last = problem
            continue
        found.append(AskedRuling(" ".join((question.name, *arguments.things)), ruling))
    return tuple(found), last


def _askable(question: Question, situation: Situation) -> Iterator[QuestionArguments]:
    if question.takes == "nothing":
        yield QuestionArguments(question.name)
    elif question.takes == "player":
        yield from (QuestionArguments(question.name, (each.id,)) for each in situation.players)
    else:
        yield from (QuestionArguments(question.name, (each.id,)) for each in situation.objects)
