"""Exceptions to copying (707.9): abilities that a copy gains, and values that the effect modifies or doesn't copy."""

from __future__ import annotations

from typing import Any

from kb.rulings.encoded.characteristics.colors import printed_colors
from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.ternary import Truth, every
from kb.rulings.situation.situation import Effect, Object, Situation

Values = dict[str, Any]

_MODIFIED = ("types", "subtypes", "supertypes", "colors")
_DEFINING = {"devoid": "colors", "changeling": "subtypes"}
"""Keyword abilities that define a characteristic (604.3), each with the characteristic that it defines."""

_FACTS = {
    "colors": ("colors",), "name": ("name",), "mana cost": ("mana_cost", "mana_value"), "types": ("types",),
    "subtypes": ("subtypes",), "supertypes": ("supertypes",), "abilities": ("keywords", "abilities"),
    "power": ("base_power", "power"), "toughness": ("base_toughness", "toughness"),
}  # fmt: skip
"""The characteristics that a copy effect may leave out, each with the facts that state it."""


@defines("copy-gains-abilities", "“{effect}” gives {copy} an ability as part of the copying")
def abilities_become_copiable(_now: Situation, effect: Effect, _copy: Object, copied: Values) -> Values:
    """An ability that the copy gains as part of the copying process becomes part of its copiable values."""
    found = dict(copied)
    if "keywords" in copied:
        found["keywords"] = tuple(dict.fromkeys((*copied["keywords"], *effect.keywords)))
    if "abilities" in copied:
        found["abilities"] = (*copied["abilities"], *({"text": each} for each in effect.abilities))
    return found


@defines("copy-modifies", "“{effect}” modifies a characteristic of {copy} as part of the copying")
def modified_values_become_copiable(_now: Situation, effect: Effect, _copy: Object, copied: Values) -> Values:
    """If the copying modifies a characteristic, the modified values become part of the copy's copiable values."""
    found = dict(copied) | ({"name": effect.stated["name"]} if is_stated(effect, "name") else {})
    for fact in _MODIFIED:
        given = effect.stated.get(fact)
        if given is not None and not effect.is_additive:
            found[fact] = tuple(given)
        elif given is not None and fact in copied:
            found[fact] = tuple(dict.fromkeys((*copied[fact], *given)))
    for fact in ("power", "toughness"):
        if is_stated(effect, fact):
            found.pop(fact, None)
            found[f"base_{fact}"] = effect.stated[fact]
    return found


@defines("copy-keeps", "“{effect}” doesn't copy all: {copy} keeps its own")
def original_values_are_retained(_now: Situation, effect: Effect, _copy: Object, own: Values, copied: Values) -> Values:
    """An object keeps its own values for the characteristics that a copy effect doesn't copy."""
    facts = tuple(fact for name in effect.keeps for fact in _FACTS[name])
    left = {fact: value for fact, value in copied.items() if fact not in facts}
    return left | {fact: own[fact] for fact in facts if fact in own}


@defines("copy-without-defining", "abilities that define what “{effect}” doesn't copy aren't copied to {copy}")
def not_of_what_is_modified(_now: Situation, effect: Effect, _copy: Object, copied: Values) -> Values:
    """An ability isn't copied if it defines a characteristic that the copy effect modifies or doesn't copy."""
    return _without_defining(copied, {*effect.keeps, *_given_characteristics(effect)})


@variant_of(not_of_what_is_modified)
def not_of_what_is_given_a_set_of_values(_now: Situation, effect: Effect, _copy: Object, copied: Values) -> Values:
    """An ability isn't copied if it defines a characteristic that the copy effect sets or doesn't copy."""
    added = {"types", "subtypes", "supertypes"} if effect.is_additive else set()
    return _without_defining(copied, {*effect.keeps, *(_given_characteristics(effect) - added)})


@encodes("conditional-exception", "without the exceptions, {copy} would be what “{effect}” asks for")
def as_it_would_be_without(_now: Situation, effect: Effect, copy: Object) -> Truth:
    """A conditional exception applies if the copy would meet the condition without the exception."""
    return every(matches_phrase(copy, each) for each in effect.if_it_is)


def _given_characteristics(effect: Effect) -> set[str]:
    """Return the characteristics for which a copy effect gives values."""
    return {fact for fact in (*_MODIFIED, "power", "toughness", "name") if fact in effect.stated}


def _without_defining(copied: Values, fixed: set[str]) -> Values:
    """Return the copied values without the abilities and colour indicator that define characteristics in `fixed`."""
    found = {fact: value for fact, value in copied.items() if fact != "color_indicator" or "colors" not in fixed}
    if "keywords" in found:
        found["keywords"] = tuple(each for each in found["keywords"] if _DEFINING.get(each) not in fixed)
    if "abilities" in found:
        found["abilities"] = tuple(each for each in found["abilities"] if not set(each.get("defines", ())) & fixed)
    return found


def apply_copy_exceptions(steps: Derivation, effect: Effect, copy: Object, copied: Values) -> Values:
    """Return the copied values after a copy effect's exceptions. They apply even if no rule describes them (101.1)."""
    if effect.stated.get("keeps") or _given_characteristics(effect):
        copied = steps.apply_rule_or(copied, "copy-without-defining", effect, copy, copied)
    if effect.stated.get("keeps"):
        own = dict(copy.stated)
        if "colors" in effect.stated["keeps"]:
            own["colors"] = printed_colors(steps, copy)
        otherwise = original_values_are_retained(steps.now, effect, copy, own, copied)
        copied = steps.apply_rule_or(otherwise, "copy-keeps", effect, copy, own, copied)
    if _given_characteristics(effect):
        otherwise = modified_values_become_copiable(steps.now, effect, copy, copied)
        copied = steps.apply_rule_or(otherwise, "copy-modifies", effect, copy, copied)
    gains = bool(effect.stated.get("keywords") or effect.stated.get("abilities"))
    if gains and copy_exceptions_apply(steps, effect, copy, copied):
        copied = steps.apply_rule_or(copied, "copy-gains-abilities", effect, copy, copied)
    return copied


def copy_exceptions_apply(steps: Derivation, effect: Effect, copy: Object, copied: Values) -> bool:
    """True if the exceptions of a copy effect apply. Some exceptions apply only to copies with certain qualities."""
    if not effect.stated.get("if_it_is"):
        return True
    would_be = Object(copy.id, steps.now, dict(copied))
    return steps.check(steps.now.rule("conditional-exception", effect, would_be)) is True
