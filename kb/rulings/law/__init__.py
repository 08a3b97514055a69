"""The encoded rules of an edition, found by their reviewed wordings."""
