"""Executable rules: answer a question about a situation with a proof, under the rules of any year."""
