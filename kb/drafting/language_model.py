"""A small model of French: which word follows which two words, with stupid backoff (Brants and others 2007).

Sequences are counted twice: of words, and of classes of words. The class of a rare word is its ending and its gender,
so that "les planeswalkers peuvent" is known from other plurals (factored models: Koehn and Hoang 2007).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import log

from kb.drafting.tokens import Tokens

START, END = "<s>", "</s>"

_BACKOFF = log(0.4)
# The score of a word that no text has: below the score of any known word.
_UNKNOWN = -14.0
# So many of the most frequent words have a class of their own.
_OWN_CLASSES = 120
_ENDING = re.compile(r"(?:ées?|és?|ez|er|ir|aient|ait|ent|ant|tion|s|x|e)$")
_NUMBER_OF_ENDING = {"ées": "és", "ée": "é"}
_FEMININE, _MASCULINE = ("la", "une"), ("le", "un")
# Endings of feminine nouns, for nouns that have no article in the texts.
_FEMININE_ENDING = re.compile(r"(?:té|tion|sion|ure|ance|ence|ée|ie|ette|esse)s?$")


class LanguageModel:
    """Scores of words after two words: logarithms, which are comparable, not normalized."""

    def __init__(self, texts: Iterable[Tokens], names: Iterable[Tokens], classes: float = 0.5) -> None:
        """Count sequences.

        Args:
            texts: sentences.
            names: words and names outside sentences.
            classes: the weight of the classes beside the words.
        """
        sentences = list(texts)
        words = Counter(word for sentence in sentences for word in sentence)
        articles = Counter(pair for sentence in sentences for pair in pairwise(sentence))
        self._articles = articles
        self._own = frozenset(word for word, _count in words.most_common(_OWN_CLASSES))
        self._weight = classes
        self.word_class: Callable[[str], str] = cache(self._class)
        self._words = _Counts(sentences)
        for name in names:
            self._words.add_name(name)
        self._classes = _Counts([tuple(map(self.word_class, sentence)) for sentence in sentences])
        self._known: dict[tuple[str, str, str], float] = {}

    def score(self, before: str, last: str, word: str) -> float:
        """Return the score of a word after two words."""
        key = (before, last, word)
        found = self._known.get(key)
        if found is None:
            own = self.word_class
            found = self._words.score(before, last, word)
            found += self._weight * self._classes.score(own(before), own(last), own(word))
            self._known[key] = found
        return found

    def is_feminine(self, noun: str) -> bool:
        """Return the gender of a French noun by its articles in the texts, or else by its ending."""
        singular = noun.removesuffix("s")
        counts = [
            sum(self._articles[article, word] for article in articles for word in {noun, singular})
            for articles in (_FEMININE, _MASCULINE)
        ]
        if counts[0] == counts[1]:
            return bool(_FEMININE_ENDING.search(noun))
        return counts[0] > counts[1]

    def _class(self, word: str) -> str:
        if word in self._own or word in {START, END, ""} or not word[0].isalpha():
            return word
        ending = _ENDING.search(word)
        mark = _NUMBER_OF_ENDING.get(ending[0], ending[0]) if ending else ""
        return f"-{mark}{'f' if self.is_feminine(word) else 'm'}"


class _Counts:
    """The counts of sequences of up to three items."""

    def __init__(self, sentences: Sequence[Tokens]) -> None:
        counts: Counter[str] = Counter()
        for sentence in sentences:
            words = (START, START, *sentence, END)
            counts.update(words[1:])
            counts.update(map(" ".join, pairwise(words)))
            counts.update(map(" ".join, zip(words, words[1:], words[2:], strict=False)))
        self._counts: dict[str, int] = dict(counts)
        self._total = sum(count for words, count in counts.items() if " " not in words)

    def add_name(self, words: Tokens) -> None:
        """Count the words of a name, and its pairs of words."""
        for sequence in (*words, *map(" ".join, pairwise(words))):
            self._counts[sequence] = self._counts.get(sequence, 0) + 1

    def score(self, before: str, last: str, word: str) -> float:
        counts: Mapping[str, int] = self._counts
        if count := counts.get(f"{before} {last} {word}"):
            return log(count / counts[f"{before} {last}"])
        if count := counts.get(f"{last} {word}"):
            return _BACKOFF + log(count / counts[last])
        if count := counts.get(word):
            return 2 * _BACKOFF + log(count / self._total)
        return _UNKNOWN
