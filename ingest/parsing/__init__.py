"""From lines to the rules, examples and glossary entries of an edition. Pure."""
