"""Infractions and penalties as JSON; `docs/cli.md` describes the fields."""

from __future__ import annotations

from datetime import date
from typing import Any

from kb.infractions.changes import InfractionChange
from kb.infractions.infraction import Infraction
from kb.infractions.penalties import DatedChange
from kb.library.penalties import PenaltyAnswer
from kb.section_number import SectionNumber


def penalty(infraction: Infraction, edition: date) -> dict[str, Any]:
    """Return an infraction with its penalty."""
    listed = infraction.listed
    return {
        "number": str(infraction.number),
        "infraction": infraction.name,
        "penalty": infraction.penalty,
        "doc": "ipg",
        "edition": edition.isoformat(),
        "category": infraction.category or None,
        "title": infraction.title,
        "printed_penalty": infraction.printed_penalty or None,
        "listed": {"infraction": listed.name, "penalty": listed.penalty, "number": str(listed.appendix)}
        if listed
        else None,
        "contradicted": infraction.is_contradicted,
    }


def parts(infraction: Infraction) -> list[dict[str, Any]]:
    """Return the parts of an infraction."""
    return [
        {
            "number": str(part.number),
            "part": part.number.part if isinstance(part.number, SectionNumber) else "",
            "text": part.text,
            "examples": [example.text for example in part.examples],
        }
        for part in infraction.parts
    ]


def change(item: InfractionChange, first: date, second: date) -> dict[str, Any]:
    """Return the change of an infraction between two editions."""
    return {
        "kinds": list(item.kinds),
        "old": penalty(item.old, first) if item.old else None,
        "new": penalty(item.new, second) if item.new else None,
        "changed_parts": list(item.changed_parts),
    }


def dated_change(item: DatedChange) -> dict[str, Any]:
    """Return a change of an infraction with the day of the edition that brought it."""
    old, new = item.change.old, item.change.new
    return {
        "edition": item.edition.isoformat(),
        "kinds": list(item.change.kinds),
        "old": {"number": str(old.number), "infraction": old.name, "penalty": old.penalty} if old else None,
        "new": {"number": str(new.number), "infraction": new.name, "penalty": new.penalty} if new else None,
        "changed_parts": list(item.change.changed_parts),
    }


def level(row: dict[str, Any]) -> dict[str, Any]:
    """Return the penalty at a level at which the Infraction Procedure Guide applies."""
    return {name: row[name] for name in ("penalty", "doc", "number", "edition")}


def regular(answer: PenaltyAnswer) -> dict[str, Any]:
    """Return the passage of Judging at Regular. Without one, all fields are null but `doc`."""
    passage, edition = answer.regular, answer.regular_edition
    if passage is None or edition is None:
        return {"doc": "jar", "number": None, "edition": None, "title": None, "text": None, "certain": False}
    return {
        "doc": "jar",
        "number": str(passage.number),
        "edition": edition.isoformat(),
        "title": passage.title,
        "text": "\n".join(passage.lines),
        "certain": answer.is_regular_certain,
    }
