"""Documents: the values that the index holds of each wording in the store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kb.languages import Lang
from kb.model import text_status
from kb.search.anchor_text import anchor_texts
from kb.search.definitions import defined_names
from kb.search.inverted_index import IndexedDocument, word_set_key
from kb.search.results import HitKind, hit_kind
from kb.storage.store import Store
from kb.storage.wordings import carried_since, citations_since, examples_since
from kb.text.folding import fold_words


class DocumentReader:
    """Reads every wording once for each kind of hit that it can be, and a glossary text once for each headword."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._done: set[tuple[int, HitKind, str]] = set()
        self._newest = 0

    def new(self) -> Iterator[IndexedDocument]:
        """Yield the documents of wordings that are newer than those read so far."""
        return self._read(self._newest)

    def remaining(self) -> Iterator[IndexedDocument]:
        """Yield all documents not read so far, also of older wordings that a new edition prints at another place."""
        return self._read(0)

    def _read(self, above: int) -> Iterator[IndexedDocument]:
        rows = carried_since(self._store, above)
        # Examples are read after the texts. The writer adds both in one transaction, so no text lacks its examples.
        examples, references = examples_since(self._store, above), citations_since(self._store, above)
        for wording, place_kind, label, lang, text in rows:
            kind = hit_kind(place_kind, label, text)
            headword = label if kind == "glossary" else ""
            if (wording, kind, headword) in self._done:
                continue
            self._done.add((wording, kind, headword))
            self._newest = max(self._newest, wording)
            values = _values(kind, headword, lang, text, references.get(wording, ()))
            if wording in examples:
                values[f"example_{lang}"] = "\n".join(examples[wording])
            yield IndexedDocument(wording, kind, values)


def _values(
    kind: HitKind, headword: str, lang: Lang, text: str, references: Sequence[tuple[int, int, int]]
) -> dict[str, Any]:
    """Return the field values of a text without its examples."""
    if kind == "heading":
        return {f"title_{lang}": text, "flags": "heading"}
    if kind == "glossary":
        # The headword of an entry describes the rules that the entry sends to.
        links = [(position, headword) for position, *_ in references]
        values = {"headword": headword, f"term_{lang}": headword, f"text_{lang}": text}
        return {**values, f"glossary_link_{lang}": links} if links else values
    names = list(defined_names(text, lang))
    values = {
        f"text_{lang}": text,
        f"defined_{lang}": "\n".join(names),
        f"defined_name_{lang}": ",".join(word_set_key(fold_words(name, lang)) for name in names),
        "flags": text_status(text, lang),
    }
    return {**values, f"anchor_{lang}": list(anchor_texts(text, lang, references))} if references else values
