"""The tool about the penalties of the Infraction Procedure Guide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.mcp_server.answers import InfractionText, PenaltyLevel, PenaltyToolAnswer
from cli.mcp_server.shortening import shorten
from cli.mcp_server.tools import heading, limit_of
from kb.section_number import SectionNumber

if TYPE_CHECKING:
    from kb.infractions.infraction import Infraction
    from kb.library.library import Library
    from kb.library.penalties import PenaltyAnswer

_LEVELS = ("Competitive", "Professional")
# What a judge needs at the table, the most important first: what doesn't fit is left out from the end.
_NEEDED = ("additional-remedy", "upgrade", "downgrade", "definition")


class BookTools:
    """Answers of the tools about the judges' other books. Several threads may call them."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def penalty(
        self, infraction: str | None, as_of: str | None, *, with_all_parts: bool, max_characters: int
    ) -> PenaltyToolAnswer:
        """Return an infraction with its penalty, or the list of all infractions of a day."""
        most = limit_of(max_characters)
        view = self._library.at(as_of, doc="ipg")
        answer: PenaltyToolAnswer = {
            **heading(view), "infraction": None, "found_by": None, "others": [], "levels": [], "parts": [],
            "changes": [], "infractions": [],
        }  # fmt: skip
        if infraction is None or not infraction.strip():
            answer["infractions"] = list(map(_infraction, view.infractions))
            return shorten(answer, most, ("infractions",))
        found = self._library.penalty(infraction, as_of=view.as_of)
        answer["edition"] = found.edition.isoformat()
        answer["infraction"], answer["found_by"] = _infraction(found.infraction), found.found_by
        answer["others"] = list(map(_infraction, found.others))
        answer["levels"] = _levels(found)
        answer["parts"] = [
            {"part": name, "text": part.text, "examples": [each.text for each in part.examples]}
            for part in found.infraction.parts
            if (name := _part(part.number)) in _NEEDED or with_all_parts
        ]
        answer["parts"].sort(key=lambda each: (*_NEEDED, each["part"]).index(each["part"]))
        answer["changes"] = [
            {
                "edition": each.edition.isoformat(),
                "kinds": list(each.change.kinds),
                "changed_parts": list(each.change.changed_parts),
                "old_penalty": each.change.old.penalty if each.change.old else None,
                "new_penalty": each.change.new.penalty if each.change.new else None,
            }
            for each in found.changes
        ]
        return shorten(answer, most, ("changes", "parts"))


def _infraction(each: Infraction) -> InfractionText:
    return {
        "number": str(each.number),
        "infraction": each.name,
        "penalty": each.penalty,
        "contradicted": each.is_contradicted,
    }


def _levels(found: PenaltyAnswer) -> list[PenaltyLevel]:
    number, edition = str(found.infraction.number), found.edition.isoformat()
    levels: list[PenaltyLevel] = [
        {"level": level, "penalty": found.infraction.penalty, "doc": "ipg", "number": number, "edition": edition,
         "text": None, "certain": True}
        for level in _LEVELS
    ]  # fmt: skip
    regular, day = found.regular, found.regular_edition
    levels.append(
        {
            "level": "Regular",
            "penalty": None,
            "doc": "jar",
            "number": str(regular.number) if regular else None,
            "edition": day.isoformat() if day else None,
            "text": "\n".join((regular.title, *regular.lines)) if regular else None,
            "certain": found.is_regular_certain,
        }
    )
    return levels


def _part(number: object) -> str:
    return number.part if isinstance(number, SectionNumber) else ""
