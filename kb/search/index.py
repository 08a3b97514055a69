"""The index on disk: building, swapping in, recognising and opening it.

It is derived from the store and can be thrown away at any time. It lives in a folder named for the
store's generation, built under another name and moved there whole, so a reader finds either all of
it or nothing, and never one that doesn't match. Whoosh's files hold pickles: an index is opened only
if this program built it in that very folder (see `_is_own`).
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from array import array
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from whoosh import fields, formats, index
from whoosh.codec.whoosh3 import W3Codec
from whoosh.filedb.filestore import RamStorage

from kb.languages import LANGUAGES, Lang
from kb.model import heading, text_status
from kb.number import RuleNumber
from kb.search import weights
from kb.search.folding import analyzer, folded
from kb.store import Store
from kb.wordings import carried_since, citations_since, examples_since

HitKind = Literal["rule", "glossary", "heading"]
KINDS: tuple[HitKind, ...] = ("rule", "glossary", "heading")

_SEAL, _DOCUMENTS = "seal.json", "documents.bin"

_BLOCK = 8192
"""So many postings are read at once, 64 times as many as usual: all of a word's are wanted."""

INDEX_VERSION = "8"
"""Part of the index's name: raise it when analysis or fields change, and old indexes are rebuilt."""


TEXT_FIELDS = ("term", "title", "text", "example", "defined")
"""The fields of words; each exists once for each language, as `text_en`, `text_fr`."""


class Places(formats.Positions):
    """Places as plain numbers: Whoosh pickles them, which takes several times as long both ways."""

    def encode(self, poslist: Iterable[int]) -> bytes:
        """See Whoosh."""
        return array("I", poslist).tobytes()

    def decode_positions(self, valuestring: bytes) -> list[int]:
        """See Whoosh."""
        return array("I", valuestring).tolist()

    def decode_frequency(self, valuestring: bytes) -> int:
        """See Whoosh."""
        return len(self.decode_positions(valuestring))


class Words(fields.TEXT):
    """Words in half the time that `TEXT` takes; the weight of each is its BM25 without rarity.

    With a usual length that stands fast, what a word is worth in a text can be told when it is indexed.
    """

    def __init__(self, lang: Lang, name: str) -> None:
        super().__init__(analyzer=analyzer(lang), phrase=False)
        self._lang = lang
        self._sharpness = weights.SHARPNESS[name]
        self.format = formats.Existence()

    def index(self, value: str, **_: Any) -> Generator[tuple[bytes, int, float, bytes]]:
        """Each word with how often it stands, and its weight."""
        words = folded(value, self._lang)
        steepness, share, usual = self._sharpness
        long = steepness * (1 - share + share * len(words) / usual)
        for word, times in Counter(words).items():
            yield word.encode(), times, times * (steepness + 1) / (times + long), b""


class Around(fields.TEXT):
    """Words with the places of the references that they stand around, among those of their text."""

    def __init__(self, lang: Lang) -> None:
        super().__init__(analyzer=analyzer(lang), phrase=True)
        self._lang = lang
        self.format = self._places = Places()

    def index(self, value: Iterable[tuple[int, str]], **_: Any) -> Generator[tuple[bytes, int, float, bytes]]:
        """Each word with how many references it stands around, and which."""
        found: dict[str, list[int]] = {}
        for place, words in value:
            for word in dict.fromkeys(folded(words, self._lang)):
                found.setdefault(word, []).append(place)
        for word, places in found.items():
            yield word.encode(), len(places), 1.0, self._places.encode(places)


def _schema() -> Any:
    schema = fields.Schema(
        term=fields.STORED(),
        said_of_it=fields.KEYWORD(),
    )
    for lang in LANGUAGES:
        schema.add(f"name_{lang}", fields.KEYWORD(commas=True))
        schema.add(f"cited_for_{lang}", Around(lang))
        schema.add(f"sends_{lang}", Around(lang))
    for lang in LANGUAGES:
        for name in TEXT_FIELDS:
            schema.add(f"{name}_{lang}", Words(lang, name))
    return schema


class Index(NamedTuple):
    """An index to be read.

    Attributes:
        words: Whoosh's reader.
        documents: by document, the wording that it is of and what it was indexed as (see `document_of`).
    """

    words: Any
    documents: Sequence[int]


def document_of(number: int) -> tuple[int, HitKind]:
    """What a number of `Index.documents` says: the wording and the kind."""
    wording, kind = divmod(number, len(KINDS))
    return wording, KINDS[kind]


class Draft:
    """An index while it is built, beside the live one.

    Use as a context manager: a draft that isn't finished is thrown away.
    """

    def __init__(self, store: Store) -> None:
        """Begin an empty one.

        Raises:
            OSError: the folder can't be written.
        """
        self._store = store
        self._above = store.home / "index"
        self._folder = self._above / f"draft-{os.getpid()}"
        shutil.rmtree(self._folder, ignore_errors=True)
        try:
            self._folder.mkdir(parents=True)
            self._filling = _Filling(index.create_in(str(self._folder), _schema()), store)
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # What was finished has been moved away.
        self._filling.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def take_new(self) -> None:
        """Index the wordings that came into the store since the last time."""
        self._filling.take_new()

    def finish(self) -> None:
        """Index all that is left, and move the draft to where the index of this generation is looked for.

        Raises:
            OSError: the folder can't be written.
        """
        # What is written meanwhile is in the index or not; either way it isn't of that generation any more.
        generation = self._store.generation
        documents = self._filling.finish()
        (self._folder / _DOCUMENTS).write_bytes(documents.tobytes())
        final = self._above / _name(generation)
        folder = self._folder.stat().st_ino
        seal = {"program": "rules", "generation": generation, "folder": folder, "files": _files(self._folder)}
        (self._folder / _SEAL).write_text(json.dumps({**seal, "sums": _sums(self._folder)}))
        shutil.rmtree(final, ignore_errors=True)
        self._folder.rename(final)
        _tidy(self._above, final)


def build(store: Store) -> None:
    """Build the index of the store's generation and move it into place, unless it is there.

    Where the folder can't be written nothing happens: searching then builds in memory.
    """
    if is_live(store):
        return
    # OSError also where another process tidies at the same time; what it left is looked at before it is used.
    with suppress(OSError), Draft(store) as draft:
        draft.finish()


def is_live(store: Store) -> bool:
    """Whether the index of the store's generation is there and whole."""
    return _is_own(store.home / "index" / _name(store.generation), store.generation)


def _tidy(folder: Path, live: Path) -> None:
    """Throw away all indexes but the live one and the youngest before it, which readers may have open."""
    others = sorted((path for path in folder.iterdir() if path != live), key=_made)
    for path in others[:-1]:
        shutil.rmtree(path, ignore_errors=True)


def reader(store: Store) -> tuple[Index, bool]:
    """The index of the store's generation; while another process writes, of the newest there is.

    Hits are checked against the store, so an index that is behind shows nothing that is wrong. The second value says
    whether it is of the store's generation.
    """
    folder = store.home / "index"
    live = folder / _name(store.generation)
    if not _is_own(live, store.generation):
        if store.is_being_written and (older := _newest(folder)):
            live = older
        else:
            build(store)
    for _ in range(2):
        if not _is_own(live, None):
            break
        try:
            return _opened(live), live == folder / _name(store.generation)
        except Exception:  # noqa: BLE001, whatever Whoosh trips over in a damaged file
            shutil.rmtree(live, ignore_errors=True)
            build(store)
            live = folder / _name(store.generation)
    in_memory = RamStorage().create_index(_schema())
    documents = _Filling(in_memory, store).finish()
    return Index(in_memory.reader(), documents), True


def _opened(folder: Path) -> Index:
    """The index in a folder.

    Raises:
        Exception: it is damaged; of whatever kind Whoosh trips over, if the checksums don't tell.
    """
    if json.loads((folder / _SEAL).read_text()).get("sums") != _sums(folder):
        raise ValueError(f"{folder} is damaged")
    documents = array("I")
    documents.frombytes((folder / _DOCUMENTS).read_bytes())
    return Index(index.open_dir(str(folder), schema=_schema(), readonly=True).reader(), documents)


def _newest(folder: Path) -> Path | None:
    own = [path for path in folder.glob(f"v{INDEX_VERSION}-*") if _is_own(path, None)]
    return max(own, key=_made, default=None)


def _made(path: Path) -> float:
    """When an index was made; long ago, if another process has thrown it away since it was listed."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _name(generation: str) -> str:
    return f"v{INDEX_VERSION}-{generation}"


def _is_own(path: Path, generation: str | None) -> bool:
    """Whether this program built the index in this very folder.

    The seal names the folder by its inode, so an index that was copied or unpacked from elsewhere
    isn't opened but rebuilt; nor is one that belongs to another user. It lists the files with their
    sizes, so one that lost something isn't opened either.
    """
    try:
        seal = json.loads((path / _SEAL).read_text())
        status, files = path.stat(), _files(path)
    except (OSError, ValueError):
        return False
    if not isinstance(seal, dict) or seal.get("files") != files:
        return False
    owned = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    right = generation is None or seal.get("generation") == generation
    return bool(owned and right and seal.get("folder") == status.st_ino)


def _files(folder: Path) -> dict[str, int]:
    """The files of an index with their sizes; the seal, which lists them, left out."""
    return {path.name: path.stat().st_size for path in folder.iterdir() if path.name != _SEAL}


def _sums(folder: Path) -> dict[str, int]:
    """The same files with their checksums: a byte changed would hide rules from the search, without an error."""
    return {path.name: zlib.adler32(path.read_bytes()) for path in folder.iterdir() if path.name != _SEAL}


class _Filling:
    """Puts every wording into an index once, however many places have carried it; a headword's with its term."""

    def __init__(self, new: Any, store: Store) -> None:
        self._store = store
        self._writer = new.writer(codec=W3Codec(blocklimit=_BLOCK))
        self._done: set[tuple[int, HitKind, str]] = set()
        self._newest = 0
        self._documents = array("I")

    def take_new(self) -> None:
        """The wordings that came since the last time."""
        self._take(self._newest)

    def finish(self) -> array[int]:
        """All that is left: an older wording may have come to another place. Then nothing more can be put in.

        Returns:
            `Index.documents`: Whoosh counts documents in the order in which they came.
        """
        self._take(0)
        self._writer.commit()
        return self._documents

    def close(self) -> None:
        """Let go of the files; what wasn't finished is lost."""
        if not self._writer.is_closed:
            self._writer.cancel()

    def _take(self, above: int) -> None:
        from kb.search.citing import cited_for
        from kb.search.defining import defined

        rows = carried_since(self._store, above)
        # Asked for after the texts: a wording comes with its examples, in one transaction.
        examples, references = examples_since(self._store, above), citations_since(self._store, above)
        for wording, place_kind, label, text_lang, text in rows:
            kind = hit_kind(place_kind, label, text)
            term = label if kind == "glossary" else ""
            if (wording, kind, term) in self._done:
                continue
            self._done.add((wording, kind, term))
            self._newest = max(self._newest, wording)
            self._documents.append(wording * len(KINDS) + KINDS.index(kind))
            document: dict[str, Any] = {}
            cites = references.get(wording, ())
            if kind == "glossary":
                document |= {"term": term, f"term_{text_lang}": term, f"text_{text_lang}": text}
                if cites:
                    # What the glossary sends to is what its headword is about.
                    document[f"sends_{text_lang}"] = [(place, term) for place, *_ in cites]
            elif kind == "heading":
                document |= {f"title_{text_lang}": text, "said_of_it": "heading"}
            else:
                document[f"text_{text_lang}"] = text
                names = list(defined(text, text_lang))
                document[f"defined_{text_lang}"] = "\n".join(names)
                document[f"name_{text_lang}"] = ",".join(name_of(folded(name, text_lang)) for name in names)
                document["said_of_it"] = text_status(text, text_lang)
                if cites:
                    document[f"cited_for_{text_lang}"] = list(cited_for(text, text_lang, cites))
            if wording in examples:
                document[f"example_{text_lang}"] = "\n".join(examples[wording])
            self._writer.add_document(**document)


def name_of(words: Iterable[str]) -> str:
    """Folded words as one, whatever their order: what is looked for to find what defines just these."""
    return " ".join(sorted(set(words)))


def hit_kind(place_kind: str, label: str, text: str) -> HitKind:
    """What a text is found as where it stands: `rule`, `heading` or `glossary`."""
    if place_kind == "glossary":
        return "glossary"
    return "heading" if heading(RuleNumber.parse(label), text) else "rule"
