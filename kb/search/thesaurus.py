"""The learned thesaurus: words of the rules that may stand for a word of a question.

`python -m bench.learn` learns it from the history of the rules and from a dictionary
(docs/decisions/learned-data.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kb.text.stopwords import DATA


@lru_cache(maxsize=4096)
def related_words(word: str) -> tuple[tuple[str, float], ...]:
    """Return the words that may stand for a folded English word, with their strengths from 0 to 1, strongest first."""
    lines = _lines()
    start = lines.find(f"\n{word}\t".encode())
    if start < 0:
        return ()
    line = lines[start + 1 : lines.index(b"\n", start + 1)].decode()
    related = (each.rpartition(":") for each in line.partition("\t")[2].split(" "))
    return tuple((other, int(percent) / 100) for other, _colon, percent in related)


def words_with_relations() -> Iterator[str]:
    """Yield the folded English words that the thesaurus relates to other words."""
    for line in _lines().decode().splitlines():
        if line:
            yield line.partition("\t")[0]


@lru_cache
def _lines() -> bytes:
    return (DATA / "learned" / "thesaurus_en.tsv").read_bytes()
