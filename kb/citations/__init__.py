"""Citations of the rules in other people's texts: how to write, find, check and fix citations.

`scanner` finds citations in the bytes of a file, `citation_parser` parses them in a line, `quotations` finds the quoted
words beside them, `checker` gives verdicts, and `fixer` replaces old numbers. `formatter` writes a citation to paste.
These modules work on bytes and text. No module opens a file.
"""
