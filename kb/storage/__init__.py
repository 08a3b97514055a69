"""The knowledge base in SQLite. Only this package contains SQL."""
