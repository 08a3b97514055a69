"""What rules say in other words (`data/paraphrases.toml`), for the programs that learn from it.

The weights of checks are fitted to statements that neither the vectors nor the rules' words have seen: one of each rule
is kept back from them, the sentence or the mention.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from bench.learn import DATA
from kb.languages import Lang
from kb.rule_number import RuleNumber


class Statement(NamedTuple):
    """A statement and the number of its rule in the edition of 2026-01-16."""

    text: str
    number: str


def statements(lang: Lang, *, keep_back: bool = False) -> list[Statement]:
    """Return all statements in a language, or those that aren't kept back."""
    return [each for each, is_kept in _read_statements(lang) if not (keep_back and is_kept)]


def kept_back(lang: Lang) -> list[Statement]:
    """Return the statements that are kept back: one of each rule, the first or the second."""
    return [each for each, is_kept in _read_statements(lang) if is_kept]


def _read_statements(lang: Lang) -> Iterator[tuple[Statement, bool]]:
    """Yield each statement in a language, and True if it is one that is kept back."""
    data: dict[Lang, dict[str, list[str]]] = tomllib.loads((DATA / "paraphrases.toml").read_text(encoding="utf-8"))
    for number, texts in data[lang].items():
        kept = sum(RuleNumber.parse(number)) % 2
        yield from ((Statement(text, number), at == kept) for at, text in enumerate(texts))
