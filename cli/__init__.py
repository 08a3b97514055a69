"""The command line: it reads arguments, asks the library and shows the answer."""
