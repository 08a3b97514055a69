"""Casting spells: times, zones, targets, costs, resolution (115, 118, 601, 608)."""
