"""Alternative costs of casting a spell: what is paid for a keyword ability, and what is cast (118.9, 702)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.i18n import mark_message
from kb.rulings.encoded.copying.copiable_values import PRINTED_FACTS
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, constant, unknown
from kb.rulings.situation.keyword_forms import is_keyword, parse_keyword
from kb.rulings.situation.mana_cost import NO_COST
from kb.rulings.situation.phrase_tree import InvalidPhrase
from kb.rulings.situation.situation import Object, Situation

FOR_FREE = "without paying its mana cost"
_ONLY_MANA = re.compile(r"(?:\{[^}]+\})+")
_FACE_DOWN = ("morph", "disguise")
_FACE_DOWN_COST = "{3}"
_PRINTED_COST = frozenset({
    "awaken", "bestow", "blitz", "cleave", "dash", "disturb", "escape", "evoke", "flashback", "foretell",
    "freerunning", "impending", "madness", "mayhem", "miracle", "more than meets the eye", "mutate", "overload",
    "prowl", "sneak", "spectacle", "surge", "warp", "web-slinging",
})  # fmt: skip
"""The keyword abilities that have “[cost] rather than its mana cost” paid to cast the spell, by their own rules."""

_REDUCED = frozenset({"emerge", "harmonize"})
"""Those whose cost is less by what a chosen creature has (702.119a, 702.180a)."""

_OTHERWISE = frozenset({"bestow", "disturb", "more than meets the eye"})
"""Those that make the spell something else than the card shows (702.103b, 702.146a, 702.162a)."""

_MORE = {
    "sneak": "return an unblocked creature you control to its owner's hand",
    "web-slinging": "return a tapped creature you control to its owner's hand",
}
"""What is paid besides the printed cost (702.188a, 702.190a)."""


@dataclass(frozen=True, slots=True)
class AlternativeCost:
    """What is paid to cast a spell rather than its mana cost.

    Attributes:
        mana: the mana, in the notation of printed costs; None if it is open.
        spell: the spell as it is cast, in a situation in which it is that: face down for morph.
        reasons: the rules that say so. A reason that isn't yes keeps the cost from being known.
        words: the parts of the cost that aren't mana.
        becomes_other: True if the spell has other characteristics than the card, which aren't derived.
    """

    mana: str | None
    spell: Object
    reasons: tuple[Truth, ...] = ()
    words: tuple[str, ...] = ()
    becomes_other: bool = False


@encodes("morph-casting", "{spell} is cast face down with its morph ability, for three generic mana")
def three_generic_mana_for_morph(_now: Situation, spell: Object) -> Truth:
    """A card cast with morph becomes a 2/2 face-down creature card. Its cost is {3}, and not its morph cost."""
    return spell.is_cast_for("morph")


@encodes("disguise-casting", "{spell} is cast face down with its disguise ability, for three generic mana")
def three_generic_mana_for_disguise(_now: Situation, spell: Object) -> Truth:
    """A card cast with disguise becomes a 2/2 face-down creature card with ward {2}. Its cost is {3}."""
    return spell.is_cast_for("disguise")


def pays_alternative(spell: Object) -> bool:
    """True if an alternative cost is to be paid."""
    return "alternative_mana_cost" in spell.stated or bool(spell.stated.get("alternative_costs"))


def alternative_cost(spell: Object) -> AlternativeCost:
    """Return the alternative cost that is stated to be paid for a spell, as the rule of its keyword ability says."""
    names: tuple[str, ...] = spell.stated.get("alternative_costs", ())
    stated = spell.stated.get("alternative_mana_cost")
    if len(names) > 1:
        which = mark_message("not stated: which one of the alternative costs is paid for {spell}")
        return AlternativeCost(None, spell, (unknown(spell.alternative_costs.fact, which, spell=spell),))
    if not names or names[0] == FOR_FREE:
        return AlternativeCost(str(stated) if stated is not None else "{0}" if names else None, spell)
    for ability in _FACE_DOWN:
        if is_keyword(names[0], ability, spell.now.words):
            reason = spell.now.rule(f"{ability}-casting", spell)
            ward = ("ward {2}",) if ability == "disguise" else ()
            return AlternativeCost(_FACE_DOWN_COST, face_down(spell, ward), (reason,))
    return _cost_of_keyword(spell, names[0], stated)


def _cost_of_keyword(spell: Object, named: str, stated: str | None) -> AlternativeCost:
    """Return the cost that a keyword ability prints, if its rule has it paid to cast the spell."""
    name = _name(spell, named)
    if name in _REDUCED:
        asks = mark_message("not stated: how much a chosen creature takes away from the {keyword} cost of {spell}")
        open_part = unknown(spell.alternative_costs.fact, asks, keyword=name, spell=spell)
        return AlternativeCost(None, spell, (open_part,))
    if name not in _PRINTED_COST and (stated is None or not spell.now.words.is_newer(name)):
        isnt = mark_message("{keyword} has no alternative cost that is paid to cast {spell}")
        return AlternativeCost(None, spell, (unknown(spell.alternative_costs.fact, isnt, keyword=name, spell=spell),))
    printed = {parse_keyword(each, spell.now.words).cost for each in spell.keywords if _name(spell, each) == name}
    cost = printed.pop() if len(printed) == 1 else ""
    mana = stated if stated is not None else cost.upper() if _ONLY_MANA.fullmatch(cost) else None
    words = (_MORE[name],) if name in _MORE else ()
    return AlternativeCost(mana, spell, words=words, becomes_other=name in _OTHERWISE)


def _name(spell: Object, text: str) -> str:
    """Return the name of a keyword ability; the text itself if it isn't understood."""
    try:
        return parse_keyword(text, spell.now.words).name
    except InvalidPhrase:
        return text


def face_down(spell: Object, keywords: tuple[str, ...]) -> Object:
    """Return a spell as it is cast face down: a colourless 2/2 creature with only these keywords (702.37c, 708.2a).

    Its own static abilities don't exist in the situation in which it is face down.
    """
    now = spell.now
    replaced = (*PRINTED_FACTS, "power", "toughness", "base_power", "base_toughness", "faces", "layout", "cast_as")
    facts = {fact: value for fact, value in spell.stated.items() if fact not in replaced} | {
        "name": "none", "mana_cost": NO_COST, "types": ("creature",), "subtypes": (), "supertypes": (), "colors": (),
        "keywords": keywords, "abilities": (), "power": 2, "toughness": 2, "face_down": True,
    }  # fmt: skip
    kept = [each.stated for each in now.effects if each.stated.get("generated_by") != "static-ability"
            or each.stated.get("source") != spell.id]  # fmt: skip
    then = now.replace(
        objects={each.id: facts if each.id == spell.id else each.stated for each in now.objects}, effects=kept
    )
    return then.object(spell.id) or spell


def cast_as_shown(spell: Object) -> Truth:
    """Open if effects ask for qualities of a spell that isn't cast as what the card shows."""
    changes = [
        *spell.now.effects_matching("costs", "cast", spell),
        *spell.now.effects_matching("at-least", "cast", spell),
    ]
    if not any(each.affects.value or each.quality.value for each in changes):
        return constant(True)
    asks = mark_message("not derived: the characteristics that {spell} has as it is cast this way")
    return unknown(spell.alternative_costs.fact, asks, spell=spell)
