"""The citations in users' files: where they cite which rules, and which changes touch a cited rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cli.messages import error
from cli.user_files.source_files import files_in, parts_of, shown
from kb.citations.scanner import scan
from kb.errors import reason
from kb.i18n import _
from kb.rule_number import NumberRange

if TYPE_CHECKING:
    from kb.citations.checker import Checked
    from kb.history.affected_citations import Cited
    from kb.history.edition_diff import Comparison, Difference
    from kb.storage.store import Store


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A citation in a file.

    Attributes:
        path: the file, as it can be printed; `-` for stdin.
        line: from 1.
        column: from 1, in characters.
        text: the citation as written.
    """

    path: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Linted(Where):
    """A citation in a file with the result of its check.

    Attributes:
        number: the number that it cites.
        checked: the verdict.
        mended: True if `--fix` has replaced the number by today's.
    """

    number: str
    checked: Checked
    mended: bool = False

    @property
    def wrong(self) -> bool:
        """True if the citation is wrong and wasn't fixed."""
        return self.checked.verdict != "ok" and not self.mended


@dataclass(frozen=True, slots=True)
class Citations:
    """The citations in some files.

    Attributes:
        places: the citations of each rule or range.
        unreadable: True if a file could not be read; stderr names it.
    """

    places: Mapping[Cited, Sequence[Where]]
    unreadable: bool


def citations_in(paths: Sequence[str]) -> Citations:
    """Find the citations in files and folders, as `rules lint` does.

    Raises:
        BadValue: there is nothing at a path.
    """
    from kb.history.affected_citations import Cited

    places: dict[Cited, list[Where]] = {}
    unreadable: list[str] = []

    def problem(path: str, why: OSError) -> None:
        unreadable.append(path)
        error(_("cannot read {file}: {why}", file=shown(path), why=reason(why)))

    for file in files_in(paths, problem):
        for part in parts_of(file, problem):
            for found in scan(part.content, part.first_line):
                citation = found.citation
                if citation.number is not None:
                    cited = Cited(NumberRange(citation.lower or citation.number, citation.number), citation.edition)
                    where = Where(shown(file), found.line, found.column, citation.text)
                    places.setdefault(cited, []).append(where)
    return Citations(places, bool(unreadable))


def narrowed(
    store: Store, found: Comparison, citations: Citations
) -> tuple[Comparison, dict[Difference, tuple[Where, ...]]]:
    """The changes of cited rules, and the citations of each."""
    from kb.history.affected_citations import touched

    cited = {
        each.difference: tuple(sorted({where for by in each.by for where in citations.places[by]}))
        for each in touched(store, found, citations.places.keys())
    }
    return replace(found, differences=tuple(cited)), cited
