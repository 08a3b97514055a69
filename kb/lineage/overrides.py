"""Reviewed lineage: the decisions of a person about pairs of rules, where the words alone prove nothing.

The decisions are in `data/lineages.toml`. Each decision is about two consecutive editions (`kb.lineage.matching`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from kb.documents import DOCUMENTS, Doc, Number
from kb.errors import BadValue
from kb.i18n import _
from kb.text.normalization import normalize_typography


@dataclass(frozen=True, slots=True)
class RuleSelector:
    """A rule, identified by its number and the beginning of its text. Several `beginnings` may be allowed."""

    number: Number
    beginnings: tuple[str, ...]

    def matches(self, number: Number, text: str) -> bool:
        """Return True if a rule has this number and one of these beginnings, apart from typography."""
        return number == self.number and normalize_typography(text).startswith(self.beginnings)


@dataclass(frozen=True, slots=True)
class Override:
    """A decision whether a rule of an edition and a rule of the next edition are the same rule."""

    old: RuleSelector
    new: RuleSelector
    is_same_rule: bool
    reason: str


@cache
def reviewed_overrides(doc: Doc = "cr") -> tuple[Override, ...]:
    """Return the overrides that come with the program for a document, in the order of their file."""
    return parse_overrides(resources.files("data").joinpath("lineages.toml").read_text(encoding="utf-8"), doc)


@cache
def reviewed_headwords() -> Mapping[str, str]:
    """Return a dict from former headwords to the headwords of the same glossary entries that a person found."""
    content = tomllib.loads(resources.files("data").joinpath("lineages.toml").read_text(encoding="utf-8"))
    return {entry["old"]: entry["new"] for entry in content["headword"]}


def parse_overrides(text: str, doc: Doc = "cr") -> tuple[Override, ...]:
    """Parse the overrides for a document in a TOML text of the form of `data/lineages.toml`.

    Raises:
        KeyError: an override lacks one of its parts.
        ValueError: the text is no TOML.
        BadValue: a number is no rule number, or `same` is neither true nor false.
    """
    parse = DOCUMENTS[doc].numbers.parse
    listed = tomllib.loads(text).get("override", ())
    return tuple(_override(entry, parse) for entry in listed if entry.get("doc", "cr") == doc)


def _override(entry: dict[str, Any], parse: Callable[[str], Number]) -> Override:
    if not isinstance(entry["same"], bool):
        raise BadValue("override", str(entry["same"]), _("`same` is true or false"))
    old, new = (
        RuleSelector(parse(side["number"]), tuple(map(normalize_typography, side["begins"])))
        for side in (entry["old"], entry["new"])
    )
    return Override(old, new, entry["same"], entry["why"])
