"""Continuous effects: what an object is once all of them are applied in layers (609 to 613)."""
