"""Ingest: from a document's bytes to an edition of the rules."""
