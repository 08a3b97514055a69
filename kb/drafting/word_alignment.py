"""Which words of two texts translate each other, learned from many pairs of texts by expectation maximization.

The model is IBM model 1 with a preference for the diagonal (Dyer, Chahuneau and Smith 2013), in both directions. The
alignments of the two directions are united by "grow-diag" (Koehn, Och and Marcu 2003).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import exp

from kb.drafting.tokens import Tokens

Pair = tuple[Tokens, Tokens]
Links = tuple[tuple[int, int], ...]
"""The aligned positions of a pair of texts: in the first text, in the second."""

Lexicon = dict[str, dict[str, float]]
"""The probabilities of the words of one language for each word of the other. "" stands for no word."""

ROUNDS = 4
_TENSION = 4.0
_NO_WORD = 0.06
_FLOOR = 1e-7
# A word's smaller shares in a word of the other language aren't counted.
_LEAST_SHARE = 1e-3
# Translations below this probability are dropped from the result.
_LEAST = 0.002


def learn_lexicon(pairs: Sequence[Pair], after_round: Callable[[], None] = lambda: None) -> Lexicon:
    """Learn how the words of the first texts are translated in the second texts, in `ROUNDS` rounds."""
    lexicon: Lexicon = {}
    for step in range(ROUNDS):
        counts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for source, target in pairs:
            words = ("", *source)
            rows = _prior(len(source), len(target))
            counted = [counts[word] for word in words]
            tables = [lexicon.get(word, {}) for word in words] if step else []
            for prior, other in zip(rows, target, strict=True):
                if not step:
                    for row, share in zip(counted, prior, strict=True):
                        row[other] += share
                    continue
                shares = [table.get(other, _FLOOR) * weight for table, weight in zip(tables, prior, strict=True)]
                total = sum(shares)
                least = total * _LEAST_SHARE
                for row, share in zip(counted, shares, strict=True):
                    if share > least:
                        row[other] += share / total
        lexicon = {}
        for word, found in counts.items():
            whole = sum(found.values())
            lexicon[word] = {other: count / whole for other, count in found.items() if count / whole > _FLOOR}
        after_round()
    return {
        word: {other: round(value, 4) for other, value in row.items() if value >= _LEAST}
        for word, row in lexicon.items()
    }


@cache
def _prior(source: int, target: int) -> tuple[tuple[float, ...], ...]:
    """Return, for each word of the target, the weights of no word and of each word of the source by its position."""
    rows = []
    for at in range(target):
        weights = [exp(-_TENSION * abs((other + 0.5) / source - (at + 0.5) / target)) for other in range(source)]
        whole = sum(weights)
        rows.append((_NO_WORD, *((1 - _NO_WORD) * weight / whole for weight in weights)))
    return tuple(rows)


def align(pair: Pair, forward: Lexicon, backward: Lexicon) -> Links:
    """Return the links of a pair, by lexicons from the first to the second language and back."""
    source, target = pair
    ahead = {(at, other) for other, at in _best(source, target, forward)}
    back = set(_best(target, source, backward))
    return tuple(sorted(_grow(ahead, back)))


def _best(source: Tokens, target: Tokens, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Yield each position of the target with the position in the source that it most probably translates."""
    tables = [lexicon.get(word, {}) for word in source]
    none = lexicon.get("", {})
    for other, (word, prior) in enumerate(zip(target, _prior(len(source), len(target)), strict=True)):
        scores = [table.get(word, _FLOOR) * weight for table, weight in zip(tables, prior[1:], strict=True)]
        best = max(range(len(scores)), key=scores.__getitem__)
        if scores[best] > none.get(word, _FLOOR) * prior[0]:
            yield other, best


def _grow(ahead: set[tuple[int, int]], back: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the common links, and links of one direction beside them for words that have none."""
    links = ahead & back
    either = sorted(ahead | back)
    grew = True
    while grew:
        grew = False
        sources, targets = {at for at, _other in links}, {other for _at, other in links}
        for at, other in either:
            is_new = (at, other) not in links and (at not in sources or other not in targets)
            if is_new and any((at + down, other + right) in links for down in (-1, 0, 1) for right in (-1, 0, 1)):
                links.add((at, other))
                sources.add(at)
                targets.add(other)
                grew = True
    return links
