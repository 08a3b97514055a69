"""Tokens for the grammar of card text and the code that reads cards: cards parsed by an earlier version are stale."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources

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
