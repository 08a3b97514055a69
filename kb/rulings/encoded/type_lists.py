"""The lists of subtypes (205.3g to q): read from the edition's own text, so that each edition has its own.

Without the text, as in the starter data alone, a list isn't known, and what depends on it is open.
"""

from __future__ import annotations

import re

from kb.rulings.registry import defines
from kb.rulings.situation import Situation
from kb.tongue import later

Subtypes = frozenset[str] | None

_LIST = re.compile(
    r"(?:[Tt]he [a-z]+ types are|All other creature types are one word long:|That [a-z]+ type is"
    r"|The only [a-z]+ type at this time is) ([^.]+)\.",
    re.DOTALL,
)
_TWO_WORDS = re.compile(r"creature type is two words long: ([^.]+)\.")
_ASIDE = re.compile(r"\([^()]*\)")


def _listed(now: Situation, concept: str) -> Subtypes:
    """The subtypes that the rule of a concept lists, in lower case; None where its text isn't known."""
    text = now.law.text(concept)
    found = _LIST.search(_ASIDE.sub("", text)) if text is not None else None
    if text is None or found is None:
        return None
    names = re.split(r",\s*(?:and\s+)?|\s+and\s+", found[1].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    longer = _TWO_WORDS.search(text)
    return frozenset(name.strip().lower() for name in (*names, longer[1] if longer else "") if name.strip())


@defines("artifact-types", claim=later("the rules list the artifact types"))
def listed_artifact_types(now: Situation) -> Subtypes:
    """Artifacts have their own unique set of subtypes; these are listed."""
    return _listed(now, "artifact-types")


@defines("battle-types", claim=later("the rules list the battle types"))
def listed_battle_types(now: Situation) -> Subtypes:
    """Battles have a unique subtype."""
    return _listed(now, "battle-types")


@defines("creature-types", claim=later("the rules list the creature types"))
def listed_creature_types(now: Situation) -> Subtypes:
    """Creatures and kindreds share their lists of subtypes; these are listed."""
    return _listed(now, "creature-types")


@defines("enchantment-types", claim=later("the rules list the enchantment types"))
def listed_enchantment_types(now: Situation) -> Subtypes:
    """Enchantments have their own unique set of subtypes; these are listed."""
    return _listed(now, "enchantment-types")


@defines("land-types", claim=later("the rules list the land types"))
def listed_land_types(now: Situation) -> Subtypes:
    """Lands have their own unique set of subtypes; these are listed."""
    return _listed(now, "land-types")


@defines("planeswalker-types", claim=later("the rules list the planeswalker types"))
def listed_planeswalker_types(now: Situation) -> Subtypes:
    """Planeswalkers have their own unique set of subtypes; these are listed."""
    return _listed(now, "planeswalker-types")


@defines("spell-types", claim=later("the rules list the spell types"))
def listed_spell_types(now: Situation) -> Subtypes:
    """Instants and sorceries share their lists of subtypes; these are listed."""
    return _listed(now, "spell-types")


@defines("planar-types", claim=later("the rules list the planar types"))
def listed_planar_types(now: Situation) -> Subtypes:
    """Planes have their own unique set of subtypes; these are listed."""
    return _listed(now, "planar-types")


@defines("dungeon-types", claim=later("the rules list the dungeon types"))
def listed_dungeon_types(now: Situation) -> Subtypes:
    """One dungeon card has a subtype."""
    return _listed(now, "dungeon-types")


LIST_OF = {
    "artifact": "artifact-types", "battle": "battle-types", "creature": "creature-types", "dungeon": "dungeon-types",
    "enchantment": "enchantment-types", "instant": "spell-types", "kindred": "creature-types", "land": "land-types",
    "plane": "planar-types", "planeswalker": "planeswalker-types", "sorcery": "spell-types", "tribal": "creature-types",
}  # fmt: skip
"""The list of subtypes that belongs to each card type; the others have none (205.3r)."""
