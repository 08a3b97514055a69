"""References in the rules: `grammar` finds them in a text, `resolve` looks up their targets in an edition."""

from kb.references.grammar import find, find_in
from kb.references.resolve import Contents, Headwords, Resolution

__all__ = ["Contents", "Headwords", "Resolution", "find", "find_in"]
