"""The lines that `--fix` has mended, so that a second run doesn't mend them again.

`--fix --written-under 2009-10-01` replaces a number of that day by the number of today. A second run with the same day
would take the new number for a number of 2009. So each mended line is recorded, as a hash of the file's path and the
line's text, with the edition under which it is written since then. The record is in the user's cache folder. It is lost
with the cache, and a line that is edited counts as not mended.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from hashlib import sha256
from pathlib import Path

from cli.messages import note
from cli.user_files.atomic_write import write_whole
from cli.user_files.text_parts import open_regular, read_limited
from kb.errors import StoreError, failure_reason
from kb.i18n import _
from kb.program.cache_folder import cache_folder

# The record keeps this many lines, and drops the oldest.
_MAX_LINES = 200_000
_HASH_LENGTH = 20
_LINE_LENGTH = _HASH_LENGTH + len(" 2026-01-16\n")


class MendedLines:
    """The record of mended lines. It is read when it is created, and written by `save`."""

    def __init__(self) -> None:
        self._file = cache_folder() / "mended-lines.txt"
        self._editions = self._read()
        self._is_changed = False

    def _read(self) -> dict[str, date]:
        found: dict[str, date] = {}
        with suppress(OSError), open_regular(self._file) as stream:
            content = read_limited(stream, _MAX_LINES * _LINE_LENGTH).decode("ascii", "replace")
            for line in content.split("\n"):
                key, _blank, day = line.partition(" ")
                with suppress(ValueError):  # a damaged line is no record
                    found[key] = date.fromisoformat(day)
        return found

    def is_newer(self, path: str, line: bytes, day: date) -> bool:
        """True if a line of a file was mended, is unchanged since then, and is written under an edition after `day`."""
        edition = self._editions.get(_hash(path, line))
        return edition is not None and edition > day

    def add(self, path: str, lines: Iterable[bytes], edition: date) -> None:
        """Record mended lines of a file, which are written under an edition now."""
        for line in lines:
            key = _hash(path, line)
            self._editions.pop(key, None)  # the newest records stand last
            self._editions[key] = edition
            self._is_changed = True

    def save(self) -> None:
        """Write the record, if it has changed. If it can't be written, say so."""
        if not self._is_changed:
            return
        text = "".join(f"{key} {day}\n" for key, day in list(self._editions.items())[-_MAX_LINES:])
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, lambda draft: draft.write_text(text, encoding="ascii"))
        except StoreError as problem:
            note(str(problem))
        except OSError as problem:
            note(_("cannot write {file}: {why}", file=self._file, why=failure_reason(problem)))


def _hash(path: str, line: bytes) -> str:
    return sha256(os.fsencode(Path(path).resolve()) + b"\0" + line.strip()).hexdigest()[:_HASH_LENGTH]
