"""Inverted index: postings are read in blocks from private attributes of Whoosh."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from whoosh.codec.whoosh3 import W3LeafMatcher

from kb.search.index import is_index_current, open_index
from kb.search.inverted_index import InvertedIndex, PartWriter, _matcher, encode_documents
from kb.storage.store import Store


def read_one_by_one(index: InvertedIndex, field: str, word: str) -> Iterator[tuple[int, float]]:
    """Yield postings with Whoosh's public interface."""
    (part,) = index._parts
    matcher = _matcher(part, field, word)
    while matcher.is_active():
        yield matcher.id(), matcher.weight()
        matcher.next()


def test_postings_are_those_of_whoosh(starter_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Postings equal those of Whoosh. It fails if a new Whoosh changes `W3LeafMatcher._ids` or `_weights`."""
    # An index that another test has extended may have documents that count no longer.
    monkeypatch.setenv("RULES_CACHE", str(tmp_path))
    with Store.open(starter_home) as store:
        index, _ = open_index(store, lambda: ())
        assert is_index_current(store)
        words = [word for word in index.lexicon("en") if index.document_frequency("text_en", word) > 1]
        assert len(words) > 100
        assert isinstance(_matcher(index._parts[0], "text_en", words[0]), W3LeafMatcher)
        for word in words:
            assert list(index.postings("text_en", word).items()) == list(read_one_by_one(index, "text_en", word))
        index.close()


def test_an_index_without_documents() -> None:
    """An index without documents has no postings, positions or words."""
    writer = PartWriter(None)
    writer.commit()
    index = InvertedIndex([writer.reader()], encode_documents([]))
    assert index.document_count == 0
    assert index.postings("text_en", "loyalty") == {}
    assert index.reference_positions("anchor_en", "loyalty") == {}
    assert index.lexicon("en") == ()
