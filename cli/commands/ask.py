"""`rules ask`: answers a question about a situation by the rules in force on a day."""

from __future__ import annotations

import sys
from collections.abc import Sequence
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
    list_all: Annotated[bool, Option("--list", help="List the questions.")] = False,
) -> int:
    """Ask the rules a question about a situation; the answer is yes, no, or the facts that it depends on.

    A situation is a file (docs/situations.md) or options alone. With options alone,
    facts that aren't stated take their usual values, and the answer lists them.

    Example: rules ask can-activate A --phase main --priority p1 --stack empty
    """
    from kb.rulings.engine.answer import ask
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
    situation = _situation(file, options, wanted, asked, common, usual=usual)
    with common.open_store() as store:
        laws = [common.law(store, situation, day) for day in ruling_view.compared_days(compare)]
        answers = [ask(wanted, situation, law, asked) for law in laws]
        common.note_missing_texts(store, answers)
    _print(common, answers, why=why, compared=compare is not None)
    return 0 if compare else ruling_view.exit_status(answers[0], strict=strict)


def _print(common: GlobalOptions, answers: Sequence[Ruling], *, why: bool, compared: bool) -> None:
    if common.as_json:
        whole = [ruling_view.ruling_json(each) for each in answers]
        common.print_json({"question": answers[0].question, "compared": whole} if compared else whole[0])
    else:
        page = common.text_output()
        for at, each in enumerate(answers):
            if at:
                page.blank_line()
            (ruling_view.print_actions if each.question == "sba" else ruling_view.print_ruling)(page, each, why=why)
    ruling_view.warn_about_wordings(answers)


def _situation(
    file: str | None, options: list[tuple[str, str]], wanted: Question, asked: QuestionArguments,
    common: GlobalOptions, *, usual: bool,
) -> Situation:  # fmt: skip
    """Return the situation in the file. If there is no file, return the situation that the options state."""
    from kb.rulings.situation.parser import situation_from_options, situation_from_text
    from kb.rulings.situation.situation import presumed_facts

    if file is None:
        return situation_from_options(
            options, asked.things, asked.by, of_players=wanted.takes == "player", words=common.known_words(),
            find_card=common.printed_card,
        )  # fmt: skip
    text = ruling_view.read_situation_file(file)
    found = situation_from_text(text, file, options, common.known_words(), common.printed_card)
    if usual:
        who = asked.by or found.game.priority.value or (found.players[0].id if found.players else "p1")
        found = found.replace(as_usual=True, presumed=presumed_facts(found, who))
    return found


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
