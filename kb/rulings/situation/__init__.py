"""The stated facts of a game: their vocabulary, and the parser that reads and checks them."""
