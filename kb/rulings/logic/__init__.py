"""Truths with three values, partly known values, and the facts that an open answer depends on."""
