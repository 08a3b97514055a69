"""Citations of the rules in users' texts: writing, finding, checking and fixing them.

`scanner` finds citations in the bytes of a file. `citation_parser` parses the citations of a line. `quotations` finds
the words quoted beside a citation. `checker` gives verdicts. `fixer` replaces old numbers. `formatter` writes a
citation to paste. These modules work on bytes and text and open no files.
"""
