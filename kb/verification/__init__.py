"""The check of an answer about the rules: every number and every quotation in it is accounted for."""
