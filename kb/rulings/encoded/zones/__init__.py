"""Entering the battlefield and moving between zones (400 to 408, 614.12, 701)."""
