"""The words of judges, and the words that the policy documents use instead (`data/judges_words.toml`).

`python -m bench.compile_words` folds the phrases and writes them to `data/compiled`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from kb.languages import Lang
from kb.search.query_understanding import SEPARATOR
from kb.text.folding import fold_words
from kb.text.stopwords import DATA


class Expansion(NamedTuple):
    """What a query means by a phrase: the words of the documents, and the place of the phrase among the query's words.

    Attributes:
        start: the place of the phrase's first word.
        end: the place after its last word.
        text: the English words of the documents.
    """

    start: int
    end: int
    text: str

    @property
    def words(self) -> tuple[str, ...]:
        """The folded words of the documents, each once."""
        return tuple(dict.fromkeys(fold_words(self.text, "en")))


@cache
def all_phrases(lang: Lang) -> dict[tuple[str, ...], str]:
    """Return a dict from the folded words of each phrase of a language to the words that it stands for."""
    found: dict[tuple[str, ...], str] = {}
    for line in (DATA / "compiled" / f"judges_words_{lang}.tsv").read_text(encoding="utf-8").splitlines():
        phrases, _tab, meant = line.partition("\t")
        found |= {tuple(phrase.split(" ")): meant for phrase in phrases.split(SEPARATOR)}
    return found


@cache
def _longest(lang: Lang) -> int:
    return max(map(len, all_phrases(lang)), default=0)


def expand(words: Sequence[str], lang: Lang = "en") -> list[Expansion]:
    """Return the phrases of judges among the folded words of a query, the longest ones, from left to right."""
    found: list[Expansion] = []
    listed, longest = all_phrases(lang), _longest(lang)
    at = 0
    while at < len(words):
        for length in range(min(longest, len(words) - at), 0, -1):
            meant = listed.get(tuple(words[at : at + length]))
            if meant:
                found.append(Expansion(at, at + length, meant))
                at += length - 1
                break
        at += 1
    return found
