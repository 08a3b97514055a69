"""What the text of a triggered ability says: its trigger event and its intervening "if" clause (603.2, 603.4)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kb.rulings.engine.printed_conditions import condition_holds
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.known_words import KnownWords
from kb.rulings.situation.phrase_parser import parse_phrase
from kb.rulings.situation.phrase_tree import InvalidPhrase
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.vocabulary import Ability

_TRIGGERED = re.compile(r"(?:[^.]*\N{EM DASH} ?)?(?:when|whenever|at) (?P<rest>.+)", re.DOTALL)
_IF = re.compile(r"(?P<event>.+?), if (?P<condition>.+?), (?P<effect>.+)", re.DOTALL)
_SUBJECT = re.compile(
    r"(?P<how_many>one or more (?P<others>other )?|another |an? |each )?(?P<what>.+?) "
    r"(?P<verb>(?:die|enter|leave|attack|block|become|deal|is|are)s?)\b(?P<tail>.*)"
)
_ITSELF = re.compile(r"~|this [a-z]+|it")
_OF_YOU = {
    "you gain life": "player-gains-life",
    "you lose life": "player-loses-life",
    "you draw a card": "player-draws",
}
_EVENTS = {
    "die": "dies", "enter": "enters", "enter the battlefield": "enters", "leave the battlefield": "leaves",
    "attack": "attacks", "attack alone": "attacks-alone", "block": "blocks", "become blocked": "becomes-blocked",
    "become tapped": "becomes-tapped", "become untapped": "becomes-untapped",
    "attack and isn't blocked": "attacks-unblocked",
}  # fmt: skip
"""The triggers by the words of the event without its subject."""

_OF_CONTROLLER = " under your control"


@dataclass(frozen=True, slots=True)
class TriggerText:
    """What a text says about the trigger of an ability.

    Attributes:
        facts: the facts of the ability that the text states, such as `trigger` and `quality`.
        event: the words of the trigger event.
        condition: the words after the intervening "if"; "" if there is no such clause.
        is_about_others: True if the event is about other objects, so that `watches` or `quality` must be stated.
    """

    facts: dict[str, Any] = field(default_factory=dict)
    event: str = ""
    condition: str = ""
    is_about_others: bool = False


@lru_cache(maxsize=512)
def parse_trigger_text(text: str, name: str, words: KnownWords) -> TriggerText:
    """Parse the text of a triggered ability as far as it is understood.

    Args:
        text: the text: `Whenever one or more other creatures die, draw a card.`
        name: the name of the object with the ability; "" if it isn't known.
        words: the words that phrases may use.
    """
    plain = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").strip().lower()
    plain = re.sub(rf"\b{re.escape(name.lower())}\b", "~", plain) if name else plain
    found = _TRIGGERED.fullmatch(plain)
    if found is None:
        return TriggerText()
    # An “if” applies to the trigger only if it follows the event at once. Later, it has its usual meaning (603.4).
    clause = _IF.fullmatch(found["rest"])
    is_intervening = clause is not None and "." not in clause["event"]
    event = clause["event"] if clause is not None and is_intervening else found["rest"].partition(",")[0]
    condition = clause["condition"] if clause is not None and is_intervening else ""
    facts, about_others = _event_facts(event, words)
    return TriggerText(facts, event, condition, about_others)


def _event_facts(event: str, words: KnownWords) -> tuple[dict[str, Any], bool]:
    """Return the facts that the words of an event state, and whether the event is about other objects."""
    if event in _OF_YOU:
        return {"trigger": _OF_YOU[event]}, False
    facts: dict[str, Any] = {"one_or_more": True} if re.search(r"\bone or more\b", event) else {}
    found = _SUBJECT.fullmatch(event)
    if found is None:
        return facts, False
    tail = found["tail"].removesuffix(_OF_CONTROLLER)
    verb = found["verb"] if found["verb"] in ("is", "are") else found["verb"].removesuffix("s")
    if (trigger := _EVENTS.get(f"{verb}{tail}".strip())) is not None:
        facts["trigger"] = trigger
    if _ITSELF.fullmatch(found["what"]):
        return facts, False
    what = found["what"] + (" you control" if tail != found["tail"] else "")
    is_other = found["how_many"] == "another " or found["others"]
    try:
        parse_phrase(what, words)
    except InvalidPhrase:
        return facts, True
    facts["quality"] = (f"another {what}" if is_other else what,)
    return facts, True


def as_printed(now: Situation, source: Object, ability: Ability) -> Ability:
    """Return a triggered ability with the facts that its text states. Facts that the situation states win.

    A stated quality doesn't exclude the object itself if the text says “another”: the text does.
    """
    text = ability.stated.get("text")
    if not isinstance(text, str) or ability.stated.get("kind", "triggered") != "triggered":
        return ability
    facts = dict(_parsed(now, source, text).facts)
    quality = facts.pop("quality", ())
    stated = ability.stated
    if "watches" not in stated and not stated.get("quality"):
        facts |= {"quality": quality} if quality else {}
    elif quality and quality[0].startswith("another ") and stated.get("quality"):
        facts["quality"] = (*(each for each in stated["quality"]), "another")
        return Ability(ability.id, now, {**facts, **stated, "quality": facts["quality"]})
    return Ability(ability.id, now, {**facts, **stated}) if facts else ability


def isnt_understood(now: Situation, source: Object, ability: Ability) -> bool:
    """True if the text says that other objects trigger the ability, and neither text nor situation says which."""
    text = ability.stated.get("text")
    if not isinstance(text, str) or "watches" in ability.stated or ability.stated.get("quality"):
        return False
    return _parsed(now, source, text).is_about_others


def _parsed(now: Situation, source: Object, text: str) -> TriggerText:
    return parse_trigger_text(text, str(dict.get(source.stated, "name") or ""), now.words)


def intervening_condition(now: Situation, thing: Object, text: str | None) -> Truth | None:
    """Return whether the condition of an intervening "if" clause is true; None if the ability has no such clause.

    Args:
        now: the situation.
        thing: the object with the ability, or the ability on the stack. Its fact `condition` wins over the text.
        text: the text of the ability; None if it isn't stated.
    """
    if "condition" in thing.stated:
        return thing.condition
    condition = _parsed(now, thing, text).condition if text else ""
    return condition_holds(now, thing, condition) if condition else None


def condition_at_trigger(now: Situation, source: Object, ability: Ability) -> list[Truth]:
    """Return whether the condition of an ability's “if” clause is true as the event has occurred; [] without a clause.

    Args:
        now: the situation right after the event, in which the condition is checked.
        source: the object with the ability.
        ability: the triggered ability.
    """
    text = ability.stated.get("text")
    condition = intervening_condition(now, now.object(source.id) or source, text) if text else None
    if condition is None:
        return []
    rule = now.law.rule("triggers-if")
    return [condition if rule is None else condition.attributed_to(rule, rule.claim_about(source))]


def text_on_the_stack(now: Situation, thing: Object) -> str | None:
    """Return the text of a triggered ability on the stack, or of the only triggered ability of an object."""
    own = thing.stated.get("text")
    if own is not None and "source" in thing.stated:
        return str(own)
    source = now.object(thing.stated.get("source") or "") or thing
    texts = [each.stated.get("text") for each in source.as_stated.abilities if each.kind.value == "triggered"]
    return str(texts[0]) if len(texts) == 1 and texts[0] else None
