"""Activated, triggered and mana abilities (106, 113, 602 to 605)."""
