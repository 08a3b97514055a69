"""The graph of references: what cites what, structural queries over it, and pictures of it."""
