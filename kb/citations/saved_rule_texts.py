"""The index of the rules' texts, kept in the folder for caches, so that it is built once for each store."""

from __future__ import annotations

import mmap
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from kb.languages import Lang
from kb.program.cache_folder import cache_folder, is_private, name_part, save_in_cache

if TYPE_CHECKING:
    from kb.citations.rule_text_index import RuleTextIndex
    from kb.storage.store import Store

_CHECKSUM = 12
"""The number of bytes at the end of a file: the checksum of the bytes before, as a decimal number."""


def open_rule_texts(store: Store, lang: Lang) -> RuleTextIndex:
    """Open the index of a language. Build and save it if it isn't there, or belongs to another generation."""
    from kb.citations.rule_text_index import INDEX_FORMAT, RuleTextIndex

    file = lint_cache_folder() / f"texts-{INDEX_FORMAT}-{lang}-{name_part(store.generation)}.bin"
    if is_private(file.parent) and (found := _open(file)) is not None:
        return found
    from kb.citations.rule_text_index_builder import build_rule_text_index

    content = build_rule_text_index(store, lang)
    save_in_cache(file, content + b"%12d" % crc32(content), f"texts-*-{lang}-*.bin")
    return RuleTextIndex(content)


def lint_cache_folder() -> Path:
    """Return the folder of what `rules lint` keeps between its runs."""
    return cache_folder() / "citations"


def _open(file: Path) -> RuleTextIndex | None:
    from kb.citations.rule_text_index import RuleTextIndex

    try:
        with file.open("rb") as stream:
            content = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
        if crc32(content[:-_CHECKSUM]) != int(bytes(content[-_CHECKSUM:])):
            return None
        return RuleTextIndex(content[:-_CHECKSUM])
    except (OSError, ValueError, KeyError, TypeError):
        return None
