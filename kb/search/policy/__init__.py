"""Search in the policy documents, and one list of hits from all books."""
