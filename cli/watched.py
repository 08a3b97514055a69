"""Where users' files cite which rules, and what of that changed between two editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cli.files import files_in, parts_of, shown
from cli.messages import error
from kb.citations.scan import scan
from kb.errors import reason
from kb.number import NumberRange
from kb.tongue import _

if TYPE_CHECKING:
    from kb.citations.check import Checked
    from kb.comparison import Comparison, Difference
    from kb.store import Store
    from kb.touching import Cited


@dataclass(frozen=True, slots=True)
class Where:
    """A citation in a file.

    Attributes:
        path: the file, as it can be printed; `-` for stdin.
        line: from 1.
        column: from 1, in characters.
        text: the citation as it stands there.
    """

    path: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Linted:
    """A citation in a file with what its check gave, and whether it was mended.

    Attributes:
        path: the file, as it can be printed; `-` for stdin.
        line: from 1.
        column: from 1, in characters.
        text: the citation as it stands there.
        number: the number that it cites.
        checked: the verdict.
        mended: whether `--fix` has put the suggestion in its place.
    """

    path: str
    line: int
    column: int
    text: str
    number: str
    checked: Checked
    mended: bool = False

    @property
    def wrong(self) -> bool:
        """Whether there is still something wrong with it."""
        return self.checked.verdict != "ok" and not self.mended


@dataclass(frozen=True, slots=True)
class Citations:
    """What some files cite.

    Attributes:
        places: by what is cited, where.
        unreadable: whether a file could not be read; stderr says which.
    """

    places: Mapping[Cited, Sequence[Where]]
    unreadable: bool


def citations_in(paths: Sequence[str]) -> Citations:
    """What files and folders cite, as `rules lint` finds it.

    Raises:
        BadValue: there is nothing at a path.
    """
    from kb.touching import Cited

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
    """The differences of the rules that are cited, and where each is."""
    from kb.touching import touched

    cited = {}
    for each in touched(store, found, citations.places.keys()):
        places = {where for by in each.by for where in citations.places[by]}
        cited[each.difference] = tuple(sorted(places, key=lambda where: (where.path, where.line, where.column)))
    return replace(found, differences=tuple(cited)), cited
