"""Facts about the origin of an object: its printed numbers, its creation and the payment for it."""

from __future__ import annotations

from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import CountsFact, IdListFact, NumberFact, WordFact, YesNoFact
from kb.rulings.situation.vocabulary.printed_fact_types import PhraseFact, TokenDefinitionFact


class PrintedFacts(Entity):
    """The facts of an object before effects and counters."""

    created_as = TokenDefinitionFact(
        "what {it} was created as", rule="111.3",
        means="in the words of the effect that created the token: `1/1 green Saproling creature`, `Boo, a legendary 1/1"
        " red Hamster creature with trample and haste`; a name alone is the name of a listed card",
        unknown="the token states its characteristics",
    )  # fmt: skip
    base_power = NumberFact("the power of {it} before effects and counters", rule="208.4",
                            means="printed, or given by a characteristic-defining ability")  # fmt: skip
    base_toughness = NumberFact("the toughness of {it} before effects and counters", rule="208.4",
                                means="printed, or given by a characteristic-defining ability")  # fmt: skip
    printed_power = WordFact("the power of {it} as printed, with a star", rule="208.2a",
                             means="such as `*`, `1+*`; instead of `base_power`")  # fmt: skip
    printed_toughness = WordFact("the toughness of {it} as printed, with a star", rule="208.2a",
                                 means="such as `*`, `1+*`; instead of `base_toughness`")  # fmt: skip
    star = WordFact("the number that the star of {it} stands for", rule="208.2a",
                    means="given by its characteristic-defining ability; `none` if it can't be determined")  # fmt: skip
    star_counts = PhraseFact("what the star of {it} counts", rule="208.2a",
                             means="a phrase of cards: `creature you control`; instead of `star`")  # fmt: skip
    paid_with = IdListFact("the objects that were used to pay the costs of {it}", "object", rule="707.10",
                           means="such as sacrificed creatures")  # fmt: skip
    mana_spent = CountsFact("the mana spent to cast {it}", "the {kind} mana spent to cast {it}", rule="707.10")
    legal_in_format = YesNoFact("{it} is legal in the format of the game", "{it} isn't legal in the format of the game",
                                rule="100.6", means="only rules from before 2019 need it", usual=True)  # fmt: skip
