"""`rules lint`: the citations in users' files, checked."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.messages import error, note
from cli.options.global_options import GlobalOptions
from cli.rendering.code_labels import counted_label
from cli.rendering.text_output import TextOutput
from cli.user_files.atomic_write import write_atomically
from cli.user_files.cited_in_files import LintedCitation
from cli.user_files.source_files import (
    STDIN,
    FileChunk,
    list_files,
    printable_path,
    read_chunks,
    read_whole_file,
    split_into_chunks,
)
from kb.citations.checker import VERDICTS, CitationChecker
from kb.citations.fixer import CitationFix, fix_citations
from kb.citations.scanner import CitationOccurrence, scan_citations
from kb.dates import parse_date
from kb.errors import BadValue, StoreError, failure_reason
from kb.i18n import _, ngettext
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from kb.storage.view import View

_FORMATS = ("text", "json", "github", "sarif")


def command(
    common: GlobalOptions,
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files and folders; - is stdin.")],
    written_under: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="The day whose rules the texts cite, unless a citation says."),
    ] = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Put today's numbers in your files, where they are certain.")
    ] = False,
    form: Annotated[str | None, typer.Option("--format", metavar="FORMAT", help="text, json, github or sarif.")] = None,
) -> int:
    """Check every citation of a rule in your files against the rules.

    Texts, web pages and source code; folders without what their .gitignore leaves out. The exit status is 1
    if anything is wrong.

    With --fix, numbers that rules no longer have are mended in place, where the rule meant is certain: one with
    a date beside it, or any with --written-under. The mended text of stdin goes to stdout.

    Example: rules lint docs
    """
    wanted = _format(form, as_json=common.as_json)
    day = parse_date(written_under) if written_under else None
    if fix and STDIN in paths and wanted != "text":
        raise BadValue("format", wanted, _("with --fix, stdout gets the mended text of stdin; leave the format out"))
    problems = _Problems()
    with common.open_store() as store:
        view = common.view(store, common.language)
        checker = CitationChecker(store, view, day)
        # The mended text takes stdout for itself.
        report = _Report(common.text_output(sys.stderr if fix and STDIN in paths else None), keep=wanted != "text")
        for file in list_files(paths, problems.unreadable):
            for linted in _mended(file, checker, view, problems) if fix else _citations(file, checker, problems):
                report.add(linted)
    findings = [each for each in report.kept if each.is_wrong]
    if wanted == "json":
        edition = view.base.isoformat() if view.base else None
        citations = [_as_json(each) for each in report.kept]
        answer = {"lang": view.lang, "edition": edition, "citations": citations, "summary": report.summary}
        common.print_json(answer | ({"mended": report.mended} if fix else {}))
    elif wanted == "sarif":
        from cli.rendering.ci_formats import sarif_log

        print(sarif_log(findings))
    elif wanted == "github":
        from cli.rendering.ci_formats import github_annotations

        print(github_annotations(findings), end="")
    else:
        report.end()
    if report.summary.get("unchecked"):
        message = _(
            "some citations weren't checked; `rules sync` brings the current edition, `rules sync --all` the others"
        )
        note(message)
    if fix:
        _tell_mended(report.mended, view)
    if problems.any:
        return 2
    return 1 if report.wrong else 0


def _tell_mended(count: int, view: View) -> None:
    message = ngettext("mended {count} citation", "mended {count} citations", count)
    if count and view.base:
        message += _("; they are written under {day} now", day=view.base)
    note(message)


def _format(form: str | None, *, as_json: bool) -> str:
    wanted = form or ("json" if as_json else "text")
    if wanted not in _FORMATS:
        raise BadValue("format", wanted, _("give one of {names}", names=", ".join(_FORMATS)))
    if as_json and wanted != "json":
        raise BadValue("format", wanted, _("--json answers in JSON; leave one of the two out"))
    return wanted


class _Problems:
    """Files that can't be read or written are named on stderr, and the rest is looked at.

    Attributes:
        any: whether there were such.
    """

    def __init__(self) -> None:
        self.any = False

    def unreadable(self, path: str, why: OSError) -> None:
        """Name a file or folder that can't be read."""
        self.any = True
        error(_("cannot read {file}: {why}", file=printable_path(path), why=failure_reason(why)))

    def unwritable(self, failure: StoreError) -> None:
        """Name a file that can't be written."""
        self.any = True
        error(failure)


def _citations(file: str, checker: CitationChecker, problems: _Problems) -> Iterator[LintedCitation]:
    """The citations of a file, in order."""
    return (linted for _place, linted in _checked(file, read_chunks(file, problems.unreadable), checker))


def _checked(
    file: str, parts: Iterable[FileChunk], checker: CitationChecker
) -> Iterator[tuple[CitationOccurrence, LintedCitation]]:
    """The citations of the parts of a file, in order."""
    name = printable_path(file)
    for part in parts:
        for place in scan_citations(part.content, part.first_line):
            checked = checker.check(place.citation, place.quotation)
            if checked is not None:
                citation = place.citation
                yield place, LintedCitation(name, place.line, place.column, citation.text, citation.written, checked)


def _mended(file: str, checker: CitationChecker, view: View, problems: _Problems) -> Iterator[LintedCitation]:
    """The citations of a file, those mended in it that can be; a file is written only if there are any."""
    content = read_whole_file(file, problems.unreadable)
    if content is None:
        return
    found = list(_checked(file, split_into_chunks(content), checker))
    mends = [
        CitationFix(place, RuleNumber.parse(linted.checked.suggestion), view.base)
        for place, linted in found
        if linted.checked.is_certain and linted.checked.suggestion and view.base
    ]
    new, made = fix_citations(content, mends)
    if file == STDIN:
        sys.stdout.buffer.write(new)
    elif made and not _written(Path(file), new, problems):
        made = ()
    done = {(mend.occurrence.line, mend.occurrence.column) for mend in made}
    for _place, linted in found:
        yield replace(linted, is_fixed=(linted.line, linted.column) in done)


def _written(file: Path, content: bytes, problems: _Problems) -> bool:
    """Write a file anew, whole or not at all, with the rights that it had; where it is a link, what it leads to."""

    def fill(draft: Path) -> None:
        draft.write_bytes(content)
        shutil.copymode(file, draft)

    try:
        write_atomically(file.resolve(), fill)
    except StoreError as failure:
        problems.unwritable(failure)
        return False
    return True


class _Report:
    """What was found so far; in text, each finding is shown at once."""

    def __init__(self, page: TextOutput, *, keep: bool) -> None:
        self._page, self._keep = page, keep
        self._counts: Counter[str] = Counter()
        self.kept: list[LintedCitation] = []
        self.mended = 0
        self.wrong = False

    def add(self, linted: LintedCitation) -> None:
        """Count a citation, and show or keep it."""
        verdict = linted.checked.verdict
        self._counts[verdict] += 1
        self.mended += linted.is_fixed
        self.wrong = self.wrong or linted.is_wrong
        if self._keep:
            self.kept.append(linted)
        elif linted.is_wrong:
            where = f"{linted.path}:{linted.line}:{linted.column}: "
            self._page.line(
                (where, "dim"),
                (linted.text, "bold"),
                ": ",
                (linted.checked.message, _STYLES.get(verdict, "yellow")),
                hang=4,
            )

    def end(self) -> None:
        """Show the summary."""
        total = self._counts.total()
        counted = ngettext("{count} citation", "{count} citations", total)
        parts = ", ".join(counted_label(verdict, count) for verdict, count in self.summary.items())
        self._page.line((_("{citations}: {verdicts}", citations=counted, verdicts=parts) if parts else counted, "bold"))

    @property
    def summary(self) -> dict[str, int]:
        """How many citations got each verdict, those that none got left out."""
        return {verdict: self._counts[verdict] for verdict in VERDICTS if self._counts[verdict]}


_STYLES = {"missing": "red", "reused": "red", "unchecked": ""}


def _as_json(linted: LintedCitation) -> dict[str, Any]:
    return {
        "path": linted.path,
        "line": linted.line,
        "column": linted.column,
        "text": linted.text,
        "number": linted.number,
        "verdict": linted.checked.verdict,
        "suggestion": linted.checked.suggestion,
        "message": linted.checked.message,
        "mended": linted.is_fixed,
    }
