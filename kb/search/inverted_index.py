"""The inverted index: which words occur in which documents.

Whoosh stores the postings, and only this module writes and reads them. The package `kb.search` itself does scoring,
boolean evaluation, phrases, fuzzy expansion and snippets, since a search by Whoosh takes 80 to 350 ms
(docs/decisions/ranking.md).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import fields, formats, index
from whoosh.codec.whoosh3 import W3Codec, W3LeafMatcher
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.matching import NullMatcher
from whoosh.reading import TermNotFound

from kb.languages import LANGUAGES, Lang
from kb.search import weights
from kb.search.results import HIT_KINDS, HitKind
from kb.text.folding import fold_words

Postings = dict[int, float]
"""The documents that have a word, each with the word's BM25 weight without the inverse document frequency."""

TEXT_FIELDS = ("term", "title", "text", "example", "defined")
"""The fields whose values are words. The index has each field once for each language: `text_en`, `text_fr`."""

# The number of words whose postings are cached. A query without a prefix uses up to a hundred words. A prefix may stand
# for hundreds of words.
_MAX_CACHED = 2048
# The number of postings that Whoosh reads at once: 64 times its default, since all postings of a word are needed.
_BLOCK_SIZE = 8192


class IndexedDocument(NamedTuple):
    """A document to be indexed: its key, and its values for the fields of the index."""

    key: str
    fields: Mapping[str, Any]


def word_set_key(words: Iterable[str]) -> str:
    """Return the key of a name in the index, made of its folded words. Their order and repetitions don't matter."""
    return " ".join(sorted(set(words)))


class _ReferencePositions(formats.Positions):
    """The format of stored positions of references: plain integers. Whoosh's own pickles take several times as long."""

    def encode(self, poslist: Iterable[int]) -> bytes:
        return array("I", poslist).tobytes()

    def decode_positions(self, valuestring: bytes) -> list[int]:
        return array("I", valuestring).tolist()

    def decode_frequency(self, valuestring: bytes) -> int:
        return len(self.decode_positions(valuestring))


class WeightedText(fields.TEXT):
    """A field that stores the BM25 weight of each word, without the inverse document frequency.

    BM25 compares the length of a text with the average length of all texts. Here a constant stands for the average, so
    the weight can be computed when the text is indexed. Indexing takes half as long as with Whoosh's own `TEXT`.
    """

    def __init__(self, lang: Lang, name: str) -> None:
        super().__init__()
        self.scorable = False  # Whoosh then stores no lengths of texts, which takes a fifth of the time.
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
        self.scorable = False
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


class _Files(FileStorage):
    """The files of a part. Whoosh leaves a file open if the disk is full, and Python 3.13 prints an error for it."""

    def __init__(self, folder: str, made: list[Any]) -> None:
        begin: Any = super().__init__
        begin(folder)
        self._made = made

    def create_file(self, *arguments: Any, **options: Any) -> Any:
        """Create a file of the part."""
        create: Any = super().create_file
        self._made.append(create(*arguments, **options))
        return self._made[-1]

    def temp_storage(self, name: str | None = None) -> _Files:
        """Make a folder within the folder, for files that aren't kept."""
        make: Any = super().temp_storage
        return _Files(make(name).folder, self._made)

    def close(self) -> None:
        """Close the files that are still open."""
        for file in self._made:
            if not file.is_closed:
                with suppress(OSError):
                    file.close()


class PartWriter:
    """Writes one part of an index, into a folder or into memory. A part is one segment of Whoosh."""

    def __init__(self, folder: Path | None, number: int = 0) -> None:
        """Begin a part. Raise OSError if the folder can't be written."""
        self._files = RamStorage() if folder is None else _Files(str(folder), [])
        create: Any = self._files.create_index
        try:
            self._index: Any = create(_schema(), indexname=_part_name(number))
            self._writer: Any = self._index.writer(codec=W3Codec(blocklimit=_BLOCK_SIZE))
        except OSError:
            self._files.close()
            raise
        self.keys: list[str] = []

    def add(self, documents: Iterable[IndexedDocument]) -> None:
        """Add documents. Whoosh numbers them in the order in which they come."""
        for document in documents:
            self.keys.append(document.key)
            self._writer.add_document(**document.fields)

    def commit(self) -> None:
        """Finish the part. Nothing can be added afterwards."""
        self._writer.commit()

    def close(self) -> None:
        """Close the files. Documents that weren't committed are lost."""
        try:
            if not self._writer.is_closed:
                self._writer.cancel()
        finally:
            self._files.close()

    def reader(self) -> Any:
        """Return Whoosh's reader of the committed part."""
        return self._index.reader()


def _part_name(number: int) -> str:
    return f"part{number}"


def part_files(folder: Path, number: int) -> list[Path]:
    """Return the files of a part."""
    return [path for form in ("{}_*", "_{}_*") for path in folder.glob(form.format(_part_name(number)))]


def open_parts(folder: Path, numbers: Iterable[int]) -> list[Any]:
    """Return Whoosh's readers of parts in a folder. If a part is damaged, Whoosh raises errors of many classes."""
    schema = _schema()
    return [
        index.open_dir(str(folder), indexname=_part_name(number), schema=schema, readonly=True).reader()
        for number in numbers
    ]


NO_WORDING = 0
"""Stands for the wording of a document whose text isn't in the store any more. Wordings have positive ids."""


def encode_documents(documents: Iterable[tuple[int, HitKind]]) -> array[int]:
    """Encode the wording and the kind of hit of each document. `InvertedIndex` reads this form."""
    return array("I", (wording and wording * len(HIT_KINDS) + HIT_KINDS.index(kind) for wording, kind in documents))


class InvertedIndex:
    """The index of one state of the store: its parts one after the other, without the documents that are gone.

    The postings that were used last are cached.
    """

    def __init__(self, parts: Sequence[Any], documents: Sequence[int]) -> None:
        """Join the parts. `documents` has all their documents, as `encode_documents` encodes them."""
        self._parts = [part for part in parts if part.doc_count_all()]
        self._documents = documents
        self._offsets = [0]
        for part in self._parts:
            self._offsets.append(self._offsets[-1] + part.doc_count_all())
        if self._offsets[-1] != len(documents):
            raise ValueError(f"{self._offsets[-1]} documents are indexed, {len(documents)} are listed")
        self._gone = documents.count(NO_WORDING)
        self._postings = lru_cache(maxsize=_MAX_CACHED)(self._read_postings)
        self._lexicons: dict[Lang, tuple[str, ...]] = {}

    def close(self) -> None:
        """Close the files."""
        for part in self._parts:
            part.close()

    def postings(self, field: str, word: str) -> Postings:
        """Return the documents that have a word in a field, each with the weight of the word."""
        return self._postings(field, word)

    def _read_postings(self, field: str, word: str) -> Postings:
        found: Postings = {}
        for part, offset in zip(self._parts, self._offsets, strict=False):
            postings = _part_postings(part, field, word)
            found |= {number + offset: weight for number, weight in postings.items()} if offset else postings
        if self._gone:
            return {number: weight for number, weight in found.items() if self._documents[number] != NO_WORDING}
        return found

    @property
    def document_count(self) -> int:
        """The number of documents."""
        return len(self._documents) - self._gone

    def document_frequency(self, field: str, word: str) -> int:
        """Return the number of documents that have a word in a field."""
        if self._gone:
            return len(self.postings(field, word))
        return sum(int(part.doc_frequency(field, word)) for part in self._parts)

    def reference_positions(self, field: str, word: str) -> Mapping[int, Sequence[int]]:
        """Map each document to the positions of the references whose anchor text contains a word."""
        found: dict[int, Sequence[int]] = {}
        for part, offset in zip(self._parts, self._offsets, strict=False):
            matcher = _matcher(part, field, word)
            while matcher.is_active():
                if self._documents[matcher.id() + offset] != NO_WORDING:
                    found[matcher.id() + offset] = matcher.value_as("positions")
                matcher.next()
        return found

    def document(self, number: int) -> tuple[int, HitKind]:
        """Return the wording of a document, and its kind of hit."""
        wording, kind = divmod(self._documents[number], len(HIT_KINDS))
        return wording, HIT_KINDS[kind]

    def has_wordings(self, wordings: Collection[int]) -> bool:
        """True if each of the wordings has a document."""
        return {encoded // len(HIT_KINDS) for encoded in self._documents}.issuperset(wordings)

    def headword(self, number: int) -> str:
        """Return the headword of a document of the glossary."""
        at = bisect_right(self._offsets, number) - 1
        return str(self._parts[at].stored_fields(number - self._offsets[at])["headword"])

    def lexicon(self, lang: Lang) -> tuple[str, ...]:
        """Return all folded words of the texts, headings and headwords of a language, sorted."""
        if lang not in self._lexicons:
            words = {
                word
                for field in (f"{name}_{lang}" for name in ("text", "title", "term"))
                for word in self.field_words(field)
                if not self._gone or self.postings(field, word)
            }
            self._lexicons[lang] = tuple(sorted(words))
        return self._lexicons[lang]

    def field_words(self, field: str) -> set[str]:
        """Return the words of a field, also those that only documents have that are gone."""
        words = (word for part in self._parts for word in part.lexicon(field))
        return {word if isinstance(word, str) else word.decode() for word in words}


def _part_postings(part: Any, field: str, word: str) -> Postings:
    """Return the documents of one part that have a word in a field."""
    found: Postings = {}
    matcher = _matcher(part, field, word)
    while matcher.is_active():
        if isinstance(matcher, W3LeafMatcher):
            # Asking for postings one by one would take longer than the rest of a search. So `id` and `weight`
            # make Whoosh read a whole block, and the block is taken from private attributes.
            matcher.id()
            matcher.weight()
            documents: Any = matcher._ids  # noqa: SLF001
            word_weights: Any = matcher._weights  # noqa: SLF001
            found |= zip(documents, word_weights, strict=True)
            matcher.skip_to(matcher.block_max_id() + 1)
        else:  # if only one document has the word, its posting is stored with the word
            found[matcher.id()] = matcher.weight()
            matcher.next()
    return found


def _matcher(part: Any, field: str, word: str) -> Any:
    try:
        return part.postings(field, word)
    except TermNotFound:
        return NullMatcher()
