"""What a search found, as the screen gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.search import SearchResults


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search found, to be shown.

    Attributes:
        text: what was typed.
        results: what was found; of nothing typed, nothing.
        edition: what was searched: `en 2026-01-16`.
        places: where each hit stands, from the chapter down.
    """

    query: str
    results: SearchResults
    edition: str
    heading_paths: tuple[tuple[str, ...], ...] = ()
