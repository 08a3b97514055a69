"""Matching of the rules of consecutive editions; pure functions that don't read the store."""
