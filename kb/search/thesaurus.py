"""The learned thesaurus: words of the rules that may stand for a word of a question.

`python -m bench.learn` learns it from the history of the rules and from a dictionary
(docs/decisions/learned-data.md).
"""

from __future__ import annotations

from functools import lru_cache

from kb.text.stopwords import DATA


@lru_cache(maxsize=4096)
def related_words(word: str) -> tuple[tuple[str, float], ...]:
    """Return the words that may stand for a folded English word, with their strengths from 0 to 1, strongest first."""
    lines = _lines()
    start = lines.find(f"\n{word}\t".encode())
    return _parse(lines[start + 1 : lines.index(b"\n", start + 1)].decode())[1] if start >= 0 else ()


def all_related_words() -> dict[str, tuple[tuple[str, float], ...]]:
    """Return what `related_words` returns for each word of the thesaurus."""
    return dict(_parse(line) for line in _lines().decode().splitlines() if line)


def _parse(line: str) -> tuple[str, tuple[tuple[str, float], ...]]:
    word, _tab, others = line.partition("\t")
    related = (each.rpartition(":") for each in others.split(" "))
    return word, tuple((other, int(percent) / 100) for other, _colon, percent in related)


@lru_cache
def _lines() -> bytes:
    return (DATA / "learned" / "thesaurus_en.tsv").read_bytes()
