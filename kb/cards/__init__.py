"""Cards, in their own words: the grammar of card text."""
