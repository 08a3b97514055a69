"""Facts of a name sticker on an object."""

from __future__ import annotations

from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import NumberFact, WordFact


class Sticker(Entity):
    """A name sticker on an object."""

    word = WordFact("the word on {it}", rule="123.6b")
    after = NumberFact("the number of words before {it}", least=0, rule="123.6c",
                       means="in the object's name when the sticker was placed")  # fmt: skip
    timestamp = NumberFact("the timestamp of {it}", rule="123.6c",
                           unknown="the stickers were placed in the order stated")  # fmt: skip
