"""Citations of the rules in other people's texts: to write one, to find them, to check them.

`cite` writes one to paste. `scan` finds them in a file's bytes; `grammar` says what one looks like;
`quotation` finds the words of the rule that stand beside one; `check` holds both against the rules.
Nothing here reads files.
"""
