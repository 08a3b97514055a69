"""The language of a query: people type French questions into a program that is set to English."""

from __future__ import annotations

import re

from kb.text.folding import strip_accents
from kb.text.stopwords import stopwords

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ELIDED = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’]", re.IGNORECASE)
# Names of cards have single words of other languages. So many words must be French and not English.
_LEAST_FRENCH = 2


def is_french_question(text: str) -> bool:
    """True if more words of a query are French only than English only.

    French only are function words that English doesn't have, words with an elision ("l'adversaire"), and words that are
    right in French and not in English. Words that are right in both languages, or in none, don't count.
    """
    words = [word.lower() for word in _WORD.findall(text)]
    function_words = set(filter(_is_french_function_word, words))
    if text.isascii() and not function_words:
        # Other queries needn't be looked up in the lists of known words, which takes time.
        return False
    from kb.search.spelling import is_known_word

    french = english = 0
    for word in words:
        if word in function_words:
            french += 1
            continue
        is_french, is_english = is_known_word(word, "fr"), is_known_word(word, "en")
        french += is_french and not is_english
        english += is_english and not is_french
    return french >= _LEAST_FRENCH and french > english


def _is_french_function_word(word: str) -> bool:
    plain = strip_accents(word)
    return bool(_ELIDED.match(word)) or (plain in stopwords("fr") and plain not in stopwords("en"))
