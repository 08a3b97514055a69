"""What a search found, as the screen gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.search import Results


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found, to be shown.

    Attributes:
        text: what was typed.
        results: what was found; of nothing typed, nothing.
        edition: what was searched: `en 2026-01-16`.
        places: where each hit stands, from the chapter down.
    """

    text: str
    results: Results
    edition: str
    places: tuple[tuple[str, ...], ...] = ()
