"""Characteristics of tokens, as defined by the effects that create them (111.3, 111.11, 111.12)."""

from __future__ import annotations

import re
from typing import Any

from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.ternary import Truth, all_of, constant, not_, some
from kb.rulings.situation.mana_cost import NO_COST
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES, parse_subtypes
from kb.rulings.situation.vocabulary import COLORS

Values = dict[str, Any]

_NAMED = re.compile(r"^(?P<name>[A-Z][^,]*), (?:a|an) (?P<rest>.+)$")
_CALLED = re.compile(r" named (?P<name>.+?)(?= with |$)")
_ABILITIES = re.compile(r" (?:with|and has|that has) (?P<abilities>.+)$")
_QUOTED = re.compile('["“](?P<text>[^"”]+)["”]')
_NUMBERS = re.compile(r"^(?P<power>[0-9]+)/(?P<toughness>[0-9]+)$")
_PASSED_OVER = frozenset({"a", "an", "and", "token", "tokens", "tapped", "colorless"})


def _parse_definition(text: str) -> Values | None:
    """Return the characteristics that an effect's words define for a token, or None if they define no card type."""
    found: Values = {"mana_cost": NO_COST}
    if named := _NAMED.match(text.strip()):
        found["name"], text = named["name"], named["rest"]
    abilities = ""
    if with_them := _ABILITIES.search(text):
        abilities, text = with_them["abilities"], text[: with_them.start()]
    if called := _CALLED.search(text):
        found["name"], text = called["name"], text[: called.start()] + text[called.end() :]
    words = [word.strip(",") for word in text.split()]
    lowered = [word.lower() for word in words]
    for word in words:
        if numbers := _NUMBERS.match(word):
            found |= {"base_power": int(numbers["power"]), "base_toughness": int(numbers["toughness"])}
    found["types"] = tuple(word for word in lowered if word in CARD_TYPES)
    found["supertypes"] = tuple(word for word in lowered if word in SUPERTYPES)
    found["colors"] = tuple(color for color in COLORS if color in lowered)
    known = {*CARD_TYPES, *SUPERTYPES, *COLORS, *_PASSED_OVER}
    rest = [word for word in lowered if word not in known and not _NUMBERS.match(word)]
    found["subtypes"] = parse_subtypes(" ".join(rest), found["types"])
    found["abilities"] = tuple({"text": each} for each in _QUOTED.findall(abilities))
    bare = re.split(r",? and |, ", _QUOTED.sub("", abilities).lower())
    found["keywords"] = tuple(each.strip() for each in bare if each.strip())
    return found if found["types"] else None


@defines("token-characteristics", "{token} has the characteristics that were defined for it, and no others")
def no_others_than_defined(_now: Situation, token: Object) -> Values | None:
    """The spell or ability that creates a token defines its characteristics. The token has no others."""
    return _parse_definition(str(token.stated["created_as"]))


@defines("token-by-name", "{token} has the characteristics of the card with its name, {card}")
def as_the_card_of_that_name(_now: Situation, _token: Object, card: Object, values: Values) -> Values:
    """If an effect only names the token, the token has the characteristics of the Oracle card with this name."""
    return {"name": card.stated["name"]} | values


def _card_of_its_name(token: Object) -> Object | None:
    """Return the card named by the effect that created a token, or None if the card isn't listed."""
    name = str(token.stated["created_as"]).removesuffix(" token").removeprefix("a ").strip()
    return next((each for each in token.now.objects if each is not token and each.stated.get("name") == name), None)


def apply_token_definition(steps: Derivation, token: Object, facts: tuple[str, ...]) -> Object:
    """Return a token with the characteristics that its effect defines in words, or by naming a card."""
    if not is_stated(token, "created_as"):
        return token
    values: Values | None = steps.apply_rule("token-characteristics", token)
    if values is None and (card := _card_of_its_name(token)) is not None:
        printed = {fact: card.stated[fact] for fact in (*facts, "power", "toughness") if is_stated(card, fact)}
        values = steps.apply_rule("token-by-name", token, card, printed)
    if values is None:
        steps.note_missing(token, "types")
        return token
    return Object(token.id, token.now, {"token": True} | values | token.stated)


@encodes("no-token-of-nothing", "{token} would be a copy of an object that doesn't exist: none is created")
def no_token_is_created(now: Situation, token: Object) -> Truth:
    """If an effect would create a token that is a copy of a nonexistent object, no token is created."""
    copying = [each for each in now.effects if each.stated.get("says") == "copies" and each.covers(token)]
    empty = [constant(tuple(each.stated["to"]) in ((), ("none",))) for each in copying if "to" in each.stated]
    return some(empty)


@answers("is-created", "Is this token created?", "object", "rules ask is-created A -f situation.yaml")
def _is_created(now: Situation, asked: QuestionArguments) -> Truth:
    token = asked.object(now)
    creator = now.player(token.controller.value or "")
    forbidding = () if creator is None else now.effects_matching("cant", "create", creator)
    return all_of(not_(now.rule("no-token-of-nothing", token)), *(not_(each.in_force) for each in forbidding))
