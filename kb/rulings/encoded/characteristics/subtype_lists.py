"""Lists of subtypes (205.3g to q), read from the rule texts of each edition.

The starter data lack these texts. If a text is missing, its list is unknown. Answers that need it are unknown, too.
"""

from __future__ import annotations

import re

from kb.rulings.law.applicable_law import Law
from kb.rulings.law.rule_registry import Row, defines_each
from kb.rulings.situation.situation import Situation
from kb.storage.view import View
from kb.text.keywords import find_keywords

Subtypes = frozenset[str] | None

_LIST = re.compile(
    r"(?:[Tt]he [a-z]+ types are|All other creature types are one word long:|That [a-z]+ type is"
    r"|The only [a-z]+ type at this time is) ([^.]+)\.",
    re.DOTALL,
)
_TWO_WORDS = re.compile(r"creature type is two words long: ([^.]+)\.")
_ASIDE = re.compile(r"\([^()]*\)")


@defines_each(
    Row("artifact-types", "listed_artifact_types", "the rules list the artifact types",
        "Artifacts have their own unique set of subtypes, the artifact types."),
    Row("battle-types", "listed_battle_types", "the rules list the battle types", "Battles have a unique subtype."),
    Row("creature-types", "listed_creature_types", "the rules list the creature types",
        "Creatures and kindreds share one set of subtypes, the creature types."),
    Row("enchantment-types", "listed_enchantment_types", "the rules list the enchantment types",
        "Enchantments have their own unique set of subtypes, the enchantment types."),
    Row("land-types", "listed_land_types", "the rules list the land types",
        "Lands have their own unique set of subtypes, the land types."),
    Row("planeswalker-types", "listed_planeswalker_types", "the rules list the planeswalker types",
        "Planeswalkers have their own unique set of subtypes, the planeswalker types."),
    Row("spell-types", "listed_spell_types", "the rules list the spell types",
        "Instants and sorceries share one set of subtypes, the spell types."),
    Row("planar-types", "listed_planar_types", "the rules list the planar types",
        "Planes have their own unique set of subtypes, the planar types."),
    Row("dungeon-types", "listed_dungeon_types", "the rules list the dungeon types", "One dungeon card has a subtype."),
)  # fmt: skip
def listed_subtypes(now: Situation, *, concept: str) -> Subtypes:
    """Return the subtypes that a concept's rule lists, in lower case, or None if the text of the rule isn't known."""
    text = now.law.text(concept)
    found = _LIST.search(_ASIDE.sub("", text)) if text is not None else None
    if text is None or found is None:
        return None
    names = re.split(r",\s*(?:and\s+)?|\s+and\s+", found[1].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    longer = _TWO_WORDS.search(text)
    return frozenset(name.strip().lower() for name in (*names, longer[1] if longer else "") if name.strip())


SUBTYPE_LIST_CONCEPTS = {
    "artifact": "artifact-types", "battle": "battle-types", "creature": "creature-types", "dungeon": "dungeon-types",
    "enchantment": "enchantment-types", "instant": "spell-types", "kindred": "creature-types", "land": "land-types",
    "plane": "planar-types", "planeswalker": "planeswalker-types", "sorcery": "spell-types", "tribal": "creature-types",
}  # fmt: skip
"""The concept of the rule that lists the subtypes, for each card type that has subtypes (205.3r)."""


def words_of_edition(law: Law, view: View) -> frozenset[str]:
    """Return the subtypes and the names of the keyword abilities of an edition, in lower case."""
    now = Situation(law=law)
    lists = [law.rule(concept) for concept in dict.fromkeys(SUBTYPE_LIST_CONCEPTS.values())]
    subtypes = {word for rule in lists if rule is not None for word in rule(now) or ()}
    keywords = find_keywords([rule.item for rule in view.rules()])
    return frozenset(subtypes | {each.name.lower() for each in keywords if each.kind == "ability"})
