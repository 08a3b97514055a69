"""The words of a French text as they are compared, and the contexts that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from kb.text.folding import fold_words
from kb.translation.checks.untranslated import FRENCH_FUNCTION_WORDS

WORD = re.compile(r"[^\W_]+|[^\w\s]")
"""A word or a mark."""

# Articles, prepositions and the like depend on gender, number and the next letter, so they are folded to one form.
ANY_ARTICLE = "+"
JOINING_WORDS = {
    **dict.fromkeys("le la les l un une ce cet cette ces son sa ses leur leurs chaque tout toute".split(), ANY_ARTICLE),
    **dict.fromkeys("de du des d".split(), "de"),
    **dict.fromkeys("à au aux".split(), "à"),
}
# Pronouns and auxiliary verbs stand beside every verb.
_AUXILIARIES = (
    "vous nous on avez avons ont avoir ait aient avait aura auront ayant êtes étant soit soient sera seront serait "
    "fait faites font faire"
).split()
_MAX_CONTEXT = 5


@lru_cache(maxsize=1 << 13)
def fold_french(word: str) -> str:
    """Return the stem of a word; articles, prepositions and the like have one form for all genders and numbers."""
    joining = JOINING_WORDS.get(word.lower())
    return joining or "".join(fold_words(word, "fr")) or word


def context(stems: Iterable[str]) -> tuple[str, ...]:
    """Return the words up to and including the first content word or punctuation mark, without apostrophes."""
    found: list[str] = []
    for stem in stems:
        if stem in "'’":
            continue
        is_mark = not stem[0].isalnum() and stem != ANY_ARTICLE
        found.append("|" if is_mark else stem)
        if is_mark or is_content_word(stem) or len(found) == _MAX_CONTEXT:
            break
    return tuple(found)


def is_content_word(stem: str) -> bool:
    """True if a stem is neither a function word, a pronoun nor an auxiliary verb."""
    return len(stem) > 2 and stem not in _function_stems()


@cache
def _function_stems() -> frozenset[str]:
    return frozenset(FRENCH_FUNCTION_WORDS | {fold_french(word) for word in (*FRENCH_FUNCTION_WORDS, *_AUXILIARIES)})
