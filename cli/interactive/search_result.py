"""The result of a search, as the screen gets it from the backend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.search import SearchResults


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The hits of a query in an edition, and for each hit the headings above it, from the chapter down.

    If there are no hits, `note` says which parts of the rules were searched, or is "" for a whole edition.
    """

    query: str
    results: SearchResults
    edition: str
    heading_paths: tuple[tuple[str, ...], ...] = ()
    note: str = ""
