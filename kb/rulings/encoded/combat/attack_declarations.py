"""Attack declarations (508.1; 308 before 2009): restrictions, requirements, and which declarations are legal."""

from __future__ import annotations

from collections.abc import Iterator

from kb.i18n import mark_message
from kb.rulings.encoded.combat.attackers import AttackTarget, attack_targets, may_attack, presume_creature
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
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Attack

_ALL = "attackers"

# --- requirements and limits of attacks ----------------------------------------------------------------------


@encodes("goad", "{creature} is goaded by {player}: it attacks if able, and another player if able")
def attacks_somebody_else(_now: Situation, creature: Object, player: Player) -> Truth:
    """A goaded creature attacks each combat if able. It attacks a player who didn't goad it, if able."""
    return creature.goaded_by.contains(player)


def _requirements(now: Situation, creature: Object) -> Iterator[tuple[Truth, tuple[str, ...] | None]]:
    """Yield each requirement on a creature to attack, with the ids of the possible targets (None: any target)."""
    for effect in now.effects_matching("must", "attack", creature):
        to = effect.stated.get("to")
        yield Declaration.requirement(effect), None if to is None else tuple(to)
    for player in now.players:
        goaded = now.rule("goad", creature, player)
        if goaded.value is not False:
            yield goaded, None
            yield goaded, tuple(each.id for each in now.players if each.id != player.id)


def _options(now: Situation, creature: Object, chosen: tuple[str, ...] | None) -> list[DeclarationOption]:
    """Return a creature's options: no attack, or one target.

    `chosen` is the proposed target. If open facts decide whether this attack is allowed, it counts as allowed.
    """
    found = [NO_ACTION]
    for defender in attack_targets(now):
        allowed = may_attack(now, creature, defender)
        proposed = chosen == (defender.id,)
        if allowed.value is False or (not proposed and is_costly(now, "attack", creature)):
            continue
        groups = [_ALL]
        groups += [f"effect {each.id}" for each in at_most_effects(now, "attack")
                   if each.covers(creature) and each.is_directed_at(defender)]  # fmt: skip
        groups += [f"effect {each.id}" for each in at_most_effects(now, "be-attacked") if each.covers(defender)]
        groups += [f"effect {each.id}" for each in now.effects_matching("must", "be-attacked", defender)]
        doubts = [] if proposed or allowed.value else [allowed]
        obeys = 0
        for required, whom in _requirements(now, creature):
            if whom is None or defender.id in whom:
                obeys += 1
                doubts += [] if proposed or required.value else [required]
        asked = at_least_needs(now, creature, "attack", _ALL)
        found.append(DeclarationOption((defender.id,), obeys, tuple(groups), asked, tuple(doubts)))
    return found


def _attackers(now: Situation) -> list[Object]:
    """Return the creatures that the active player controls, and the creatures whose controller is unknown."""
    active = now.game.active.value
    mine = [each for each in now.objects if active is None or each.controller.value in (active, None)]
    return [each for each in mine if each.is_permanent_of_type("creature").value is not False]


def _declaration(now: Situation, chosen: dict[str, tuple[str, ...]]) -> Declaration:
    limiting = [*at_most_effects(now, "attack"), *at_most_effects(now, "be-attacked")]
    musts = [each for each in now.effects_matching("must", "be-attacked") if each.in_force.value is not False]
    return Declaration(
        chosen,
        {each.id: _options(now, each, chosen.get(each.id)) for each in _attackers(now)},
        {f"effect {each.id}": each.stated["amount"] for each in limiting},
        tuple(f"effect {each.id}" for each in musts),
        mark_message("{creature} attacks {what}"),
    )


def _can_with_others(now: Situation, creature: Object, defender: AttackTarget) -> Truth:
    """Yes if a creature can attack a target in some declaration that obeys the limits on the number of attackers."""
    declaration = _declaration(now, {})
    if not declaration.most and not at_least_needs(now, creature, "attack", _ALL):
        return constant(True)
    mine = [each for each in declaration.options.get(creature.id, ()) if each.chosen == (defender.id,)]
    try:
        found = best_declaration({**declaration.options, creature.id: mine}, declaration.most) if mine else None
    except TooManyDeclarations:
        found = None
    claim = mark_message("{creature} can attack {defender} together with other creatures")
    if found is not None:
        return all_of(*found.doubts).with_claim(claim, creature=creature, defender=defender)
    if "battlefield" not in now.closed:
        return unknown("closed", "not stated: whether other creatures can attack with {creature}", creature=creature)
    return constant(False, claim, creature=creature, defender=defender)


@answers("can-attack",
         "Can this creature be declared as an attacker, attacking that player, planeswalker or battle, or anything?",
         "objects",
         "rules ask can-attack A --fact A.types=creature --fact A.controlled_since_turn_began=yes")  # fmt: skip
def _can_attack(now: Situation, asked: QuestionArguments) -> Truth:
    now = presume_creature(now, asked.object(now))
    creature = asked.object(now)
    whom = (asked.thing(now, 1),) if len(asked.things) > 1 else attack_targets(now)
    return some(all_of(may_attack(now, creature, each), _can_with_others(now, creature, each)) for each in whom)


@encodes("had-to-attack", "{creature} had to attack")
def an_effect_required_it(now: Situation, creature: Object) -> Truth:
    """A creature had to attack if an effect required an attack, even if no other attack would have been legal."""
    return some(required for required, _whom in _requirements(now, creature))


@answers("had-to-attack", "Did this creature have to attack?", "object",
         "rules ask had-to-attack A --fact A.goaded_by=p2")  # fmt: skip
def _had_to_attack(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("had-to-attack", asked.object(now))


# --- a proposed declaration ----------------------------------------------------------------------------------


class ProposedAttackers:
    """A proposed declaration of attackers.

    Attributes:
        now: the situation.
        targets: a dict from the id of each attacker to the id of the player or permanent that it attacks.
        unannounced: the attacks that name no attacker, or that name no target although there is a choice.
        declared_twice: ids of the creatures that are declared more than once.
    """

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.targets: dict[str, tuple[str, ...]] = {}
        self.unannounced: list[Attack] = []
        self.declared_twice: list[str] = []
        for attack in now.proposed.attackers:
            if (name := attack.creature.value) is None:
                self.unannounced.append(attack)
                continue
            self.declared_twice += [name] if name in self.targets else []
            self.targets[name] = self._target(attack, name)

    def _target(self, attack: Attack, name: str) -> tuple[str, ...]:
        if attack.attacks.value is not None:
            return (attack.attacks.value,)
        creature = self.now.object(name)
        able = [each for each in attack_targets(self.now) if creature and may_attack(self.now, creature, each).value]
        if len(able) != 1:
            self.unannounced.append(attack)
        return ((able or list(attack_targets(self.now)))[0].id,)

    def __str__(self) -> str:
        """Return the ids of the creatures that attack."""
        return ", ".join(self.targets) or "[]"


@encodes("attacked-announced", "it is announced what each creature attacks")
def announced_for_each(_now: Situation, attackers: ProposedAttackers) -> Truth:
    """If there is more than one thing to attack, the active player announces what each creature attacks."""
    return every(
        unknown(attack.attacks.fact, "not stated: what {creature} attacks", creature=str(attack.creature.value))
        for attack in attackers.unannounced
    )


@encodes("attack-restrictions", "no restriction is disobeyed by this attack: {attackers}")
def no_restriction_disobeyed(now: Situation, attackers: ProposedAttackers) -> Truth:
    """A declaration of attackers is illegal if it disobeys a restriction, such as “can't attack”."""
    return all_of(
        *(_allowed(now, name, whom) for name, (whom,) in attackers.targets.items()),
        *(constant(False, "{creature} can't be declared twice", creature=name) for name in attackers.declared_twice),
        *_limits_obeyed(now, attackers),
    )


def _allowed(now: Situation, name: str, whom: str) -> Truth:
    creature, defender = now.object(name), now.thing(whom) or next(iter(attack_targets(now)))
    if creature is None:
        return constant(False, "{creature} is no object", creature=name)
    return may_attack(now, creature, defender).with_claim(
        "{creature} can attack {defender}", creature=creature, defender=defender
    )


def _limits_obeyed(now: Situation, attackers: ProposedAttackers) -> Iterator[Truth]:
    declaration = _declaration(now, attackers.targets)
    for effect in (*at_most_effects(now, "attack"), *at_most_effects(now, "be-attacked")):
        options = [declaration.option(name) for name in attackers.targets]
        count = sum(f"effect {effect.id}" in option.groups for option in options)
        most = effect.stated["amount"]
        yield constant(
            count <= most, "{count} attack, and “{effect}” allows {most}", count=count, effect=effect, most=most
        )
    count = len(attackers.targets)
    for name in attackers.targets:
        for effect in now.effects_matching("at-least", "attack", now.object(name)):
            least = effect.stated.get("amount", 0)
            claim = mark_message("{count} attack, and “{effect}” asks for {least}")
            enough = constant(count >= least, claim, count=count, effect=effect, least=least)
            yield any_of(enough, not_(effect.in_force))


@encodes("attack-requirements", "as many requirements are obeyed as can be by this attack: {attackers}")
def as_many_attack_requirements_as_can_be(now: Situation, attackers: ProposedAttackers) -> Truth:
    """A declaration of attackers is illegal if another declaration obeys more requirements and all restrictions."""
    declaration = _declaration(now, attackers.targets)
    return declaration.explain_better(declaration.none_better(declaration.options), _all_requirements(now))


def _all_requirements(now: Situation) -> Iterator[Truth]:
    """Yield the requirements on creatures to attack, and on players and permanents to be attacked."""
    for creature in _attackers(now):
        yield from dict.fromkeys(required for required, _whom in _requirements(now, creature))
    yield from (Declaration.requirement(effect) for effect in now.effects_matching("must", "be-attacked"))


@variant_of(as_many_attack_requirements_as_can_be)
def as_many_as_what_obeys_allows(now: Situation, attackers: ProposedAttackers) -> Truth:
    """A declaration of attackers is illegal if a declaration with only required attacks obeys more requirements."""
    return _declaration(now, attackers.targets).none_better_that_obeys()


@variant_of(as_many_attack_requirements_as_can_be,
            claim="no requirement could be obeyed besides by this attack: {attackers}")  # fmt: skip
def no_single_attack_more(now: Situation, attackers: ProposedAttackers) -> Truth:
    """A declaration is illegal if, with one attack changed, it would obey more requirements and all restrictions."""
    return _declaration(now, attackers.targets).none_better_by_one()


@answers("legal-attack", "Is the proposed declaration of attackers legal? If not, a legal one is shown.", "nothing",
         "rules ask legal-attack -f situation.yaml")  # fmt: skip
def _legal_attack(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    if not now.proposed.attackers.is_known:
        return DerivedValue(None, now.proposed.attackers.stated)
    attackers = ProposedAttackers(now)
    truth = all_of(
        now.rule("attacked-announced", attackers) if attackers.unannounced else constant(True),
        now.rule("attack-restrictions", attackers),
        now.rule("attack-requirements", attackers),
    )
    legal = None if truth.value else _declaration(now, attackers.targets).nearest_legal()
    witness = None if legal is None else [{"creature": name, "attacks": whom[0]} for name, whom in legal]
    return DerivedValue(None, truth.with_claim("this attack is legal: {attackers}", attackers=attackers), witness)
