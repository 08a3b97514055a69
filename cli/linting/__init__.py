"""Checking users' files: settings, findings, ignored findings, fixes, the baseline and the lock file of `rules lint`.

`rules lint` and the language server check files with the same `Linter`.
"""
