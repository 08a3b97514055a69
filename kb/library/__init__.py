"""The Python API: a library of the rules for programs. `kb` gives out its names, so nothing else has to be imported."""
