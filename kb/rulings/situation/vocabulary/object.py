"""Facts of an object: a card, a token, a permanent, a spell."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kb.rulings.logic.ternary import Truth, all_of, any_of, not_
from kb.rulings.situation.fact import FactDefaults
from kb.rulings.situation.fact_types import (
    CountsFact,
    IdFact,
    IdListFact,
    KeywordsFact,
    NumberFact,
    PartsFact,
    WordFact,
    WordListFact,
    YesNoFact,
)
from kb.rulings.situation.type_line import SUPERTYPES
from kb.rulings.situation.vocabulary.ability import Ability
from kb.rulings.situation.vocabulary.combatant import CombatFacts
from kb.rulings.situation.vocabulary.face import Face, expand_split_cost, expand_type_line
from kb.rulings.situation.vocabulary.game_terms import COLORS, SECTORS, TYPE_OF_SUBTYPE, ZONES
from kb.rulings.situation.vocabulary.printed import PrintedFacts
from kb.rulings.situation.vocabulary.printed_fact_types import (
    AdditionalCostsFact,
    AlternativeCostsFact,
    CardTypesFact,
    CostFact,
    KeywordAbilitiesFact,
    PhrasesFact,
    SubtypesFact,
    TypeLineFact,
)
from kb.rulings.situation.vocabulary.sticker import Sticker


class ObjectFacts(PrintedFacts, CombatFacts):
    """An object: a card, a token, a copy, a permanent, a spell, an ability on the stack, an emblem."""

    section = "objects"

    def __init__(self, identity: str, now: FactDefaults, given: dict[str, Any]) -> None:
        super().__init__(identity, now, expand_type_line(expand_split_cost(given)))

    # Identity, zone and characteristics.
    zone = WordFact("the zone of {it}", *ZONES, rule="400.1", usual="battlefield")
    controller = IdFact("the controller of {it}", "player", rule="108.4")
    owner = IdFact("the owner of {it}", "player", rule="108.3")
    name = WordFact("the name of {it}", rule="201.1")
    oracle = WordFact("the card that {it} is", rule="113.1",
                      means="a name, or the pasted card: name and cost, type line, text, power and toughness, each on a"
                      " line of its own; it states the characteristics, abilities and effects",
                      unknown="the facts besides state the card")  # fmt: skip
    types = CardTypesFact("the card types of {it}", rule="205.2a", means="before the listed effects")
    subtypes = SubtypesFact("the subtypes of {it}", rule="205.3",
                            means="before the listed effects; in upper or lower case", closed=True,
                            usual=())  # fmt: skip
    supertypes = KeywordsFact("the supertypes of {it}", *SUPERTYPES, rule="205.4a", means="before the listed effects",
                              unknown="unknown; for a planeswalker, those from the errata of the time (306.4)",
                              closed=True, usual=())  # fmt: skip
    colors = KeywordsFact("the colours of {it}", *COLORS, rule="105.2", means="[] means colourless")
    color_identity = KeywordsFact("the colour identity of {it}", *COLORS, rule="903.4")
    color_indicator = KeywordsFact("the colour indicator of {it}", *COLORS, rule="204.1", usual=(),
                                   unknown="none, as an assumption")  # fmt: skip
    mana_cost = CostFact("the mana cost of {it}", rule="202.1", of_halves=True,
                         means="as printed: `{2}{W/U}`; `none` for no cost; `{1}{R} // {1}{U}` for the halves of a"
                         " split card")  # fmt: skip
    mana_value = NumberFact("the mana value of {it}", least=0, rule="202.3")
    x = NumberFact("the X of {it}", least=0, rule="107.3")
    power = NumberFact("the power of {it}", rule="208.1", means="with counters, before the listed effects")
    toughness = NumberFact("the toughness of {it}", rule="208.1", means="with counters, before the listed effects")
    loyalty = NumberFact("the printed loyalty of {it}", least=0, rule="306.5a",
                         means="the number in the lower right corner")  # fmt: skip
    defense = NumberFact("the printed defense of {it}", least=0, rule="310.4a",
                         means="the number in the lower right corner")  # fmt: skip
    keywords = KeywordAbilitiesFact(
        "the keyword abilities of {it}", rule="702.1",
        means="before the listed effects, with the names that the rules use: `first strike`, `protection from red`",
        closed=True, usual=(),
    )  # fmt: skip
    abilities = PartsFact("the abilities of {it}", Ability, rule="113.1", means="those that matter to the question",
                          closed=True, usual=())  # fmt: skip
    text = WordFact("the rules text of {it}", rule="207.1", means="as printed; used for colour identity",
                    unknown="a text without mana symbols")  # fmt: skip
    faces = PartsFact(
        "the faces of {it}",
        Face,
        rule="712.1",
        means="the front face or the left half first; of a merged permanent, the topmost component first",
    )
    face_up = WordFact("the face of {it} that is up", "front", "back", rule="712.8", usual="front")
    name_stickers = PartsFact("the name stickers on {it}", Sticker, rule="123.6", unknown="none")
    melds_with = WordFact("the name of the other card of the meld pair of {it}", rule="701.42b", otherwise="none")
    revealed = YesNoFact("{it} is revealed now", "{it} isn't revealed now", rule="701.20c", otherwise=False)
    layout = WordFact("the layout of {it}", "normal", "split", "flip", "adventurer", "transforming", "modal", "meld",
                      "omen", "prepare", "leveler", "prototype", "merged", rule="200.1", usual="normal",
                      closed=True, means="`merged`: a merged permanent, with its components as `faces`")  # fmt: skip
    token = YesNoFact("{it} is a token", "{it} is no token", rule="111.1", closed=True, usual=False)
    card = YesNoFact("{it} is a card", "{it} is no card", rule="108.2", usual=True)
    copy = WordFact("what {it} is a copy of", "no", "spell", "card", "permanent", rule="707.1",
                    means="`spell`, `card`: a copy of a spell or card, not a card itself", closed=True,
                    usual="no")  # fmt: skip
    commander = YesNoFact("{it} is a commander", "{it} is no commander", rule="903.3", closed=True, usual=False)
    emblem = YesNoFact("{it} is an emblem", "{it} is no emblem", rule="114.1", otherwise=False)
    type_line = TypeLineFact(
        "the type line of {it}", rule="205.1",
        means="as printed: `Legendary Creature — Goblin Wizard`; replaces `types`, `subtypes` and `supertypes`",
    )  # fmt: skip
    cast_as = WordFact("how {it} was cast", "normal", "left", "right", "fused", "adventure", "omen", "prototype",
                       "back", rule="601.2b",
                       means="the half, face or set of characteristics; for a permanent, that of its spell",
                       usual="normal")  # fmt: skip
    other_names = WordListFact("the other names of {it}", rule="201.2a",
                               means="additional names and interchangeable names", usual=())  # fmt: skip
    can_be_commander = YesNoFact("{it} has an ability that says that it can be a commander",
                                 "{it} has no ability that says that it can be a commander", rule="903.3a",
                                 usual=False)  # fmt: skip
    has_power_box = YesNoFact("{it} has a power/toughness box", "{it} has no power/toughness box", rule="903.3",
                              means="needed for Spacecraft")  # fmt: skip
    produces = KeywordsFact("the colours of mana that {it} could produce", *COLORS, rule="903.5d",
                            unknown="unknown; for a land with basic land types, their colours (305.6)")  # fmt: skip
    pile = NumberFact("the pile that {it} is grouped into", least=1, rule="700.3")
    exiled_until = IdFact("the object whose leaving ends the exile of {it}", "object", rule="610.3",
                          means="“until [that permanent] leaves the battlefield”")  # fmt: skip
    modes = NumberFact("the number of modes of {it}", least=0, rule="700.2")
    most_modes = NumberFact("how many modes of {it} can be chosen", least=0, rule="700.2d", otherwise=1)
    most_modes_if = CountsFact(
        "how many modes of {it} can be chosen with another choice",
        "how many modes of {it} can be chosen with {kind}", rule="601.4",
        means="by that choice, such as `kicker`: “If this spell was kicked, choose any number instead.”", otherwise={},
    )  # fmt: skip
    put_there_since_check = YesNoFact("{it} was put into its zone since state-based actions were last checked",
                                      "{it} was in its zone when state-based actions were last checked", rule="704.6d",
                                      history=True)  # fmt: skip

    # The status and state of a permanent.
    tapped = YesNoFact("{it} is tapped", "{it} is untapped", rule="110.5", usual=False)
    face_down = YesNoFact("{it} is face down", "{it} is face up", rule="708.1", otherwise=False)
    manifested = YesNoFact("{it} was manifested or cloaked", "{it} was neither manifested nor cloaked", rule="701.40a",
                           means="and is still face down")  # fmt: skip
    phased_out = YesNoFact("{it} is phased out", "{it} is phased in", rule="702.26b", otherwise=False)
    regeneration_shields = NumberFact("the number of regeneration shields of {it}", least=0, rule="701.19a",
                                      means="created this turn, and not used", otherwise=0)  # fmt: skip
    counters = CountsFact(
        "the counters on {it}", "the number of {kind} counters on {it}", rule="122.1",
        means="all counters: the count of a kind that isn't listed is 0. Kinds: `loyalty`, `+1/+1`, `-1/-1`, `lore`",
        closed=True, usual={}, never_usual=("loyalty", "defense"),
    )  # fmt: skip
    counter_limits = CountsFact("the most counters that {it} can have", "the most {kind} counters that {it} can have",
                                rule="704.5r", closed=True, usual={})  # fmt: skip
    damage = NumberFact("the damage marked on {it}", least=0, rule="120.6", means="that hasn't been removed", usual=0)
    deathtouch_damage = YesNoFact(
        "{it} was dealt damage by a source with deathtouch since state-based actions were last checked",
        "{it} wasn't dealt damage by a source with deathtouch", rule="704.5h", history=True, usual=False,
    )  # fmt: skip
    attached_to = IdFact("what {it} is attached to", "either", rule="701.3a",
                         means="`none` if it is attached to nothing", closed=True, usual="none")  # fmt: skip
    enchant = PhrasesFact(
        "what {it} can enchant", rule="303.4a",
        means="phrases from its enchant ability: `creature`, `land`, `player`, `creature card in a graveyard`",
    )  # fmt: skip
    controlled_since_turn_began = YesNoFact(
        "the controller of {it} has controlled it continuously since their most recent turn began",
        "the controller of {it} hasn't controlled it continuously since their most recent turn began",
        rule="302.6", history=True,
    )  # fmt: skip
    timestamp = NumberFact("the timestamp of {it}", rule="613.7", means="a greater number is later")
    legendary_since = NumberFact("when {it} became legendary", rule="704.5j",
                                 means="a greater number is later; only rules from before 2004-10-01 need it",
                                 unknown="its `timestamp`, if stated")  # fmt: skip
    world_since = NumberFact("when {it} got the supertype world", rule="704.5k", means="a greater number is later",
                             unknown="its `timestamp`, if stated")  # fmt: skip
    loyalty_activated = YesNoFact("a loyalty ability of {it} has been activated this turn",
                                  "no loyalty ability of {it} has been activated this turn", rule="606.3", history=True,
                                  usual=False)  # fmt: skip
    pending_ability = YesNoFact(
        "an ability of {it} has triggered and not yet left the stack",
        "no ability of {it} has triggered that is yet to leave the stack", rule="704.5s", usual=False,
        unknown="derived from `stack` if `stack` and `pending_triggers: no` are stated; otherwise unknown",
    )  # fmt: skip
    final_chapter = NumberFact("the final chapter of {it}", least=0, rule="714.2d", means="0 if it has no chapters")
    class_level = NumberFact("the level of {it}", least=1, rule="716.2a", usual=1)
    solved = YesNoFact("{it} is solved", "{it} isn't solved", rule="719.3b", usual=False)
    ward_paid = IdListFact("the permanents whose ward costs were paid for {it}", "object", rule="702.21a",
                           means="for a spell or ability on the stack; [] if none was")  # fmt: skip
    renowned = YesNoFact("{it} is renowned", "{it} isn't renowned", rule="702.112b", closed=True, usual=False)
    paired_with = IdFact("the creature that {it} is paired with", "object", rule="702.95b",
                         means="by soulbond; `none` if it is unpaired", closed=True, usual="none")  # fmt: skip
    room = NumberFact("the room of {it} that the venture marker is on", least=1, rule="309.4")
    bottom_room = NumberFact("the bottommost room of {it}", least=1, rule="309.6")
    sector = WordFact("the sector of {it}", "none", *SECTORS, rule="702.158", usual="none")
    protector = IdFact("the protector of {it}", "player", rule="310.8", means="`none` if no player is designated")
    goaded_by = IdListFact("who goaded {it}", "player", rule="701.15", closed=True, usual=())

    # Spells and abilities on the stack, and cards that are to be cast.
    source = IdFact("the source of {it}", "object", rule="113.7", means="for an ability on the stack")
    targets = IdListFact("the targets of {it}", "either", rule="115.1",
                         unknown="unknown; an object that resolves is assumed to have none")  # fmt: skip
    legal_targets = IdListFact("the targets of {it} that are still legal", "either", rule="608.2b",
                               means="overrides the rules about targets",
                               unknown="the rules decide for each target")  # fmt: skip
    refers_to = IdListFact("what {it} refers to without targeting it", "either", rule="608.2k",
                           means="for a spell or ability on the stack: “that creature”, “this creature”")  # fmt: skip
    delayed_trigger = YesNoFact("{it} is a delayed triggered ability", "{it} is no delayed triggered ability",
                                rule="603.7", means="for an ability on the stack", otherwise=False)  # fmt: skip
    can_target = PhrasesFact("what {it} can target", rule="115.1", means="such as `creature`, `player`, `any`, `land`")
    cast_from = WordFact("the zone from which {it} was cast", "library", "hand", "graveyard", "exile", "command",
                         rule="702.88a", means="for a spell on the stack")  # fmt: skip
    times_cast_from_command = NumberFact("how often {it} was cast from the command zone", least=0, rule="903.8",
                                         history=True, usual=0)  # fmt: skip
    legal_choices = YesNoFact("all the choices and targets that {it} needs can be made",
                              "not all the choices and targets that {it} needs can be made", rule="601.2",
                              usual=True)  # fmt: skip
    payable = YesNoFact("the costs of {it} can be paid", "the costs of {it} can't be paid", rule="601.2h", usual=True)
    choices = PhrasesFact("the qualities that choices made while casting {it} can give it", rule="601.3a",
                           means="such as `aura` for bestow; qualities from X or keywords needn't be stated",
                          others="kicker", lower=True, otherwise=())  # fmt: skip
    alternative_mana_cost = WordFact("the alternative cost in mana of {it}", rule="118.9d",
                                     means="paid instead of its mana cost", unknown="none")  # fmt: skip
    spliced = IdListFact("the cards spliced onto {it}", "object", rule="702.47a", means="these cards stay in the hand",
                         otherwise=())  # fmt: skip
    colors_spent = KeywordsFact("the colours of the mana spent to cast {it}", *COLORS, rule="702.44a",
                                means="each colour once; [] means no colour")  # fmt: skip
    attacked_this_turn = YesNoFact("{it} attacked this turn", "{it} didn't attack this turn", rule="702.142a",
                                   history=True, usual=False)  # fmt: skip
    alternative_costs = AlternativeCostsFact(
        "the alternative costs to be paid for {it}", rule="118.9a",
        means="such as `flashback`, `without paying its mana cost`; [] if its mana cost is to be paid", otherwise=(),
    )  # fmt: skip
    additional_costs = AdditionalCostsFact(
        "the optional additional costs to be paid for {it}", rule="118.8a",
        means="keyword abilities of the spell, once for each time that the cost is paid: `[kicker]`,"
        " `[\"kicker {2}\"]`, `[multikicker, multikicker]`; `kicker` among `choices` says the same", otherwise=(),
    )  # fmt: skip
    devoured = NumberFact("the number of permanents sacrificed for the devour ability of {it}", least=0, rule="702.82a",
                          means="as it enters; 0 if none is sacrificed")  # fmt: skip
    revealed_to_amplify = NumberFact("the number of cards revealed for the amplify ability of {it}", least=0,
                                     rule="702.38a", means="as it enters; 0 if none is revealed")  # fmt: skip
    takes_counters = YesNoFact(
        "it is chosen that {it} enters with the additional counters",
        "it is chosen that {it} enters without the additional counters", rule="702.98a",
        means="for riot, tribute and unleash", unknown="a choice: the answer lists both results",
    )  # fmt: skip
    phyrexian_mana_paid_with_life = NumberFact(
        "the number of Phyrexian mana symbols paid with life for {it}", least=0, rule="702.150a", usual=0
    )  # fmt: skip
    cost_allowed_by_damage = YesNoFact(
        "combat damage this turn allows the alternative cost of {it}",
        "no combat damage this turn allows the alternative cost of {it}", rule="702.76a",
        means="for prowl and freerunning: a creature of the kind that they name dealt combat damage to a player",
        history=True,
    )  # fmt: skip
    controlled_since_last_upkeep = YesNoFact(
        "{it} has been under its controller's control since the beginning of their last upkeep",
        "{it} came under its controller's control since the beginning of their last upkeep", rule="702.30a",
        means="for echo", history=True,
    )  # fmt: skip
    discarded_this_turn = YesNoFact("{it} was discarded this turn", "{it} wasn't discarded this turn", rule="702.187b",
                                    history=True, usual=False)  # fmt: skip
    foretold = YesNoFact("{it} is foretold", "{it} isn't foretold", rule="702.143c", otherwise=False)
    plotted = YesNoFact("{it} is plotted", "{it} isn't plotted", rule="702.170a", otherwise=False)
    exiled_this_turn = YesNoFact("{it} became foretold or plotted this turn",
                                 "{it} became foretold or plotted in an earlier turn", rule="702.143a", history=True,
                                 usual=False)  # fmt: skip
    locked_halves = NumberFact("the number of locked halves of {it}", least=0, rule="709.5", usual=0)
    target_words = NumberFact(
        "how often {it} says “target”", least=1, rule="115.3",
        means="if more than once, `can_target` has a phrase for each “target”, and `targets` has the same order; if not"
        " stated and `text` is, as often as the text says it",
        otherwise=1,
    )  # fmt: skip
    changed_zones = YesNoFact("{it} has changed zones since it was targeted",
                              "{it} is in the zone in which it was targeted", rule="608.2b",
                              means="or since something referred to it", history=True, usual=False)  # fmt: skip
    involves = IdListFact("what the trigger event of {it} involves", "either", rule="801.7",
                          unknown="nothing that matters")  # fmt: skip
    entered_under = IdFact(
        "under whose control {it} entered", "player", rule="110.2", history=True,
        unknown="its owner's, if a stated effect has given somebody else control of it",
    )  # fmt: skip
    last_controller = IdFact("who controlled {it} when it left the battlefield", "player", rule="801.7a", history=True,
                             unknown="the object hasn't left the battlefield")  # fmt: skip
    condition = YesNoFact("the condition of the “if” clause of {it} is true",
                          "the condition of the “if” clause of {it} is false", rule="603.4",
                          means="for a triggered ability with such a clause", unknown="no such clause")  # fmt: skip

    @property
    def present_controller(self) -> str | None:
        """The id of the player who controls the object after effects; None if it isn't stated or is open."""
        changed = self.now.value_after_effects(self, "controller") if self.follows_effects else None
        found: str | None = self.stated.get("controller") if changed is None else changed.value
        return found

    def has_type(self, word: str) -> Truth:
        """Yes if the object has a card type."""
        return self.types.contains(word)

    def has_subtype(self, word: str) -> Truth:
        """Yes if the object has a subtype (aura, saga); no if it doesn't have the subtype's card type (205.3d)."""
        belongs_to = TYPE_OF_SUBTYPE.get(word)
        if (
            not self.subtypes.is_known
            and belongs_to is not None
            and self.types.is_known
            and belongs_to not in self.types
        ):
            return self.types.contains(belongs_to)
        return self.subtypes.contains(word)

    @cached_property
    def is_permanent(self) -> Truth:
        """Yes if the object is on the battlefield and phased in."""
        return all_of(self.zone == "battlefield", not_(self.phased_out))

    def is_permanent_of_type(self, word: str) -> Truth:
        """Yes if the object is a permanent of a card type. The rules call it "a creature" or "a land" (109.2)."""
        if word not in self._stands:
            self._stands[word] = all_of(self.is_permanent, self.types.contains(word))
        return self._stands[word]

    @cached_property
    def _stands(self) -> dict[str, Truth]:
        # A cache saves time, because many rules need these truths for each permanent.
        return {}

    def is_permanent_of_subtype(self, word: str) -> Truth:
        """Yes if the object is a permanent of a subtype. The rules call it "an Aura" or "a Saga" (109.2)."""
        return all_of(self.is_permanent, self.has_subtype(word))

    @property
    def is_spell(self) -> Truth:
        """Yes if the object is a spell on the stack (112.1): a card or a copy, not an ability."""
        return all_of(self.zone == "stack", any_of(self.card, self.copy.is_one_of("spell", "card")))
