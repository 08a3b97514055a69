"""Executable rules: the rules of any year answer a question about a situation, with a proof."""
