"""Documents as bytes: from files, folders and the network."""
