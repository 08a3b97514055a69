"""Pure functions that parse lines to the rules, examples and glossary entries of an edition."""
