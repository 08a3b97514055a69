"""The words of judges, and the words that the policy documents use instead (`data/judges_words.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

from kb.text.folding import fold_words
from kb.text.stopwords import DATA


class Expansion(NamedTuple):
    """What a query means by a phrase: the folded words of the documents, and the place of the phrase in the query."""

    start: int
    end: int
    words: tuple[str, ...]


@cache
def _listed() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return a dict from the folded words of each phrase to the folded words that it stands for."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for entry in tomllib.loads((DATA / "judges_words.toml").read_text(encoding="utf-8"))["words"]:
        meant = tuple(dict.fromkeys(fold_words(entry["policy"], "en")))
        for phrase in entry["say"]:
            found[tuple(fold_words(phrase, "en"))] = meant
    return found


@cache
def _longest() -> int:
    return max(map(len, _listed()), default=0)


def expand(words: tuple[str, ...]) -> list[Expansion]:
    """Return the phrases of judges among the folded words of a query, the longest ones, from left to right."""
    found: list[Expansion] = []
    at = 0
    while at < len(words):
        for length in range(min(_longest(), len(words) - at), 0, -1):
            meant = _listed().get(words[at : at + length])
            if meant:
                found.append(Expansion(at, at + length, meant))
                at += length - 1
                break
        at += 1
    return found
