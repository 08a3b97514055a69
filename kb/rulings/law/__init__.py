"""Which encoded rules an edition has, told by their reviewed wordings."""
