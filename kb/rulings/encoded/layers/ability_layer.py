"""Abilities that effects give and take away: layer 6 (613.1f)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.rulings.engine.card_sides import current_sides
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.situation.situation import Effect, Object, Situation

ALL_ABILITIES = "all"
"""How an effect says that it takes away all abilities."""


@dataclass(frozen=True, slots=True)
class AbilityState:
    """The abilities of an object as far as they are known.

    Attributes:
        keywords: its keyword abilities.
        texts: its other abilities, as printed.
        unstated: which of `keywords` and `abilities` aren't known.
        has_lost_all: whether an effect has taken away all that it had of itself.
    """

    keywords: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    unknown_facts: tuple[str, ...] = ()
    has_lost_all: bool = False


def _once(*words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def removes_all_abilities(effect: Effect) -> bool:
    """Whether an effect takes away all abilities."""
    return effect.stated.get("says") == "loses" and ALL_ABILITIES in effect.abilities


@defines("ability-layer", "“{effect}” adds or removes abilities of {thing}")
def abilities_added_and_removed(_now: Situation, _thing: Object, effect: Effect, before: AbilityState) -> AbilityState:
    """Layer 6: ability-adding and ability-removing effects are applied."""
    keywords, texts = tuple(effect.keywords), tuple(effect.abilities)
    if effect.stated.get("says") != "loses":
        return replace(before, keywords=_once(*before.keywords, *keywords), texts=_once(*before.texts, *texts))
    if removes_all_abilities(effect):
        return AbilityState(has_lost_all=True)
    left = tuple(each for each in before.keywords if each not in keywords)
    return replace(before, keywords=left, texts=tuple(each for each in before.texts if each not in texts))


_SINCE_2020 = (
    "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible", "lifelink",
    "menace", "reach", "trample", "vigilance",
)  # fmt: skip
_SINCE_2023 = (*_SINCE_2020, "shadow")
_SINCE_2024 = (*_SINCE_2023, "exalted")
_SINCE_2025 = (*_SINCE_2024, "decayed")


def _counted(thing: Object, keywords: tuple[str, ...]) -> tuple[str, ...]:
    """The keywords of the keyword counters on an object, variants such as hexproof from red among them."""
    kinds = [kind.lower() for kind, count in thing.counters.counts.items() if count]
    return tuple(kind for kind in kinds if any(kind == each or kind.startswith(f"{each} from ") for each in keywords))


@defines("keyword-counters", "a keyword counter on {thing} causes it to gain that keyword")
def twelve_keywords(_now: Situation, thing: Object) -> tuple[str, ...]:
    """A keyword counter causes the object to gain that keyword: flying and eleven others."""
    return _counted(thing, _SINCE_2020)


@variant_of(twelve_keywords)
def also_shadow(_now: Situation, thing: Object) -> tuple[str, ...]:
    """A keyword counter causes the object to gain that keyword; shadow can be one."""
    return _counted(thing, _SINCE_2023)


@variant_of(twelve_keywords)
def also_exalted(_now: Situation, thing: Object) -> tuple[str, ...]:
    """A keyword counter causes the object to gain that keyword; exalted can be one."""
    return _counted(thing, _SINCE_2024)


@variant_of(twelve_keywords)
def also_decayed(_now: Situation, thing: Object) -> tuple[str, ...]:
    """A keyword counter causes the object to gain that keyword; decayed can be one."""
    return _counted(thing, _SINCE_2025)


def _of_counters(steps: Derivation, thing: Object) -> tuple[str, ...]:
    """The keyword abilities that counters give; open where an effect takes them away, which may be older or not."""
    gained: tuple[str, ...] = steps.apply_rule("keyword-counters", thing) or () if _counted(thing, _SINCE_2025) else ()
    for effect in steps.now.effects if gained else ():
        loses = effect.stated.get("says") == "loses" and effect.covers(thing)
        if loses and (removes_all_abilities(effect) or set(gained) & set(effect.keywords)):
            steps.note_missing(effect, "timestamp")
    return gained


def initial_abilities(steps: Derivation, thing: Object) -> AbilityState:
    """The abilities of an object before effects: none for a face-down one."""
    if steps.check(thing.face_down) is not False:
        return AbilityState(_of_counters(steps, thing))
    sides = current_sides(steps, thing) if len(thing.faces) else (thing,)
    terms = [side.keywords if is_stated(side, "keywords") else thing.keywords for side in sides or (thing,)]
    listed = {"keywords": all(term.is_known for term in terms), "abilities": thing.abilities.is_known}
    texts = [each.stated.get("text") or each.stated.get("keyword") or each.id for each in thing.abilities]
    unstated = tuple(fact for fact, known in listed.items() if not known)
    keywords = _once(*(word for term in terms for word in term), *_of_counters(steps, thing))
    return AbilityState(keywords, tuple(texts), unstated)


def apply_ability_effect(steps: Derivation, thing: Object, effect: Effect, before: AbilityState) -> AbilityState:
    """The abilities once an effect that gives or takes away some has been applied."""
    if "among" in effect.stated or (effect.stated.get("keywords") and is_stated(effect, "equal_to")):
        # Which they are, with their variables, `granted-keywords` works out.
        steps.note_missing(effect, "keywords")
    changed: AbilityState | None = steps.apply_rule("ability-layer", thing, effect, before)
    return before if changed is None else changed
