"""Questions, answers and proofs, and the helpers with which encoded rules derive them."""
