"""Three-valued truth, values that are known in part, and the facts that an open answer depends on."""
