"""`rules lint`: the citations in users' files, checked."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from cli.files import Problem, files_in, parts_of, shown
from cli.messages import error, note
from cli.page import Page
from cli.session import Everywhere
from kb.citations.check import VERDICTS, Checked, Checker
from kb.citations.scan import scan
from kb.dates import read_date
from kb.errors import BadValue

_FORMATS = ("text", "json", "github", "sarif")


@dataclass(frozen=True, slots=True)
class Linted:
    """A citation in a file with what its check gave.

    Attributes:
        path: the file, as it can be printed; `-` for stdin.
        line: from 1.
        column: from 1, in characters.
        text: the citation as it stands there.
        number: the number that it cites.
        checked: the verdict.
    """

    path: str
    line: int
    column: int
    text: str
    number: str
    checked: Checked


def command(
    common: Everywhere,
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files and folders; - is stdin.")],
    written_under: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="The day whose rules the texts cite, unless a citation says."),
    ] = None,
    form: Annotated[str | None, typer.Option("--format", metavar="FORMAT", help="text, json, github or sarif.")] = None,
) -> int:
    """Check every citation of a rule in your files against the rules.

    Texts, web pages and source code; folders without what their .gitignore leaves out. The exit status is 1
    if anything is wrong.

    Example: rules lint docs
    """
    wanted = _format(form, as_json=common.as_json)
    day = read_date(written_under) if written_under else None
    unreadable: list[str] = []

    def problem(path: str, why: OSError) -> None:
        unreadable.append(path)
        error(f"cannot read {shown(path)}: {why.strerror or why}")

    with common.store() as store:
        view = common.view(store, common.language)
        checker = Checker(store, view, day)
        report = _Report(common.page(), keep=wanted != "text")
        for linted in (each for file in files_in(paths, problem) for each in _citations(file, checker, problem)):
            report.add(linted)
    findings = [each for each in report.kept if each.checked.verdict != "ok"]
    if wanted == "json":
        edition = view.base.isoformat() if view.base else None
        citations = [_as_json(each) for each in report.kept]
        common.answer({"lang": view.lang, "edition": edition, "citations": citations, "summary": report.summary})
    elif wanted == "sarif":
        from cli.annotations import sarif

        print(sarif(findings))
    elif wanted == "github":
        from cli.annotations import github

        print(github(findings), end="")
    else:
        report.end()
    sys.stdout.flush()
    if report.summary.get("unchecked"):
        note("some citations weren't checked; `rules sync` brings the current edition, `rules sync --all` the others")
    if unreadable:
        return 2
    return 1 if set(report.summary) - {"ok"} else 0


command.__name__ = "lint"


def _format(form: str | None, *, as_json: bool) -> str:
    wanted = form or ("json" if as_json else "text")
    if wanted not in _FORMATS:
        raise BadValue("format", wanted, f"give one of {', '.join(_FORMATS)}")
    if as_json and wanted != "json":
        raise BadValue("format", wanted, "--json answers in JSON; leave one of the two out")
    return wanted


def _citations(file: str, checker: Checker, problem: Problem) -> Iterator[Linted]:
    """The citations of a file, in order."""
    name = shown(file)
    for part in parts_of(file, problem):
        for place in scan(part.content, part.first_line):
            checked = checker.check(place.citation, place.quotation)
            if checked is not None:
                citation = place.citation
                yield Linted(name, place.line, place.column, citation.text, citation.written, checked)


class _Report:
    """What was found so far; in text, each finding is shown at once."""

    def __init__(self, page: Page, *, keep: bool) -> None:
        self._page, self._keep = page, keep
        self._counts: Counter[str] = Counter()
        self.kept: list[Linted] = []

    def add(self, linted: Linted) -> None:
        """Count a citation, and show or keep it."""
        verdict = linted.checked.verdict
        self._counts[verdict] += 1
        if self._keep:
            self.kept.append(linted)
        elif verdict != "ok":
            where = f"{linted.path}:{linted.line}:{linted.column}: "
            self._page.line(
                (where, "dim"), (linted.text, "bold"), ": ", (linted.checked.message, _STYLES[verdict]), hang=4
            )

    def end(self) -> None:
        """Show the summary."""
        total = self._counts.total()
        parts = ", ".join(f"{count} {verdict}" for verdict, count in self.summary.items())
        self._page.line((f"{total} citation{'s' * (total != 1)}" + (f": {parts}" if parts else ""), "bold"))

    @property
    def summary(self) -> dict[str, int]:
        """How many citations got each verdict, those that none got left out."""
        return {verdict: self._counts[verdict] for verdict in VERDICTS if self._counts[verdict]}


_STYLES = {"missing": "red", "quote-mismatch": "yellow", "deprecated": "yellow", "unchecked": ""}


def _as_json(linted: Linted) -> dict[str, Any]:
    return {
        "path": linted.path,
        "line": linted.line,
        "column": linted.column,
        "text": linted.text,
        "number": linted.number,
        "verdict": linted.checked.verdict,
        "suggestion": linted.checked.suggestion,
        "message": linted.checked.message,
    }
