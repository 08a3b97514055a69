"""Kinds of counters that cards use. A situation may state other kinds, too (122.1).

A kind that is nearly one of these is a misspelling.
"""

from __future__ import annotations

import re

COUNTER_KINDS = (
    "acorn", "aegis", "age", "aim", "arrow", "arrowhead", "awakening", "bait", "blaze", "blessing", "blight",
    "blood", "bloodline", "bloodstain", "book", "bore", "bounty", "brain", "bribery", "brick", "burden", "cage",
    "carrion", "cell", "charge", "chip", "chorus", "coin", "collection", "component", "contested", "corpse",
    "corruption", "crank", "credit", "croak", "crystal", "cube", "currency", "death", "defense", "delay",
    "depletion", "descent", "despair", "devotion", "discovery", "divinity", "doom", "dread", "dream", "duty",
    "echo", "egg", "elixir", "ember", "energy", "eon", "eruption", "essence", "everything", "evidence",
    "experience", "exposure", "eyeball", "eyestalk", "fade", "fate", "feather", "feeding", "fellowship",
    "fetch", "filibuster", "film", "finality", "fire", "flame", "flood", "foreshadow", "fungus", "funk", "fury",
    "fuse", "gem", "germ", "ghostform", "glass", "glyph", "gold", "growth", "hack", "harmony", "hatching",
    "hatchling", "healing", "hit", "hone", "hoofprint", "hope", "hour", "hourglass", "hunger", "husk", "ice",
    "impostor", "incarnation", "incubation", "infection", "influence", "ingenuity", "ingot", "ingredient",
    "intel", "intervention", "invitation", "isolation", "javelin", "judgment", "ki", "kick", "knickknack",
    "knowledge", "landmark", "level", "loot", "lore", "loyalty", "luck", "lux", "magnet", "manabond",
    "management", "manifestation", "mannequin", "mask", "matrix", "memory", "midway", "mine", "mining", "mire",
    "music", "muster", "necrodermis", "nest", "net", "night", "oil", "omen", "ore", "page", "pain",
    "palliation", "paralyzing", "pause", "petal", "petrification", "phylactery", "phyresis", "pin", "plague",
    "plot", "point", "poison", "polyp", "possession", "pressure", "prey", "primeval", "pupa", "quest", "rad",
    "rally", "rejection", "release", "repair", "reprieve", "revival", "ribbon", "ritual", "rope", "rust",
    "scream", "scroll", "secret", "shackle", "shell", "shield", "shoe", "shred", "silver", "skewer", "sleep",
    "sleight", "slime", "slumber", "soot", "soul", "spark", "spite", "spore", "stash", "storage", "storyline",
    "strife", "study", "stun", "supply", "suspect", "takeover", "task", "tension", "theft", "thunder", "ticket",
    "tide", "time", "tower", "training", "trap", "treasure", "trick", "unity", "unlock", "valor", "velocity",
    "verse", "vitality", "void", "volatile", "vortex", "vow", "voyage", "wage", "winch", "wind", "wish",
    "wound",
)  # fmt: skip

_POWER_TOUGHNESS = re.compile(r"[+-][0-9]{1,2}/[+-][0-9]{1,2}")


def is_counter_kind(word: str) -> bool:
    """True if a word is a known kind of counters, or one that changes power and toughness, such as +1/+1 (122.1a)."""
    return word in COUNTER_KINDS or _POWER_TOUGHNESS.fullmatch(word) is not None
