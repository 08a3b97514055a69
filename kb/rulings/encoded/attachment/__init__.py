"""Auras, Equipment and Fortifications: what they can be and are attached to (301, 303, 701, 704)."""
