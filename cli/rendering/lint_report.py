"""The report of `rules lint`: findings as they come, summary, statistics, and the JSON answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Any

from cli.linting.findings import (
    ALL_VERDICTS,
    FINDING_CODES,
    IGNORED,
    Finding,
    LintedCitation,
    LintNotice,
    is_failure,
)
from cli.rendering.code_labels import code_label, counted_labels
from cli.rendering.json_output import fields
from cli.rendering.text_output import TextOutput
from kb.i18n import _, ngettext

_STYLES = {"missing": "red", "reused": "red", "unchecked": ""}
# The statistics name so many rules.
_MAX_RULES = 10


class LintReport:
    """The findings of a run. `add` prints each finding at once, or keeps all citations and notices for later.

    Attributes:
        kept: the citations and notices, if the report keeps them.
        is_failure: True if the exit status is 1 because of a finding.
    """

    def __init__(self, output: TextOutput, *, keep: bool, quiet: bool = False, only: Collection[str] = ()) -> None:
        """Create a report.

        Args:
            output: where findings are printed.
            keep: True if the report keeps what `add` gets, and prints nothing.
            quiet: True if the report prints statistics instead of findings.
            only: the verdicts and codes to report. If it is empty, all are reported.
        """
        self._output, self._keep, self._quiet, self._only = output, keep, quiet, frozenset(only)
        self._counts: Counter[str] = Counter()
        self._files: defaultdict[str, set[str]] = defaultdict(set)
        self._numbers: Counter[str] = Counter()
        self.kept: list[Finding] = []
        self.is_failure = False

    def add(self, finding: Finding) -> None:
        """Count a citation or a notice. Keep it, or print it if it is a finding."""
        if self._only and finding.verdict not in self._only:
            return
        self._counts[finding.verdict] += 1
        self.is_failure = self.is_failure or is_failure(finding)
        if finding.is_finding:
            self._files[finding.verdict].add(finding.path)
            if isinstance(finding, LintedCitation):
                self._numbers[finding.label] += 1
        if self._keep:
            self.kept.append(finding)
        elif finding.is_finding and not self._quiet:
            where = (f"{finding.path}:{finding.line}:{finding.column}: ", "dim")
            message = (finding.message, _STYLES.get(finding.verdict, "yellow"))
            self._output.line(where, (finding.text, "bold"), ": ", message, hang=4)

    @property
    def findings(self) -> list[Finding]:
        """The kept citations and notices that are findings."""
        return [each for each in self.kept if each.is_finding]

    @property
    def summary(self) -> dict[str, int]:
        """A dict from verdicts to counts of citations. It leaves out the verdicts that no citation has."""
        return {verdict: self._counts[verdict] for verdict in ALL_VERDICTS if self._counts[verdict]}

    def print_summary(self) -> None:
        """Print the count of all citations, and the count for each verdict."""
        counted = ngettext("{count} citation", "{count} citations", sum(self.summary.values()))
        if verdicts := counted_labels(self.summary):
            counted = _("{citations}: {verdicts}", citations=counted, verdicts=verdicts)
        self._output.line((counted, "bold"))

    def print_statistics(self) -> None:
        """Print the number of findings of each verdict, and the numbers with the most findings."""
        for code, count in self._found().items():
            files = ngettext("{count} file", "{count} files", len(self._files[code]))
            self._output.line(
                (f"{count:>6} ", "bold"), _("{label} in {files}", label=code_label(code, count), files=files)
            )
        for number, count in self._numbers.most_common(_MAX_RULES):
            self._output.line((f"{count:>6} ", "bold"), number)

    def as_json(self, *, with_statistics: bool) -> dict[str, Any]:
        """Return the citations, the notices and the summary as JSON."""
        answer: dict[str, Any] = {
            "citations": [_citation(each) for each in self.kept if isinstance(each, LintedCitation)],
            "summary": self.summary,
        }
        if notices := [_notice(each) for each in self.kept if isinstance(each, LintNotice)]:
            answer["findings"] = notices
        if with_statistics:
            answer["statistics"] = {
                "verdicts": {
                    code: {"count": count, "files": len(self._files[code])} for code, count in self._found().items()
                },
                "numbers": dict(self._numbers.most_common(_MAX_RULES)),
            }
        return answer

    def _found(self) -> dict[str, int]:
        return {code: self._counts[code] for code in FINDING_CODES if self._files[code]}


def _citation(linted: LintedCitation) -> dict[str, Any]:
    answer = {
        **fields(linted, "path line column text number verdict"),
        "suggestion": linted.checked.suggestion,
        "confidence": linted.checked.confidence,
        "message": linted.message,
        "mended": linted.is_fixed,
    }
    if linted.doc != "cr":
        answer["doc"] = linted.doc
    if linted.verdict == IGNORED:
        answer["ignored"] = fields(linted.checked, "verdict message")
    if linted.level is not None:
        answer["level"] = linted.level
    return answer


def _notice(notice: LintNotice) -> dict[str, Any]:
    answer = fields(notice, "path line column text code=verdict message")
    return answer if notice.level is None else answer | {"level": notice.level}
