"""The knowledge base of rules: its model, storage, search and everything else that needs no user interface."""
