"""The mana that a permanent could produce (106.5, 106.7), and mana with restrictions (106.6)."""

from __future__ import annotations

import re

from kb.rulings.encoded.card_types.land_types import BASIC_LAND_MANA
from kb.rulings.encoded.casting.mana_payment import MANA_TYPES
from kb.rulings.encoded.layers.current_values import colors_of
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, defines, defines_each
from kb.rulings.logic.ternary import all_of, unknown, unstated
from kb.rulings.situation.mana_cost import COLOR_OF, mana_symbols_in
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import COLORS

ManaTypes = tuple[str, ...]


_ADDS = re.compile(r"\badds? (?P<what>[^.]*)", re.IGNORECASE)
_COULD = re.compile(r"any (?P<of>color|type) that (?:a|any) (?P<what>land|permanent)s? (?P<whose>.+?) could produce")
_OF_PERMANENTS = re.compile(
    r"(?:choose a color of (?:a|any) permanent|any color among permanents|(?:a|the) colors? of (?:a|any) permanent)s?"
    r" you control",
    re.IGNORECASE,
)
_ANY = {"any color": COLORS, "any one color": COLORS, "any type": MANA_TYPES, "any one type": MANA_TYPES}


@defines("could-produce", "{thing} could produce any type of mana that an ability of it would produce now")
def what_its_abilities_would_produce(_now: Situation, _thing: Object, types: ManaTypes) -> ManaTypes:
    """A permanent could produce any type of mana that its abilities would produce if they resolved now."""
    return types


@defines_each(
    Row("undefined-mana", "no_mana_from_mana_abilities", "{thing} produces no mana, as no type of mana is defined",
        "If a mana ability would produce mana of an undefined type, it produces no mana instead."),
    Row("undefined-mana", "no_mana_from_any_ability", "",
        "If an ability would produce mana of an undefined type, it produces no mana instead."),
)  # fmt: skip
def no_mana(_now: Situation, _thing: Object) -> ManaTypes:
    """Mana of an undefined type isn't produced."""
    return ()


def _permanents_of(steps: Derivation, player: Player, what: str) -> list[Object]:
    """Return a player's permanents of a kind. If the battlefield isn't listed in full, mark the answer as unknown."""
    now = steps.now
    if "battlefield" not in now.closed:
        steps.check(unknown("closed", "whether {player} controls other permanents", player=player))
        return []
    mine = [each for each in now.permanents if steps.check(player.controls(each))]
    return [each for each in mine if what == "permanent" or steps.check(each.has_type(what))]


def _players_meant(steps: Derivation, thing: Object, whose: str) -> list[Player]:
    you = steps.now.player(steps.read_value(thing.controller) or "")
    if you is None:
        return []
    return [you] if whose.startswith("you ") else list(you.opponents)


def _types_of_others(steps: Derivation, thing: Object, text: str, seen: frozenset[str]) -> set[str]:
    """Return the types of mana that a text such as “any type that a land you control could produce” means."""
    found: set[str] = set()
    for clause in _COULD.finditer(text):
        for player in _players_meant(steps, thing, clause["whose"]):
            for other in _permanents_of(steps, player, clause["what"]):
                found |= _mana_types_of(steps, other, seen)
        if clause["of"] == "color":
            found.discard("colorless")
    return found


def _colors_of_permanents(steps: Derivation, thing: Object) -> set[str]:
    """Return the colours of the permanents that the controller of an object controls."""
    found: set[str] = set()
    for player in _players_meant(steps, thing, "you control"):
        for other in _permanents_of(steps, player, "permanent"):
            found |= set(colors_of(steps, other) or ())
    return found


def _types_in_text(steps: Derivation, thing: Object, text: str, seen: frozenset[str]) -> set[str]:
    found = _types_of_others(steps, thing, text, seen)
    if _OF_PERMANENTS.search(text):
        found |= _colors_of_permanents(steps, thing)
    for clause in _ADDS.finditer(_COULD.sub("", text)):
        for symbol in mana_symbols_in(clause["what"]):
            found |= set(symbol.colors) or ({"colorless"} if symbol.text == "C" else set())
        if not _OF_PERMANENTS.search(text):
            found |= {each for words, types in _ANY.items() if words in clause["what"] for each in types}
    return found


def _mana_types_of(steps: Derivation, thing: Object, seen: frozenset[str] = frozenset()) -> set[str]:
    """Return the types of mana that a permanent could produce. Skip the permanents in `seen` to avoid endless loops."""
    if thing.id in seen:
        return set()
    if "produces" in thing.stated:
        return set(steps.read_value(thing.produces))
    found: set[str] = set()
    for land_type, symbol in BASIC_LAND_MANA.items():
        has_type = all_of(thing.has_type("land"), steps.now.rule("intrinsic-mana-ability", thing, land_type))
        if has_type.value is not False and steps.check(has_type):
            found.add(COLOR_OF[symbol.strip("{}")])
    for ability in thing.abilities:
        found |= _types_in_text(steps, thing, ability.stated.get("text", ""), seen | {thing.id})
    return found


@answers("could-produce", "Which types of mana could this permanent produce? None: its ability produces no mana.",
         "object", "rules ask could-produce A -f situation.yaml")  # fmt: skip
def _could_produce(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing, steps = asked.object(now), Derivation(now)
    produced = _mana_types_of(steps, thing)
    types = tuple(each for each in MANA_TYPES if each in produced)
    if not types:
        steps.apply_rule("undefined-mana", thing)
    steps.apply_rule("could-produce", thing, types)
    return steps.result(list(types))


# --- mana with restrictions ----------------------------------------------------------------------------------


@defines("restricted-mana", "how mana can be spent doesn't affect its type: {kind}")
def restrictions_dont_affect_the_type(_now: Situation, kind: str, all_of_it: int, restricted: int) -> dict[str, int]:
    """Restrictions don't affect the type of mana. Restricted mana is doubled too; the added mana is unrestricted."""
    return {"mana": 2 * all_of_it, "restricted": restricted}


@answers("doubled-mana",
         "How much mana of each type has this player once it is doubled, and how much of it has restrictions?",
         "player", "rules ask doubled-mana p1 --fact p1.mana.red=1 --fact p1.restricted_mana.red=1")  # fmt: skip
def _doubled_mana(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player, steps = asked.thing(now), Derivation(now)
    if not isinstance(player, Player) or not player.mana.is_known:
        path = f"players.{asked.things[0] if asked.things else ''}.mana"
        return DerivedValue(None, unstated(path))
    found: dict[str, dict[str, int]] = {"mana": {}, "restricted": {}}
    for kind, amount in player.mana.counts.items():
        each = steps.apply_rule("restricted-mana", kind, amount, player.restricted_mana.counts.get(kind, 0))
        for what, number in (each or {"mana": 2 * amount}).items():
            found[what] |= {kind: number} if number else {}
    return steps.result(found)
