"""Infractions, their penalties and their changes as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cli.rendering.code_labels import code_label, mark_codes
from cli.rendering.text_output import TextOutput
from kb.i18n import _, mark_message

if TYPE_CHECKING:
    from kb.infractions.changes import InfractionChange
    from kb.infractions.infraction import Infraction
    from kb.infractions.penalties import DatedChange

_KINDS = mark_codes("penalty renamed renumbered text")
_PENALTIES = (
    mark_message("None"), mark_message("Warning"), mark_message("Game Loss"), mark_message("Match Loss"),
    mark_message("Disqualification"),
)  # fmt: skip
_PART_TITLES = {
    "definition": mark_message("Definition"),
    "examples": mark_message("Examples"),
    "philosophy": mark_message("Philosophy"),
    "additional-remedy": mark_message("Additional Remedy"),
    "upgrade": mark_message("Upgrade"),
    "downgrade": mark_message("Downgrade"),
}


def penalty_label(infraction: Infraction) -> str:
    """Return the penalty in the user's language. "?" if the edition prints none."""
    return _(infraction.penalty) if infraction.penalty else "?"


def part_label(part: str) -> str:
    """Return the title of a part in the user's language."""
    return _(_PART_TITLES[part]) if part in _PART_TITLES else part


def change_labels(change: InfractionChange) -> str:
    """Return what changed, in the user's language: `renamed, text (Philosophy)`."""
    labels = [code_label(kind) for kind in change.kinds]
    if change.changed_parts:
        labels[-1] += f" ({', '.join(map(part_label, change.changed_parts))})"
    return ", ".join(labels)


def print_contradictions(page: TextOutput, infractions: Iterable[Infraction]) -> None:
    """Print a line for each infraction whose section and appendix print different penalties."""
    for each in infractions:
        if each.listed is not None and each.is_contradicted:
            message = _(
                "{number} prints {printed}; {appendix} prints {listed}",
                number=each.number,
                printed=each.printed_penalty,
                appendix=each.listed.appendix,
                listed=each.listed.penalty,
            )
            page.line((message, "yellow"))


def print_history(page: TextOutput, history: Sequence[DatedChange]) -> None:
    """Print the changes of an infraction, one paragraph for each edition."""
    for each in history:
        old, new = each.change.old, each.change.new
        pieces = [change_labels(each.change)]
        if old and new and old.penalty != new.penalty:
            pieces.append(f"{penalty_label(old)} → {penalty_label(new)}")
        if old and new and "renamed" in each.change.kinds:
            pieces.append(f"{old.short_title} → {new.short_title}")
        if old and new and old.number != new.number:
            pieces.append(f"{old.number} → {new.number}")
        page.line((f"{each.edition}", "bold"), "  ", "; ".join(pieces), indent=2, hang=12)
