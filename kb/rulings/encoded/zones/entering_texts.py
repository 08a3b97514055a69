"""How an object's own text says that it enters (614.1c, 614.12): “This creature enters with two +1/+1 counters”.

Cards that a situation states by `oracle` aren't read here: their lines are effects already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kb.cards.faces import CardFace
from kb.i18n import mark_message
from kb.rulings.engine.derivation import Derivation
from kb.rulings.logic.ternary import unknown
from kb.rulings.oracle.read_card import stated_card
from kb.rulings.oracle.stated_card import Facts, StatedLine
from kb.rulings.situation.situation import Effect, Object
from kb.rulings.situation.vocabulary import EffectFacts
from kb.rulings.situation.yaml_nodes import ScalarNode, SequenceNode

_ENTERS = re.compile(
    r"\b(?:enters?|comes? into play|escapes?)\b(?! the battlefield attached)[^.]*\b(?:with|tapped|transformed|as)\b"
    r"|\bas [^.,]* (?:enters|comes into play)\b|\bhave [^.]* enter\b",
    re.IGNORECASE,
)
"""A line that may say how its object enters. Triggered abilities aren't meant; the grammar tells them apart."""


def effects_of_text(steps: Derivation, thing: Object) -> list[Effect]:
    """Return the effects in an object's own text on how it enters. A line that isn't understood leaves this open.

    An effect that the situation states with the object as its source stands for the object's text.
    """
    stated = [each for each in thing.now.effects if each.stated.get("says") == "enters"]
    if thing.id in thing.now.cards or any(each.stated.get("source") == thing.id for each in stated):
        return []
    found = []
    for line in _lines(thing):
        if line.fate in ("open", "apart") and "entering" in line.open_on:
            message = mark_message("not understood, and may change this: “{line}” ({card})")
            steps.check(unknown(f"{thing.path}.text", message, line=line.text, card=thing))
        own = (each for each in line.effects if each["says"] == "enters" and each.get("objects") == (thing.id,))
        found += [Effect(f"{thing.id}.text", thing.now, _parsed(each)) for each in own]
    return found


def _lines(thing: Object) -> Iterator[StatedLine]:
    """Yield the lines of an object's text and abilities that may say how it enters."""
    texts = [thing.stated.get("text"), *(each.stated.get("text") for each in thing.as_stated.abilities)]
    lines = [line for text in texts for line in (text or "").splitlines() if _ENTERS.search(line)]
    if lines:
        types = " ".join(thing.types)
        face = CardFace(str(thing.stated.get("name") or thing.id), types, "\n".join(dict.fromkeys(lines)))
        yield from stated_card(face, thing.id, None).lines


def _parsed(effect: Facts) -> dict[str, Any]:
    """Return the facts of an effect as the parser of situations reads them."""
    known = EffectFacts.facts()
    return {name: known[name].parse(_node_of(value)) for name, value in effect.items()}


def _node_of(value: str | int | tuple[str, ...]) -> ScalarNode | SequenceNode:
    if isinstance(value, tuple):
        return SequenceNode(0, 0, tuple(ScalarNode(0, 0, each) for each in value))
    return ScalarNode(0, 0, str(value))
