"""What an import of translations has done: the ingested editions, and all units that it left out, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ingest.pipeline import IngestReport
from kb.errors import SourceRejected
from kb.i18n import _, mark_message, ngettext

Rejected = dict[str, list[str]]
"""A dict from the reason of a rejection to the names of the rejected units or editions."""

# The message of a rejection names at most this many units.
_MOST_NAMED = 5

# The reasons for rejecting units, with their messages.
_REASONS = {
    "unknown-unit": mark_message("{name}: there is no rule called {named}"),
    "conflict": mark_message("{name}: there are two different translations of {named}"),
    "codes": mark_message("{name}: {named} has codes in it that the English doesn't have"),
    "control-characters": mark_message(
        "{name}: {named} has invisible control characters in it; remove them, then import the file again"
    ),
    "too-long": mark_message("{name}: the French of {named} is far longer than any rule"),
    "unknown-edition": mark_message(
        "{name} was made from the English rules of {named}, which aren't here; `rules editions` lists "
        "what there is, `rules sync --all` brings the others"
    ),
    "no-edition": mark_message("{name} doesn't say from which English edition {named} is"),
}


@dataclass(frozen=True, slots=True)
class RefusedUnit:
    """A unit that is marked as finished, but isn't: `reason` is `english-left`, `unchanged` or `former-english`."""

    source: str
    unit: str
    reason: str
    message: str


@dataclass(slots=True)
class ImportResult:
    """The results of one run: the ingest report, and the unfinished units, which were not imported.

    `empty` counts the unfinished units without French, and `unfinished` counts the unfinished units with French.
    `waiting` names units that can't be imported until other units of their rule are finished. `refused` has the units
    that are marked as finished, but aren't.
    """

    report: IngestReport = field(default_factory=IngestReport)
    empty: int = 0
    unfinished: int = 0
    waiting: list[str] = field(default_factory=list)
    refused: list[RefusedUnit] = field(default_factory=list)


def rejection(file: str, reason: str, units: Iterable[str]) -> SourceRejected:
    """Return the error for a file that is rejected for one of `_REASONS`. The message names the units or editions."""
    names = list(dict.fromkeys(units))
    named = ", ".join(names[:_MOST_NAMED])
    if len(names) > _MOST_NAMED:
        named += ngettext(
            " and {count} more (--json lists all)", " and {count} more (--json lists all)", len(names) - _MOST_NAMED
        )
    return SourceRejected(file, reason, _(_REASONS[reason], name=file, named=named), tuple(names))
