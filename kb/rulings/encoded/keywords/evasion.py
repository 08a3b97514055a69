"""Evasion abilities (702; 502 before 2009), which keep creatures from blocking."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.engine.card_phrases import word_applies
from kb.rulings.engine.protection_qualities import has_protection, is_protected_from
from kb.rulings.law.rule_registry import Row, encodes_each, forbids
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some, unknown
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES


def _attacker_has(_now: Situation, _creature: Object, attacker: Object, *, concept: str) -> Truth:
    """Yes if the attacker has the keyword ability `concept`."""
    return attacker.has_keyword(concept)


def _blocks_with(now: Situation, creature: Object, keyword: str) -> Truth:
    """Yes if a creature has a keyword, or if an effect lets it block as though it had the keyword."""
    return any_of(creature.has_keyword(keyword), *now.as_though("block", creature, keyword))


@encodes_each(
    Row("flying", "only_flying_blocks_flying", "{creature} has no flying, and {attacker} has",
        "A creature with flying can't be blocked by creatures without flying.",
        unless=lambda now, creature, _attacker: _blocks_with(now, creature, "flying")),
    Row("flying", "only_flying_or_reach_blocks_flying",
        "{creature} has neither flying nor reach, and {attacker} has flying",
        "A creature with flying can't be blocked except by creatures with flying and/or reach.",
        unless=lambda now, creature, _attacker: any_of(
            _blocks_with(now, creature, "flying"), creature.has_keyword("reach"))),
    Row("intimidate", "neither_artifact_nor_of_its_color",
        "{creature} is no artifact and shares no color with {attacker}, which has intimidate",
        "A creature with intimidate is blocked only by artifact creatures and creatures that share a color with it.",
        unless=lambda _now, creature, attacker: any_of(
            creature.has_type("artifact"), creature.colors.intersects(attacker.colors))),
    Row("fear", "neither_artifact_nor_black", "{creature} is neither an artifact nor black, and {attacker} has fear",
        "A creature with fear can't be blocked except by artifact creatures and/or black creatures.",
        unless=lambda _now, creature, _attacker: any_of(
            creature.has_type("artifact"), creature.colors.contains("black"))),
    question="can-block", role="forbids", where=_attacker_has,
)  # fmt: skip
def cant_be_blocked_except_by(
    now: Situation, creature: Object, attacker: Object, *, unless: Callable[[Situation, Object, Object], Truth]
) -> Truth:
    """A creature can't block the attacker unless `unless` returns yes for the creature."""
    return not_(unless(now, creature, attacker))


@forbids(
    "can-block",
    "shadow",
    "of {creature} and {attacker}, one has shadow and the other hasn't",
    where=lambda _now, creature, attacker: any_of(attacker.has_keyword("shadow"), creature.has_keyword("shadow")),
)
def one_has_shadow(now: Situation, creature: Object, attacker: Object) -> Truth:
    """Creatures with shadow and creatures without shadow can't block each other."""
    blocks_it = _blocks_with(now, creature, "shadow")
    return any_of(
        all_of(attacker.has_keyword("shadow"), not_(blocks_it)),
        all_of(creature.has_keyword("shadow"), not_(attacker.has_keyword("shadow"))),
    )


@forbids("can-block", "horsemanship", "{creature} has no horsemanship, and {attacker} has", where=_attacker_has)
def no_horsemanship(now: Situation, creature: Object, _attacker: Object) -> Truth:
    """A creature with horsemanship can't be blocked by creatures without horsemanship."""
    return not_(_blocks_with(now, creature, "horsemanship"))


@forbids("can-block", "skulk", "the power of {creature} is greater than that of {attacker}, which has skulk",
         where=_attacker_has)  # fmt: skip
def of_greater_power(_now: Situation, creature: Object, attacker: Object) -> Truth:
    """A creature with skulk can't be blocked by creatures with greater power."""
    return creature.power > attacker.power


@forbids("can-block", "decayed", "{creature} has decayed",
         where=lambda _now, creature, _attacker: creature.has_keyword("decayed"))  # fmt: skip
def decayed_cant_block(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """Decayed means "This creature can't block". It also gives the creature a triggered ability."""
    return creature.has_keyword("decayed")


@forbids("can-block", "unleash", "{creature} has unleash and a +1/+1 counter",
         where=lambda _now, creature, _attacker: constant(bool(creature.keywords_named("unleash"))))  # fmt: skip
def unleashed_with_a_counter(_now: Situation, creature: Object, _attacker: Object) -> Truth:
    """Unleash means that the permanent can't block as long as it has a +1/+1 counter on it."""
    return all_of(creature.has_keyword("unleash"), creature.counters["+1/+1"] >= 1)


@forbids("can-block", "protection-from-blockers", "{attacker} has protection from {creature}",
         where=lambda _now, _creature, attacker: has_protection(attacker))  # fmt: skip
def has_the_quality(_now: Situation, creature: Object, attacker: Object) -> Truth:
    """Attacking creatures with protection can't be blocked by creatures that have the stated quality."""
    return is_protected_from(attacker, creature)


# --- landwalk ------------------------------------------------------------------------------------------------


def landwalk_abilities(attacker: Object) -> tuple[str, ...]:
    """Return the landwalk abilities of a creature."""
    return tuple(word for word in attacker.keywords if word.endswith("walk"))


def _has_landwalk(_now: Situation, _creature: Object, attacker: Object) -> Truth:
    if not attacker.keywords.is_known:
        return attacker.has_keyword("landwalk")
    return constant(bool(landwalk_abilities(attacker)), "{attacker} has landwalk", attacker=attacker)


@encodes_each(
    Row("landwalk", "controls_a_land_of_that_subtype_or_supertype",
        "the defending player controls a land that {attacker} walks on",
        "The creature can't be blocked while the defending player controls a land of the named type or supertype.",
        qualities=("basic", "snow", "legendary")),
    Row("landwalk", "controls_a_land_of_that_type", "",
        'Landwalk may also name a card type ("artifact landwalk"), or lands without a type or supertype.',
        qualities=(*SUPERTYPES, *CARD_TYPES)),
    question="can-block", role="forbids", where=_has_landwalk,
)  # fmt: skip
def controls_a_land_that_it_walks_on(
    now: Situation, creature: Object, attacker: Object, *, qualities: tuple[str, ...]
) -> Truth:
    """The attacker can't be blocked if the defending player controls a land of the kind that its landwalk names."""
    whose = creature.controller
    return some(_controls_such_a_land(now, whose, walk, qualities) for walk in landwalk_abilities(attacker))


def _controls_such_a_land(now: Situation, whose: WordValue, walk: str, qualities: tuple[str, ...]) -> Truth:
    found = [
        all_of(land.is_permanent_of_type("land"), land.controller == whose, _is_walked_on(land, walk, qualities))
        for land in now.possible_permanents("land")
    ]
    if "battlefield" not in now.closed and not now.as_usual:
        found.append(unknown("closed", "not stated: what other lands the defending player controls"))
    return some(found)


def _is_walked_on(land: Object, walk: str, qualities: tuple[str, ...]) -> Truth:
    """Yes if a land has the qualities in the name of a landwalk ability, such as "nonbasic landwalk"."""
    tests = []
    for word in walk.removesuffix(" landwalk").removesuffix("walk").split():
        bare = word.removeprefix("non").lstrip("-")
        if bare in qualities:
            has = word_applies(land, bare)
            tests.append(not_(has) if word.startswith("non") else has)
        else:
            tests.append(land.has_subtype(word))
    return all_of(*tests)
