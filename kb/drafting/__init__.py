"""Drafts of missing French: what the known French of rules and cards, and the terms, say for an English text."""
