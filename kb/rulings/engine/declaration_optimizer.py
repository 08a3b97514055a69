"""Declarations of attackers and blockers: the one that obeys most requirements without disobeying a restriction.

Each creature has options (attack this player, block that creature, do nothing). Requirements and restrictions speak
of one creature's option, or of a group: how many creatures attack, how many block the same attacker. The creatures
are gone through one after the other; of all the ways to the same numbers in the groups only the best is kept. So
the answer is exact, and the work grows with the groups that matter, not with the number of declarations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kb.i18n import mark_message
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, every, not_, unknown
from kb.rulings.situation.situation import Effect, Object, Situation

MAX_STATES = 20_000
"""How many different numbers in the groups are followed at most; beyond it there is no answer."""

MAX_DOUBTS = 16
"""How many better declarations that are in doubt are named at most."""


class TooManyDeclarations(Exception):
    """There are more declarations than can be looked at."""


@dataclass(frozen=True, slots=True)
class DeclarationOption:
    """What one creature can be declared to do.

    Attributes:
        chosen: ids of what it attacks or blocks; empty if it does nothing.
        obeys: how many requirements on the creature it obeys.
        groups: the groups that it counts in.
        needs: how many have to be in a group if this is chosen: "can't attack alone".
        doubts: open truths, all of which it needs.
    """

    chosen: tuple[str, ...] = ()
    obeys: int = 0
    groups: tuple[str, ...] = ()
    needs: tuple[tuple[str, int], ...] = ()
    doubts: tuple[Truth, ...] = field(default=(), compare=False)


NO_ACTION = DeclarationOption()


def at_most_effects(now: Situation, does: str, thing: Object | None = None) -> list[Effect]:
    """The effects by which no more than so many can do something."""
    effects = [each for each in now.effects_matching("at-most", does, thing) if each.in_force.value is not False]
    return [each for each in effects if each.stated.get("amount") is not None]


def at_least_needs(now: Situation, creature: Object, does: str, group: str) -> tuple[tuple[str, int], ...]:
    """How many of a group have to do something with a creature."""
    effects = [each for each in now.effects_matching("at-least", does, creature) if each.in_force.value is not False]
    return tuple((group, each.stated["amount"]) for each in effects if each.stated.get("amount") is not None)


def is_costly(now: Situation, does: str, creature: Object) -> bool:
    """Whether somebody would have to pay for it, which nobody is required to do."""
    return any(effect.in_force.value is not False for effect in now.effects_matching("costs", does, creature))


@dataclass(frozen=True, slots=True)
class BestDeclaration:
    """The best declaration.

    Attributes:
        obeyed: how many requirements it obeys.
        options: what each creature does, by its id.
    """

    obeyed: int
    options: dict[str, DeclarationOption]

    @property
    def doubts(self) -> tuple[Truth, ...]:
        """What would have to be so for it to be allowed."""
        return tuple(doubt for option in self.options.values() for doubt in option.doubts)


@dataclass(frozen=True, slots=True)
class _Way:
    obeyed: int
    like: int
    options: tuple[DeclarationOption, ...]


def best_declaration(
    creatures: Mapping[str, Sequence[DeclarationOption]],
    most: Mapping[str, int],
    wanted: Sequence[str] = (),
    like: Mapping[str, tuple[str, ...]] | None = None,
) -> BestDeclaration | None:
    """The declaration that obeys most requirements; None if every one disobeys a restriction.

    Args:
        creatures: the options of each creature, by its id.
        most: how many may be in a group at most.
        wanted: groups in which somebody has to be: each is a requirement of its own.
        like: of the best, the one that is most like this is chosen.

    Raises:
        TooMany: there are too many to be looked at.
    """
    caps, asking = _tracked(creatures, most, wanted)
    ways: dict[_State, _Way] = {((0,) * len(caps), (0,) * len(asking)): _Way(0, 0, ())}
    for name, options in creatures.items():
        further: dict[_State, _Way] = {}
        for state, way in ways.items():
            for option in options:
                reached = _reached(state, option, caps, asking, most)
                if reached is None:
                    continue
                alike = like is not None and like.get(name) == option.chosen
                new = _Way(way.obeyed + option.obeys, way.like + alike, (*way.options, option))
                before = further.get(reached)
                if before is None or (new.obeyed, new.like) > (before.obeyed, before.like):
                    further[reached] = new
        if len(further) > MAX_STATES:
            raise TooManyDeclarations
        ways = further
    found: BestDeclaration | None = None
    highest = (-1, -1)
    for (counts, least), way in ways.items():
        number = dict(zip(caps, counts, strict=True))
        if any(number[group] < asked for group, asked in zip(asking, least, strict=True)):
            continue
        obeyed = way.obeyed + sum(number[group] > 0 for group in wanted)
        if (obeyed, way.like) > highest:
            highest = (obeyed, way.like)
            found = BestDeclaration(obeyed, dict(zip(creatures, way.options, strict=True)))
    return found


_State = tuple[tuple[int, ...], tuple[int, ...]]
"""How many there are in each group that matters, and how many the chosen options need there."""


def _tracked(
    creatures: Mapping[str, Sequence[DeclarationOption]], most: Mapping[str, int], wanted: Sequence[str]
) -> tuple[dict[str, int], tuple[str, ...]]:
    """The groups that matter, each with the number from which on more make no difference; and those that are needed."""
    needs = [need for options in creatures.values() for option in options for need in option.needs]
    caps = dict.fromkeys(wanted, 1)
    for name, number in (*needs, *((group, limit + 1) for group, limit in most.items())):
        caps[name] = max(caps.get(name, 0), number)
    return caps, tuple(dict.fromkeys(name for name, _number in needs))


def _reached(
    state: _State, option: DeclarationOption, caps: Mapping[str, int], asking: Sequence[str], most: Mapping[str, int]
) -> _State | None:
    """The state after one more option; None if too many are in a group then."""
    counts = tuple(
        min(count + option.groups.count(group), caps[group]) for group, count in zip(caps, state[0], strict=True)
    )
    if any(count > most[group] for group, count in zip(caps, counts, strict=True) if group in most):
        return None
    wants = dict(option.needs)
    return counts, tuple(max(old, wants.get(group, 0)) for group, old in zip(asking, state[1], strict=True))


@dataclass(frozen=True, slots=True)
class Declaration:
    """A proposed declaration with what else could be declared.

    Attributes:
        chosen: what each creature that is declared attacks or blocks.
        options: what each creature could be declared to do, restrictions of it alone heeded.
        most: how many may be in a group at most.
        wanted: groups in which somebody has to be.
        does: "attacks" or "blocks": a template of what one creature does, with `creature` and `what`.
    """

    chosen: Mapping[str, tuple[str, ...]]
    options: Mapping[str, Sequence[DeclarationOption]]
    most: Mapping[str, int]
    wanted: tuple[str, ...]
    does: str

    def option(self, creature: str) -> DeclarationOption:
        """What a creature is proposed to do; nothing of it counts if it isn't allowed."""
        chosen = self.chosen.get(creature, ())
        found = [option for option in self.options.get(creature, ()) if option.chosen == chosen]
        return max(found, key=lambda option: (option.obeys, -len(option.doubts)), default=NO_ACTION)

    @property
    def obeyed(self) -> int:
        """How many requirements it obeys."""
        options = [self.option(creature) for creature in self.options]
        inside = {group for option in options for group in option.groups}
        return sum(option.obeys for option in options) + sum(group in inside for group in self.wanted)

    def none_better(self, options: Mapping[str, Sequence[DeclarationOption]]) -> Truth:
        """Whether no declaration made of some options obeys more requirements."""
        obeyed = self.obeyed
        doubtful: list[Truth] = []
        while len(doubtful) < MAX_DOUBTS:
            try:
                found = best_declaration(options, self.most, self.wanted, self.chosen)
            except TooManyDeclarations:
                claim = mark_message("there are too many declarations to compare all of them")
                return unknown("proposed", claim)
            if found is None or found.obeyed <= obeyed:
                break
            better = Claim(
                "requirements obeyed: {obeyed}; there would be {most} if: {witness}",
                (("obeyed", obeyed), ("most", found.obeyed), ("witness", self.describe(found))),
            )
            if not found.doubts:
                return Truth(False, claim=better)
            doubtful.append(not_(all_of(*found.doubts)).with_claim(better.template, **dict(better.values)))
            in_doubt = found.doubts[0]
            options = {
                name: [option for option in each if in_doubt not in option.doubts] for name, each in options.items()
            }
        if doubtful:
            return all_of(*doubtful)
        return constant(True, "requirements obeyed: {obeyed}, as many as can be", obeyed=obeyed)

    def none_better_that_obeys(self) -> Truth:
        """Whether none is better of those in which each creature obeys a requirement on it, or does nothing."""
        return self.none_better(
            {
                name: [each for each in options if each.obeys or not each.chosen]
                for name, options in self.options.items()
            }
        )

    def none_better_by_one(self) -> Truth:
        """Whether none is better in which one creature does something else."""
        as_proposed = {name: [self.option(name)] for name in self.options}
        return every(self.none_better({**as_proposed, name: options}) for name, options in self.options.items())

    @staticmethod
    def requirement(effect: Effect) -> Truth:
        """That an effect requires something."""
        return all_of(effect.in_force).with_claim("an effect requires it: “{effect}”", effect=effect)

    @staticmethod
    def explain_better(none_better: Truth, required: Iterable[Truth]) -> Truth:
        """That a better declaration is there, with what requires it."""
        if none_better.value is not False:
            return none_better
        return any_of(none_better, *(not_(each) for each in required if each.value))

    def nearest_legal(self) -> list[tuple[str, tuple[str, ...]]] | None:
        """The legal declaration that is most like the proposed one; None if it can't be told."""
        certain = {name: [each for each in options if not each.doubts] for name, options in self.options.items()}
        try:
            found = best_declaration(certain, self.most, self.wanted, self.chosen)
        except TooManyDeclarations:
            return None
        return None if found is None else [(name, each.chosen) for name, each in found.options.items() if each.chosen]

    def describe(self, found: BestDeclaration) -> Claim:
        """A declaration in words."""
        said: Claim | None = None
        for name, option in found.options.items():
            if not option.chosen:
                continue
            one = Claim(self.does, (("creature", name), ("what", ", ".join(option.chosen))))
            said = one if said is None else Claim("{said}, {more}", (("said", said), ("more", one)))
        return said or Claim("nothing is declared")
