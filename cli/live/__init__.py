"""`rules` alone on a terminal: a search as you type.

`desk` answers from the knowledge base and knows nothing of screens, `leaf` is what is read, `lines` breaks it to the
width of the screen, `panes` are the parts of the screen, `screen` puts them together and says what keys do. Only the
last two import prompt_toolkit, which is the extra `live`. See docs/decisions/live-search.md.
"""
