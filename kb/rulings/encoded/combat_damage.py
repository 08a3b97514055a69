"""Combat damage (510, 310 before 2009): who assigns it when, how it may be divided, and when it is dealt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from kb.rulings.answer import Valued, after, state_based
from kb.rulings.logic import Claim, Truth, all_of, any_of, every, not_, some, stated, unknown
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import Rule, defines, encodes
from kb.rulings.situation import Situation
from kb.rulings.terms import Number, Word
from kb.rulings.vocabulary import Object, Player
from kb.tongue import later

MOST_ORDERS = 6
"""Of how many blockers every order is tried, where the order isn't stated."""

Step = str
"""`only`, or `first` and `second` where there are two combat damage steps."""


# --- who is in combat with whom ------------------------------------------------------------------------------


def attackers(now: Situation) -> tuple[Object, ...]:
    """The attacking creatures."""
    return tuple(each for each in now.permanents if each.attacking.value not in (None, "none") and _is_there(each))


def _is_there(thing: Object) -> bool:
    """Whether it is still in combat: on the battlefield, and not removed from combat."""
    return thing.is_permanent.value is not False and thing.removed_from_combat.value is not True


def blockers_of(attacker: Object) -> tuple[Object, ...]:
    """The creatures that are blocking one, in its damage assignment order where that is stated."""
    now = attacker.now
    if attacker.blocked_by.known:
        listed = [now.object(name) for name in attacker.blocked_by]
    else:
        listed = [each for each in now.permanents if attacker.id in each.blocking]
    return tuple(each for each in listed if each is not None and _is_there(each))


def blocked_by(blocker: Object) -> tuple[Object, ...]:
    """The attacking creatures that a creature is blocking."""
    now = blocker.now
    listed = [now.object(name) for name in blocker.blocking]
    if not blocker.blocking.value:
        listed = [each for each in now.permanents if blocker.id in each.blocked_by]
    return tuple(each for each in listed if each is not None and _is_there(each))


@encodes("blocked-creature", claim=later("{attacker} is a blocked creature"))
def declared_blockers_make_it_blocked(now: Situation, attacker: Object) -> Truth:
    """With one or more creatures declared as blockers for it; it remains so if all of these leave combat."""
    if attacker.blocked.value is not None:
        return attacker.blocked
    if attacker.blocked_by.known:
        return not_(attacker.blocked_by.empty)
    others = [each for each in now.permanents if each is not attacker and each.stands_as("creature").value is not False]
    found = [each.blocking.has(attacker) for each in others]
    if any(each.value for each in found) or "battlefield" in now.closed or now.as_usual:
        return some(found)
    return attacker.blocked


# --- combat damage steps -------------------------------------------------------------------------------------


@encodes("combat-damage-steps", claim=later("{creature} assigns combat damage in this step ({step})"))
def first_strike_goes_first(_now: Situation, creature: Object, step: Step) -> Truth:
    """In the first step creatures with first strike, in the second those that didn't assign in the first."""
    if step == "first":
        return creature.has("first strike")
    return not_(_was_in_the_first_step(creature, creature.has("first strike")))


@encodes("combat-damage-steps", claim=later("{creature} assigns combat damage in this step ({step})"))
def first_and_double_strike_go_first(_now: Situation, creature: Object, step: Step) -> Truth:
    """In the first step those with first or double strike; in the second the others, and who has double strike."""
    strikes = any_of(creature.has("first strike"), creature.has("double strike"))
    if step == "first":
        return strikes
    return any_of(not_(_was_in_the_first_step(creature, strikes)), creature.has("double strike"))


def _was_in_the_first_step(creature: Object, strikes: Truth) -> Truth:
    """What is stated of the first step; where nothing is, what the creature has now is what it had then."""
    return creature.dealt_first_strike_damage if "dealt_first_strike_damage" in creature.given else strikes


def two_steps(now: Situation) -> Truth:
    """Whether there are two combat damage steps: an attacking or blocking creature strikes first."""
    fighting = (*attackers(now), *(each for each in now.permanents if blocked_by(each)))
    began = [each.dealt_first_strike_damage for each in fighting if "dealt_first_strike_damage" in each.given]
    return some([*began, *(now.rule("combat-damage-steps", each, "first") for each in fighting)])


def _step_now(now: Situation) -> Step:
    """Which of two combat damage steps it is: the first, unless something says that it has been."""
    if "first_combat_damage" in now.game.given:
        return "first" if now.game.first_combat_damage.value else "second"
    return "second" if any(each.given.get("dealt_first_strike_damage") for each in now.objects) else "first"


# --- assignments ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assignment:
    """How one creature is to assign its combat damage, beside all the others.

    Attributes:
        creature: the creature.
        whole: what each creature is to assign to what, by ids.
    """

    creature: Object
    whole: dict[str, dict[str, int]]

    @property
    def own(self) -> dict[str, int]:
        """What this creature is to assign to what; nothing of 0."""
        return self.whole.get(self.creature.id, {})

    @property
    def total(self) -> int:
        """How much it is to assign."""
        return sum(self.own.values())

    def to(self, thing: Object | Player) -> int:
        """How much it is to assign to something."""
        return self.own.get(thing.id, 0)

    def all_to(self, thing: Object) -> int:
        """How much all creatures are to assign to something."""
        return sum(each.get(thing.id, 0) for each in self.whole.values())

    def within(self, recipients: Iterable[Object | Player]) -> Truth:
        """Whether it assigns as much as it has to, only to these; nothing where there are none."""
        able = {each.id for each in recipients}
        if not able:
            return stated(self.total == 0, later("{creature} assigns no combat damage"), creature=self.creature)
        claim = later("{creature} assigns damage only to {recipients}")
        only = stated(set(self.own) <= able, claim, creature=self.creature, recipients=", ".join(sorted(able)))
        return all_of(only, self.creature.now.rule("assigned-amount", self.creature, self.total))

    def lethal(self, thing: Object) -> Truth:
        """Whether a creature is assigned lethal damage, with what is marked on it and what others assign."""
        now = self.creature.now
        sources = [now.object(name) for name, to in self.whole.items() if to.get(thing.id, 0) > 0]
        rule = now.law.rule("deathtouch-is-lethal")
        by_deathtouch = [rule.truth(now, each) for each in sources if each is not None and rule is not None]
        enough = (thing.damage + self.all_to(thing) >= thing.toughness).says(
            later("{thing} is assigned {assigned} in all; {damage}; {toughness}"),
            thing=thing, assigned=self.all_to(thing), damage=thing.damage, toughness=thing.toughness,
        )  # fmt: skip
        return any_of(enough, *by_deathtouch)

    def __str__(self) -> str:
        """What it assigns."""
        return ", ".join(f"{amount} > {name}" for name, amount in self.own.items()) or "0"


@encodes("assigned-amount", claim=later("{creature} assigns {total} combat damage, as much as its power"))
def as_much_as_its_power(now: Situation, creature: Object, total: int) -> Truth:
    """Each assigns combat damage equal to its power; what would assign 0 or less assigns none."""
    return amount(now, creature) == total


def amount(now: Situation, creature: Object) -> Number:
    """How much combat damage a creature assigns: its power, or its toughness where an effect says so."""
    for effect in now.effects_that("replaces", "deal-damage", creature):
        if "toughness" in effect.given.get("quality", ()) and effect.in_force.value:
            return creature.toughness.at_least(0)
    return creature.power.at_least(0)


@encodes("deathtouch-is-lethal", claim=later("any combat damage from {creature} is lethal: it has deathtouch"))
def any_amount_is_lethal(_now: Situation, creature: Object) -> Truth:
    """Any nonzero amount of combat damage assigned to a creature by a source with deathtouch is lethal damage."""
    return creature.has("deathtouch")


@encodes("deathtouch-divides-freely", claim=later("{creature} divides its damage freely: it has deathtouch"))
def any_number_of_creatures(_now: Situation, creature: Object) -> Truth:
    """The combat damage of a creature with deathtouch can be divided among any number of those it is up against."""
    return creature.has("deathtouch")


# --- unblocked and blocked creatures -------------------------------------------------------------------------


def attacked(now: Situation, creature: Object, *words: str) -> tuple[Object | Player | None, Truth]:
    """What a creature is attacking, and whether it still is: a player in the game, a permanent of these types."""
    target = now.thing(creature.attacking.value or "")
    if isinstance(target, Player):
        return target, not_(target.lost)
    if target is None:
        return None, stated(False, later("{creature} isn't attacking anything"), creature=creature)
    there = all_of(not_(target.removed_from_combat), some(target.stands_as(word) for word in words))
    return target, there.says(later("{target} is still being attacked"), target=target)


def _to_what_it_attacks(now: Situation, assignment: Assignment, *words: str) -> Truth:
    target, there = attacked(now, assignment.creature, *words)
    if target is None:
        return assignment.within(())
    return _by_case((there, assignment.within((target,))), (not_(there), assignment.within(())))


@encodes("unblocked-damage", claim=later("the damage of {creature}, which is unblocked, goes to what it attacks"))
def all_to_the_defending_player(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """An unblocked creature assigns all its combat damage to the defending player."""
    return _to_what_it_attacks(now, assignment)


@encodes("unblocked-damage", claim=later("the damage of {creature}, which is unblocked, goes to what it attacks"))
def to_the_player_or_planeswalker(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """To the player or planeswalker that it is attacking; to nothing, if that isn't any more."""
    return _to_what_it_attacks(now, assignment, "planeswalker")


@encodes("unblocked-damage", claim=later("the damage of {creature}, which is unblocked, goes to what it attacks"))
def to_the_player_planeswalker_or_battle(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """To the player, planeswalker, or battle that it is attacking; to nothing, if that isn't any more."""
    return _to_what_it_attacks(now, assignment, "planeswalker", "battle")


@encodes("blocked-damage", claim=later("the damage of {creature} goes to the creatures blocking it: {assignment}"))
def divided_as_its_controller_chooses(_now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """To the creatures blocking it, divided as its controller chooses; to nothing if there are none."""
    return assignment.within(blockers_of(creature))


@encodes("blocked-damage", claim=later("the damage of {creature} goes to the creatures blocking it: {assignment}"))
def in_damage_assignment_order(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """To the creatures blocking it, in order: to one only if all before it are assigned lethal damage."""
    return all_of(
        assignment.within(blockers_of(creature)),
        _in_order(now, assignment, blockers_of(creature), stated_order=creature.blocked_by.known),
    )


@encodes("blocker-damage", claim=later("the damage of {creature} goes to the creatures that it blocks: {assignment}"))
def blocker_divides_as_its_controller_chooses(_now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """To the creatures that it is blocking, divided as its controller chooses; to nothing if there are none."""
    return assignment.within(blocked_by(creature))


@encodes("blocker-damage", claim=later("the damage of {creature} goes to the creatures that it blocks: {assignment}"))
def blocker_in_damage_assignment_order(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """To the creatures that it is blocking, in order: to one only if all before it are assigned lethal damage."""
    return all_of(
        assignment.within(blocked_by(creature)),
        _in_order(now, assignment, blocked_by(creature), stated_order=False),
    )


def _in_order(now: Situation, assignment: Assignment, against: tuple[Object, ...], *, stated_order: bool) -> Truth:
    """Whether damage is assigned in the damage assignment order, as far as that is stated."""
    rule = now.law.rule("deathtouch-divides-freely")
    freely = [] if rule is None else [rule.truth(now, assignment.creature)]
    announced = list(now.proposed.combat_damage_order)
    known = [each.id for each in against]
    if set(known) <= set(announced):
        order = sorted(against, key=lambda each: announced.index(each.id))
        return any_of(*freely, _each_after_lethal(assignment, order))
    if stated_order or len(against) < 2:
        return any_of(*freely, _each_after_lethal(assignment, against))
    unstated = unknown(
        "proposed.combat_damage_order",
        later("not stated: the damage assignment order of {creature}"),
        creature=assignment.creature,
    )
    if len(against) > MOST_ORDERS:
        return any_of(*freely, unstated)
    ways = [_each_after_lethal(assignment, order) for order in permutations(against)]
    return any_of(*freely, every(ways), all_of(unstated, some(ways)))


def _each_after_lethal(assignment: Assignment, order: Iterable[Object]) -> Truth:
    before: list[Truth] = []
    tests: list[Truth] = []
    for each in order:
        if assignment.to(each):
            tests += before
        claim = later("{creature} is assigned lethal damage")
        before.append(assignment.lethal(each).says(claim, creature=each))
    return every(tests)


# --- trample -------------------------------------------------------------------------------------------------


def _excess(now: Situation, assignment: Assignment, *words: str) -> Truth:
    """To the creatures blocking it; to what it attacks only once all of them are assigned lethal damage."""
    blockers = blockers_of(assignment.creature)
    target, there = attacked(now, assignment.creature, *words)
    if target is None:
        return assignment.within(blockers)
    return _by_case(
        (there, all_of(assignment.within((*blockers, target)), _only_after_lethal(assignment, blockers, target))),
        (not_(there), assignment.within(blockers)),
    )


def _only_after_lethal(assignment: Assignment, blockers: Iterable[Object], *targets: Object | Player) -> Truth:
    if not any(assignment.to(target) for target in targets):
        return stated(True)
    claim = later("{creature} is assigned lethal damage")
    return every(assignment.lethal(each).says(claim, creature=each) for each in blockers)


@encodes(
    "trample", claim=later("{creature} assigns lethal damage to its blockers before it tramples over: {assignment}")
)
def excess_to_the_player(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """Once all blocking creatures are assigned lethal damage, the rest may go to the defending player."""
    return _excess(now, assignment)


@encodes(
    "trample", claim=later("{creature} assigns lethal damage to its blockers before it tramples over: {assignment}")
)
def excess_to_the_player_or_planeswalker(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """Once all blocking creatures are assigned lethal damage, the rest may go to the player or planeswalker."""
    return _excess(now, assignment, "planeswalker")


@encodes(
    "trample", claim=later("{creature} assigns lethal damage to its blockers before it tramples over: {assignment}")
)
def excess_to_the_player_planeswalker_or_battle(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """Once all blocking creatures are assigned lethal damage, the rest may go to what it is attacking."""
    return _excess(now, assignment, "planeswalker", "battle")


@encodes("trample-over-planeswalkers", claim=later("{creature} tramples over a planeswalker: {assignment}"))
def excess_to_its_controller(now: Situation, creature: Object, assignment: Assignment) -> Truth:
    """Beyond the planeswalker's loyalty to its controller; all to that player if it has been removed from combat."""
    target, there = attacked(now, creature, "planeswalker", "battle")
    if not isinstance(target, Object) or (player := now.player(target.controller.value or "")) is None:
        return _excess(now, assignment, "battle")
    if target.is_a("battle").value and not target.is_a("planeswalker").value:
        return _excess(now, assignment, "battle")
    blockers = blockers_of(creature)
    enough = any_of(
        stated(not assignment.to(player), later("{player} is assigned nothing"), player=player),
        target.counters["loyalty"] <= assignment.all_to(target),
    )
    over_it = all_of(_only_after_lethal(assignment, blockers, target, player), enough)
    return _by_case(
        (there, all_of(assignment.within((*blockers, target, player)), over_it)),
        (not_(there), all_of(assignment.within((*blockers, player)), _only_after_lethal(assignment, blockers, player))),
    )


# --- the whole -----------------------------------------------------------------------------------------------

_OVER = "trample over planeswalkers"


def _complies(now: Situation, creature: Object, whole: dict[str, dict[str, int]], step: Step) -> Truth:
    assignment = Assignment(creature, whole)
    if creature in attackers(now):
        rule = _as_attacker(now, assignment)
    else:
        rule = now.rule("blocker-damage", creature, assignment)
    if step == "only":
        return rule
    assigns = now.rule("combat-damage-steps", creature, step)
    none = stated(assignment.total == 0, later("{creature} assigns no combat damage"), creature=creature)
    return _by_case((assigns, rule), (not_(assigns), none))


def _by_case(*cases: tuple[Truth, Truth]) -> Truth:
    """What holds in the case that it is, of cases of which exactly one is so; those that aren't aren't spoken of."""
    left = [all_of(case, then) for case, then in cases if case.value is not False]
    return left[0] if len(left) == 1 else any_of(*left)


def _as_attacker(now: Situation, assignment: Assignment) -> Truth:
    creature = assignment.creature
    blocked = now.rule("blocked-creature", creature)
    over = all_of(creature.has(_OVER), now.has_rule("trample-over-planeswalkers"))
    tramples = creature.has("trample")
    if_blocked = _by_case(
        (tramples, now.rule("trample", creature, assignment)),
        (not_(tramples), now.rule("blocked-damage", creature, assignment)),
    )
    without = _by_case((blocked, if_blocked), (not_(blocked), now.rule("unblocked-damage", creature, assignment)))
    return _by_case((over, now.rule("trample-over-planeswalkers", creature, assignment)), (not_(over), without))


@encodes("damage-assignment", claim=later("this assignment of combat damage complies with the rules"))
def checked_as_a_whole(now: Situation, whole: dict[str, dict[str, int]], step: Step) -> Truth:
    """A player assigns damage by the rules for each creature; the total assignment is checked."""
    strangers = [name for name in whole if name not in {each.id for each in _fighting(now)}]
    return all_of(
        *(stated(False, later("{creature} is neither attacking nor blocking"), creature=name) for name in strangers),
        *(_complies(now, creature, whole, step) for creature in _fighting(now) if creature.id in whole),
    )


def _fighting(now: Situation) -> tuple[Object, ...]:
    """The attacking creatures and those that block them."""
    mine = attackers(now)
    return (*mine, *(each for each in now.permanents if each not in mine and _is_there(each) and blocked_by(each)))


@defines("when-dealt", claim=later("combat damage is dealt when it has been assigned"))
def dealt_at_once(_now: Situation) -> Word:
    """All combat damage is dealt simultaneously, without the stack, and nobody can do anything before that."""
    return _said("at once")


@defines("when-dealt", claim=later("combat damage is dealt when it has been assigned"))
def dealt_from_the_stack(_now: Situation) -> Word:
    """The assignments go on the stack as an object; when that resolves, it is all dealt as originally assigned."""
    return _said("from the stack")


def _said(value: str) -> Word:
    return Word(value, "", later("when combat damage is dealt"), None)


# --- the question --------------------------------------------------------------------------------------------


def _proposed(now: Situation) -> tuple[dict[str, dict[str, int]], list[Truth]]:
    """The proposed assignments, and what isn't stated of them."""
    whole: dict[str, dict[str, int]] = {}
    open_ones = []
    for damage in now.proposed.damage:
        source, to, much = damage.source.value, damage.to.value, damage.amount.value
        if source is None or to is None or much is None:
            open_ones.append(unknown(damage.path, later("not stated: a part of the proposed damage")))
        else:
            mine = whole.setdefault(source, {})
            if much:
                mine[to] = mine.get(to, 0) + int(much)
    return whole, open_ones


def _combat_damage(now: Situation, asked: Asked) -> Valued:
    if not now.proposed.damage.known:
        return _forecast(now, [asked.object(now, place).id for place in range(len(asked.things))])
    whole, open_ones = _proposed(now)
    two = two_steps(now)
    one_step, one_of_two = (now.rule("damage-assignment", whole, step) for step in ("only", _step_now(now)))
    legal = one_step if two.value is False else _by_case((not_(two), one_step), (two, one_of_two))
    truth = all_of(*open_ones, legal)
    return Valued(None, truth.says(later("this assignment of combat damage is legal")))


def _forecast(now: Situation, names: list[str]) -> Valued:
    """What each creature assigns in each combat damage step, if nothing changes."""
    two = two_steps(now)
    truths = [] if two.value is False else [two]
    rows: list[list[dict[str, Any]]] = []
    for step in ("first", "second") if two.value else ("only",):
        row, reasons = _rows(now, step)
        rows.append([each for each in row if not names or each["source"] in names])
        truths += reasons
        now = _afterwards(now, row)
    dealt = now.law.rule("when-dealt")
    when = dealt(now).value if dealt is not None else None
    if dealt is not None:
        truths.append(_cited(dealt, later("combat damage is dealt {when}"), when=str(when)))
    return Valued({"dealt": when, "steps": rows}, all_of(*truths))


def _cited(rule: Rule, claim: str, **values: Any) -> Truth:
    return stated(True, claim, **values).by(rule, Claim(claim, tuple(values.items())))


def _afterwards(now: Situation, rows: list[dict[str, Any]]) -> Situation:
    """The situation after a first combat damage step, with the state-based actions that are sure."""
    facts = {each.id: dict(each.given) for each in now.objects}
    for each in attackers(now):
        facts[each.id]["blocked"] = now.rule("blocked-creature", each).value
    for row in rows:
        source, target = now.object(row["source"]), now.object(row["to"][0])
        facts[row["source"]]["dealt_first_strike_damage"] = True
        if len(row["to"]) > 1 or source is None or target is None or target.damage.value is None:
            continue
        facts[target.id]["damage"] = facts[target.id].get("damage", 0) + row["amount"]
        if source.has("deathtouch").value:
            facts[target.id]["deathtouch_damage"] = True
    for each in _fighting(now):
        facts[each.id].setdefault("dealt_first_strike_damage", False)
    hurt = now.changed(objects=facts)
    dying = [action for _concept, action in state_based(hurt) if action.when.value and action.kind in _DYING]
    return after(hurt, dying)


_DYING = ("graveyard", "destroy")


def _rows(now: Situation, step: Step) -> tuple[list[dict[str, Any]], list[Truth]]:
    """Who assigns how much to what in a step, with the reasons; an open reason where it can't be told."""
    rows, reasons = [], []
    for creature in _fighting(now):
        assigns = stated(True) if step == "only" else now.rule("combat-damage-steps", creature, step)
        if assigns.value is False:
            continue
        concept, recipients, known = _recipients(now, creature)
        much = amount(now, creature)
        reasons += [assigns, *known]
        if not recipients or much.high <= 0 or (rule := now.law.rule(concept)) is None:
            continue
        reasons.append(much >= much.low if much.known else unknown(much.open[0], _UNSTATED, creature=creature))
        to = [each.id for each in recipients]
        rows.append({"source": creature.id, "amount": int(much.low), "to": to})
        one = len(to) == 1
        claim = later("{creature} assigns {amount} to {to}") if one else later("{creature} divides {amount} among {to}")
        reasons.append(_cited(rule, claim, creature=creature, amount=int(much.low), to=", ".join(to)))
    return rows, reasons


_UNSTATED = later("not stated: how much combat damage {creature} assigns")


def _recipients(now: Situation, creature: Object) -> tuple[str, list[Object | Player], list[Truth]]:
    """By which rule a creature assigns its damage, to what it can, and what has to be known for that."""
    if creature not in attackers(now):
        return "blocker-damage", list(blocked_by(creature)), []
    target, there = attacked(now, creature, "planeswalker", "battle")
    whom = [] if target is None or there.value is False else [target]
    if now.has_rule("trample-over-planeswalkers").value and creature.has(_OVER).value and isinstance(target, Object):
        player = now.player(target.controller.value or "")
        return "trample-over-planeswalkers", [*blockers_of(creature), *whom, *([player] if player else [])], [there]
    blocked = now.rule("blocked-creature", creature)
    if blocked.value is False:
        return "unblocked-damage", list(whom), [not_(blocked)]
    if creature.has("trample").value:
        return "trample", [*blockers_of(creature), *whom], [blocked, creature.has("trample")]
    return "blocked-damage", list(blockers_of(creature)), [blocked, not_(creature.has("trample"))]


COMBAT_DAMAGE = Question(
    "combat-damage",
    later("What combat damage does each creature assign, and when? Or: is the proposed assignment legal?"),
    "objects",
    _combat_damage,
    "rules ask combat-damage -f situation.yaml",
)
