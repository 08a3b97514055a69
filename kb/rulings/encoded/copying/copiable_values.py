"""Copies (707): the copiable values of objects, and how copy effects change objects."""

from __future__ import annotations

from typing import Any

from kb.rulings.encoded.characteristics.power_toughness import added_by_counters
from kb.rulings.encoded.copying.copy_exceptions import apply_copy_exceptions
from kb.rulings.encoded.copying.timestamps import sort_by_timestamp
from kb.rulings.encoded.copying.tokens import apply_token_definition
from kb.rulings.engine.card_sides import Side, current_sides
from kb.rulings.engine.derivation import Derivation, DerivedValue, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.situation.mana_cost import NO_COST
from kb.rulings.situation.situation import Effect, Object, Situation

Values = dict[str, Any]
"""The facts of an object: a dict from the name of each fact to its value."""

PRINTED_FACTS = (
    "name", "other_names", "mana_cost", "mana_value", "colors", "color_indicator", "type_line", "types", "subtypes",
    "supertypes", "text", "keywords", "abilities", "loyalty", "defense", "enchant", "final_chapter", "bottom_room",
    "can_be_commander", "faces", "layout", "base_power", "base_toughness", "printed_power",
    "printed_toughness", "star",
)  # fmt: skip
"""The facts that are derived from the text printed on an object (707.2)."""

CASTING_CHOICES = ("x", "targets", "can_target", "target_words", "cast_as", "paid_with")
"""The facts that are chosen as a spell is cast or an ability is activated."""

FACE_DOWN_FACTS: Values = {
    "name": "none", "mana_cost": NO_COST, "types": ("creature",), "subtypes": (), "supertypes": (), "colors": (),
    "keywords": (), "abilities": (),
}  # fmt: skip
"""The characteristics of a face-down object besides its power and toughness (702.37c, 708.2a)."""

_OF_A_FACE = (
    "name", "mana_cost", "colors", "color_indicator", "types", "subtypes", "supertypes", "text", "keywords",
)  # fmt: skip


@defines("copiable-values", "{copy} has the copiable values of {original}")
def as_printed_with_choices_made(_now: Situation, _copy: Object, original: Object) -> Values:
    """A copy gets printed values, and a copied spell's choices. It doesn't get status, counters or effects."""
    facts = (*PRINTED_FACTS, *(CASTING_CHOICES if original.zone.value == "stack" else ()))
    printed = {fact: original.stated[fact] for fact in facts if is_stated(original, fact)}
    return _facts_of_closed_zone(original) | printed | _printed_numbers(original)


@defines("copied-once", "what changed {original} after it was copied doesn't change the copy")
def later_changes_dont_matter(_now: Situation, _original: Object) -> None:
    """If the original's copiable values change after it was copied, the copy doesn't change."""


@defines("choices-not-copied", "choices that have been made for {original} aren't copied")
def without_what_has_come_of_them(_now: Situation, _original: Object, copied: Values) -> Values:
    """When copying a permanent, any choices that have been made for that permanent aren't copied."""
    abilities = tuple({fact: each for fact, each in one.items() if fact != "result"} for one in copied["abilities"])
    return copied | {"abilities": abilities}


@defines("copy-of-face-up", "of {original}, which is double-faced, the face that is up is copied")
def of_the_face_that_is_up(_now: Situation, original: Object, up: Side) -> Values:
    """A copy of a double-faced permanent has the copiable values of the face that's currently up."""
    keywords = {"keywords": original.stated["keywords"]} if is_stated(original, "keywords") else {}
    facts = keywords | {fact: up.stated[fact] for fact in _OF_A_FACE if is_stated(up, fact)}
    numbers = {f"base_{fact}": up.stated[fact] for fact in ("power", "toughness") if is_stated(up, fact)}
    is_back = not up.id.endswith(".1")
    return {"mana_cost": NO_COST} | facts | numbers if is_back and original.layout.value != "modal" else facts | numbers


@defines("double-faced-token", "{token} is a double-faced token, with the same face up as {original}")
def of_a_transforming_object(_now: Situation, _token: Object, original: Object) -> Values:
    """A token that copies a transforming permanent or card has both faces of the original. The same face is up."""
    return _both_faces(original) if original.layout.value == "transforming" else {}


@variant_of(of_a_transforming_object)
def of_a_double_faced_object(_now: Situation, _token: Object, original: Object) -> Values:
    """A token that copies a double-faced permanent or card has both faces of the original. The same face is up."""
    return _both_faces(original) if original.layout.value in ("transforming", "modal") else {}


def _both_faces(original: Object) -> Values:
    face_up = original.face_up.value if original.zone.value == "battlefield" else None
    return {"faces": original.stated["faces"], "layout": original.stated["layout"], "face_up": face_up or "front"}


@defines("copy-uses-its-status", "{copy} has the copied information as modified by its own status")
def modified_by_its_own_status(_now: Situation, copy: Object, copied: Values) -> Values:
    """The copy's copiable values become the copied information, as modified by the copy's status."""
    replaced = (*PRINTED_FACTS, *CASTING_CHOICES, "power", "toughness", "created_as")
    return {fact: value for fact, value in copy.stated.items() if fact not in replaced} | copied


def _facts_of_closed_zone(original: Object) -> Values:
    """Return the printed facts that are known even if unstated, such as those of a zone that is listed in full."""
    closed = {name: fact for name, fact in Object.facts().items() if fact.closed and name in PRINTED_FACTS}
    return {name: value for name, fact in closed.items() if (value := fact.look_up(original)[0]) is not None}


def _printed_numbers(original: Object) -> Values:
    """Return the printed power and toughness: the stated power and toughness minus what counters add."""
    found: Values = {}
    for place, fact in enumerate(("power", "toughness")):
        if is_stated(original, fact) and not is_stated(original, f"base_{fact}"):
            found[f"base_{fact}"] = original.stated[fact] - added_by_counters(original)[place]
    return found


def _face_down_values(steps: Derivation, original: Object) -> Values | None:
    """Return the values of a face-down permanent: a 2/2 creature with no other characteristics."""
    pair = steps.apply_rule("face-down-power", original)
    if pair is None or steps.apply_rule("face-down", original) is None:
        return None
    return {**FACE_DOWN_FACTS, "base_power": pair[0], "base_toughness": pair[1]}


def _is_created_as_copy(token: Object) -> bool:
    """True if the situation states no characteristics of a token. Such a token was created as a copy."""
    own = (*PRINTED_FACTS, "power", "created_as")
    return token.token.value is True and not any(is_stated(token, fact) for fact in own)


def _copied_values(steps: Derivation, copy: Object, original: Object) -> Values | None:
    """Return the copiable values that a copy gets, or None if a fact is missing."""
    if steps.check(original.face_down) is not False:
        return _face_down_values(steps, original)
    values: Values | None = steps.apply_rule("copiable-values", copy, original)
    if values is not None and any(each.get("result") for each in values.get("abilities", ())):
        values = steps.apply_rule_or(values, "choices-not-copied", original, values)
    if values is None or not len(original.faces):
        return values
    if _is_created_as_copy(copy):
        faces: Values | None = steps.apply_rule("double-faced-token", copy, original)
        if faces:
            return values | faces
    if original.layout.value not in ("transforming", "modal", "meld"):
        return values
    sides = current_sides(steps, original)
    if not sides:
        return None
    of_card = {fact: value for fact, value in values.items() if fact in CASTING_CHOICES}
    shown: Values | None = steps.apply_rule("copy-of-face-up", original, sides[0])
    return None if shown is None else of_card | shown


def object_as_created(steps: Derivation, thing: Object) -> Object:
    """Return a permanent without copy effects. A token that was created as a copy keeps its first copy effect."""
    if not _is_created_as_copy(thing):
        return thing.as_stated
    copying = copy_effects_on(thing)
    return apply_copy_effects(steps, thing, copying[1]) if len(copying) > 1 else apply_copy_effects(steps, thing)


def copy_effects_on(thing: Object) -> list[Effect]:
    """Return the copy effects that apply to an object, the earliest first."""
    return [each for each in _copy_effects(thing.now) if each.covers(thing)]


def _copy_effects(now: Situation) -> list[Effect]:
    """Return the copy effects, the earliest first."""
    found = [each for each in now.effects if each.stated.get("says") == "copies" and each.in_force.value is not False]
    return list(sort_by_timestamp(Derivation(now), found))


def apply_copy_effects(steps: Derivation, thing: Object, before: Effect | None = None) -> Object:
    """Return an object after all copy effects, or after the copy effects earlier than `before` (707.2b)."""
    now = thing.now
    thing = apply_token_definition(steps, thing, PRINTED_FACTS)
    copying = _copy_effects(now)
    place = len(copying) if before is None else copying.index(before)
    if any(each.covers(thing) for each in copying[place + 1 :]):
        steps.apply_rule("copied-once", thing)
    for effect in copying[:place]:
        if not effect.covers(thing):
            continue
        original = now.object(next(iter(effect.stated.get("to") or ()), ""))
        if original is None:
            steps.note_missing(effect, "to")
            continue
        copied = _copied_values(steps, thing, apply_copy_effects(steps, original, effect))
        if copied is None:
            steps.note_missing(effect, "applies")
            continue
        new = steps.apply_rule("copy-uses-its-status", thing, apply_copy_exceptions(steps, effect, thing, copied))
        thing = thing if new is None else Object(thing.id, now, new)
    return thing


@defines("copy-refers-to-payment", "{copy} refers to the objects that paid for the original: {paid}")
def objects_used_for_the_original(_now: Situation, _copy: Object, paid: tuple[str, ...]) -> tuple[str, ...]:
    """If a copy's effect refers to objects used to pay costs, it means the objects used to pay for the original."""
    return paid


@answers("paid-with",
         "Which objects and what mana paid the costs that an effect of this spell or copy of a spell refers to?",
         "object", "rules ask paid-with A --fact A.paid_with=B")  # fmt: skip
def _paid_with(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the objects and mana used to pay for a spell. For a copy, return the original's objects and no mana."""
    steps = Derivation(now)
    spell = apply_copy_effects(steps, asked.object(now))
    paid = steps.read_value(spell.paid_with)
    if copy_effects_on(spell):
        found = None if paid is None else steps.apply_rule("copy-refers-to-payment", spell, paid)
        if paid is not None and found is None:
            steps.note_missing(spell, "paid_with")
        return steps.result({"objects": list(found or ()), "mana": {}})
    mana = {"mana": dict(spell.mana_spent.counts)} if spell.mana_spent.is_known else {}
    return steps.result({"objects": list(paid or ()), **mana})
