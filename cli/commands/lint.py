"""`rules lint`: checks the citations in users' files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cli.choices import parse_choice
from cli.linting.baseline import Baseline
from cli.linting.findings import ALL_VERDICTS, FINDING_CODES, Finding, LintedCitation
from cli.linting.known_results import KnownResults
from cli.linting.linter import Linter
from cli.linting.second_process import Results, SecondProcess
from cli.linting.settings import LintSettings, find_settings
from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.output_streams import print_bytes, print_json
from cli.rendering.json_output import fields
from cli.rendering.lint_report import LintReport
from cli.user_files.blame import LineDates
from cli.user_files.cited_in_files import ReadErrors
from cli.user_files.source_files import list_files, printable_path
from cli.user_files.text_parts import STDIN, read_parts
from kb.errors import BadValue
from kb.i18n import _, ngettext
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from cli.linting.fixing import Fixer
    from cli.linting.lock_file import LockFile
    from kb.citations.checker import CitationChecker
    from kb.citations.rule_text_index import RuleTextIndex


@dataclass(frozen=True, slots=True)
class _Wishes:
    """The options of a run, after the settings have filled in what the command line leaves open.

    Attributes:
        writes_lock: True if the lock file may be written. The settings alone never make a run write a file.
        accepted: the changed rules whose changes are accepted, or None for all.
    """

    form: str
    settings: LintSettings
    blames: bool
    only: tuple[str, ...]
    fixes: bool
    shows_diff: bool
    statistics: bool
    baseline: Path | None
    writes_baseline: bool
    lock: Path | None
    writes_lock: bool
    dask: str | None
    accepted: tuple[RuleNumber, ...] | None


def command(
    common: GlobalOptions,
    paths: Annotated[list[str], Argument(metavar="PATH...", help="Files and folders; - is stdin.")],
    written_under: Annotated[
        str | None,
        Option(metavar="YYYY-MM-DD", help="The day whose rules the texts cite; the date in a citation wins."),
    ] = None,
    blame: Annotated[bool, Option("--blame", help="Each line cites the rules of its day, as git knows it.")] = False,
    fix: Annotated[bool, Option("--fix", help="Put today's numbers in your files, where they are certain.")] = False,
    diff: Annotated[bool, Option("--diff", help="Show what --fix would change, and change nothing.")] = False,
    form: Annotated[str | None, Option("--format", metavar="FORMAT", help="text, json, github or sarif.")] = None,
    only: Annotated[str | None, Option(metavar="VERDICT,...", help="Report only these verdicts.")] = None,
    statistics: Annotated[bool, Option("--statistics", help="Count the findings instead of listing them.")] = False,
    baseline: Annotated[Path | None, Option(metavar="FILE", help="Ignore the findings that this file knows.")] = None,
    write_baseline: Annotated[
        bool, Option("--write-baseline", help="Write all present findings to the file of --baseline.")
    ] = False,
    lock: Annotated[
        Path | None, Option(metavar="FILE", help="Report cited rules that changed in substance since FILE was written.")
    ] = None,
    accept: Annotated[bool, Option("--accept", help="Accept the changes of the rules in the file of --lock.")] = False,
    accept_only: Annotated[
        str | None, Option(metavar="NUMBER,...", help="Accept only the changes of these rules.")
    ] = None,
    dask: Annotated[str | None, Option(metavar="ADDRESS", help="Check on the workers of this Dask scheduler.")] = None,
) -> int:
    """Check every citation of a rule in your files against the rules.

    Reads texts, web pages and source code. In folders it skips what .gitignore excludes. The exit status is 1
    if anything is wrong.

    With --fix, an outdated number is replaced in the file if the rule meant is certain: by the text or a date
    beside it, by --blame or by --written-under. The fixed text of stdin goes to stdout. --diff shows the changes.

    Settings are read from rules-lint.toml, or from [tool.rules-lint] in pyproject.toml.

    Example: rules lint docs
    """
    settings = find_settings(Path.cwd())
    common = common if common.lang or not settings.language else replace(common, lang=settings.language)
    accepted = _accepted(accept_only, all_changes=accept)
    wishes = _Wishes(
        _format(form, as_json=common.as_json),
        replace(settings, written_under=parse_date(written_under) if written_under else settings.written_under),
        blame,
        _verdicts(only),
        fix and not diff,
        diff,
        statistics,
        baseline or settings.baseline,
        write_baseline,
        lock or settings.lock,
        lock is not None or accepted != (),
        dask,
        accepted,
    )
    _check_combination(wishes, paths)
    with common.open_store() as store:
        return _Run(common, wishes, store, fixes_stdin=wishes.fixes and STDIN in paths).check(paths)


def _accepted(named: str | None, *, all_changes: bool) -> tuple[RuleNumber, ...] | None:
    """Return the rules whose changes are accepted, or None for all."""
    if named is not None:
        return tuple(map(RuleNumber.parse_lenient, named.split(",")))
    return None if all_changes else ()


def _check_combination(wishes: _Wishes, paths: list[str]) -> None:
    if wishes.form != "text" and wishes.fixes and STDIN in paths:
        raise BadValue(
            "format", wishes.form, _("with --fix, stdout gets the mended text of stdin; leave the format out")
        )
    if wishes.form not in ("text", "json") and wishes.shows_diff:
        raise BadValue("format", wishes.form, _("with --diff, stdout gets the changes; leave the format out"))
    if wishes.dask is not None and (wishes.fixes or wishes.shows_diff or wishes.blames):
        raise BadValue("option", "--dask", _("--fix, --diff and --blame work in one process; leave --dask out"))
    if wishes.writes_baseline and wishes.baseline is None:
        raise BadValue(
            "option", "--write-baseline", _("name the file with --baseline, or with baseline in the settings")
        )
    if wishes.writes_baseline and (wishes.fixes or wishes.shows_diff):
        raise BadValue("option", "--write-baseline", _("run --fix first, and then --write-baseline without it"))
    if wishes.accepted != () and wishes.lock is None:
        raise BadValue("option", "--accept", _("name the file with --lock, or with lock in the settings"))


class _Run:
    """One run of `rules lint`."""

    def __init__(self, common: GlobalOptions, wishes: _Wishes, store: Store, *, fixes_stdin: bool) -> None:
        self._common, self._wishes, self._store = common, wishes, store
        self._view = common.view(store, common.language)
        self._errors = ReadErrors()
        self._left_out = 0
        self._extras: dict[str, Any] = {}
        # stdout gets the fixed text or the changes.
        is_taken = fixes_stdin or (wishes.shows_diff and wishes.form == "text")
        output = common.text_output(sys.stderr if is_taken else None)
        self._report = LintReport(output, keep=wishes.form != "text", quiet=wishes.statistics, only=wishes.only)

    def check(self, paths: list[str]) -> int:
        """Check the files that the paths name, and print the report. Return the exit status."""
        wishes = self._wishes
        baseline = self._baseline()
        lock = None if wishes.lock is None else self._lock(wishes.lock)
        dates = LineDates() if wishes.blames else None
        is_fixing = wishes.fixes or wishes.shows_diff
        files = [*self._files(paths)]
        known, second = (None, None) if is_fixing or dates else self._known(files)
        linter = Linter(lambda: self._checker, wishes.settings, baseline, dates, known, second)
        fixer = self._fixer(linter) if is_fixing else None
        unknown: list[LintedCitation] = []
        checked: list[str] = []
        for file in files:
            checked.append(printable_path(file))
            for finding in self._findings(file, linter, fixer):
                if isinstance(finding, LintedCitation):
                    if wishes.writes_baseline and finding.is_finding:
                        unknown.append(finding)
                        continue
                    if lock is not None:
                        lock.collect(finding)
                self._report.add(finding)
        linter.finish()
        if lock is not None:
            self._compare_with_lock(lock)
        if fixer is not None:
            fixer.mended.save()
        self._print(fixer)
        if baseline is not None:
            self._finish_baseline(baseline, unknown, checked)
        self._print_notes(fixer)
        if self._errors.any:
            return 2
        return 1 if self._report.is_failure else 0

    @cached_property
    def _checker(self) -> CitationChecker:
        from kb.citations.checker import CitationChecker

        written_under = self._wishes.settings.written_under
        return CitationChecker(self._store, self._view, written_under, lambda: self._rule_texts)

    @cached_property
    def _rule_texts(self) -> RuleTextIndex:
        from kb.citations.saved_rule_texts import open_rule_texts

        return open_rule_texts(self._store, self._view.lang)

    def _second_process(self, files: Sequence[str], known: KnownResults) -> SecondProcess:
        generation = self._store.generation

        def open_check() -> Callable[[str], Results]:
            store = Store.open(self._store.home)
            if store.generation != generation:
                return lambda _file: []
            checker = self._checker.in_other_process(store)
            linter, errors = Linter(lambda: checker, self._wishes.settings), ReadErrors()
            return lambda file: [] if file == STDIN else linter.unknown_results(read_parts(file, errors.add), known)

        return SecondProcess(files, lambda: (self._checker, self._rule_texts), open_check)

    def _known(self, files: Sequence[str]) -> tuple[KnownResults, SecondProcess]:
        written_under = self._wishes.settings.written_under
        known = KnownResults(self._store, self._view, written_under)
        if self._wishes.dask is not None:
            from cli.linting.dask_workers import check_on_workers

            check_on_workers(self._wishes.dask, files, known, self._store, self._view, written_under)
        return known, self._second_process(files, known)

    def _baseline(self) -> Baseline | None:
        wishes = self._wishes
        if wishes.baseline is None:
            return None
        return Baseline(wishes.baseline) if wishes.writes_baseline else Baseline.read(wishes.baseline)

    def _lock(self, file: Path) -> LockFile:
        from cli.linting.lock_file import LockFile

        return LockFile.read(file, self._view.lang)

    def _fixer(self, linter: Linter) -> Fixer:
        from cli.linting.fixing import Fixer, edition_in_force
        from cli.linting.mended_lines import MendedLines

        wishes = self._wishes
        return Fixer(
            linter, lambda doc: edition_in_force(self._store, self._view, doc), wishes.settings.written_under,
            self._errors, MendedLines(), shows_only=wishes.shows_diff, diffs=[],
        )  # fmt: skip

    def _files(self, paths: list[str]) -> Iterator[str]:
        """Yield the files to check. Count those that the user names and the settings leave out."""
        settings = self._wishes.settings
        if not (settings.include or settings.exclude):
            return list_files(paths, self._errors.add)
        self._left_out = sum(
            path != STDIN and not Path(path).is_dir() and settings.leaves_out(path, is_folder=False) for path in paths
        )
        return list_files(paths, self._errors.add, settings.leaves_out)

    def _findings(self, file: str, linter: Linter, fixer: Fixer | None) -> Iterator[Finding]:
        if fixer is not None:
            yield from fixer.fix(file)
        else:
            for _place, finding in linter.lint(file, read_parts(file, self._errors.add)):
                yield finding

    def _compare_with_lock(self, lock: LockFile) -> None:
        """Report the cited rules that have changed since they were locked, and write the lock file if it may change."""
        wishes = self._wishes
        found = lock.compare(self._store, self._view)
        accepted: list[RuleNumber] = []
        if wishes.writes_lock:
            accepted = lock.update(found, wishes.accepted)
            lock.save()
            if found.added:
                count = len(found.added)
                note(ngettext("{file}: {count} rule added", "{file}: {count} rules added", count, file=lock.file))
            if accepted:
                count = len(accepted)
                note(ngettext("{file}: {count} change accepted", "{file}: {count} changes accepted", count,
                              file=lock.file))  # fmt: skip
        elif found.added:
            message = ngettext(
                "{file}: {count} cited rule isn't in it; `rules lint --lock {file}` adds it",
                "{file}: {count} cited rules aren't in it; `rules lint --lock {file}` adds them",
                len(found.added),
                file=lock.file,
            )
            note(message)
        for notice in lock.notices(found, accepted, wishes.settings.levels.get("changed")):
            self._report.add(notice)
        self._extras["lock"] = {
            "file": printable_path(str(lock.file)),
            "added": [str(number) for number in found.added],
            "changed": [str(number) for number in found.changed if number not in accepted],
            "accepted": [str(number) for number in accepted],
        }

    def _finish_baseline(self, baseline: Baseline, unknown: list[LintedCitation], checked: list[str]) -> None:
        """Write the baseline, or say how many of its findings are gone."""
        if self._wishes.writes_baseline:
            count = baseline.write(unknown)
            note(ngettext("{file}: wrote {count} finding", "{file}: wrote {count} findings", count, file=baseline.file))
        elif gone := baseline.unmatched(checked):
            message = ngettext(
                "{file}: {count} finding is gone; `--write-baseline` takes it out",
                "{file}: {count} findings are gone; `--write-baseline` takes them out",
                gone,
                file=baseline.file,
            )
            note(message)

    def _print(self, fixer: Fixer | None) -> None:
        form, report = self._wishes.form, self._report
        diff = b"".join(fixer.diffs) if fixer is not None else b""
        if form == "json":
            self._print_json(fixer, diff)
        elif form == "sarif":
            from cli.rendering.ci_formats import sarif_log

            print_json(sarif_log(report.kept))
        elif form == "github":
            from cli.rendering.ci_formats import github_annotations

            print(github_annotations(report.kept), end="")
        else:
            if self._wishes.statistics:
                report.print_statistics()
            report.print_summary()
            if diff and sys.stdout.isatty():
                print(diff.decode("utf-8", "replace"), end="")
            elif diff:
                print_bytes(diff)

    def _print_json(self, fixer: Fixer | None, diff: bytes) -> None:
        answer = {
            **fields(self._view, "lang edition=base"),
            **self._report.as_json(with_statistics=self._wishes.statistics),
            **self._extras,
        }
        if fixer is not None:
            answer["diff" if self._wishes.shows_diff else "mended"] = (
                diff.decode("utf-8", "replace") if self._wishes.shows_diff else fixer.fixed
            )
        self._common.print_json(answer, found="unchecked" not in self._report.summary)

    def _print_notes(self, fixer: Fixer | None) -> None:
        base = self._view.base
        if self._report.summary.get("unchecked"):
            message = _("some citations weren't checked")
            # Without a whole edition in force, the note about the edition gap names the command.
            note(message if base is None else message + _("; `rules sync --all` fetches all editions"))
        if self._left_out:
            note(ngettext("the settings leave out {count} file that you name",
                          "the settings leave out {count} files that you name", self._left_out))  # fmt: skip
        if fixer is None:
            return
        if fixer.fixed_before:
            message = ngettext(
                "{count} citation wasn't mended again; its line is written under {day} now",
                "{count} citations weren't mended again; their lines are written under {day} now",
                fixer.fixed_before,
                day=base,
            )
            note(message)
        if self._wishes.shows_diff:
            note(ngettext("--fix would mend {count} citation", "--fix would mend {count} citations", fixer.fixed))
            return
        message = ngettext("mended {count} citation", "mended {count} citations", fixer.fixed)
        if fixer.fixed and base:
            message += _("; they are written under {day} now", day=base)
        note(message)


def _format(form: str | None, *, as_json: bool) -> str:
    wanted = parse_choice("format", form or ("json" if as_json else "text"), ("text", "json", "github", "sarif"))
    if as_json and wanted != "json":
        raise BadValue("format", wanted, _("--json answers in JSON; leave one of the two out"))
    return wanted


def _verdicts(only: str | None) -> tuple[str, ...]:
    known = tuple(dict.fromkeys((*ALL_VERDICTS, *FINDING_CODES)))
    return tuple(parse_choice("verdict", name.strip(), known) for name in only.split(",")) if only is not None else ()
