"""Questions about a situation. `is_permitted` says whether the encoded rules of a question permit an event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

from kb.errors import BadValue, RulesError
from kb.i18n import _
from kb.rulings.law import rule_registry
from kb.rulings.logic.ternary import Truth, all_of, any_of, every, not_, some
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

Takes = Literal["nothing", "object", "objects", "player"]


@dataclass(frozen=True, slots=True)
class QuestionArguments:
    """The arguments of a question.

    Attributes:
        question: name of the question.
        things: ids of objects and players, in the order given.
        by: id of the player who asks; None if not given.
        ability: number of the ability that the question is about, counted from 1; None if not given.
    """

    question: str
    things: tuple[str, ...] = ()
    by: str | None = None
    ability: int | None = None

    def object(self, now: Situation, place: int = 0) -> Object:
        """Return the object whose id is at the index `place` of the things.

        Raises:
            RulesError: no object was given.
            BadValue: the situation has no object with that id.
        """
        listed = ", ".join(each.id for each in now.objects) or _("none are listed")
        if place >= len(self.things):
            raise self._missing(listed)
        name = self.things[place]
        if (found := now.object(name)) is None:
            raise BadValue("object", name, _("`rules ask {question}` takes objects of the situation: {listed}",
                                             question=self.question, listed=listed))  # fmt: skip
        return found

    def _missing(self, listed: str) -> RulesError:
        """Return the error that the question needs a further object. If it has one already, show an example."""
        example = all_questions()[self.question].example if self.things else ""
        if not example:
            return RulesError(_("`rules ask {question}` takes objects of the situation, give one: {listed}",
                                question=self.question, listed=listed))  # fmt: skip
        return RulesError(_("`rules ask {question} {given}` lacks a further object or player; an example: {example}",
                            question=self.question, given=" ".join(self.things), example=example))  # fmt: skip

    def thing(self, now: Situation, place: int = 0) -> Object | Player:
        """Return the object or player whose id is at the index `place` of the things.

        Raises:
            RulesError: no thing was given.
            BadValue: the situation has no thing with that id.
        """
        found = now.thing(self.things[place]) if place < len(self.things) else None
        return found if found is not None else self.object(now, place)

    def player(self, now: Situation, thing: Object | None = None) -> Player:
        """Return the player who asks.

        If `by` isn't given, return the first known of these players: the thing's controller, the player with priority,
        the active player, the first player of the situation.

        Raises:
            BadValue: there is no such player, or the situation has no players.
        """
        controller = thing.controller.value if thing is not None else None
        for name in (self.by, controller, now.game.priority.value, now.game.active.value):
            if name is not None and (found := now.player(name)) is not None:
                return found
            if name is not None and name == self.by:
                raise BadValue("player", name, _("give one of {players}", players=", ".join(map(str, now.players))))
        if not now.players:
            raise BadValue("player", "", _("say who asks with --by, such as --by p1"))
        return now.players[0]

    def named_player(self, now: Situation) -> Player:
        """Return the first player among the things of the question. By default, return the player who asks."""
        return replace(self, by=self.things[0] if self.things else self.by).player(now)

    def abilities(self, now: Situation) -> tuple[Ability, ...]:
        """Return the ability with the number `ability`. If no number is given, return all abilities of the object.

        If effects have taken a stated ability away, it is returned, too; `Object.abilities` says that it is lost. If
        the object has no abilities, return one ability without facts.

        Raises:
            BadValue: there is no such ability.
        """
        thing = self.object(now)
        return (_listed_abilities(thing) if self.ability is None else ()) or (_ability(thing, self.ability),)


def _listed_abilities(thing: Object) -> tuple[Ability, ...]:
    """Return the abilities that an object has or that are stated for it, by their numbers."""
    found: dict[str, Ability] = {each.id: each for each in (*thing.as_stated.abilities, *thing.abilities)}
    return tuple(found.values())


def named_ability(asked: QuestionArguments, thing: Object) -> Ability:
    """Return the ability with the number in the question's second argument or in --ability; by default, the first.

    Raises:
        BadValue: there is no such ability.
    """
    given = asked.things[1] if len(asked.things) > 1 else asked.ability
    return _ability(thing, 1 if given is None and _listed_abilities(thing) else given)


def _ability(thing: Object, number: int | str | None) -> Ability:
    """Return the ability with a number. Without a number, return an ability without facts."""
    if number is None:
        return Ability(f"{thing.path}.abilities", thing.now, {})
    stated, text = _listed_abilities(thing), str(number)
    if not text.isdecimal() or not 1 <= int(text) <= len(stated):
        expected = _("{id} has {count} stated abilities", id=thing.id, count=len(stated))
        raise BadValue("ability", text, expected)
    found: Ability = stated[int(text) - 1]
    return found


@dataclass(frozen=True, slots=True)
class Question:
    """A question that can be asked.

    Attributes:
        name: the question's name on the command line.
        help: the question in one line.
        takes: the kind of arguments that the question takes.
        answer: function that returns a Truth, a DerivedValue or a list of actions.
        example: a command line that asks the question.
    """

    name: str
    help: str
    takes: Takes
    answer: Callable[[Situation, QuestionArguments], Any] = field(repr=False, compare=False)
    example: str = ""

    @property
    def folder(self) -> str:
        """The folder of encoded rules that defines the question, such as `combat`."""
        return self.answer.__module__.split(".")[3]

    def check_argument_count(self, things: tuple[str, ...]) -> None:
        """Raise an error if there are more things than the question takes.

        Raises:
            RulesError: there are more things than the question takes.
        """
        if self.takes == "nothing" and things:
            raise RulesError(_("`rules ask {question}` is about the whole situation, not '{id}'", question=self.name,
                               id=things[0]))  # fmt: skip
        if self.takes == "object" and len(things) > 1:
            raise RulesError(_("`rules ask {question}` is about one object, not also '{id}'", question=self.name,
                               id=things[1]))  # fmt: skip


_Answer = Callable[[Situation, QuestionArguments], Any]


def answers(name: str, asks: str, takes: Takes, example: str) -> Callable[[_Answer], Question]:
    """Return a decorator that makes a `Question` from a function. `asks` is the `help` of the question."""
    return lambda answer: Question(name, asks, takes, answer, example)


@cache
def all_questions() -> dict[str, Question]:
    """Return all questions by name. The modules of the encoded rules define them."""
    values = (value for module in rule_registry.rule_modules() for value in vars(module).values())
    found = {value.name: value for value in values if isinstance(value, Question)}
    return dict(sorted(found.items()))


def is_permitted(
    now: Situation, asks: str, does: str, thing: Object | Player, *arguments: Any, to: Object | Player | None = None
) -> Truth:
    """Yes if the rules of a question and the effects of cards allow an event.

    Every requirement must be met, and no prohibition may apply. If there are permissions, at least one must apply.
    The text of cards takes precedence (101.1, 101.2): an effect can waive a rule, and "can't" overrides everything.

    Args:
        now: the situation.
        asks: name of the question.
        does: the event, such as `attack`. It is a value that the fact `does` of an effect can have.
        thing: the object or player of the event.
        arguments: the arguments for the question's rules, without the situation.
        to: the object or player that the event would affect, if effects can depend on it.
    """
    requirements: list[Truth] = []
    permissions: list[Truth] = []
    prohibitions: list[Truth] = []
    if any(now.effects_matching("cant", does, thing)):
        prohibitions.append(now.rule("cant-beats-can", thing, does, *(() if to is None else (to,))))
    needs_permission = False
    for concept in rule_registry.rules_for_question(asks):
        state = now.law.status_of(concept)
        rule = state.rule
        if rule is None:
            requirements += [state.not_reviewed()] if state.status == "unreviewed" else []
            continue
        needs_permission |= rule.role == "permits"
        applies = rule.applies_to(now, *arguments)
        if rule.role == "decides" or applies.value is False:
            continue
        waived = _waivers(now, thing, concept, str(state.number))
        says = rule.evaluate(now, *arguments)
        if rule.role == "requires":
            requirements.append(any_of(*([] if applies.value is True else [not_(applies)]), says, *waived))
        elif rule.role == "permits":
            permissions.append(all_of(applies, says))
        else:
            prohibitions.append(all_of(applies, says, *(not_(each) for each in waived)))
    permissions += [now.rule("cards-beat-rules", effect) for effect in now.effects_matching("can", does, thing)]
    if isinstance(thing, Object):
        has = (thing.abilities.has(each) for each in arguments if isinstance(each, Ability))
        requirements += (each for each in has if each.value is not True)
    allowed = [some(permissions)] if needs_permission else []
    return all_of(every(requirements), *allowed, *(not_(each) for each in prohibitions))


def _waivers(now: Situation, thing: Object | Player, concept: str, number: str) -> list[Truth]:
    """Return one truth for each effect that waives a rule for a thing."""
    return [
        now.rule("cards-beat-rules", effect)
        for effect in now.effects
        if {concept, number} & set(effect.stated.get("waives", ())) and effect.covers(thing)
    ]
