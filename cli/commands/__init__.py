"""The commands: each module reads the arguments of one command, calls the library and prints the answer.

The docstring of a module's function `command` is the help text. The name of a new command also goes into
`summaries` in `cli/app.py`.
"""
