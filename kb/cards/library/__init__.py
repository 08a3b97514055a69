"""The card library: cards with their parsed text, in a database beside the knowledge base."""
