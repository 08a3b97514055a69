"""Executable rules: a situation is asked a question, and the rules of any year answer it with proof."""
