"""Abilities that effects and keyword counters give and take away: layer 6 (613.1f)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.i18n import mark_message
from kb.rulings.engine.card_sides import Side, current_sides
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.law.rule_registry import Row, defines, defines_each
from kb.rulings.logic.ternary import unknown
from kb.rulings.situation.keyword_forms import is_keyword, without_redundant
from kb.rulings.situation.situation import Effect, Object, Situation
from kb.rulings.situation.vocabulary import Ability

ALL_ABILITIES = "all"
"""The value of `abilities` in an effect that takes away all abilities."""


@dataclass(frozen=True, slots=True)
class AbilityState:
    """The abilities of an object as far as they are known.

    Attributes:
        keywords: the keyword abilities.
        texts: the other abilities, as printed.
        unknown_facts: the names of the facts that aren't known, such as `keywords`.
        has_lost_all: True if an effect has taken away all abilities of the object.
        removed: the keyword abilities that effects have taken away and not given back.
    """

    keywords: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    unknown_facts: tuple[str, ...] = ()
    has_lost_all: bool = False
    removed: tuple[str, ...] = ()


def _unique(*words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def may_take_abilities(effect: Effect) -> bool:
    """True if an effect takes away all abilities, or may do so by setting land types (305.7)."""
    return removes_all_abilities(effect) or "subtypes" in effect.stated


def removes_all_abilities(effect: Effect) -> bool:
    """True if an effect takes away all abilities."""
    return effect.stated.get("says") == "loses" and ALL_ABILITIES in effect.abilities


@defines("ability-layer", "“{effect}” adds or removes abilities of {thing}")
def abilities_added_and_removed(now: Situation, _thing: Object, effect: Effect, before: AbilityState) -> AbilityState:
    """In layer 6, effects that add or remove abilities are applied."""
    keywords, texts = tuple(effect.keywords), tuple(effect.abilities)
    if effect.stated.get("says") != "loses":
        return replace(
            before, keywords=without_redundant((*before.keywords, *keywords), now.words),
            texts=_unique(*before.texts, *texts),
            removed=tuple(each for each in before.removed if each not in keywords),
        )  # fmt: skip
    if removes_all_abilities(effect):
        return AbilityState(has_lost_all=True)
    # An effect that takes hexproof away takes “hexproof from [quality]” away, too (702.11e).
    left = tuple(each for each in before.keywords if not any(is_keyword(each, lost, now.words) for lost in keywords))
    removed = _unique(*before.removed, *keywords)
    return replace(
        before, keywords=left, texts=tuple(each for each in before.texts if each not in texts), removed=removed
    )


_SINCE_2020 = (
    "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible", "lifelink",
    "menace", "reach", "trample", "vigilance",
)  # fmt: skip
_SINCE_2023 = (*_SINCE_2020, "shadow")
_SINCE_2024 = (*_SINCE_2023, "exalted")
_SINCE_2025 = (*_SINCE_2024, "decayed")


_GAINED = mark_message("a keyword counter on {thing} causes it to gain that keyword")


@defines_each(
    Row("keyword-counters", "twelve_keywords", _GAINED,
        "A keyword counter gives its keyword to the object: flying or one of eleven others.", keywords=_SINCE_2020),
    Row("keyword-counters", "also_shadow", _GAINED,
        "A keyword counter gives its keyword to the object. There are shadow counters, too.", keywords=_SINCE_2023),
    Row("keyword-counters", "also_exalted", _GAINED,
        "A keyword counter gives its keyword to the object. There are exalted counters, too.", keywords=_SINCE_2024),
    Row("keyword-counters", "also_decayed", _GAINED,
        "A keyword counter gives its keyword to the object. There are decayed counters, too.", keywords=_SINCE_2025),
)  # fmt: skip
def keywords_of_counters(_now: Situation, thing: Object, *, keywords: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keywords of the keyword counters on an object, including variants such as hexproof from red."""
    kinds = [kind.lower() for kind, count in thing.counters.counts.items() if count]
    return tuple(kind for kind in kinds if any(kind == each or kind.startswith(f"{each} from ") for each in keywords))


def ability_text(ability: Ability) -> str:
    """Return the text of a stated ability, its keyword, or its path if neither is stated."""
    return str(ability.stated.get("text") or ability.stated.get("keyword") or ability.id)


def _gained_from_counters(steps: Derivation, thing: Object) -> tuple[str, ...]:
    """Return the keywords of counters. If an effect removes one, the order of effect and counter is open."""
    if not keywords_of_counters.rules[-1](steps.now, thing):
        return ()
    gained: tuple[str, ...] = steps.apply_rule_or((), "keyword-counters", thing)
    for effect in steps.now.effects if gained else ():
        loses = effect.stated.get("says") == "loses" and effect.covers(thing)
        if loses and (removes_all_abilities(effect) or set(gained) & set(effect.keywords)):
            steps.note_missing(effect, "timestamp")
    return gained


def abilities_of_counters(steps: Derivation, thing: Object) -> AbilityState:
    """Return the abilities of an object that has only the keywords of its counters."""
    return AbilityState(_gained_from_counters(steps, thing))


@defines("mutated-abilities", "{permanent} has all abilities of each of its components")
def of_each_card_and_token(_now: Situation, permanent: Object) -> tuple[Side, ...]:
    """A mutated permanent has all abilities of each card and token that represents it."""
    return tuple(permanent.faces)


def _sides_with_abilities(steps: Derivation, thing: Object) -> tuple[Side, ...] | None:
    """Return the sides whose abilities an object has: those of a merged permanent all count (702.140e)."""
    merged = thing.layout.value == "merged" and steps.apply_rule("mutated-abilities", thing)
    return merged or current_sides(steps, thing)


def initial_abilities(steps: Derivation, thing: Object) -> AbilityState:
    """Return the abilities of an object before effects. A face-down object has only the keywords of counters."""
    if steps.check(thing.face_down) is not False:
        return abilities_of_counters(steps, thing)
    sides = _sides_with_abilities(steps, thing) if len(thing.faces) else (thing,)
    terms = [side.keywords if is_stated(side, "keywords") else thing.keywords for side in sides or (thing,)]
    listed = {"keywords": all(term.is_known for term in terms), "abilities": thing.abilities.is_known}
    texts = [ability_text(each) for each in thing.abilities]
    unstated = tuple(fact for fact, known in listed.items() if not known)
    own = (word for term in terms for word in term)
    keywords = without_redundant((*own, *_gained_from_counters(steps, thing)), steps.now.words)
    return AbilityState(keywords, tuple(texts), unstated)


def keywords_found_among(steps: Derivation, effect: Effect) -> tuple[str, ...]:
    """Of the keyword abilities that an effect names, return those, or variants, that an object in `among` has.

    If another effect or a counter may change the keyword abilities of such an object, the result is open.
    """
    objects = [each for name in effect.among if (each := steps.now.object(name)) is not None]
    for other in steps.now.effects:
        changes = may_take_abilities(other) or bool(other.stated.get("keywords"))
        if other.id != effect.id and changes and any(other.covers(each) for each in objects):
            steps.note_missing(effect, "keywords")
    if any(keywords_of_counters.rules[-1](steps.now, each) for each in objects):
        steps.note_missing(effect, "keywords")
    have = [keyword for each in objects for keyword in steps.read_value(each.as_stated.keywords) or ()]
    exact = [each for each in effect.keywords if each in have]
    variants = [
        each
        for each in have
        if each not in exact and any(is_keyword(each, kind, steps.now.words) for kind in effect.keywords)
    ]
    if variants and steps.apply_rule("granted-variants", effect) is None:
        claim = mark_message("the rules of that day don't say whether variants are given")
        steps.check(unknown("rules.granted-variants", claim))
    return _unique(*exact, *variants)


def apply_ability_effect(steps: Derivation, thing: Object, effect: Effect, before: AbilityState) -> AbilityState:
    """Return the abilities of an object after an effect that gives abilities or takes them away."""
    if effect.stated.get("keywords") and is_stated(effect, "equal_to"):
        # Here, the keywords that such an effect gives stay open. The question `granted-keywords` finds them.
        steps.note_missing(effect, "keywords")
    elif "among" in effect.stated:
        facts = {name: value for name, value in effect.stated.items() if name != "among"}
        effect = Effect(effect.id, steps.now, facts | {"keywords": keywords_found_among(steps, effect)})
    return steps.apply_even_if_unprinted_or(before, abilities_added_and_removed, thing, effect, before)
