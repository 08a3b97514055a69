"""Life totals, paying life, losing and ending the game (103, 104, 119, 704.5a to d)."""
