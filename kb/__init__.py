"""The knowledge base: what a rule is, where it is kept, how it is found."""
