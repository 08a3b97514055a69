"""Assigning combat damage (510.1; 310 before 2009): how blocked, unblocked and trampling creatures divide damage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations

from kb.rulings.encoded.combat import banding
from kb.rulings.law.rule_registry import Row, encodes, encodes_each
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation

MAX_BLOCKER_ORDERS = 6
"""The maximum number of blockers for which all orders are tried if no order is stated."""

DamageStep = str
"""A combat damage step: `first` or `second` if there are two steps, `only` if there is one step."""


# --- creatures in combat -------------------------------------------------------------------------------------


def attacking_creatures(now: Situation) -> tuple[Object, ...]:
    """Return the attacking creatures."""
    return tuple(each for each in now.permanents if each.attacking.value not in (None, "none") and _in_combat(each))


def _in_combat(thing: Object) -> bool:
    """True if a permanent may still be in combat: it is on the battlefield and isn't removed from combat."""
    return thing.is_permanent.value is not False and thing.removed_from_combat.value is not True


def creatures_blocking(attacker: Object) -> tuple[Object, ...]:
    """Return the creatures that block an attacker, in the attacker's damage assignment order if an order is stated."""
    now = attacker.now
    if attacker.blocked_by.is_known:
        listed = [now.object(name) for name in attacker.blocked_by]
    else:
        listed = [each for each in now.permanents if banding.is_blocking(now, each, attacker).value]
    return tuple(each for each in listed if each is not None and _in_combat(each))


def blockers_known(attacker: Object) -> Truth:
    """Yes if an attacker's blockers are known: they are stated, or the battlefield is listed in full."""
    if attacker.blocked_by.is_known or creatures_blocking(attacker) or "battlefield" in attacker.now.closed:
        return constant(True)
    return unknown(attacker.blocked_by.fact, "not stated: what blocks {creature}", creature=attacker)


def creatures_blocked_by(blocker: Object) -> tuple[Object, ...]:
    """Return the attacking creatures that a creature is blocking."""
    now = blocker.now
    listed = [now.object(name) for name in blocker.blocking]
    if not blocker.blocking.value:
        listed = [each for each in now.permanents if blocker.id in each.blocked_by]
    listed += [mate for each in listed if each is not None for mate in banding.band_mates(each) if mate not in listed]
    return tuple(each for each in listed if each is not None and _in_combat(each))


@encodes("blocked-creature", "{attacker} is a blocked creature")
def declared_blockers_make_it_blocked(now: Situation, attacker: Object) -> Truth:
    """An attacker becomes blocked if a blocker is declared for it. It stays blocked if the blockers leave combat."""
    if attacker.blocked.value is not None:
        return attacker.blocked
    if attacker.blocked_by.is_known:
        return not_(attacker.blocked_by.is_empty)
    found = [
        each.blocking.contains(attacker)
        for each in now.permanents
        if each is not attacker and each.is_permanent_of_type("creature").value is not False
    ]
    if any(each.value for each in found) or "battlefield" in now.closed or now.as_usual:
        return some(found)
    return attacker.blocked


# --- damage assignments --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DamageAssignment:
    """A proposed assignment of combat damage, from the point of view of one creature.

    Attributes:
        creature: the creature that assigns damage.
        by_creature: what each creature is to assign to each recipient, by id: `{"A": {"p1": 2}}` if A assigns 2 to p1.
    """

    creature: Object
    by_creature: dict[str, dict[str, int]]

    @property
    def by_recipient(self) -> dict[str, int]:
        """A dict from the id of each recipient to the amount that the creature is to assign."""
        return self.by_creature.get(self.creature.id, {})

    @property
    def total(self) -> int:
        """The total amount that the creature is to assign."""
        return sum(self.by_recipient.values())

    def assigned_to(self, thing: Object | Player) -> int:
        """Return the amount that the creature is to assign to a recipient."""
        return self.by_recipient.get(thing.id, 0)

    def total_assigned_to(self, thing: Object) -> int:
        """Return the amount that all creatures together are to assign to a recipient."""
        return sum(each.get(thing.id, 0) for each in self.by_creature.values())

    def assigned_only_to(self, recipients: Iterable[Object | Player]) -> Truth:
        """Yes if the creature assigns all its damage to `recipients`. Without recipients, it must assign none."""
        able = {each.id for each in recipients}
        if not able:
            return constant(self.total == 0, "{creature} assigns no combat damage", creature=self.creature)
        only = constant(
            set(self.by_recipient) <= able,
            "{creature} assigns damage only to {recipients}",
            creature=self.creature,
            recipients=", ".join(sorted(able)),
        )
        return all_of(only, self.creature.now.rule("assigned-amount", self.creature, self.total))

    def is_lethal_to(self, thing: Object) -> Truth:
        """Yes if `thing` is assigned lethal damage. Marked damage and the damage by other creatures count, too."""
        now = self.creature.now
        sources = [now.object(name) for name, to in self.by_creature.items() if to.get(thing.id, 0) > 0]
        rule = now.law.rule("deathtouch-is-lethal")
        by_deathtouch = [rule.evaluate(now, each) for each in sources if each is not None and rule is not None]
        enough = (thing.damage + self.total_assigned_to(thing) >= thing.toughness).with_claim(
            "{thing} is assigned {assigned} in all; {damage}; {toughness}",
            thing=thing, assigned=self.total_assigned_to(thing), damage=thing.damage, toughness=thing.toughness,
        )  # fmt: skip
        return any_of(enough, *by_deathtouch).with_claim("{creature} is assigned lethal damage", creature=thing)

    def __str__(self) -> str:
        """Return each amount with its recipient."""
        return ", ".join(f"{amount} > {name}" for name, amount in self.by_recipient.items()) or "0"


@encodes("assigned-amount", "{creature} assigns {total} combat damage, as much as its power")
def as_much_as_its_power(now: Situation, creature: Object, total: int) -> Truth:
    """Each creature assigns combat damage equal to its power. A creature that would assign 0 or less assigns none."""
    return damage_to_assign(now, creature) == total


def damage_to_assign(now: Situation, creature: Object) -> NumberValue:
    """Return the combat damage that a creature assigns: its power, or its toughness if an effect says so."""
    for effect in now.effects_matching("replaces", "deal-damage", creature):
        if "toughness" in effect.stated.get("quality", ()) and effect.in_force.value:
            return creature.toughness.at_least(0)
    return creature.power.at_least(0)


@encodes("deathtouch-is-lethal", "any combat damage from {creature} is lethal: it has deathtouch")
def any_amount_is_lethal(_now: Situation, creature: Object) -> Truth:
    """Any nonzero combat damage that a source with deathtouch assigns to a creature is lethal damage."""
    return creature.has_keyword("deathtouch")


@encodes("deathtouch-divides-freely", "{creature} divides its damage freely: it has deathtouch")
def any_number_of_creatures(_now: Situation, creature: Object) -> Truth:
    """A creature with deathtouch may divide its damage freely among the creatures that it blocks or that block it."""
    return creature.has_keyword("deathtouch")


# --- unblocked and blocked creatures -------------------------------------------------------------------------


def attacked_target(now: Situation, creature: Object, *words: str) -> tuple[Object | Player | None, Truth]:
    """Return the player or permanent that a creature attacks, and Yes if this target is still being attacked.

    A permanent is still being attacked only if it has a type in `words`.
    """
    target = now.thing(creature.attacking.value or "")
    if isinstance(target, Player):
        return target, not_(target.lost)
    if target is None:
        return None, constant(False, "{creature} isn't attacking anything", creature=creature)
    there = all_of(not_(target.removed_from_combat), some(target.is_permanent_of_type(word) for word in words))
    return target, there.with_claim("{target} is still being attacked", target=target)


@encodes_each(
    Row("unblocked-damage", "all_to_the_defending_player",
        "the damage of {creature}, which is unblocked, goes to what it attacks",
        "An unblocked creature assigns all its combat damage to the defending player."),
    Row("unblocked-damage", "to_the_player_or_planeswalker", "",
        "An unblocked creature assigns its damage to the player or planeswalker that it is still attacking.",
        permanents=("planeswalker",)),
    Row("unblocked-damage", "to_the_player_planeswalker_or_battle", "",
        "An unblocked creature assigns its damage to the player, planeswalker, or battle that it is still attacking.",
        permanents=("planeswalker", "battle")),
)  # fmt: skip
def to_what_it_attacks(
    now: Situation, creature: Object, assignment: DamageAssignment, *, permanents: tuple[str, ...] = ()
) -> Truth:
    """An unblocked creature assigns its damage to the player or permanent that it attacks."""
    target, there = attacked_target(now, creature, *permanents)
    if target is None:
        return assignment.assigned_only_to(())
    return if_else(there, assignment.assigned_only_to((target,)), assignment.assigned_only_to(()))


@encodes_each(
    Row("blocked-damage", "divided_as_its_controller_chooses",
        "the damage of {creature} goes to the creatures blocking it: {assignment}",
        "A blocked creature's controller chooses how to divide its damage among the creatures that block it, if any."),
    Row("blocked-damage", "in_damage_assignment_order", "",
        "A blocked creature assigns damage to a blocker only once all earlier blockers are assigned lethal damage.",
        ordered=True),
    Row("blocker-damage", "blocker_divides_as_its_controller_chooses",
        "the damage of {creature} goes to the creatures that it blocks: {assignment}",
        "A blocker's controller chooses how to divide its damage among the creatures that it blocks, if any.",
        blocker=True),
    Row("blocker-damage", "blocker_in_damage_assignment_order", "",
        "A blocker assigns damage to an attacker only once all earlier attackers are assigned lethal damage.",
        blocker=True, ordered=True),
)  # fmt: skip
def divided_among_creatures(
    now: Situation, creature: Object, assignment: DamageAssignment, *, blocker: bool = False, ordered: bool = False
) -> Truth:
    """An attacker divides its damage among its blockers. If `blocker`, a blocker divides damage among its attackers."""
    against = creatures_blocked_by(creature) if blocker else creatures_blocking(creature)
    only = assignment.assigned_only_to(against)
    if not ordered:
        return only
    is_stated = not blocker and creature.blocked_by.is_known
    return all_of(only, _in_order(now, assignment, against, is_stated=is_stated))


def _in_order(now: Situation, assignment: DamageAssignment, against: tuple[Object, ...], *, is_stated: bool) -> Truth:
    """Yes if the damage to `against` follows the damage assignment order. If no order is stated, try all orders."""
    rule = now.law.rule("deathtouch-divides-freely")
    freely = [] if rule is None else [rule.evaluate(now, assignment.creature)]
    announced = list(now.proposed.combat_damage_order)
    if {each.id for each in against} <= set(announced):
        order = sorted(against, key=lambda each: announced.index(each.id))
        return any_of(*freely, _each_after_lethal(assignment, order))
    if is_stated or len(against) < 2:
        return any_of(*freely, _each_after_lethal(assignment, against))
    unstated = unknown(
        "proposed.combat_damage_order",
        "not stated: the damage assignment order of {creature}",
        creature=assignment.creature,
    )
    if len(against) > MAX_BLOCKER_ORDERS:
        return any_of(*freely, unstated)
    ways = [_each_after_lethal(assignment, order) for order in permutations(against)]
    return any_of(*freely, every(ways), all_of(unstated, some(ways)))


def _each_after_lethal(assignment: DamageAssignment, order: Iterable[Object]) -> Truth:
    before: list[Truth] = []
    tests: list[Truth] = []
    for each in order:
        if assignment.assigned_to(each):
            tests += before
        before.append(assignment.is_lethal_to(each))
    return every(tests)


# --- trample -------------------------------------------------------------------------------------------------


def _only_after_lethal(assignment: DamageAssignment, blockers: Iterable[Object], *targets: Object | Player) -> Truth:
    if not any(assignment.assigned_to(target) for target in targets):
        return constant(True)
    return every(assignment.is_lethal_to(each) for each in blockers)


@encodes_each(
    Row("trample", "excess_to_the_player",
        "{creature} assigns lethal damage to its blockers before it tramples over: {assignment}",
        "Once all blocking creatures are assigned lethal damage, the rest may go to the defending player."),
    Row("trample", "excess_to_the_player_or_planeswalker", "",
        "Once all blocking creatures are assigned lethal damage, the rest may go to the player or planeswalker.",
        permanents=("planeswalker",)),
    Row("trample", "excess_to_the_player_planeswalker_or_battle", "",
        "Once all blocking creatures are assigned lethal damage, the rest may go to what the creature attacks.",
        permanents=("planeswalker", "battle")),
)  # fmt: skip
def excess_to_what_it_attacks(
    now: Situation, creature: Object, assignment: DamageAssignment, *, permanents: tuple[str, ...] = ()
) -> Truth:
    """A trampling creature assigns lethal damage to its blockers first. It may assign the rest to what it attacks."""
    return _tramples_over(now, creature, assignment, *permanents)


def _tramples_over(now: Situation, creature: Object, assignment: DamageAssignment, *permanents: str) -> Truth:
    blockers = creatures_blocking(creature)
    target, there = attacked_target(now, creature, *permanents)
    to_blockers = assignment.assigned_only_to(blockers)
    if target is None:
        return to_blockers
    beyond = all_of(assignment.assigned_only_to((*blockers, target)), _only_after_lethal(assignment, blockers, target))
    return if_else(there, beyond, to_blockers)


@encodes("trample-over-planeswalkers", "{creature} tramples over a planeswalker: {assignment}")
def excess_to_its_controller(now: Situation, creature: Object, assignment: DamageAssignment) -> Truth:
    """Trampling damage beyond a planeswalker's loyalty may go to its controller. A removed planeswalker gets none."""
    target, there = attacked_target(now, creature, "planeswalker", "battle")
    if not isinstance(target, Object) or (player := now.player(target.controller.value or "")) is None:
        return _tramples_over(now, creature, assignment, "battle")
    if target.has_type("battle").value and not target.has_type("planeswalker").value:
        return _tramples_over(now, creature, assignment, "battle")
    blockers = creatures_blocking(creature)
    enough = any_of(
        constant(not assignment.assigned_to(player), "{player} is assigned nothing", player=player),
        target.counters["loyalty"] <= assignment.total_assigned_to(target),
    )
    over_it = all_of(_only_after_lethal(assignment, blockers, target, player), enough)
    to_player = assignment.assigned_only_to((*blockers, player))
    return if_else(
        there,
        all_of(assignment.assigned_only_to((*blockers, target, player)), over_it),
        all_of(to_player, _only_after_lethal(assignment, blockers, player)),
    )


# --- the whole assignment ------------------------------------------------------------------------------------

TRAMPLE_OVER_PLANESWALKERS = "trample over planeswalkers"


def _assigns_legally(now: Situation, creature: Object, whole: dict[str, dict[str, int]], step: DamageStep) -> Truth:
    """Yes if a creature's part of the assignment `whole` is legal in a combat damage step."""
    assignment = DamageAssignment(creature, whole)
    if creature in attacking_creatures(now):
        rule = _as_attacker(now, assignment)
    else:
        rule = now.rule("blocker-damage", creature, assignment)
    if step == "only":
        return rule
    assigns = now.rule("combat-damage-steps", creature, step)
    none = constant(assignment.total == 0, "{creature} assigns no combat damage", creature=creature)
    return if_else(assigns, rule, none)


def if_else(condition: Truth, then: Truth, otherwise: Truth) -> Truth:
    """Return `then` if a condition holds, `otherwise` if it doesn't. If the condition is open, combine both results."""
    cases = ((condition, then), (not_(condition), otherwise))
    possible = [all_of(case, holds) for case, holds in cases if case.value is not False]
    return possible[0] if len(possible) == 1 else any_of(*possible)


def _as_attacker(now: Situation, assignment: DamageAssignment) -> Truth:
    creature = assignment.creature
    blocked = banding.is_blocked(now, creature)
    over = all_of(creature.has_keyword(TRAMPLE_OVER_PLANESWALKERS), now.has_rule("trample-over-planeswalkers"))
    tramples = creature.has_keyword("trample")
    known = blockers_known(creature)
    if known.value is None:
        # If the attacker is blocked, any object may be one of its unknown blockers, but a player can't be a blocker.
        # So without trample, damage to objects may be legal, and damage to a player is certainly illegal.
        only = all(now.object(name) is not None for name in assignment.by_recipient)
        to_no_player = constant(only, "{creature} assigns damage to no player", creature=creature)
        if_blocked = if_else(tramples, known, all_of(to_no_player, known))
    else:
        by_rule = [now.rule(each, creature, assignment) for each in ("trample", "blocked-damage")]
        if_blocked = if_else(tramples, *by_rule)
    without = if_else(blocked, if_blocked, now.rule("unblocked-damage", creature, assignment))
    return if_else(over, now.rule("trample-over-planeswalkers", creature, assignment), without)


@encodes("damage-assignment", "this assignment of combat damage complies with the rules")
def checked_as_a_whole(now: Situation, whole: dict[str, dict[str, int]], step: DamageStep) -> Truth:
    """The total assignment must comply with the rules for each attacking and blocking creature."""
    creatures = {each.id: each for each in creatures_in_combat(now)}
    strangers = [name for name in whole if name not in creatures]
    return all_of(
        *(constant(False, "{creature} is neither attacking nor blocking", creature=name) for name in strangers),
        *(_assigns_legally(now, each, whole, step) for name, each in creatures.items() if name in whole),
    )


def creatures_in_combat(now: Situation) -> tuple[Object, ...]:
    """Return the attacking creatures and the creatures that block them."""
    attacking = attacking_creatures(now)
    others = (each for each in now.permanents if each not in attacking and _in_combat(each))
    return (*attacking, *(each for each in others if creatures_blocked_by(each)))
