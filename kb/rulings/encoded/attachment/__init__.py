"""Auras, Equipment and Fortifications: the objects and players they are attached to (301, 303, 701, 704)."""
