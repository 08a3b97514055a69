"""What the text of a rule tells about the rule: whether it is a heading, and whether it is deprecated.

It also defines the characters that no text has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from kb.languages import Lang
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from kb.documents import Number
    from kb.section_number import SectionNumber

Status = Literal["current", "deprecated", "removed"]

INVISIBLE_CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that steer a terminal or reorder a line: no text of an edition keeps them, and no output shows them.

They are the control characters except tab and line feed, the line and paragraph separators, the controls of direction
and lone surrogates.
"""

# A heading is a few words without a full stop ("Flying", "Start Your Engines!").
_HEADING = re.compile(r"(?!.*[.?!:;] )[^\W\d_a-z][^\n]{0,79}(?<![.?:;,)”\"»])")

# Deprecated rules begin with this word. Examples are 306.4 and 306.7 since 2018.
_PREVIOUSLY: dict[Lang, str] = {"en": "Previously, ", "fr": "Précédemment, "}


def part_title(number: SectionNumber) -> str | None:
    """Return the title of a part of an infraction ("Additional Remedy"), or None if the number is no such part."""
    from kb.section_number import INFRACTION_PARTS

    return number.part.replace("-", " ").title() if number.part in INFRACTION_PARTS else None


def heading(number: Number, text: str) -> str | None:
    """Return the text if it is a heading, or None if it isn't.

    The text of a chapter or section is always a heading. The text of a rule is a heading if it is a few words without a
    full stop ("702.9. Flying"). In a policy document, the heading is the first line of a text, or the title of a part.
    """
    if not isinstance(number, RuleNumber):
        return part_title(number) or text.partition("\n")[0]
    if number.kind in ("chapter", "section"):
        return text
    return text if number.kind == "rule" and _HEADING.fullmatch(text) else None


def text_status(text: str, lang: Lang) -> Status:
    """Return `deprecated` if a rule only says how the game used to work. Return `current` for any other rule.

    Every deprecated rule begins with "Previously, ". A rule that merely mentions the past begins with other words.
    """
    return "deprecated" if text.startswith(_PREVIOUSLY[lang]) else "current"
