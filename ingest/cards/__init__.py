"""Files of cards: MTGJSON's AtomicCards and Scryfall's bulk data, plain or compressed with gzip."""
