"""The knowledge base in SQLite. SQL stands in this package only."""
