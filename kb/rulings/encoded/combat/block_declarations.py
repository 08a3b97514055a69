"""Block declarations (509.1; 309 before 2009): restrictions, requirements, and which declarations are legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kb.i18n import mark_message
from kb.rulings.encoded.combat.blockers import may_block
from kb.rulings.engine.declaration_optimizer import (
    NO_ACTION,
    Declaration,
    DeclarationOption,
    TooManyDeclarations,
    at_least_needs,
    at_most_effects,
    best_declaration,
    is_costly,
)
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some, unknown
from kb.rulings.situation.situation import Object, Situation

_ALL = "blockers"

MAX_BLOCK_CHOICES = 400
"""The maximum number of ways to block that are compared for one creature."""


# --- requirements and limits of blocks -----------------------------------------------------------------------


@encodes("menace", "{attacker} can't be blocked except by two or more creatures")
def two_or_more(_now: Situation, attacker: Object) -> Truth:
    """A creature with menace can't be blocked except by two or more creatures."""
    return attacker.has_keyword("menace")


@encodes("one-blocked-creature", "{creature} blocks no more creatures than it can")
def one_and_what_effects_add(now: Situation, creature: Object, blocks: tuple[str, ...]) -> Truth:
    """A chosen creature blocks one attacker. Effects can let it block additional attackers."""
    count = len(set(blocks))
    more = list(now.effects_matching("additional", "block", creature))
    any_number = [effect.in_force for effect in more if effect.stated.get("amount") is None]
    added = sum(effect.stated.get("amount") or 0 for effect in more if effect.in_force.value is not False)
    enough = constant(count <= 1 + added, "{creature} blocks {count} creatures", creature=creature, count=count)
    return any_of(enough, *any_number)


def _least_blockers(now: Situation, attacker: Object, *, certain: bool) -> int:
    """Return an attacker's minimum number of blockers. If `certain`, possible menace counts as menace."""
    effects = now.effects_matching("at-least", "be-blocked", attacker)
    least: list[int] = [each.stated.get("amount", 1) for each in effects if each.in_force.value is not False]
    menace = now.rule("menace", attacker).value
    return max([1, *least, 2 if menace or (certain and menace is None) else 1])


def _attackers(now: Situation) -> tuple[Object, ...]:
    return tuple(each for each in now.permanents if each.attacking.value not in (None, "none"))


def _blockers(now: Situation, chosen: dict[str, tuple[str, ...]]) -> list[Object]:
    """Return the possible blockers. If `chosen` names blockers, return only creatures of their controllers."""
    declared = [now.object(name) for name in chosen]
    whose = {each.controller.value for each in declared if each is not None} - {None}
    attacking = {each.id for each in _attackers(now)}
    return [
        each
        for each in now.objects
        if each.is_permanent_of_type("creature").value is not False and each.id not in attacking
        and (not whose or each.controller.value in (*whose, None))
    ]  # fmt: skip


def _options(now: Situation, creature: Object, chosen: tuple[str, ...]) -> list[DeclarationOption]:
    costly = is_costly(now, "block", creature)
    pairs = {}
    for attacker in _attackers(now):
        allowed = may_block(now, creature, attacker)
        if allowed.value is not False and (not costly or attacker.id in chosen):
            pairs[attacker.id] = allowed
    found = [NO_ACTION]
    for count in range(1, len(pairs) + 1):
        if now.rule("one-blocked-creature", creature, tuple(pairs)[:count]).value is False:
            break
        for blocks in combinations(pairs, count):
            found.append(_option(now, creature, blocks, [pairs[name] for name in blocks], set(blocks) == set(chosen)))
            if len(found) > MAX_BLOCK_CHOICES:
                raise TooManyDeclarations
    return found


def _option(
    now: Situation, creature: Object, blocks: tuple[str, ...], allowed: list[Truth], proposed: bool
) -> DeclarationOption:
    groups = [_ALL, *(f"blockers of {name}" for name in blocks)]
    groups += [f"effect {each.id}" for each in at_most_effects(now, "block") if each.covers(creature)]
    doubts = [] if proposed else [each for each in allowed if each.value is None]
    obeys = 0
    for effect in now.effects_matching("must", "block", creature):
        if effect.in_force.value is False or not any(effect.is_directed_at(now.object(name)) for name in blocks):
            continue
        obeys += 1
        doubts += [] if proposed or effect.in_force.value else [effect.in_force]
    asked = [*at_least_needs(now, creature, "block", _ALL)]
    for name in blocks:
        attacker = now.object(name)
        if attacker is not None and (least := _least_blockers(now, attacker, certain=not proposed)) > 1:
            asked.append((f"blockers of {name}", least))
    return DeclarationOption(blocks, obeys, tuple(groups), tuple(asked), tuple(doubts))


def _declaration(now: Situation, chosen: dict[str, tuple[str, ...]]) -> Declaration:
    most = {f"effect {each.id}": each.stated["amount"] for each in at_most_effects(now, "block")}
    wanted = []
    for attacker in _attackers(now):
        if allowed := [each.stated["amount"] for each in at_most_effects(now, "be-blocked", attacker)]:
            most[f"blockers of {attacker.id}"] = min(allowed)
        musts = now.effects_matching("must", "be-blocked", attacker)
        wanted += [f"blockers of {attacker.id}" for each in musts if each.in_force.value is not False]
    order = [each.id for each in _attackers(now)]
    in_order = {
        name: tuple(sorted(blocks, key=order.index)) if set(blocks) <= set(order) else blocks
        for name, blocks in chosen.items()
    }
    options = {each.id: _options(now, each, chosen.get(each.id, ())) for each in _blockers(now, chosen)}
    return Declaration(in_order, options, most, tuple(wanted), mark_message("{creature} blocks {what}"))


def _can_with_others(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Yes if a creature can block an attacker in some declaration that obeys the limits on the number of blockers."""
    counted = [
        *now.effects_matching("at-least", "be-blocked", attacker),
        *now.effects_matching("at-least", "block", creature),
        *at_most_effects(now, "block", creature),
    ]
    matters = any_of(now.rule("menace", attacker), *(effect.in_force for effect in counted))
    return constant(True) if matters.value is False else any_of(not_(matters), _together(now, creature, attacker))


def _together(now: Situation, creature: Object, attacker: Object) -> Truth:
    claim = mark_message("{creature} can block {attacker} together with other creatures")
    found, more = None, "battlefield" not in now.closed
    try:
        # The block itself is treated as allowed here, because the caller checks `may_block`.
        declaration = _declaration(now, {})
        own = _option(now, creature, (attacker.id,), [], proposed=False)
        found = best_declaration({**declaration.options, creature.id: [own]}, declaration.most)
    except TooManyDeclarations:
        more = True
    if found is not None and not (more and found.doubts):
        return all_of(*found.doubts).with_claim(claim, creature=creature, attacker=attacker)
    if more:
        return unknown("closed", "not stated: whether other creatures can block with {creature}", creature=creature)
    return constant(False, claim, creature=creature, attacker=attacker)


@answers("can-block", "Can this creature be declared as a blocker of that attacking one, or of any?", "objects",
         "rules ask can-block B A --fact A.keywords=flying --fact B.keywords=reach")  # fmt: skip
def _can_block(now: Situation, asked: QuestionArguments) -> Truth:
    creature = asked.object(now)
    attackers = (asked.object(now, 1),) if len(asked.things) > 1 else _attackers(now)
    now = _presume_attackers(now, creature, attackers)
    mine = now.object(creature.id) or creature
    theirs = [now.object(each.id) or each for each in attackers]
    if not theirs:
        return constant(False, "no attacking creature is listed")
    return some(all_of(may_block(now, mine, each), _can_with_others(now, mine, each)) for each in theirs)


def _presume_attackers(now: Situation, creature: Object, attackers: tuple[Object, ...]) -> Situation:
    """Return `now`. If `as_usual`, presume that an opponent's `attackers` attack the controller of `creature`."""
    if not now.as_usual:
        return now
    blocks = creature.controller.value or "p1"
    other = next((each.id for each in now.players if each.id != blocks), "opponent")
    presumed = {
        f"objects.{each.id}.{fact}": value
        for each in attackers
        for fact, value in (("attacking", blocks), ("controller", other), ("types", ("creature",)))
    }
    # It is the turn of the attacking player, and the blocker is a creature.
    turn = {"game.active": other, f"objects.{creature.id}.types": ("creature",)}
    return now.replace(presumed={**now.presumed, **presumed, **turn})


# --- a proposed declaration ----------------------------------------------------------------------------------


class ProposedBlockers:
    """A proposed declaration of blockers.

    Attributes:
        blocked: a dict from the id of each blocker to the ids of the attackers that it blocks.
        declared_twice: ids of the creatures that are declared more than once.
    """

    def __init__(self, now: Situation) -> None:
        self.blocked: dict[str, tuple[str, ...]] = {}
        self.declared_twice: list[str] = []
        for block in now.proposed.blockers:
            if (name := block.creature.value) is not None:
                self.declared_twice += [name] if name in self.blocked else []
                self.blocked[name] = tuple(block.blocks)

    def __str__(self) -> str:
        """Return the ids of the creatures that block."""
        return ", ".join(self.blocked) or "[]"


@encodes("block-restrictions", "no restriction is disobeyed by this block: {blockers}")
def no_block_restriction_disobeyed(now: Situation, blockers: ProposedBlockers) -> Truth:
    """A declaration of blockers is illegal if it disobeys a restriction from an effect or evasion ability."""
    pairs = [_allowed(now, name, whom) for name, blocks in blockers.blocked.items() for whom in blocks]
    counts = [
        now.rule("one-blocked-creature", creature, blocks)
        for name, blocks in blockers.blocked.items()
        if (creature := now.object(name)) is not None
    ]
    twice = [constant(False, "{creature} can't be declared twice", creature=name) for name in blockers.declared_twice]
    return all_of(*pairs, *counts, *twice, *_limits_obeyed(now, blockers))


def _allowed(now: Situation, name: str, whom: str) -> Truth:
    creature, attacker = now.object(name), now.object(whom)
    if creature is None or attacker is None:
        return constant(False, "{creature} can't block {attacker}", creature=name, attacker=whom)
    return may_block(now, creature, attacker).with_claim(
        "{creature} can block {attacker}", creature=creature, attacker=attacker
    )


def _limits_obeyed(now: Situation, blockers: ProposedBlockers) -> Iterator[Truth]:
    for attacker in _attackers(now):
        count = sum(attacker.id in blocks for blocks in blockers.blocked.values())
        if not count:
            continue
        claim = mark_message("{attacker} is blocked by {count}")
        two = constant(count >= 2, claim, attacker=attacker, count=count)
        yield any_of(not_(now.rule("menace", attacker)), two)
        for effect in now.effects_matching("at-least", "be-blocked", attacker):
            enough = constant(count >= effect.stated.get("amount", 0), claim, attacker=attacker, count=count)
            yield any_of(enough, not_(effect.in_force))
        for effect in at_most_effects(now, "be-blocked", attacker):
            yield constant(count <= effect.stated["amount"], claim, attacker=attacker, count=count)
    for effect in at_most_effects(now, "block"):
        count = sum((found := now.object(name)) is not None and effect.covers(found) for name in blockers.blocked)
        claim, most = mark_message("{count} block, and “{effect}” allows {most}"), effect.stated["amount"]
        yield constant(count <= most, claim, count=count, effect=effect, most=most)
    count = len(blockers.blocked)
    for name in blockers.blocked:
        for effect in now.effects_matching("at-least", "block", now.object(name)):
            least = effect.stated.get("amount", 0)
            claim = mark_message("{count} block, and “{effect}” asks for {least}")
            enough = constant(count >= least, claim, count=count, effect=effect, least=least)
            yield any_of(enough, not_(effect.in_force))


@encodes("block-requirements", "as many requirements are obeyed as can be by this block: {blockers}")
def as_many_block_requirements_as_can_be(now: Situation, blockers: ProposedBlockers) -> Truth:
    """A declaration of blockers is illegal if another declaration obeys more requirements and all restrictions."""
    declaration = _declaration(now, blockers.blocked)
    effects = [*now.effects_matching("must", "block"), *now.effects_matching("must", "be-blocked")]
    required = [declaration.requirement(effect) for effect in effects]
    return declaration.explain_better(declaration.none_better(declaration.options), required)


@variant_of(as_many_block_requirements_as_can_be)
def as_many_as_what_obeys_allows_to_block(now: Situation, blockers: ProposedBlockers) -> Truth:
    """A declaration of blockers is illegal if a declaration with only required blocks obeys more requirements."""
    return _declaration(now, blockers.blocked).none_better_that_obeys()


@variant_of(as_many_block_requirements_as_can_be,
            claim="no requirement could be obeyed besides by this block: {blockers}")  # fmt: skip
def no_single_block_more(now: Situation, blockers: ProposedBlockers) -> Truth:
    """A declaration is illegal if other blocks for one creature would obey more requirements and all restrictions."""
    return _declaration(now, blockers.blocked).none_better_by_one()


@answers("legal-block", "Is the proposed declaration of blockers legal? If not, a legal one is shown.", "nothing",
         "rules ask legal-block -f situation.yaml")  # fmt: skip
def _legal_block(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    if not now.proposed.blockers.is_known:
        return DerivedValue(None, now.proposed.blockers.stated)
    blockers = ProposedBlockers(now)
    try:
        truth = all_of(now.rule("block-restrictions", blockers), now.rule("block-requirements", blockers))
        legal = None if truth.value else _declaration(now, blockers.blocked).nearest_legal()
    except TooManyDeclarations:
        truth = unknown("proposed.blockers", "there are too many declarations to compare all of them")
        legal = None
    witness = None if legal is None else [{"creature": name, "blocks": list(whom)} for name, whom in legal]
    return DerivedValue(None, truth.with_claim("this block is legal: {blockers}", blockers=blockers), witness)
