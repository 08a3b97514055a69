"""The questions of `data/judges_questions.toml` that are nearest to a query, by their words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import cache
from math import log, sqrt
from typing import NamedTuple

from kb.languages import Lang
from kb.search.policy.judges_questions import known_sections

# How much the second of a section's nearest questions counts beside the first.
_SECOND = 0.4


class _Questions(NamedTuple):
    """All questions in one language.

    Attributes:
        sections: the key of each question's section.
        lengths: the length of each question's vector of words.
        rarity: the inverse frequency of each word.
        having: the questions that have each word.
    """

    sections: list[str]
    lengths: list[float]
    rarity: dict[str, float]
    having: dict[str, list[int]]


def nearest_questions(words: Collection[str], lang: Lang = "en") -> dict[str, float]:
    """Return how near the questions about each section are to a query with some folded words: 0 to 1.

    The keys are those of `KnownSection.key`. A section none of whose questions has one of the words is left out.
    """
    known = _questions(lang)
    unknown = log(len(known.sections) + 1)
    length = sqrt(sum(known.rarity.get(word, unknown) ** 2 for word in words)) or 1.0
    products: dict[int, float] = defaultdict(float)
    for word in words:
        for question in known.having.get(word, ()):
            products[question] += known.rarity[word] ** 2
    of_sections: dict[str, list[float]] = defaultdict(list)
    for question, product in products.items():
        of_sections[known.sections[question]].append(product / (length * known.lengths[question]))
    return {key: _nearness(sorted(each, reverse=True)) for key, each in of_sections.items()}


def _nearness(cosines: list[float]) -> float:
    return (cosines[0] + _SECOND * (cosines[1] if len(cosines) > 1 else 0.0)) / (1 + _SECOND)


@cache
def _questions(lang: Lang) -> _Questions:
    found = [
        (section.key, question)
        for section in known_sections()
        for question in (section.french if lang == "fr" else section.questions)
    ]
    having: dict[str, list[int]] = defaultdict(list)
    for at, (_key, question) in enumerate(found):
        for word in question:
            having[word].append(at)
    rarity = {word: log(1 + len(found) / len(questions)) for word, questions in having.items()}
    lengths = [sqrt(sum(rarity[word] ** 2 for word in question)) for _key, question in found]
    return _Questions([key for key, _question in found], lengths, rarity, dict(having))
