"""Find the declaration of attackers or blockers that obeys the most requirements and disobeys no restriction.

Each creature has options: attack this player, block that creature, do nothing. A requirement or restriction is about an
option of one creature, or about a group, such as all attackers or the blockers of one attacker. Dynamic programming
over the creatures keeps only the best partial declaration for each combination of group counts. So the result is exact,
and the time depends on the number of groups, not on the number of declarations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, every, not_, unknown
from kb.rulings.situation.situation import Effect, Object, Situation

MAX_STATES = 20_000
"""The greatest number of combinations of group counts. If there are more combinations, the search gives up."""

MAX_DOUBTS = 16
"""If better declarations depend on open facts, an answer names at most this number of them."""


class TooManyDeclarations(Exception):
    """There are more declarations than can be compared."""


@dataclass(frozen=True, slots=True)
class DeclarationOption:
    """An option of one creature.

    Attributes:
        chosen: ids of the things that the creature attacks or blocks; empty if it does nothing.
        obeys: the number of requirements on this creature that the option obeys.
        groups: the groups that the creature belongs to if it takes the option.
        needs: the least count of each group that the option requires, such as 2 attackers for "can't attack alone".
        doubts: open truths; the option is allowed only if all of them are yes.
    """

    chosen: tuple[str, ...] = ()
    obeys: int = 0
    groups: tuple[str, ...] = ()
    needs: tuple[tuple[str, int], ...] = ()
    doubts: tuple[Truth, ...] = field(default=(), compare=False)


NO_ACTION = DeclarationOption()


def at_most_effects(now: Situation, does: str, thing: Object | None = None) -> list[Effect]:
    """Return the effects that limit how many creatures can do something."""
    effects = [each for each in now.effects_matching("at-most", does, thing) if each.in_force.value is not False]
    return [each for each in effects if each.stated.get("amount") is not None]


def at_least_needs(now: Situation, creature: Object, does: str, group: str) -> tuple[tuple[str, int], ...]:
    """For each effect such as "A can't attack alone", return `group` and the least count that the effect requires."""
    effects = [each for each in now.effects_matching("at-least", does, creature) if each.in_force.value is not False]
    return tuple((group, each.stated["amount"]) for each in effects if each.stated.get("amount") is not None)


def is_costly(now: Situation, does: str, creature: Object) -> bool:
    """True if a creature can do something only if somebody pays a cost. No requirement makes anybody pay the cost."""
    return any(effect.in_force.value is not False for effect in now.effects_matching("costs", does, creature))


@dataclass(frozen=True, slots=True)
class BestDeclaration:
    """The best declaration.

    Attributes:
        obeyed: the number of requirements that it obeys.
        options: the option of each creature, by its id.
    """

    obeyed: int
    options: dict[str, DeclarationOption]

    @property
    def doubts(self) -> tuple[Truth, ...]:
        """The open truths that must be yes for the declaration."""
        return tuple(doubt for option in self.options.values() for doubt in option.doubts)


@dataclass(frozen=True, slots=True)
class _PartialDeclaration:
    obeyed: int
    like: int
    options: tuple[DeclarationOption, ...]


def best_declaration(
    creatures: Mapping[str, Sequence[DeclarationOption]],
    most: Mapping[str, int],
    wanted: Sequence[str] = (),
    like: Mapping[str, tuple[str, ...]] | None = None,
) -> BestDeclaration | None:
    """Return the declaration that obeys the most requirements; None if every declaration disobeys a restriction.

    Args:
        creatures: the options of each creature, by its id.
        most: the greatest allowed count of each limited group.
        wanted: groups. Each entry is a requirement that is obeyed if the group isn't empty.
        like: a declaration. If several declarations are best, return the declaration most similar to `like`.

    Raises:
        TooManyDeclarations: there are too many declarations to compare.
    """
    caps, asking = _relevant_groups(creatures, most, wanted)
    ways: dict[_State, _PartialDeclaration] = {((0,) * len(caps), (0,) * len(asking)): _PartialDeclaration(0, 0, ())}
    for name, options in creatures.items():
        further: dict[_State, _PartialDeclaration] = {}
        for state, way in ways.items():
            for option in options:
                reached = _next_state(state, option, caps, asking, most)
                if reached is None:
                    continue
                alike = like is not None and like.get(name) == option.chosen
                new = _PartialDeclaration(way.obeyed + option.obeys, way.like + alike, (*way.options, option))
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
"""The count of each relevant group, and the least counts that the chosen options require."""


def _relevant_groups(
    creatures: Mapping[str, Sequence[DeclarationOption]], most: Mapping[str, int], wanted: Sequence[str]
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return a dict with the groups whose count matters, and the groups of which an option requires a least count.

    The dict gives a number for each group. All counts of the group from this number on have the same effect.
    """
    needs = [need for options in creatures.values() for option in options for need in option.needs]
    caps = dict.fromkeys(wanted, 1)
    for name, number in (*needs, *((group, limit + 1) for group, limit in most.items())):
        caps[name] = max(caps.get(name, 0), number)
    return caps, tuple(dict.fromkeys(name for name, _number in needs))


def _next_state(
    state: _State, option: DeclarationOption, caps: Mapping[str, int], asking: Sequence[str], most: Mapping[str, int]
) -> _State | None:
    """Return the state after adding an option; None if a group gets too large."""
    counts = tuple(
        min(count + option.groups.count(group), caps[group]) for group, count in zip(caps, state[0], strict=True)
    )
    if any(count > most[group] for group, count in zip(caps, counts, strict=True) if group in most):
        return None
    wants = dict(option.needs)
    return counts, tuple(max(old, wants.get(group, 0)) for group, old in zip(asking, state[1], strict=True))


@dataclass(frozen=True, slots=True)
class Declaration:
    """A proposed declaration with its alternatives.

    Attributes:
        chosen: ids of the things that each declared creature attacks or blocks.
        options: the options of each creature, except those that a restriction on the creature itself forbids.
        most: the greatest allowed count of each limited group.
        wanted: groups. Each entry is a requirement that is obeyed if the group isn't empty.
        does: template of a creature's action ("attacks" or "blocks"), with `{creature}` and `{what}`.
    """

    chosen: Mapping[str, tuple[str, ...]]
    options: Mapping[str, Sequence[DeclarationOption]]
    most: Mapping[str, int]
    wanted: tuple[str, ...]
    does: str

    def option(self, creature: str) -> DeclarationOption:
        """Return the proposed option of a creature; `NO_ACTION` if the proposed option isn't allowed."""
        chosen = self.chosen.get(creature, ())
        found = [option for option in self.options.get(creature, ()) if option.chosen == chosen]
        return max(found, key=lambda option: (option.obeys, -len(option.doubts)), default=NO_ACTION)

    @property
    def obeyed(self) -> int:
        """The number of requirements that the declaration obeys."""
        options = [self.option(creature) for creature in self.options]
        inside = {group for option in options for group in option.groups}
        return sum(option.obeys for option in options) + sum(group in inside for group in self.wanted)

    def none_better(self, options: Mapping[str, Sequence[DeclarationOption]]) -> Truth:
        """Yes if no declaration with the given options obeys more requirements."""
        obeyed = self.obeyed
        doubtful: list[Truth] = []
        while len(doubtful) < MAX_DOUBTS:
            try:
                found = best_declaration(options, self.most, self.wanted, self.chosen)
            except TooManyDeclarations:
                return unknown("proposed", "there are too many declarations to compare all of them")
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
        """Yes if none is better among the declarations in which each creature obeys a requirement or does nothing."""
        return self.none_better(
            {
                name: [each for each in options if each.obeys or not each.chosen]
                for name, options in self.options.items()
            }
        )

    def none_better_by_one(self) -> Truth:
        """Yes if a change of one creature's option never makes the declaration better."""
        as_proposed = {name: [self.option(name)] for name in self.options}
        return every(self.none_better({**as_proposed, name: options}) for name, options in self.options.items())

    @staticmethod
    def requirement(effect: Effect) -> Truth:
        """Return the truth that an effect is in force, with the claim that the effect requires something."""
        return all_of(effect.in_force).with_claim("an effect requires it: “{effect}”", effect=effect)

    @staticmethod
    def explain_better(none_better: Truth, required: Iterable[Truth]) -> Truth:
        """Return `none_better`. If a better declaration exists, add the requirements to the reasons."""
        if none_better.value is not False:
            return none_better
        return any_of(none_better, *(not_(each) for each in required if each.value))

    def nearest_legal(self) -> list[tuple[str, tuple[str, ...]]] | None:
        """Return the best legal declaration that is most similar to the proposed declaration; None if there is none."""
        certain = {name: [each for each in options if not each.doubts] for name, options in self.options.items()}
        try:
            found = best_declaration(certain, self.most, self.wanted, self.chosen)
        except TooManyDeclarations:
            return None
        return None if found is None else [(name, each.chosen) for name, each in found.options.items() if each.chosen]

    def describe(self, found: BestDeclaration) -> Claim:
        """Return a declaration in words."""
        said: Claim | None = None
        for name, option in found.options.items():
            if not option.chosen:
                continue
            one = Claim(self.does, (("creature", name), ("what", ", ".join(option.chosen))))
            said = one if said is None else Claim("{said}, {more}", (("said", said), ("more", one)))
        return said or Claim("nothing is declared")
