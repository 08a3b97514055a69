"""What can be stated of a name sticker on an object."""

from __future__ import annotations

from kb.rulings.facts import Thing
from kb.rulings.kinds import NumberFact, WordFact
from kb.tongue import later


class Sticker(Thing):
    """A name sticker on an object."""

    word = WordFact(later("the word on {it}"), rule="123.6b")
    after = NumberFact(
        later("the number of words before {it}"), least=0, rule="123.6c", means="in the name, when it was placed"
    )
    timestamp = NumberFact(
        later("the timestamp of {it}"), rule="123.6c", unknown="the stickers were placed in the order stated"
    )
