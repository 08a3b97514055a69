"""The library as an index of OpenSearch or Elasticsearch: its mapping, and the lines of a bulk request.

A document is one wording under one number, with the day from which it was in force (`from`) and the day of the first
edition without it (`ended`). So a search as of a day filters by these two, and all editions are some twenty thousand
documents rather than a quarter of a million.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from datetime import date
from importlib import resources
from typing import Any

from kb.documents import Doc, Number
from kb.history.history import all_rule_histories
from kb.languages import LANGUAGES, Lang
from kb.rule_text import heading
from kb.section_number import SectionNumber
from kb.storage.editions import series
from kb.storage.in_force import NOT_ENDED
from kb.storage.spans import all_headword_spans
from kb.storage.store import Store

INDEX = "rules"
"""The name of the index in the action lines."""
_FRENCH_ARTICLES = "l m t qu n s j d c jusqu quoiqu lorsqu puisqu".split()


def mapping(doc: Doc = "cr") -> dict[str, Any]:
    """Return the settings and the mapping of the index, as the request that creates the index takes them."""
    properties = {**({} if doc == "cr" else {"doc": {"type": "keyword"}}), **_properties()}
    return {"settings": {"analysis": _analysis()}, "mappings": {"dynamic": "strict", "properties": properties}}


def _analysis() -> dict[str, Any]:
    """Return analyzers for both languages. Those for queries also have the words of players."""
    chains = {
        "en": ["lowercase", "english_possessive", "asciifolding"],
        "fr": ["lowercase", "french_elision", "asciifolding"],
    }
    stemmers = {"en": "english_stemmer", "fr": "french_stemmer"}
    analyzers = {}
    for lang in LANGUAGES:
        base = {"type": "custom", "tokenizer": "standard"}
        analyzers[f"rules_{lang}"] = {**base, "filter": [*chains[lang], stemmers[lang]]}
        query = [*chains[lang], f"players_words_{lang}", stemmers[lang]]
        analyzers[f"rules_{lang}_query"] = {**base, "filter": query}
    filters: dict[str, Any] = {
        "english_possessive": {"type": "stemmer", "language": "possessive_english"},
        "english_stemmer": {"type": "stemmer", "language": "english"},
        "french_elision": {"type": "elision", "articles_case": True, "articles": _FRENCH_ARTICLES},
        "french_stemmer": {"type": "stemmer", "language": "light_french"},
    }
    for lang in LANGUAGES:
        filters[f"players_words_{lang}"] = {"type": "synonym_graph", "lenient": True, "synonyms": _synonyms(lang)}
    return {"filter": filters, "analyzer": analyzers}


def _synonyms(lang: Lang) -> list[str]:
    """Return the words of players with the rules' words for them (`data/players_words.toml`), in Solr's form."""
    content = tomllib.loads(resources.files("data").joinpath("players_words.toml").read_text(encoding="utf-8"))
    found = []
    for row in content[lang]:
        said = [phrase.replace(",", " ") for phrase in row["say"]]
        found.append(f"{', '.join(said)} => {', '.join([*said, row['rules'].replace(',', ' ')])}")
    return found


def _properties() -> dict[str, Any]:
    keyword, day = {"type": "keyword"}, {"type": "date", "format": "strict_date"}
    texts = {
        name: {"type": "text", "analyzer": f"rules_{name[-2:]}", "search_analyzer": f"rules_{name[-2:]}_query"}
        for name in ("text_en", "text_fr", "examples_en", "examples_fr", "title_en", "title_fr")
    }
    return {
        **dict.fromkeys(("number", "section", "chapter", "sort_key", "term", "kind"), keyword),
        **dict.fromkeys(("lang", "lineage", "status", "edition"), keyword),
        "from": day,
        "ended": day,
        "excerpt": {"type": "boolean"},
        **texts,
    }


def bulk_lines(store: Store, index: str = INDEX) -> Iterator[dict[str, Any]]:
    """Yield the lines of a bulk request, in pairs: the action with the document's id, and the document.

    They are about the book that the store reads. The id has the book, if it isn't the Comprehensive Rules, language,
    number or headword, and the first day of the wording. It is the same in every knowledge base with the same editions.
    """
    used: dict[str, int] = {}
    for lang in LANGUAGES:
        for name, document in (*_rules(store, lang), *_glossary(store, lang)):
            base = f"{series(store.doc, lang).replace(' ', '/')}/{name}/{document['from']}"
            used[base] = used.get(base, 0) + 1  # an edition may print a number twice
            nth = f"/{used[base]}" if used[base] > 1 else ""
            yield {"index": {"_index": index, "_id": base + nth}}
            yield document


def _rules(store: Store, lang: Lang) -> Iterator[tuple[str, dict[str, Any]]]:
    days = [date.fromisoformat(day) for day in store.whole_editions(lang)]
    for history in all_rule_histories(store, lang):
        for span in history.spans:
            number, text_lang = span.number, span.text_lang
            document: dict[str, Any] = {
                **({} if store.doc == "cr" else {"doc": store.doc}),
                "kind": number.kind,
                "number": str(number),
                **_above(number),
                "sort_key": number.sort_key,
                "lang": lang,
                "lineage": history.lineage,
                "status": span.status,
                "edition": span.first.isoformat(),
                "from": span.first.isoformat(),
                "excerpt": span.partial,
                f"text_{text_lang}": span.text,
            }
            if span.last is not None:
                at = bisect_right(days, span.last)
                document["ended"] = (days[at] if at < len(days) else span.last).isoformat()
            if title := heading(number, span.text):
                document[f"title_{text_lang}"] = title
            if span.examples:
                document[f"examples_{text_lang}"] = list(span.examples)
            yield str(number), document


def _above(number: Number) -> dict[str, str]:
    """Return the chapter and the section of a number. A named place is its own chapter and section."""
    if isinstance(number, SectionNumber):
        section = number.own_section
        return {"chapter": str(section.parent or section), "section": str(section)}
    return {"chapter": str(number.chapter), "section": str(number.section or number.chapter)}


def _glossary(store: Store, lang: Lang) -> Iterator[tuple[str, dict[str, Any]]]:
    for label, text, text_lang, first, ended in all_headword_spans(store, lang):
        document = {
            "kind": "glossary",
            "term": label,
            "lang": lang,
            "edition": first,
            "from": first,
            "excerpt": False,
            f"title_{text_lang}": label,
            f"text_{text_lang}": text,
        }
        if ended != NOT_ENDED:
            document["ended"] = ended
        yield label, document
