"""Cards, in their own words: the grammar of card text, the rules that govern it, the card library."""
