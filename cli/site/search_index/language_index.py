"""The search index of one language: the list of its entries, and the parts with words, texts and vectors.

An entry is a rule or a headword of the glossary, and is named by its place in the list: rules first, then headwords,
as in `kb.search.entries.EntryTable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cli.site.search_index.files import IndexFile, content_file, encode_json, in_parts
from cli.site.search_index.vectors import rule_letters
from cli.site.search_index.word_records import RARITY_SCALE, SCORE_SCALE, WordRecords
from kb.languages import LANGUAGES
from kb.search import weights
from kb.search.corpus import Corpus
from kb.text.stopwords import stopwords

# The largest sizes of the parts in bytes. A part of words is compressed to about a third, a part of texts to a quarter.
_WORDS_SIZE, _LEARNED_SIZE, _TEXTS_SIZE = 16_000, 32_000, 12_000

FORMAT = 1
"""The format of the files. A script and an index with different formats don't fit together."""


class LanguageIndex:
    """Makes the files of one language."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus, self._lang = corpus, corpus.view.lang
        self._entries = corpus.table.entries
        self.words = WordRecords(corpus)

    def files(self, more: Mapping[str, Any], shared: Mapping[str, str]) -> Iterator[IndexFile]:
        """Yield the parts, and last the list of entries, which names the parts.

        `more` is added to the list. `shared` has the paths of files that both languages use, by their names.
        """
        parts: dict[str, Any] = {"words": [], "learned": [], "texts": [], **shared}
        words, names = self.words.records(), self.words.defined_names().items()
        for first, file in self._keyed_files("words", _WORDS_SIZE, words=words, names=names):
            parts["words"].append([first, file.path])
            yield file
        for first, file in self._keyed_files("learned", _LEARNED_SIZE, words=self.words.learned_records()):
            parts["learned"].append([first, file.path])
            yield file
        for first_entry, file in self._text_files():
            parts["texts"].append([first_entry, file.path])
            yield file
        if self._lang == "en":
            vectors = content_file(f"{self._lang}/vectors", "txt", self._rule_vectors().encode())
            parts["vectors"] = vectors.path
            yield vectors
        yield IndexFile(f"{self._lang}/index.json", encode_json({**self._entry_list(), **more, "parts": parts}))

    def _keyed_files(
        self, name: str, size: int, **records: Iterable[tuple[str, Any]]
    ) -> Iterator[tuple[str, IndexFile]]:
        """Yield files with records of words in the order of the words, each with its first word."""
        by_word: dict[str, dict[str, Any]] = {}
        for kind, words in records.items():
            for word, record in words:
                by_word.setdefault(word, {})[kind] = record
        for number, run in enumerate(in_parts(sorted(by_word.items()), lambda each: len(encode_json(each)), size)):
            content = {kind: {word: each[kind] for word, each in run if kind in each} for kind in records}
            yield run[0][0], content_file(f"{self._lang}/{name}-{number:03}", "json", encode_json(content))

    def _text_files(self) -> Iterator[tuple[int, IndexFile]]:
        records = list(enumerate(self._text_record(at) for at in range(len(self._entries))))
        for number, run in enumerate(in_parts(records, lambda each: len(encode_json(each[1])), _TEXTS_SIZE)):
            content = encode_json([record for _, record in run])
            yield run[0][0], content_file(f"{self._lang}/texts-{number:03}", "json", content)

    def _text_record(self, at: int) -> list[Any]:
        """Return the text of an entry, its examples, the cited entries, and the language if it isn't the index's."""
        wordings, wording = self._corpus.wordings, self._entries[at].wording
        lang, text = wordings.text(wording)
        cited = dict.fromkeys(
            entry
            for label in wordings.reference_targets([wording])[wording].values()
            for entry in self._corpus.table.entries_cited_by(at, label)
        )
        record: list[Any] = [text, wordings.examples(wording), [*cited], "" if lang == self._lang else lang]
        while not record[-1] and len(record) > 1:
            record.pop()
        return record

    def _rule_vectors(self) -> str:
        similar = self._corpus.similar
        return rule_letters(similar.vector(at) for at in range(self._corpus.table.rule_count))

    def _entry_list(self) -> dict[str, Any]:
        """Return what a search needs at once: numbers, headwords, headings, stopwords and weights."""
        corpus, count = self._corpus, self._corpus.table.rule_count
        labels = [entry.label for entry in self._entries]
        counts = corpus.wordings.citation_counts(labels[:count])
        base = max((entry.edition for entry in self._entries), default="")
        return {
            "format": FORMAT,
            "lang": self._lang,
            "edition": str(corpus.view.base or base),
            "numbers": labels[:count],
            "terms": labels[count:],
            "headings": {
                at: corpus.wordings.text(self._entries[at].wording)[1] for at in sorted(corpus.ranking.headings)
            },
            "citations": [counts[label] for label in labels[:count]],
            "deprecated": sorted(corpus.ranking.deprecated),
            "editions": self._other_editions(),
            "stopwords": {lang: " ".join(sorted(stopwords(lang))) for lang in LANGUAGES},
            "rarest": round(corpus.ranking.idf("", self._lang) * RARITY_SCALE),
            "scales": {"rarity": RARITY_SCALE, "score": SCORE_SCALE},
            "weights": search_weights(),
        }

    def _other_editions(self) -> dict[int, str]:
        """Return the edition of each entry that isn't from the whole edition in force, but from an excerpt."""
        base = str(self._corpus.view.base or "")
        return {at: entry.edition for at, entry in enumerate(self._entries) if entry.edition != base}


def search_weights() -> dict[str, float]:
    """Return the weights of the program's ranking by their names."""
    return {name: value for name, value in vars(weights).items() if name.isupper() and isinstance(value, float)}
