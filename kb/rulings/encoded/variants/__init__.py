"""Casual variants: Commander, deck construction, cards of the command zone (309 to 315, 903)."""
