"""Pins: the reviewed wordings that each encoded rule was written against.

They stand in `data/pins`, one file a subject, as hashes: the texts belong to their publisher. A hash is of the
wording without what is no meaning: typography, the numbers that it cites, the template of its time
(`kb.text.normalization.untemplated`), quotation marks and apostrophes, which some editions have lost. Examples are no part.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
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
"""Under this name stand wordings that were reviewed and mean something else than their concept."""

_SHOWN = 48
"""How much of a wording's beginning a pin shows, so that people know it and a scan finds it fast."""


@dataclass(frozen=True, slots=True)
class ReviewedWording:
    """A reviewed wording, under one number.

    Attributes:
        hash: of the wording.
        number: under which it stood.
        first: the first edition in which a reviewer saw it there.
        last: the last one.
        opens: how it begins.
        also: whether this is another rule that says the same; it isn't cited where the main one is there.
    """

    hash: str
    number: RuleNumber
    first: date
    last: date
    opening: str
    is_secondary: bool = False

    def covers(self, day: date) -> bool:
        """Whether a day lies between the first and the last edition that had it."""
        return self.first <= day <= self.last


def wording_hash(text: str) -> str:
    """The hash of a wording."""
    return sha256(normalize_meaning(text).encode()).hexdigest()[:12]


def normalize_meaning(text: str) -> str:
    """A wording without what is no meaning: what is hashed."""
    return " ".join(_MARKS.sub("", normalize_template(text)).split())


def opening(text: str) -> str:
    """How a wording begins, in the form that pins show."""
    return " ".join(_MARKS.sub("", mask_references(text)).lower().split())[:_SHOWN].rstrip()


@cache
def reviewed_wordings() -> Mapping[str, tuple[ReviewedWording, ...]]:
    """All pins, by the key of the variant: `legend-rule/keep_one`."""
    found: dict[str, tuple[ReviewedWording, ...]] = {}
    folder = files("data") / "pins"
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            found |= parse_pins(file.read_text(encoding="utf-8"))
    return found


@cache
def newest_reviewed_edition() -> date:
    """The newest edition that a reviewer has seen: what held then is taken to hold since."""
    return max(pin.last for reviewed in reviewed_wordings().values() for pin in reviewed)


@cache
def oldest_reviewed_edition() -> date:
    """The day of the oldest edition of which any wording was reviewed."""
    return min(pin.first for reviewed in reviewed_wordings().values() for pin in reviewed)


def parse_pins(text: str) -> dict[str, tuple[ReviewedWording, ...]]:
    """The pins of one file, by key."""
    return {
        f"{concept}/{variant}": tuple(_pin(row) for row in rows)
        for concept, variants in tomllib.loads(text).items()
        for variant, rows in variants.items()
    }


def _pin(row: Mapping[str, Any]) -> ReviewedWording:
    return ReviewedWording(
        row["hash"], RuleNumber.parse(row["number"]), date.fromisoformat(row["from"]), date.fromisoformat(row["to"]),
        row["opens"], bool(row.get("also", False)),
    )  # fmt: skip


def format_pins(content: Mapping[str, Iterable[ReviewedWording]]) -> str:
    """The text of a file of pins."""
    concepts: dict[str, list[str]] = {}
    for key, rows in content.items():
        concept, _slash, variant = key.partition("/")
        lines = [_row(pin) for pin in sorted(rows, key=lambda pin: (pin.is_secondary, pin.first, pin.number))]
        concepts.setdefault(concept, []).append(f"{variant} = [\n" + "".join(lines) + "]\n")
    return "\n".join(f"[{concept}]\n" + "".join(blocks) for concept, blocks in sorted(concepts.items()))


def _row(pin: ReviewedWording) -> str:
    also = ", also = true" if pin.is_secondary else ""
    return (
        f'  {{ hash = "{pin.hash}", number = "{pin.number}", from = "{pin.first}", to = "{pin.last}", '
        f'opens = "{pin.opening.replace(chr(92), chr(92) * 2)}"{also} }},\n'
    )
