"""`rules ask`: answers a question about a situation by the rules in force on a day."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.options.declarations import Cards, FactOption, Facts, Strict, parse_cards, parse_facts
from cli.options.global_options import GlobalOptions
from cli.rendering import ruling_view
from kb.errors import RulesError
from kb.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cli.rendering.text_output import TextOutput
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.engine.questions import Question, QuestionArguments
    from kb.rulings.situation.situation import Situation

_MOST_NEAR = 6
"""How many near questions a terminal shows for a question that there isn't."""


def command(
    common: GlobalOptions,
    question: Annotated[
        str | None, Argument(metavar="QUESTION", help="The question; --list lists all questions.")
    ] = None,
    things: Annotated[
        list[str] | None, Argument(metavar="[OBJECT]...", help="Ids of the objects that the question is about.")
    ] = None,
    file: Annotated[
        str | None, Option("--file", "-f", metavar="FILE", help="The situation, YAML or JSON; - is stdin.")
    ] = None,
    by: Annotated[str | None, Option("--by", metavar="PLAYER", help="Who would do it.")] = None,
    ability: Annotated[
        int | None, Option("--ability", metavar="N", help="Number of the stated ability, from 1.")
    ] = None,
    phase: Annotated[str | None, FactOption(metavar="PHASE", help="The phase.")] = None,
    step: Annotated[str | None, FactOption(metavar="STEP", help="The step.")] = None,
    priority: Annotated[str | None, FactOption(metavar="PLAYER", help="Who has priority.")] = None,
    active: Annotated[str | None, FactOption(metavar="PLAYER", help="Whose turn it is.")] = None,
    stack: Annotated[str | None, FactOption(metavar="empty|A,B", help="What is on the stack.")] = None,
    variant: Annotated[str | None, FactOption(metavar="NAME", help="The variant, such as commander.")] = None,
    fact: Facts = None,
    card: Cards = None,
    usual: Annotated[bool, Option("--usual", help="Give unstated facts their usual values, if they have any.")] = False,
    why: Annotated[bool, Option("--why", help="Show the proof.")] = False,
    strict: Strict = False,
    compare: Annotated[
        str | None, Option(metavar="DATE,DATE,...", help="Ask it under the rules of several days.")
    ] = None,
    no_input: Annotated[
        bool, Option("--no-input", help="On a terminal, don't ask for facts that the answer depends on.")
    ] = False,
    list_all: Annotated[bool, Option("--list", help="List the questions.")] = False,
) -> int:
    """Ask the rules a question about a situation; the answer is yes, no, or the facts that it depends on.

    A situation is a file (docs/situations.md) or options alone. With options alone,
    facts that aren't stated take their usual values, and the answer lists them.
    On a terminal, an answer that depends on facts asks for them, and can write the situation to a file.

    Example: rules ask can-activate A --phase main --priority p1 --stack empty
    """
    from kb.rulings.engine.questions import QuestionArguments

    if list_all:
        return _list_questions(common)
    if question is None:
        if sys.stdout.isatty() and not common.as_json:
            _list_questions(common)
        raise RulesError(_("QUESTION is missing; `rules ask --list` lists what can be asked"))
    name, *within = question.split() or [question]  # a question may be quoted with its objects: "can-block B A"
    asked = QuestionArguments(name, (*within, *(things or ())), by, ability)
    wanted = _question(common, asked)
    game = {"phase": phase, "step": step, "priority": priority, "active": active, "stack": stack, "variant": variant}
    of_game = ((f"game.{name}", value) for name, value in game.items() if value is not None)
    options = [*of_game, *parse_cards(card), *parse_facts(fact)]
    inquiry = _Inquiry(common, wanted, asked, file, ruling_view.compared_days(compare), usual=usual)
    may_ask = compare is None and not no_input and _is_on_terminal(common)
    answers = inquiry.answer(options, why=why, may_ask=may_ask, compared=compare is not None)
    return 0 if compare else ruling_view.exit_status(answers[0], strict=strict)


def _is_on_terminal(common: GlobalOptions) -> bool:
    """True if the user can be asked for something."""
    terminals = all(each is not None and each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr))
    return terminals and not common.as_json


@dataclass(frozen=True)
class _Inquiry:
    """A question about a situation that options can change.

    Attributes:
        common: the global options.
        question: the question.
        arguments: the arguments of the question.
        file: name of the file with the situation, or None if options alone state it.
        days: the days whose rules are applied; None for the situation's own day.
        usual: True if unstated facts take their usual values.
    """

    common: GlobalOptions
    question: Question
    arguments: QuestionArguments
    file: str | None
    days: Sequence[date | None]
    usual: bool

    @cached_property
    def text(self) -> bytes | None:
        """The document of the situation, or None if options alone state it."""
        return None if self.file is None else ruling_view.read_situation_file(self.file)

    def answer(self, options: list[tuple[str, str]], *, why: bool, may_ask: bool, compared: bool) -> list[Ruling]:
        """Print and return the answer of each day. If it depends on facts and `may_ask` is True, ask for them first."""
        answers = self._ask(self._situation(options))
        if may_ask and answers[0].verdict == "depends":
            answers = [self._complete(options, why=why)]
        else:
            _print(self.common, answers, why=why, compared=compared)
        ruling_view.warn_about_wordings(answers)
        return answers

    def _ask(self, situation: Situation) -> list[Ruling]:
        from kb.rulings.engine.answer import ask

        with self.common.open_store() as store:
            laws = [self.common.law(store, situation, day) for day in self.days]
            answers = [ask(self.question, situation, law, self.arguments) for law in laws]
            self.common.note_missing_texts(store, answers)
        return answers

    def _complete(self, options: list[tuple[str, str]], *, why: bool) -> Ruling:
        """Ask the user for the facts that the answer depends on. Print and return the last answer."""
        from cli.interactive.fact_dialogue import AskedSituation, FactDialogue

        def ask(options: list[tuple[str, str]]) -> AskedSituation:
            situation = self._situation(options)
            return AskedSituation(situation, self._ask(situation)[0], options)

        dialogue = FactDialogue(self.common.unpaged_output(sys.stderr), ask)
        found = dialogue.complete(ask(options))
        _print_one(self.common.unpaged_output(), found.ruling, why=why)
        if len(found.options) > len(options) and not dialogue.is_ended:
            dialogue.offer_file(found, self.text)
        return found.ruling

    def _situation(self, options: list[tuple[str, str]]) -> Situation:
        """Return the situation of the document. If there is none, return the situation that the options state."""
        from kb.rulings.situation.option_parser import presumed_facts
        from kb.rulings.situation.parser import situation_from_options, situation_from_text

        words, asked = self.common.known_words(), self.arguments
        if self.text is None:
            return situation_from_options(
                options, asked.things, asked.by, of_players=self.question.takes == "player", words=words,
                find_card=self.common.printed_card,
            )  # fmt: skip
        found = situation_from_text(self.text, self.file or "", options, words, self.common.printed_card)
        if self.usual:
            who = asked.by or found.game.priority.value or (found.players[0].id if found.players else "p1")
            found = found.replace(as_usual=True, presumed=presumed_facts(found, who))
        return found


def _print(common: GlobalOptions, answers: Sequence[Ruling], *, why: bool, compared: bool) -> None:
    if common.as_json:
        whole = [ruling_view.ruling_json(each) for each in answers]
        common.print_json({"question": answers[0].question, "compared": whole} if compared else whole[0])
    else:
        page = common.text_output()
        for at, each in enumerate(answers):
            if at:
                page.blank_line()
            _print_one(page, each, why=why)


def _print_one(page: TextOutput, ruling: Ruling, *, why: bool) -> None:
    (ruling_view.print_actions if ruling.question == "sba" else ruling_view.print_ruling)(page, ruling, why=why)


def _list_questions(common: GlobalOptions) -> int:
    from kb.rulings.engine.question_search import questions_by_group
    from kb.rulings.engine.questions import all_questions

    if common.as_json:
        rows = [{"question": each.name, "takes": each.takes, "help": _(each.help), "example": each.example}
                for each in all_questions().values()]  # fmt: skip
        common.print_json({"questions": rows})
        return 0
    page = common.text_output()
    for at, (heading, questions) in enumerate(questions_by_group()):
        if at:
            page.blank_line()
        page.line((heading, "bold"))
        _print_questions(page, questions)
    return 0


def _print_questions(page: TextOutput, questions: Iterable[Question]) -> None:
    for each in questions:
        page.line((each.name, "bold"), f"  {_(each.help)}", indent=2, hang=2)
        page.line((each.example, "dim"), indent=6)


def _question(common: GlobalOptions, asked: QuestionArguments) -> Question:
    """Return the question. If there is none, a terminal shows the questions with near names and words.

    Raises:
        BadValue: there is no such question; the message names the near ones.
    """
    from kb.rulings.engine.question_search import find_question, near_questions
    from kb.rulings.engine.questions import all_questions

    if asked.question in all_questions():
        return find_question(asked.question)
    words = " ".join((asked.question, *asked.things))
    if sys.stderr.isatty() and not common.as_json:
        _print_questions(common.unpaged_output(sys.stderr), near_questions(words, _MOST_NEAR))
    return find_question(words if near_questions(words) else asked.question)
