"""Checking the citations of a file with the settings, the ignore comments and the baseline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from cli.linting.baseline import Baseline
from cli.linting.findings import CITATION_VERDICTS, Finding, LintedCitation, LintNotice, NoticeCode
from cli.linting.known_results import CheckedPlace, CitationPlace, KnownResults, as_rows, key_of
from cli.linting.settings import LintSettings
from cli.user_files.source_files import printable_path
from kb.citations.ignore_comments import IgnoreComment, IgnoreComments
from kb.citations.text_part import TextPart, decode_line
from kb.i18n import _

if TYPE_CHECKING:
    from cli.linting.second_process import Results, SecondProcess
    from cli.user_files.blame import LineDates
    from kb.citations.checker import CitationChecker
    from kb.citations.scanner import AnyOccurrence
    from kb.citations.verdicts import CitationCheck

Checked = tuple["AnyOccurrence | None", Finding]
"""A finding with its citation. It is None for a notice, and for a citation that is known from an earlier run."""

# So many words before a citation, and as many after it, identify the citation in a baseline.
_CONTEXT_WORDS = 6
_CONTEXT_CHARACTERS = 200
_WORD = re.compile(r"\S+")


class Linter:
    """Checks files. All files of a run are checked with the same settings and the same baseline."""

    def __init__(
        self,
        open_checker: Callable[[], CitationChecker],
        settings: LintSettings,
        baseline: Baseline | None = None,
        dates: LineDates | None = None,
        known: KnownResults | None = None,
        second: SecondProcess | None = None,
    ) -> None:
        """Check with the checker that `open_checker` opens, once and only if there is something to check.

        With `dates`, a citation means the rules of the day on which its line was written.

        `known` has the results of earlier runs. It can't be used with `dates`. `second` checks the last files.
        """
        self._open_checker, self._settings, self._baseline, self._dates = cache(open_checker), settings, baseline, dates
        self._known, self._second = known, second
        self._parts_with_citations = 0

    def lint(self, file: str, parts: Iterable[TextPart]) -> Iterator[Checked]:
        """Yield the citations of a file, in order, and its notices, each near its comment. `file` is its path.

        A wrong citation is ignored if a comment, the settings or the baseline say so, asked in this order.
        """
        if self._second is not None:
            self._second.reach_next_file()
        name = printable_path(file)
        comments = IgnoreComments(CITATION_VERDICTS)
        for part in parts:
            comments.read(part)
            lines = _Lines(part)
            if self._known is None:
                for found, checked in self.check_part(part, file):
                    yield found, self.judge(name, CitationPlace.of(found), checked, comments, lines.text)
            else:
                for place, checked in self._known_or_checked(part, self._known):
                    yield None, self.judge(name, place, checked, comments, lines.text)
            for comment in comments.finished(part.line + part.content.count(b"\n", 0, part.end)):
                yield None, self.notice(name, comment)
        for comment in comments.finished():
            yield None, self.notice(name, comment)

    def finish(self) -> None:
        """Keep the days of the lines and the results for the next run, and end the second process."""
        if self._second is not None:
            self._second.end()
        if self._dates:
            self._dates.save()
        if self._known is not None:
            self._known.save()

    def _known_or_checked(self, part: TextPart, known: KnownResults) -> list[CheckedPlace]:
        key = key_of(part)
        found = known.find(key)
        if found is None and self._second is not None:
            for other, rows in self._second.results():
                known.add(other, rows)
            found = known.find(key)
        if found is None:
            found = [(CitationPlace.of(place), checked) for place, checked in self.check_part(part)]
            known.add(key, as_rows(found))
            if found and self._second is not None:
                self._parts_with_citations += 1
                self._second.start_if_useful(self._parts_with_citations)
        return found

    def unknown_results(self, parts: Iterable[TextPart], known: KnownResults) -> Results:
        """Return the results of those parts whose results aren't known."""
        unknown = ((key, part) for part in parts if not known.has(key := key_of(part)))
        return [
            (key, as_rows([(CitationPlace.of(place), checked) for place, checked in self.check_part(part)]))
            for key, part in unknown
        ]

    def check_part(self, part: TextPart, file: str = "") -> Iterator[tuple[AnyOccurrence, CitationCheck]]:
        """Yield each citation of a part of a file with the result of its check. Nothing is ignored yet."""
        # Imported here, since the results of files that haven't changed are known without them.
        from kb.citations.scanner import scan_all_citations

        checker = self._open_checker()
        for place in scan_all_citations(part):
            written = self._dates.day(file, place.line) if self._dates else None
            checked = checker.check_place(place, written)
            if checked is not None:
                yield place, checked

    def judge(
        self,
        name: str,
        place: CitationPlace,
        checked: CitationCheck,
        comments: IgnoreComments,
        text_of_line: Callable[[int], str],
    ) -> LintedCitation:
        """Return a checked citation. A wrong one has its level, or the reason for which it is ignored."""
        verdict = checked.verdict
        found = LintedCitation(
            name, place.line, place.column, place.text, place.number, checked,
            level=self._settings.levels.get(verdict), doc=place.doc,
        )  # fmt: skip
        if verdict == "ok":
            return found
        if comment := comments.find(place.line, place.column, verdict):
            return replace(found, ignored_because=comment.reason, is_ignored_in_file=True)
        if found.level == "off":
            return replace(found, ignored_because=_("the settings turn {verdict} off", verdict=verdict))
        if self._baseline is None:
            return found
        found = replace(found, context=_words_around(text_of_line(place.line), place))
        covered = self._baseline.covers(found)
        return replace(found, ignored_because=_("it is in the baseline")) if covered else found

    def notice(self, name: str, comment: IgnoreComment) -> LintNotice:
        """Return the notice about an ignore comment that can't be used, or that ignores nothing."""
        code: NoticeCode = "bad-ignore" if comment.problem else "unused-ignore"
        message = comment.problem or _("the comment ignores nothing; there is no such wrong citation")
        return LintNotice(
            name, comment.line, comment.column, comment.text, code, message, self._settings.levels.get(code)
        )

    def renewed(self) -> Linter:
        """Return the same linter for another check of the same files: each line of the baseline covers again.

        It has neither the days of lines nor earlier results.
        """
        return Linter(self._open_checker, self._settings, self._baseline and self._baseline.renewed())


class _Lines:
    """The lines of a part of a file. Lines are asked for in order, so the part is read once."""

    def __init__(self, part: TextPart) -> None:
        self._content, self._line, self._start = part.content, part.line, 0

    def text(self, line: int) -> str:
        """Return the text of a line, as the scanner read it."""
        while self._line < line:
            self._start = self._content.index(b"\n", self._start) + 1
            self._line += 1
        end = self._content.find(b"\n", self._start)
        text = decode_line(self._content[self._start : end if end >= 0 else len(self._content)])[0]
        return text.removeprefix("\ufeff") if line == 1 else text


def _words_around(line: str, place: CitationPlace) -> str:
    """Return the words around a citation, with one blank between two words. The citation itself isn't among them."""
    start, end = place.start, place.end
    before = _WORD.findall(line[max(0, start - _CONTEXT_CHARACTERS) : start])
    after = _WORD.findall(line[end : end + _CONTEXT_CHARACTERS])
    return " ".join((*before[-_CONTEXT_WORDS:], "…", *after[:_CONTEXT_WORDS]))
