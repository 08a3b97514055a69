"""The encoded rules held against editions: coverage, drift and the examples that the rules print."""
