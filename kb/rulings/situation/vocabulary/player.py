"""Facts of a player."""

from __future__ import annotations

from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import CountsFact, IdFact, NumberFact, WordFact, YesNoFact
from kb.rulings.situation.vocabulary.printed_fact_types import KeywordAbilitiesFact


class PlayerFacts(Entity):
    """A player."""

    section = "players"

    life = NumberFact("the life total of {it}", rule="119.1", usual=20,
                      means="in Two-Headed Giant the team's total, stated for one of its players")  # fmt: skip
    poison = NumberFact("the number of poison counters of {it}", least=0, rule="122.1f", usual=0,
                        means="in Two-Headed Giant the team's counters, stated for one of its players")  # fmt: skip
    counters = CountsFact("the counters of {it}", "the number of {kind} counters of {it}", rule="122.1",
                          means="all counters except poison counters", usual={})  # fmt: skip
    hand = NumberFact("the number of cards in the hand of {it}", least=0, rule="402.1")
    maximum_hand = NumberFact("the maximum hand size of {it}", least=0, rule="402.2", usual=7)
    library = NumberFact("the number of cards in the library of {it}", least=0, rule="401.1")
    mana = CountsFact("the unspent mana of {it}", "the unspent {kind} mana of {it}", rule="106.4",
                      means="by type: white, blue, black, red, green, colorless", usual={})  # fmt: skip
    restricted_mana = CountsFact("the unspent mana of {it} that can be spent only on certain things",
                                 "the unspent {kind} mana of {it} that can be spent only on certain things",
                                 rule="106.6", means="by type; `mana` includes this mana", otherwise={})  # fmt: skip
    lands_played = NumberFact("the number of lands that {it} has played this turn", least=0, rule="305.2", history=True,
                              usual=0)  # fmt: skip
    drew_from_empty_library = YesNoFact(
        "{it} attempted to draw from an empty library since state-based actions were last checked",
        "{it} didn't attempt to draw from an empty library", rule="704.5b", history=True, usual=False,
    )  # fmt: skip
    life_lost = NumberFact("the life that {it} has lost this turn", least=0, rule="119.3", history=True, usual=0)
    damage_dealt_to = NumberFact("the damage that {it} has been dealt this turn", least=0, rule="702.54b", history=True,
                                 usual=0)  # fmt: skip
    commander_damage = CountsFact("the combat damage that commanders have dealt to {it}",
                                  "the combat damage that {kind} dealt to {it}", to="object", rule="903.10a",
                                  means="by commander, during the whole game", usual={})  # fmt: skip
    mulligans = NumberFact("the number of mulligans that {it} has taken", least=0, rule="103.5", history=True)
    team = WordFact("the team of {it}", rule="808.1", means="any name; players with the same team aren't opponents",
                    unknown="each player is a team of one")  # fmt: skip
    range_of_influence = NumberFact("the range of influence of {it}", least=0, rule="801.2",
                                    means="counted in seats; players sit in the order stated, the next one on the left",
                                    unknown="the game's `range_of_influence`")  # fmt: skip
    emperor = YesNoFact("{it} is an emperor", "{it} is a general", rule="809.1", usual=False)
    controlled_by = IdFact("the player who controls {it}", "player", rule="722.1",
                           means="for example, by Mindslaver; `none` if nobody does", otherwise="none")  # fmt: skip
    turn_marker = YesNoFact("{it} would have a turn marker at the start of the turn",
                            "{it} would have no turn marker at the start of the turn", rule="807.4j")  # fmt: skip
    shortens_at = WordFact("the place at which {it} shortens the proposed shortcut", rule="731.2b",
                           means="one of the places in `proposed.shortcut`",
                           unknown="the player accepts the shortcut")  # fmt: skip
    left_this_turn = YesNoFact("{it} has left the game since the turn began",
                               "{it} hasn't left the game since the turn began", rule="801.2c", history=True,
                               otherwise=False)  # fmt: skip
    speed = NumberFact("the speed of {it}", least=0, rule="702.179", means="0 means no speed", usual=0)
    dungeon = IdFact("the dungeon that {it} is in", "object", rule="309.4", means="it has this player's venture marker")
    keywords = KeywordAbilitiesFact("the keyword abilities of {it}", rule="702.1",
                                    means="given by effects, such as `hexproof`", unknown="none",
                                    otherwise=())  # fmt: skip
    hand_modifier = NumberFact("the hand modifier of the vanguard card of {it}", rule="211.1")
    life_modifier = NumberFact("the life modifier of the vanguard card of {it}", rule="212.1")
    archenemy = YesNoFact("{it} is the archenemy", "{it} isn't the archenemy", rule="904.2a", usual=False)
    deck = NumberFact("the number of cards in the deck of {it}", least=0, rule="100.2",
                      means="before the game starts, with the commander")  # fmt: skip
    sideboard = NumberFact("the number of cards in the sideboard of {it}", least=0, rule="100.4", usual=0)
    lost = YesNoFact("{it} has lost the game", "{it} is in the game", rule="104.5", otherwise=False)
    conceded = YesNoFact("{it} concedes", "{it} doesn't concede", rule="104.3a", otherwise=False)
    starting_hand = NumberFact("the starting hand size of {it}", least=0, rule="103.5",
                               unknown="the variant's number, or 7")  # fmt: skip
    cards_drawn = NumberFact("the number of cards that {it} has drawn this turn", least=0, rule="121.2b", history=True,
                             usual=0)  # fmt: skip
    spells_cast = NumberFact("the number of spells that {it} has cast this turn", least=0, rule="601.2i", history=True,
                             usual=0)  # fmt: skip
    mana_spent_on_spells = NumberFact("the mana that {it} has spent this turn to cast spells", least=0, rule="700.14",
                                      history=True, usual=0)  # fmt: skip
    exhaust_activated = YesNoFact("{it} has begun to activate an exhaust ability this turn",
                                  "{it} hasn't begun to activate an exhaust ability this turn", rule="702.177b",
                                  history=True, usual=False)  # fmt: skip
    companion = YesNoFact("{it} has chosen a companion", "{it} has chosen no companion", rule="702.139a", usual=False)
    companion_taken = YesNoFact("{it} has put the companion into the hand",
                                "{it} hasn't put the companion into the hand", rule="116.2g", history=True,
                                usual=False)  # fmt: skip
