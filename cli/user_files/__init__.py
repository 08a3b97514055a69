"""Users' files: reading them in chunks, writing them atomically, and finding citations in them."""
