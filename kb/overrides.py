"""Overrides: what a person who read both texts says of rules that the words alone don't tell.

They stand in `data/lineages.toml` and concern the links between neighbouring editions (`kb.lineage`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from kb.errors import BadValue
from kb.normal import plain
from kb.number import RuleNumber
from kb.tongue import _


@dataclass(frozen=True, slots=True)
class Named:
    """A rule by its number and by how its text begins, typography apart.

    Attributes:
        number: the number that it has in its edition.
        begins: beginnings of its text; one of them is enough.
    """

    number: RuleNumber
    begins: tuple[str, ...]

    def names(self, number: RuleNumber, text: str) -> bool:
        """Whether a rule with this number and text is the one that is meant."""
        return number == self.number and plain(text).startswith(self.begins)


@dataclass(frozen=True, slots=True)
class Override:
    """A person's word on two rules of neighbouring editions.

    Attributes:
        old: the rule in the edition before.
        new: the rule in the edition after.
        same: whether they are one rule.
        why: the reason, for the next reader.
    """

    old: Named
    new: Named
    same: bool
    why: str


@cache
def reviewed() -> tuple[Override, ...]:
    """The overrides that come with the program, in the order of their file."""
    return read(resources.files("data").joinpath("lineages.toml").read_text(encoding="utf-8"))


def read(text: str) -> tuple[Override, ...]:
    """The overrides in a TOML text of the form of `data/lineages.toml`.

    Raises:
        KeyError: an override lacks one of its parts.
        ValueError: the text is no TOML.
        BadValue: a number is no rule number, or `same` is neither true nor false.
    """
    return tuple(_override(entry) for entry in tomllib.loads(text).get("override", ()))


def _override(entry: dict[str, Any]) -> Override:
    if not isinstance(entry["same"], bool):
        raise BadValue("override", str(entry["same"]), _("`same` is true or false"))
    return Override(_named(entry["old"]), _named(entry["new"]), entry["same"], entry["why"])


def _named(entry: dict[str, Any]) -> Named:
    return Named(RuleNumber.parse(entry["number"]), tuple(plain(begins) for begins in entry["begins"]))
