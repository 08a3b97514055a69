"""Names (201.2, 201.3): objects with the same name or different names; the names of tokens (111.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kb.i18n import later
from kb.rulings.encoded.characteristics.name_stickers import NAMELESS, with_stickers
from kb.rulings.encoded.copying.copiable_values import as_copied
from kb.rulings.engine.card_sides import sides_of
from kb.rulings.engine.derivation import Steps, Valued, is_given
from kb.rulings.engine.questions import Asked, answers
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.partial_values import Word
from kb.rulings.logic.ternary import Truth, all_of, every, not_, some, stated
from kb.rulings.situation.situation import Object, Situation


def _names(thing: Object) -> Iterator[Word]:
    """The names of an object: its own, or those of the halves of a split card, and its other names."""
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
    """True if an object has a name; a face-down object and an emblem that isn't given one have none."""
    if thing.face_down.value is True:
        return stated(False, later("{thing} is face down and has no name"), thing=thing)
    return thing.name != NAMELESS if not len(thing.faces) else stated(True)


@encodes("same-name", later("{first} and {second} have the same name"))
def identical_names(_now: Situation, first: Object, second: Object) -> Truth:
    """Two objects have the same name if their names are identical."""
    return some(one == two for one in _names(first) for two in _names(second))


@variant_of(identical_names)
def one_name_in_common(_now: Situation, first: Object, second: Object) -> Truth:
    """Objects have the same name if they have at least one name in common; one without a name has no such name."""
    return all_of(has_a_name(first), has_a_name(second), identical_names(_now, first, second))


@encodes("different-names", later("no two of {things} have a name in common"))
def none_in_common(now: Situation, things: tuple[Object, ...]) -> Truth:
    """Objects have different names if there are no names that they have in common."""
    return every(not_(now.rule("same-name", one, two)) for one, two in combinations(things, 2))


@variant_of(none_in_common, claim=later("each of {things} has a name that none of the others has"))
def each_named_and_none_in_common(now: Situation, things: tuple[Object, ...]) -> Truth:
    """Objects have different names only if each has a name and no two of them have a name in common."""
    return all_of(every(has_a_name(each) for each in things), none_in_common(now, things))


@encodes("different-name", later("{first} has a different name than {others}"))
def named_and_none_in_common(now: Situation, first: Object, others: tuple[Object, ...]) -> Truth:
    """An object has a different name than others if it has a name and none in common with any of them."""
    return all_of(has_a_name(first), every(not_(now.rule("same-name", first, each)) for each in others))


@defines("token-name", later("{token} is named for its subtypes"))
def subtypes(_now: Situation, _token: Object, words: tuple[str, ...]) -> str:
    """Unless its effect names it, a token's name is the same as its subtypes."""
    return " ".join(word.title() for word in words)


@variant_of(subtypes, claim=later("{token} is named for its subtypes, with the word “Token”"))
def subtypes_and_token(_now: Situation, _token: Object, words: tuple[str, ...]) -> str:
    """Unless its effect names it, a token's name is the same as its subtypes plus the word "Token"."""
    return " ".join((*(word.title() for word in words), "Token"))


def _objects(now: Situation, asked: Asked) -> tuple[Object, ...]:
    return tuple(asked.object(now, place) for place in range(max(2, len(asked.things))))


@answers("same-name", later("Do these objects have the same name?"), "objects",
         "rules ask same-name A B --fact A.name=Forest --fact B.name=Forest")  # fmt: skip
def _same_name(now: Situation, asked: Asked) -> Truth:
    things = _objects(now, asked)
    return every(now.rule("same-name", one, two) for one, two in combinations(things, 2))


@answers("different-names", later("Do these objects have different names?"), "objects",
         "rules ask different-names A B --fact A.name=Forest --fact B.face_down=yes")  # fmt: skip
def _different_names(now: Situation, asked: Asked) -> Truth:
    return now.rule("different-names", _objects(now, asked))


@answers("different-name", later("Does the first of these objects have a different name than the others?"), "objects",
         "rules ask different-name A B --fact A.name=Forest --fact B.face_down=yes")  # fmt: skip
def _different_name(now: Situation, asked: Asked) -> Truth:
    first, *others = _objects(now, asked)
    return now.rule("different-name", first, tuple(others))


def name_of(steps: Steps, thing: Object) -> str | None:
    """The name of an object; `none` if it has none, None if a fact is missing."""
    if steps.holds(thing.face_down) is not False:
        steps.rule("face-down", thing)
        return NAMELESS
    # The name that is stated of a card as a whole is that of its front; a face that has a name of its own may be up.
    if is_given(thing, "name") and not any(is_given(face, "name") for face in thing.faces):
        found: str = steps.read(thing.name)
        return found
    if len(thing.faces):
        sides = sides_of(steps, thing)
        names = [steps.read(side.name if is_given(side, "name") else thing.name) for side in sides or ()]
        return "//".join(str(each) for each in names) if names else None
    if thing.token.value is True and is_given(thing, "subtypes"):
        steps.holds(thing.token)
        return steps.rule_or(None, "token-name", thing, steps.read(thing.subtypes))
    steps.missing(thing, "name")
    return None


def _with_stickers(steps: Steps, thing: Object) -> str | None:
    """The name of an object with its name stickers."""
    name = name_of(steps, thing)
    return None if name is None else with_stickers(steps, thing, name)


@answers("name", later("What is the name of this object?"), "object",
         "rules ask name A --fact A.token=yes --fact A.subtypes=[dwarf,berserker]")  # fmt: skip
def _name(now: Situation, asked: Asked) -> Valued:
    steps = Steps(now)
    return steps.valued(_with_stickers(steps, as_copied(steps, asked.object(now))))
