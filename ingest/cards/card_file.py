"""Reads a file of cards as a stream. A card is a few kilobytes, so a file of any length needs little memory."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import IO, Any

from kb.errors import BadValue, RulesError, failure_reason
from kb.i18n import _

# The longest file today has 200 MB (Scryfall, with all printings: 500 MB).
_MOST_BYTES = 1 << 30
# The longest entry of today's files has 60 kB. An entry longer than this is no card.
_MOST_BYTES_OF_CARD = 4 << 20
_CHUNK = 1 << 16
# Cards have six levels. The time of ijson grows with the square of the depth.
_MOST_LEVELS = 50
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?P<end>"|\\?\Z)', re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
# The forms of files: whether it is AtomicCards, and the place of the entries in the words of ijson.
_FORMS = {"atomic": (True, "data"), "list": (False, "item"), "lines": (False, "")}
# The start of a card object of Scryfall.
_CARD_OBJECT = re.compile(rb'\{\s*"object"\s*:\s*"card"')
_GZIP, _BOM = b"\x1f\x8b", b"\xef\xbb\xbf"


def not_cards(file: Path, why: str) -> BadValue:
    """Return the error for a file that isn't a file of cards."""
    expected = _(
        "{why}; give MTGJSON's AtomicCards.json or Scryfall's bulk file “oracle-cards”, plain or as .gz", why=why
    )
    return BadValue("file of cards", str(file), expected)


def file_digest(file: Path) -> str:
    """Return the SHA-256 of a file's bytes.

    Raises:
        BadValue: the file can't be read.
    """
    digest = sha256()
    with _open(file) as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


@contextmanager
def _open(file: Path) -> Iterator[IO[bytes]]:
    """Open a regular file.

    Raises:
        BadValue: the file can't be read.
    """
    try:
        if file.exists() and not file.is_file():
            raise not_cards(file, _("it isn't a file"))
        with file.open("rb") as stream:
            yield stream
    except (OSError, ValueError) as problem:
        raise not_cards(file, failure_reason(problem)) from problem


class _LimitedText:
    """The uncompressed bytes of a file, with limits. `ijson` reads from it."""

    def __init__(self, file: Path, raw: IO[bytes], stream: IO[bytes], step: Callable[[int], None]) -> None:
        self._file, self._raw, self._stream, self._step = file, raw, stream, step
        self._read = self._since_card = 0
        self._at_start = True
        self._levels, self._open_string = 0, b""

    def read(self, size: int = _CHUNK) -> bytes:
        """Return the next bytes, without a byte order mark.

        Raises:
            RulesError: the file is cut or damaged, or it is too long.
        """
        if size == 0:  # ijson asks whether the file gives bytes or text
            return b""
        try:
            chunk = self._stream.read(min(size, _CHUNK))
        except EOFError as problem:
            raise not_cards(self._file, _("the file is cut: its compressed data end too early")) from problem
        except (OSError, zlib.error) as problem:
            raise not_cards(self._file, _("its compressed data are damaged")) from problem
        self._read += len(chunk)
        self._since_card += len(chunk)
        if self._since_card > _MOST_BYTES_OF_CARD:
            raise not_cards(self._file, _("it has no cards where they should be"))
        if self._read > _MOST_BYTES:
            raise not_cards(self._file, _("it has more than 1 GiB"))
        if self._at_start:
            self._at_start = False
            chunk = chunk.removeprefix(_BOM)
        self._step(self._raw.tell())
        self._check_levels(chunk)
        return chunk

    def _check_levels(self, chunk: bytes) -> None:
        """Count the levels of lists and objects, outside of strings.

        Raises:
            BadValue: there are too many.
        """
        rest = b""

        def drop(string: re.Match[bytes]) -> bytes:
            nonlocal rest
            rest = b"" if string["end"] == b'"' else b'"' + string["end"]
            return b""

        brackets = _STRING.sub(drop, self._open_string + chunk).translate(None, _NO_BRACKETS)
        self._open_string = rest
        levels = [self._levels, *(1 if each in b"[{" else -1 for each in brackets)]
        reached = list(accumulate(levels))
        self._levels = reached[-1]
        if max(reached) > _MOST_LEVELS:
            raise not_cards(self._file, _("its lists are nested too deeply"))

    def restart(self) -> None:
        """Count from the start of the file again."""
        self._read = self._since_card = self._levels = 0
        self._at_start, self._open_string = True, b""

    def card_done(self) -> None:
        """Start to count the bytes of the next card."""
        self._since_card = 0


def read_entries(file: Path, step: Callable[[int], None]) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a file: the name of the card (empty in Scryfall's forms), and the entry's JSON.

    AtomicCards is an object whose `data` has the entries by name. Scryfall has a list, or JSON Lines: an object a line.

    `step` is called with the number of bytes of the file that were read.

    Raises:
        BadValue: the file isn't a file of cards, is cut or damaged.
    """
    import ijson

    with _open(file) as raw:
        start = raw.read(2)
        raw.seek(0)
        stream: IO[bytes] = gzip.GzipFile(fileobj=raw) if start == _GZIP else raw  # type: ignore[assignment]
        text = _LimitedText(file, raw, stream, step)
        is_atomic, prefix = _FORMS[_form(file, text, stream)]
        found = False
        try:
            read = ijson.kvitems if is_atomic else ijson.items
            # In JSON Lines, several values follow one another.
            for entry in read(text, prefix, use_float=True, multiple_values=not prefix):
                text.card_done()
                found = True
                yield entry if is_atomic else ("", entry)
        except RulesError:
            raise
        except ijson.IncompleteJSONError as problem:
            raise not_cards(file, _("the file is cut or isn't JSON")) from problem
        except (ijson.JSONError, UnicodeDecodeError, ValueError, OverflowError, RecursionError) as problem:
            raise not_cards(file, _("it isn't JSON")) from problem
        if not found:
            raise not_cards(file, _("it has no cards"))


def _form(file: Path, text: _LimitedText, stream: IO[bytes]) -> str:
    """Return the form of a file by its first characters, and go back to the start.

    Raises:
        BadValue: no JSON list or object begins there.
    """
    start = text.read(_CHUNK).lstrip()
    if start[:1] not in (b"[", b"{"):
        raise not_cards(file, _("it isn't JSON"))
    stream.seek(0)
    text.restart()
    if start[:1] == b"[":
        return "list"
    return "lines" if _CARD_OBJECT.match(start) else "atomic"
