"""Declarations of blockers (509.1, 309 before 2009): what restricts and requires blocks, and which are legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kb.i18n import later
from kb.rulings.encoded.combat.blockers import may_block
from kb.rulings.engine.declaration_optimizer import (
    NOTHING,
    Declaration,
    Option,
    TooMany,
    best,
    is_costly,
    limits,
    needs,
)
from kb.rulings.engine.derivation import Valued
from kb.rulings.engine.questions import Asked, answers
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_, some, stated, unknown
from kb.rulings.situation.situation import Object, Situation

_ALL = "blockers"

MOST_CHOICES = 400
"""In how many ways one creature may block several, at most, before they are too many to be compared."""


# --- what requires and limits blocks -------------------------------------------------------------------------


@encodes("menace", later("{attacker} can't be blocked except by two or more creatures"))
def two_or_more(_now: Situation, attacker: Object) -> Truth:
    """A creature with menace can't be blocked except by two or more creatures."""
    return attacker.has("menace")


@encodes("one-blocked-creature", later("{creature} blocks no more creatures than it can"))
def one_and_what_effects_add(now: Situation, creature: Object, blocks: tuple[str, ...]) -> Truth:
    """For each of the chosen creatures, the defending player chooses one creature for it to block."""
    count = len(set(blocks))
    claim = later("{creature} blocks {count} creatures")
    more = list(now.effects_that("additional", "block", creature))
    any_number = [effect.in_force for effect in more if effect.given.get("amount") is None]
    added = sum(effect.given.get("amount") or 0 for effect in more if effect.in_force.value is not False)
    enough = stated(count <= 1 + added, claim, creature=creature, count=count)
    return any_of(enough, *any_number)


def _least(now: Situation, attacker: Object, *, certain: bool) -> int:
    """How many creatures it takes to block one; 1 where nothing more is asked for."""
    effects = [each for each in now.effects_that("at-least", "be-blocked", attacker)
               if each.in_force.value is not False]  # fmt: skip
    menace = now.rule("menace", attacker).value
    asked: list[int] = [each.given.get("amount", 1) for each in effects]
    return max([1, *asked, 2 if menace or (certain and menace is None) else 1])


def _attackers(now: Situation) -> tuple[Object, ...]:
    return tuple(each for each in now.permanents if each.attacking.value not in (None, "none"))


def _blockers(now: Situation, chosen: dict[str, tuple[str, ...]]) -> list[Object]:
    """The creatures that may be declared as blockers: those of the players who are proposed to block, else all."""
    declared = [now.object(name) for name in chosen]
    whose = {each.controller.value for each in declared if each is not None} - {None}
    attacking = {each.id for each in _attackers(now)}
    return [
        each
        for each in now.objects
        if each.stands_as("creature").value is not False and each.id not in attacking
        and (not whose or each.controller.value in (*whose, None))
    ]  # fmt: skip


def _options(now: Situation, creature: Object, chosen: tuple[str, ...]) -> list[Option]:
    costly = is_costly(now, "block", creature)
    pairs = {}
    for attacker in _attackers(now):
        allowed = may_block(now, creature, attacker)
        if allowed.value is not False and (not costly or attacker.id in chosen):
            pairs[attacker.id] = allowed
    found = [NOTHING]
    for count in range(1, len(pairs) + 1):
        if now.rule("one-blocked-creature", creature, tuple(pairs)[:count]).value is False:
            break
        for blocks in combinations(pairs, count):
            found.append(_option(now, creature, blocks, [pairs[name] for name in blocks], set(blocks) == set(chosen)))
            if len(found) > MOST_CHOICES:
                raise TooMany
    return found


def _option(now: Situation, creature: Object, blocks: tuple[str, ...], allowed: list[Truth], proposed: bool) -> Option:
    groups = [_ALL, *(f"blockers of {name}" for name in blocks)]
    groups += [f"effect {each.id}" for each in limits(now, "block") if each.covers(creature)]
    doubts = [] if proposed else [each for each in allowed if each.value is None]
    obeys = 0
    for effect in now.effects_that("must", "block", creature):
        if effect.in_force.value is False or not any(effect.directed_at(now.object(name)) for name in blocks):
            continue
        obeys += 1
        doubts += [] if proposed or effect.in_force.value else [effect.in_force]
    asked = [*needs(now, creature, "block", _ALL)]
    for name in blocks:
        attacker = now.object(name)
        if attacker is not None and (least := _least(now, attacker, certain=not proposed)) > 1:
            asked.append((f"blockers of {name}", least))
    return Option(blocks, obeys, tuple(groups), tuple(asked), tuple(doubts))


def _declaration(now: Situation, chosen: dict[str, tuple[str, ...]]) -> Declaration:
    most = {f"effect {each.id}": each.given["amount"] for each in limits(now, "block")}
    wanted = []
    for attacker in _attackers(now):
        if allowed := [each.given["amount"] for each in limits(now, "be-blocked", attacker)]:
            most[f"blockers of {attacker.id}"] = min(allowed)
        wanted += [f"blockers of {attacker.id}" for each in now.effects_that("must", "be-blocked", attacker)
                   if each.in_force.value is not False]  # fmt: skip
    in_order = {name: tuple(sorted(blocks, key=[each.id for each in _attackers(now)].index))
                if set(blocks) <= {each.id for each in _attackers(now)} else blocks
                for name, blocks in chosen.items()}  # fmt: skip
    options = {each.id: _options(now, each, chosen.get(each.id, ())) for each in _blockers(now, chosen)}
    return Declaration(in_order, options, most, tuple(wanted), later("{creature} blocks {what}"))


def _with_others(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Whether a creature can block another in any declaration of all creatures together."""
    counted = [*now.effects_that("at-least", "be-blocked", attacker), *now.effects_that("at-least", "block", creature),
               *limits(now, "block", creature)]  # fmt: skip
    matters = any_of(now.rule("menace", attacker), *(effect.in_force for effect in counted))
    if matters.value is False:
        return stated(True)
    return any_of(not_(matters), _in_company(now, creature, attacker))


def _in_company(now: Situation, creature: Object, attacker: Object) -> Truth:
    claim = later("{creature} can block {attacker} together with other creatures")
    found, more = None, "battlefield" not in now.closed and not now.as_usual
    try:
        # Its own permission is asked for besides: here it counts as given.
        declaration = _declaration(now, {})
        own = _option(now, creature, (attacker.id,), [], proposed=False)
        found = best({**declaration.options, creature.id: [own]}, declaration.most)
    except TooMany:
        more = True
    if found is not None and not found.doubts:
        return stated(True, claim, creature=creature, attacker=attacker)
    if more:
        return unknown(
            "closed", later("not stated: whether other creatures can block with {creature}"), creature=creature
        )
    if found is not None:
        return all_of(*found.doubts).says(claim, creature=creature, attacker=attacker)
    return stated(False, claim, creature=creature, attacker=attacker)


@answers("can-block", later("Can this creature be declared as a blocker of that attacking one, or of any?"), "objects",
         "rules ask can-block B A --fact A.keywords=flying --fact B.keywords=reach")  # fmt: skip
def _can_block(now: Situation, asked: Asked) -> Truth:
    creature = asked.object(now)
    if len(asked.things) > 1:
        attackers: tuple[Object, ...] = (asked.object(now, 1),)
    else:
        attackers = tuple(each for each in now.permanents if each.attacking.value not in (None, "none"))
    now = _as_usual(now, creature, attackers)
    mine = now.object(creature.id) or creature
    theirs = [now.object(each.id) or each for each in attackers]
    return some(all_of(may_block(now, mine, each), _with_others(now, mine, each)) for each in theirs)


def _as_usual(now: Situation, creature: Object, attackers: tuple[Object, ...]) -> Situation:
    """Where what isn't stated is as usual: another player's creature attacks the player who may block it."""
    if not now.as_usual:
        return now
    blocks = creature.controller.value or "p1"
    other = next((each.id for each in now.players if each.id != blocks), "opponent")
    presumed = {
        f"objects.{each.id}.{fact}": value
        for each in attackers
        for fact, value in (("attacking", blocks), ("controller", other), ("types", ("creature",)))
    }
    # It isn't the turn of the player who may block.
    turn = {"game.active": other, f"objects.{creature.id}.types": ("creature",)}
    return now.changed(presumed={**now.presumed, **presumed, **turn})


# --- a proposed declaration ----------------------------------------------------------------------------------


class Blockers:
    """A proposed declaration of blockers.

    Attributes:
        now: the situation.
        chosen: what each creature is to block.
        twice: creatures that are declared more than once.
    """

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.chosen: dict[str, tuple[str, ...]] = {}
        self.twice: list[str] = []
        for block in now.proposed.blockers:
            name = block.creature.value
            if name is not None:
                self.twice += [name] if name in self.chosen else []
                self.chosen[name] = tuple(block.blocks)

    def of(self, attacker: Object) -> int:
        """How many creatures are to block an attacking one."""
        return sum(attacker.id in blocks for blocks in self.chosen.values())

    def __str__(self) -> str:
        """The creatures that block."""
        return ", ".join(self.chosen) or "[]"


@encodes("block-restrictions", later("no restriction is disobeyed by this block: {blockers}"))
def no_block_restriction_disobeyed(now: Situation, blockers: Blockers) -> Truth:
    """If any restriction (an effect or evasion ability by which it can't block, or only if) is disobeyed, it is."""
    pairs = [_allowed(now, name, whom) for name, blocks in blockers.chosen.items() for whom in blocks]
    counts = [
        now.rule("one-blocked-creature", creature, blocks)
        for name, blocks in blockers.chosen.items()
        if (creature := now.object(name)) is not None
    ]
    twice = [stated(False, later("{creature} can't be declared twice"), creature=name) for name in blockers.twice]
    return all_of(*pairs, *counts, *twice, *_limits_kept(now, blockers))


def _allowed(now: Situation, name: str, whom: str) -> Truth:
    creature, attacker = now.object(name), now.object(whom)
    if creature is None or attacker is None:
        return stated(False, later("{creature} can't block {attacker}"), creature=name, attacker=whom)
    return may_block(now, creature, attacker).says(
        later("{creature} can block {attacker}"), creature=creature, attacker=attacker
    )


def _limits_kept(now: Situation, blockers: Blockers) -> Iterator[Truth]:
    for attacker in _attackers(now):
        count = blockers.of(attacker)
        if not count:
            continue
        claim = later("{attacker} is blocked by {count}")
        yield any_of(not_(now.rule("menace", attacker)),
                     stated(count >= 2, claim, attacker=attacker, count=count))  # fmt: skip
        for effect in now.effects_that("at-least", "be-blocked", attacker):
            enough = stated(count >= effect.given.get("amount", 0), claim, attacker=attacker, count=count)
            yield any_of(enough, not_(effect.in_force))
        for effect in limits(now, "be-blocked", attacker):
            yield stated(count <= effect.given["amount"], claim, attacker=attacker, count=count)
    for effect in limits(now, "block"):
        many = [name for name in blockers.chosen if (found := now.object(name)) and effect.covers(found)]
        claim = later("{count} block, and “{effect}” allows {most}")
        most = effect.given["amount"]
        yield stated(len(many) <= most, claim, count=len(many), effect=effect, most=most)
    for name in blockers.chosen:
        for effect in now.effects_that("at-least", "block", now.object(name)):
            least = effect.given.get("amount", 0)
            claim = later("{count} block, and “{effect}” asks for {least}")
            enough = stated(len(blockers.chosen) >= least, claim, count=len(blockers.chosen), effect=effect,
                            least=least)  # fmt: skip
            yield any_of(enough, not_(effect.in_force))


@encodes("block-requirements", later("as many requirements are obeyed as can be by this block: {blockers}"))
def as_many_block_requirements_as_can_be(now: Situation, blockers: Blockers) -> Truth:
    """If fewer requirements are obeyed than could be without disobeying a restriction, it is illegal."""
    declaration = _declaration(now, blockers.chosen)
    effects = [*now.effects_that("must", "block"), *now.effects_that("must", "be-blocked")]
    required = [declaration.required(effect) for effect in effects]
    return declaration.because(declaration.none_better(declaration.options), required)


@variant_of(as_many_block_requirements_as_can_be)
def as_many_as_what_obeys_allows_to_block(now: Situation, blockers: Blockers) -> Truth:
    """The same, but options that satisfy no requirement on their creature needn't be considered."""
    return _declaration(now, blockers.chosen).none_better_that_obeys()


@variant_of(
    as_many_block_requirements_as_can_be,
    claim=later("no requirement could be obeyed besides by this block: {blockers}"),
)
def no_single_block_more(now: Situation, blockers: Blockers) -> Truth:
    """A requirement that isn't obeyed, and could be without conflicting with a restriction, makes it illegal."""
    return _declaration(now, blockers.chosen).none_better_by_one()


@answers("legal-block", later("Is the proposed declaration of blockers legal? If not, a legal one is shown."),
         "nothing", "rules ask legal-block -f situation.yaml")  # fmt: skip
def _legal_block(now: Situation, _asked: Asked) -> Valued:
    if not now.proposed.blockers.known:
        return Valued(None, now.proposed.blockers.stated)
    blockers = Blockers(now)
    try:
        truth = all_of(now.rule("block-restrictions", blockers), now.rule("block-requirements", blockers))
        legal = None if truth.value else _declaration(now, blockers.chosen).legal()
    except TooMany:
        truth = unknown("proposed.blockers", later("there are too many declarations to compare all of them"))
        legal = None
    witness = None if legal is None else [{"creature": name, "blocks": list(whom)} for name, whom in legal]
    return Valued(None, truth.says(later("this block is legal: {blockers}"), blockers=blockers), witness)
