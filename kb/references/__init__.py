"""References: where a text points to (`grammar`), and what of an edition that is (`resolve`)."""

from kb.references.grammar import find, find_in
from kb.references.resolve import Contents, Headwords, Resolution

__all__ = ["Contents", "Headwords", "Resolution", "find", "find_in"]
