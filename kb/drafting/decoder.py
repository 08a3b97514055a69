"""The best French for an English sentence: a search over its phrases and their order.

Hypotheses cover the English words in any order within a short distance, and are scored by their phrases, by the model
of French and by the distance of their jumps (Koehn, Och and Marcu 2003). The best hypotheses of each size are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import accumulate
from math import inf

from kb.drafting.language_model import END, START, LanguageModel
from kb.drafting.phrases import LONGEST, Phrase
from kb.drafting.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the scores, chosen with held-out lines of cards (`bench/drafts.py`)."""

    phrase: float = 0.5
    model: float = 0.35
    word: float = 0.9
    pieces: float = -0.6
    jump: float = -0.8
    beam: int = 20
    reach: int = 4


# Hypotheses that are worse than the best of their size by this much aren't followed.
_MARGIN = 5.0

BARRIERS = frozenset('.:;"()[]')
"""Marks that keep their place in the order of the words, and that both languages have."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a draft: the positions of its English words, from `start` to before `end`, and its French."""

    start: int
    end: int
    phrase: Phrase


@dataclass(slots=True)
class _Hypothesis:
    """A part of a translation. `rest` estimates the score of the words that it doesn't cover."""

    covered: int
    first_open: int
    last_end: int
    before: str
    last: str
    score: float
    rest: float
    piece: Piece | None
    previous: _Hypothesis | None


@dataclass(slots=True)
class _Stack:
    """The hypotheses that cover the same number of words. `best` is the best score of one with its rest."""

    hypotheses: dict[tuple[int, int, str, str], _Hypothesis]
    best: float

    def add(self, new: _Hypothesis) -> None:
        """Add a hypothesis, unless one with the same end is better."""
        self.best = max(self.best, new.score + new.rest)
        key = (new.covered, new.last_end, new.before, new.last)
        known = self.hypotheses.get(key)
        if known is None or known.score < new.score:
            self.hypotheses[key] = new


class Decoder:
    """Translates a sentence. `phrases` returns the French for its words from a position to before another, or none."""

    def __init__(
        self, phrases: Callable[[int, int], Sequence[Phrase]], model: LanguageModel, weights: Weights | None = None
    ) -> None:
        self._phrases = phrases
        self._model = model
        self._weights = weights or Weights()

    def translate(self, words: Tokens) -> tuple[Piece, ...]:
        """Return the pieces of the best translation, in the order of the French."""
        options = self._options(words)
        # The sums of the estimates of the words before each position.
        sums = list(accumulate(self._estimates(words, options), initial=0.0))
        stacks = [_Stack({}, -inf) for _size in range(len(words) + 1)]
        stacks[0].hypotheses[0, 0, START, START] = _Hypothesis(0, 0, 0, START, START, 0.0, sums[-1], None, None)
        for size in range(len(words)):
            known = stacks[size].hypotheses.values()
            for hypothesis in nlargest(self._weights.beam, known, key=lambda each: each.score + each.rest):
                self._extend(hypothesis, words, options, sums, stacks)
        done = max(stacks[-1].hypotheses.values(), key=lambda each: each.score)
        pieces = []
        while done.piece is not None and done.previous is not None:
            pieces.append(done.piece)
            done = done.previous
        return tuple(reversed(pieces))

    def _options(self, words: Tokens) -> dict[int, list[tuple[Piece, float]]]:
        """Return the pieces that begin at each position, with their scores."""
        weights = self._weights
        found: dict[int, list[tuple[Piece, float]]] = {}
        for start in range(len(words)):
            found[start] = [
                (
                    Piece(start, end, phrase),
                    weights.phrase * phrase.score + weights.pieces + weights.word * len(phrase.words),
                )
                for end in range(start + 1, min(start + LONGEST, len(words)) + 1)
                for phrase in self._phrases(start, end)
            ]
        return found

    def _estimates(self, words: Tokens, options: dict[int, list[tuple[Piece, float]]]) -> list[float]:
        """Return an estimate of the score of each single word: its share of the best piece that covers it."""
        best = [-1e9] * len(words)
        for pieces in options.values():
            for piece, score in pieces:
                share = (score + self._inner(piece.phrase.words)) / (piece.end - piece.start)
                for at in range(piece.start, piece.end):
                    best[at] = max(best[at], share)
        return best

    def _inner(self, words: Tokens) -> float:
        before, last, total = "", "", 0.0
        for word in words:
            total += self._model.score(before, last, word)
            before, last = last, word
        return self._weights.model * total

    def _extend(
        self,
        hypothesis: _Hypothesis,
        words: Tokens,
        options: dict[int, list[tuple[Piece, float]]],
        sums: Sequence[float],
        stacks: list[_Stack],
    ) -> None:
        """Add each hypothesis that has one more piece than this one and isn't much worse than the best of its size."""
        weights = self._weights
        most = min(hypothesis.first_open + weights.reach, len(words) - 1)
        for start in range(hypothesis.first_open, most + 1):
            if start > hypothesis.first_open and BARRIERS & {words[start], words[hypothesis.first_open]}:
                break
            if hypothesis.covered >> start & 1:
                continue
            jump = hypothesis.score + weights.jump * abs(start - hypothesis.last_end)
            for piece, piece_score in options[start]:
                mask = ((1 << (piece.end - start)) - 1) << start
                if hypothesis.covered & mask:
                    break
                covered = hypothesis.covered | mask
                size = covered.bit_count()
                stack = stacks[size]
                score, rest = jump + piece_score, hypothesis.rest - (sums[piece.end] - sums[start])
                least = stack.best - _MARGIN - rest
                # The model's scores are negative, so the score only falls.
                if score < least:
                    continue
                more, before, last = self._spoken(hypothesis, piece.phrase.words, is_end=size == len(words))
                score += more
                if score >= least:
                    first_open = _first_open(covered, hypothesis.first_open)
                    stack.add(_Hypothesis(covered, first_open, piece.end, before, last, score, rest, piece, hypothesis))

    def _spoken(self, hypothesis: _Hypothesis, words: Tokens, *, is_end: bool) -> tuple[float, str, str]:
        """Return the model's score of words after a hypothesis, and the last two words."""
        score_of, total = self._model.score, 0.0
        before, last = hypothesis.before, hypothesis.last
        for word in words:
            total += score_of(before, last, word)
            before, last = last, word
        if is_end:
            total += score_of(before, last, END)
        return self._weights.model * total, before, last


def _first_open(covered: int, first: int) -> int:
    """Return the first position from `first` on that isn't covered."""
    while covered >> first & 1:
        first += 1
    return first
