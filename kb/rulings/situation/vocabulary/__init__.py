"""The vocabulary: every fact that a situation can state. Each kind of entity has a module.

The vocabulary is the source for the tables of docs/situations.md, the JSON Schema, the parser of situations and the
options of `rules ask`. The rule numbers of the facts are those of the edition of 2026-01-16. An encoded rule reads a
fact as an attribute of its entity.
"""

from __future__ import annotations

from kb.i18n import _
from kb.rulings.situation.fact import Entity, suggestion
from kb.rulings.situation.vocabulary.ability import Ability
from kb.rulings.situation.vocabulary.effect import EffectFacts
from kb.rulings.situation.vocabulary.face import Face
from kb.rulings.situation.vocabulary.game import Game
from kb.rulings.situation.vocabulary.game_terms import COLORS, SECTORS, STEPS, ZONES
from kb.rulings.situation.vocabulary.object import ObjectFacts
from kb.rulings.situation.vocabulary.player import PlayerFacts
from kb.rulings.situation.vocabulary.proposed import Attack, Block, Damage, GameEvent, LifeChange, Proposal
from kb.rulings.situation.vocabulary.sticker import Sticker

__all__ = [
    "COLORS", "HISTORY_FACTS", "PART_CLASSES", "SECTION_CLASSES", "SECTORS", "STEPS", "ZONES", "Ability", "Attack",
    "Block", "Damage", "EffectFacts", "Face", "Game", "GameEvent", "LifeChange", "ObjectFacts", "PlayerFacts",
    "Proposal", "Sticker", "unknown_fact_message",
]  # fmt: skip

SECTION_CLASSES: dict[str, type[Entity]] = {
    "game": Game,
    "players": PlayerFacts,
    "objects": ObjectFacts,
    "proposed": Proposal,
    "effects": EffectFacts,
}
"""The classes of entities, by section of a situation."""

PART_CLASSES: tuple[type[Entity], ...] = (Ability, Face, Sticker, Attack, Block, Damage, GameEvent, LifeChange)
"""The classes of parts. A part is an entity in the value of a fact, such as an ability or a proposed attack."""

HISTORY_FACTS = {
    name: (kind, fact) for kind in (PlayerFacts, ObjectFacts) for name, fact in kind.facts().items() if fact.history
}
"""The facts under `history`, by name, each with the class of its entities."""


def unknown_fact_message(kind: type[Entity], name: str, known: tuple[str, ...]) -> str:
    """Return the message that a kind of entity has no fact with a name. `known` are the names of its facts."""
    if name in HISTORY_FACTS:
        return _("'{fact}' stands under history: {{{fact}: {{ID: …}}}}", fact=name)
    for section, other in SECTION_CLASSES.items():
        if other is not kind and name in other.facts():
            return _("'{fact}' is a fact of {section}, not of this", fact=name, section=section)
    return _("'{fact}' is no known fact", fact=name) + suggestion(name, known)
