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
from pathlib import Path
from typing import Any, Literal

from whoosh import fields, index
from whoosh.filedb.filestore import RamStorage
from whoosh.scoring import BM25F

from kb.model import LANGUAGES, heading
from kb.number import RuleNumber
from kb.search.folding import analyzer
from kb.store import Store

HitKind = Literal["rule", "glossary", "heading"]

_SEAL = "seal.json"

INDEX_VERSION = "2"
"""Part of the index's name: raise it when analysis or fields change, and old indexes are rebuilt."""


# BM25F holds a long field against a match, measured by the field's mean over *all* documents. Few
# documents have a heading, a headword or an example, so next to that mean each of theirs looks long.
# A touch of it is left: "Loyalty" comes before "Loyalty Ability" for `loyalty`.
_RANKING = {
    f"{name}_{lang}_B": share for lang in LANGUAGES for name, share in (("term", 0.1), ("title", 0.1), ("example", 0.0))
}

TEXT_FIELDS = ("term", "title", "text", "example")
"""The fields of words; each exists once for each language, as `text_en`, `text_fr`."""


def _schema() -> Any:
    schema = fields.Schema(wording=fields.STORED(), term=fields.STORED(), kind=fields.ID(stored=True), lang=fields.ID())
    for lang in LANGUAGES:
        words = analyzer(lang)
        for name in TEXT_FIELDS:
            schema.add(f"{name}_{lang}", fields.TEXT(analyzer=words, phrase=True))
    return schema


def build(store: Store) -> None:
    """Build the index of the store's generation beside the live one and move it into place.

    Where the folder can't be written nothing happens: searching then builds in memory.
    """
    folder = store.home / "index"
    final = folder / _name(store.generation)
    if _is_own(final, store.generation):
        return
    draft = folder / f"draft-{os.getpid()}"
    try:
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        _fill(index.create_in(str(draft), _schema()), store)
        generation = store.generation
        seal = {"program": "rules", "generation": generation, "folder": draft.stat().st_ino, "files": _files(draft)}
        (draft / _SEAL).write_text(json.dumps(seal))
        shutil.rmtree(final, ignore_errors=True)
        draft.rename(final)
        _tidy(folder, final)
    except OSError:
        # Also where another process tidies at the same time; what it left is looked at before it is used.
        shutil.rmtree(draft, ignore_errors=True)


def _tidy(folder: Path, live: Path) -> None:
    """Throw away all indexes but the live one and the youngest before it, which readers may have open."""
    others = sorted((path for path in folder.iterdir() if path != live), key=lambda path: path.stat().st_mtime)
    for path in others[:-1]:
        shutil.rmtree(path, ignore_errors=True)


def searcher(store: Store) -> Any:
    """A searcher of the index of the store's generation; while another process writes, of the newest there is.

    Hits are checked against the store, so an index that is behind shows nothing that is wrong.
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
            return index.open_dir(str(live), schema=_schema(), readonly=True).searcher(weighting=BM25F(**_RANKING))
        except Exception:  # noqa: BLE001, whatever Whoosh trips over in a damaged file
            shutil.rmtree(live, ignore_errors=True)
            build(store)
            live = folder / _name(store.generation)
    in_memory = RamStorage().create_index(_schema())
    _fill(in_memory, store)
    return in_memory.searcher(weighting=BM25F(**_RANKING))


def _newest(folder: Path) -> Path | None:
    own = [path for path in folder.glob(f"v{INDEX_VERSION}-*") if _is_own(path, None)]
    return max(own, key=lambda path: path.stat().st_mtime, default=None)


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


def _fill(new: Any, store: Store) -> None:
    """Index every wording once, however many places have carried it; a headword's with its term."""
    examples: dict[int, list[str]] = {}
    for wording, text in store.connection.execute("SELECT wording, text FROM example ORDER BY wording, place"):
        examples.setdefault(wording, []).append(text)
    rows = store.connection.execute(
        """
        SELECT DISTINCT wording.id, place.lang, place.kind, place.label, wording.lang, wording.text
        FROM (SELECT place, wording FROM span UNION SELECT place, wording FROM excerpt) AS carried
        JOIN place ON place.id = carried.place JOIN wording ON wording.id = carried.wording
        ORDER BY wording.id, place.id
        """
    )
    writer = new.writer()
    done: set[tuple[int, str, str, str]] = set()
    for wording, lang, place_kind, label, text_lang, text in rows:
        kind = hit_kind(place_kind, label, text)
        term = label if kind == "glossary" else ""
        if (wording, lang, kind, term) in done:
            continue
        done.add((wording, lang, kind, term))
        document: dict[str, Any] = {"wording": wording, "term": term, "lang": lang, "kind": kind}
        if kind == "glossary":
            document |= {f"term_{text_lang}": term, f"text_{text_lang}": text}
        else:
            document[f"{'title' if kind == 'heading' else 'text'}_{text_lang}"] = text
        if wording in examples:
            document[f"example_{text_lang}"] = "\n".join(examples[wording])
        writer.add_document(**document)
    writer.commit()


def hit_kind(place_kind: str, label: str, text: str) -> HitKind:
    """What a text is found as where it stands: `rule`, `heading` or `glossary`."""
    if place_kind == "glossary":
        return "glossary"
    return "heading" if heading(RuleNumber.parse(label), text) else "rule"
