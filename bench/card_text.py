"""Measure how much of the text of cards is understood, by kind of line.

Usage: python -m bench.card_text FILE [--print N] [--round-trip]

FILE has cards in the AtomicCards format, plain or compressed with gzip. The cards are divided into two halves by the
hash of their names. The grammar was written with the first half only. The second half shows how it generalizes.
`--print` shows some lines that were not understood of the first half.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from kb.cards.card_parser import grammar, parse_card
from kb.cards.faces import CardFace, ParsedLine
from kb.cards.grammar.ability_printer import AbilityPrinter
from kb.cards.grammar.nodes import Node
from kb.cards.grammar.vocabulary import vocabulary


def faces(path: Path) -> Iterator[tuple[int, CardFace]]:
    """Yield each face of a file of cards with the number of its half, 0 or 1."""
    data = path.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    for name, rows in json.loads(data)["data"].items():
        half = sha256(name.encode()).digest()[0] & 1
        for row in rows:
            printed = (row.get(key) or "" for key in ("text", "manaCost", "power", "toughness", "loyalty", "defense"))
            yield half, CardFace(row.get("faceName") or name, row["type"], *map(str, printed))


@cache
def _printer() -> AbilityPrinter:
    """Return the printer of lines."""
    return AbilityPrinter(grammar(), vocabulary())


def returns(face: CardFace, line: ParsedLine) -> bool:
    """Return True if the printed tree of a line has the same tree."""
    if line.tree is None:
        return True
    printed = CardFace(face.name, face.type_line, _printer().text(line.tree, face.name))
    return [again.tree for again in parse_card(printed).lines] == [line.tree]


def count(line: ParsedLine, found: Counter[str]) -> None:
    """Count a line, and the cost or the trigger condition in it."""
    found[line.kind] += 1
    found["(all)"] += 1
    if line.understood:
        found[f"{line.kind} understood"] += 1
        found["(all) understood"] += 1
    for name, role in (("activated", "costs"), ("triggered", "event")):
        if line.tree is not None and line.tree.name == name:
            part = line.tree.get(role)
            found[f"({role})"] += 1
            found[f"({role}) understood"] += not (isinstance(part, Node) and part.category == "unread")


def report(found: Counter[str]) -> str:
    """Return a table of a half."""
    names = sorted((name for name in found if not name.endswith(" understood")), key=lambda name: -found[name])
    rows = [(name, found[name], found[f"{name} understood"]) for name in names]
    return "\n".join(f"{name:26}{lines:8}{understood:8}{understood / lines:8.1%}" for name, lines, understood in rows)


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--print", type=int, default=0, dest="shown", help="lines not understood to print")
    arguments.add_argument("--round-trip", action="store_true", help="print each tree, parse it and compare the trees")
    options = arguments.parse_args()
    halves: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    missing: list[str] = []
    began = time.perf_counter()
    for half, face in faces(options.file):
        for line in parse_card(face).lines:
            count(line, halves[half])
            if not line.understood and half == 0:
                missing.append(f"{line.kind}: {line.text}\n    {[piece.text for piece in line.unread]}")
            if options.round_trip and line.understood:
                halves[half]["(round trip)"] += 1
                halves[half]["(round trip) understood"] += returns(face, line)
    took = time.perf_counter() - began
    for title, found in zip(("first half", "second half"), halves, strict=True):
        print(f"{title}\n{'':26}{'lines':>8}{'read':>8}\n{report(found)}\n")
    print(f"{took:.1f} s")
    step = max(1, len(missing) // max(1, options.shown))
    for text in missing[::step][: options.shown]:
        print(text)


if __name__ == "__main__":
    main()
