"""The encoded rules that an edition has, found by their reviewed wordings."""
