"""The types of facts that are printed on cards: mana costs, type lines, card types, keyword abilities."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from kb.i18n import _
from kb.rulings.situation.fact import InvalidFactValue, require_scalar, suggestion
from kb.rulings.situation.fact_types import KeywordsFact, WordFact
from kb.rulings.situation.mana_cost import parse_mana_cost
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES, parse_type_line
from kb.rulings.situation.yaml_nodes import YamlNode

KEYWORD_NAMES = (
    "deathtouch", "defender", "double strike", "enchant", "equip", "first strike", "flash", "flying", "haste",
    "hexproof", "indestructible", "intimidate", "landwalk", "lifelink", "protection", "reach", "shroud", "trample",
    "vigilance", "ward", "banding", "rampage", "cumulative upkeep", "flanking", "phasing", "buyback", "shadow",
    "cycling", "echo", "horsemanship", "fading", "kicker", "flashback", "madness", "fear", "morph", "amplify",
    "provoke", "storm", "affinity", "entwine", "modular", "sunburst", "bushido", "soulshift", "splice", "offering",
    "ninjutsu", "epic", "convoke", "dredge", "transmute", "bloodthirst", "haunt", "replicate", "forecast", "graft",
    "recover", "ripple", "split second", "suspend", "vanishing", "absorb", "aura swap", "delve", "fortify", "frenzy",
    "gravestorm", "poisonous", "transfigure", "champion", "changeling", "evoke", "hideaway", "prowl", "reinforce",
    "conspire", "persist", "wither", "retrace", "devour", "exalted", "unearth", "cascade", "annihilator", "level up",
    "rebound", "umbra armor", "infect", "battle cry", "living weapon", "undying", "miracle", "soulbond", "overload",
    "scavenge", "unleash", "cipher", "evolve", "extort", "fuse", "bestow", "tribute", "dethrone", "hidden agenda",
    "outlast", "prowess", "dash", "exploit", "menace", "renown", "awaken", "devoid", "ingest", "myriad", "surge",
    "skulk", "emerge", "escalate", "melee", "crew", "fabricate", "partner", "undaunted", "improvise", "aftermath",
    "embalm", "eternalize", "afflict", "ascend", "assist", "jump-start", "mentor", "afterlife", "riot", "spectacle",
    "escape", "companion", "mutate", "encore", "boast", "foretell", "demonstrate", "daybound", "nightbound",
    "disturb", "decayed", "cleave", "training", "compleated", "reconfigure", "blitz", "casualty", "enlist",
    "read ahead", "ravenous", "squad", "space sculptor", "visit", "prototype", "living metal",
    "more than meets the eye", "for mirrodin!", "toxic", "backup", "bargain", "craft", "disguise", "solved", "plot",
    "saddle", "spree", "freerunning", "gift", "offspring", "impending", "exhaust", "max speed", "start your engines!",
    "harmonize", "mobilize", "job select", "tiered", "station", "warp", "∞", "mayhem", "web-slinging", "firebending",
)  # fmt: skip
"""The names of keyword abilities in the newest edition (702). Situations may state other names, too."""

_NAMED = "|".join(re.escape(each.removesuffix("!")) + "!?" for each in KEYWORD_NAMES)
_KNOWN = re.compile(rf"(?:{_NAMED})(?:$|[ —])|.*(?:walk|cycling|offering)$")
"""A keyword ability with or without parameters. Any type may come before `walk`, `cycling` and `offering`."""

_CLOSE = 0.85
_SHORTEST = 4
"""The least length of a text for which a name is suggested. Shorter texts are similar to too many names."""


class CostFact(WordFact):
    """A mana cost as printed."""

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, form="mana cost", **options)

    def parse(self, node: YamlNode) -> str:
        """See `Fact`."""
        text = super().parse(node)
        try:
            parse_mana_cost(text)
        except ValueError as problem:
            wrong, example = str(problem)[:40], "{2}{W/U}"
            message = _("'{wrong}' is no mana symbol; give a mana cost such as {example}", wrong=wrong, example=example)
            raise InvalidFactValue(node, message) from problem
        return text


class TypeLineFact(WordFact):
    """A type line as printed."""

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, form="type line", **options)

    def parse(self, node: YamlNode) -> str:
        """See `Fact`."""
        text = super().parse(node)
        try:
            parse_type_line(text)
        except ValueError as problem:
            word = str(problem)
            message = _("'{word}' is neither a supertype nor a card type", word=word[:40])
            raise InvalidFactValue(node, message + suggestion(word, (*CARD_TYPES, *SUPERTYPES))) from problem
        return text


class CardTypesFact(KeywordsFact):
    """A list of card types."""

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, *CARD_TYPES, **options)

    def parse_word(self, node: YamlNode) -> str:
        """Parse a card type.

        Raises:
            InvalidFactValue: the word isn't a card type. The message says where supertypes and subtypes are stated.
        """
        text = require_scalar(node, _("one word")).text
        if text.lower() in SUPERTYPES:
            raise InvalidFactValue(node, _("'{word}' is a supertype: it stands under `supertypes`", word=text))
        if " " in text:
            message = _("'{text}' is a whole type line: it stands under `type_line`", text=text[:40])
            raise InvalidFactValue(node, message)
        if text.lower() not in CARD_TYPES and not get_close_matches(text.lower(), CARD_TYPES, n=1):
            raise InvalidFactValue(node, _("'{word}' is no card type; subtypes stand under `subtypes`", word=text[:40]))
        return super().parse_word(node)


class KeywordAbilitiesFact(KeywordsFact):
    """A list of keyword abilities."""

    def parse_word(self, node: YamlNode) -> str:
        """Parse a keyword ability. For `first-strike` or `first_strike`, return `first strike`.

        Raises:
            InvalidFactValue: the text is a misspelled name or lists several abilities.
        """
        text = super().parse_word(node)
        several = [each.strip() for each in re.split(r",| and ", text)]
        if len(several) > 1 and all(map(_KNOWN.match, several)):
            apart = ", ".join(several)
            message = _("'{text}' are several keyword abilities; give [{apart}]", text=text[:60], apart=apart)
            raise InvalidFactValue(node, message)
        if _KNOWN.match(text):
            return text
        spaced = text.replace("-", " ").replace("_", " ")
        if _KNOWN.match(spaced):
            return spaced
        if len(spaced) >= _SHORTEST and (close := get_close_matches(spaced, KEYWORD_NAMES, n=1, cutoff=_CLOSE)):
            message = _("'{word}' is no keyword ability; did you mean '{close}'?", word=text[:40], close=close[0])
            raise InvalidFactValue(node, message)
        return text
