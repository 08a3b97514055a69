"""The terms of the rules, in English and in French."""
