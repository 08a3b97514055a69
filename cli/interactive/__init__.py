"""The interactive search on a terminal, which `rules` opens without arguments (extra `live`)."""
