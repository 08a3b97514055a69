"""Tools for people who review the encoded rules. They are no part of the program."""
