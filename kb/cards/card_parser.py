"""Reads the text of a card: `parse_card` is the entry of the room.

face = CardFace("Gate of Glass", "Artifact", "Creatures enter tapped.")
for line in parse_card(face).lines:
    print(line.kind, line.understood, line.tree)
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from kb.cards.faces import CardFace, ParsedCard, ParsedLine, Unread
from kb.cards.grammar.ability_parser import AbilityParser, unread_pieces
from kb.cards.grammar.lines import PreparedLine, prepare_line
from kb.cards.grammar.nodes import Node
from kb.cards.grammar.productions import Grammar, read_grammar
from kb.cards.grammar.tokens import Tokens, own_names, tokenize
from kb.cards.grammar.vocabulary import CARD_TYPES, terminals, vocabulary
from kb.cards.kinds import kind_of


@cache
def grammar() -> Grammar:
    """Return the grammar of `data/card_grammar`."""
    folder = files("data").joinpath("card_grammar")
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".txt"))
    texts = (folder.joinpath(name).read_text(encoding="utf-8") for name in names)
    return read_grammar(texts, vocabulary().plurals)


@cache
def _keyword_names() -> frozenset[str]:
    """Return the names of the keyword abilities."""
    return frozenset(vocabulary().keywords.values())


@cache
def _ability_parser() -> AbilityParser:
    """Return the parser of lines."""
    return AbilityParser(grammar(), terminals(vocabulary()))


def card_types(type_line: str) -> frozenset[str]:
    """Return the card types in a type line, in lower case."""
    before = re.split("[—–]", type_line, maxsplit=1)[0]
    return frozenset(word for word in before.lower().split() if word in CARD_TYPES)


def parse_card(face: CardFace) -> ParsedCard:
    """Read the text of a card face, line by line. Nothing is dropped: what isn't understood is in `unread`."""
    types = card_types(face.type_line)
    names = own_names(face.name, legendary="legendary" in face.type_line.lower())
    lines = tuple(_line(line, names, types) for line in face.text.splitlines() if line.strip())
    return ParsedCard(face, lines)


def _line(line: str, names: tuple[tuple[str, ...], ...], types: frozenset[str]) -> ParsedLine:
    """Read one line."""
    prepared = prepare_line(line, vocabulary().ability_words, _keyword_names())
    tokens = tokenize(prepared.text, names)
    tree = _ability_parser().parse(prepared.text, tokens) if tokens.words else None
    unread = _unread(line, tree) if tree is not None else ()
    kind = kind_of(tree, _with_self(prepared, tokens), types)
    return ParsedLine(line, kind, prepared.ability_word, prepared.reminder, tree, unread)


def _with_self(prepared: PreparedLine, tokens: Tokens) -> str:
    """Return the text of a line with `~` for the card's name."""
    text, end = [], 0
    for word, start, stop in zip(tokens.words, tokens.starts, tokens.ends, strict=True):
        if word == "~":
            text += [prepared.text[end:start], "~"]
            end = stop
    return "".join([*text, prepared.text[end:]]).replace("’", "'")


def _unread(line: str, tree: Node) -> tuple[Unread, ...]:
    """Return the pieces of a line that weren't understood."""
    spans = (piece.span for piece in unread_pieces(tree))
    return tuple(Unread(start, end - start, line[start:end]) for start, end in spans)
