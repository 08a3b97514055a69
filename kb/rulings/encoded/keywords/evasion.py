"""Evasion (702, 502 before 2009): what keeps one creature from blocking another."""

from __future__ import annotations

from kb.i18n import later
from kb.rulings.engine.card_phrases import has_protection, is_, protected
from kb.rulings.law.rule_registry import forbids, variant_of
from kb.rulings.logic.partial_values import Word
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_, some, stated, unknown
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES


def _has_or_blocks_as_though(now: Situation, creature: Object, keyword: str) -> Truth:
    """Whether a creature has a keyword, or an effect has it block as though it had."""
    effects = now.effects_that("as-though", "block", creature)
    return any_of(
        creature.has(keyword), *(each.in_force for each in effects if keyword in each.given.get("quality", ()))
    )


@forbids(
    "can-block",
    "flying",
    later("{creature} has no flying, and {attacker} has"),
    where=lambda _now, _creature, attacker: attacker.has("flying"),
)
def only_flying_blocks_flying(now: Situation, creature: Object, _attacker: Object) -> Truth:
    """A creature with flying can't be blocked by creatures without flying."""
    return not_(_has_or_blocks_as_though(now, creature, "flying"))


@variant_of(
    only_flying_blocks_flying, claim=later("{creature} has neither flying nor reach, and {attacker} has flying")
)
def only_flying_or_reach_blocks_flying(now: Situation, creature: Object, _attacker: Object) -> Truth:
    """A creature with flying can't be blocked except by creatures with flying and/or reach."""
    return not_(any_of(_has_or_blocks_as_though(now, creature, "flying"), creature.has("reach")))


@forbids(
    "can-block",
    "intimidate",
    later("{creature} is no artifact and shares no color with {attacker}, which has intimidate"),
    where=lambda _now, _creature, attacker: attacker.has("intimidate"),
)
def neither_artifact_nor_of_its_color(_now: Situation, creature: Object, attacker: Object) -> Truth:
    """It can't be blocked except by artifact creatures and/or creatures that share a color with it."""
    return not_(any_of(creature.is_a("artifact"), creature.colors.shares_with(attacker.colors)))


@forbids(
    "can-block",
    "fear",
    later("{creature} is neither an artifact nor black, and {attacker} has fear"),
    where=lambda _now, _creature, attacker: attacker.has("fear"),
)
def neither_artifact_nor_black(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """It can't be blocked except by artifact creatures and/or black creatures."""
    return not_(any_of(creature.is_a("artifact"), creature.colors.has("black")))


@forbids(
    "can-block",
    "shadow",
    later("of {creature} and {attacker}, one has shadow and the other hasn't"),
    where=lambda _now, creature, attacker: any_of(attacker.has("shadow"), creature.has("shadow")),
)
def one_has_shadow(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Creatures with shadow can't be blocked by those without, and those without not by those with it."""
    blocks_it = _has_or_blocks_as_though(now, creature, "shadow")
    return any_of(
        all_of(attacker.has("shadow"), not_(blocks_it)), all_of(creature.has("shadow"), not_(attacker.has("shadow")))
    )


@forbids(
    "can-block",
    "horsemanship",
    later("{creature} has no horsemanship, and {attacker} has"),
    where=lambda _now, _creature, attacker: attacker.has("horsemanship"),
)
def no_horsemanship(now: Situation, creature: Object, _attacker: Object) -> Truth:
    """A creature with horsemanship can't be blocked by creatures without horsemanship."""
    return not_(_has_or_blocks_as_though(now, creature, "horsemanship"))


@forbids(
    "can-block",
    "skulk",
    later("the power of {creature} is greater than that of {attacker}, which has skulk"),
    where=lambda _now, _creature, attacker: attacker.has("skulk"),
)
def of_greater_power(_now: Situation, creature: Object, attacker: Object) -> Truth:
    """A creature with skulk can't be blocked by creatures with greater power."""
    return creature.power > attacker.power


@forbids(
    "can-block",
    "decayed",
    later("{creature} has decayed"),
    where=lambda _now, creature, _attacker: creature.has("decayed"),
)
def decayed_cant_block(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """Decayed means "This creature can't block", besides its triggered ability."""
    return creature.has("decayed")


@forbids(
    "can-block",
    "protection-from-blockers",
    later("{attacker} has protection from {creature}"),
    where=lambda _now, _creature, attacker: has_protection(attacker),
)
def has_the_quality(_now: Situation, creature: Object, attacker: Object) -> Truth:
    """Attacking creatures with protection can't be blocked by creatures that have the stated quality."""
    return protected(attacker, creature)


# --- landwalk ------------------------------------------------------------------------------------------------


def walks(attacker: Object) -> tuple[str, ...]:
    """The landwalk abilities of a creature."""
    return tuple(word for word in attacker.keywords if word.endswith("walk"))


def _has_landwalk(_now: Situation, _creature: Object, attacker: Object) -> Truth:
    if not attacker.keywords.known:
        return attacker.has("landwalk")
    return stated(bool(walks(attacker)), later("{attacker} has landwalk"), attacker=attacker)


@forbids(
    "can-block", "landwalk", later("the defending player controls a land that {attacker} walks on"), where=_has_landwalk
)
def controls_a_land_of_that_subtype_or_supertype(now: Situation, creature: Object, attacker: Object) -> Truth:
    """It can't be blocked as long as the defending player controls a land with that subtype and/or supertype."""
    return some(_controls_such_a_land(now, creature.controller, walk, ("basic", "snow", "legendary")) for walk in
                walks(attacker))  # fmt: skip


@variant_of(controls_a_land_of_that_subtype_or_supertype)
def controls_a_land_of_that_type(now: Situation, creature: Object, attacker: Object) -> Truth:
    """The same, also for a type ("artifact landwalk"), and for lands without a type or supertype."""
    return some(
        _controls_such_a_land(now, creature.controller, walk, (*SUPERTYPES, *CARD_TYPES)) for walk in walks(attacker)
    )


def _controls_such_a_land(now: Situation, whose: Word, walk: str, qualities: tuple[str, ...]) -> Truth:
    lands = now.permanents_that_may_be("land")
    found = [all_of(land.stands_as("land"), land.controller == whose, _is_walked_on(land, walk, qualities))
             for land in lands]  # fmt: skip
    if "battlefield" not in now.closed and not now.as_usual:
        found.append(unknown("closed", later("not stated: what other lands the defending player controls")))
    return some(found)


def _is_walked_on(land: Object, walk: str, qualities: tuple[str, ...]) -> Truth:
    """Whether a land is one that "snow swampwalk" or "nonbasic landwalk" speaks of."""
    tests = []
    for word in walk.removesuffix(" landwalk").removesuffix("walk").split():
        bare = word.removeprefix("non").lstrip("-")
        if bare in qualities:
            has = is_(land, bare)
            tests.append(not_(has) if word.startswith("non") else has)
        else:
            tests.append(land.is_subtype(word))
    return all_of(*tests)
