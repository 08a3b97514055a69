"""What a line of card text rests on: keywords, keyword actions, and the pinned numbers of `data/card_rules.toml`.

`kb.cards.governing_rules` finds the rules of these in an edition. It is another module, because a card of the library
has its concepts stored, and needs no grammar.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kb.cards.faces import ParsedLine
from kb.cards.grammar.nodes import Node
from kb.cards.grammar.vocabulary import BASIC_LAND_TYPES, VARIANTS, vocabulary


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
    elif node.category == "becoming":
        yield from _of_looks(node, tables)
    if node.category == "ability" and node.get("condition") is not None:
        yield tables.marks["intervening if"]
    production = f"{node.category}.{node.name}"
    pinned = tables.productions.get(production) or tables.productions.get(f"{production}: {node.get('words')}")
    if pinned is not None:
        yield pinned


def _of_looks(becoming: Node, tables: _Tables) -> Iterator[str]:
    """Yield what the types and colours rest on that an object becomes."""
    looks = becoming.get("looks")
    for look in looks if isinstance(looks, tuple) else ():
        if isinstance(look, Node) and look.name in {"kind", "colors"}:
            of_land = look.get("kind") in BASIC_LAND_TYPES
            yield tables.marks["color" if look.name == "colors" else "basic land type" if of_land else "type"]
