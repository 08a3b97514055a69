"""Names (201.2, 201.3): objects with the same name or different names; the names of tokens (111.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kb.i18n import mark_message
from kb.rulings.encoded.characteristics.name_stickers import NO_NAME, name_with_stickers
from kb.rulings.encoded.copying.copiable_values import apply_copy_effects
from kb.rulings.engine.card_sides import current_sides
from kb.rulings.engine.derivation import Derivation, DerivedValue, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Truth, all_of, constant, every, not_, some
from kb.rulings.situation.situation import Object, Situation


def _names(thing: Object) -> Iterator[WordValue]:
    """Yield the names of an object: first its own name or the names of its halves, then any other names."""
    steps = Derivation(thing.now)
    if len(thing.name_stickers):
        name = _with_stickers(steps, thing)
        yield WordValue(name if steps.truth.value else None, f"{thing.path}.name_stickers", Object.name.label, thing)
    else:
        sides = current_sides(steps, thing) if len(thing.faces) else (thing,)
        for side in sides or (thing,):
            yield side.name if side is thing or is_stated(side, "name") else thing.name
    for name in thing.other_names:
        yield WordValue(name, f"{thing.path}.other_names", mark_message("the other names of {it}"), thing)


def has_name(thing: Object) -> Truth:
    """Yes if an object has a name. Face-down objects have no name. Emblems have a name only if an effect gives one."""
    if thing.face_down.value is True:
        return constant(False, "{thing} is face down and has no name", thing=thing)
    return thing.name != NO_NAME if not len(thing.faces) else constant(True)


@encodes("same-name", "{first} and {second} have the same name")
def identical_names(_now: Situation, first: Object, second: Object) -> Truth:
    """Two objects have the same name if their names are identical."""
    return some(one == two for one in _names(first) for two in _names(second))


@variant_of(identical_names)
def one_name_in_common(_now: Situation, first: Object, second: Object) -> Truth:
    """Objects have the same name if they have at least one name in common. An object without a name shares no name."""
    return all_of(has_name(first), has_name(second), identical_names(_now, first, second))


@encodes("different-names", "no two of {things} have a name in common")
def none_in_common(now: Situation, things: tuple[Object, ...]) -> Truth:
    """Objects have different names if they have no names in common."""
    return every(not_(now.rule("same-name", one, two)) for one, two in combinations(things, 2))


@variant_of(none_in_common, claim="each of {things} has a name that none of the others has")
def each_named_and_none_in_common(now: Situation, things: tuple[Object, ...]) -> Truth:
    """Objects have different names only if all of the objects have names and no two objects have a name in common."""
    return all_of(every(has_name(each) for each in things), none_in_common(now, things))


@encodes("different-name", "{first} has a different name than {others}")
def named_and_none_in_common(now: Situation, first: Object, others: tuple[Object, ...]) -> Truth:
    """An object has a different name than other objects if it has a name that none of the other objects has."""
    return all_of(has_name(first), every(not_(now.rule("same-name", first, each)) for each in others))


@defines("token-name", "{token} is named for its subtypes")
def subtypes(_now: Situation, _token: Object, words: tuple[str, ...]) -> str:
    """A token's name is its subtypes, unless the effect that creates the token gives it a name."""
    return " ".join(word.title() for word in words)


@variant_of(subtypes, claim="{token} is named for its subtypes, with the word “Token”")
def subtypes_and_token(_now: Situation, _token: Object, words: tuple[str, ...]) -> str:
    """A token's name is its subtypes plus the word "Token", unless the creating effect gives the token a name."""
    return " ".join((*(word.title() for word in words), "Token"))


def _objects(now: Situation, asked: QuestionArguments) -> tuple[Object, ...]:
    return tuple(asked.object(now, place) for place in range(max(2, len(asked.things))))


@answers("same-name", "Do these objects have the same name?", "objects",
         "rules ask same-name A B --fact A.name=Forest --fact B.name=Forest")  # fmt: skip
def _same_name(now: Situation, asked: QuestionArguments) -> Truth:
    things = _objects(now, asked)
    return every(now.rule("same-name", one, two) for one, two in combinations(things, 2))


@answers("different-names", "Do these objects have different names?", "objects",
         "rules ask different-names A B --fact A.name=Forest --fact B.face_down=yes")  # fmt: skip
def _different_names(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("different-names", _objects(now, asked))


@answers("different-name", "Does the first of these objects have a different name than the others?", "objects",
         "rules ask different-name A B --fact A.name=Forest --fact B.face_down=yes")  # fmt: skip
def _different_name(now: Situation, asked: QuestionArguments) -> Truth:
    first, *others = _objects(now, asked)
    return now.rule("different-name", first, tuple(others))


def name_of(steps: Derivation, thing: Object) -> str | None:
    """Return the name of an object ("none" if the object has no name), or None if a fact is missing."""
    if steps.check(thing.face_down) is not False:
        steps.apply_rule("face-down", thing)
        return NO_NAME
    # A whole card has the name of its front face. If faces have names, too, the name of the face that is up is used.
    if is_stated(thing, "name") and not any(is_stated(face, "name") for face in thing.faces):
        found: str = steps.read_value(thing.name)
        return found
    if len(thing.faces):
        sides = current_sides(steps, thing)
        names = [steps.read_value(side.name if is_stated(side, "name") else thing.name) for side in sides or ()]
        return "//".join(str(each) for each in names) if names else None
    if thing.token.value is True and is_stated(thing, "subtypes"):
        steps.check(thing.token)
        return steps.apply_rule_or(None, "token-name", thing, steps.read_value(thing.subtypes))
    steps.note_missing(thing, "name")
    return None


def _with_stickers(steps: Derivation, thing: Object) -> str | None:
    """Return the name of an object with its name stickers."""
    name = name_of(steps, thing)
    return None if name is None else name_with_stickers(steps, thing, name)


@answers("name", "What is the name of this object?", "object",
         "rules ask name A --fact A.token=yes --fact A.subtypes=[dwarf,berserker]")  # fmt: skip
def _name(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(_with_stickers(steps, apply_copy_effects(steps, asked.object(now))))
