"""French phrases for the phrases of an English text, found when they are asked for.

A table of all phrases would be large. The aligned texts are small, so a phrase is looked up in them: its places, and
the French that the links at these places enclose (Callison-Burch, Bannard and Schroeder 2005).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from kb.drafting.tokens import Tokens
from kb.drafting.word_alignment import Lexicon, Links, Pair

LONGEST = 6
"""The most words of a phrase."""

# So many places of a phrase are looked at, spread over the texts.
_MOST_PLACES = 300
_MOST_TRANSLATIONS = 24
_FLOOR = 1e-4


@dataclass(frozen=True, slots=True)
class Phrase:
    """A French phrase for English words.

    Attributes:
        words: the French tokens.
        score: the logarithm of its probability for the English, and of its words for those of the English.
        count: the number of places that have it.
        source: what it rests on: `cards`, `rules`, `term`, `word` or `same`.
        place: the index of a pair of texts that has it, or -1.
    """

    words: Tokens
    score: float
    count: int
    source: str
    place: int = -1


class AlignedTexts:
    """Pairs of texts with their links, and the places of their English words."""

    def __init__(self, pairs: Sequence[Pair], links: Sequence[Links], forward: Lexicon, backward: Lexicon) -> None:
        self.pairs = pairs
        self._links = links
        self._forward, self._backward = forward, backward
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for text, (english, _french) in enumerate(pairs):
            for at, word in enumerate(english):
                self._places[word].append((text, at))

    def places(self, words: Tokens) -> list[tuple[int, int]]:
        """Return the places of English words in a row: the index of the text, the position of the first word."""
        rare = min(range(len(words)), key=lambda at: len(self._places.get(words[at], ())))
        pairs, size = self.pairs, len(words)
        return [
            (text, at - rare)
            for text, at in self._places.get(words[rare], ())
            if at >= rare and pairs[text][0][at - rare : at - rare + size] == words
        ]

    def phrases(self, words: Tokens) -> list[Phrase]:
        """Return the French phrases for English words, the best first."""
        places = self.places(words)
        step = max(1, len(places) // _MOST_PLACES)
        counts: Counter[Tokens] = Counter()
        seen: dict[Tokens, int] = {}
        for text, at in places[::step]:
            for phrase in self._enclosed(text, at, at + len(words)):
                # A phrase with free words at its edges is one of several possible readings of the place.
                counts[phrase] += 1
                seen.setdefault(phrase, text)
        whole = sum(counts.values())
        ranked = [
            Phrase(phrase, log(count / (whole + 0.5)) + self._lexical(words, phrase), count, "cards", seen[phrase])
            for phrase, count in counts.most_common(_MOST_TRANSLATIONS * 3)
        ]
        return sorted(ranked, key=lambda phrase: -phrase.score)[:_MOST_TRANSLATIONS]

    def _enclosed(self, text: int, begin: int, end: int) -> Iterator[Tokens]:
        """Yield the French that is linked to a part of an English text and to no other part.

        French words without a link beside it may belong to it, so it is yielded with and without them.
        """
        french = self.pairs[text][1]
        links = self._links[text]
        inside = [other for at, other in links if begin <= at < end]
        if not inside:
            return
        first, last = min(inside), max(inside)
        if last - first >= 2 * LONGEST or any(first <= other <= last and not begin <= at < end for at, other in links):
            return
        linked = {other for _at, other in links}
        left = first
        while True:
            right = last
            while True:
                yield french[left : right + 1]
                right += 1
                if right >= len(french) or right in linked or right - last > 1:
                    break
            left -= 1
            if left < 0 or left in linked or first - left > 2:
                break

    def _lexical(self, english: Tokens, french: Tokens) -> float:
        """Return how well the words of two phrases translate each other, in both directions."""
        ahead = sum(
            log(max(_FLOOR, *(self._forward.get(word, {}).get(other, 0.0) for word in ("", *english))))
            for other in french
        )
        back = sum(
            log(max(_FLOOR, *(self._backward.get(other, {}).get(word, 0.0) for other in french))) for word in english
        )
        return 0.3 * ahead + 0.5 * back
