"""The judges' books: from a page or PDF of a policy document to its edition."""
