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


def statements(lang: Lang) -> Iterator[Statement]:
    """Yield all statements in a language."""
    for number, texts in _read()[lang].items():
        yield from (Statement(text, number) for text in texts)


def divided(lang: Lang) -> tuple[list[Statement], list[Statement]]:
    """Return the statements to learn from, and those that are kept back: one of each rule, the first or the second."""
    used, kept = [], []
    for number, texts in _read()[lang].items():
        parsed = RuleNumber.parse(number)
        first = sum(parsed) % 2
        for at, text in enumerate(texts):
            (kept if at == first else used).append(Statement(text, number))
    return used, kept


def _read() -> dict[Lang, dict[str, list[str]]]:
    found: dict[Lang, dict[str, list[str]]] = tomllib.loads((DATA / "paraphrases.toml").read_text(encoding="utf-8"))
    return found
