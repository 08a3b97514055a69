"""Type lines (205): supertypes, card types, the subtypes of each card type, and the effects that change them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.rulings.encoded.characteristics.own_types import with_own_types
from kb.rulings.encoded.characteristics.subtype_lists import SUBTYPE_LIST_CONCEPTS
from kb.rulings.engine.card_sides import current_sides
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.situation.known_words import types_of_subtype
from kb.rulings.situation.situation import Effect, Object, Situation
from kb.rulings.situation.type_line import TypeLine, parse_subtypes
from kb.rulings.situation.vocabulary.game_terms import TYPE_OF_SUBTYPE

Names = tuple[str, ...]

BASIC_LAND_TYPES = ("plains", "island", "swamp", "mountain", "forest")
TYPES_WITHOUT_SUBTYPES = ("phenomenon", "scheme", "vanguard", "conspiracy")


def _unique(*names: str) -> Names:
    return tuple(dict.fromkeys(names))


# --- printed type lines --------------------------------------------------------------------------------------


@defines("type-line", "after the dash of the type line of {thing} stand its subtypes")
def each_word_after_the_dash(_now: Situation, _thing: Object, after: Names, _types: Names) -> Names:
    """Subtypes are single words, listed after a long dash. Each word is a separate subtype."""
    return tuple(word for each in after for word in each.split())


@variant_of(each_word_after_the_dash)
def each_word_but_of_planes(_now: Situation, _thing: Object, after: Names, types: Names) -> Names:
    """Each word after the dash is a separate subtype. For a plane, all words after the dash are one subtype."""
    return after if "plane" in types else tuple(word for each in after for word in each.split())


@variant_of(each_word_after_the_dash)
def each_word_or_phrase_but_of_planes(_now: Situation, _thing: Object, after: Names, types: Names) -> Names:
    """After the dash, each word or two-word creature type is a subtype. For a plane, all words are one subtype."""
    return parse_subtypes(" ".join(after), types)


@defines("subtypes-by-type", "each subtype of {thing} is correlated to its appropriate card type")
def correlated_subtypes(now: Situation, _thing: Object, line: TypeLine) -> dict[str, list[str]] | None:
    """If a card has several card types, each subtype is correlated to its appropriate card type."""
    types_of = _types_of_subtypes(now, line.subtypes, line.types)
    if types_of is None:
        return None
    found: dict[str, list[str]] = {}
    for subtype, types in types_of.items():
        for each in types:
            found.setdefault(each, []).append(subtype)
    return found


@defines("without-subtypes", "{thing} has no subtypes, as its card type has none")
def some_types_have_no_subtypes(_now: Situation, _thing: Object, subtypes: Names, types: Names) -> Names:
    """Phenomenon, scheme, vanguard and conspiracy cards have no subtypes."""
    return () if set(types) & set(TYPES_WITHOUT_SUBTYPES) else subtypes


@variant_of(some_types_have_no_subtypes)
def dungeons_have_none_either(_now: Situation, _thing: Object, subtypes: Names, types: Names) -> Names:
    """Dungeon, phenomenon, scheme, vanguard and conspiracy cards have no subtypes."""
    return () if set(types) & {"dungeon", *TYPES_WITHOUT_SUBTYPES} else subtypes


@defines("every-creature-type", "{thing} has changeling: it is every creature type")
def changeling_is_every_creature_type(now: Situation, _thing: Object, subtypes: Names) -> Names | None:
    """Changeling means "This object is every creature type" and works everywhere."""
    listed = now.law.rule("creature-types")
    names = listed(now) if listed is not None else None
    return None if names is None else _unique(*subtypes, *sorted(names))


@defines("emblem-types", "{emblem} is an emblem: it has no types")
def emblems_have_no_types(_now: Situation, _emblem: Object) -> TypeLine:
    """An emblem has only abilities as characteristics. It has no types, no mana cost and no colour."""
    return TypeLine((), (), ())


# --- changed type lines --------------------------------------------------------------------------------------


@defines("type-setting", "“{effect}” sets the card types: these replace the others")
def new_types_replace(_now: Situation, effect: Effect, before: Names) -> Names:
    """When an effect sets an object's card type, the new card types replace the existing card types."""
    del before
    return _unique(*effect.types)


@variant_of(new_types_replace)
def new_types_replace_all_but_instant_and_sorcery(_now: Situation, effect: Effect, before: Names) -> Names:
    """Card types that an effect sets replace the existing card types, except the types instant and sorcery."""
    return _unique(*(each for each in before if each in ("instant", "sorcery")), *effect.types)


@defines("type-adding", "“{effect}” leaves what types there are, and adds its own")
def prior_types_are_retained(_now: Situation, effect: Effect, before: Names) -> Names:
    """If an effect says "in addition to its other types", "still a" or "artifact creature", all prior types remain."""
    return _unique(*before, *effect.types)


@defines("subtype-setting", "“{effect}” sets the subtypes: these replace others of their set")
def new_subtypes_replace_their_set(now: Situation, effect: Effect, line: TypeLine) -> Names | None:
    """Subtypes that an effect sets replace the existing subtypes from the same set, such as the creature types."""
    sets = [_subtype_set(now, each, line.types) for each in effect.subtypes]
    olds = [_subtype_set(now, each, line.types) for each in line.subtypes]
    if None in sets or (None in olds and sets):
        return None
    kept = [each for each, of in zip(line.subtypes, olds, strict=True) if of not in sets]
    return _unique(*kept, *effect.subtypes)


@defines("artifact-creature-types", "“{effect}” replaces creature types, and leaves all other types")
def creature_types_of_artifact_creatures_replace(_now: Situation, effect: Effect, before: Names) -> Names:
    """An object that becomes a "[type] artifact creature" keeps all its types except its old creature types."""
    return _unique(*before, *effect.types)


@defines("subtypes-go-with-type", "{thing} keeps only subtypes that are correlated with a card type it has")
def subtypes_go_with_their_type(now: Situation, _thing: Object, line: TypeLine, before: Names) -> Names | None:
    """If a card type is removed, its subtypes are removed, too, unless they belong to another type of the object."""
    left = {SUBTYPE_LIST_CONCEPTS[each] for each in line.types if each in SUBTYPE_LIST_CONCEPTS}
    types_of = _types_of_subtypes(now, line.subtypes, before)
    if types_of is None:
        return None
    return tuple(
        subtype for subtype, types in types_of.items() if left & {SUBTYPE_LIST_CONCEPTS[each] for each in types}
    )


@defines("subtype-gained", "{thing} gains only subtypes that correspond to one of its types")
def only_corresponding_subtypes(now: Situation, _thing: Object, line: TypeLine, gained: Names) -> Names | None:
    """An object can gain a subtype only if the subtype corresponds to one of the object's types."""
    types_of = _types_of_subtypes(now, gained, line.types)
    if types_of is None and (of_any_day := _types_of_any_day(gained)) is not None:
        sets = _sets_of(line.types)
        types_of = {each: tuple(sets & {*types}) for each, types in of_any_day.items()}
    if types_of is None:
        return None
    return _unique(*line.subtypes, *(subtype for subtype, types in types_of.items() if types))


@defines("supertypes-apart", "the supertypes of {thing} are independent of its types and subtypes")
def a_new_supertype_replaces(_now: Situation, _thing: Object, effect: Effect, before: Names) -> Names:
    """Changing types or subtypes doesn't change supertypes. A new supertype replaces the existing supertypes."""
    return _changed_supertypes(effect, before, ())


@variant_of(a_new_supertype_replaces)
def supertypes_are_independent(_now: Situation, _thing: Object, effect: Effect, before: Names) -> Names:
    """Changing types or subtypes doesn't change supertypes. A new or lost supertype doesn't change the others."""
    return _changed_supertypes(effect, before, before)


def _changed_supertypes(effect: Effect, before: Names, retained: Names) -> Names:
    """If an effect removes supertypes, return `before` without them. If it adds supertypes, add them to `retained`."""
    if effect.stated.get("says") == "loses":
        return tuple(each for each in before if each not in tuple(effect.supertypes))
    return _unique(*retained, *effect.supertypes)


@defines("basic-land-types", "“{effect}” sets the land types of {thing} to basic ones: it loses the old ones")
def basic_land_types_replace(now: Situation, _thing: Object, effect: Effect, line: TypeLine) -> Names | None:
    """If an effect sets a land's subtype to basic land types, the land no longer has its old land types."""
    types_of = _types_of_subtypes(now, line.subtypes, line.types) or _types_of_any_day(line.subtypes)
    if types_of is None:
        return None
    return _unique(*(subtype for subtype, types in types_of.items() if types != ("land",)), *effect.subtypes)


# --- card types of a subtype ---------------------------------------------------------------------------------


def _types_of_subtypes(now: Situation, subtypes: Names, types: Names) -> dict[str, Names] | None:
    """Return a dict from each subtype to its card types, according to the edition's lists of subtypes.

    A basic land type and a subtype with rules of its own (Aura, Equipment) need no list. If a list is needed but
    unknown, the result depends on `types`. If only one of `types` can have subtypes, every other subtype belongs to
    that card type. If several can, return None.
    """
    having = [each for each in types if each in SUBTYPE_LIST_CONCEPTS]
    found: dict[str, Names] = dict.fromkeys(BASIC_LAND_TYPES, ("land",) if "land" in having else ())
    if others := set(subtypes) - set(found):
        lists = {each: _subtype_list(now, SUBTYPE_LIST_CONCEPTS[each]) for each in having}
        are_known = None not in lists.values()
        if not are_known and len(having) != 1 and not others <= TYPE_OF_SUBTYPE.keys():
            return None
        for subtype in others:
            if not are_known and subtype in TYPE_OF_SUBTYPE:
                found[subtype] = tuple(each for each in having if each == TYPE_OF_SUBTYPE[subtype])
                continue
            found[subtype] = tuple(each for each in having if not are_known or _is_listed(subtype, lists[each]))
    return {each: found[each] for each in subtypes}


def _sets_of(types: Names) -> set[str]:
    """Return the sets of subtypes that card types have: `creature` for kindred, `spell` for instant (205.3)."""
    return {SUBTYPE_LIST_CONCEPTS[each].removesuffix("-types") for each in types if each in SUBTYPE_LIST_CONCEPTS}


def _types_of_any_day(subtypes: Names) -> dict[str, Names] | None:
    """Return the card types of each subtype by the lists of all editions, or None if a subtype is newer."""
    found = {each: tuple(types_of_subtype(each)) for each in subtypes}
    return found if all(found.values()) else None


def _is_listed(subtype: str, names: frozenset[str] | None) -> bool:
    return names is not None and subtype.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") in names


def _subtype_list(now: Situation, concept: str) -> frozenset[str] | None:
    rule = now.law.rule(concept)
    found: frozenset[str] | None = rule(now) if rule is not None else None
    return found


def _subtype_set(now: Situation, subtype: str, types: Names) -> str | None:
    """Return the concept of the list that has a subtype, such as `creature-types`, or None if the list isn't known."""
    if subtype in BASIC_LAND_TYPES:
        return "land-types"
    for concept in dict.fromkeys(SUBTYPE_LIST_CONCEPTS.values()):
        names = _subtype_list(now, concept)
        if _is_listed(subtype, names):
            return concept
    having = {SUBTYPE_LIST_CONCEPTS[each] for each in types if each in SUBTYPE_LIST_CONCEPTS}
    return next(iter(having)) if len(having) == 1 else None


# --- whole type lines ----------------------------------------------------------------------------------------


def _changed_line(steps: Derivation, thing: Object, effect: Effect, line: TypeLine) -> TypeLine | None:
    """Return the type line of an object after an effect, or None if a list of subtypes isn't known."""
    if "supertypes" in effect.stated:
        before = line.supertypes
        after = steps.apply_even_if_unprinted_or(before, a_new_supertype_replaces, thing, effect, before)
        line = replace(line, supertypes=after)
    if effect.stated.get("says") == "loses":
        lost = {*effect.types, *effect.subtypes}
        types = tuple(each for each in line.types if each not in lost)
        left = replace(line, types=types, subtypes=tuple(each for each in line.subtypes if each not in lost))
        return _without_others(steps, thing, left, line.types) if types != line.types else left
    changed = _changed_types(steps, thing, effect, line) if "types" in effect.stated else line
    if changed is None or "subtypes" not in effect.stated:
        return changed
    return _changed_subtypes(steps, thing, effect, changed)


def _changed_types(steps: Derivation, thing: Object, effect: Effect, line: TypeLine) -> TypeLine | None:
    artifact_creature = set(effect.types) == {"artifact", "creature"}
    if not effect.is_additive and not artifact_creature:
        new = steps.apply_even_if_unprinted(new_types_replace, effect, line.types)
        return line if new is None else _without_others(steps, thing, replace(line, types=new), line.types)
    new = None
    if artifact_creature and "subtypes" in effect.stated and not effect.is_additive:
        new = steps.apply_rule("artifact-creature-types", effect, line.types)
    if new is None:
        new = steps.apply_even_if_unprinted_or(line.types, prior_types_are_retained, effect, line.types)
    return replace(line, types=new)


def _without_others(steps: Derivation, thing: Object, line: TypeLine, before: Names) -> TypeLine | None:
    """Return the type line without the subtypes of the card types that the object has lost."""
    kept = steps.apply_rule("subtypes-go-with-type", thing, line, before) if line.subtypes else ()
    return None if kept is None else replace(line, subtypes=kept)


def _changed_subtypes(steps: Derivation, thing: Object, effect: Effect, line: TypeLine) -> TypeLine | None:
    gained = tuple(effect.subtypes)
    if effect.is_additive:
        new = steps.apply_even_if_unprinted(only_corresponding_subtypes, thing, line, gained)
    elif gained and set(gained) <= set(BASIC_LAND_TYPES) and "land" in line.types:
        new = steps.apply_rule("basic-land-types", thing, effect, line)
    else:
        new = steps.apply_even_if_unprinted(new_subtypes_replace_their_set, effect, line)
        new = gained if new is None and not line.subtypes else new
    return None if new is None else replace(line, subtypes=new)


@dataclass(frozen=True, slots=True)
class TypeLineState:
    """The known parts of the type line of an object.

    Attributes:
        line: the type line. Its unknown parts are empty.
        unknown_facts: the facts among `supertypes` and `subtypes` that aren't known.
        has_lost_abilities: whether basic land types have taken away the abilities of the object's text (305.7).
    """

    line: TypeLine
    unknown_facts: tuple[str, ...] = ()
    has_lost_abilities: bool = False


def printed_types(steps: Derivation, thing: Object) -> TypeLineState | None:
    """Return the type line of an object before effects, or None if its card types aren't known."""
    if steps.check(thing.emblem) is True:
        found: TypeLine | None = steps.apply_rule("emblem-types", thing)
        return None if found is None else TypeLineState(found)
    sides = current_sides(steps, thing)
    if sides is None:
        return None
    if not sides:
        return TypeLineState(TypeLine((), ("creature",), ()))
    names: list[Names] = []
    unstated: list[str] = []
    for fact in ("supertypes", "types", "subtypes"):
        terms = [getattr(side if side is thing or is_stated(side, fact) else thing, fact) for side in sides]
        if fact != "types" and not all(term.is_known for term in terms):
            unstated.append(fact)
            names.append(())
        else:
            names.append(_unique(*(word for term in terms for word in steps.read_value(term) or ())))
    supertypes, types, subtypes = names
    if steps.truth.value is not True:
        return None
    if is_stated(thing, "type_line"):
        subtypes = steps.apply_rule_or(subtypes, "type-line", thing, subtypes, types)
    if subtypes and set(types) & {"dungeon", *TYPES_WITHOUT_SUBTYPES}:
        subtypes = steps.apply_rule_or(subtypes, "without-subtypes", thing, subtypes, types)
    return TypeLineState(TypeLine(supertypes, types, subtypes), tuple(unstated))


def initial_types(steps: Derivation, thing: Object) -> TypeLineState | None:
    """Return an object's types before effects, or None if its card types are unknown.

    They are the printed types, as bestow, reconfigure, living metal, impending and changeling change them.
    """
    found = printed_types(steps, thing)
    if found is None:
        return None
    line = with_own_types(steps, thing, found.line)
    if line is None:
        return None
    if line is not found.line:
        both = _unique(*found.line.types, *line.types)
        found = _correlated(steps, thing, replace(found, line=line), both)
    if thing.keywords.contains("changeling").value is True and thing.face_down.value is False:
        subtypes = steps.apply_rule("every-creature-type", thing, found.line.subtypes)
        if subtypes is not None:
            found = replace(found, line=replace(found.line, subtypes=subtypes))
        elif steps.now.law.rule("every-creature-type") is not None:  # the list of creature types isn't known here
            found = replace(found, unknown_facts=_unique(*found.unknown_facts, "subtypes"))
    return found


def _correlated(steps: Derivation, thing: Object, found: TypeLineState, before: Names) -> TypeLineState:
    """Return a type line without the subtypes of lost card types. A subtype that no list has is unknown."""
    line = _without_others(steps, thing, found.line, before)
    if line is not None:
        return replace(found, line=line)
    types_of = _types_of_any_day(found.line.subtypes)
    left = _sets_of(found.line.types)
    certain = tuple(each for each, types in (types_of or {}).items() if left & {*types})
    unknown_facts = found.unknown_facts if types_of is not None else _unique(*found.unknown_facts, "subtypes")
    return replace(found, line=replace(found.line, subtypes=certain), unknown_facts=unknown_facts)


def apply_type_effect(steps: Derivation, thing: Object, effect: Effect, before: TypeLineState) -> TypeLineState | None:
    """Return the type line after an effect on types, or None if a list of subtypes isn't known."""
    line = _changed_line(steps, thing, effect, before.line)
    if line is None:
        steps.note_unknown_subtypes()
        return None
    subtypes = set(effect.subtypes)
    sets = bool(subtypes) and not effect.is_additive and effect.stated.get("says") != "loses"
    takes_abilities = sets and subtypes <= set(BASIC_LAND_TYPES) and "land" in before.line.types
    return replace(before, line=line, has_lost_abilities=before.has_lost_abilities or takes_abilities)
