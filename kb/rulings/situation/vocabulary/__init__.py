"""The vocabulary: every fact that a situation can state, by what it is a fact of.

This is the one table of facts. docs/situations.md, the JSON Schema, the checking of situations and the options
of `rules ask` are made from it. Rule numbers are those of the edition of 2026-01-16.

To add a fact, declare it here; an encoded rule then reads it as an attribute of its thing.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.rulings.situation.fact import Entity
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
    "COLORS",
    "HISTORY_FACTS",
    "PART_CLASSES",
    "SECTION_CLASSES",
    "SECTORS",
    "STEPS",
    "ZONES",
    "Ability",
    "Attack",
    "Block",
    "Damage",
    "EffectFacts",
    "Face",
    "Game",
    "GameEvent",
    "LifeChange",
    "ObjectFacts",
    "PlayerFacts",
    "Proposal",
    "Sticker",
    "all_facts",
]  # fmt: skip

SECTION_CLASSES: dict[str, type[Entity]] = {
    "game": Game,
    "players": PlayerFacts,
    "objects": ObjectFacts,
    "proposed": Proposal,
    "effects": EffectFacts,
}
"""What stands under each key of a situation."""

PART_CLASSES: tuple[type[Entity], ...] = (Ability, Face, Sticker, Attack, Block, Damage, GameEvent, LifeChange)
"""What lists within them hold."""

HISTORY_FACTS = {
    name: (kind, fact) for kind in (PlayerFacts, ObjectFacts) for name, fact in kind.facts().items() if fact.history
}
"""What stands under `history`: by fact, of which things it is."""


def all_facts() -> Iterator[tuple[type[Entity], str]]:
    """All facts, each with what it is of."""
    for kind in (*SECTION_CLASSES.values(), *PART_CLASSES):
        for name in kind.facts():
            yield kind, name
