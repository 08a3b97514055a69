"""Golden rules, turns, steps, priority, special actions (101, 103, 116, 117, 500 to 505, 512 to 514, 726 to 731)."""
