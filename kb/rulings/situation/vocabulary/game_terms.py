"""Words of the rules that occur as values of facts: phases, steps, zones, colours, events."""

from __future__ import annotations

MAIN_PHASES = ("main", "precombat-main", "postcombat-main")
PHASES = ("beginning", *MAIN_PHASES, "combat", "ending")
STEPS = {
    "untap": "beginning", "upkeep": "beginning", "draw": "beginning", "beginning-of-combat": "combat",
    "declare-attackers": "combat", "declare-blockers": "combat", "combat-damage": "combat",
    "end-of-combat": "combat", "end": "ending", "cleanup": "ending",
}  # fmt: skip
"""The phase of each step (500.1, 501 to 514)."""

ZONES = ("library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "ante", "outside")
COLORS = ("white", "blue", "black", "red", "green")
TYPE_OF_SUBTYPE = {
    "aura": "enchantment", "saga": "enchantment", "role": "enchantment", "class": "enchantment", "case": "enchantment",
    "equipment": "artifact", "fortification": "artifact", "vehicle": "artifact", "spacecraft": "artifact",
    "siege": "battle",
}  # fmt: skip
"""The card type of each subtype that encoded rules test: an object with the subtype Aura is an enchantment (205.3d)."""
SECTORS = ("alpha", "beta", "gamma")

EVENTS = (
    "enter", "leave", "die", "tap", "untap", "sacrifice", "discard", "exile", "return", "create", "cast", "draw",
    "mill", "gain-life", "lose-life",
)  # fmt: skip
"""The events that happen to objects and players, named as in abilities and effects (700.1)."""
PREVENTABLE_EVENTS = (*EVENTS, "destroy", "counter")
"""The events that can be proposed."""

EVENTS_WITHOUT_EFFECTS = ("target", "become-monarch", "take-initiative")
"""Events that abilities trigger on, but that no effect can be stated to replace."""

EVENTS_OF_PERMANENTS = {"destroy": "be-destroyed", "counter": "be-countered", "sacrifice": "be-sacrificed"}
"""What effects call some events: "can't be destroyed", "can't be countered", "can't be sacrificed"."""
