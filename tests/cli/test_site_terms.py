"""The defined terms that pages of the site list."""

from __future__ import annotations

from cli.site.defined_terms import DefinedTerms
from kb.model import GlossaryEntry

GLOSSARY = [
    GlossaryEntry("Creature", "A card type."),
    GlossaryEntry("Attacking Creature", "A creature that has been declared as an attacker."),
    GlossaryEntry("Bury (Obsolete)", "A term that once meant “put into its owner’s graveyard.”"),
    GlossaryEntry("If", "See rule 614."),
    GlossaryEntry("Owner’s Hand", "A zone.\nSee rule 402."),
]


def _names(*texts: str) -> list[str]:
    terms = DefinedTerms(GLOSSARY, {entry.term: f"t-{at}" for at, entry in enumerate(GLOSSARY)})
    return [term.name for term in terms.used_in(texts)]


def test_the_longer_term_counts() -> None:
    """In "attacking creature" the term isn't "creature"; plurals and capitals are the same term."""
    assert _names("Two attacking creatures fight.") == ["Attacking Creature"]
    assert _names("If a Creature is attacking,", "creatures") == ["Creature"]


def test_words_that_are_no_terms() -> None:
    """A part of a word, an obsolete term and "if" aren't terms of a text."""
    assert _names("If recreated, bury it.") == []


def test_a_term_has_its_first_line() -> None:
    """A straight and a curly apostrophe are the same; the definition is the first line of the entry."""
    terms = DefinedTerms(GLOSSARY, {entry.term: "t" for entry in GLOSSARY})
    (found,) = terms.used_in(["in its owner's hand"])
    assert (found.name, found.definition) == ("Owner’s Hand", "A zone.")
