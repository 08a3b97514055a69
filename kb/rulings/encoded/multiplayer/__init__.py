"""Multiplayer rules: seating, range of influence, players who leave (800 to 811, 722)."""
