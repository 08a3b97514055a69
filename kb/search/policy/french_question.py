"""French questions about the policy documents, which are searched in English."""

from __future__ import annotations

from collections.abc import Callable

from kb.search.policy.judges_words import expand
from kb.search.query_translation import keep_known_words, translate_query
from kb.terms.bilingual_terms import TermBase
from kb.text.stopwords import query_words


def to_english(text: str, terms: TermBase, has_word: Callable[[str], bool]) -> str:
    """Translate a French query word by word: phrases of judges first, then terms of the rules and everyday words.

    A word that has no translation stays if `has_word` knows its folded English form, as players mix both languages.
    """
    words = query_words(text, "fr")
    english: list[str] = []
    done = 0
    # Accents tell "dés" (dice) from "des", but not in a folded word. So a phrase needs a word that is no stopword.
    phrases = (
        each
        for each in expand([word.folded for word in words], "fr")
        if not all(word.is_stopword for word in words[each.start : each.end])
    )
    for each in (*phrases, None):
        start = words[each.start].start if each else len(text)
        between = text[done:start]
        translated = translate_query(between, terms, "fr", "en", has_word)
        english.append(translated.texts[0] if translated else keep_known_words(between, "fr", "en", has_word)[0])
        if each:
            english.append(each.text)
            done = words[each.end - 1].end
    return " ".join(" ".join(english).split())
