"""Rules through time: their lives, differences between editions, numbers of other days."""
