"""The search index of the judges' other books: words with their weights, phrases of judges, and texts.

The program scores the places of these books as it reads them, so the files have the finished weights of each word in
each place. The counterpart in the browser is `assets/search/policy.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from cli.site.search_index.files import IndexFile, content_file, encode_json
from kb.documents import DOCUMENTS, Doc
from kb.search.policy import scoring
from kb.search.policy.entries import PolicyEntries, PolicyEntry, policy_entries
from kb.search.policy.judges_words import all_phrases
from kb.search.policy.policy_query import MEANT, TYPED
from kb.search.policy.policy_search import body_of
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words

_SCALE = 1000
"""Weights and rarities are written as whole numbers: thousandths."""

PlaceAddress = Callable[[Doc, SectionNumber], str]
"""A function that returns the address of a place on the site."""


def policy_index_files(store: Store, as_of: date, address: PlaceAddress) -> Iterator[tuple[str, IndexFile]]:
    """Yield the files, each with its name in the list of parts: `policy`, and `policy-mtr` with the texts of the MTR.

    Yield nothing if the knowledge base has none of these books.
    """
    views = [View(store.book(doc), "en", as_of) for doc in store.books if doc != "cr"]
    views = [view for view in views if view.base is not None]
    if not views:
        return
    found = policy_entries(store, views, all_editions=False)
    yield "policy", content_file("policy", "json", encode_json(_words_file(found, views, address)))
    for view in views:
        texts = {str(each.number): body_of(each) for each in found.entries if each.doc == view.doc}
        yield f"policy-{view.doc}", content_file(f"policy-{view.doc}", "json", encode_json(texts))


def _words_file(found: PolicyEntries, views: list[View], address: PlaceAddress) -> dict[str, Any]:
    words = sorted({word for each in found.entries for word in each.weights})
    sections: dict[object, int] = {}
    entries = []
    for each in found.entries:
        path = " › ".join(title for _number, title in each.path)
        section = sections.setdefault(each.section, len(sections))
        entries.append([each.doc, str(each.number), each.title or "", path, address(each.doc, each.number), section])
    return {
        "books": {view.doc: [DOCUMENTS[view.doc].abbreviation, str(view.base)] for view in views},
        "entries": entries,
        "sections": [_section_record(found, section) for section in sections],
        "words": {word: _word_record(found, word) for word in words},
        "phrases": {" ".join(said): _folded(meant) for said, meant in all_phrases("en").items()},
        "scale": _SCALE,
        "weights": {"meant": MEANT, "typed": TYPED, **scoring.word_weights()},
    }


def _folded(words: str) -> list[str]:
    return list(dict.fromkeys(fold_words(words, "en")))


def _section_record(found: PolicyEntries, section: object) -> list[Any]:
    """Return the words of a title with which a query asks for its section, and 1 if the section repeats others."""
    main = min((each for each in found.entries if each.section == section), key=_by_number)
    return [sorted(scoring.title_words(main.title or "")), int(scoring.repeats_others(main.title or ""))]


def _by_number(entry: PolicyEntry) -> SectionNumber:
    return entry.number


def _word_record(found: PolicyEntries, word: str) -> list[int]:
    """Return the rarity of a word, then each entry that has it with its weight there."""
    record = [round(found.rarity(word) * _SCALE)]
    for at, entry in enumerate(found.entries):
        if weight := found.weight(entry, word):
            record += [at, round(weight * _SCALE)]
    return record
