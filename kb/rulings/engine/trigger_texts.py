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
_EVENTS = {
    "die": "dies", "enter": "enters", "enter the battlefield": "enters", "leave the battlefield": "leaves",
    "attack": "attacks", "attack alone": "attacks-alone", "block": "blocks", "become blocked": "becomes-blocked",
    "become tapped": "becomes-tapped", "become untapped": "becomes-untapped",
    "attack and isn't blocked": "attacks-unblocked",
}  # fmt: skip
"""The triggers by the words of the event without its subject."""

_OF_CONTROLLER = " under your control"
_STEP = re.compile(
    r"the beginning of (?:(?P<whose>your|each|each player's|each opponent's|the) )?"
    r"(?P<step>upkeep|draw step|end step|combat)(?P<own> on your turn)?"
)
_STEPS = {"upkeep": "upkeep", "draw step": "draw", "end step": "end", "combat": "beginning-of-combat"}
_IN_TURN_OF = {"your": "you", "each": "any", "each player's": "any", "each opponent's": "opponent", "the": "any"}
_PLAYER = re.compile(r"(?P<who>you|an opponent|a player|each opponent|each player) (?P<deed>.+)")
_DEEDS = {
    "gain life": "player-gains-life", "lose life": "player-loses-life", "draw a card": "player-draws",
    "become the monarch": "player-becomes-monarch", "take the initiative": "player-takes-initiative",
}  # fmt: skip
_TO_OBJECTS = re.compile(r"(?P<verb>cast|sacrifice|discard) (?P<how_many>one or more |another |an? )(?P<what>.+)")
_TRIGGER_OF_DEED = {"cast": "is-cast", "sacrifice": "is-sacrificed", "discard": "is-discarded"}
_WHOSE_OBJECTS = {"you": " you control", "opponent": " an opponent controls", "any": ""}
_WHOSE_CARDS = {"you": " you own", "opponent": " an opponent owns", "any": ""}
_DAMAGE = re.compile(r"(?P<dealt> dealt)? (?P<kind>combat |noncombat )?damage(?: to (?:an? )?(?P<to>.+))?")


@dataclass(frozen=True, slots=True)
class TriggerText:
    """What a text says about the trigger of an ability.

    Attributes:
        facts: the facts of the ability that the text states, such as `trigger` and `quality`.
        event: the words of the trigger event.
        condition: the words after the intervening "if"; "" if there is no such clause.
        is_about_others: True if the event is about other objects, so that `watches` or `quality` must be stated.
        players: whose actions the event is about: `you`, `opponent`, `any`; "" if it isn't about players.
    """

    facts: dict[str, Any] = field(default_factory=dict)
    event: str = ""
    condition: str = ""
    is_about_others: bool = False
    players: str = ""


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
    if (step := _STEP.fullmatch(event)) is not None:
        return TriggerText(_step_facts(step), event, condition)
    if (deed := _PLAYER.fullmatch(event)) is not None:
        return _of_player(deed, event, condition, words)
    facts, about_others = _event_facts(event, words)
    return TriggerText(facts, event, condition, about_others)


def _step_facts(found: re.Match[str]) -> dict[str, Any]:
    """Return the facts of “at the beginning of each opponent's upkeep”; nothing if it doesn't say whose turn it is."""
    whose = "you" if found["own"] else _IN_TURN_OF.get(found["whose"] or "")
    if whose is None or (found["own"] and found["whose"]):
        return {}
    return {"trigger": "step-begins", "step": _STEPS[found["step"]], "turn_of": whose}


def _of_player(found: re.Match[str], event: str, condition: str, words: KnownWords) -> TriggerText:
    """Return what “whenever an opponent draws a card” and “whenever you cast a creature spell” say."""
    who = {"you": "you", "an opponent": "opponent", "each opponent": "opponent"}.get(found["who"], "any")
    verb, _space, rest = found["deed"].partition(" ")
    deed = found["deed"] if who == "you" else f"{verb.removesuffix('s')} {rest}".strip()
    if deed in _DEEDS:
        return TriggerText({"trigger": _DEEDS[deed]}, event, condition, players=who)
    if deed == "cast this spell":
        return TriggerText({"trigger": "is-cast"}, event, condition)
    objects = _TO_OBJECTS.fullmatch(deed)
    if objects is None or (objects["verb"] == "cast") != ("spell" in objects["what"].split()):
        return TriggerText({}, event, condition, is_about_others=deed.startswith(tuple(_TRIGGER_OF_DEED)))
    whose = (_WHOSE_CARDS if objects["verb"] == "discard" else _WHOSE_OBJECTS)[who]
    phrase = objects["what"] + whose
    try:
        parse_phrase(phrase, words)
    except InvalidPhrase:
        return TriggerText({}, event, condition, is_about_others=True)
    facts: dict[str, Any] = {"trigger": _TRIGGER_OF_DEED[objects["verb"]]}
    facts["quality"] = (f"another {phrase}" if objects["how_many"] == "another " else phrase,)
    facts |= {"one_or_more": True} if objects["how_many"] == "one or more " else {}
    return TriggerText(facts, event, condition, is_about_others=True)


def _damage_facts(verb: str, tail: str, words: KnownWords) -> dict[str, Any]:
    """Return the facts of “deals combat damage to a player” and “is dealt damage”; nothing if it isn't understood."""
    found = _DAMAGE.fullmatch(tail)
    is_dealt = verb in ("is", "i", "are")
    if found is None or is_dealt != bool(found["dealt"]) or (is_dealt and found["to"]):
        return {}
    facts: dict[str, Any] = {"trigger": "is-dealt-damage" if is_dealt else "deals-damage"}
    facts |= {"combat_damage": found["kind"] == "combat "} if found["kind"] else {}
    if found["to"]:
        try:
            parse_phrase(found["to"], words)
        except InvalidPhrase:
            return {}
        facts["recipient"] = (found["to"],)
    return facts


def _event_facts(event: str, words: KnownWords) -> tuple[dict[str, Any], bool]:
    """Return the facts that the words of an event state, and whether the event is about other objects."""
    facts: dict[str, Any] = {"one_or_more": True} if re.search(r"\bone or more\b", event) else {}
    found = _SUBJECT.fullmatch(event)
    if found is None:
        return facts, False
    tail = found["tail"].removesuffix(_OF_CONTROLLER)
    verb = found["verb"] if found["verb"] in ("is", "are") else found["verb"].removesuffix("s")
    if (trigger := _EVENTS.get(f"{verb}{tail}".strip())) is not None:
        facts["trigger"] = trigger
    elif verb in ("deal", "i", "is", "are"):
        facts |= _damage_facts(verb, tail, words)
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
    parsed, stated = _parsed(now, source, text), ability.stated
    facts = dict(parsed.facts)
    quality = facts.pop("quality", ())
    if parsed.players in ("opponent", "any") and "watches" not in stated:
        facts = _watching(now, source, facts, parsed.players)
    if "watches" not in stated and not stated.get("quality"):
        facts |= {"quality": quality} if quality else {}
    elif quality and quality[0].startswith("another ") and stated.get("quality"):
        facts["quality"] = (*(each for each in stated["quality"]), "another")
        return Ability(ability.id, now, {**facts, **stated, "quality": facts["quality"]})
    return Ability(ability.id, now, {**facts, **stated}) if facts else ability


def _watching(now: Situation, source: Object, facts: dict[str, Any], players: str) -> dict[str, Any]:
    """Return the facts of an ability that watches players; nothing if it isn't known who they are."""
    you = now.player(source.present_controller or "")
    if players == "opponent" and you is None:
        return {}
    watched = now.players if you is None or players == "any" else you.opponents
    return facts | {"watches": tuple(each.id for each in watched)}


def isnt_understood(now: Situation, source: Object, ability: Ability) -> bool:
    """True if the text says that other objects trigger the ability, and neither text nor situation says which."""
    text = ability.stated.get("text")
    if not isinstance(text, str) or "watches" in ability.stated or ability.stated.get("quality"):
        return False
    return _parsed(now, source, text).is_about_others


_HOW_OFTEN = re.compile(r"\bthis ability triggers only\b", re.IGNORECASE)


def says_how_often(ability: Ability) -> bool:
    """True if the text limits how often an ability triggers, as “this ability triggers only once each turn” does."""
    return _HOW_OFTEN.search(str(ability.stated.get("text") or "")) is not None


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
