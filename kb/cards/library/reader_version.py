"""Tokens for the grammar of card text and the code that reads cards: cards parsed by an earlier version are stale."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.cards.library.library_card import LibraryCard

_DATA_FILES = ("card_rules.toml", "compiled/card_words.json")
_PACKAGES = ("kb.cards", "kb.cards.grammar", "kb.cards.library")


@cache
def reader_version() -> str:
    """Return a token that changes with the grammar of card text and with the code that parses it."""
    data = resources.files("data")
    digest = sha256()
    for file in _DATA_FILES:
        digest.update(data.joinpath(*file.split("/")).read_bytes())
    for each in sorted(data.joinpath("card_grammar").iterdir(), key=lambda entry: entry.name):
        digest.update(each.read_bytes())
    for package in _PACKAGES:
        digest.update(package_digest(package).encode())
    return digest.hexdigest()[:16]


def package_digest(package: str) -> str:
    """Return a token that changes with the code of a package, without the packages in it."""
    digest = sha256()
    for each in sorted(resources.files(package).iterdir(), key=lambda entry: entry.name):
        if each.name.endswith(".py"):
            digest.update(each.read_bytes())
    return digest.hexdigest()[:16]


def with_current_parse(card: LibraryCard, reader: str | None) -> LibraryCard:
    """Return a card with the lines that this version of the program finds in its text.

    Args:
        card: a card of the library.
        reader: the token of the version that parsed the library (`CardLibrary.meta`).
    """
    if reader == reader_version():
        return card
    # An earlier version of the program has parsed the cards. The grammar takes long to load, so it is imported here.
    from kb.cards.library.text_reader import parse

    return parse(card.card)
