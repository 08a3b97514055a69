"""`rules sba`: the state-based actions that are performed in a situation."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from cli.options.declarations import Cards, Facts, SituationFile, Strict, parse_cards, parse_facts
from cli.options.global_options import GlobalOptions
from cli.rendering import ruling_view


def command(
    common: GlobalOptions,
    situation: SituationFile,
    compare: Annotated[str | None, Option(metavar="DATE,DATE,...", help="Under the rules of several days.")] = None,
    fact: Facts = None,
    card: Cards = None,
    why: Annotated[bool, Option("--why", help="Also show what depends on facts that aren't stated.")] = False,
    strict: Strict = False,
    no_input: Annotated[
        bool, Option("--no-input", help="Taken as by `rules ask`; this command never asks for facts.")
    ] = False,
) -> int:
    """Show the state-based actions of a situation, check by check, and the choices that players have to make.

    The check is repeated until a player has to choose something. docs/situations.md describes the form of a
    situation. The exit status is 0 if an action is performed, 1 if none is, 3 if that depends on unstated facts.

    Example: rules sba docs/situations/three-jaces.yaml --as-of 2014-05-01
    """
    from kb.rulings.engine.answer import ask
    from kb.rulings.engine.question_search import find_question
    from kb.rulings.engine.questions import QuestionArguments
    from kb.rulings.situation.parser import situation_from_text

    facts, text = [*parse_cards(card), *parse_facts(fact)], ruling_view.read_situation_file(situation)
    stated = situation_from_text(text, situation, facts, common.known_words(), common.printed_card)
    days = ruling_view.compared_days(compare)
    with common.open_store() as store:
        laws = [common.law(store, stated, day) for day in days]
        answers = [ask(find_question("sba"), stated, law, QuestionArguments("sba")) for law in laws]
        common.note_missing_texts(store, answers)
    if common.as_json:
        found = [ruling_view.actions_json(each) for each in answers]
        common.print_json({"compared": found} if compare else found[0])
    elif compare:
        ruling_view.print_compared_actions(common.text_output(), answers, why=why)
    else:
        ruling_view.print_actions(common.text_output(), answers[0], why=why)
    ruling_view.warn_about_wordings(answers)
    return ruling_view.exit_status(answers[0], strict=strict) if not compare else 0
