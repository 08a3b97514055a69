"""Starter texts with their provenance; found through `importlib.resources`."""
