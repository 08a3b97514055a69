"""Files of the search index: their names, their encoding, and their parts of about equal size."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

_HASH_LENGTH = 10

_Item = TypeVar("_Item")


class IndexFile(NamedTuple):
    """A file of the search index: its path below the folder of the index, and its bytes."""

    path: str
    content: bytes


def encode_json(value: Any) -> bytes:
    """Encode a value as JSON in UTF-8, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def content_file(name: str, suffix: str, content: bytes) -> IndexFile:
    """Return a file whose name contains a checksum of its content, so that browsers may keep it forever."""
    return IndexFile(f"{name}.{sha256(content).hexdigest()[:_HASH_LENGTH]}.{suffix}", content)


def in_parts(items: Iterable[_Item], size: Callable[[_Item], int], most: int) -> Iterator[Sequence[_Item]]:
    """Split items into runs whose sizes add up to at most `most`. A larger item is a run by itself."""
    run: list[_Item] = []
    filled = 0
    for item in items:
        needed = size(item)
        if run and filled + needed > most:
            yield run
            run, filled = [], 0
        run.append(item)
        filled += needed
    if run:
        yield run
