"""Attacking bands (702.22): a creature that blocks one attacker of a band blocks all attackers of the band."""

from __future__ import annotations

from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every, not_, some, unknown
from kb.rulings.situation.situation import Object, Situation


def is_declared_blocking(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Yes if a creature is declared as blocking an attacker, or is proposed to block it."""
    if now.proposed.blockers.is_known:
        blocks = [each.blocks for each in now.proposed.blockers if each.creature.value == creature.id]
        return some(each.contains(attacker) for each in blocks)
    return creature.blocking.contains(attacker)


@encodes("in-the-band", "{attacker} is still in its band")
def not_removed_from_combat(_now: Situation, attacker: Object) -> Truth:
    """An attacking creature that's removed from combat is also removed from its band."""
    return all_of(attacker.is_permanent, not_(attacker.removed_from_combat))


def band_mates(attacker: Object) -> tuple[Object, ...]:
    """Return the other creatures of an attacking creature's band."""
    now, band = attacker.now, attacker.stated.get("band")
    if band is None:
        return ()
    others = (each for each in now.permanents if each.id != attacker.id and each.stated.get("band") == band)
    return tuple(each for each in others if now.rule("in-the-band", each).value is not False)


@encodes("band-blocked", "{creature} blocks {mate}, and so {attacker}, which is in the same band")
def each_other_creature_of_the_band(now: Situation, creature: Object, _attacker: Object, mate: Object) -> Truth:
    """A creature that blocks an attacking creature also blocks each other creature in the attacker's band."""
    return is_declared_blocking(now, creature, mate)


@encodes("band-blocked-by-effect", "{mate} is blocked, and so {attacker}, which is in the same band")
def the_entire_band(_now: Situation, _attacker: Object, mate: Object) -> Truth:
    """If one member of a band becomes blocked due to an effect, the entire band becomes blocked."""
    return mate.blocked


def is_blocking(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Yes if a creature blocks an attacker, or another creature of the attacker's band."""
    itself = creature.blocking.contains(attacker)
    return any_of(itself, *(now.rule("band-blocked", creature, attacker, mate) for mate in band_mates(attacker)))


def is_blocked(now: Situation, attacker: Object) -> Truth:
    """Yes if an attacker is a blocked creature, or another creature of its band is blocked."""
    itself = now.rule("blocked-creature", attacker)
    band = band_mates(attacker)
    with_band = [now.rule("band-blocked-by-effect", attacker, mate) for mate in band if "blocked" in mate.stated]
    others = [each for each in now.permanents if each.id != attacker.id] if band else []
    with_band += [now.rule("band-blocked", each, attacker, mate) for each in others for mate in band]
    found = [each for each in with_band if each.value is not False]
    return any_of(itself, *found) if found else itself


@answers("blocked-by", "Which creatures block this attacking creature, by themselves or because of its band?", "object",
         "rules ask blocked-by A -f situation.yaml")  # fmt: skip
def _blocked_by(now: Situation, asked: QuestionArguments) -> DerivedValue:
    attacker = asked.object(now)
    found: dict[str, Truth] = {}
    for each in (other for other in now.permanents if other.id != attacker.id):
        with_band = [now.rule("band-blocked", each, attacker, mate) for mate in band_mates(attacker)]
        found[each.id] = any_of(is_declared_blocking(now, each, attacker), *with_band)
    said = [truth for truth in found.values() if truth.value is not False]
    if "battlefield" not in now.closed and not now.as_usual and not now.proposed.blockers.is_known:
        said.append(unknown("closed", "not stated: whether other creatures block"))
    none = constant(True, "nothing blocks {attacker}", attacker=attacker)
    names = [name for name, truth in found.items() if truth.value]
    return DerivedValue(names, every(said) if said else all_of(none, *(not_(each) for each in found.values())))
