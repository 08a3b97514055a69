"""Damage, counters, replacement and prevention effects (120 to 122, 614 to 616)."""
