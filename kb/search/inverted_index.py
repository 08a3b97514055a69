"""The inverted index: which words occur in which documents.

Whoosh stores the postings, and only this module writes and reads them. The package `kb.search` itself does scoring,
boolean evaluation, phrases, fuzzy expansion and snippets, since a search by Whoosh takes 80 to 350 ms
(docs/decisions/ranking.md).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import fields, formats, index
from whoosh.codec.whoosh3 import W3Codec, W3LeafMatcher
from whoosh.filedb.filestore import RamStorage
from whoosh.matching import NullMatcher
from whoosh.reading import TermNotFound

from kb.languages import LANGUAGES, Lang
from kb.search import weights
from kb.search.results import HIT_KINDS, HitKind
from kb.text.folding import fold_words

Posting = tuple[int, float]
"""The id of a document that has a word, and the word's BM25 weight without the inverse document frequency."""

TEXT_FIELDS = ("term", "title", "text", "example", "defined")
"""The fields whose values are words. The index has each field once for each language: `text_en`, `text_fr`."""

_DOCUMENTS = "documents.bin"
# The number of postings that Whoosh reads at once: 64 times its default, since all postings of a word are needed.
_BLOCK_SIZE = 8192


class IndexedDocument(NamedTuple):
    """A document to be indexed: a wording, its kind of hit, and its values for the fields of the index."""

    wording: int
    kind: HitKind
    fields: Mapping[str, Any]


def word_set_key(words: Iterable[str]) -> str:
    """Return a key for a set of folded words. The order and the repetitions of the words don't matter."""
    return " ".join(sorted(set(words)))


class _ReferencePositions(formats.Positions):
    """The format of positions: plain integers. Whoosh's own format, a pickle, takes several times as long."""

    def encode(self, poslist: Iterable[int]) -> bytes:
        return array("I", poslist).tobytes()

    def decode_positions(self, valuestring: bytes) -> list[int]:
        return array("I", valuestring).tolist()

    def decode_frequency(self, valuestring: bytes) -> int:
        return len(self.decode_positions(valuestring))


class WeightedText(fields.TEXT):
    """A field that stores the BM25 weight of each word, without the inverse document frequency.

    The usual length of a text is fixed, so the weight can be computed when the text is indexed. Indexing takes half as
    long as with Whoosh's own `TEXT`.
    """

    def __init__(self, lang: Lang, name: str) -> None:
        super().__init__()
        self._lang = lang
        self._parameters = weights.BM25_PARAMETERS[name]
        self.format = formats.Existence()

    def index(self, value: str, **_: Any) -> Generator[tuple[bytes, int, float, bytes]]:
        """Yield (word, frequency, weight, no data) for each folded word of a text."""
        words = fold_words(value, self._lang)
        k1, b, usual_length = self._parameters
        saturation = k1 * (1 - b + b * len(words) / usual_length)
        for word, times in Counter(words).items():
            yield word.encode(), times, times * (k1 + 1) / (times + saturation), b""


class _AnchorText(fields.TEXT):
    """A field of the words around references. It stores for each word the positions of the references near the word."""

    def __init__(self, lang: Lang) -> None:
        super().__init__()
        self._lang = lang
        self.format = self._positions = _ReferencePositions()

    def index(self, value: Iterable[tuple[int, str]], **_: Any) -> Generator[tuple[bytes, int, float, bytes]]:
        """For each word, yield (word, count, 1.0, positions) of the references whose anchor text has the word."""
        found: dict[str, list[int]] = {}
        for position, words in value:
            for word in dict.fromkeys(fold_words(words, self._lang)):
                found.setdefault(word, []).append(position)
        for word, positions in found.items():
            yield word.encode(), len(positions), 1.0, self._positions.encode(positions)


def _schema() -> Any:
    schema = fields.Schema(headword=fields.STORED(), flags=fields.KEYWORD())
    for lang in LANGUAGES:
        schema.add(f"defined_name_{lang}", fields.KEYWORD(commas=True))
        schema.add(f"anchor_{lang}", _AnchorText(lang))
        schema.add(f"glossary_link_{lang}", _AnchorText(lang))
        for name in TEXT_FIELDS:
            schema.add(f"{name}_{lang}", WeightedText(lang, name))
    return schema


class IndexWriter:
    """Writes a new index, into an empty folder or into memory."""

    def __init__(self, folder: Path | None) -> None:
        """Begin a new index in a folder, or in memory for None. Raise OSError if the folder can't be written."""
        self._folder = folder
        self._storage: Any = (
            RamStorage().create_index(_schema()) if folder is None else index.create_in(str(folder), _schema())
        )
        self._writer: Any = self._storage.writer(codec=W3Codec(blocklimit=_BLOCK_SIZE))
        self._documents = array("I")

    def add(self, documents: Iterable[IndexedDocument]) -> None:
        """Add documents. Whoosh numbers the documents in this order."""
        for document in documents:
            self._documents.append(document.wording * len(HIT_KINDS) + HIT_KINDS.index(document.kind))
            self._writer.add_document(**document.fields)

    def commit(self) -> None:
        """Finish the index. Nothing can be added afterwards."""
        self._writer.commit()
        if self._folder:
            (self._folder / _DOCUMENTS).write_bytes(self._documents.tobytes())

    def close(self) -> None:
        """Close the files. Documents that weren't committed are lost."""
        if not self._writer.is_closed:
            self._writer.cancel()

    def index(self) -> InvertedIndex:
        """Open the committed index."""
        return InvertedIndex(self._storage.reader(), self._documents)


class InvertedIndex:
    """The index of one state of the store. It caches all postings that it has read, since few words are searched."""

    def __init__(self, reader: Any, documents: Sequence[int]) -> None:
        self._reader, self._documents = reader, documents
        self._postings: dict[tuple[str, str], tuple[Posting, ...]] = {}
        self._lexicons: dict[Lang, tuple[str, ...]] = {}

    @classmethod
    def open(cls, folder: Path) -> InvertedIndex:
        """Open the index in a folder. If the index is damaged, Whoosh raises errors of many classes."""
        documents = array("I")
        documents.frombytes((folder / _DOCUMENTS).read_bytes())
        return cls(index.open_dir(str(folder), schema=_schema(), readonly=True).reader(), documents)

    def close(self) -> None:
        """Close the files."""
        self._reader.close()

    def postings(self, field: str, word: str) -> tuple[Posting, ...]:
        """Return the documents that have a word in a field, each with the weight of the word."""
        known = self._postings.get((field, word))
        if known is None:
            known = self._postings[field, word] = tuple(self._read_postings(field, word))
        return known

    def _read_postings(self, field: str, word: str) -> Iterator[Posting]:
        matcher = self._matcher(field, word)
        while matcher.is_active():
            if isinstance(matcher, W3LeafMatcher):
                # Reading postings one by one would take longer than the rest of a search. `id` and `weight` load a
                # whole block. The block is read from private attributes.
                matcher.id()
                matcher.weight()
                documents: Any = matcher._ids  # noqa: SLF001
                word_weights: Any = matcher._weights  # noqa: SLF001
                yield from zip(documents, word_weights, strict=True)
                matcher.skip_to(matcher.block_max_id() + 1)
            else:  # if only one document has the word, its posting is stored with the word
                yield matcher.id(), matcher.weight()
                matcher.next()

    def _matcher(self, field: str, word: str) -> Any:
        try:
            return self._reader.postings(field, word)
        except TermNotFound:
            return NullMatcher()

    @property
    def document_count(self) -> int:
        """The number of documents."""
        return len(self._documents)

    def document_frequency(self, field: str, word: str) -> int:
        """Return the number of documents that have a word in a field."""
        return int(self._reader.doc_frequency(field, word))

    def reference_positions(self, field: str, word: str) -> Mapping[int, Sequence[int]]:
        """Return a dict from each document to the positions of its references whose anchor text contains a word."""
        found: dict[int, Sequence[int]] = {}
        matcher = self._matcher(field, word)
        while matcher.is_active():
            found[matcher.id()] = matcher.value_as("positions")
            matcher.next()
        return found

    def document(self, number: int) -> tuple[int, HitKind]:
        """Return the wording and the kind of hit of the document `number`."""
        wording, kind = divmod(self._documents[number], len(HIT_KINDS))
        return wording, HIT_KINDS[kind]

    def headword(self, number: int) -> str:
        """Return the headword of the document `number`, which must be a glossary entry."""
        return str(self._reader.stored_fields(number)["headword"])

    def lexicon(self, lang: Lang) -> tuple[str, ...]:
        """Return all folded words of the texts, headings and headwords of a language, sorted."""
        if lang not in self._lexicons:
            words = {
                word if isinstance(word, str) else word.decode()
                for name in ("text", "title", "term")
                for word in self._reader.lexicon(f"{name}_{lang}")
            }
            self._lexicons[lang] = tuple(sorted(words))
        return self._lexicons[lang]
