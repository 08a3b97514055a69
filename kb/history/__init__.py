"""Rules through time: histories, successors, differences between editions, and pinned numbers."""
