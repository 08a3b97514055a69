"""Reviewed wordings ("pins"): the wordings that each encoded rule encodes.

`data/pins` has one file for each module of rules. A file has hashes instead of texts, because the texts belong to their
publisher. The hash
ignores typography, cited numbers, quotation marks and apostrophes. It also ignores changes of standard phrases, such as
"his or her" to "their" (`kb.text.normalization.normalize_template`). Examples aren't part of a wording.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from kb.rule_number import RuleNumber
from kb.text.normalization import mask_references, normalize_template

_MARKS = re.compile(r"""['"\u0092\u0093\u0094]""")
NO_VARIANT = "none"
"""The variant name for reviewed wordings that don't state the concept."""

_OPENING_LENGTH = 48
"""The number of characters in an opening. By openings, people recognize rules and the program finds moved rules."""


@dataclass(frozen=True, slots=True)
class ReviewedWording:
    """A reviewed wording, under one number.

    Attributes:
        hash: the hash of the wording.
        number: the rule number under which the wording was seen.
        first: the first edition in which a reviewer saw the wording under that number.
        last: the last edition in which a reviewer saw the wording under that number.
        opening: the opening words of the wording.
        is_secondary: True if the rule only repeats the main rule. Such a rule is cited only if the main rule is
            missing.
    """

    hash: str
    number: RuleNumber
    first: date
    last: date
    opening: str
    is_secondary: bool = False

    def covers(self, day: date) -> bool:
        """True if a day lies between the first and the last edition with the wording."""
        return self.first <= day <= self.last


def wording_hash(text: str) -> str:
    """Return the hash of a wording."""
    return sha256(normalize_meaning(text).encode()).hexdigest()[:12]


def normalize_meaning(text: str) -> str:
    """Return a wording without parts that don't change the meaning. This text is hashed."""
    return " ".join(_MARKS.sub("", normalize_template(text)).split())


def opening(text: str) -> str:
    """Return the opening words of a wording in the form that pins have."""
    return " ".join(_MARKS.sub("", mask_references(text)).lower().split())[:_OPENING_LENGTH].rstrip()


@cache
def reviewed_wordings() -> Mapping[str, tuple[ReviewedWording, ...]]:
    """Return all reviewed wordings, by key of the variant: `legend-rule/keep_one`."""
    found: dict[str, tuple[ReviewedWording, ...]] = {}
    folder = files("data") / "pins"
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            found |= parse_pins(file.read_text(encoding="utf-8"))
    return found


@cache
def newest_reviewed_edition() -> date:
    """Return the day of the newest edition with a reviewed wording. Its rules are assumed to hold ever since."""
    return max(pin.last for reviewed in reviewed_wordings().values() for pin in reviewed)


@cache
def oldest_reviewed_edition() -> date:
    """Return the day of the oldest edition with a reviewed wording."""
    return min(pin.first for reviewed in reviewed_wordings().values() for pin in reviewed)


def parse_pins(text: str) -> dict[str, tuple[ReviewedWording, ...]]:
    """Parse one file of pins. Return its reviewed wordings, by key of the variant."""
    return {
        f"{concept}/{variant}": tuple(map(_reviewed_wording, rows))
        for concept, variants in tomllib.loads(text).items()
        for variant, rows in variants.items()
    }


def _reviewed_wording(row: Mapping[str, Any]) -> ReviewedWording:
    return ReviewedWording(
        row["hash"], RuleNumber.parse(row["number"]), date.fromisoformat(row["from"]), date.fromisoformat(row["to"]),
        row["opens"], bool(row.get("also", False)),
    )  # fmt: skip
