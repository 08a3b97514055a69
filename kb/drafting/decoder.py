"""The best French for an English sentence: a search over its phrases and their order.

Hypotheses cover the English words in any order within a short distance, and are scored by their phrases, by the model
of French and by the distance of their jumps (Koehn, Och and Marcu 2003). The best hypotheses of each size are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    covered: int
    first_open: int
    last_end: int
    before: str
    last: str
    score: float
    piece: Piece | None
    previous: _Hypothesis | None


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
        estimate = self._estimates(words, options)
        stacks: list[dict[tuple[int, int, str, str], _Hypothesis]] = [{} for _size in range(len(words) + 1)]
        first = _Hypothesis(0, 0, 0, START, START, 0.0, None, None)
        stacks[0][0, 0, START, START] = first
        for size in range(len(words)):
            best = sorted(
                stacks[size].values(), key=lambda each: -(each.score + self._rest(each, estimate, len(words)))
            )[: self._weights.beam]
            for hypothesis in best:
                self._extend(hypothesis, words, options, stacks)
        done = max(stacks[-1].values(), key=lambda each: each.score)
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

    @staticmethod
    def _rest(hypothesis: _Hypothesis, estimate: Sequence[float], size: int) -> float:
        return sum(estimate[at] for at in range(hypothesis.first_open, size) if not hypothesis.covered >> at & 1)

    def _extend(
        self,
        hypothesis: _Hypothesis,
        words: Tokens,
        options: dict[int, list[tuple[Piece, float]]],
        stacks: list[dict[tuple[int, int, str, str], _Hypothesis]],
    ) -> None:
        """Add each hypothesis that has one more piece than this one."""
        weights, model = self._weights, self._model
        for start in range(hypothesis.first_open, min(hypothesis.first_open + weights.reach, len(words) - 1) + 1):
            if start > hypothesis.first_open and BARRIERS & {words[start], words[hypothesis.first_open]}:
                break
            if hypothesis.covered >> start & 1:
                continue
            for piece, piece_score in options[start]:
                mask = ((1 << (piece.end - start)) - 1) << start
                if hypothesis.covered & mask:
                    break
                score = hypothesis.score + piece_score + weights.jump * abs(start - hypothesis.last_end)
                before, last = hypothesis.before, hypothesis.last
                for word in piece.phrase.words:
                    score += weights.model * model.score(before, last, word)
                    before, last = last, word
                covered = hypothesis.covered | mask
                size = covered.bit_count()
                if size == len(words):
                    score += weights.model * model.score(before, last, END)
                first_open = hypothesis.first_open
                while covered >> first_open & 1:
                    first_open += 1
                key = (covered, piece.end, before, last)
                known = stacks[size].get(key)
                if known is None or known.score < score:
                    stacks[size][key] = _Hypothesis(
                        covered, first_open, piece.end, before, last, score, piece, hypothesis
                    )
