"""The stated facts of a game, with their vocabulary and a parser that checks situations."""
