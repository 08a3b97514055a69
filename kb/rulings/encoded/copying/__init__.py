"""Copies, tokens, names, double-faced and melded cards (111, 201, 607, 701, 707, 712)."""
