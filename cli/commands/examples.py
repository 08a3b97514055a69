"""`rules examples`: the rules' own worked examples, run as tests."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from cli.options.global_options import GlobalOptions
from kb.errors import BadValue
from kb.i18n import _, mark_message, ngettext

_MARKS = {"passed": (mark_message("passed"), "green"), "failed": (mark_message("failed"), "bold red"),
          "not-run": (mark_message("not run"), "yellow")}  # fmt: skip


def command(
    common: GlobalOptions,
    action: Annotated[str, typer.Argument(metavar="run|list", help="Run the examples, or list them.")],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]...", help="Files of cases; default: those that come along.")
    ] = None,
) -> int:
    """Run the worked examples that the rules print against the encoded rules.

    Each case names a rule, a situation, a question and what the rules say comes out; docs/situations.md has the
    form of a file. What takes rules that this knowledge base lacks isn't run. Exit status 1 if one comes out otherwise.

    Example: rules examples run
    """
    from cli.rendering.ruling_view import read_situation_file
    from kb.rulings.review.printed_examples import packaged_cases, read_cases, run_case

    if action not in ("run", "list"):
        raise BadValue("action", action, _("give run or list"))
    listed = (
        [case for file in files for case in read_cases(read_situation_file(str(file)).decode(), str(file))]
        if files
        else []
    )
    chosen = listed or list(packaged_cases())
    page = common.text_output()
    if action == "list":
        if common.as_json:
            rows = [{"number": str(each.number), "edition": each.edition.isoformat(), "example": each.example,
                     "about": each.about, "question": each.ask} for each in chosen]  # fmt: skip
            common.print_json({"examples": rows})
            return 0
        for case in chosen:
            page.line((str(case.number), "bold cyan"), f"  {case.about}", (f"  {case.ask}", "dim"), hang=2)
        return 0
    with common.open_store() as store:
        outcomes = [run_case(case, store) for case in chosen]
    count = Counter(each.status for each in outcomes)
    if common.as_json:
        rows = [{"number": str(each.case.number), "edition": each.case.edition.isoformat(),
                 "example": each.case.example, "about": each.case.about, "question": each.case.ask,
                 "status": each.status, "differences": list(each.differences), "lacks": list(each.missing_rules)}
                for each in outcomes]  # fmt: skip
        common.print_json({"examples": rows, "passed": count["passed"], "failed": count["failed"],
                       "not_run": count["not-run"]})  # fmt: skip
        return 1 if count["failed"] else 0
    for each in outcomes:
        mark, style = _MARKS[each.status]
        page.line((_(mark), style), "  ", (str(each.case.number), "bold cyan"), f"  {each.case.about}", hang=2)
        if each.missing_rules:
            lacks = _("this knowledge base lacks {rules} of {edition}", rules=", ".join(each.missing_rules),
                      edition=each.case.edition)  # fmt: skip
            page.line(lacks, indent=4, hang=2)
            continue
        for difference in each.differences:
            page.line(f"{each.case.source}: {difference}", indent=4, hang=2)
    ran = [each for each in outcomes if each.status != "not-run"]
    page.line(_("{passed} of {all} cases of {rules} rules pass", passed=count["passed"], all=len(ran),
                rules=len({each.case.number for each in ran})))  # fmt: skip
    if absent := count["not-run"]:
        page.line(ngettext("{count} wasn't run: `rules ingest` its edition first",
                           "{count} weren't run: `rules ingest` their edition first", absent))  # fmt: skip
    return 1 if count["failed"] else 0
