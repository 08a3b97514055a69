"""What changed in the infractions between two editions: penalties, names, numbers and texts.

Infractions are matched by the lineage of their sections, not by their names or numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.infractions.infraction import Infraction
from kb.infractions.judges_words import name_key
from kb.section_number import SectionNumber
from kb.text.normalization import classify_section_change

InfractionChangeKind = Literal["added", "removed", "penalty", "renamed", "renumbered", "text"]


@dataclass(frozen=True, slots=True)
class InfractionChange:
    """The change of one infraction from one edition to another.

    Attributes:
        old: the infraction in the first edition, or None if it is new.
        new: the infraction in the second edition, or None if it is gone.
        kinds: what changed; () if nothing did.
        changed_parts: the names of the parts whose wording changed, that are new or that are gone.
    """

    old: Infraction | None
    new: Infraction | None
    kinds: tuple[InfractionChangeKind, ...]
    changed_parts: tuple[str, ...] = ()


def compare_infractions(
    old: Sequence[Infraction], new: Sequence[Infraction], became: Mapping[SectionNumber, SectionNumber]
) -> tuple[InfractionChange, ...]:
    """Compare the infractions of two editions. `became` maps the numbers of the first edition to those of the second.

    The changes are in the order of the second edition. Infractions that are gone follow.
    """
    came_from = {became[each.number]: each for each in old if each.number in became}
    found = [_change(came_from.get(each.number), each) for each in new]
    kept = {change.old.number for change in found if change.old}
    gone = [InfractionChange(each, None, ("removed",)) for each in old if each.number not in kept]
    return (*found, *gone)


def _change(old: Infraction | None, new: Infraction) -> InfractionChange:
    if old is None:
        return InfractionChange(None, new, ("added",))
    parts = tuple(_changed_parts(old, new))
    return InfractionChange(old, new, tuple(_kinds(old, new, is_text_changed=bool(parts))), parts)


def _kinds(old: Infraction, new: Infraction, *, is_text_changed: bool) -> Iterator[InfractionChangeKind]:
    if old.penalty != new.penalty:
        yield "penalty"
    if name_key(old.title) != name_key(new.title):
        yield "renamed"
    if old.number != new.number:
        yield "renumbered"
    if is_text_changed:
        yield "text"


def _changed_parts(old: Infraction, new: Infraction) -> Iterator[str]:
    before, after = (
        {part.number.part: part for part in each.parts if isinstance(part.number, SectionNumber)} for each in (old, new)
    )
    for name in dict.fromkeys((*before, *after)):
        one, other = before.get(name), after.get(name)
        if (
            one is None
            or other is None
            or classify_section_change(one.text_with_examples, other.text_with_examples) == "wording"
        ):
            yield name
