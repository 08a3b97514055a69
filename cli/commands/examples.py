"""`rules examples`: the rules' own worked examples, run as tests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.session import Everywhere
from kb.errors import BadValue
from kb.tongue import _


def command(
    common: Everywhere,
    action: Annotated[str, typer.Argument(metavar="run|list", help="Run the examples, or list them.")],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]...", help="Files of cases; default: those that come along.")
    ] = None,
) -> int:
    """Run the worked examples that the rules print against the encoded rules.

    Each case names a rule, a situation, a question and what the rules say comes out; docs/situations.md has the
    form of a file. Exit status 1 if one comes out otherwise.

    Example: rules examples run
    """
    from cli.rulings import text_of
    from kb.rulings.worked import cases, read_cases, run

    if action not in ("run", "list"):
        raise BadValue("action", action, _("give run or list"))
    listed = [case for file in files for case in read_cases(text_of(str(file)).decode(), str(file))] if files else []
    chosen = listed or list(cases())
    page = common.page()
    if action == "list":
        if common.as_json:
            rows = [{"number": str(each.number), "edition": each.edition.isoformat(), "example": each.example,
                     "about": each.about, "question": each.ask} for each in chosen]  # fmt: skip
            common.answer({"examples": rows})
            return 0
        for case in chosen:
            page.line((str(case.number), "bold cyan"), f"  {case.about}", (f"  {case.ask}", "dim"), hang=2)
        return 0
    with common.store() as store:
        outcomes = [run(case, store) for case in chosen]
    failed = [each for each in outcomes if each.differences]
    if common.as_json:
        rows = [{"number": str(each.case.number), "edition": each.case.edition.isoformat(),
                 "example": each.case.example, "about": each.case.about, "question": each.case.ask,
                 "passed": not each.differences, "differences": list(each.differences)}
                for each in outcomes]  # fmt: skip
        common.answer({"examples": rows, "passed": len(outcomes) - len(failed), "failed": len(failed)})
        return 1 if failed else 0
    for each in outcomes:
        mark = ("failed", "bold red") if each.differences else ("ok", "green")
        page.line(mark, "  ", (str(each.case.number), "bold cyan"), f"  {each.case.about}", hang=2)
        for difference in each.differences:
            page.line(f"{each.case.source}: {difference}", indent=4, hang=2)
    numbers = len({each.case.number for each in outcomes})
    page.line(_("{passed} of {all} cases of {rules} rules pass", passed=len(outcomes) - len(failed), all=len(outcomes),
                rules=numbers))  # fmt: skip
    sys.stdout.flush()
    return 1 if failed else 0


command.__name__ = "examples"
