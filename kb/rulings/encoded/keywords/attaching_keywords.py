"""Equip, fortify and reconfigure abilities (702.6, 702.67, 702.151), and crew abilities (702.122)."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.encoded.attachment import legal_attachment
from kb.rulings.engine.card_phrases import is_another, phrase_picks
from kb.rulings.engine.protection_qualities import has_protection, is_protected_from
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids, requires, variant_of
from kb.rulings.logic.partial_values import total
from kb.rulings.logic.ternary import Truth, all_of, constant, every, not_, some
from kb.rulings.situation.keyword_forms import parse_keyword
from kb.rulings.situation.situation import Object, Player, Situation


def _has_ability(_now: Situation, _player: Player, equipment: Object, _target: Object, *, concept: str) -> Truth:
    """Yes if `equipment` has the keyword ability that `concept` begins with. Example: `equip` for `equip-quality`."""
    return equipment.has_keyword(concept.partition("-")[0])


def _equips(equipment: Object) -> list[str]:
    """Return the quality that each equip ability asks for; "" for an equip ability without a quality."""
    return [parse_keyword(each, equipment.now.words).quality for each in equipment.keywords_named("equip")]


def _has_plain_equip(equipment: Object, _target: Object) -> Truth:
    return not_(every(constant(bool(each)) for each in _equips(equipment)))


def _equips_planeswalkers(equipment: Object, _target: Object) -> Truth:
    if not equipment.keywords.is_known:
        return equipment.has_keyword("equip planeswalker")
    return constant("planeswalker" in _equips(equipment), "{equipment} has equip planeswalker", equipment=equipment)


def _has_quality(equipment: Object, target: Object) -> Truth:
    qualities = [each for each in _equips(equipment) if each not in ("", "planeswalker")]
    return some(phrase_picks(target, each.removesuffix(" creature"), equipment) for each in qualities)


@encodes_each(
    Row("equip", "target_creature_you_control_as_a_sorcery",
        "{player} may activate an equip ability of {equipment} for {target}: a creature they control, as a sorcery",
        "Equip means “Attach this to target creature you control. Activate only as a sorcery.”", also=_has_plain_equip),
    Row("equip-quality", "target_creature_with_the_quality",
        "{target} is a creature that {player} controls with the quality that an equip ability of {equipment} asks for",
        "Equip [quality] can target only a creature with that quality. Other effects can attach it to any creature.",
        also=_has_quality),
    Row("equip-planeswalker", "target_planeswalker_you_control",
        "{target} is a planeswalker that {player} controls, which {equipment} can equip",
        "Equip planeswalker attaches this to target planeswalker you control as though it were a creature.",
        card_type="planeswalker", also=_equips_planeswalkers),
    Row("fortify", "target_land_you_control_as_a_sorcery",
        "{player} may activate a fortify ability of {equipment} for {target}: a land they control, as a sorcery",
        "Fortify means “Attach this to target land you control. Activate only as a sorcery.”", card_type="land"),
    Row("reconfigure", "another_target_creature_you_control",
        "{player} may reconfigure {equipment} onto {target}: another creature they control, as a sorcery",
        "Reconfigure means “Attach this to another target creature you control. Only as a sorcery.”", another=True),
    question="can-equip", role="permits", where=_has_ability,
)  # fmt: skip
def target_you_control_as_a_sorcery(
    now: Situation, player: Player, equipment: Object, target: Object, *,
    card_type: str = "creature", also: Callable[[Object, Object], Truth] | None = None, another: bool = False,
) -> Truth:  # fmt: skip
    """The ability is activated only as a sorcery. It can target only a `card_type` that the player controls."""
    return all_of(
        *([also(equipment, target)] if also else []),
        player.controls(equipment),
        player.controls(target),
        target.is_permanent_of_type(card_type),
        *([is_another(target, equipment)] if another else []),
        all_of(player.has_priority, player.is_active, now.game.is_main_phase, now.game.stack.is_empty),
    )


@forbids("can-equip", "protection-from-equip-abilities", "{target} has protection from a quality of {equipment}",
         where=lambda _now, _player, _equipment, target: has_protection(target))  # fmt: skip
def isnt_targeted(_now: Situation, _player: Player, equipment: Object, target: Object) -> Truth:
    """A permanent with protection can't be targeted by abilities from a source with the stated quality."""
    return is_protected_from(target, equipment)


@answers("can-equip", "May a player activate an equip, fortify or reconfigure ability of this for that target now?",
         "objects", "rules ask can-equip A B --by p1 -f situation.yaml")  # fmt: skip
def _can_equip(now: Situation, asked: QuestionArguments) -> Truth:
    equipment, target = asked.object(now), asked.object(now, 1)
    player = asked.player(now, equipment)
    if all(now.law.rule(each) is None for each in ("equip", "fortify", "reconfigure")):
        return constant(False, "the rules of this day know no ability that attaches")
    return is_permitted(now, "can-equip", "activate", equipment, player, equipment, target)


@encodes("reconfigured", "{equipment} stops being a creature when it is attached to {creature}")
def stops_being_a_creature(now: Situation, equipment: Object, creature: Object) -> Truth:
    """Attaching an Equipment with reconfigure to another creature makes the Equipment stop being a creature."""
    return all_of(equipment.has_keyword("reconfigure"), legal_attachment.can_attach(now, equipment, creature))


@answers("stops-being-creature", "Does this Equipment stop being a creature when it becomes attached to that creature?",
         "objects", "rules ask stops-being-creature A B -f situation.yaml")  # fmt: skip
def _stays_creature(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("reconfigured", asked.object(now), asked.object(now, 1))


# --- crew ----------------------------------------------------------------------------------------------------


def _crewed_by(player: Player, vehicle: Object, creatures: tuple[Object, ...]) -> Truth:
    """Yes if the creatures are untapped, a player controls them, and their total power is enough to crew a Vehicle."""
    crew = vehicle.keywords_named("crew")
    if not crew:
        return vehicle.has_keyword("crew")
    able = [
        all_of(each.is_permanent_of_type("creature"), player.controls(each), not_(each.tapped)) for each in creatures
    ]
    power = total(each.power for each in creatures)
    enough = some(power >= vehicle.number_of_keyword(each) for each in crew)
    return all_of(player.controls(vehicle), every(able), enough)


@requires("can-crew", "crew", "{player} may crew {vehicle} with these creatures")
def untapped_creatures_with_that_power(
    _now: Situation, player: Player, vehicle: Object, creatures: tuple[Object, ...]
) -> Truth:
    """To crew N, tap any number of untapped creatures you control with total power N or greater."""
    return _crewed_by(player, vehicle, creatures)


@variant_of(untapped_creatures_with_that_power)
def other_untapped_creatures_with_that_power(
    _now: Situation, player: Player, vehicle: Object, creatures: tuple[Object, ...]
) -> Truth:
    """To crew N, tap any number of other untapped creatures you control with total power N or greater."""
    return all_of(_crewed_by(player, vehicle, creatures), every(is_another(each, vehicle) for each in creatures))


@forbids("can-crew", "cant-crew", "an effect says that one of these creatures can't crew {vehicle}",
         where=lambda now, _player, vehicle, creatures: constant(bool(_bars(now, vehicle, creatures))))  # fmt: skip
def creatures_that_cant_crew(now: Situation, _player: Player, vehicle: Object, creatures: tuple[Object, ...]) -> Truth:
    """A creature that "can't crew Vehicles" can't be tapped to pay a crew cost."""
    return some(_bars(now, vehicle, creatures))


def _bars(now: Situation, vehicle: Object, creatures: tuple[Object, ...]) -> list[Truth]:
    """Return one Truth for each effect that keeps one of the creatures from crewing a Vehicle."""
    return [
        effect.in_force
        for each in creatures
        for effect in now.effects_matching("cant", "other", each)
        if "crew" in effect.stated.get("quality", ()) and effect.is_directed_at(vehicle)
    ]


@answers(
    "can-crew",
    "May a player crew this Vehicle by tapping those creatures?",
    "objects",
    "rules ask can-crew V A --by p1 --fact V.keywords='crew 3' --fact A.types=creature --fact A.power=3",
)
def _can_crew(now: Situation, asked: QuestionArguments) -> Truth:
    vehicle = asked.object(now)
    creatures = tuple(asked.object(now, place) for place in range(1, len(asked.things)))
    player = asked.player(now, vehicle)
    if now.law.rule("crew") is None:
        return constant(False, "the rules of this day don't know crew")
    return is_permitted(now, "can-crew", "activate", vehicle, player, vehicle, creatures)
