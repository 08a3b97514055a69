"""What kinds of terms the rules and the cards have: keywords, types, counters, zones, steps and phases."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Literal, get_args

from kb.model import Rule
from kb.text.folding import fold_without_stemming
from kb.text.keywords import find_keywords

TermKind = Literal[
    "keyword-ability", "keyword-action", "ability-word", "card-type", "supertype", "subtype", "counter", "zone", "step",
    "template", "other",
]  # fmt: skip
"""`step`: a step or phase. `template`: a phrase of cards. `other`: a term of the rules of none of these kinds."""

TERM_KINDS: tuple[TermKind, ...] = get_args(TermKind)

_KEYWORDS: dict[str, TermKind] = {"ability": "keyword-ability", "action": "keyword-action"}
_LISTS: tuple[tuple[TermKind, re.Pattern[str]], ...] = (
    ("card-type", re.compile(r"The card types are ([^.]+)\.")),
    ("supertype", re.compile(r"The supertypes are ([^.]+)\.")),
)
_LIST_MARK = re.compile(r",\s+(?:and\s+)?|\s+and\s+")


def subtypes() -> tuple[str, ...]:
    """Return the subtypes of the newest edition (205.3) but planar types, which aren't printed on cards of a deck."""
    words = json.loads(files("data").joinpath("compiled", "card_words.json").read_text(encoding="utf-8"))
    return tuple(name for kind, names in words["subtypes"].items() if kind != "planar" for name in names)


def named_by_rules(rules: Sequence[Rule], counters: Iterable[str]) -> Iterator[tuple[str, TermKind]]:
    """Yield the names that the rules of a day and the cards have, in lower case, with their kinds.

    Zones are the sections of chapter 4, steps and phases those of chapter 5, as since 2009.

    Args:
        rules: the English rules of a day.
        counters: the names of counters on cards.
    """
    for keyword in find_keywords(rules):
        yield keyword.name.replace("’", "'").lower(), _KEYWORDS.get(keyword.kind, "ability-word")
    for rule in rules:
        for kind, listed in _LISTS:
            if match := listed.search(rule.text):
                yield from ((name.lower(), kind) for name in _LIST_MARK.split(match[1]))
    yield from ((name.lower(), "subtype") for name in subtypes())
    yield from ((name, "counter") for name in counters)
    for rule in rules:
        chapter, title = str(rule.number)[0], rule.text.lower()
        if rule.number.kind == "section" and title != "general":
            if chapter == "4":
                # "Command" is also what one does with a command.
                yield f"{title} zone" if title == "command" else title, "zone"
            elif chapter == "5":
                yield title, "step"


def kinds_by_name(names: Iterable[tuple[str, TermKind]]) -> Mapping[str, tuple[TermKind, ...]]:
    """Return the kinds of each name, by its `name_key`."""
    found: dict[str, dict[TermKind, None]] = defaultdict(dict)
    for name, kind in names:
        found[name_key(name)][kind] = None
    return {key: tuple(kinds) for key, kinds in found.items()}


def name_key(name: str) -> str:
    """Return an English name in the form in which names are compared: without plurals, case and accents."""
    return " ".join(fold_without_stemming(name, "en"))
