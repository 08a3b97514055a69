"""`rules lint --fix`: mending the citations of a file whose right number is certain, and showing the changes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli.linting.findings import Finding, LintedCitation
from cli.linting.linter import Linter
from cli.linting.mended_lines import MendedLines
from cli.linting.unified_diff import lines_of, unified_diff
from cli.messages import error
from cli.output_streams import print_bytes
from cli.user_files.atomic_write import write_whole
from cli.user_files.cited_in_files import ReadErrors
from cli.user_files.source_files import printable_path
from cli.user_files.text_parts import STDIN, read_whole_file, split_into_parts
from kb.citations.fixer import CitationFix, fix_citations
from kb.citations.policy_sections import POLICY_LANG
from kb.citations.scanner import AnyOccurrence
from kb.documents import DOCUMENTS, Doc
from kb.errors import StoreError
from kb.i18n import _
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from datetime import date


@dataclass(slots=True)
class Fixer:
    """Fixes citations in files, or shows what it would change.

    Attributes:
        linter: finds the citations.
        edition_of: returns the day of the edition of a document that is in force, or None without a whole edition.
            Then none of its citations is fixed.
        written_under: the day whose rules the texts cite, or None if it isn't given.
        errors: gets the errors of reading and writing.
        mended: the lines that earlier runs have mended.
        shows_only: True if no file is changed, and the changes are collected instead.
        diffs: the changes that `shows_only` collected, as unified diffs.
        fixed: number of citations that were fixed. With `shows_only`, number of citations that would be fixed.
        fixed_before: number of citations that aren't fixed, because an earlier run has mended their line.
    """

    linter: Linter
    edition_of: Callable[[Doc], date | None]
    written_under: date | None
    errors: ReadErrors
    mended: MendedLines
    shows_only: bool
    diffs: list[bytes]
    fixed: int = 0
    fixed_before: int = 0

    def fix(self, file: str) -> Iterator[Finding]:
        """Fix each citation in a file if its suggestion is certain. Yield all citations and notices of the file.

        A citation is certain if the checker says so: the rule meant is known, and no text beside the number speaks
        against it.
        """
        content = read_whole_file(file, self.errors.add)
        if content is None:
            return
        found = list(self.linter.lint(file, split_into_parts(content)))
        # Only the record of mended lines needs the lines, and it is read only with a day.
        lines = lines_of(content) if found and self.written_under else []
        fixes: list[CitationFix] = []
        for at, (place, linted) in enumerate(found):
            if not (isinstance(linted, LintedCitation) and place and linted.checked.suggestion):
                continue
            edition = self.edition_of(linted.doc)
            if edition is None or not (linted.is_finding and linted.checked.is_certain and place.is_in_whole_line):
                continue
            if self._was_mended(file, place, lines):
                because = _("--fix has mended its line, which is written under {day} now", day=edition)
                found[at] = place, replace(linted, ignored_because=because)
            else:
                number = DOCUMENTS[linted.doc].numbers.parse(linted.checked.suggestion)
                fixes.append(CitationFix(place, number, edition))
        new, made = fix_citations(content, fixes)
        is_done = self._finish(file, content, new, made)
        self.fixed += len(made) if is_done or self.shows_only else 0
        fixed = {(each.occurrence.line, each.occurrence.column) for each in made} if is_done else set()
        for _at, linted in found:
            if isinstance(linted, LintedCitation) and (linted.line, linted.column) in fixed:
                yield replace(linted, is_fixed=True)
            else:
                yield linted

    def _was_mended(self, file: str, place: AnyOccurrence, lines: list[bytes]) -> bool:
        """True if an earlier run has mended the line of a citation, so that it isn't written under `written_under`."""
        if file == STDIN or place.citation.edition or self.written_under is None:
            return False
        if not self.mended.is_newer(file, lines[place.line - 1], self.written_under):
            return False
        self.fixed_before += 1
        return True

    def _finish(self, file: str, content: bytes, new: bytes, made: tuple[CitationFix, ...]) -> bool:
        """Write the fixed content, or collect its diff. Return True if the content was written."""
        if self.shows_only:
            if made:
                self.diffs.append(unified_diff(printable_path(file), content, new))
            return False
        if file == STDIN:
            print_bytes(new)
        elif made:
            try:
                write_whole(Path(file), lambda draft: draft.write_bytes(new))
            except StoreError as failure:
                self.errors.any = True
                error(failure)
                return False
            after = lines_of(new)
            unpinned: dict[date, set[int]] = {}
            for each in made:
                if each.occurrence.citation.edition is None:
                    unpinned.setdefault(each.edition, set()).add(each.occurrence.line)
            for edition, lines in unpinned.items():
                self.mended.add(file, (after[line - 1] for line in sorted(lines)), edition)
        return True


def edition_in_force(store: Store, view: View, doc: Doc) -> date | None:
    """Return the day of the edition of a document that is in force on the day of a view, or None if none is known."""
    return view.base if doc == "cr" else View(store.book(doc), POLICY_LANG, view.as_of).base
