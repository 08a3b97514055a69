"""What a sentence of a draft must keep of its English, so that `rules translation lint` finds nothing in it."""

from __future__ import annotations

from collections import Counter

from kb.drafting.decoder import BARRIERS
from kb.drafting.tokens import Tokens
from kb.translation.checks.citations import check_citations
from kb.translation.checks.numerals import check_numbers
from kb.translation.checks.spacing import check_spacing
from kb.translation.checks.symbols import check_symbols


def keeps_invariants(french: str, english: str) -> bool:
    """True if a French sentence has the cited rules, symbols and numbers of its English, and French spacing."""
    issues = (
        *check_citations(french, english),
        *check_symbols(french, english),
        *check_numbers(french, english),
        *check_spacing(french, english),
    )
    return not issues


def same_figures(english: Tokens, french: Tokens) -> bool:
    """True if two phrases have the same figures, symbols, and marks that keep their order."""
    return _figures(english) == _figures(french)


def _figures(words: Tokens) -> Counter[str]:
    return Counter(word for word in words if word[0] in "{0123456789+" or word == "x" or word in BARRIERS)
