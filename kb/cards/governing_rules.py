"""The rules that govern a line of card text, with their numbers in an edition.

Keywords and keyword actions are found by the headings of the edition (702.9 is headed "Flying"). The rules of kinds and
templates are pinned numbers in `data/card_rules.toml`, which are followed through lineages to the edition.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kb.cards.faces import ParsedLine
from kb.cards.grammar.nodes import Node
from kb.cards.grammar.vocabulary import VARIANTS, vocabulary
from kb.errors import RulesError
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View

_SECTIONS = {"keyword abilities": "keyword", "keyword actions": "action"}


@dataclass(frozen=True, slots=True)
class _Tables:
    """The pinned numbers of `data/card_rules.toml` by kind, by production and by mark."""

    kinds: Mapping[str, str]
    productions: Mapping[str, str]
    marks: Mapping[str, str]


@cache
def _tables() -> _Tables:
    """Read `data/card_rules.toml`."""
    data = tomllib.loads(files("data").joinpath("card_rules.toml").read_text(encoding="utf-8"))
    return _Tables(data["kinds"], data["productions"], data["marks"])


def concepts(line: ParsedLine) -> tuple[str, ...]:
    """Return what a line rests on: `keyword:flying`, `action:scry` or a pinned number, without duplicates."""
    tables = _tables()
    found = [] if line.kind == "keyword" else [tables.kinds[line.kind]]
    if line.ability_word:
        known = line.ability_word.lower().replace("’", "'") in vocabulary().ability_words
        found.append(tables.marks["ability word" if known else "flavor word"])
    if line.reminder and line.kind != "reminder":
        found.append(tables.marks["reminder text"])
    if line.tree is not None:
        if line.kind == "mana" and line.tree.name == "triggered":
            found[0] = tables.marks["triggered mana ability"]
        for node in line.tree.walk():
            found += _of_node(node, tables)
    return tuple(dict.fromkeys(found))


def _of_node(node: Node, tables: _Tables) -> Iterator[str]:
    """Yield what one phrase rests on."""
    if node.category == "keyword":
        name = node.get("name")
        if node.name in {"walk", "typed_walk"}:
            yield "keyword:landwalk"
        elif node.name in {"type_cycling", "type_cycling_cost", "landcycle", "typed_landcycle"}:
            yield "keyword:cycling"
        else:
            said = name if isinstance(name, str) else node.get("words")
            if isinstance(said, str):
                yield f"keyword:{VARIANTS.get(said, said)}"
    elif node.category in {"action", "deed", "happening", "predicate"}:
        said = node.get("words") if node.name == "keyword_action" else node.name.replace("_", " ")
        yield f"action:{str(said).partition(' ')[0]}"
    if node.category == "ability" and node.get("condition") is not None:
        yield tables.marks["intervening if"]
    pinned = tables.productions.get(f"{node.category}.{node.name}")
    if pinned is not None:
        yield pinned


class GoverningRules:
    """Finds the numbers of the rules that govern lines, in the view of an edition."""

    def __init__(self, store: Store, view: View) -> None:
        self._store = store
        self._view = view
        self._names = dict(_headed(view))
        self._pins: dict[str, RuleNumber | None] = {}

    def of(self, line: ParsedLine) -> tuple[RuleNumber, ...]:
        """Return the numbers of the rules that a line rests on, in the order of the line.

        A rule that the edition doesn't have is left out: a keyword that is younger than the edition has no rule there.
        """
        return self.of_concepts(concepts(line))

    def of_concepts(self, found: Iterable[str]) -> tuple[RuleNumber, ...]:
        """Return the numbers of the rules for what `concepts` has found in a line."""
        numbers = (self._number(concept) for concept in found)
        return tuple(dict.fromkeys(number for number in numbers if number is not None))

    def _number(self, concept: str) -> RuleNumber | None:
        """Return the number of a concept in the edition, or None."""
        if ":" in concept:
            return self._names.get(concept)
        if concept not in self._pins:
            self._pins[concept] = self._pinned(concept)
        return self._pins[concept]

    def _pinned(self, concept: str) -> RuleNumber | None:
        """Follow a pinned number to the edition, or to the rule that it was merged into."""
        # Imported here, because a line of keywords needs no pinned numbers, and `rules card` is to start fast.
        from kb.history.pinned_number import PinnedNumber, parse_number_or_pin, resolve_pin

        pin = parse_number_or_pin(concept)
        if not isinstance(pin, PinnedNumber):
            return pin
        try:
            found = resolve_pin(self._store, self._view, pin)
        except RulesError:
            return None
        return found.number or (found.merged_into.number if found.merged_into is not None else None)


def _headed(view: View) -> Iterator[tuple[str, RuleNumber]]:
    """Yield the keywords and keyword actions of an edition with the numbers of their headings."""
    headings = [(RuleNumber.parse(label), title) for label, title in view.headings().items()]
    sections = {str(number): _SECTIONS[title.lower()] for number, title in headings if title.lower() in _SECTIONS}
    for number, title in headings:
        kind = sections.get(str(number).partition(".")[0])
        if kind is not None and number.kind == "rule":
            for name in re.split(r" and ", title.lower().rstrip("!")):
                yield f"{kind}:{name}", number
