"""Find stated facts that contradict each other under the rules of any day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kb.i18n import _
from kb.rulings.situation.known_words import nearest
from kb.rulings.situation.vocabulary import STEPS

Facts = Mapping[str, Any]
Contradiction = tuple[str, str]
"""The path of a fact, and the fault of the fact in words."""

NOBODY = "none"
"""The id that means nobody or nothing."""

_NUMBERS = ("power", "toughness")
_BASE_NUMBERS = ("base_power", "base_toughness", "printed_power", "printed_toughness")
_TYPES = ("types", "subtypes", "supertypes")

EXCLUSIVE_FACTS: Mapping[str, tuple[str, ...]] = {
    "type_line": _TYPES,
    "base_power": (*_NUMBERS, "printed_power"),
    "base_toughness": (*_NUMBERS, "printed_toughness"),
    "printed_power": _NUMBERS,
    "printed_toughness": _NUMBERS,
    "created_as": ("type_line", *_TYPES, "colors", "mana_cost", "keywords", "abilities", *_NUMBERS, *_BASE_NUMBERS),
}
"""For a fact: the facts of the same object or face that can't be stated beside it, because they state the same thing
in another form. Power and toughness are stated with counters or without (`base_power`), but not both ways."""

_OF_PERMANENTS = ("attacking", "blocking", "tapped", "attached_to")


def find_contradictions(
    game: Facts,
    players: Mapping[str, Facts],
    objects: Mapping[str, Facts],
    effects: Iterable[Facts],
    proposed: Facts | None = None,
) -> Iterator[Contradiction]:
    """Yield the contradictions of a situation."""
    effects = tuple(effects)
    yield from _of_the_turn(game)
    for place, effect in enumerate(effects):
        if effect.get("says") in ("doubles", "triples") and effect.get("does", "other") != "other":
            message = _("that is of power and toughness; what doubles an event `replaces` it, with `quality: [double]`")
            yield f"effects.{place + 1}.says", message
    names = (*objects, *(str(each["name"]) for each in objects.values() if each.get("name")))
    for place, effect in enumerate(effects):
        source = effect.get("source")
        if source and source not in names and (hint := nearest(source, tuple(each for each in names if len(each) > 2))):
            message = _("there is no object with the id or name '{source}'", source=source) + hint
            yield f"effects.{place + 1}.source", message
    places = (proposed or {}).get("shortcut")
    for name, facts in players.items():
        if places and facts.get("shortens_at", places[0]) not in places:
            message = _("the proposed shortcut has no such place; give one of {words}", words=", ".join(places))
            yield f"players.{name}.shortens_at", message
        if "poison" in facts.get("counters", ()):
            yield f"players.{name}.counters", _("poison counters are a fact of their own, `poison`")
    for name, facts in objects.items():
        yield from _of_an_object(name, facts)
        zone = facts.get("zone")
        if name in game.get("stack", ()) and zone not in (None, "stack"):
            yield f"objects.{name}.zone", _("{id} is on the stack, but its zone is {zone}", id=name, zone=zone)


def _of_the_turn(game: Facts) -> Iterator[Contradiction]:
    phase, step = game.get("phase"), game.get("step")
    if phase is not None and step is not None and STEPS[step] != phase:
        yield (
            "game.step",
            _("the {step} step is part of the {of} phase, not of {phase}", step=step, of=STEPS[step], phase=phase),
        )


def _of_an_object(name: str, facts: Facts) -> Iterator[Contradiction]:
    where = f"objects.{name}"
    if facts.get("attached_to") == name:
        yield where, _("it can't be attached to itself (301.5c, 303.4d)")
    if name in facts.get("blocking", ()):
        yield f"{where}.blocking", _("it can't block itself (509.1a)")
    yield from _of_the_forms(where, facts)
    for place, face in enumerate(facts.get("faces", ())):
        yield from _of_the_forms(f"{where}.faces.{place + 1}", face)
    zone = facts.get("zone")
    if zone not in (None, "battlefield"):
        for fact in _OF_PERMANENTS:
            if facts.get(fact) not in (None, NOBODY, (), False):
                message = _("only a permanent can have '{fact}', but its zone is {zone}", fact=fact, zone=zone)
                yield f"{where}.{fact}", message
    elif zone == "battlefield":
        for kind in ("instant", "sorcery"):
            if kind in facts.get("types", ()) and not facts.get("face_down"):
                yield f"{where}.types", _("{kind} cards can't be on the battlefield (110.1)", kind=kind)


def _of_the_forms(where: str, facts: Facts) -> Iterator[Contradiction]:
    """Yield the facts that are stated in two forms."""
    found: dict[str, str] = {}
    for form, others in EXCLUSIVE_FACTS.items():
        if facts.get(form) is not None:
            found |= {each: form for each in others if facts.get(each) is not None and each not in found}
    for fact, form in found.items():
        if form == "type_line":
            yield f"{where}.{fact}", _("'{fact}' is part of the type line, which is stated", fact=fact)
        else:
            yield f"{where}.{fact}", _("'{fact}' can't be stated beside '{form}': state one form", fact=fact, form=form)
