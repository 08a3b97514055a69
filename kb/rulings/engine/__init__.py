"""Questions, answers and proofs, and helper functions for encoded rules."""
