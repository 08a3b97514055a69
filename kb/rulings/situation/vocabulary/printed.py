"""Facts of the origin of an object: its printed numbers, its creation and the payment for it."""

from __future__ import annotations

from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import CountsFact, IdListFact, NumberFact, WordFact, YesNoFact


class PrintedFacts(Entity):
    """The facts of an object before effects and counters."""

    created_as = WordFact(
        "what {it} was created as", rule="111.3",
        means="as the effect that created the token says: `1/1 green Saproling creature`, `Boo, a legendary 1/1 red"
        " Hamster creature with trample and haste`; a name alone is that of a card that is listed",
        unknown="its characteristics are stated",
    )  # fmt: skip
    base_power = NumberFact("the power of {it} before effects and counters", rule="208.4",
                            means="printed, or defined by a characteristic-defining ability")  # fmt: skip
    base_toughness = NumberFact("the toughness of {it} before effects and counters", rule="208.4", means="likewise")
    printed_power = WordFact("the power of {it} as printed, with a star", rule="208.2a",
                             means="`*`, `1+*`; instead of `base_power`")  # fmt: skip
    printed_toughness = WordFact("the toughness of {it} as printed, with a star", rule="208.2a", means="likewise")
    star = WordFact("the number that the star of {it} stands for", rule="208.2a",
                    means="by its characteristic-defining ability; `none` if it can't be determined")  # fmt: skip
    paid_with = IdListFact("the objects that were used to pay the costs of {it}", "object", rule="707.10",
                           means="such as those sacrificed")  # fmt: skip
    mana_spent = CountsFact("the mana spent to cast {it}", "the {kind} mana spent to cast {it}", rule="707.10")
    legal_in_format = YesNoFact("{it} is legal in the format of the game", "{it} isn't legal in the format of the game",
                                rule="100.6", means="asked only by rules of before 2019", usual=True)  # fmt: skip
