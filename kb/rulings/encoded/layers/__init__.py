"""Continuous effects and the layers in which they apply (609 to 613)."""
