"""Checks of the encoded rules against editions: coverage, drift and the examples that the rules print."""
