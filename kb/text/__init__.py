"""Texts of rules: folded words, normal forms, word differences, and the references that they contain."""
