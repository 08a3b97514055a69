"""Names (201.2, 201.3): which objects have the same name, which different ones; the names of tokens (111.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kb.rulings.card_sides import sides_of
from kb.rulings.encoded.copying import as_copied
from kb.rulings.encoded.stickers import NAMELESS, with_stickers
from kb.rulings.logic import Truth, all_of, every, not_, some, stated
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, encodes, variant_of
from kb.rulings.situation import Object, Situation
from kb.rulings.steps import Steps, Valued, is_given
from kb.rulings.terms import Word
from kb.tongue import later


def _names(thing: Object) -> Iterator[Word]:
    """The names of an object: its own, or those of the halves of a split card, and what else it is called."""
    steps = Steps(thing.now)
    if len(thing.name_stickers):
        name = _with_stickers(steps, thing)
        yield Word(name if steps.truth.value else None, f"{thing.path}.name_stickers", Object.name.label, thing)
    else:
        sides = sides_of(steps, thing) if len(thing.faces) else (thing,)
        for side in sides or (thing,):
            yield side.name if side is thing or is_given(side, "name") else thing.name
    for name in thing.other_names:
        yield Word(name, f"{thing.path}.other_names", later("the other names of {it}"), thing)


def has_a_name(thing: Object) -> Truth:
    """Whether an object has a name: a face-down one and an emblem that isn't given one have none."""
    if thing.face_down.value is True:
        return stated(False, later("{thing} is face down and has no name"), thing=thing)
    return thing.name != NAMELESS if not len(thing.faces) else stated(True)


@encodes("same-name", claim=later("{first} and {second} have the same name"))
def identical_names(_now: Situation, first: Object, second: Object) -> Truth:
    """Two objects have the same name if their names are identical."""
    return some(one == two for one in _names(first) for two in _names(second))


@variant_of(identical_names)
def one_name_in_common(_now: Situation, first: Object, second: Object) -> Truth:
    """Objects have the same name if they have at least one name in common; one without a name has no such name."""
    return all_of(
        has_a_name(first),
        has_a_name(second),
        some(one == two for one in _names(first) for two in _names(second)),
    )


@encodes("different-names", claim=later("no two of {things} have a name in common"))
def none_in_common(now: Situation, things: tuple[Object, ...]) -> Truth:
    """Objects have different names if there are no names that they have in common."""
    return every(not_(now.rule("same-name", one, two)) for one, two in combinations(things, 2))


@variant_of(none_in_common, claim=later("each of {things} has a name that none of the others has"))
def each_named_and_none_in_common(now: Situation, things: tuple[Object, ...]) -> Truth:
    """Objects have different names only if each has a name and no two of them have a name in common."""
    return all_of(
        every(has_a_name(each) for each in things),
        every(not_(now.rule("same-name", one, two)) for one, two in combinations(things, 2)),
    )


@encodes("different-name", claim=later("{first} has a different name than {others}"))
def named_and_none_in_common(now: Situation, first: Object, others: tuple[Object, ...]) -> Truth:
    """An object has a different name than others if it has a name and none in common with any of them."""
    return all_of(has_a_name(first), every(not_(now.rule("same-name", first, each)) for each in others))


@defines("token-name", claim=later("{token} is named for its subtypes"))
def subtypes(_now: Situation, _token: Object, words: tuple[str, ...]) -> str:
    """Unless its effect names it, a token's name is the same as its subtypes."""
    return " ".join(word.title() for word in words)


@variant_of(subtypes, claim=later("{token} is named for its subtypes, with the word “Token”"))
def subtypes_and_token(_now: Situation, _token: Object, words: tuple[str, ...]) -> str:
    """Unless its effect names it, a token's name is the same as its subtypes plus the word "Token"."""
    return " ".join((*(word.title() for word in words), "Token"))


def _objects(now: Situation, asked: Asked) -> tuple[Object, ...]:
    return tuple(asked.object(now, place) for place in range(max(2, len(asked.things))))


def _same_name(now: Situation, asked: Asked) -> Truth:
    things = _objects(now, asked)
    return every(now.rule("same-name", one, two) for one, two in combinations(things, 2))


SAME_NAME = Question(
    "same-name",
    later("Do these objects have the same name?"),
    "objects",
    _same_name,
    "rules ask same-name A B --fact A.name=Forest --fact B.name=Forest",
)


def _different_names(now: Situation, asked: Asked) -> Truth:
    return now.rule("different-names", _objects(now, asked))


DIFFERENT_NAMES = Question(
    "different-names",
    later("Do these objects have different names?"),
    "objects",
    _different_names,
    "rules ask different-names A B --fact A.name=Forest --fact B.face_down=yes",
)


def _different_name(now: Situation, asked: Asked) -> Truth:
    first, *others = _objects(now, asked)
    return now.rule("different-name", first, tuple(others))


DIFFERENT_NAME = Question(
    "different-name",
    later("Does the first of these objects have a different name than the others?"),
    "objects",
    _different_name,
    "rules ask different-name A B --fact A.name=Forest --fact B.face_down=yes",
)


def name_of(steps: Steps, thing: Object) -> str | None:
    """The name of an object; `none` if it has none, None where a fact is missing."""
    if steps.holds(thing.face_down) is not False:
        steps.rule("face-down", thing)
        return NAMELESS
    if is_given(thing, "name") and not _is_named_by_a_face(thing):
        found: str = steps.read(thing.name)
        return found
    if len(thing.faces):
        sides = sides_of(steps, thing)
        names = [steps.read(side.name if is_given(side, "name") else thing.name) for side in sides or ()]
        return "//".join(str(each) for each in names) if names else None
    if thing.token.value is True and is_given(thing, "subtypes"):
        steps.holds(thing.token)
        named: str | None = steps.rule("token-name", thing, steps.read(thing.subtypes))
        return named
    steps.missing(thing, "name")
    return None


def _with_stickers(steps: Steps, thing: Object) -> str | None:
    """The name of an object with its name stickers."""
    name = name_of(steps, thing)
    return None if name is None else with_stickers(steps, thing, name)


def _is_named_by_a_face(thing: Object) -> bool:
    """Whether a face that has a name is up: a name that is stated of the card as a whole is that of its front."""
    return any(is_given(face, "name") for face in thing.faces)


def _name(now: Situation, asked: Asked) -> Valued:
    steps = Steps(now)
    return steps.valued(_with_stickers(steps, as_copied(steps, asked.object(now))))


NAME = Question(
    "name",
    later("What is the name of this object?"),
    "object",
    _name,
    "rules ask name A --fact A.token=yes --fact A.subtypes=[dwarf,berserker]",
)
