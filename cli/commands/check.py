"""`rules check`: the faults of a situation, the encoded rules that apply to it, and the facts that these rules need."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cli.options.declarations import Cards, Facts, SituationFile, parse_cards, parse_facts
from cli.options.global_options import GlobalOptions
from cli.rendering import ruling_view
from cli.rendering.json_output import fields
from cli.rendering.text_output import fit_to_width
from kb.errors import BadSituation, BadValue
from kb.i18n import _
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.rendering.text_output import StyledText, TextOutput
    from kb.rulings.review.applicable_rules import AskedRuling
    from kb.rulings.situation.situation import Situation

_SCREEN = 22
"""The most lines of text, so that the answer and the next prompt fit a screen of 24 lines. JSON has everything."""
_WIDTH = 120
"""The width of a line if the output is no terminal."""
_MOST_DECIDING = 8
_MOST_RULES = 12
_MOST_FACTS = 5


def command(
    common: GlobalOptions,
    situation: SituationFile,
    fact: Facts = None,
    card: Cards = None,
    question: Annotated[
        str | None, Option(metavar="QUESTION", help="Only what this question lacks: can-block, or 'can-block B A'.")
    ] = None,
) -> int:
    """Check a situation: list its faults; if there are none, list the rules that apply and the facts that they need.

    The exit status is 1 if the situation has faults.

    Example: rules check docs/situations/three-jaces.yaml --question sba
    """
    from kb.rulings.engine.question_search import find_question
    from kb.rulings.review.applicable_rules import ask_everything, ask_one
    from kb.rulings.situation.parser import situation_from_text

    wanted = (question or "").split()
    if question is not None and not wanted:
        raise BadValue("question", question, _("`rules ask --list` lists all"))
    for name in wanted[:1]:
        find_question(name)
    facts, text = [*parse_cards(card), *parse_facts(fact)], ruling_view.read_situation_file(situation)
    try:
        stated = situation_from_text(text, situation, facts, common.known_words(), common.printed_card)
    except BadSituation as problem:
        return _report_faults(common, problem)
    with common.open_store() as store:
        law = common.law(store, stated)
        found = ask_one(wanted[0], tuple(wanted[1:]), stated, law) if wanted else ask_everything(stated, law)
    if common.as_json:
        rules = dict.fromkeys(each for one in found for each in one.applicable_rules())
        rows = [
            {**fields(each.citation, "number concept status"), **fields(each, "asked verdict depends_on")}
            for each in rules
        ]
        unstated = list(dict.fromkeys(path for one in found for path in map(one.ruling.named, one.ruling.depends_on)))
        common.print_json({"source": situation, "as_of": law.as_of.isoformat(), "faults": [], "rules": rows,
                       "unstated": unstated})  # fmt: skip
        return 0
    page = common.text_output()
    page.line((_("no faults"), "bold green"), (f"  [{situation}, {law.as_of}]", "dim"))
    if wanted:
        _print_lacking(page, found)
    else:
        _print_summary(page, found, stated)
    return 0


def _print_lacking(page: TextOutput, found: Sequence[AskedRuling]) -> None:
    """Print each asked question with its answer, or with the facts that the answer depends on."""
    paragraphs: list[list[StyledText]] = []
    for each in found:
        said = _(each.ruling.verdict)
        if each.ruling.depends_on:
            facts = ", ".join(map(each.ruling.named, each.ruling.depends_on))
            said = _("depends on {facts}", facts=facts)
        paragraphs.append([(each.asked, "bold"), "  ", said])
    _print_screen(page, paragraphs)


def _print_summary(page: TextOutput, found: Sequence[AskedRuling], situation: Situation) -> None:
    """Print the rules that decide something, the numbers of the others, and the facts that the most questions lack."""
    from kb.rulings.review.applicable_rules import most_deciding

    deciding = most_deciding(found, situation)[:_MOST_DECIDING]
    if deciding:
        page.line((_("What decides:"), "bold"), indent=2)
    for each in deciding:
        claim = _("it isn't so that: {claim}", claim=each.claim) if each.denied else each.claim
        said = f"{each.number}  {claim}"
        asked = f"  ({each.asked}: {_(each.verdict)})" if each.asked != "sba" else ""
        page.line(fit_to_width(said, (page.width or _WIDTH) - 4 - len(asked)), (asked, "dim"), indent=4, hang=2)
    told = {each.number for each in deciding}
    rules = {each.citation.number for one in found for each in one.applicable_rules()} - told
    numbers = sorted(rules, key=RuleNumber.parse)
    page.line((_("Rules that apply as well:"), "bold"), indent=2)
    page.line(", ".join(ruling_view.limited(numbers, _MOST_RULES)) or _("none"), indent=4)
    lacking = Counter(found_fact for one in found for found_fact in map(one.ruling.named, one.ruling.depends_on))
    if not lacking:
        return
    page.line((_("Not stated, with the number of questions that need it:"), "bold"), indent=2)
    for path, count in lacking.most_common(_MOST_FACTS):
        page.line(path, (f"  {count}", "dim"), indent=4)
    if len(lacking) > _MOST_FACTS:
        page.line(_("{count} more", count=len(lacking) - _MOST_FACTS), indent=4)
    page.line(_("What one question lacks: --question can-attack"), indent=2)


def _print_screen(page: TextOutput, paragraphs: Sequence[Sequence[StyledText]]) -> None:
    """Print paragraphs, as many as fit a screen with the line before them, and the number of the others."""
    left = _SCREEN - 2
    for at, pieces in enumerate(paragraphs):
        left -= page.line_count(pieces, indent=2, hang=2)
        if left < 0 and at:
            page.line(_("{count} more", count=len(paragraphs) - at), indent=2)
            return
        page.line(*pieces, indent=2, hang=2)


def _report_faults(common: GlobalOptions, problem: BadSituation) -> int:
    if common.as_json:
        rows = [fields(each, "line column where message") for each in problem.faults]
        common.print_json({"source": problem.source, "as_of": None, "faults": rows, "rules": [], "unstated": []})
        return 1
    page = common.text_output()
    paragraphs: list[list[StyledText]] = []
    for each in problem.faults:
        place = f"{problem.source}:{each.line}:{each.column}: " if each.line else f"{problem.source}: "
        paragraphs.append([(place, "bold"), f"{each.where}: " if each.where else "", each.message])
    _print_screen(page, paragraphs)
    return 1
