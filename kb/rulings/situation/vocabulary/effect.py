"""Facts of an effect."""

from __future__ import annotations

from typing import Any

from kb.rulings.logic.ternary import Truth, constant
from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import (
    CountsFact,
    IdFact,
    IdListFact,
    KeywordsFact,
    NumberFact,
    WordFact,
    WordListFact,
    YesNoFact,
)
from kb.rulings.situation.type_line import SUPERTYPES
from kb.rulings.situation.vocabulary.game_terms import COLORS, EVENTS, ZONES
from kb.rulings.situation.vocabulary.object import ObjectFacts
from kb.rulings.situation.vocabulary.player import PlayerFacts
from kb.rulings.situation.vocabulary.printed_fact_types import CardTypesFact, KeywordAbilitiesFact

_COMBAT = ("attack", "block", "be-blocked", "be-attacked")


class EffectFacts(Entity):
    """An effect of a card or of a rule. Effects that aren't listed don't exist (101.1)."""

    section = "effects"

    source = WordFact("the source of the effect", means="id or name of the card that says it")
    says = WordFact(
        "what the effect says", "can", "cant", "must", "additional", "at-most", "at-least", "as-though",
        "costs", "enters", "is", "has", "becomes", "gains", "loses", "replaces", "prevents", "redirects", "gets",
        "switches", "doubles", "triples", "controls", "copies", "other",
        rule="101.2",
        means="`can`, `cant`, `must`: that `does` may, can't, or has to happen; `additional`: so many more (`amount`)"
        " than the rules allow; `at-most`, `at-least`: so many; `as-though`: as though it had `quality`; `is`, `has`,"
        " `becomes`, `gains`, `loses`, `gets`, `switches`: what it does to characteristics; `redirects`: damage, to"
        " what is in `to`; `controls`: `to` controls its objects; `copies`: its objects are copies of `to`",
    )  # fmt: skip
    does = WordFact("what the effect is about", "attack", "block", "be-blocked", "be-attacked", "activate", "play-land",
                    "be-targeted", "be-destroyed", "be-sacrificed", "be-countered", "be-regenerated", "be-attached",
                    "lose-game", "win-game", "draw-game", "deal-damage", "be-dealt-damage", "put-counters", "mulligan",
                    "transform", "phase-in", "station", *EVENTS, "other", rule="101.2")  # fmt: skip
    instead = WordFact("what happens instead", *EVENTS, "nothing", "other", rule="614.1a",
                       means="of a replacement effect: what the event becomes; `nothing`: it is skipped")  # fmt: skip
    objects = IdListFact("the objects that the effect is about", "object", unknown="all objects")
    affects = WordListFact(
        "what the effect affects", rule="611.3a",
        means="as cards put it: `white creature you control`, `noncreature artifact`, `land card in a graveyard`; told"
        " layer by layer; of several phrases, all apply", unknown="all objects, or those in `objects`",
    )  # fmt: skip
    generated_by = WordFact(
        "what generated the effect", "static-ability", "resolution", rule="611.1",
        means="`resolution`: of a spell or ability; what it affects is then settled as it begins (611.2c)",
    )  # fmt: skip
    granted_by = IdFact("what gave its source the ability that generates the effect", "object", rule="613.7a",
                        unknown="its source has the ability itself")  # fmt: skip
    while_you_control = IdFact(
        "what the duration of the effect speaks of", "object", rule="611.2b",
        means="“for as long as you control” it; “you” is who `to` names, or who controls the effect's source",
        unknown="it has no such duration",
    )  # fmt: skip
    lasted = YesNoFact(
        "the duration of the effect had begun as it would first have been applied, and hasn't ended since",
        "the duration of the effect was over before it would first have been applied, or has ended since",
        rule="611.2b", otherwise=True,
    )  # fmt: skip
    began_in = WordFact("the zone that its object was in as the effect began", *ZONES, rule="400.7",
                        means="`stack` of an effect on a spell that has become a permanent",
                        unknown="the zone that it is in now")  # fmt: skip
    players = IdListFact("the players that the effect is about", "player", unknown="all players")
    to = IdListFact("at whom or what the effect is directed", "either", unknown="whatever it is")
    amount = NumberFact("the amount of the effect", means="how many more, at most, at least; a cost in mana")
    each = WordFact(
        "of what the amount of the effect is", "event", "object", rule="615.10",
        means="`event`: so much of each event, however often (“prevent 1 of that damage”); `object`: for each object"
        " its own (“the next 1 damage that would be dealt to each”)", unknown="of all together",
    )  # fmt: skip
    quality = WordListFact(
        "the quality that the effect gives or asks for",
        means="`haste`, `flash`, `artifact`, `untapped`; what it affects only, gives, or treats as given; of `copies`,"
        " with which counters its object enters besides (`amount` of them)",
    )  # fmt: skip
    waives = WordListFact(
        "the rules that the effect overrides", rule="101.1",
        means="numbers of the day, or names of encoded rules: these don't hold for what the effect covers",
    )  # fmt: skip
    name = WordFact("the name that the effect gives", rule="123.6c", means="instead of the one that it had")
    types = CardTypesFact("the card types that the effect gives", rule="205.1a")
    subtypes = KeywordsFact("the subtypes that the effect gives", rule="205.1a")
    supertypes = KeywordsFact("the supertypes that the effect gives", *SUPERTYPES, rule="205.4b")
    colors = KeywordsFact("the colours that the effect gives", *COLORS, rule="105.3", means="[] is colourless")
    keywords = KeywordAbilitiesFact(
        "the keyword abilities that the effect gives or takes away", rule="613.1f",
        means="of `is`, `has`, `becomes`, `gains`, `gets`, `loses`: `flying`, `flashback` (with `equal_to`),"
        " `echo {X}`",
    )  # fmt: skip
    abilities = WordListFact("the other abilities that the effect gives or takes away", rule="613.1f",
                             means="each as printed; `all` with `loses`: all abilities")  # fmt: skip
    keeps = WordListFact("the characteristics that the copy effect doesn't copy", "colors", "name", "mana cost",
                         "types", "subtypes", "supertypes", "abilities", "power", "toughness", rule="707.9c",
                         means="the object keeps its own")  # fmt: skip
    targets = IdListFact("what the effect says that the copy targets", "either", rule="707.10e",
                         means="of a copy of a spell or ability; of several, one",
                         unknown="what the original does")  # fmt: skip
    if_it_is = WordListFact("what the object has to be for the exceptions of the copy effect", rule="707.9f",
                            means="`creature`; as it would be without them")  # fmt: skip
    in_addition = YesNoFact("the effect leaves what it finds as it is", "the effect replaces what it finds",
                            rule="205.1b", means="it says “in addition to its other types” or colours, or “still a”",
                            otherwise=False)  # fmt: skip
    power = NumberFact("the power that the effect gives", rule="613.4",
                       means="of `is`, the base power; of `gets`, how much more")  # fmt: skip
    toughness = NumberFact("the toughness that the effect gives", rule="613.4", means="likewise")
    for_each = WordFact(
        "for each of what the amount of the effect is", rule="608.2i",
        means="as cards say: `creature you control`, `creature you attacked with this turn`",
    )  # fmt: skip
    equal_to = WordFact("what the amount of the effect is equal to", "power", "toughness", "mana value", "mana cost",
                        "life total", rule="107.1b",
                        means="of the first of its objects; the life total of the first of its players")  # fmt: skip
    among = IdListFact(
        "the objects among which the effect finds what it gives", "object", rule="702.1c",
        means="of keyword abilities: “... if a creature you control has flying. The same is true for ...”",
        unknown="it gives what it says",
    )  # fmt: skip
    in_zone = WordFact("the zone in which the effect affects objects", *ZONES, rule="614.12", otherwise="battlefield")
    modifies = WordFact(
        "what a replacement effect modifies", "itself", "control", "copy", "back-face", "other", rule="616.1",
        means="`itself`: it is a self-replacement effect; `control`, `copy`, `back-face`: under whose control, as what"
        " copy, or with which face up an object enters", usual="other",
    )  # fmt: skip
    devotion_below = CountsFact(
        "the devotion that ends the effect", "the devotion to {kind} that ends the effect", rule="700.5a",
        means="“as long as your devotion to red is less than five”: `{red: 5}`, `{white black: 7}`", otherwise={},
    )  # fmt: skip
    applies = YesNoFact("the effect applies", "the effect doesn't apply", otherwise=True)
    timestamp = NumberFact("the timestamp of the effect", rule="613.7")
    text = WordFact("the text of the effect", means="as printed")

    @staticmethod
    def may_state_affected(facts: dict[str, Any]) -> bool:
        """True if `affects` may describe the affected objects in words; an effect on combat lists them."""
        return facts.get("does") not in _COMBAT

    @property
    def is_additive(self) -> bool:
        """True if the effect adds to characteristics instead of replacing them (105.3, 205.1b)."""
        return self.stated.get("says") == "gains" or self.stated.get("in_addition") is True

    def covers(self, thing: ObjectFacts | PlayerFacts) -> bool:
        """True if the effect is about a thing: it lists the thing, or lists nothing of that kind.

        An effect that lists players and no objects is about the objects that these players control.
        """
        listed: tuple[str, ...] | None = self.stated.get("players" if isinstance(thing, PlayerFacts) else "objects")
        if listed is None and isinstance(thing, ObjectFacts):
            controller, whose = thing.stated.get("controller"), self.stated.get("players")
            return whose is None or controller is None or controller in whose
        return listed is None or thing.id in listed

    def is_directed_at(self, thing: ObjectFacts | PlayerFacts | None) -> bool:
        """True if the effect is directed at a thing: `to` lists the thing, or isn't stated."""
        listed: tuple[str, ...] | None = self.stated.get("to")
        return listed is None or (thing is not None and thing.id in listed)

    @property
    def in_force(self) -> Truth:
        """Yes if the effect applies. Every effect does unless stated otherwise."""
        if self.stated.get("applies") is None:
            return constant(True, "“{effect}” applies", effect=self)
        return self.applies

    def __str__(self) -> str:
        return str(self.stated.get("text") or self.stated.get("source") or self.id)
