"""The results of earlier runs of `rules lint`, kept in the folder for caches.

A file that hasn't changed isn't checked again. The results of a part of a file are found by the hash of its content.
They hold only for one state of everything else: the knowledge base, the day, the language, and the program's own code.
Each such state has a file of its own. If two processes write the same file, the later one wins, and nothing is damaged.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.user_files.text_parts import open_regular, read_limited
from kb.citations.saved_rule_texts import lint_cache_folder
from kb.citations.verdicts import VERDICTS, CitationCheck
from kb.i18n import get_language
from kb.program.cache_folder import is_private, save_in_cache
from kb.program.code_state import code_state

if TYPE_CHECKING:
    from datetime import date

    from kb.citations.scanner import AnyOccurrence
    from kb.citations.text_part import TextPart
    from kb.documents import Doc
    from kb.storage.store import Store
    from kb.storage.view import View

_FORMAT = 2
_FILES = "results-*.json"
# So many states are kept. Each has at most this many bytes, and the results of so many parts.
_MAX_STATES = 6
_MAX_BYTES = 16 * 1024 * 1024
_MAX_PARTS = 200_000


class CitationPlace(NamedTuple):
    """Where a citation stands, without the text around it.

    Attributes:
        line: counted from 1.
        column: counted from 1, in characters.
        text: the text of the citation.
        number: the cited number in full.
        start: offset of the citation in its line, as far as the line was read.
        end: offset after the citation.
        doc: the cited document.
    """

    line: int
    column: int
    text: str
    number: str
    start: int
    end: int
    doc: Doc = "cr"

    @classmethod
    def of(cls, found: AnyOccurrence) -> CitationPlace:
        """Return the place of a citation that was found."""
        citation = found.citation
        return cls(
            found.line, found.column, citation.text, citation.written, citation.start, citation.end, citation.doc
        )


CheckedPlace = tuple[CitationPlace, CitationCheck]


class KnownResults:
    """The results for one state of the knowledge base and the program. Call `save` at the end."""

    def __init__(self, store: Store, view: View, written_under: date | None) -> None:
        state = (
            _FORMAT, code_state(), store.generation, view.lang, str(view.as_of), str(written_under), get_language()
        )  # fmt: skip
        name = sha256(repr(state).encode()).hexdigest()[:24]
        self._file = lint_cache_folder() / f"results-{name}.json"
        self._earlier = self._load()
        self._used: dict[str, list[Any]] = {}
        self._is_changed = False

    def _load(self) -> dict[str, list[Any]]:
        if is_private(self._file.parent):
            with suppress(OSError, ValueError, RecursionError), open_regular(self._file) as stream:
                found = json.loads(read_limited(stream, _MAX_BYTES))
                if isinstance(found, dict):
                    return found
        return {}

    def find(self, key: str) -> list[CheckedPlace] | None:
        """Return the citations of the part of a file that has a key, or None if they aren't known."""
        if key not in self._used:
            rows = self._earlier.pop(key, None)
            if rows is None:
                return None
            self._used[key] = rows
        try:
            return [(CitationPlace(*row[:7]), _check(*row[7:])) for row in self._used[key]]
        except (TypeError, ValueError):  # the file is damaged
            return None

    def has(self, key: str) -> bool:
        """True if the results of a part are known."""
        return key in self._used or key in self._earlier

    def add(self, key: str, rows: list[Any]) -> None:
        """Keep the results of a part of a file, as `as_rows` returns them."""
        self._used[key] = rows
        self._is_changed = True

    def save(self) -> None:
        """Write the results for the next run. Those that this run didn't use are dropped first."""
        if not self._is_changed:
            return
        kept: list[str] = []
        size = 2
        for key, rows in (*self._used.items(), *self._earlier.items()):
            entry = f'"{key}":{json.dumps(rows, ensure_ascii=False, separators=(",", ":"))}'
            size += len(entry.encode("utf-8", "surrogatepass")) + 1
            if size > _MAX_BYTES or len(kept) == _MAX_PARTS:
                break
            kept.append(entry)
        save_in_cache(self._file, ("{" + ",".join(kept) + "}").encode("utf-8", "surrogatepass"))
        self._drop_old_states()

    def _drop_old_states(self) -> None:
        with suppress(OSError):
            files = sorted(self._file.parent.glob(_FILES), key=lambda file: file.stat().st_mtime, reverse=True)
            for old in files[_MAX_STATES:]:
                old.unlink(missing_ok=True)


def as_rows(found: list[CheckedPlace]) -> list[Any]:
    """Return checked citations as rows of JSON values."""
    return [
        [*place, each.verdict, each.suggestion, each.message, each.is_certain, each.confidence] for place, each in found
    ]


def key_of(part: TextPart) -> str:
    """Return the hash of a part, of the text around it, and of its place in the file."""
    place = f"{part.start} {part.end} {part.line} {part.column} "
    return blake2b(part.content, digest_size=16, key=place.encode()[:64]).hexdigest()


def _check(verdict: Any, suggestion: Any, message: Any, is_certain: Any, confidence: Any) -> CitationCheck:
    if verdict not in VERDICTS:
        raise ValueError(verdict)
    return CitationCheck(verdict, suggestion, message, is_certain, confidence)
