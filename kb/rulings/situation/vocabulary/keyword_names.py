"""The names of keyword abilities."""

from __future__ import annotations

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
    "sneak",
    "bands with other", "choose a background", "commander ninjutsu", "doctor's companion", "friends forever",
    "double agenda", "landhome", "megamorph", "multikicker", "snow-covered landwalk",
    "sticker kicker", "substance", "totem armor", "waterbend",
)  # fmt: skip
"""The names of keyword abilities (702) of any day, and of abilities that the rules write like keyword abilities."""
