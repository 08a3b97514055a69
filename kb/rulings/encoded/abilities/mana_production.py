"""Which mana a permanent could produce (106.5, 106.7), and mana with restrictions (106.6)."""

from __future__ import annotations

import re

from kb.i18n import later
from kb.rulings.encoded.card_types.land_types import MANA
from kb.rulings.encoded.casting.mana_payment import TYPES
from kb.rulings.encoded.layers.layer_application import color_of
from kb.rulings.engine.derivation import Steps, Valued
from kb.rulings.engine.questions import Asked, answers
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.logic.ternary import all_of, unknown
from kb.rulings.situation.mana_cost import COLOR_OF, symbols_in
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import COLORS

Types = tuple[str, ...]

_ADDS = re.compile(r"\badds? (?P<what>[^.]*)", re.IGNORECASE)
_COULD = re.compile(r"any (?P<of>color|type) that (?:a|any) (?P<what>land|permanent)s? (?P<whose>.+?) could produce")
_OF_PERMANENTS = re.compile(
    r"(?:choose a color of (?:a|any) permanent|any color among permanents|(?:a|the) colors? of (?:a|any) permanent)s?"
    r" you control",
    re.IGNORECASE,
)
_ANY = {"any color": COLORS, "any one color": COLORS, "any type": TYPES, "any one type": TYPES}


def _in_order(types: set[str]) -> Types:
    return tuple(each for each in TYPES if each in types)


@defines("could-produce", later("{thing} could produce any type of mana that an ability of it would produce now"))
def what_its_abilities_would_produce(_now: Situation, _thing: Object, types: Types) -> Types:
    """The types that an ability of it would produce if it were to resolve now, whether or not its costs can be paid."""
    return types


@defines("undefined-mana", later("{thing} produces no mana, as no type of mana is defined"))
def no_mana_from_mana_abilities(_now: Situation, _thing: Object) -> Types:
    """If a mana ability would produce mana of an undefined type, it produces no mana instead."""
    return ()


@variant_of(no_mana_from_mana_abilities)
def no_mana_from_any_ability(_now: Situation, _thing: Object) -> Types:
    """If an ability would produce mana of an undefined type, it produces no mana instead."""
    return ()


def _controlled(steps: Steps, player: Player, what: str) -> list[Object] | None:
    """The permanents of a kind that a player controls; None where there may be others."""
    now = steps.now
    if "battlefield" not in now.closed:
        asks = later("whether {player} controls other permanents")
        steps.holds(unknown("closed", asks, player=player))
        return None
    mine = [each for each in now.permanents if steps.holds(player.controls(each))]
    return [each for each in mine if what == "permanent" or steps.holds(each.is_a(what))]


def _whose(steps: Steps, thing: Object, whose: str) -> list[Player]:
    you = steps.now.player(steps.read(thing.controller) or "")
    if you is None:
        return []
    return [you] if whose.startswith("you ") else list(you.opponents)


def _of_others(steps: Steps, thing: Object, text: str, seen: frozenset[str]) -> set[str]:
    """The types that other permanents could produce of which an ability speaks."""
    found: set[str] = set()
    for clause in _COULD.finditer(text):
        for player in _whose(steps, thing, clause["whose"]):
            for other in _controlled(steps, player, clause["what"]) or ():
                found |= _of(steps, other, seen)
        if clause["of"] == "color":
            found.discard("colorless")
    return found


def _of_permanents(steps: Steps, thing: Object) -> set[str]:
    """The colours of the permanents that the controller of a thing controls."""
    found: set[str] = set()
    for player in _whose(steps, thing, "you control"):
        for other in _controlled(steps, player, "permanent") or ():
            found |= set(color_of(steps, other) or ())
    return found


def _of_text(steps: Steps, thing: Object, text: str, seen: frozenset[str]) -> set[str]:
    found = _of_others(steps, thing, text, seen)
    if _OF_PERMANENTS.search(text):
        found |= _of_permanents(steps, thing)
    for clause in _ADDS.finditer(_COULD.sub("", text)):
        for symbol in symbols_in(clause["what"]):
            found |= set(symbol.colors) or ({"colorless"} if symbol.text == "C" else set())
        if not _OF_PERMANENTS.search(text):
            found |= {each for words, types in _ANY.items() if words in clause["what"] for each in types}
    return found


def _of(steps: Steps, thing: Object, seen: frozenset[str] = frozenset()) -> set[str]:
    """The types of mana that a permanent could produce; what leads back to a permanent adds nothing."""
    if thing.id in seen:
        return set()
    if "produces" in thing.given:
        return set(steps.read(thing.produces))
    found: set[str] = set()
    for land_type, symbol in MANA.items():
        has_type = all_of(thing.is_a("land"), steps.now.rule("intrinsic-mana-ability", thing, land_type))
        if has_type.value is not False and steps.holds(has_type):
            found.add(COLOR_OF[symbol.strip("{}")])
    for ability in thing.abilities:
        found |= _of_text(steps, thing, ability.given.get("text", ""), seen | {thing.id})
    return found


@answers("could-produce",
         later("Which types of mana could this permanent produce? None: its ability produces no mana."), "object",
         "rules ask could-produce A -f situation.yaml")  # fmt: skip
def _could_produce(now: Situation, asked: Asked) -> Valued:
    thing, steps = asked.object(now), Steps(now)
    types = _in_order(_of(steps, thing))
    if not types:
        steps.rule("undefined-mana", thing)
    steps.rule("could-produce", thing, types)
    return steps.valued(list(types))


# --- mana that can be spent only on something ----------------------------------------------------------------


@defines("restricted-mana", later("how mana can be spent doesn't affect its type: {kind}"))
def restrictions_dont_affect_the_type(_now: Situation, kind: str, all_of_it: int, restricted: int) -> dict[str, int]:
    """Restrictions don't affect the type of mana: to double a type adds as much as there is of it, unrestricted."""
    return {"mana": 2 * all_of_it, "restricted": restricted}


@answers("doubled-mana",
         later("How much mana of each type has this player once it is doubled, and how much of it has restrictions?"),
         "player", "rules ask doubled-mana p1 --fact p1.mana.red=1 --fact p1.restricted_mana.red=1")  # fmt: skip
def _doubled_mana(now: Situation, asked: Asked) -> Valued:
    player, steps = asked.thing(now), Steps(now)
    if not isinstance(player, Player) or not player.mana.known:
        path = f"players.{asked.things[0] if asked.things else ''}.mana"
        return Valued(None, unknown(path, later("not stated: {path}"), path=path))
    found: dict[str, dict[str, int]] = {"mana": {}, "restricted": {}}
    for kind, amount in player.mana.stated.items():
        each = steps.rule("restricted-mana", kind, amount, player.restricted_mana.stated.get(kind, 0))
        for what, number in (each or {"mana": 2 * amount}).items():
            found[what] |= {kind: number} if number else {}
    return steps.valued(found)
