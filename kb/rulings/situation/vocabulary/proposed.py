"""What can be stated of what somebody is about to do."""

from __future__ import annotations

from kb.i18n import mark_message
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
from kb.rulings.situation.vocabulary.game_terms import EVENTS, STEPS, ZONES
from kb.rulings.situation.vocabulary.printed_fact_types import CostFact


class Attack(Entity):
    """A creature that is to be declared as an attacker."""

    creature = IdFact(mark_message("the attacking creature"), "object", rule="508.1a")
    attacks = IdFact(
        mark_message("what it is to attack"), "either", rule="508.1b", means="a player, planeswalker or battle"
    )


class Block(Entity):
    """A creature that is to be declared as a blocker."""

    creature = IdFact(mark_message("the blocking creature"), "object", rule="509.1a")
    blocks = IdListFact(mark_message("what it is to block"), "object", rule="509.1a")


class Damage(Entity):
    """Damage that is to be assigned or dealt."""

    source = IdFact(mark_message("the source of the damage"), "object", rule="120.1")
    to = IdFact(mark_message("what is dealt the damage"), "either", rule="120.1")
    amount = NumberFact(mark_message("the amount of damage"), least=0, rule="120.1")
    combat = YesNoFact(
        mark_message("it is combat damage"), mark_message("it is no combat damage"), rule="120.2a", usual=False
    )


class GameEvent(Entity):
    """Something that happens, at one time."""

    noun = "event"

    happens = WordFact(
        mark_message("what happens"), *EVENTS, rule="700.1",
        means="`die`: put into a graveyard from the battlefield; `leave`: the battlefield; `return`: to a hand",
    )  # fmt: skip
    things = IdListFact(
        mark_message("to whom or what it happens"),
        "either",
        rule="700.1",
        means="objects are stated as they are before it",
    )
    amount = NumberFact(mark_message("how much happens"), least=0, rule="700.1", means="cards, life", otherwise=1)
    quality = WordFact(
        mark_message("what kind of things it happens to"), rule="608.2d",
        means="where `things` doesn't say which: `creature`, `creature card in your graveyard`",
    )  # fmt: skip
    by = IdFact(
        mark_message("what makes it happen"), "object", rule="603.12", means="a spell, or the source of an ability"
    )
    timestamp = NumberFact(
        mark_message("when it happens"), rule="614.4", means="as timestamps: a greater number is later"
    )


class LifeChange(Entity):
    """A change of a player's life total."""

    player = IdFact(mark_message("the player whose life total changes"), "player", rule="119.3")
    change = WordFact(
        mark_message("what happens to the life total"), "gains", "loses", "pays", "becomes", "doubles", rule="119.3",
        means="`becomes`: it is set to `amount`; `doubles` needs no amount",
    )  # fmt: skip
    amount = NumberFact(mark_message("the amount of life"), rule="119.3")
    half = WordFact(
        mark_message("how half the life total is rounded"), "rounded up", "rounded down", rule="107.1a",
        means="where the amount is half the life total", unknown="the amount isn't half the life total",
    )  # fmt: skip


class Proposal(Entity):
    """What somebody is about to do."""

    section = "proposed"

    attackers = PartsFact(mark_message("the proposed attackers"), Attack, rule="508.1a", means="[] is no attack")
    blockers = PartsFact(mark_message("the proposed blockers"), Block, rule="509.1a", means="[] is no block")
    damage = PartsFact(mark_message("the proposed damage"), Damage, rule="120.1", means="to be assigned or dealt")
    events = PartsFact(mark_message("what happens"), GameEvent, rule="700.1", means="the earlier first")
    timestamp = NumberFact(
        mark_message("when it happens"), rule="614.4",
        means="as timestamps: effects that came later didn't exist yet; of what is proposed",
    )  # fmt: skip
    agrees = YesNoFact(
        mark_message("the player chooses to do it"), mark_message("the player doesn't choose to do it"), rule="118.12",
        unknown="it is mandatory",
    )  # fmt: skip
    simultaneous = YesNoFact(
        mark_message("it can be done to all of them at the same time"),
        mark_message("it can't be done to all of them at the same time"), rule="608.2f", usual=True,
    )  # fmt: skip
    modes = NumberFact(mark_message("how many modes are to be chosen"), least=0, rule="601.2b")
    adds_step = WordFact(mark_message("the step that an effect adds"), *STEPS, rule="500.10", means="after a phase")
    adds_steps = NumberFact(mark_message("how many such steps an effect adds"), least=0, rule="500.10", otherwise=1)
    chosen = IdListFact(
        mark_message("what has been chosen already"), "object", rule="614.13b",
        means="to change zones, as effects modify how permanents enter",
    )  # fmt: skip
    chosen_for = IdFact(
        mark_message("the permanent for which it has been chosen"),
        "object",
        rule="614.13b",
        unknown="the one that enters",
    )
    targets = IdListFact(mark_message("the proposed targets"), "either", rule="601.2c")
    pays = CountsFact(mark_message("the mana to be paid"), mark_message("the {kind} mana to be paid"), rule="601.2h")
    cost = CostFact(mark_message("the mana cost to be paid"), rule="107.4", means="as printed: `{2}{W/U}{R/P}`")
    x = NumberFact(mark_message("the X of the cost to be paid"), least=0, rule="107.3")
    redirected_to = IdFact(
        mark_message("what noncombat damage is to be redirected to"), "object", rule="306.7",
        means="a planeswalker; only where the rules of the day know it",
    )  # fmt: skip
    choice = WordFact(
        mark_message("what is to be chosen"), rule="105.4", means="a colour, a subtype, a number; as it is said"
    )
    choice_of = WordFact(
        mark_message("what a choice is asked of"), "color", "number", "any number", "card type", "basic land type",
        "artifact type", "battle type", "creature type", "enchantment type", "land type", "planeswalker type",
        "spell type", "planar type", "dungeon type", "card name", "option", rule="205.3e",
        means="`option`: one of several options, and no object or player",
    )  # fmt: skip
    choice_quality = WordListFact(
        mark_message("what a card whose name is chosen has to be"), rule="201.4a",
        means="`artifact`, `nonland`; as its Oracle text has it", otherwise=(),
    )  # fmt: skip
    moves_to = WordFact(mark_message("the zone that the object would be put into"), *ZONES, rule="400.7")
    combat_damage_order = IdListFact(mark_message("the damage assignment order"), "object", rule="510.1c")
    life = NumberFact(mark_message("the life to be paid"), least=0, rule="119.4")
    life_changes = PartsFact(
        mark_message("the proposed changes of life totals"),
        LifeChange,
        rule="119.3",
        means="all of them at the same time",
    )
    division = CountsFact(
        mark_message("the proposed division"), mark_message("what {kind} is to get"), rule="601.2d",
        means="of damage or counters among the targets",
    )  # fmt: skip
    special_action = WordFact(
        mark_message("the special action to be taken"), "turn-face-up", "suspend", "foretell", "plot", "unlock", "companion",
        "planar-die", rule="116.2", unknown="each that the object or player might take",
    )  # fmt: skip
    decision = WordFact(
        mark_message("the decision to be made"), "game", "tournament", "other", rule="722.5",
        means="`game`: one that the rules or objects call for, such as what is cast, targeted, attacked, chosen;"
        " `tournament`: one that tournament rules call for, such as a draw by agreement; `other`: any other, such as"
        " to leave the table or trade a card",
    )  # fmt: skip
    loop = IdListFact(
        mark_message("the players and objects that are involved in a loop"), "either", rule="731.3",
        means="of a fragmented loop, the players who act in it",
    )  # fmt: skip
    shortcut = WordListFact(
        mark_message("the places of a proposed shortcut"), rule="731.2a",
        means="in order, the last one where it ends: `upkeep`, `draw`, `beginning-of-combat`, in any words",
    )  # fmt: skip
    conditional = YesNoFact(
        mark_message("the shortcut has actions that depend on the outcome of an event"),
        mark_message("the shortcut has no actions that depend on the outcome of an event"), rule="731.2a", usual=False,
    )  # fmt: skip
    ends_with_priority = YesNoFact(
        mark_message("the shortcut ends where a player has priority"), mark_message("the shortcut ends where no player has priority"),
        rule="731.2a", usual=True,
    )  # fmt: skip

    # Searching and shuffling.
    search = WordListFact(
        mark_message("the zones that are searched"), *ZONES, rule="701.23a", means="of the player who is asked about"
    )
    search_for = WordFact(
        mark_message("what is searched for"), rule="701.23b",
        means="`basic land card`, `named Howling Mine`; `undefined` if it refers to something that there isn't",
        unknown="any cards; as many as `search_quantity` says",
    )  # fmt: skip
    search_quantity = NumberFact(
        mark_message("how many cards are searched for"), least=0, rule="701.23d", unknown="all that there are"
    )
    search_portion = NumberFact(
        mark_message("how many cards of the library are searched instead of all"), least=0, rule="701.23f",
        unknown="the whole zone",
    )  # fmt: skip
    then_shuffle = YesNoFact(
        mark_message("the library is to be shuffled after it has been searched"),
        mark_message("nothing is to be shuffled after the search"), rule="701.24a", otherwise=False,
    )  # fmt: skip
    shuffled_in = IdListFact(
        mark_message("the objects that are to be shuffled into the library"), "object", rule="701.24c",
        means="[] is a set without any",
    )  # fmt: skip
    shuffled_from = WordFact(
        mark_message("the zone from which they are to be shuffled into the library"), *ZONES, rule="701.24c"
    )
    on_top = IdListFact(
        mark_message("the objects to be put on top of the library at the same time"),
        "object",
        rule="701.24g",
        otherwise=(),
    )
