"""How an object's own text says that it enters (614.1c, 614.12): “This creature enters with two +1/+1 counters”.

Cards that a situation states by `oracle` aren't read here: their lines are effects already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.cards.faces import CardFace
from kb.i18n import mark_message
from kb.rulings.engine.derivation import Derivation
from kb.rulings.logic.ternary import unknown
from kb.rulings.oracle.read_card import stated_card
from kb.rulings.oracle.stated_card import StatedLine
from kb.rulings.situation.fact import InvalidFactValue
from kb.rulings.situation.line_facts import parse_line_effect
from kb.rulings.situation.situation import Effect, Object
from kb.rulings.situation.yaml_nodes import ScalarNode

_ENTERS = re.compile(
    r"\b(?:enters?|comes? into play|escapes?)\b(?! the battlefield attached)[^.]*\b(?:with|tapped|transformed|as)\b"
    r"|\bas [^.,]* (?:enters|comes into play)\b|\bhave [^.]* enter\b",
    re.IGNORECASE,
)
"""A line that may say how its object enters. Triggered abilities aren't meant; the grammar tells them apart."""

_NO_PLACE = ScalarNode(0, 0, "")


def effects_of_text(steps: Derivation, thing: Object) -> list[Effect]:
    """Return the effects in an object's own text on how it enters. A line that isn't understood leaves this open.

    An effect that the situation states with the object as its source stands for the object's text.
    """
    stated = [each for each in thing.now.effects if each.stated.get("says") == "enters"]
    if thing.id in thing.now.cards or any(each.stated.get("source") == thing.id for each in stated):
        return []
    found = []
    for line in _lines(thing):
        own = [each for each in line.effects if each["says"] == "enters" and each.get("objects") == (thing.id,)]
        try:
            facts = [parse_line_effect(each, _NO_PLACE, thing.now.words) for each in own]
            is_open = line.fate in ("open", "apart") and "entering" in line.open_on
        except InvalidFactValue:
            facts, is_open = [], True
        if is_open:
            message = mark_message("not understood, and may change this: “{line}” ({card})")
            steps.check(unknown(f"{thing.path}.text", message, line=line.text, card=thing))
        found += [Effect(f"{thing.id}.text", thing.now, each) for each in facts]
    return found


def _lines(thing: Object) -> Iterator[StatedLine]:
    """Yield the lines of an object's text and abilities that may say how it enters."""
    texts = [thing.stated.get("text"), *(each.stated.get("text") for each in thing.as_stated.abilities)]
    lines = [line for text in texts for line in (text or "").splitlines() if _ENTERS.search(line)]
    if lines:
        types = " ".join(thing.types)
        face = CardFace(str(thing.stated.get("name") or thing.id), types, "\n".join(dict.fromkeys(lines)))
        yield from stated_card(face, thing.id, None).lines
