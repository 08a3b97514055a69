"""The lock file of `rules lint --lock`: the cited rules, with the wordings that somebody has read.

The file is a text with one rule a line, sorted by number: number, lineage, digest of the wording, edition. A run adds
the cited rules that the file doesn't have. It never renews the entry of a rule that has changed in substance, unless
the user accepts the change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cli.linting.findings import Level, LintedCitation, LintNotice
from cli.user_files.atomic_write import write_whole
from cli.user_files.cited_in_files import CitationLocation
from cli.user_files.source_files import printable_path
from cli.user_files.text_parts import open_regular, read_limited
from kb.citations.locked_rules import LockComparison, LockedRule, compare_with_locked
from kb.errors import BadValue, RulesError, StoreError, failure_reason
from kb.i18n import _, ngettext
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.dates import parse_date

_HEADER = (
    "# The wordings of the cited rules, as they were read. `rules lint --lock` reads this file, --accept renews it."
)
_LANGUAGE = "# language: "
# In bytes. All rules together take 200 KB.
_MAX_FILE = 4 * 1024 * 1024
# A message names so many citations of a changed rule.
_MAX_PLACES = 3
# The citations with these verdicts cite the rule that has the number now.
_CITES_PRESENT_RULE = frozenset(("ok", "edited", "quote-mismatch", "deprecated"))


@dataclass
class LockFile:
    """A lock file, and the citations of a run.

    Attributes:
        file: path of the file.
        rules: the locked rules.
        is_new: True if there is no file yet.
    """

    file: Path
    lang: Lang
    rules: dict[RuleNumber, LockedRule] = field(default_factory=dict)
    is_new: bool = False
    _cited: dict[RuleNumber, list[CitationLocation]] = field(default_factory=lambda: defaultdict(list))
    _is_changed: bool = False

    @classmethod
    def read(cls, file: Path, lang: Lang) -> LockFile:
        """Read a lock file. If there is none, return an empty one.

        Raises:
            BadValue: a line isn't a locked rule, or the rules are in another language.
            StoreError: the file can't be read.
        """
        try:
            with open_regular(file) as stream:
                text = read_limited(stream, _MAX_FILE).decode("utf-8", "replace")
        except FileNotFoundError:
            return cls(file, lang, is_new=True)
        except OSError as problem:
            raise StoreError(file, _("cannot read {file}: {why}", file=file, why=failure_reason(problem))) from problem
        rules: dict[RuleNumber, LockedRule] = {}
        for at, line in enumerate(text.split("\n"), 1):
            if line.startswith(_LANGUAGE) and (found := line.removeprefix(_LANGUAGE).strip()) != lang:
                raise BadValue("lock file", str(file), _("its rules are in {found}; give --lang {found}", found=found))
            if line.strip() and not line.startswith("#"):
                rule = _parse(file, at, line)
                rules[rule.number] = rule
        return cls(file, lang, rules)

    def collect(self, citation: LintedCitation) -> None:
        """Note a citation of the run. Citations of other rules than those in force, and of other books, don't count."""
        if citation.doc == "cr" and citation.checked.verdict in _CITES_PRESENT_RULE:
            try:
                number = RuleNumber.parse(citation.number)
            except BadValue:
                return
            self._cited[number].append(citation)

    def compare(self, store: Store, view: View) -> LockComparison:
        """Compare the citations of the run with the locked rules."""
        return compare_with_locked(store, view, self.rules, self._cited)

    def update(self, found: LockComparison, accepted: Collection[RuleNumber] | None) -> list[RuleNumber]:
        """Add new rules, and renew the entries of the accepted rules. `accepted` is None to accept all changes.

        No entry is taken out, because files that this run doesn't check may cite the rule. Return the numbers of the
        accepted rules.

        Raises:
            BadValue: a number to accept isn't that of a changed rule.
        """
        for number in accepted or ():
            if number not in found.changed:
                expected = _("the changed rules are {numbers}", numbers=", ".join(map(str, found.changed)) or _("none"))
                raise BadValue("changed rule", str(number), expected)
        renewed = [number for number in found.changed if accepted is None or number in accepted]
        for number in (*found.added, *found.renumbered, *renewed):
            self.rules[number] = found.current[number]
            self._is_changed = True
        return renewed

    def notices(self, found: LockComparison, accepted: Collection[RuleNumber], level: Level | None) -> list[LintNotice]:
        """Return a notice for each changed rule that wasn't accepted. Its place is the rule's line in the lock file."""
        lines = {number: at for at, number in enumerate(sorted(self.rules), 3)}
        return [
            LintNotice(
                printable_path(str(self.file)),
                lines.get(found.locked_as[number], 1),
                1,
                str(found.locked_as[number]),
                "changed",
                self._message(number, why),
                level,
            )
            for number, why in found.changed.items()
            if number not in accepted
        ]

    def _message(self, number: RuleNumber, why: str) -> str:
        places = self._cited[number]
        named = ", ".join(f"{place.path}:{place.line}" for place in places[:_MAX_PLACES])
        if (more := len(places) - _MAX_PLACES) > 0:
            named += ngettext(" and {count} more", " and {count} more", more)
        return _("{why}; cited in {places}", why=why, places=named)

    def save(self) -> None:
        """Write the file, if the rules have changed or there is no file yet."""
        if self._is_changed or self.is_new:
            lines = [_HEADER, f"{_LANGUAGE}{self.lang}", *(_line(self.rules[each]) for each in sorted(self.rules))]
            text = "".join(f"{line}\n" for line in lines)
            write_whole(self.file, lambda draft: draft.write_text(text, encoding="utf-8", newline="\n"))


def _line(rule: LockedRule) -> str:
    return f"{rule.number} {rule.lineage} {rule.digest} {rule.edition}"


def _parse(file: Path, at: int, line: str) -> LockedRule:
    columns: Sequence[str] = line.split()
    try:
        number, lineage, digest, edition = columns
        return LockedRule(RuleNumber.parse(number), lineage, digest, parse_date(edition))
    except (ValueError, RulesError) as problem:
        expected = _("line {line} isn't a locked rule, such as 306.5d 306.5d@2009-10-01 0123456789abcdef 2026-01-16",
                     line=at)  # fmt: skip
        raise BadValue("lock file", str(file), expected) from problem
