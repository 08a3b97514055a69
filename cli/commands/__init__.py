"""One module a command: it reads arguments, asks the library, shows the answer.

A module offers `command`; its function's name and docstring are the command's name and help.
"""
