"""Checks of the encoded rules against editions: coverage, drift and printed examples."""
