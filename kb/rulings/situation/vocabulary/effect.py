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
from kb.rulings.situation.vocabulary.game_terms import COLORS, EVENTS, EVENTS_OF_PERMANENTS, PREVENTABLE_EVENTS, ZONES
from kb.rulings.situation.vocabulary.object import ObjectFacts
from kb.rulings.situation.vocabulary.player import PlayerFacts
from kb.rulings.situation.vocabulary.printed_fact_types import (
    CardTypesFact,
    KeywordAbilitiesFact,
    PhraseFact,
    PhrasesFact,
    QualitiesFact,
    SubtypesFact,
    WaivedRulesFact,
)

_WORDS_OF_EFFECTS = (
    r"double|triple|half|plus|minus|no less than|gain that much life|not activated|power|toughness|speed|devotion|crew"
    r"|abilities|as a copy|toughness greater than power|no exhaust ability activated this turn"
    r"|life [0-9]+ or (?:less|more|greater)|(?:\{[^{}]+\})+"
)
"""The values of `quality` that aren't phrases of cards, as a regular expression."""

EXIST_WITH = ("source", "granted_by", "while_you_control")
"""The facts that name the objects on which the existence of an effect can depend."""

WHOSE = ("you", "opponent")
"""The players that an effect is about, seen from the controller of its source."""

_COMBAT = ("attack", "block", "be-blocked", "be-attacked")


NOT_IN_LAYERS = frozenset(
    "can cant must additional at-most at-least as-though costs enters replaces prevents redirects other".split()
)  # fmt: skip
"""What effects say that don't change characteristics."""

DESCRIBED_EVENTS = frozenset(
    "attack block be-blocked be-targeted be-destroyed be-sacrificed be-regenerated be-attached activate"
    " activate-nonmana untap transform"
    " cast be-countered lose-game win-game gain-life draw play-land search trigger".split()
)  # fmt: skip
"""What effects do to the things that they describe. Effects on other events test their descriptions themselves."""

_TELLING = (
    "objects", "affects", "players", "says", "does", "instead", "amount", "supertypes", "colors", "subtypes", "types",
    "keywords", "abilities", "quality", "to", "name",
)  # fmt: skip
"""The facts that name an effect without text and source, in the order of a sentence."""


class EffectFacts(Entity):
    """An effect of a card or of a rule. Effects that aren't listed don't exist (101.1)."""

    section = "effects"

    source = WordFact("the source of the effect", means="id or name of the card with the effect")
    says = WordFact(
        "what the effect says", "can", "cant", "must", "additional", "at-most", "at-least", "as-though",
        "costs", "enters", "is", "has", "becomes", "gains", "loses", "replaces", "prevents", "redirects", "gets",
        "switches", "doubles", "triples", "controls", "copies", "other",
        rule="101.2",
        means="`can`, `cant`, `must`: the event in `does` may, can't or must happen; `additional`: `amount` more than"
        " the rules allow; `at-most`, `at-least`: the limit is `amount`; `as-though`: as though it had `quality`;"
        " `is`, `has`, `becomes`, `gains`, `loses`, `gets`, `switches`: a change of characteristics; `redirects`:"
        " damage is dealt to `to` instead; `controls`: `to` controls the objects; `copies`: the objects copy `to`",
    )  # fmt: skip
    does = WordFact("what the effect is about", "attack", "block", "be-blocked", "be-attacked", "activate",
                    "activate-nonmana", "play-land",
                    "be-targeted", "be-destroyed", "be-sacrificed", "be-countered", "be-regenerated", "be-prevented",
                    "be-attached",
                    "lose-game", "win-game", "draw-game", "deal-damage", "be-dealt-damage", "put-counters", "mulligan",
                    "transform", "phase-in", "station", "trigger", *PREVENTABLE_EVENTS, "other", rule="101.2",
                    synonyms=EVENTS_OF_PERMANENTS,
                    means="`destroy`, `counter` and `sacrifice` mean `be-destroyed` and so on")  # fmt: skip
    instead = WordFact("what happens instead", *EVENTS, "nothing", "other", rule="614.1a",
                       means="for a replacement effect: the new event; `nothing`: the event is skipped")  # fmt: skip
    objects = IdListFact("the objects that the effect is about", "object", unknown="all objects")
    affects = PhrasesFact(
        "what the effect affects", rule="611.3a",
        means="phrases of cards, which must all apply: `white creature you control`, `noncreature artifact`, `land card"
        " in a graveyard`; checked layer by layer", unknown="all objects, or those in `objects`",
    )  # fmt: skip
    generated_by = WordFact(
        "what generated the effect", "static-ability", "resolution", rule="611.1",
        means="`resolution`: a resolving spell or ability; its objects are fixed as the effect begins (611.2c)",
    )  # fmt: skip
    granted_by = IdFact("the object that gave the effect's source the ability that generates the effect", "object",
                        rule="613.7a", unknown="the ability is the source's own")  # fmt: skip
    while_you_control = IdFact(
        "the object that the duration of the effect names", "object", rule="611.2b",
        means="“for as long as you control” this object; “you” is the player in `to`, or the controller of the source",
        unknown="the effect has no such duration",
    )  # fmt: skip
    lasted = YesNoFact(
        "the duration of the effect had begun when the effect would first have been applied, and hasn't ended since",
        "the duration of the effect was over before it would first have been applied, or has ended since",
        rule="611.2b", otherwise=True,
    )  # fmt: skip
    began_in = WordFact("the zone that the object was in as the effect began", *ZONES, rule="400.7",
                        means="`stack` for an effect on a spell that has become a permanent",
                        unknown="the zone that the object is in now")  # fmt: skip
    players = IdListFact("the players that the effect is about", "player", unknown="all players")
    to = IdListFact("at whom or what the effect is directed", "either", unknown="anybody and anything")
    amount = NumberFact("the amount of the effect", means="such as a limit, or a cost in mana")
    each = WordFact(
        "what the amount of the effect is counted for", "event", "object", rule="615.10",
        means="`event`: the amount for each event (“prevent 1 of that damage”); `object`: the amount for each object"
        " (“the next 1 damage that would be dealt to each”)", unknown="one amount for everything together",
    )  # fmt: skip
    quality = QualitiesFact(
        "the quality that the effect gives or asks for", others=_WORDS_OF_EFFECTS,
        means="such as `haste`, `flash`, `artifact`, `untapped`; for `copies`, the kind of counters with which the"
        " object also enters (`amount` of them)",
    )  # fmt: skip
    trigger_event = WordFact(
        "the event that makes the abilities trigger that trigger additional times", *PREVENTABLE_EVENTS, rule="603.2d",
        means="for `says: additional, does: trigger`; `quality` says what it happens to", unknown="any event",
    )  # fmt: skip
    waives = WaivedRulesFact(
        "the rules that the effect overrides", rule="101.1",
        means="rule numbers of the day, or names of encoded rules; they don't apply to the things affected",
    )  # fmt: skip
    name = WordFact("the name that the effect gives", rule="123.6c", means="instead of the object's old name")
    types = CardTypesFact("the card types that the effect gives", rule="205.1a")
    subtypes = SubtypesFact("the subtypes that the effect gives", rule="205.1a")
    supertypes = KeywordsFact("the supertypes that the effect gives", *SUPERTYPES, rule="205.4b")
    colors = KeywordsFact("the colours that the effect gives", *COLORS, rule="105.3", means="[] means colourless")
    keywords = KeywordAbilitiesFact(
        "the keyword abilities that the effect gives or takes away", rule="613.1f",
        means="for `is`, `has`, `becomes`, `gains`, `gets`, `loses`; such as `flying`, `flashback` (with `equal_to`),"
        " `echo {X}`",
    )  # fmt: skip
    abilities = WordListFact("the other abilities that the effect gives or takes away", rule="613.1f",
                             means="each as printed; with `loses`, `all` means all abilities")  # fmt: skip
    keeps = WordListFact("the characteristics that the copy effect doesn't copy", "colors", "name", "mana cost",
                         "types", "subtypes", "supertypes", "abilities", "power", "toughness", rule="707.9c",
                         means="the object keeps its own values")  # fmt: skip
    targets = IdListFact("what the effect says that the copy targets", "either", rule="707.10e",
                         means="for a copy of a spell or ability; if several are listed, one of them",
                         unknown="the targets of the original")  # fmt: skip
    if_it_is = PhrasesFact("what the object has to be for the exceptions of the copy effect", rule="707.9f",
                            means="such as `creature`; checked as if there were no exceptions")  # fmt: skip
    in_addition = YesNoFact("the effect adds to what it finds", "the effect replaces what it finds",
                            rule="205.1b", means="it says “in addition to its other types” or colours, or “still a”",
                            otherwise=False)  # fmt: skip
    power = NumberFact("the power that the effect gives", rule="613.4",
                       means="for `gets`, the number added; for `is`, `has`, `becomes` and `loses`,"
                       " the base power")  # fmt: skip
    toughness = NumberFact("the toughness that the effect gives", rule="613.4",
                           means="for `gets`, the number added; for `is`, `has`, `becomes` and `loses`,"
                       " the base toughness")  # fmt: skip
    for_each = PhraseFact(
        "the things that the amount of the effect is multiplied by", rule="608.2i",
        means="a phrase of cards: `creature you control`, `creature you attacked with this turn`; for `gets`, the power"
        " and toughness are multiplied",
    )  # fmt: skip
    except_at = WordFact("the time at which the effect doesn't forbid anything", "sorcery-time", rule="307.5",
                         means="`sorcery-time`: any time the player could cast a sorcery",
                         unknown="there is no such time")  # fmt: skip
    whose = WordFact(
        "whose actions, spells, cards or permanents the effect is about", *WHOSE, rule="109.5",
        means="`you`: those of the controller of the source; `opponent`: those of that player's opponents",
        unknown="those of all players, or of those in `players`",
    )  # fmt: skip
    as_long_as = PhraseFact(
        "what has to be there for the effect to apply", rule="611.3a",
        means="a phrase of cards: `another red creature you control`, `this untapped creature`",
        unknown="the effect has no such condition",
    )  # fmt: skip
    unless = PhraseFact("what must not be there for the effect to apply", rule="611.3a",
                        means="a phrase of cards, as in `as_long_as`",
                        unknown="the effect has no such condition")  # fmt: skip
    least_there = NumberFact("how many such things `as_long_as` or `unless` asks for", least=1, otherwise=1)
    turn_of = WordFact("whose turn it has to be for the effect to apply", *WHOSE, rule="611.3a",
                       means="as in `whose`", unknown="it may be any turn")  # fmt: skip
    equal_to = WordFact("what the amount of the effect is equal to", "power", "toughness", "mana value", "mana cost",
                        "life total", rule="107.1b",
                        means="the value of the first of `objects`, or of the first of `players`")  # fmt: skip
    among = IdListFact(
        "the objects among which the effect looks for what it gives", "object", rule="702.1c",
        means="for keyword abilities: “... if a creature you control has flying. The same is true for ...”",
        unknown="the effect gives what its facts say",
    )  # fmt: skip
    in_zone = WordFact("the zone in which the effect affects objects", *ZONES, rule="614.12", otherwise="battlefield")
    modifies = WordFact(
        "what a replacement effect modifies", "itself", "control", "copy", "back-face", "other", rule="616.1",
        means="`itself`: the effect is a self-replacement effect; for an object that enters: `control`, its controller;"
        " `copy`, the object that it copies; `back-face`, the face that is up", usual="other",
    )  # fmt: skip
    devotion_below = CountsFact(
        "the devotion that ends the effect", "the devotion to {kind} that ends the effect", rule="700.5a",
        means="`{red: 5}`: “as long as your devotion to red is less than five”; for two colours: `{white black: 7}`",
        otherwise={},
    )  # fmt: skip
    applies = YesNoFact("the effect applies", "the effect doesn't apply", otherwise=True)
    timestamp = NumberFact("the timestamp of the effect", rule="613.7")
    text = WordFact("the text of the effect", means="as printed")

    @staticmethod
    def may_state_affected(facts: dict[str, Any]) -> bool:
        """True if users may state `affects`. For an effect on combat, they state `objects` or `players` instead."""
        return facts.get("does") not in _COMBAT

    @property
    def has_condition(self) -> bool:
        """True if the effect applies only while a condition is met."""
        return any(each in self.stated for each in ("as_long_as", "unless", "turn_of"))

    @property
    def is_additive(self) -> bool:
        """True if the effect adds to characteristics instead of replacing them (105.3, 205.1b)."""
        return self.stated.get("says") == "gains" or self.stated.get("in_addition") is True

    def covers(self, thing: ObjectFacts | PlayerFacts) -> bool:
        """True if the effect is about a thing.

        If the effect lists players, it is about these players, otherwise about all players. If it lists objects, it is
        about these objects. If it lists players but no objects, it is about the objects that these players control, and
        about objects without a stated controller. If it lists neither, it is about all objects. An effect that lists
        an object isn't about the new object that the object becomes in another zone (400.7).
        """
        listed: tuple[str, ...] | None = self.stated.get("players" if isinstance(thing, PlayerFacts) else "objects")
        if listed is not None and thing.id in self.now.departed:
            return False
        if listed is None and isinstance(thing, ObjectFacts):
            whose = self.stated.get("players")
            controller = None if whose is None else thing.present_controller
            return whose is None or controller is None or controller in whose
        return listed is None or thing.id in listed

    def is_directed_at(self, thing: ObjectFacts | PlayerFacts | None) -> bool:
        """True if the effect is directed at a thing: `to` lists the thing, or isn't stated."""
        listed: tuple[str, ...] | None = self.stated.get("to")
        return listed is None or (thing is not None and thing.id in listed)

    @property
    def in_force(self) -> Truth:
        """Yes if the effect applies. An effect applies unless stated otherwise, or unless its source has left."""
        if self.may_have_ended and self.stated.get("applies") is not False:
            return self.outlasts_departed
        if self.stated.get("applies") is None:
            return constant(True, "“{effect}” applies", effect=self)
        return self.applies

    @property
    def may_have_ended(self) -> bool:
        """True if the source, or another object that the effect's existence depends on, has left its zone."""
        departed = self.now.departed
        return bool(departed) and any(dict.get(self.stated, fact) in departed for fact in EXIST_WITH)

    @property
    def outlasts_departed(self) -> Truth:
        """Yes if the effect continues although an object that it may depend on has left its zone.

        An effect of a static ability exists as long as the ability (611.3b). An effect of a resolution continues
        (611.2a), unless its duration ends with the object (611.2b).
        """
        if dict.get(self.stated, "while_you_control") in self.now.departed:
            return constant(False, "the duration of “{effect}” is over", effect=self)
        return self.generated_by == "resolution"

    def described(self, *, by_source: bool) -> str:
        """Return the effect's text; without a text its source, or what it says: `Moon: creature gains flying`.

        `by_source` is True if the source alone names the effect.
        """
        stated: dict[str, Any] = dict(self.stated)
        if stated.get("text") or by_source:
            return str(stated.get("text") or stated["source"])
        words = [stated[fact] for fact in _TELLING if stated.get(fact) is not None]
        listed = [", ".join(map(str, each)) or "[]" if isinstance(each, tuple) else str(each) for each in words]
        if {"power", "toughness"} <= stated.keys():
            numbers = (stated["power"], stated["toughness"])
            listed.append("/".join(f"{each:+d}" if stated.get("says") == "gets" else str(each) for each in numbers))
        return f"{stated['source']}: {' '.join(listed)}" if stated.get("source") else " ".join(listed)
