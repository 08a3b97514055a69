"""`rules lint`: checks the citations in users' files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.choices import parse_choice
from cli.messages import error, note
from cli.options.global_options import GlobalOptions
from cli.output_streams import print_bytes, print_json
from cli.rendering.code_labels import counted_labels
from cli.rendering.json_output import fields
from cli.rendering.text_output import TextOutput
from cli.user_files.atomic_write import write_whole
from cli.user_files.blame import LineDates
from cli.user_files.cited_in_files import LintedCitation, ReadErrors
from cli.user_files.rule_texts import open_rule_texts
from cli.user_files.source_files import list_files, printable_path
from cli.user_files.text_parts import STDIN, read_parts, read_whole_file, split_into_parts
from kb.citations.checker import VERDICTS, CitationChecker
from kb.citations.fixer import CitationFix, fix_citations
from kb.citations.scanner import CitationOccurrence, TextPart, scan_part
from kb.dates import parse_date
from kb.errors import BadValue, StoreError
from kb.i18n import _, ngettext
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from kb.storage.view import View

_STYLES = {"missing": "red", "reused": "red", "unchecked": ""}


def command(
    common: GlobalOptions,
    paths: Annotated[list[str], Argument(metavar="PATH...", help="Files and folders; - is stdin.")],
    written_under: Annotated[
        str | None,
        Option(metavar="YYYY-MM-DD", help="The day whose rules the texts cite; the date in a citation wins."),
    ] = None,
    blame: Annotated[
        bool, Option("--blame", help="Each line cites the rules of the day on which it was written, as git knows it.")
    ] = False,
    fix: Annotated[bool, Option("--fix", help="Put today's numbers in your files, where they are certain.")] = False,
    form: Annotated[str | None, Option("--format", metavar="FORMAT", help="text, json, github or sarif.")] = None,
) -> int:
    """Check every citation of a rule in your files against the rules.

    Reads texts, web pages and source code. In folders it skips what .gitignore excludes. The exit status is 1
    if anything is wrong.

    With --fix, an outdated number is replaced in the file if the rule meant is certain: the citation has a date
    beside it, or you give --written-under. The fixed text of stdin goes to stdout.

    Example: rules lint docs
    """
    form = _format(form, as_json=common.as_json)
    day = parse_date(written_under) if written_under else None
    fixes_stdin = fix and STDIN in paths
    if fixes_stdin and form != "text":
        raise BadValue("format", form, _("with --fix, stdout gets the mended text of stdin; leave the format out"))
    errors = ReadErrors()
    with common.open_store() as store:
        view = common.view(store, common.language)
        checker = CitationChecker(store, view, day, lambda: open_rule_texts(store, view.lang))
        dates = LineDates() if blame else None
        report = _Report(common.text_output(sys.stderr if fixes_stdin else None), keep=form != "text")
        for file in list_files(paths, errors.add):
            linted = (each for _place, each in _check(file, read_parts(file, errors.add), checker, dates))
            for each in _fix_file(file, checker, view, errors, dates) if fix else linted:
                report.add(each)
        if dates:
            dates.save()
    _print_report(common, report, form, view, fix=fix)
    if errors.any:
        return 2
    return 1 if report.is_wrong else 0


def _print_report(common: GlobalOptions, report: _Report, form: str, view: View, *, fix: bool) -> None:
    wrong = [each for each in report.kept if each.is_wrong]
    if form == "json":
        edition = view.base.isoformat() if view.base else None
        citations = [_fields(each) for each in report.kept]
        answer = {"lang": view.lang, "edition": edition, "citations": citations, "summary": report.summary}
        found = "unchecked" not in report.summary
        common.print_json(answer | ({"mended": report.fixed} if fix else {}), found=found)
    elif form == "sarif":
        from cli.rendering.ci_formats import sarif_log

        print_json(sarif_log(wrong))
    elif form == "github":
        from cli.rendering.ci_formats import github_annotations

        print(github_annotations(wrong), end="")
    else:
        report.print_summary()
    if report.summary.get("unchecked"):
        message = _("some citations weren't checked")
        # Without a whole edition in force, the note about the edition gap names the command.
        note(message if view.base is None else message + _("; `rules sync --all` fetches all editions"))
    if fix:
        message = ngettext("mended {count} citation", "mended {count} citations", report.fixed)
        if report.fixed and view.base:
            message += _("; they are written under {day} now", day=view.base)
        note(message)


def _fields(linted: LintedCitation) -> dict[str, object]:
    verdict = fields(linted.checked, "verdict suggestion message")
    return {**fields(linted, "path line column text number"), **verdict, "mended": linted.is_fixed}


def _format(form: str | None, *, as_json: bool) -> str:
    wanted = parse_choice("format", form or ("json" if as_json else "text"), ("text", "json", "github", "sarif"))
    if as_json and wanted != "json":
        raise BadValue("format", wanted, _("--json answers in JSON; leave one of the two out"))
    return wanted


def _check(
    file: str, parts: Iterable[TextPart], checker: CitationChecker, dates: LineDates | None
) -> Iterator[tuple[CitationOccurrence, LintedCitation]]:
    """Check the citations in a file. Yield each with its place."""
    name = printable_path(file)
    for part in parts:
        for place in scan_part(part):
            citation = place.citation
            written = dates.day(file, place.line) if dates else None
            if (checked := checker.check(citation, place.quotation, place.surroundings, written)) is not None:
                yield place, LintedCitation(name, place.line, place.column, citation.text, citation.written, checked)


def _fix_file(
    file: str, checker: CitationChecker, view: View, errors: ReadErrors, dates: LineDates | None
) -> Iterator[LintedCitation]:
    """Fix each citation in a file if its suggestion is certain. Yield all citations in the file."""
    content = read_whole_file(file, errors.add)
    if content is None:
        return
    found = list(_check(file, split_into_parts(content), checker, dates))
    fixes = [
        CitationFix(place, RuleNumber.parse(linted.checked.suggestion), view.base)
        for place, linted in found
        if linted.checked.is_certain and linted.checked.suggestion and view.base and place.is_in_whole_line
    ]
    new, made = fix_citations(content, fixes)
    if file == STDIN:
        print_bytes(new)
    elif made:
        try:
            write_whole(Path(file), lambda draft: draft.write_bytes(new))
        except StoreError as failure:
            made = ()
            errors.any = True
            error(failure)
    fixed = {(each.occurrence.line, each.occurrence.column) for each in made}
    for _place, linted in found:
        yield replace(linted, is_fixed=(linted.line, linted.column) in fixed)


class _Report:
    """The checked citations. `add` prints each wrong citation; if `keep` is True, it keeps all citations instead.

    Attributes:
        kept: all citations, if `add` keeps them.
        fixed: number of citations that were fixed.
        is_wrong: True if any citation is wrong.
    """

    def __init__(self, output: TextOutput, *, keep: bool) -> None:
        self._output, self._keep = output, keep
        self._counts: Counter[str] = Counter()
        self.kept: list[LintedCitation] = []
        self.fixed = 0
        self.is_wrong = False

    def add(self, linted: LintedCitation) -> None:
        """Count a citation. If all citations are kept, add it to `kept`. Otherwise, print it if it is wrong."""
        verdict = linted.checked.verdict
        self._counts[verdict] += 1
        self.fixed += linted.is_fixed
        self.is_wrong = self.is_wrong or linted.is_wrong
        if self._keep:
            self.kept.append(linted)
        elif linted.is_wrong:
            where = (f"{linted.path}:{linted.line}:{linted.column}: ", "dim")
            message = (linted.checked.message, _STYLES.get(verdict, "yellow"))
            self._output.line(where, (linted.text, "bold"), ": ", message, hang=4)

    def print_summary(self) -> None:
        """Print the count of all citations, and the count for each verdict."""
        counted = ngettext("{count} citation", "{count} citations", self._counts.total())
        if verdicts := counted_labels(self.summary):
            counted = _("{citations}: {verdicts}", citations=counted, verdicts=verdicts)
        self._output.line((counted, "bold"))

    @property
    def summary(self) -> dict[str, int]:
        """A dict from verdicts to counts of citations. It leaves out the verdicts that no citation has."""
        return {verdict: self._counts[verdict] for verdict in VERDICTS if self._counts[verdict]}
