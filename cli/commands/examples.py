"""`rules examples`: tests the encoded rules with the examples that the rules print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument

from cli.choices import parse_choice
from cli.options.global_options import GlobalOptions
from cli.rendering.json_output import fields
from kb.i18n import _, mark_message, ngettext

if TYPE_CHECKING:
    from cli.rendering.text_output import TextOutput
    from kb.rulings.review.printed_examples import CaseResult, ExampleCase

_MARKS = {"passed": (mark_message("passed"), "green"), "failed": (mark_message("failed"), "bold red"),
          "not-run": (mark_message("not run"), "yellow")}  # fmt: skip


def command(
    common: GlobalOptions,
    action: Annotated[str, Argument(metavar="run|list", help="Run the examples, or list them.")],
    files: Annotated[
        list[Path] | None,
        Argument(metavar="[FILE]...", help="Files of cases; default: the cases that come with the program."),
    ] = None,
) -> int:
    """Run the worked examples that the rules print against the encoded rules.

    Each case names a rule, a situation, a question and the answer that the rules print; docs/situations.md
    describes the form of a file. Cases that need rules that this knowledge base lacks aren't run. The exit
    status is 1 if the answer of any case is wrong.

    Example: rules examples run
    """
    from cli.rendering.ruling_view import read_situation_file
    from kb.rulings.review.printed_examples import packaged_cases, read_cases, run_case

    parse_choice("action", action, ("run", "list"), _("give run or list"))
    texts = ((read_situation_file(str(file)).decode(), str(file)) for file in files or ())
    chosen = [case for text, name in texts for case in read_cases(text, name)] or list(packaged_cases())
    if action == "list":
        if common.as_json:
            common.print_json({"examples": [_fields(case) for case in chosen]})
            return 0
        page = common.text_output()
        for case in chosen:
            page.line((str(case.number), "bold cyan"), f"  {case.about}", (f"  {case.ask}", "dim"), hang=2)
        return 0
    with common.open_store() as store:
        outcomes = [run_case(case, store) for case in chosen]
    count = Counter(each.status for each in outcomes)
    if common.as_json:
        rows = [{**_fields(each.case), **fields(each, "status differences"), "lacks": list(each.missing_rules)}
                for each in outcomes]  # fmt: skip
        counts = {"passed": count["passed"], "failed": count["failed"], "not_run": count["not-run"]}
        common.print_json({"examples": rows, **counts})
    else:
        _print_outcomes(common.text_output(), outcomes, count)
    return 1 if count["failed"] else 0


def _fields(case: ExampleCase) -> dict[str, object]:
    return {**fields(case, "number edition example about"), "question": case.ask}


def _print_outcomes(page: TextOutput, outcomes: Sequence[CaseResult], count: Mapping[Any, int]) -> None:
    for each in outcomes:
        mark, style = _MARKS[each.status]
        page.line((_(mark), style), "  ", (str(each.case.number), "bold cyan"), f"  {each.case.about}", hang=2)
        if each.missing_rules:
            numbers = ", ".join(each.missing_rules)
            lacks = _("this knowledge base lacks {rules} of {edition}", rules=numbers, edition=each.case.edition)
            page.line(lacks, indent=4, hang=2)
            continue
        for difference in each.differences:
            page.line(f"{each.case.source}: {difference}", indent=4, hang=2)
    ran = [each for each in outcomes if each.status != "not-run"]
    rules = len({each.case.number for each in ran})
    page.line(_("{passed} of {all} cases of {rules} rules pass", passed=count["passed"], all=len(ran), rules=rules))
    if absent := count["not-run"]:
        page.line(ngettext("{count} wasn't run: `rules ingest` its edition first",
                           "{count} weren't run: `rules ingest` their edition first", absent))  # fmt: skip
