"""The encoded rules, one module a subject. docs/rulings.md says how one is written."""
