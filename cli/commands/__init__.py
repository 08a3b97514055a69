"""One module for each command, which reads arguments, asks the library and prints the answer.

The function `command` of a module is the command; its docstring is the help.
"""
