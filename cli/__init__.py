"""The command line: reads arguments, asks the library, shows the answer."""
