"""Matching of the rules in consecutive editions, by pure functions that don't read the store."""
