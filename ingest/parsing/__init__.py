"""Parsing of lines to the rules, examples and glossary entries of an edition; pure functions."""
