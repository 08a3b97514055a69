"""Building the search index of the site: the files of both languages, from the rules in force on a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from cli.site.search_index.files import IndexFile, content_file, encode_json
from cli.site.search_index.language_index import LanguageIndex
from cli.site.search_index.phrases import phrases_file
from cli.site.search_index.policy_index import PlaceAddress, policy_index_files
from cli.site.search_index.spelling_files import known_words_file, spelling_file
from cli.site.search_index.vectors import word_letters
from kb.languages import LANGUAGES, Lang
from kb.search.corpus import Corpora
from kb.search.meaning import words_with_vectors
from kb.storage.store import Store
from kb.storage.view import View
from kb.terms.bilingual_terms import everyday_words


def search_index_files(
    store: Store, as_of: date, additions: Mapping[Lang, Mapping[str, Any]], address: PlaceAddress
) -> Iterator[IndexFile]:
    """Yield the files of the search index, as paths below its folder and their bytes.

    `additions` is added to the list of entries of each language. `address` returns the address of a place of the
    judges' other books.

    Equal rules give equal files. The name of a file contains a checksum of its content, except `en/index.json` and
    `fr/index.json`, which name all other files.
    """
    views: dict[Lang, View] = {lang: View(store, lang, as_of) for lang in LANGUAGES}
    # The rarity of a word is counted in all editions, so their texts must be indexed, too.
    corpora = Corpora(store, views["en"], include_past=True)
    try:
        indexes = {lang: LanguageIndex(corpora.corpus(view)) for lang, view in views.items()}
        shared: dict[str, str] = {}
        for lang in LANGUAGES:
            has_word = indexes["en"].words.has_word if lang == "en" else None
            for name, file in (
                (f"spellings-{lang}", spelling_file(lang, has_word)),
                (f"known-{lang}", known_words_file(lang)),
                (f"phrases-{lang}", phrases_file(lang)),
            ):
                shared[name] = file.path
                yield file
        for name, file in policy_index_files(store, as_of, address):
            shared[name] = file.path
            yield file
        dictionary = content_file("dictionary", "json", encode_json(_french_dictionary(corpora, as_of)))
        shared["dictionary"] = dictionary.path
        yield dictionary
        counterparts = _counterparts(corpora, views)
        for lang, index in indexes.items():
            yield from index.files({**additions[lang], "counterparts": counterparts if lang == "fr" else []}, shared)
    finally:
        corpora.close()


def _french_dictionary(corpora: Corpora, as_of: date) -> dict[str, Any]:
    """Return the French names of terms, everyday words, and the vectors of folded French words, for French queries."""
    return {
        "terms": [[term.en, [term.fr, *term.also], [*term.formerly]] for term in corpora.terms(as_of).all],
        "everyday": [[word.en, word.fr] for word in everyday_words()],
        "vectors": {word: word_letters(word, "fr") for word in words_with_vectors("fr")},
    }


def _counterparts(corpora: Corpora, views: dict[Lang, View]) -> list[tuple[int, int]]:
    """Return pairs of entries that are the same rule or headword: the French entry and the English one."""
    french, english = (
        {row.place: at for at, row in enumerate(corpora.corpus(views[lang]).table.entries)} for lang in ("fr", "en")
    )
    places = corpora.english_counterparts(views["en"], views["fr"])
    return sorted((french[own], english[other]) for own, other in places.items() if own in french and other in english)
