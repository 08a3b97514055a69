"""Files of users: read in chunks, written whole, searched for citations."""
