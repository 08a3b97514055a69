"""The references in a text of any document, by the grammar of its document."""

from __future__ import annotations

from kb.documents import Doc
from kb.model import GlossaryEntry, Reference, Rule
from kb.text import policy_references, reference_parser


def find_references_in(item: Rule | GlossaryEntry, doc: Doc) -> tuple[Reference, ...]:
    """Find all references of a rule or headword: first the references in its text, then those in each example."""
    if doc == "cr" or isinstance(item, GlossaryEntry):
        return reference_parser.find_references_in(item)
    return policy_references.find_references_in(item, doc)
