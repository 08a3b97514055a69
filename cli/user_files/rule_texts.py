"""The index of the rules' texts, kept in the folder for caches, so that it is built once for each store."""

from __future__ import annotations

import mmap
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from cli.user_files.atomic_write import write_whole
from cli.user_files.text_parts import open_regular
from kb.errors import StoreError
from kb.languages import Lang
from kb.program.cache_folder import cache_folder, is_private, name_part

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


def save_in_cache(file: Path, content: bytes, replaced: str = "") -> None:
    """Write a file of the cache, and delete the other files that match `replaced`. If that fails, nothing is kept."""
    with suppress(OSError, StoreError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(file.parent):
            return
        write_whole(file, lambda draft: draft.write_bytes(content))
        for old in file.parent.glob(replaced) if replaced else ():
            if old != file:
                old.unlink(missing_ok=True)


def _open(file: Path) -> RuleTextIndex | None:
    from kb.citations.rule_text_index import RuleTextIndex

    try:
        with open_regular(file) as stream:
            content = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
        if crc32(content[:-_CHECKSUM]) != int(bytes(content[-_CHECKSUM:])):
            return None
        return RuleTextIndex(content[:-_CHECKSUM])
    except (OSError, ValueError, KeyError, TypeError):
        return None
