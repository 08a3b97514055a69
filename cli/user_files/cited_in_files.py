"""The citations in users' files, and the changes of the cited rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cli.messages import error
from cli.user_files.source_files import list_files, printable_path
from cli.user_files.text_parts import read_parts
from kb.errors import failure_reason
from kb.i18n import _
from kb.rule_number import NumberRange

if TYPE_CHECKING:
    from kb.documents import Doc
    from kb.history.affected_citations import CitedNumbers
    from kb.history.edition_diff import EditionDiff, RuleDifference
    from kb.storage.store import Store


@dataclass(frozen=True, slots=True, order=True)
class CitationLocation:
    """A citation in a file (`-` is stdin). Line and column count from 1, the column in characters."""

    path: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class FileCitations:
    """The citations in some files, by their document and by the number or range that they name."""

    locations: Mapping[Doc, Mapping[CitedNumbers, Sequence[CitationLocation]]]
    has_unreadable_file: bool


class ReadErrors:
    """Reports the files and folders that can't be read. `any` is True if one was reported."""

    def __init__(self) -> None:
        self.any = False

    def add(self, path: str, why: OSError) -> None:
        """Report a file or folder on stderr."""
        self.any = True
        error(_("cannot read {file}: {why}", file=printable_path(path), why=failure_reason(why)))


def find_citations_in_files(paths: Sequence[str]) -> FileCitations:
    """Find the citations in files and folders, as `rules lint` does.

    Raises:
        BadValue: there is nothing at a path.
    """
    from kb.citations.scanner import PolicyOccurrence, scan_all_citations
    from kb.history.affected_citations import CitedNumbers
    from kb.section_number import SectionRange

    locations: dict[Doc, dict[CitedNumbers, list[CitationLocation]]] = {}
    errors = ReadErrors()
    for file in list_files(paths, errors.add):
        for part in read_parts(file, errors.add):
            for found in scan_all_citations(part):
                numbers: NumberRange | SectionRange
                if isinstance(found, PolicyOccurrence):
                    doc, numbers = found.citation.doc, SectionRange(found.citation.number, found.citation.number)
                elif found.citation.number is not None and not found.citation.needs_text:
                    number = found.citation.number
                    doc, numbers = "cr", NumberRange(found.citation.range_start or number, number)
                else:
                    continue
                location = CitationLocation(printable_path(file), found.line, found.column, found.citation.text)
                of_book = locations.setdefault(doc, {})
                of_book.setdefault(CitedNumbers(numbers, found.citation.edition), []).append(location)
    return FileCitations(locations, errors.any)


def restrict_to_cited(
    store: Store, found: EditionDiff, citations: FileCitations
) -> tuple[EditionDiff, dict[RuleDifference, tuple[CitationLocation, ...]]]:
    """Return an edition diff with only the changes of cited rules, and a dict from each change to the citations."""
    from kb.history.affected_citations import find_affected

    locations = citations.locations.get(found.doc, {})
    cited = {
        each.difference: tuple(sorted({where for by in each.citations for where in locations[by]}))
        for each in find_affected(store, found, locations.keys())
    }
    return replace(found, differences=tuple(cited)), cited
