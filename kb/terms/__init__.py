"""What the rules call things, in English and in French."""
