"""Questions: what can be asked of a situation, and how the rules that speak to one make its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal

from kb.errors import BadValue, RulesError
from kb.i18n import _
from kb.rulings.law import rule_registry
from kb.rulings.logic.ternary import Truth, all_of, any_of, every, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

Takes = Literal["nothing", "object", "objects", "player"]


@dataclass(frozen=True, slots=True)
class QuestionArguments:
    """What a question is asked about, besides the situation.

    Attributes:
        question: its name.
        things: ids, as given.
        by: id of the player who asks; None if that isn't said.
        ability: which ability of the object is meant, counted from 1; None if that isn't said.
    """

    question: str
    things: tuple[str, ...] = ()
    by: str | None = None
    ability: int | None = None

    def object(self, now: Situation, place: int = 0) -> Object:
        """An object that it is about.

        Raises:
            RulesError: none was given.
            BadValue: there is none of that id.
        """
        listed = ", ".join(each.id for each in now.objects) or _("none are listed")
        if place >= len(self.things):
            raise RulesError(_("`rules ask {question}` takes objects of the situation, give one: {listed}",
                               question=self.question, listed=listed))  # fmt: skip
        name = self.things[place]
        if (found := now.object(name)) is None:
            raise BadValue("object", name, _("`rules ask {question}` takes objects of the situation: {listed}",
                                                question=self.question, listed=listed))  # fmt: skip
        return found

    def thing(self, now: Situation, place: int = 0) -> Object | Player:
        """An object or player that it is about.

        Raises:
            BadValue: there is none of that id.
        """
        found = now.thing(self.things[place]) if place < len(self.things) else None
        return found if found is not None else self.object(now, place)

    def player(self, now: Situation, thing: Object | None = None) -> Player:
        """Who asks: the player named, or who has the object, or who has priority, or the first one.

        Raises:
            BadValue: there is no such player, or nobody can be told.
        """
        controller = thing.controller.value if thing is not None else None
        for name in (self.by, controller, now.game.priority.value, now.game.active.value):
            if name is None:
                continue
            if (found := now.player(name)) is not None:
                return found
            if name == self.by:
                raise BadValue("player", name, _("give one of {players}", players=", ".join(map(str, now.players))))
        if not now.players:
            raise BadValue("player", "", _("say who asks with --by, such as --by p1"))
        return now.players[0]

    def named_player(self, now: Situation) -> Player:
        """The player that it is about: the one named first, else the one who asks (`player`)."""
        return replace(self, by=self.things[0] if self.things else self.by).player(now)

    def abilities(self, now: Situation) -> tuple[Ability, ...]:
        """The ability that it is about: the one named, else all that are stated, else one of which nothing is said.

        Raises:
            BadValue: there is no such ability.
        """
        thing = self.object(now)
        stated_ones = tuple(thing.abilities)
        if self.ability is None:
            return stated_ones or (Ability(f"{thing.path}.abilities", now, {}),)
        if not 1 <= self.ability <= len(stated_ones):
            raise BadValue("ability", str(self.ability), _("{id} has {count} stated abilities", id=thing.id,
                                                              count=len(stated_ones)))  # fmt: skip
        return (stated_ones[self.ability - 1],)


def named_ability(asked: QuestionArguments, thing: Object) -> Ability:
    """The ability of an object that a question is about: of the number given after it, or with --ability; or the first.

    Raises:
        BadValue: there is no such ability.
    """
    given = asked.things[1] if len(asked.things) > 1 else None if asked.ability is None else str(asked.ability)
    stated_ones: tuple[Ability, ...] = tuple(thing.abilities)
    if given is None and not stated_ones:
        return Ability(f"{thing.path}.abilities", thing.now, {})
    number = given or "1"
    if not number.isdecimal() or not 1 <= int(number) <= len(stated_ones):
        raise BadValue("ability", number, _("{id} has {count} stated abilities", id=thing.id,
                                               count=len(stated_ones)))  # fmt: skip
    return stated_ones[int(number) - 1]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that can be asked.

    Attributes:
        name: as typed.
        help: one line: what it asks.
        takes: what is named with it.
        answer: what the rules say: a Truth, a term, or a list of actions.
        example: a command line that asks it.
    """

    name: str
    help: str
    takes: Takes
    answer: Callable[[Situation, QuestionArguments], Any] = field(repr=False, compare=False)
    example: str = ""

    def check_argument_count(self, things: tuple[str, ...]) -> None:
        """Refuse to be asked of more than it looks at.

        Raises:
            RulesError: there is more.
        """
        if self.takes == "nothing" and things:
            whole = _("`rules ask {question}` is about the whole situation, not '{id}'", question=self.name,
                      id=things[0])  # fmt: skip
            raise RulesError(whole)
        if self.takes == "object" and len(things) > 1:
            raise RulesError(_("`rules ask {question}` is about one object, not also '{id}'", question=self.name,
                               id=things[1]))  # fmt: skip


_Answer = Callable[[Situation, QuestionArguments], Any]


def answers(name: str, asks: str, takes: Takes, example: str) -> Callable[[_Answer], Question]:
    """Make a function into the question that it answers: see `Question`; `asks` is its help."""
    return lambda answer: Question(name, asks, takes, answer, example)


@cache
def all_questions() -> dict[str, Question]:
    """All questions by name: they stand beside the encoded rules of their subject."""
    found = {
        value.name: value
        for module in rule_registry.rule_modules()
        for value in vars(module).values()
        if isinstance(value, Question)
    }
    return dict(sorted(found.items()))


def find_question(name: str) -> Question:
    """The question of a name.

    Raises:
        BadValue: there is none; the message suggests one.
    """
    known = all_questions()
    if name in known:
        return known[name]
    close = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), list(known), n=1, cutoff=0.5)
    if close:
        raise BadValue(
            "question", name, _("did you mean '{question}'? `rules ask --list` lists all", question=close[0])
        )
    raise BadValue("question", name, _("`rules ask --list` lists all"))


def is_permitted(
    now: Situation, asks: str, does: str, thing: Object | Player, *arguments: Any, to: Object | Player | None = None
) -> Truth:
    """Whether something is allowed, from all the rules that help to answer a question.

    All that is required must be so, one permission must be so if any rule gives permissions, and nothing may
    forbid it. What a card says comes first (101.1, 101.2): an effect may waive a rule, and a "can't" beats all.

    Args:
        now: the situation.
        asks: the question, by which the rules are found.
        does: what is to be done, as effects call it (`attack`).
        thing: what would do it.
        arguments: what the rules of the question take after the situation.
        to: at whom or what it would be done, where effects may speak of that.
    """
    needs: list[Truth] = []
    permits: list[Truth] = []
    bars: list[Truth] = []
    if any(now.effects_matching("cant", does, thing)):
        bars.append(now.rule("cant-beats-can", thing, does, *(() if to is None else (to,))))
    permission_needed = False
    for concept in rule_registry.rules_for_question(asks):
        standing = now.law.status_of(concept)
        rule = standing.rule
        if rule is None:
            if standing.status == "unreviewed":
                needs.append(unknown(f"rules.{concept}", "{number} isn't reviewed", number=str(standing.number)))
            continue
        permission_needed |= rule.role == "permits"
        speaks = rule.applies_to(now, *arguments)
        if rule.role == "decides" or speaks.value is False:
            continue
        waived = _waived(now, thing, concept, str(standing.number))
        if rule.role == "requires":
            silent = [] if speaks.value is True else [not_(speaks)]
            needs.append(any_of(*silent, rule.evaluate(now, *arguments), *waived))
        elif rule.role == "permits":
            permits.append(all_of(speaks, rule.evaluate(now, *arguments)))
        else:
            bars.append(all_of(speaks, rule.evaluate(now, *arguments), *(not_(each) for each in waived)))
    permits += [now.rule("cards-beat-rules", effect) for effect in now.effects_matching("can", does, thing)]
    allowed = [some(permits)] if permission_needed else []
    return all_of(every(needs), *allowed, *(not_(bar) for bar in bars))


def _waived(now: Situation, thing: Object | Player, concept: str, number: str) -> list[Truth]:
    """Whether cards say that a rule doesn't hold for a thing."""
    return [
        now.rule("cards-beat-rules", effect)
        for effect in now.effects
        if {concept, number} & set(effect.stated.get("waives", ())) and effect.covers(thing)
    ]
