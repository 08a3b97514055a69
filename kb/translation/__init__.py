"""French rules paired with the English that they were made from: their states, checks, and files for translators."""
