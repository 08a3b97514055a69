"""What rules say in other words, from `data/paraphrases.toml`: as people put it who answer questions.

`python -m bench.compile_words` writes them in the form that is read here, since reading TOML would take longer than a
search.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property, lru_cache

from kb.languages import Lang
from kb.search.query_understanding import SEPARATOR
from kb.text.stopwords import DATA

Statement = frozenset[str]
"""The telling words of a statement, folded."""


class Paraphrases:
    """The statements about the rules in one language. Rules have their numbers in the edition of 2026-01-16."""

    def __init__(self, compiled: str) -> None:
        """Take the statements as they are compiled: a line for each rule."""
        self._lines: Mapping[str, str] = dict(line.split("\t") for line in compiled.splitlines())
        self.of = lru_cache(maxsize=1 << 12)(self._read)

    def _read(self, number: str) -> tuple[Statement, ...]:
        """Return the statements about a rule."""
        line = self._lines.get(number, "")
        return tuple(frozenset(each.split(" ")) for each in line.split(SEPARATOR) if each)

    @cached_property
    def rules_with(self) -> Mapping[str, list[str]]:
        """The numbers of the rules about which a statement has a word, by the word."""
        found: dict[str, list[str]] = {}
        for number, line in self._lines.items():
            for word in set(line.replace(SEPARATOR, " ").split(" ")):
                found.setdefault(word, []).append(number)
        return found


@cache
def known_paraphrases(lang: Lang) -> Paraphrases:
    """Return all known statements in a language: none in French, since French texts are compared with English rules."""
    is_known = lang == "en"
    return Paraphrases((DATA / "compiled" / "paraphrases_en.tsv").read_text(encoding="utf-8") if is_known else "")
