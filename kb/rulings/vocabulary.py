"""The vocabulary: every fact that a situation can state, by what it is a fact of.

This is the one table of facts. docs/situations.md, the JSON Schema, the checking of situations and the options
of `rules ask` are made from it. Rule numbers are those of the edition of 2026-01-16.

To add a fact, declare it here; an encoded rule then reads it as an attribute of its thing.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from kb.rulings.facts import (
    CostFact,
    CountsFact,
    IdFact,
    IdsFact,
    KeywordsFact,
    NumberFact,
    PartsFact,
    Thing,
    TypeLineFact,
    WordFact,
    WordsFact,
    YesNoFact,
)
from kb.rulings.logic import Claim, Truth, all_of, any_of, not_, some, stated, unknown
from kb.rulings.type_line import CARD_TYPES, SUPERTYPES, parse
from kb.tongue import later

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kb.rulings.situation import Situation

MAIN_PHASES = ("main", "precombat-main", "postcombat-main")
PHASES = ("beginning", *MAIN_PHASES, "combat", "ending")
STEPS = {
    "untap": "beginning", "upkeep": "beginning", "draw": "beginning", "beginning-of-combat": "combat",
    "declare-attackers": "combat", "declare-blockers": "combat", "combat-damage": "combat",
    "end-of-combat": "combat", "end": "ending", "cleanup": "ending",
}  # fmt: skip
"""Each step with its phase (500.1, 501 to 514)."""

ZONES = ("library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "ante", "outside")
COLORS = ("white", "blue", "black", "red", "green")
TYPE_OF_SUBTYPE = {
    "aura": "enchantment", "saga": "enchantment", "role": "enchantment", "class": "enchantment", "case": "enchantment",
    "equipment": "artifact", "fortification": "artifact", "vehicle": "artifact", "spacecraft": "artifact",
    "siege": "battle",
}  # fmt: skip
"""Subtypes that rules ask for, each with the card type that it belongs to: no object has it without (205.3d)."""
SECTORS = ("alpha", "beta", "gamma")


class Game(Thing):
    """The game and its turn."""

    section = "game"

    variant = WordFact(
        later("the variant"), "normal", "commander", "two-headed-giant", "archenemy", "planechase", "vanguard",
        "conspiracy", "free-for-all", "grand-melee", "brawl",
        rule="800.1", means="which variant is played", otherwise="normal",
        unknown="`normal`; by state-based actions, what commanders, schemes or phenomena tell",
    )  # fmt: skip
    turn = NumberFact(later("the number of the turn"), least=1, rule="500.1", means="which turn of the game it is")
    active = IdFact(later("the active player"), "player", rule="102.1", means="whose turn it is")
    starting = IdFact(later("the starting player"), "player", rule="103.1", means="who takes or took the first turn")
    phase = WordFact(
        later("the phase"), *PHASES, rule="500.1",
        means="`main` is a main phase, whichever of the two; where `step` is stated, its phase needn't be",
    )  # fmt: skip
    step = WordFact(
        later("the step"), *STEPS, rule="500.1", means="of that phase",
        unknown="unknown; a main phase has no steps (505.2)",
    )  # fmt: skip
    priority = IdFact(later("the player who has priority"), "player", rule="117.1")
    stack = IdsFact(
        later("the stack"), "name", rule="405.1", means="what is on the stack, from the bottom to the top; [] is empty"
    )
    monarch = IdFact(later("the monarch"), "player", rule="725.1")
    defending = IdsFact(
        later("the defending players"), "player", rule="506.2", means="where not every opponent is one",
        unknown="each opponent of the active player",
    )  # fmt: skip
    initiative = IdFact(later("the player who has the initiative"), "player", rule="726.1")
    first_combat_damage = YesNoFact(
        later("this combat has two combat damage steps, and this is the first"),
        later("this isn't the first of two combat damage steps"),
        rule="510.4", otherwise=False,
    )  # fmt: skip
    resolving = YesNoFact(
        later("a spell or ability is resolving"),
        later("no spell or ability is resolving"), rule="608.2", otherwise=False,
    )  # fmt: skip
    pending_triggers = YesNoFact(
        later("triggered abilities are waiting to be put on the stack"),
        later("no triggered abilities are waiting to be put on the stack"),
        rule="704.3", otherwise=False,
    )  # fmt: skip
    just_happened = WordFact(
        later("what happened before somebody gets priority"), "beginning", "resolution", "action", "pass", rule="117.3",
        means="a step or phase began, something resolved, a player acted or passed", otherwise="beginning",
    )  # fmt: skip
    paying = IdFact(
        later("the player who is asked to pay mana"), "player", rule="605.3a",
        means="while casting, activating or resolving; `none` if nobody is", usual="none",
    )  # fmt: skip
    ends = WordFact(
        later("what ends now"), "step", "phase", rule="500.5", means="whether only a step ends, or a phase",
        unknown="a phase, where unspent mana is asked about", otherwise="phase",
    )  # fmt: skip

    def is_variant(self, *names: str, told: bool) -> Truth:
        """Whether one of some variants is played: as stated, else where what only it has tells so."""
        if "variant" not in self.given and told:
            claim = Claim(later("the variant is {name}, as what is stated tells"), (("name", names[0]),))
            return Truth(True, claim=claim, facts=(f"{self.path}.variant",), assumed=True)
        return self.variant.one_of(*names)

    @property
    def is_main_phase(self) -> Truth:
        """Whether it is a main phase."""
        return self.phase.one_of(*MAIN_PHASES)


class Player(Thing):
    """A player."""

    section = "players"

    life = NumberFact(
        later("the life total of {it}"), rule="119.1", usual=20,
        means="in Two-Headed Giant the team's; state it of one of its players",
    )  # fmt: skip
    poison = NumberFact(
        later("the number of poison counters of {it}"), least=0, rule="122.1f", usual=0,
        means="in Two-Headed Giant the team's; state it of one of its players",
    )  # fmt: skip
    counters = CountsFact(
        later("the counters of {it}"), later("the number of {kind} counters of {it}"), rule="122.1",
        means="other kinds than poison", usual={},
    )  # fmt: skip
    hand = NumberFact(later("the number of cards in the hand of {it}"), least=0, rule="402.1")
    maximum_hand = NumberFact(later("the maximum hand size of {it}"), least=0, rule="402.2", usual=7)
    library = NumberFact(later("the number of cards in the library of {it}"), least=0, rule="401.1")
    mana = CountsFact(
        later("the unspent mana of {it}"), later("the unspent {kind} mana of {it}"), rule="106.4",
        means="by type: white, blue, black, red, green, colorless", usual={},
    )  # fmt: skip
    lands_played = NumberFact(
        later("the number of lands that {it} has played this turn"), least=0, rule="305.2", history=True, usual=0
    )
    drew_from_empty_library = YesNoFact(
        later("{it} attempted to draw from an empty library since state-based actions were last checked"),
        later("{it} didn't attempt to draw from an empty library"),
        rule="704.5b", history=True, usual=False,
    )  # fmt: skip
    life_lost = NumberFact(later("the life that {it} has lost this turn"), least=0, rule="119.3", history=True, usual=0)
    damage_dealt = NumberFact(
        later("the damage that {it} has been dealt this turn"), least=0, rule="120.2", history=True, usual=0
    )
    commander_damage = CountsFact(
        later("the combat damage that commanders have dealt to {it}"),
        later("the combat damage that {kind} dealt to {it}"),
        to="object", rule="903.10a", means="by commander, over the game", usual={},
    )  # fmt: skip
    mulligans = NumberFact(later("the number of mulligans that {it} has taken"), least=0, rule="103.5", history=True)
    team = WordFact(
        later("the team of {it}"), rule="808.1", means="players of one team are no opponents",
        unknown="each player is a team",
    )  # fmt: skip
    speed = NumberFact(later("the speed of {it}"), least=0, rule="702.179", means="0 is no speed", usual=0)
    dungeon = IdFact(
        later("the dungeon that {it} is in"), "object", rule="309.4", means="whose venture marker is on it"
    )
    keywords = KeywordsFact(
        later("the keyword abilities of {it}"), rule="702.1", means="that effects give to the player: `hexproof`",
        unknown="none", otherwise=(),
    )  # fmt: skip
    hand_modifier = NumberFact(later("the hand modifier of the vanguard card of {it}"), rule="211.1")
    life_modifier = NumberFact(later("the life modifier of the vanguard card of {it}"), rule="212.1")
    archenemy = YesNoFact(later("{it} is the archenemy"), later("{it} isn't the archenemy"), rule="904.2a", usual=False)
    deck = NumberFact(
        later("the number of cards in the deck of {it}"), least=0, rule="100.2", means="before the game, with commander"
    )  # fmt: skip
    sideboard = NumberFact(later("the number of cards in the sideboard of {it}"), least=0, rule="100.4", usual=0)
    lost = YesNoFact(later("{it} has lost the game"), later("{it} is in the game"), rule="104.5", otherwise=False)
    conceded = YesNoFact(later("{it} concedes"), later("{it} doesn't concede"), rule="104.3a", otherwise=False)
    starting_hand = NumberFact(
        later("the starting hand size of {it}"), least=0, rule="103.5", unknown="as the variant has it, or seven"
    )
    cards_drawn = NumberFact(
        later("the number of cards that {it} has drawn this turn"), least=0, rule="121.2b", history=True, usual=0
    )
    companion = YesNoFact(
        later("{it} has chosen a companion"), later("{it} has chosen no companion"), rule="702.139a", usual=False
    )
    companion_taken = YesNoFact(
        later("{it} has put the companion into the hand"), later("{it} hasn't put the companion into the hand"),
        rule="116.2g", history=True, usual=False,
    )  # fmt: skip

    @property
    def has_priority(self) -> Truth:
        """Whether the player has priority."""
        return self.now.game.priority == self

    @property
    def is_active(self) -> Truth:
        """Whether it is the player's turn."""
        return self.now.game.active == self

    def controls(self, thing: Object) -> Truth:
        """Whether the player controls an object."""
        return thing.controller == self

    def owns(self, thing: Object) -> Truth:
        """Whether the player owns an object."""
        return thing.owner == self

    @property
    def teammates(self) -> tuple[Player, ...]:
        """The other players of the player's team, where it is stated."""
        mine = self.given.get("team")
        others = (each for each in self.now.players if each.id != self.id and mine is not None)
        return tuple(each for each in others if each.given.get("team") == mine)

    @property
    def opponents(self) -> tuple[Player, ...]:
        """The players of the game who aren't of the player's team (102.2, 102.3)."""
        mine = self.given.get("team")
        return tuple(
            each for each in self.now.players if each.id != self.id and (mine is None or each.given.get("team") != mine)
        )


class Ability(Thing):
    """An ability of an object."""

    kind = WordFact(
        later("the kind of {it}"), "activated", "triggered", "static", "spell", rule="113.3", usual="activated"
    )
    loyalty_cost = NumberFact(
        later("the loyalty cost of {it}"), rule="606.4",
        means="+1 is 1, -3 is -3; stated, it is a loyalty ability", unknown="not a loyalty ability",
    )  # fmt: skip
    cost = WordFact(later("the cost of {it}"), rule="118.1", means="as printed: `{2}{R}, {T}`")
    has_tap_symbol = YesNoFact(
        later("the cost of {it} has the tap or untap symbol"), later("the cost of {it} has no tap or untap symbol"),
        rule="602.5a", usual=False,
    )  # fmt: skip
    adds_mana = YesNoFact(
        later("{it} could add mana when it resolves"), later("{it} couldn't add mana"), rule="605.1", usual=False
    )
    has_target = YesNoFact(later("{it} has a target"), later("{it} has no target"), rule="115.1", usual=False)
    triggers_from_mana = YesNoFact(
        later("{it} triggers from a mana ability or from mana being added"),
        later("{it} doesn't trigger from mana"), rule="605.1b", usual=False,
    )  # fmt: skip
    timing = WordFact(
        later("when {it} says that it can be activated"), "instant", "sorcery", "own-turn",
        rule="602.5d", means="what the ability itself says", usual="instant",
    )  # fmt: skip
    trigger = WordFact(
        later("when {it} triggers"), "attacks", "is-attacked", "attacks-with", "player-attacks",
        "player-attacks-player",
        "attacks-unblocked", "blocks", "blocks-a-creature", "becomes-blocked", "becomes-blocked-by-a-creature",
        rule="508.3", means="as attackers or blockers are declared; `attacks`: “Whenever [a creature] attacks”",
    )  # fmt: skip
    watches = IdsFact(
        later("what {it} watches"), "either", rule="508.3",
        means="the creatures, or the players and permanents that are attacked, that its trigger speaks of",
        unknown="the object that has it; its controller, where it triggers on being attacked",
    )  # fmt: skip
    activated_this_turn = NumberFact(
        later("the number of times that {it} was activated this turn"), least=0, rule="602.5b", usual=0
    )
    most_each_turn = NumberFact(
        later("the number of times that {it} can be activated each turn"), least=0, rule="602.5b"
    )
    level = NumberFact(
        later("the level that {it} gives"), least=2, rule="716.2a", means="of a class level bar",
        unknown="not a level ability",
    )  # fmt: skip
    only_if_solved = YesNoFact(
        later("{it} is preceded by “Solved”"), later("{it} isn't preceded by “Solved”"), rule="719.3c", usual=False
    )
    keyword = WordFact(
        later("the keyword ability that {it} is"), rule="702.1", means="`unearth`, `cycling`, `level up`",
        unknown="none that has a rule about its time or place",
    )  # fmt: skip
    ever_activated = YesNoFact(
        later("{it} has been activated before"),
        later("{it} hasn't been activated before"),
        rule="702.177a",
        usual=False,
    )
    any_player = YesNoFact(
        later("{it} says that any player can activate it"), later("{it} doesn't say that any player can activate it"),
        rule="602.2", otherwise=False,
    )  # fmt: skip
    text = WordFact(later("the text of {it}"), rule="113.1")


def _with_types(given: dict[str, Any]) -> dict[str, Any]:
    """What is stated of an object or face, with the types of its type line where one is stated."""
    if not given.get("type_line"):
        return given
    line = parse(given["type_line"])
    return {"types": line.types, "supertypes": line.supertypes, "subtypes": line.subtypes} | given


class Face(Thing):
    """A face or half of a card that has two."""

    def __init__(self, identity: str, now: Situation, given: dict[str, Any]) -> None:
        super().__init__(identity, now, _with_types(given))

    name = WordFact(later("the name of {it}"), rule="201.1")
    types = KeywordsFact(later("the card types of {it}"), *CARD_TYPES, rule="205.2a")
    subtypes = KeywordsFact(later("the subtypes of {it}"), rule="205.3")
    supertypes = KeywordsFact(later("the supertypes of {it}"), *SUPERTYPES, rule="205.4a")
    type_line = TypeLineFact(
        later("the type line of {it}"), rule="205.1", means="as printed; instead of the three above"
    )
    mana_cost = CostFact(later("the mana cost of {it}"), rule="202.1")
    colors = KeywordsFact(later("the colours of {it}"), *COLORS, rule="105.2")
    color_indicator = KeywordsFact(later("the colour indicator of {it}"), *COLORS, rule="204.1")
    text = WordFact(later("the rules text of {it}"), rule="207.1", means="as printed, for colour identity")
    power = NumberFact(later("the power of {it}"), rule="208.1")
    toughness = NumberFact(later("the toughness of {it}"), rule="208.1")


class Object(Thing):
    """An object: a card, a token, a copy, a permanent, a spell, an ability on the stack, an emblem."""

    section = "objects"

    def __init__(self, identity: str, now: Situation, given: dict[str, Any]) -> None:
        super().__init__(identity, now, _with_types(given))

    # What it is and where.
    zone = WordFact(later("the zone of {it}"), *ZONES, rule="400.1", usual="battlefield")
    controller = IdFact(later("the controller of {it}"), "player", rule="108.4")
    owner = IdFact(later("the owner of {it}"), "player", rule="108.3")
    name = WordFact(later("the name of {it}"), rule="201.1")
    types = KeywordsFact(later("the card types of {it}"), *CARD_TYPES, rule="205.2a", means="as they are now")
    subtypes = KeywordsFact(
        later("the subtypes of {it}"),
        rule="205.3",
        means="as they are now, in lower case or not",
        closed=True,
        usual=(),
    )
    supertypes = KeywordsFact(
        later("the supertypes of {it}"), *SUPERTYPES, rule="205.4a", means="as they are now",
        unknown="unknown; for a planeswalker, what the errata of the time gave it (306.4)", closed=True, usual=(),
    )  # fmt: skip
    colors = KeywordsFact(later("the colours of {it}"), *COLORS, rule="105.2", means="[] is colourless")
    color_identity = KeywordsFact(later("the colour identity of {it}"), *COLORS, rule="903.4")
    color_indicator = KeywordsFact(later("the colour indicator of {it}"), *COLORS, rule="204.1", usual=())
    mana_cost = CostFact(
        later("the mana cost of {it}"), rule="202.1", means="as printed: `{2}{W/U}`; `none` if there is none"
    )
    mana_value = NumberFact(later("the mana value of {it}"), least=0, rule="202.3")
    x = NumberFact(later("the X of {it}"), least=0, rule="107.3")
    power = NumberFact(later("the power of {it}"), rule="208.1", means="as it is now, with all effects and counters")
    toughness = NumberFact(
        later("the toughness of {it}"), rule="208.1", means="as it is now, with all effects and counters"
    )
    loyalty = NumberFact(
        later("the printed loyalty of {it}"), least=0, rule="306.5a", means="printed in the lower right corner"
    )
    defense = NumberFact(
        later("the printed defense of {it}"), least=0, rule="310.4a", means="printed in the lower right corner"
    )
    keywords = KeywordsFact(
        later("the keyword abilities of {it}"), rule="702.1",
        means="that it has now, as the rules call them: `first strike`, `protection from red`", closed=True, usual=(),
    )  # fmt: skip
    abilities = PartsFact(
        later("the abilities of {it}"), Ability, rule="113.1", means="those that matter", closed=True, usual=()
    )
    text = WordFact(
        later("the rules text of {it}"), rule="207.1", means="as printed, for colour identity",
        unknown="taken to have no mana symbols",
    )  # fmt: skip
    faces = PartsFact(later("the faces of {it}"), Face, rule="712.1", means="front first; halves of a split card")
    face_up = WordFact(later("the face of {it} that is up"), "front", "back", rule="712.8", usual="front")
    layout = WordFact(
        later("the layout of {it}"), "normal", "split", "flip", "adventurer", "transforming", "modal", "meld", "omen",
        "prepare", "leveler", "prototype", rule="200.1", usual="normal",
    )  # fmt: skip
    token = YesNoFact(later("{it} is a token"), later("{it} is no token"), rule="111.1", closed=True, usual=False)
    card = YesNoFact(later("{it} is a card"), later("{it} is no card"), rule="108.2", usual=True)
    copy = WordFact(
        later("what {it} is a copy of"), "no", "spell", "card", "permanent", rule="707.1",
        means="`spell`, `card`: it is a copy of one and no card itself", closed=True, usual="no",
    )  # fmt: skip
    commander = YesNoFact(
        later("{it} is a commander"), later("{it} is no commander"), rule="903.3", closed=True, usual=False
    )
    emblem = YesNoFact(later("{it} is an emblem"), later("{it} is no emblem"), rule="114.1", otherwise=False)
    base_power = NumberFact(
        later("the power of {it} before effects and counters"), rule="208.4",
        means="printed, or defined by a characteristic-defining ability",
    )  # fmt: skip
    base_toughness = NumberFact(
        later("the toughness of {it} before effects and counters"), rule="208.4", means="likewise"
    )  # fmt: skip
    type_line = TypeLineFact(
        later("the type line of {it}"), rule="205.1",
        means="as printed: `Legendary Creature — Goblin Wizard`; instead of `types`, `subtypes` and `supertypes`",
    )  # fmt: skip
    cast_as = WordFact(
        later("how {it} was cast"), "normal", "left", "right", "fused", "adventure", "omen", "prototype", "back",
        rule="601.2b", means="which half, face or set of characteristics; of a permanent, of the spell that it was",
        usual="normal",
    )  # fmt: skip
    other_names = WordsFact(
        later("the other names of {it}"), rule="201.2a", means="names that it has besides, and interchangeable ones",
        usual=(),
    )  # fmt: skip
    can_be_commander = YesNoFact(
        later("{it} has an ability that says that it can be a commander"),
        later("{it} has no ability that says that it can be a commander"), rule="903.3a", usual=False,
    )  # fmt: skip
    has_power_box = YesNoFact(
        later("{it} has a power/toughness box"), later("{it} has no power/toughness box"), rule="903.3",
        means="asked of Spacecraft",
    )  # fmt: skip
    produces = KeywordsFact(
        later("the colours of mana that {it} could produce"), *COLORS, rule="903.5d",
        unknown="unknown; of a land with basic land types, those of the types (305.6)",
    )  # fmt: skip
    put_there_since_check = YesNoFact(
        later("{it} was put into its zone since state-based actions were last checked"),
        later("{it} was in its zone when state-based actions were last checked"),
        rule="704.6d", history=True,
    )  # fmt: skip

    # The status and state of a permanent.
    tapped = YesNoFact(later("{it} is tapped"), later("{it} is untapped"), rule="110.5", usual=False)
    face_down = YesNoFact(later("{it} is face down"), later("{it} is face up"), rule="708.1", otherwise=False)
    phased_out = YesNoFact(later("{it} is phased out"), later("{it} is phased in"), rule="702.26b", otherwise=False)
    counters = CountsFact(
        later("the counters on {it}"), later("the number of {kind} counters on {it}"), rule="122.1",
        means="all of them: kinds that aren't listed are 0. Kinds: `loyalty`, `+1/+1`, `-1/-1`, `lore`",
        closed=True, usual={},
    )  # fmt: skip
    counter_limits = CountsFact(
        later("the most counters that {it} can have"),
        later("the most {kind} counters that {it} can have"), rule="704.5r",
        closed=True, usual={},
    )  # fmt: skip
    damage = NumberFact(
        later("the damage marked on {it}"), least=0, rule="120.6", means="this turn, and not removed", usual=0
    )
    deathtouch_damage = YesNoFact(
        later("{it} was dealt damage by a source with deathtouch since state-based actions were last checked"),
        later("{it} wasn't dealt damage by a source with deathtouch"), rule="704.5h", history=True, usual=False,
    )  # fmt: skip
    damaged_by = IdsFact(
        later("what dealt damage to {it} this turn"), "object", rule="120.1", history=True,
    )  # fmt: skip
    attached_to = IdFact(
        later("what {it} is attached to"), "either", rule="701.3a",
        means="`none` if it is attached to nothing", closed=True, usual="none",
    )  # fmt: skip
    enchant = WordsFact(
        later("what {it} can enchant"), rule="303.4a",
        means="of its enchant ability: `creature`, `land`, `player`, `permanent`, `creature card in a graveyard`",
    )  # fmt: skip
    controlled_since_turn_began = YesNoFact(
        later("the controller of {it} has controlled it continuously since their most recent turn began"),
        later("the controller of {it} hasn't controlled it continuously since their most recent turn began"),
        rule="302.6", history=True,
    )  # fmt: skip
    timestamp = NumberFact(
        later("the timestamp of {it}"), rule="613.7", means="when it came; a greater number is later"
    )
    legendary_since = NumberFact(
        later("when {it} became legendary"), rule="704.5j",
        means="a greater number is later; asked only by rules of before 2004-10-01",
        unknown="its timestamp, where that is stated",
    )  # fmt: skip
    world_since = NumberFact(
        later("when {it} got the supertype world"), rule="704.5k", means="a greater number is later",
        unknown="its timestamp, where that is stated",
    )  # fmt: skip
    loyalty_activated = YesNoFact(
        later("a loyalty ability of {it} has been activated this turn"),
        later("no loyalty ability of {it} has been activated this turn"), rule="606.3", history=True, usual=False,
    )  # fmt: skip
    pending_ability = YesNoFact(
        later("an ability of {it} has triggered and not yet left the stack"),
        later("no ability of {it} has triggered that is yet to leave the stack"), rule="704.5s", usual=False,
        unknown="told by `stack`, where that is stated and `pending_triggers` is `no`; else unknown",
    )  # fmt: skip
    final_chapter = NumberFact(
        later("the final chapter of {it}"), least=0, rule="714.2d", means="0: no chapter ability"
    )
    class_level = NumberFact(later("the level of {it}"), least=1, rule="716.2a", usual=1)
    solved = YesNoFact(later("{it} is solved"), later("{it} isn't solved"), rule="719.3b", usual=False)
    room = NumberFact(later("the room of {it} that the venture marker is on"), least=1, rule="309.4")
    bottom_room = NumberFact(later("the bottommost room of {it}"), least=1, rule="309.6")
    sector = WordFact(later("the sector of {it}"), "none", *SECTORS, rule="702.158", usual="none")
    protector = IdFact(
        later("the protector of {it}"), "player", rule="310.8", means="`none` if no player is designated"
    )
    goaded_by = IdsFact(later("who goaded {it}"), "player", rule="701.15", closed=True, usual=())
    regeneration_shields = NumberFact(later("the regeneration shields of {it}"), least=0, rule="701.19", usual=0)

    # Combat.
    attacking = IdFact(
        later("what {it} is attacking"),
        "either",
        rule="508.1k",
        means="`none` if it isn't attacking",
        closed=True,
        usual="none",
    )
    blocking = IdsFact(later("what {it} is blocking"), "object", rule="509.1g", closed=True, usual=())
    blocked_by = IdsFact(
        later("what {it} is blocked by"),
        "object",
        rule="509.1h",
        means="in damage assignment order, where there is one",
    )
    blocked = YesNoFact(later("{it} is blocked"), later("{it} is unblocked"), rule="509.1h")
    removed_from_combat = YesNoFact(
        later("{it} has been removed from combat"),
        later("{it} hasn't been removed from combat"),
        rule="506.4",
        otherwise=False,
    )
    was_attacking = IdFact(
        later("what {it} was attacking before it was removed from combat"), "either", rule="508.5", history=True
    )
    declared_attacking = IdFact(
        later("what {it} was declared as attacking"), "either", rule="508.7a", history=True,
        means="`none` if it wasn't declared as an attacker this combat",
    )  # fmt: skip
    regenerated = YesNoFact(
        later("{it} has regenerated this combat"), later("{it} hasn't regenerated this combat"), rule="506.4",
        history=True, otherwise=False,
    )  # fmt: skip
    changed_controller = YesNoFact(
        later("the controller of {it} has changed this combat"),
        later("the controller of {it} hasn't changed this combat"),
        rule="506.4", history=True, otherwise=False,
    )  # fmt: skip
    dealt_first_strike_damage = YesNoFact(
        later("{it} dealt combat damage in the first combat damage step"),
        later("{it} dealt no combat damage in the first combat damage step"), rule="510.4", history=True, usual=False,
    )  # fmt: skip

    # Spells and abilities on the stack, and cards to be cast.
    source = IdFact(later("the source of {it}"), "object", rule="113.7", means="of an ability on the stack")
    targets = IdsFact(later("the targets of {it}"), "either", rule="115.1")
    legal_targets = IdsFact(
        later("the targets of {it} that are still legal"), "either", rule="608.2b",
        means="where the situation says so", unknown="what the rules say of each target",
    )  # fmt: skip
    can_target = WordsFact(later("what {it} can target"), rule="115.1", means="`creature`, `player`, `any`, `land`")
    cast_from = WordFact(later("the zone that {it} was cast from"), *ZONES, rule="601.2a", history=True)
    cast_this_turn = YesNoFact(
        later("{it} was cast this turn"), later("{it} wasn't cast this turn"), rule="601.2i", history=True
    )
    times_cast_from_command = NumberFact(
        later("how often {it} was cast from the command zone"), least=0, rule="903.8", history=True, usual=0
    )
    legal_choices = YesNoFact(
        later("all the choices and targets that {it} needs can be made"),
        later("not all the choices and targets that {it} needs can be made"), rule="601.2", usual=True,
    )  # fmt: skip
    payable = YesNoFact(later("the costs of {it} can be paid"), later("the costs of {it} can't be paid"), rule="601.2h",
        usual=True)  # fmt: skip
    choices = KeywordsFact(
        later("the qualities that choices made while casting {it} can give it"), rule="601.3a",
        means="such as `aura` for bestow; what an X and keywords bring about needn't be stated", otherwise=(),
    )  # fmt: skip
    alternative_mana_cost = WordFact(
        later("the alternative cost in mana of {it}"), rule="118.9d",
        means="that is to be paid instead of its mana cost",
        unknown="none",
    )  # fmt: skip
    attacked_this_turn = YesNoFact(
        later("{it} attacked this turn"),
        later("{it} didn't attack this turn"),
        rule="702.142a",
        history=True,
        usual=False,
    )
    alternative_costs = WordsFact(
        later("the alternative costs to be paid for {it}"), rule="118.9a",
        means="`flashback`, `without paying its mana cost`; [] if its mana cost is to be paid", otherwise=(),
    )  # fmt: skip
    foretold = YesNoFact(later("{it} is foretold"), later("{it} isn't foretold"), rule="702.143c", otherwise=False)
    plotted = YesNoFact(later("{it} is plotted"), later("{it} isn't plotted"), rule="702.170a", otherwise=False)
    exiled_this_turn = YesNoFact(
        later("{it} became foretold or plotted this turn"), later("{it} became foretold or plotted in an earlier turn"),
        rule="702.143a", history=True, usual=False,
    )  # fmt: skip
    locked_halves = NumberFact(later("the number of locked halves of {it}"), least=0, rule="709.5", usual=0)
    target_words = NumberFact(
        later("how often {it} says “target”"), least=1, rule="115.3",
        means="if more than once, `can_target` says what each takes, and targets are in that order", otherwise=1,
    )  # fmt: skip
    changed_zones = YesNoFact(
        later("{it} has changed zones since it was targeted"), later("{it} is in the zone in which it was targeted"),
        rule="608.2b", history=True, usual=False,
    )  # fmt: skip
    condition = YesNoFact(
        later("the condition of the “if” clause of {it} is true"),
        later("the condition of the “if” clause of {it} is false"),
        rule="603.4", means="of a triggered ability that has one", unknown="it has no such clause",
    )  # fmt: skip

    def is_a(self, word: str) -> Truth:
        """Whether it has a card type."""
        return self.types.has(word)

    def is_subtype(self, word: str) -> Truth:
        """Whether it has a subtype: an aura, an equipment, a saga. None has it without its card type (205.3d)."""
        belongs_to = TYPE_OF_SUBTYPE.get(word)
        if not self.subtypes.known and belongs_to is not None and self.types.known and belongs_to not in self.types:
            return self.types.has(belongs_to)
        return self.subtypes.has(word)

    def has(self, keyword: str) -> Truth:
        """Whether it has a keyword ability."""
        return self.keywords.has(keyword)

    @cached_property
    def is_permanent(self) -> Truth:
        """Whether it is on the battlefield and phased in: what is phased out is treated as though it didn't exist."""
        return all_of(self.zone == "battlefield", not_(self.phased_out))

    def stands_as(self, word: str) -> Truth:
        """Whether it is a permanent of a card type: what the rules call "a creature", "a land" (109.2)."""
        if word not in self._stands:
            self._stands[word] = all_of(self.is_permanent, self.types.has(word))
        return self._stands[word]

    @cached_property
    def _stands(self) -> dict[str, Truth]:
        # A situation of 200 permanents asks this of each of them for many rules.
        return {}

    def stands_as_subtype(self, word: str) -> Truth:
        """Whether it is a permanent of a subtype: what the rules call "an Aura", "a Saga" (109.2)."""
        return all_of(self.is_permanent, self.is_subtype(word))

    @property
    def has_pending_ability(self) -> Truth:
        """Whether it is the source of an ability that has triggered but not yet left the stack.

        As stated; else told by the stack, where that is stated, and that no triggered ability waits to be put on it.
        """
        stack, none_waits = self.now.game.stack, self.now.game.given.get("pending_triggers") is False
        if "pending_ability" in self.given or not stack.known or not none_waits:
            return self.pending_ability
        if not stack.value:
            return not_(stack.empty)
        return some(self._is_source_of(self.now.object(each)) for each in stack)

    def _is_source_of(self, other: Object | None) -> Truth:
        """Whether something on the stack is an ability of it; what has types there is a spell."""
        if other is not None and "source" in other.given:
            return other.source == self
        spell = other is not None and "types" in other.given
        return stated(False) if spell else unknown(f"{self.path}.pending_ability")

    @property
    def is_spell(self) -> Truth:
        """Whether it is a spell on the stack (112.1): a card or a copy of one, not an ability."""
        return all_of(self.zone == "stack", any_of(self.card, self.copy.one_of("spell", "card")))

    @property
    def host(self) -> Object | Player | None:
        """What it is attached to, if that is listed."""
        return self.now.thing(self.attached_to.value or "")


class Attack(Thing):
    """A creature that is to be declared as an attacker."""

    creature = IdFact(later("the attacking creature"), "object", rule="508.1a")
    attacks = IdFact(later("what it is to attack"), "either", rule="508.1b", means="a player, planeswalker or battle")


class Block(Thing):
    """A creature that is to be declared as a blocker."""

    creature = IdFact(later("the blocking creature"), "object", rule="509.1a")
    blocks = IdsFact(later("what it is to block"), "object", rule="509.1a")


class Damage(Thing):
    """Damage that is to be assigned or dealt."""

    source = IdFact(later("the source of the damage"), "object", rule="120.1")
    to = IdFact(later("what is dealt the damage"), "either", rule="120.1")
    amount = NumberFact(later("the amount of damage"), least=0, rule="120.1")
    combat = YesNoFact(later("it is combat damage"), later("it is no combat damage"), rule="120.2a", usual=False)


class Proposed(Thing):
    """What somebody is about to do."""

    section = "proposed"

    attackers = PartsFact(later("the proposed attackers"), Attack, rule="508.1a", means="[] is no attack")
    blockers = PartsFact(later("the proposed blockers"), Block, rule="509.1a", means="[] is no block")
    damage = PartsFact(later("the proposed damage"), Damage, rule="120.1", means="to be assigned or dealt")
    targets = IdsFact(later("the proposed targets"), "either", rule="601.2c")
    pays = CountsFact(later("the mana to be paid"), later("the {kind} mana to be paid"), rule="601.2h")
    redirected_to = IdFact(
        later("what noncombat damage is to be redirected to"), "object", rule="306.7",
        means="a planeswalker; only where the rules of the day know it",
    )  # fmt: skip
    choice = WordFact(later("what is to be chosen"), rule="105.4", means="a colour, a subtype, a number; as it is said")
    choice_of = WordFact(
        later("what a choice is asked of"), "color", "number", "any number", "card type", "basic land type",
        "artifact type", "battle type", "creature type", "enchantment type", "land type", "planeswalker type",
        "spell type", "planar type", "dungeon type", rule="205.3e",
    )  # fmt: skip
    moves_to = WordFact(later("the zone that the object would be put into"), *ZONES, rule="400.7")
    combat_damage_order = IdsFact(later("the damage assignment order"), "object", rule="510.1c")
    life = NumberFact(later("the life to be paid"), least=0, rule="119.4")
    division = CountsFact(
        later("the proposed division"), later("what {kind} is to get"), rule="601.2d",
        means="of damage or counters among the targets",
    )  # fmt: skip
    special_action = WordFact(
        later("the special action to be taken"), "turn-face-up", "suspend", "foretell", "plot", "unlock", "companion",
        "planar-die", rule="116.2", unknown="each that the object or player might take",
    )  # fmt: skip


class Effect(Thing):
    """What a card or another effect says. Effects that aren't listed aren't there (101.1)."""

    section = "effects"

    source = WordFact(later("the source of the effect"), means="id or name of the card that says it")
    says = WordFact(
        later("what the effect says"), "can", "cant", "must", "additional", "at-most", "at-least", "as-though",
        "costs", "enters", "is", "gains", "loses", "replaces", "prevents", "gets", "switches", "doubles", "triples",
        "other",
        rule="101.2",
        means="`can`, `cant`, `must`: that `does` may, can't, or has to happen; `additional`: so many more (`amount`)"
        " than the rules allow; `at-most`, `at-least`: so many; `as-though`: as though it had `quality`; `is`, `gains`,"
        " `loses`, `gets`, `switches`: what it does to characteristics",
    )  # fmt: skip
    does = WordFact(
        later("what the effect is about"), "attack", "block", "be-blocked", "be-attacked", "cast", "activate",
        "play-land", "be-targeted", "be-destroyed", "be-sacrificed", "be-countered", "be-regenerated", "be-attached",
        "untap", "tap", "draw", "gain-life", "lose-life", "lose-game", "win-game", "draw-game", "deal-damage",
        "be-dealt-damage",
        "put-counters", "mulligan", "enter", "die", "transform", "phase-in", "other", rule="101.2",
    )  # fmt: skip
    objects = IdsFact(later("the objects that the effect is about"), "object", unknown="all objects")
    players = IdsFact(later("the players that the effect is about"), "player", unknown="all players")
    to = IdsFact(later("at whom or what the effect is directed"), "either", unknown="whatever it is")
    amount = NumberFact(later("the amount of the effect"), means="how many more, at most, at least; a cost in mana")
    quality = WordsFact(
        later("the quality that the effect gives or asks for"),
        means="`haste`, `flash`, `artifact`, `untapped`; what it affects only, gives, or treats as given",
    )  # fmt: skip
    waives = WordsFact(
        later("the rules that the effect overrides"), rule="101.1",
        means="numbers of the day, or names of encoded rules: these don't hold for what the effect covers",
    )  # fmt: skip
    types = KeywordsFact(later("the card types that the effect gives"), *CARD_TYPES, rule="205.1a")
    subtypes = KeywordsFact(later("the subtypes that the effect gives"), rule="205.1a")
    supertypes = KeywordsFact(later("the supertypes that the effect gives"), *SUPERTYPES, rule="205.4b")
    colors = KeywordsFact(later("the colours that the effect gives"), *COLORS, rule="105.3", means="[] is colourless")
    in_addition = YesNoFact(
        later("the effect leaves what it finds as it is"), later("the effect replaces what it finds"), rule="205.1b",
        means="it says “in addition to its other types” or colours, or “still a”", otherwise=False,
    )  # fmt: skip
    power = NumberFact(
        later("the power that the effect gives"),
        rule="613.4",
        means="of `is`, the base power; of `gets`, how much more",
    )
    toughness = NumberFact(later("the toughness that the effect gives"), rule="613.4", means="likewise")
    equal_to = WordFact(
        later("what the amount of the effect is equal to"), "power", "toughness", "mana value", rule="107.1b",
        means="of the first of its objects",
    )  # fmt: skip
    in_zone = WordFact(
        later("the zone in which the effect affects objects"), *ZONES, rule="614.12", otherwise="battlefield"
    )  # fmt: skip
    modifies = WordFact(
        later("what a replacement effect modifies"), "itself", "control", "copy", "back-face", "other", rule="616.1",
        means="`itself`: it is a self-replacement effect; `control`, `copy`, `back-face`: under whose control, as what"
        " copy, or with which face up an object enters", usual="other",
    )  # fmt: skip
    applies = YesNoFact(later("the effect applies"), later("the effect doesn't apply"), otherwise=True)
    timestamp = NumberFact(later("the timestamp of the effect"), rule="613.7")
    text = WordFact(later("the text of the effect"), means="as printed")

    @property
    def adds(self) -> bool:
        """Whether it leaves what it finds as it is, and adds to it (105.3, 205.1b)."""
        return self.given.get("says") == "gains" or self.given.get("in_addition") is True

    def covers(self, thing: Object | Player) -> bool:
        """Whether it is about a thing: it lists it, or lists none of its kind.

        An effect that lists players and no objects is about the objects that these control.
        """
        listed: tuple[str, ...] | None = self.given.get("players" if isinstance(thing, Player) else "objects")
        if listed is None and isinstance(thing, Object):
            controller, whose = thing.given.get("controller"), self.given.get("players")
            return whose is None or controller is None or controller in whose
        return listed is None or thing.id in listed

    def directed_at(self, thing: Object | Player | None) -> bool:
        """Whether it is directed at a thing: it lists it, or lists none."""
        listed: tuple[str, ...] | None = self.given.get("to")
        return listed is None or (thing is not None and thing.id in listed)

    @property
    def in_force(self) -> Truth:
        """Whether it applies: yes unless something else is stated."""
        if self.given.get("applies") is None:
            return stated(True, later("“{effect}” applies"), effect=self)
        return self.applies

    def __str__(self) -> str:
        return str(self.given.get("text") or self.given.get("source") or self.id)


SECTIONS: dict[str, type[Thing]] = {
    "game": Game,
    "players": Player,
    "objects": Object,
    "proposed": Proposed,
    "effects": Effect,
}
"""What stands under each key of a situation."""

PARTS: tuple[type[Thing], ...] = (Ability, Face, Attack, Block, Damage)
"""What lists within them hold."""

HISTORY = {name: (kind, fact) for kind in (Player, Object) for name, fact in kind.facts().items() if fact.history}
"""What stands under `history`: by fact, of which things it is."""


def every_fact() -> Iterator[tuple[type[Thing], str]]:
    """All facts, each with what it is of."""
    for kind in (*SECTIONS.values(), *PARTS):
        for name in kind.facts():
            yield kind, name
