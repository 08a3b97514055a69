"""The knowledge base of rules: its model, storage, search and all other parts that work without a user interface."""
