"""Characteristics of cards: names, mana costs, colors, types, power and toughness (105, 107, 200 to 209)."""
