"""Type lines (205): supertypes, card types and subtypes, what belongs to what, and what effects make of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.rulings.card_sides import sides_of
from kb.rulings.encoded.type_lists import LIST_OF
from kb.rulings.registry import defines, variant_of
from kb.rulings.situation import Effect, Object, Situation
from kb.rulings.steps import Steps, is_given
from kb.rulings.type_line import TypeLine, subtypes_of
from kb.tongue import later

Names = tuple[str, ...]

BASIC_LAND_TYPES = ("plains", "island", "swamp", "mountain", "forest")
WITHOUT_SUBTYPES = ("phenomenon", "scheme", "vanguard", "conspiracy")


def _once(*names: str) -> Names:
    return tuple(dict.fromkeys(names))


# --- what stands on it ---------------------------------------------------------------------------------------


@defines("type-line", claim=later("after the dash of the type line of {thing} stand its subtypes"))
def each_word_after_the_dash(_now: Situation, _thing: Object, after: Names, _types: Names) -> Names:
    """Subtypes are single words, listed after a long dash; each word is a separate subtype."""
    return tuple(word for each in after for word in each.split())


@variant_of(each_word_after_the_dash)
def each_word_but_of_planes(_now: Situation, _thing: Object, after: Names, types: Names) -> Names:
    """Each word after the dash is a separate subtype; of a plane, all words are collectively one."""
    return after if "plane" in types else tuple(word for each in after for word in each.split())


@variant_of(each_word_after_the_dash)
def each_word_or_phrase_but_of_planes(_now: Situation, _thing: Object, after: Names, types: Names) -> Names:
    """Each word, or creature type of two words, after the dash is a separate subtype; of a plane, all are one."""
    return subtypes_of(" ".join(after), types)


@defines("subtypes-by-type", claim=later("each subtype of {thing} is correlated to its appropriate card type"))
def correlated_subtypes(now: Situation, _thing: Object, line: TypeLine) -> dict[str, list[str]] | None:
    """If a card has several card types, each subtype is correlated to its appropriate card type."""
    found: dict[str, list[str]] = {}
    for subtype in line.subtypes:
        types = types_for(now, subtype, line.types)
        if types is None:
            return None
        for each in types:
            found.setdefault(each, []).append(subtype)
    return found


@defines("without-subtypes", claim=later("{thing} has no subtypes, as its card type has none"))
def some_types_have_no_subtypes(_now: Situation, _thing: Object, subtypes: Names, types: Names) -> Names:
    """Phenomenon, scheme, vanguard and conspiracy cards have no subtypes."""
    return () if set(types) & set(WITHOUT_SUBTYPES) else subtypes


@variant_of(some_types_have_no_subtypes)
def dungeons_have_none_either(_now: Situation, _thing: Object, subtypes: Names, types: Names) -> Names:
    """Dungeon, phenomenon, scheme, vanguard and conspiracy cards have no subtypes."""
    return () if set(types) & {"dungeon", *WITHOUT_SUBTYPES} else subtypes


@defines("every-creature-type", claim=later("{thing} has changeling: it is every creature type"))
def changeling_is_every_creature_type(now: Situation, _thing: Object, subtypes: Names) -> Names | None:
    """Changeling means "This object is every creature type", everywhere."""
    listed = now.law.rule("creature-types")
    names = listed(now) if listed is not None else None
    return None if names is None else _once(*subtypes, *sorted(names))


@defines("emblem-types", claim=later("{emblem} is an emblem: it has no types"))
def emblems_have_no_types(_now: Situation, _emblem: Object) -> TypeLine:
    """An emblem has no characteristics but its abilities; in particular, no types, no mana cost, no colour."""
    return TypeLine((), (), ())


# --- what effects make of it ---------------------------------------------------------------------------------


@defines("type-setting", claim=later("“{effect}” sets the card types: these replace the others"))
def new_types_replace(_now: Situation, effect: Effect, before: Names) -> Names:
    """When an effect sets an object's card type, the new card types replace any existing ones."""
    del before
    return _once(*effect.types)


@variant_of(new_types_replace)
def new_types_replace_all_but_instant_and_sorcery(_now: Situation, effect: Effect, before: Names) -> Names:
    """The new card types replace any existing ones, but an instant or sorcery retains that type."""
    return _once(*(each for each in before if each in ("instant", "sorcery")), *effect.types)


@defines("type-adding", claim=later("“{effect}” leaves what types there are, and adds its own"))
def prior_types_are_retained(_now: Situation, effect: Effect, before: Names) -> Names:
    """With "in addition to its other types", "still a", or "artifact creature", all prior types are retained."""
    return _once(*before, *effect.types)


@defines("subtype-setting", claim=later("“{effect}” sets the subtypes: these replace others of their set"))
def new_subtypes_replace_their_set(now: Situation, effect: Effect, line: TypeLine) -> Names | None:
    """When an effect sets subtypes, the new ones replace any existing subtypes from the appropriate set."""
    sets = [_set_of(now, each, line.types) for each in effect.subtypes]
    olds = [_set_of(now, each, line.types) for each in line.subtypes]
    if None in sets or (None in olds and sets):
        return None
    kept = [each for each, of in zip(line.subtypes, olds, strict=True) if of not in sets]
    return _once(*kept, *effect.subtypes)


@defines("artifact-creature-types", claim=later("“{effect}” replaces creature types, and leaves all other types"))
def creature_types_of_artifact_creatures_replace(_now: Situation, effect: Effect, before: Names) -> Names:
    """An object that becomes a "[creature type] artifact creature" retains all but its creature types."""
    return _once(*before, *effect.types)


@defines(
    "subtypes-go-with-type", claim=later("{thing} keeps only subtypes that are correlated with a card type it has")
)
def subtypes_go_with_their_type(now: Situation, _thing: Object, line: TypeLine, before: Names) -> Names | None:
    """If a card type is removed, its subtypes are too, unless they are subtypes of a type that the object has."""
    left = {LIST_OF[each] for each in line.types if each in LIST_OF}
    found = []
    for subtype in line.subtypes:
        types = types_for(now, subtype, before)
        if types is None:
            return None
        found += [subtype] if left & {LIST_OF[each] for each in types} else []
    return tuple(found)


@defines("subtype-gained", claim=later("{thing} gains only subtypes that correspond to one of its types"))
def only_corresponding_subtypes(now: Situation, _thing: Object, line: TypeLine, gained: Names) -> Names | None:
    """An object can't gain a subtype that doesn't correspond to one of that object's types."""
    fitting = []
    for subtype in gained:
        types = types_for(now, subtype, line.types)
        if types is None:
            return None
        fitting += [subtype] if types else []
    return _once(*line.subtypes, *fitting)


@defines("supertypes-apart", claim=later("the supertypes of {thing} are independent of its types and subtypes"))
def a_new_supertype_replaces(_now: Situation, _thing: Object, effect: Effect, before: Names) -> Names:
    """Changing types won't change supertypes; a new supertype replaces any existing ones."""
    if effect.given.get("says") == "loses":
        return tuple(each for each in before if each not in tuple(effect.supertypes))
    return _once(*effect.supertypes)


@variant_of(a_new_supertype_replaces)
def supertypes_are_independent(_now: Situation, _thing: Object, effect: Effect, before: Names) -> Names:
    """Changing types won't change supertypes; an object that gains or loses one retains any other."""
    if effect.given.get("says") == "loses":
        return tuple(each for each in before if each not in tuple(effect.supertypes))
    return _once(*before, *effect.supertypes)


@defines(
    "basic-land-types", claim=later("“{effect}” sets the land types of {thing} to basic ones: it loses the old ones")
)
def basic_land_types_replace(now: Situation, _thing: Object, effect: Effect, line: TypeLine) -> Names | None:
    """If an effect sets a land's subtype to basic land types, the land no longer has its old land types."""
    kept = []
    for subtype in line.subtypes:
        types = types_for(now, subtype, line.types)
        if types is None:
            return None
        kept += [] if types == ("land",) else [subtype]
    return _once(*kept, *effect.subtypes)


# --- to which type a subtype belongs -------------------------------------------------------------------------


def types_for(now: Situation, subtype: str, types: Names) -> Names | None:
    """The card types among some that a subtype belongs to; None where the lists of the edition aren't known.

    Where an object has one card type alone that has subtypes, a subtype whose list isn't known is of that.
    """
    having = [each for each in types if each in LIST_OF]
    if subtype in BASIC_LAND_TYPES:
        return ("land",) if "land" in having else ()
    lists = {each: _list(now, LIST_OF[each]) for each in having}
    if any(names is None for names in lists.values()):
        return tuple(having) if len(having) == 1 else None
    return tuple(each for each, names in lists.items() if names is not None and _listed(subtype, names))


def _listed(subtype: str, names: frozenset[str]) -> bool:
    return subtype.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") in names


def _list(now: Situation, concept: str) -> frozenset[str] | None:
    rule = now.law.rule(concept)
    found: frozenset[str] | None = rule(now) if rule is not None else None
    return found


def _set_of(now: Situation, subtype: str, types: Names) -> str | None:
    """The set that a subtype is of (creature types, land types ...); None where it isn't known."""
    if subtype in BASIC_LAND_TYPES:
        return "land-types"
    for concept in dict.fromkeys(LIST_OF.values()):
        names = _list(now, concept)
        if names is not None and _listed(subtype, names):
            return concept
    having = {LIST_OF[each] for each in types if each in LIST_OF}
    return next(iter(having)) if len(having) == 1 else None


# --- all of it -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Change:
    """What one effect does to a type line.

    Attributes:
        steps: takes note of the rules used.
        thing: the object.
        effect: the effect.
    """

    steps: Steps
    thing: Object
    effect: Effect

    def of(self, line: TypeLine) -> TypeLine | None:
        """The type line afterwards; None where a list isn't known."""
        if "supertypes" in self.effect.given:
            new = self.steps.rule("supertypes-apart", self.thing, self.effect, line.supertypes)
            line = replace(line, supertypes=line.supertypes if new is None else new)
        if self.effect.given.get("says") == "loses":
            return self._lost(line)
        changed = self._types(line) if "types" in self.effect.given else line
        if "subtypes" in self.effect.given and changed is not None:
            changed = self._subtypes(changed)
        return changed

    def _types(self, line: TypeLine) -> TypeLine | None:
        types = tuple(self.effect.types)
        artifact_creature = set(types) == {"artifact", "creature"}
        if self.effect.adds or artifact_creature:
            concept = "artifact-creature-types" if artifact_creature and self._replaces_subtypes else "type-adding"
            new = self.steps.rule(concept, self.effect, line.types)
            if new is None and concept == "artifact-creature-types":
                new = self.steps.rule("type-adding", self.effect, line.types)
            return line if new is None else replace(line, types=new)
        new = self.steps.rule("type-setting", self.effect, line.types)
        return line if new is None else self._without_others(replace(line, types=new), line.types)

    @property
    def _replaces_subtypes(self) -> bool:
        return "subtypes" in self.effect.given and not self.effect.adds

    def _without_others(self, line: TypeLine, before: Names) -> TypeLine | None:
        """Without the subtypes of types that it had before and no longer has."""
        if not line.subtypes:
            return line
        kept = self.steps.rule("subtypes-go-with-type", self.thing, line, before)
        return None if kept is None else replace(line, subtypes=kept)

    def _subtypes(self, line: TypeLine) -> TypeLine | None:
        gained = tuple(self.effect.subtypes)
        if self.effect.adds:
            new = self.steps.rule("subtype-gained", self.thing, line, gained)
        elif gained and all(each in BASIC_LAND_TYPES for each in gained) and "land" in line.types:
            new = self.steps.rule("basic-land-types", self.thing, self.effect, line)
        else:
            new = self.steps.rule("subtype-setting", self.effect, line)
            line = replace(line, subtypes=()) if new is None and not line.subtypes else line
            new = gained if new is None and not line.subtypes else new
        return None if new is None else replace(line, subtypes=new)

    def _lost(self, line: TypeLine) -> TypeLine | None:
        lost = {*self.effect.types, *self.effect.subtypes}
        types = tuple(each for each in line.types if each not in lost)
        subtypes = tuple(each for each in line.subtypes if each not in lost)
        left = TypeLine(line.supertypes, types, subtypes)
        return self._without_others(left, line.types) if types != line.types else left


@dataclass(frozen=True, slots=True)
class Types:
    """The type line of an object as far as it is known.

    Attributes:
        line: the type line; what isn't known of it is empty.
        unstated: which of supertypes and subtypes aren't known.
        has_lost_abilities: whether basic land types have replaced what its rules text gave it (305.7).
    """

    line: TypeLine
    unstated: tuple[str, ...] = ()
    has_lost_abilities: bool = False


def printed_types(steps: Steps, thing: Object) -> Types | None:
    """The type line of an object before effects; None where its card types aren't known."""
    if steps.holds(thing.emblem) is True:
        found: TypeLine | None = steps.rule("emblem-types", thing)
        return None if found is None else Types(found)
    sides = sides_of(steps, thing)
    if sides is None:
        return None
    if not sides:
        return Types(TypeLine((), ("creature",), ()))
    names: list[Names] = []
    unstated: list[str] = []
    for fact in ("supertypes", "types", "subtypes"):
        terms = [getattr(side if side is thing or is_given(side, fact) else thing, fact) for side in sides]
        if fact != "types" and not all(term.known for term in terms):
            unstated.append(fact)
            names.append(())
        else:
            names.append(_once(*(word for term in terms for word in steps.read(term) or ())))
    supertypes, types, subtypes = names
    if steps.truth.value is not True:
        return None
    if is_given(thing, "type_line"):
        after = steps.rule("type-line", thing, subtypes, types)
        subtypes = subtypes if after is None else after
    if subtypes and set(types) & {"dungeon", *WITHOUT_SUBTYPES}:
        left = steps.rule("without-subtypes", thing, subtypes, types)
        subtypes = subtypes if left is None else left
    return Types(TypeLine(supertypes, types, subtypes), tuple(unstated))


def types_at_first(steps: Steps, thing: Object) -> Types | None:
    """The type line of an object with what its own abilities make of it; None where its card types aren't known."""
    found = printed_types(steps, thing)
    if found is None:
        return None
    if thing.keywords.has("changeling").value is True and thing.face_down.value is False:
        every = steps.rule("every-creature-type", thing, found.line.subtypes)
        found = found if every is None else replace(found, line=replace(found.line, subtypes=every))
    return found


def types_changed(steps: Steps, thing: Object, effect: Effect, before: Types) -> Types | None:
    """The type line once an effect that speaks of types has been applied; None where a list isn't known."""
    line = _Change(steps, thing, effect).of(before.line)
    if line is None:
        steps.unlisted()
        return None
    lost = before.has_lost_abilities or _takes_abilities(effect, before.line)
    return replace(before, line=line, has_lost_abilities=lost)


def _takes_abilities(effect: Effect, line: TypeLine) -> bool:
    """Whether an effect sets a land's types to basic ones."""
    types = tuple(effect.subtypes)
    sets = not effect.adds and effect.given.get("says") != "loses"
    return sets and bool(types) and set(types) <= set(BASIC_LAND_TYPES) and "land" in line.types
