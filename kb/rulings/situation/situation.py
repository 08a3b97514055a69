"""A situation: the stated facts of a game, which questions are about.

A fact that isn't stated is unknown, never false. There are five exceptions. The vocabulary gives a few facts a default
value: a permanent is phased in. A closed zone has no unlisted objects, and its objects have no unstated
characteristics. No players exist besides the listed players. If `as_usual` is True, unstated facts have their usual
values, and the answer lists these assumptions. Effects that aren't listed don't exist (101.1).

The facts of an object are stated as they are before the listed effects. `thing.power` is the value after effects, which
the layers compute once for a situation (613). `thing.stated` and `thing.as_stated` have the stated values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any

from kb.i18n import mark_message
from kb.rulings.law import rule_registry
from kb.rulings.law.applicable_law import Law
from kb.rulings.logic.partial_values import INFINITY, NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some, unknown
from kb.rulings.oracle.stated_card import StatedCard
from kb.rulings.situation.choices import Choices
from kb.rulings.situation.costs_paid import is_cost_paid
from kb.rulings.situation.fact import Entity
from kb.rulings.situation.keyword_forms import has_keyword, keywords_named, parse_keyword
from kb.rulings.situation.known_words import PROGRAM_WORDS, KnownWords
from kb.rulings.situation.reads import Reads
from kb.rulings.situation.type_line import CARD_TYPES
from kb.rulings.situation.vocabulary import SECTION_CLASSES, EffectFacts, Game, ObjectFacts, PlayerFacts, Proposal
from kb.rulings.situation.vocabulary.effect import DESCRIBED_EVENTS, EXIST_WITH, NOT_IN_LAYERS

SITUATION_FORMAT = "cr-situation/1"

SITUATION_KEYS = ("format", "as_of", "usual", "closed", *SECTION_CLASSES, "history")
"""The keys of a situation, in the order in which they are parsed."""

Facts = dict[str, Any]


class Player(PlayerFacts):
    """A player of a situation."""

    now: Situation

    @property
    def has_priority(self) -> Truth:
        """Yes if the player has priority."""
        return self.now.game.priority == self

    @property
    def is_active(self) -> Truth:
        """Yes if this is the player's turn."""
        return self.now.game.active == self

    def controls(self, thing: Object) -> Truth:
        """Yes if the player controls an object."""
        return thing.controller == self

    def owns(self, thing: Object) -> Truth:
        """Yes if the player owns an object."""
        return thing.owner == self

    @property
    def teammates(self) -> tuple[Player, ...]:
        """The other players on the player's team; empty if the team isn't stated."""
        mine = self.stated.get("team")
        others = (each for each in self.now.players if each.id != self.id) if mine is not None else ()
        return tuple(each for each in others if each.stated.get("team") == mine)

    @property
    def opponents(self) -> tuple[Player, ...]:
        """The players of other teams (102.2, 102.3)."""
        return tuple(each for each in self.now.players if each.id not in {self.id, *(one.id for one in self.teammates)})


class Object(ObjectFacts):
    """An object of a situation."""

    now: Situation

    @property
    def as_stated(self) -> Object:
        """The same object with the facts as stated, before effects."""
        return self.now.as_stated.object(self.id) or self if self.follows_effects else self

    @property
    def as_face_up(self) -> Object:
        """The same object in a situation that differs only in one fact: the object is face up, with all effects."""
        changed = {each.id: each.stated for each in self.now.objects} | {self.id: {**self.stated, "face_down": False}}
        return self.now.replace(objects=changed).object(self.id) or self

    def has_keyword(self, name: str) -> Truth:
        """Yes if the object has a keyword ability of a name, with any cost, number and quality (`is_keyword`)."""
        return has_keyword(self.keywords, name, self.now.words)

    def keywords_named(self, name: str) -> list[str]:
        """Return the object's keyword abilities of a name as printed, one for each instance (`is_keyword`)."""
        return keywords_named(self.keywords, name, self.now.words)

    def is_cast_for(self, keyword: str) -> Truth:
        """Yes if the alternative cost of a keyword ability is to be paid, or was paid, for the object (118.9)."""
        return is_cost_paid(self, "alternative_costs", keyword, self.now.words)

    def number_of_keyword(self, keyword: str) -> NumberValue:
        """The number of a keyword ability as printed: 2 for `toxic 2`. It is unknown if the ability states none."""
        number = parse_keyword(keyword, self.now.words).number
        label = mark_message("the number of the ability {kind} of {it}")
        low, high = (int(number), int(number)) if number.isdecimal() else (0, INFINITY)
        return NumberValue(low, high, self.keywords.facts, label, (keyword, self), assumed=self.keywords.assumed)

    @property
    def has_pending_ability(self) -> Truth:
        """Yes if the object is the source of an ability that has triggered but not yet left the stack.

        If `pending_ability` isn't stated, derive it from the stack, but only if `pending_triggers: no` is stated.
        Otherwise an ability may have triggered without being on the stack yet.
        """
        stack, none_waits = self.now.game.stack, self.now.game.stated.get("pending_triggers") is False
        if "pending_ability" in self.stated or not stack.is_known or not none_waits:
            return self.pending_ability
        if not stack.value:
            return not_(stack.is_empty)
        return some(self._is_source_of(self.now.object(each)) for each in stack)

    def _is_source_of(self, other: Object | None) -> Truth:
        """Yes if `other` on the stack is an ability of this object; no if `other` has types and so is a spell."""
        if other is not None and "source" in other.stated:
            return other.source == self
        is_spell = other is not None and "types" in other.stated
        return constant(False) if is_spell else unknown(f"{self.path}.pending_ability")

    @property
    def host(self) -> Object | Player | None:
        """The listed object or player that this object is attached to; else None."""
        return self.now.thing(self.attached_to.value or "")


class Effect(EffectFacts):
    """An effect of a situation."""

    now: Situation

    def __str__(self) -> str:
        """Return the name of the effect: its text, its source, or what it says in the words of the situation."""
        sources = [dict.get(each.stated, "source") for each in self.now.effects]
        return self.described(by_source=sources.count(dict.get(self.stated, "source", "")) == 1)

    @property
    def in_force(self) -> Truth:
        """Yes if the effect applies. A card's effect doesn't apply if the card has lost the ability (611.3b).

        The layers test the conditions of their own effects.
        """
        parts = [super().in_force]
        if (printed := self._printed_ability) is not None:
            parts.append(printed)
        if self.has_condition and self.stated.get("says") in NOT_IN_LAYERS:
            parts.append(rule_registry.condition_of_effect(self))
        return parts[0] if len(parts) == 1 else all_of(*parts)

    def on(self, thing: Player | Object) -> Effect:
        """Return the effect as it is about one thing: it is in force if it also describes this thing."""
        if self.stated.get("does") not in DESCRIBED_EVENTS or not ("affects" in self.stated or "whose" in self.stated):
            return self
        return EffectOnThing(self, thing)

    @property
    def may_have_ended(self) -> bool:
        """True if an object that the effect's existence depends on has left its zone, or is phased out."""
        return super().may_have_ended or bool(self._phased_out)

    @property
    def outlasts_departed(self) -> Truth:
        """Yes if the effect continues although an object that it may depend on has left its zone or is phased out.

        A phased-out permanent can't affect anything (702.26b). A duration that tracks it is over (702.26f).
        """
        gone, outlasts = self._phased_out, super().outlasts_departed
        if not gone or (outlasts.value is True and "while_you_control" not in gone):
            return outlasts
        thing = gone.get("while_you_control") or next(iter(gone.values()))
        there = not_(self.now.rule("phased-out", thing) if self.now.has_rule("phased-out").value else thing.phased_out)
        return there if "while_you_control" in gone else any_of(outlasts, there)

    @property
    def _phased_out(self) -> dict[str, Object]:
        """The listed objects that the effect depends on and that are stated to be phased out, by the fact."""
        things = {fact: self.now.object(str(dict.get(self.stated, fact, ""))) for fact in EXIST_WITH}
        return {fact: each for fact, each in things.items() if each and dict.get(each.stated, "phased_out") is True}

    @property
    def _printed_ability(self) -> Truth | None:
        """Yes if the source still has the printed ability of the effect; None for effects of the layers.

        The layers themselves decide whether their effects still apply (613.6).
        """
        source = self.now.object(str(self.stated.get("source", "")))
        by_ability = self.stated.get("generated_by") == "static-ability" and self.stated.get("says") in NOT_IN_LAYERS
        if source is None or not by_ability or source.id not in self.now.cards:
            return None
        text = self.stated.get("text")
        ability = next((each for each in source.as_stated.abilities if each.stated.get("text") == text), None)
        has: Truth | None = None if ability is None else source.abilities.has(ability)
        return has


class EffectOnThing(Effect):
    """An effect that describes what it is about, asked about one thing."""

    def __init__(self, effect: Effect, thing: Player | Object) -> None:
        super().__init__(effect.id, effect.now, effect.stated)
        self.thing = thing

    @property
    def in_force(self) -> Truth:
        """Yes if the effect applies and describes the thing."""
        described = rule_registry.effect_describes(self, self.thing)
        return described if described.value is False else all_of(super().in_force, described)


class Situation:
    """The stated facts of the game, its players, objects and effects.

    Attributes:
        game: the game and its turn.
        players: the players, in turn order.
        objects: the objects, in the order stated.
        effects: the effects; no other effects exist.
        proposed: the proposed actions.
        closed: zones whose objects are all listed.
        as_usual: True if facts that aren't stated have their usual values.
        presumed: values that replace the usual values of some facts for one question, by path of the fact.
        as_of: the day whose rules apply, if the situation states one; else None.
        follows_effects: True if the facts of objects are those after effects; False if they are as stated.
        departed: ids and names of objects that left their zones after the moment that is stated. If such an object is
            still listed, it is a new object (400.7).
        reads: the record of the facts that the question reads.
        words: the subtypes and keyword abilities that the situation may name.
        cards: the cards of objects, by id of the object.
        choices: the choices of the course that is derived; None if choices aren't tried one by one.
    """

    def __init__(
        self,
        *,
        game: Facts | None = None,
        players: Mapping[str, Facts] | None = None,
        objects: Mapping[str, Facts] | None = None,
        effects: Iterable[Facts] = (),
        proposed: Facts | None = None,
        closed: Iterable[str] = (),
        as_usual: bool = False,
        presumed: Mapping[str, Any] | None = None,
        as_of: date | None = None,
        law: Law | None = None,
        follows_effects: bool = True,
        departed: Iterable[str] = (),
        reads: Reads | None = None,
        words: KnownWords = PROGRAM_WORDS,
        cards: Mapping[str, StatedCard] | None = None,
        choices: Choices | None = None,
    ) -> None:
        self.reads, self.words, self.choices = reads or Reads(), words, choices
        self.cards: Mapping[str, StatedCard] = cards or {}
        self.closed, self.as_usual, self.as_of = frozenset(closed), as_usual, as_of
        self.presumed: Mapping[str, Any] = presumed or {}
        self.game = Game("game", self, game or {})
        self.players = tuple(Player(each, self, facts) for each, facts in (players or {}).items())
        self.objects = tuple(Object(each, self, facts) for each, facts in (objects or {}).items())
        self.effects = tuple(Effect(str(place + 1), self, facts) for place, facts in enumerate(effects))
        self.proposed = Proposal("proposed", self, proposed or {})
        self._law, self.follows_effects, self.departed = law, follows_effects, frozenset(departed)
        for each in self.objects:
            each.follows_effects = follows_effects and law is not None

    @cached_property
    def as_stated(self) -> Situation:
        """The same situation with the facts of objects as stated, before effects."""
        return self.replace(follows_effects=False) if self.follows_effects else self

    @cached_property
    def current_values(self) -> Any:
        """The function that computes the values of facts after effects, as `kb.rulings.law.rule_registry` gives it."""
        return rule_registry.values_after_effects(self)

    def value_after_effects(self, entity: Entity, fact: str) -> Any:
        """Return the value of a fact of an object after effects, or None if the value is as stated."""
        return self.current_values(entity, fact)

    @cached_property
    def _things(self) -> dict[str, Player | Object]:
        players: dict[str, Player | Object] = {each.id: each for each in self.players}
        return players | {each.id: each for each in self.objects}

    def thing(self, identity: str) -> Player | Object | None:
        """Return the player or object with an id; None if there is none."""
        return self._things.get(identity)

    def object(self, identity: str) -> Object | None:
        """Return the object with an id; None if there is none."""
        found = self._things.get(identity)
        return found if isinstance(found, Object) else None

    def player(self, identity: str) -> Player | None:
        """Return the player with an id; None if there is none."""
        found = self._things.get(identity)
        return found if isinstance(found, Player) else None

    @cached_property
    def permanents(self) -> tuple[Object, ...]:
        """The objects that are or may be permanents."""
        return tuple(each for each in self.objects if each.is_permanent.value is not False)

    @cached_property
    def attached_permanents(self) -> tuple[Object, ...]:
        """The permanents that are or may be attached to something."""
        return tuple(each for each in self.permanents if (each.attached_to != "none").value is not False)

    @cached_property
    def objects_off_battlefield(self) -> tuple[Object, ...]:
        """The objects that aren't on the battlefield, or whose zone is unknown."""
        return tuple(each for each in self.objects if (each.zone != "battlefield").value is not False)

    def possible_permanents(self, word: str) -> tuple[Object, ...]:
        """Return the permanents that have or may have a card type or subtype."""
        if word not in self._by_type:
            is_type = word in CARD_TYPES
            may_be = [(each, each.has_type(word) if is_type else each.has_subtype(word)) for each in self.permanents]
            self._by_type[word] = tuple(each for each, truth in may_be if truth.value is not False)
        return self._by_type[word]

    @cached_property
    def _by_type(self) -> dict[str, tuple[Object, ...]]:
        return {}

    def effects_matching(self, says: str, does: str, thing: Player | Object | None = None) -> Iterator[Effect]:
        """Yield the effects whose facts `says` and `does` have these values and that are about `thing`.

        Example: `effects_matching("cant", "attack", creature)`. If `thing` is None, effects may be about anything.
        If an effect describes what it is about, it is in force only if it describes `thing`.
        """
        for effect in self.effects:
            same = effect.stated.get("says") == says and effect.stated.get("does") == does
            if same and thing is None:
                yield effect
            elif same and thing is not None and effect.covers(thing):
                yield effect.on(thing)

    def as_though(self, does: str, thing: Player | Object, quality: str) -> list[Truth]:
        """Return one truth for each effect that lets a thing do something as though it had a quality."""
        effects = self.effects_matching("as-though", does, thing)
        return [each.in_force for each in effects if quality in each.stated.get("quality", ())]

    @property
    def law(self) -> Law:
        """The rules that are applied to the situation."""
        if self._law is None:
            raise RuntimeError("a situation is asked under a law: Situation.with_law")
        return self._law

    def with_law(self, law: Law) -> Situation:
        """Return the same situation under the rules of an edition."""
        return self if self._law is law else self.replace(law=law)

    def for_question(self, law: Law) -> Situation:
        """Return the same situation under the rules of an edition, with an empty record of what is read."""
        return self.replace(law=law, reads=Reads())

    def rule(self, concept: str, *arguments: Any) -> Truth:
        """Return the result of the rule of a concept; no if the edition has no such rule."""
        return self.law.evaluate(concept, self, *arguments)

    def has_rule(self, concept: str) -> Truth:
        """Yes if the edition has a rule of a concept."""
        return constant(self.law.rule(concept) is not None)

    def replace(self, **changes: Any) -> Situation:
        """Return a copy with other values for some arguments of the constructor."""
        kept: dict[str, Any] = {
            "game": self.game.stated,
            "players": {each.id: each.stated for each in self.players},
            "objects": {each.id: each.stated for each in self.objects},
            "effects": [each.stated for each in self.effects],
            "proposed": self.proposed.stated,
            "closed": self.closed,
            "as_usual": self.as_usual,
            "presumed": self.presumed,
            "as_of": self.as_of,
            "law": self._law,
            "follows_effects": self.follows_effects,
            "departed": self.departed,
            "reads": self.reads,
            "words": self.words,
            "cards": self.cards,
            "choices": self.choices,
        }
        return Situation(**(kept | changes))
