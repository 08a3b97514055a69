"""A situation: the stated facts of a game that the rules are asked about.

Absent is unknown, never false. There are three exceptions, all of them in the vocabulary: a few facts that
are so unless stated (a permanent is phased in); the characteristics of objects in a closed zone, which are
listed in full; and, where a question is asked `as_usual`, facts that have a usual value, which the answer then
lists among its assumptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any

from kb.rulings.law.applicable_law import Law
from kb.rulings.logic.ternary import Truth, constant, not_, some, unknown
from kb.rulings.situation.type_line import CARD_TYPES
from kb.rulings.situation.vocabulary import EffectFacts, Game, ObjectFacts, PlayerFacts, Proposal

SITUATION_FORMAT = "cr-situation/1"

Facts = Mapping[str, Any]


class Player(PlayerFacts):
    """A player of a situation."""

    now: Situation

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
        mine = self.stated.get("team")
        others = (each for each in self.now.players if each.id != self.id and mine is not None)
        return tuple(each for each in others if each.stated.get("team") == mine)

    @property
    def opponents(self) -> tuple[Player, ...]:
        """The players of the game who aren't of the player's team (102.2, 102.3)."""
        mine = self.stated.get("team")
        return tuple(
            each
            for each in self.now.players
            if each.id != self.id and (mine is None or each.stated.get("team") != mine)
        )


class Object(ObjectFacts):
    """An object of a situation."""

    now: Situation

    @property
    def has_pending_ability(self) -> Truth:
        """Whether it is the source of an ability that has triggered but not yet left the stack.

        As stated; else told by the stack, where that is stated, and that no triggered ability waits to be put on it.
        """
        stack, none_waits = self.now.game.stack, self.now.game.stated.get("pending_triggers") is False
        if "pending_ability" in self.stated or not stack.is_known or not none_waits:
            return self.pending_ability
        if not stack.value:
            return not_(stack.is_empty)
        return some(self._is_source_of(self.now.object(each)) for each in stack)

    def _is_source_of(self, other: Object | None) -> Truth:
        """Whether something on the stack is an ability of it; what has types there is a spell."""
        if other is not None and "source" in other.stated:
            return other.source == self
        spell = other is not None and "types" in other.stated
        return constant(False) if spell else unknown(f"{self.path}.pending_ability")

    @property
    def host(self) -> Object | Player | None:
        """What it is attached to, if that is listed."""
        return self.now.thing(self.attached_to.value or "")


class Effect(EffectFacts):
    """An effect of a situation."""

    now: Situation


class Situation:
    """The game, its players and objects, as far as anything is stated of them.

    Attributes:
        game: the game and its turn.
        players: in turn order, as stated.
        objects: as stated.
        effects: what cards say; there are no others.
        proposed: what somebody is about to do.
        closed: zones all of whose objects are listed.
        as_usual: whether facts that aren't stated are taken at their usual value.
        presumed: values taken in the same way for this question, by path.
        as_of: the day that it names, if it names one.
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
        presumed: Facts | None = None,
        as_of: date | None = None,
        law: Law | None = None,
    ) -> None:
        self.closed, self.as_usual, self.as_of = frozenset(closed), as_usual, as_of
        self.presumed: Facts = presumed or {}
        self.game = Game("game", self, dict(game or {}))
        self.players = tuple(Player(each, self, dict(facts)) for each, facts in (players or {}).items())
        self.objects = tuple(Object(each, self, dict(facts)) for each, facts in (objects or {}).items())
        self.effects = tuple(Effect(str(place + 1), self, dict(facts)) for place, facts in enumerate(effects))
        self.proposed = Proposal("proposed", self, dict(proposed or {}))
        self._law = law

    @cached_property
    def _things(self) -> dict[str, Player | Object]:
        players: dict[str, Player | Object] = {each.id: each for each in self.players}
        return players | {each.id: each for each in self.objects}

    def thing(self, identity: str) -> Player | Object | None:
        """The player or object of an id, or None."""
        return self._things.get(identity)

    def object(self, identity: str) -> Object | None:
        """The object of an id, or None."""
        found = self._things.get(identity)
        return found if isinstance(found, Object) else None

    def player(self, identity: str) -> Player | None:
        """The player of an id, or None."""
        found = self._things.get(identity)
        return found if isinstance(found, Player) else None

    @cached_property
    def permanents(self) -> tuple[Object, ...]:
        """The objects that are permanents, or may be."""
        return tuple(each for each in self.objects if each.is_permanent.value is not False)

    @cached_property
    def attached_permanents(self) -> tuple[Object, ...]:
        """The permanents that are attached to something, or may be."""
        return tuple(each for each in self.permanents if (each.attached_to != "none").value is not False)

    @cached_property
    def objects_off_battlefield(self) -> tuple[Object, ...]:
        """The objects that aren't on the battlefield, or may not be."""
        return tuple(each for each in self.objects if (each.zone != "battlefield").value is not False)

    def possible_permanents(self, word: str) -> tuple[Object, ...]:
        """The permanents that have a card type or subtype, or may have it."""
        return self._by_type.get(word, self._of_type(word))

    @cached_property
    def _by_type(self) -> dict[str, tuple[Object, ...]]:
        return {}

    def _of_type(self, word: str) -> tuple[Object, ...]:
        found = tuple(
            each
            for each in self.permanents
            if (each.has_type(word) if word in CARD_TYPES else each.has_subtype(word)).value is not False
        )
        self._by_type[word] = found
        return found

    def effects_matching(self, says: str, does: str, thing: Player | Object | None = None) -> Iterator[Effect]:
        """The effects that say something of a thing: `effects_that("cant", "attack", creature)`."""
        for effect in self.effects:
            same = effect.stated.get("says") == says and effect.stated.get("does") == does
            if same and (thing is None or effect.covers(thing)):
                yield effect

    def as_though(self, does: str, thing: Player | Object, quality: str) -> list[Truth]:
        """Whether effects have a thing do something as though it had a quality, one truth for each of them."""
        effects = self.effects_matching("as-though", does, thing)
        return [each.in_force for each in effects if quality in each.stated.get("quality", ())]

    @property
    def law(self) -> Law:
        """The rules that it is asked under."""
        if self._law is None:
            raise RuntimeError("a situation is asked under a law: Situation.under")
        return self._law

    def with_law(self, law: Law) -> Situation:
        """The same situation, to be asked under the rules of an edition."""
        return self if self._law is law else self.replace(law=law)

    def rule(self, concept: str, *arguments: Any) -> Truth:
        """What the rules of the edition say of a concept; no if they don't know it."""
        return self.law.evaluate(concept, self, *arguments)

    def has_rule(self, concept: str) -> Truth:
        """Whether the edition has a rule."""
        return constant(self.law.rule(concept) is not None)

    def replace(self, **changes: Any) -> Situation:
        """A copy with other values for what the constructor takes."""
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
        }
        return Situation(**(kept | changes))
