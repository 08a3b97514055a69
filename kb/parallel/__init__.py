"""The cards of the card library in English and French, line by line, and what they say about the names of terms."""
