"""Facts of proposed actions."""

from __future__ import annotations

from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import (
    CountsFact,
    IdFact,
    IdListFact,
    NumberFact,
    PartsFact,
    WordFact,
    WordListFact,
    YesNoFact,
)
from kb.rulings.situation.vocabulary.game_terms import EVENTS_WITHOUT_EFFECTS, PREVENTABLE_EVENTS, STEPS, ZONES
from kb.rulings.situation.vocabulary.printed_fact_types import CostFact, PhraseFact, PhrasesFact


class Attack(Entity):
    """A creature that is to be declared as an attacker."""

    creature = IdFact("the attacking creature", "object", rule="508.1a")
    attacks = IdFact("what the creature is to attack", "either", rule="508.1b", means="player, planeswalker or battle")


class Block(Entity):
    """A creature that is to be declared as a blocker."""

    creature = IdFact("the blocking creature", "object", rule="509.1a")
    blocks = IdListFact("what the creature is to block", "object", rule="509.1a")


class Damage(Entity):
    """Damage that is to be assigned or dealt."""

    source = IdFact("the source of the damage", "object", rule="120.1")
    to = IdFact("what is dealt the damage", "either", rule="120.1")
    amount = NumberFact("the amount of damage", least=0, rule="120.1")
    combat = YesNoFact("it is combat damage", "it is no combat damage", rule="120.2a", usual=False)


class GameEvent(Entity):
    """An event. It includes all things that happen at the same time."""

    noun = "event"

    happens = WordFact(
        "what happens", *PREVENTABLE_EVENTS, *EVENTS_WITHOUT_EFFECTS, rule="700.1",
        means="`target`: becomes the target of the object in `by`; `die`: is put into a graveyard from the battlefield;"
        " `leave`: leaves the battlefield; `return`: is returned to a hand",
    )  # fmt: skip
    things = IdListFact("to whom or what it happens", "either", rule="700.1",
                        means="objects are stated as they are before the event")  # fmt: skip
    amount = NumberFact("how much happens", least=0, rule="700.1", means="of cards, of life", otherwise=1)
    quality = PhraseFact(
        "what kind of things it happens to", rule="608.2d",
        means="if `things` doesn't list them: `creature`, `creature card in your graveyard`",
    )  # fmt: skip
    by = IdFact("what makes it happen", "object", rule="603.12", means="a spell, or the source of an ability")
    timestamp = NumberFact("when it happens", rule="614.4", means="a greater number is later")


class LifeChange(Entity):
    """A change of a player's life total."""

    player = IdFact("the player whose life total changes", "player", rule="119.3")
    change = WordFact("what happens to the life total", "gains", "loses", "pays", "becomes", "doubles", rule="119.3",
                      means="`becomes`: the total is set to `amount`; `doubles` needs no amount")  # fmt: skip
    amount = NumberFact("the amount of life", rule="119.3")
    half = WordFact("how half the life total is rounded", "rounded up", "rounded down", rule="107.1a",
                    means="if the amount is half the life total",
                    unknown="the amount isn't half the life total")  # fmt: skip


class Proposal(Entity):
    """The actions that somebody proposes."""

    section = "proposed"

    attackers = PartsFact("the proposed attackers", Attack, rule="508.1a", means="[] means no attack")
    blockers = PartsFact("the proposed blockers", Block, rule="509.1a", means="[] means no block")
    damage = PartsFact("the proposed damage", Damage, rule="120.1", means="damage to be assigned or dealt")
    events = PartsFact("what happens", GameEvent, rule="700.1", means="earlier events first")
    timestamp = NumberFact(
        "when it happens", rule="614.4",
        means="the time of the proposed actions; effects with a greater `timestamp` don't exist yet",
    )  # fmt: skip
    agrees = YesNoFact("the player chooses to do it", "the player doesn't choose to do it", rule="118.12",
                       unknown="the action is mandatory")  # fmt: skip
    simultaneous = YesNoFact("it can be done to all of them at the same time",
                             "it can't be done to all of them at the same time", rule="608.2f", usual=True)  # fmt: skip
    modes = NumberFact("how many modes are to be chosen", least=0, rule="601.2b")
    adds_step = WordFact("the step that an effect adds", *STEPS, rule="500.10", means="added after a phase")
    adds_steps = NumberFact("how many such steps an effect adds", least=0, rule="500.10", otherwise=1)
    chosen = IdListFact("what has been chosen already", "object", rule="614.13b",
                        means="to change zones, while effects modify how permanents enter")  # fmt: skip
    chosen_for = IdFact("the permanent for which it has been chosen", "object", rule="614.13b",
                        unknown="the permanent that enters")  # fmt: skip
    targets = IdListFact("the proposed targets", "either", rule="601.2c")
    pays = CountsFact("the mana to be paid", "the {kind} mana to be paid", rule="601.2h")
    cost = CostFact("the mana cost to be paid", rule="107.4", means="as printed: `{2}{W/U}{R/P}`")
    x = NumberFact("the X of the cost to be paid", least=0, rule="107.3")
    redirected_to = IdFact("what noncombat damage is to be redirected to", "object", rule="306.7",
                           means="a planeswalker; only if the rules of the day can redirect it")  # fmt: skip
    choice = WordFact("what is to be chosen", rule="105.4", means="such as a colour, subtype or number")
    choice_of = WordFact("what kind of thing is to be chosen", "color", "number", "any number", "card type",
                         "basic land type", "artifact type", "battle type", "creature type", "enchantment type",
                         "land type", "planeswalker type", "spell type", "planar type", "dungeon type", "card name",
                         "option", rule="205.3e",
                         means="`option`: one of several options, not an object or player")  # fmt: skip
    choice_quality = PhrasesFact("what a card whose name is chosen has to be", rule="201.4a",
                                  means="such as `artifact`, `nonland`, in its Oracle text", otherwise=())  # fmt: skip
    moves_to = WordFact("the zone that the object would be put into", *ZONES, rule="400.7")
    combat_damage_order = IdListFact("the damage assignment order", "object", rule="510.1c")
    life = NumberFact("the life to be paid", least=0, rule="119.4")
    life_changes = PartsFact("the proposed changes of life totals", LifeChange, rule="119.3",
                             means="all changes happen at the same time")  # fmt: skip
    division = CountsFact("the proposed division", "what {kind} is to get", rule="601.2d",
                          means="the damage or the counters for each target")  # fmt: skip
    special_action = WordFact("the special action to be taken", "turn-face-up", "suspend", "foretell", "plot", "unlock",
                              "companion", "planar-die", rule="116.2",
                              unknown="every special action that might be taken")  # fmt: skip
    decision = WordFact(
        "the decision to be made", "game", "tournament", "other", rule="722.5",
        means="`game`: the rules or objects call for the decision, such as what is cast, targeted, attacked, chosen;"
        " `tournament`: tournament rules call for the decision, such as a draw by agreement; `other`: any other"
        " decision, such as to leave the table or trade a card",
    )  # fmt: skip
    loop = IdListFact("the players and objects that are involved in a loop", "either", rule="731.3",
                      means="for a fragmented loop, the players who act in it")  # fmt: skip
    shortcut = WordListFact(
        "the places of a proposed shortcut", rule="731.2a",
        means="in order and in any words: `upkeep`, `draw`, `beginning-of-combat`; the shortcut ends at the last place",
    )  # fmt: skip
    conditional = YesNoFact("the shortcut has actions that depend on the outcome of an event",
                            "the shortcut has no actions that depend on the outcome of an event", rule="731.2a",
                            usual=False)  # fmt: skip
    ends_with_priority = YesNoFact("the shortcut ends where a player has priority",
                                   "the shortcut ends where no player has priority", rule="731.2a",
                                   usual=True)  # fmt: skip

    # The next facts are about searching and shuffling.
    search = WordListFact("the zones that are searched", *ZONES, rule="701.23a",
                          means="zones of the player that the question is about")  # fmt: skip
    search_for = PhraseFact(
        "what is searched for", rule="701.23b", others="undefined",
        means="`basic land card`, `named Howling Mine`; `undefined` if the text refers to something that doesn't exist",
        unknown="any cards; `search_quantity` gives their number",
    )  # fmt: skip
    search_quantity = NumberFact("how many cards are searched for", least=0, rule="701.23d",
                                 unknown="all cards that there are")  # fmt: skip
    search_portion = NumberFact("how many cards of the library are searched instead of all", least=0, rule="701.23f",
                                unknown="the whole zone")  # fmt: skip
    then_shuffle = YesNoFact("the library is to be shuffled after it has been searched",
                             "nothing is to be shuffled after the search", rule="701.24a", otherwise=False)  # fmt: skip
    shuffled_in = IdListFact("the objects that are to be shuffled into the library", "object", rule="701.24c",
                             means="[] means an empty set")  # fmt: skip
    shuffled_from = WordFact("the zone from which they are to be shuffled into the library", *ZONES, rule="701.24c")
    on_top = IdListFact("the objects to be put on top of the library at the same time", "object", rule="701.24g",
                        otherwise=())  # fmt: skip
