"""What a card's text states in a situation: characteristics, abilities and effects."""
