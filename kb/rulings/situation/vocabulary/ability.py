"""Facts of an ability of an object."""

from __future__ import annotations

from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import IdFact, IdListFact, NumberFact, WordFact, WordListFact, YesNoFact
from kb.rulings.situation.vocabulary.game_terms import STEPS, ZONES
from kb.rulings.situation.vocabulary.printed_fact_types import KeywordFact, PhrasesFact


class Ability(Entity):
    """An ability of an object."""

    def __str__(self) -> str:
        """Return the text of the ability in quotation marks; without a text, its place: `objects.A.abilities.1`."""
        text = dict.get(self.stated, "text")
        return f"“{text}”" if text else self.id

    kind = WordFact("the kind of {it}", "activated", "triggered", "static", "spell", rule="113.3", usual="activated")
    loyalty_cost = NumberFact("the loyalty cost of {it}", rule="606.4",
                              means="1 for +1, -3 for -3; an ability with this fact is a loyalty ability",
                              unknown="not a loyalty ability")  # fmt: skip
    cost = WordFact("the cost of {it}", rule="118.1", means="as printed: `{2}{R}, {T}`")
    has_tap_symbol = YesNoFact("the cost of {it} has the tap or untap symbol",
                               "the cost of {it} has no tap or untap symbol", rule="602.5a", usual=False)  # fmt: skip
    adds_mana = YesNoFact("{it} could add mana when it resolves", "{it} couldn't add mana", rule="605.1", usual=False)
    has_target = YesNoFact("{it} has a target", "{it} has no target", rule="115.1", usual=False)
    triggers_from_mana = YesNoFact("{it} triggers from a mana ability or from mana being added",
                                   "{it} doesn't trigger from mana", rule="605.1b", usual=False)  # fmt: skip
    timing = WordFact("when {it} says that it can be activated", "instant", "sorcery", "own-turn", rule="602.5d",
                      means="according to the text of the ability", usual="instant")  # fmt: skip
    trigger = WordFact(
        "when {it} triggers", "attacks", "attacks-alone", "is-attacked", "attacks-with", "player-attacks",
        "player-attacks-player",
        "attacks-unblocked", "blocks", "blocks-a-creature", "becomes-blocked", "becomes-blocked-by-a-creature",
        "enters", "leaves", "dies", "becomes-tapped", "becomes-untapped", "is-sacrificed", "is-discarded", "is-cast",
        "player-draws", "player-gains-life", "player-loses-life", "deals-damage", "is-dealt-damage",
        "deals-damage-to-a-creature", "deals-combat-damage-to-a-player", "becomes-target", "your-upkeep",
        "step-begins", "player-becomes-monarch", "player-takes-initiative",
        "player-expends", "state",
        rule="603.2", means="`attacks`: “Whenever [a creature] attacks”; `player-gains-life`: “Whenever [a player]"
        " gains life”; `your-upkeep`: “At the beginning of your upkeep”; `step-begins`: as the stated `step` begins;"
        " `state`: when its `condition` is true",
    )  # fmt: skip
    watches = IdListFact(
        "what {it} watches", "either", rule="508.3",
        means="the creatures, or the attacked players and permanents, that the trigger condition names",
        unknown="the object with the ability, or everything with its `quality`; the ability's controller if it triggers"
        " on attacks on a player or on actions of a player",
    )  # fmt: skip
    quality = PhrasesFact(
        "the quality of what {it} watches", rule="603.2",
        means="phrases of cards, which must all apply: `land`, `green creature`, `another creature you control`; for"
        " `...-a-creature`, the quality of the other creature", otherwise=(),
    )  # fmt: skip
    caused_by = PhrasesFact("the quality of what makes happen what {it} triggers on", rule="603.2", otherwise=(),
                            means="for `becomes-target`: `spell or ability an opponent controls`")  # fmt: skip
    one_or_more = YesNoFact("{it} triggers on one or more at once", "{it} triggers on each", rule="603.2c",
                            means="its text says “one or more” or “one or more times”", otherwise=False)  # fmt: skip
    step = WordFact("the step whose beginning {it} waits for", *STEPS, rule="603.2b", means="for `step-begins`")
    turn_of = WordFact("in whose turns {it} triggers", "you", "opponent", "any", rule="603.2b",
                       means="for `step-begins`: “your end step”, “each opponent's ...”, “each ...”")  # fmt: skip
    recipient = PhrasesFact("the quality of what is dealt the damage that {it} triggers on", rule="603.2", otherwise=(),
                            means="for `deals-damage`: `player`, `creature an opponent controls`")  # fmt: skip
    combat_damage = YesNoFact("{it} triggers on combat damage", "{it} triggers on noncombat damage", rule="603.2",
                              means="for `deals-damage` and `is-dealt-damage`",
                              unknown="it triggers on all damage")  # fmt: skip
    expends = NumberFact("the number N in “whenever you expend N” of {it}", least=1, rule="700.14")
    delayed = YesNoFact("{it} is a delayed triggered ability", "{it} is no delayed triggered ability", rule="603.7",
                        otherwise=False)  # fmt: skip
    reflexive = YesNoFact("{it} is a reflexive triggered ability", "{it} is no reflexive triggered ability",
                          rule="603.12", means="“when you do”, about an action of its source",
                          otherwise=False)  # fmt: skip
    duration = YesNoFact("{it} has a stated duration", "{it} has no stated duration", rule="603.7b",
                         means="such as “this turn”; for a delayed triggered ability", otherwise=False)  # fmt: skip
    timestamp = NumberFact("when {it} was created", rule="603.7a",
                           means="for a delayed triggered ability; a greater number is later",
                           unknown="before everything that happens")  # fmt: skip
    activated_this_turn = NumberFact("the number of times that {it} was activated this turn", least=0, rule="602.5b",
                                     usual=0)  # fmt: skip
    most_each_turn = NumberFact("the number of times that {it} can be activated each turn", least=0, rule="602.5b")
    level = NumberFact("the level that {it} gives", least=2, rule="716.2a", means="for a class level bar's ability",
                       unknown="not a level ability")  # fmt: skip
    only_if_solved = YesNoFact("{it} is preceded by “Solved”", "{it} isn't preceded by “Solved”", rule="719.3c",
                               usual=False)  # fmt: skip
    keyword = KeywordFact("the keyword ability that {it} is", rule="702.1", means="`unearth`, `cycling`, `level up`",
                       unknown="no keyword ability with a rule about time or place")  # fmt: skip
    ever_activated = YesNoFact("{it} has been activated before", "{it} hasn't been activated before", rule="702.177a",
                               usual=False)  # fmt: skip
    any_player = YesNoFact("{it} says that any player can activate it",
                           "{it} doesn't say that any player can activate it", rule="602.2",
                           otherwise=False)  # fmt: skip
    defines = WordListFact("the characteristics that {it} defines", "colors", "subtypes", "power", "toughness",
                           rule="604.3", means="for a characteristic-defining ability", otherwise=())  # fmt: skip
    names = WordFact(
        "the name by which {it} refers to an object",
        rule="201.5",
        unknown="the name in `text`; without a text, the ability names no object",
    )
    granted_by = IdFact("the object whose effect gave {it}", "object", rule="201.5a", unknown="no effect gave it")
    gained_from = IdFact("the object from which {it} was gained or copied", "object", rule="201.5b",
                         unknown="the ability is the object's own")  # fmt: skip
    moves_from = WordFact("the zone out of which {it} moves its own object", *ZONES, rule="113.6m",
                          means="by its cost or effect",
                          unknown="what `cost` and `text` say; else the ability doesn't move the object")  # fmt: skip
    puts_there = YesNoFact("{it} first specifies that the object is put into that zone",
                           "{it} doesn't specify that the object is put into that zone", rule="113.6m",
                           means="in its trigger condition, or in an earlier part of its cost or effect",
                           otherwise=False)  # fmt: skip
    triggers_from = WordListFact("the zones that the trigger condition of {it} can trigger from", *ZONES, rule="113.6k",
                                 unknown="the battlefield and perhaps other zones")  # fmt: skip
    causes = WordFact("what {it} causes that another ability can refer to", rule="607.1",
                      means="`a colour is chosen`, `cards are exiled`, `kicker {W}`; in the words of `refers_to`",
                      unknown="nothing")  # fmt: skip
    refers_to = WordFact("what {it} refers to that another ability causes", rule="607.1", unknown="nothing")
    came_with = WordFact("with which effect the object acquired {it}", rule="607.5",
                         means="any word; abilities acquired together have the same word",
                         unknown="it is printed on the object")  # fmt: skip
    result = WordListFact("the result of {it}", rule="607.1",
                          means="the choice made, ids or names of exiled things, or the cost paid; [] if there is none",
                          otherwise=())  # fmt: skip
    text = WordFact("the text of {it}", rule="113.1")
