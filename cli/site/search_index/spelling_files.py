"""Words for mending spelling in the browser: spellings of the rules and of players, and filters of right words."""

from __future__ import annotations

from collections.abc import Callable

from cli.site.search_index.files import IndexFile, content_file, encode_json
from kb.languages import Lang
from kb.search.spelling import replacement_words
from kb.text.stopwords import DATA


def spelling_file(lang: Lang, has_word: Callable[[str], bool] | None) -> IndexFile:
    """Return the words that may replace misspelt words, each with the number of texts that have it.

    With `has_word`, a word counts only if the rules have it, or only players use it.
    """
    words = [item for spelling, count in replacement_words(lang, has_word) for item in (spelling, count)]
    return content_file(f"spellings-{lang}", "json", encode_json(words))


def known_words_file(lang: Lang) -> IndexFile:
    """Return the filter of a language's right words (`kb.search.word_sets`)."""
    return content_file(f"known-{lang}", "bin", (DATA / "learned" / f"known_words_{lang}.bloom").read_bytes())
