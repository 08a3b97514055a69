"""The text of users' files in parts of bounded size, so that a file takes the same memory whatever its size.

Only regular files are read. A pipe, a socket or a device could keep the program waiting for ever or never end.
"""

from __future__ import annotations

import codecs
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from errno import EAGAIN, EFBIG, EINVAL
from io import BytesIO, FileIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from kb.citations.text_part import TextPart, decode_line
from kb.i18n import _

STDIN = "-"

# As in git, a file with a NUL byte among this many first bytes is binary.
_HEAD = 8192
# In bytes: what is asked for first. The memory for more would be taken from the system for each file.
_FIRST_CHUNK = 64 * 1024
# In bytes. A part is at most this long. It ends at the end of a line, unless a single line is longer.
_PART = 256 * 1024
# A part comes with this many bytes before and after it: more than a citation and its quotation can have.
_CONTEXT = 32 * 1024
# In bytes. A file that is to be changed is read as a whole. It may have at most this size.
_MAX_WHOLE = 8 * 1024 * 1024

ReadErrorHandler = Callable[[str, OSError], None]
"""A function to call with each file or folder that can't be read, and the error."""


def open_regular(file: str | Path) -> FileIO:
    """Open a regular file, without waiting for anything.

    Raises:
        OSError: the file can't be read, or isn't a regular file.
    """
    # The kind of the file is checked before it is opened, because opening a device may make the device act. The kind is
    # checked again after opening, because another file may have taken the place of the first.
    _check_regular(os.stat(file).st_mode)  # noqa: PTH116, since making a `Path` takes longer than the call
    stream = FileIO(os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)))
    try:
        _check_regular(os.fstat(stream.fileno()).st_mode)
    except BaseException:
        stream.close()
        raise
    return stream


def _check_regular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(EINVAL, _("it isn't a regular file; `-` reads from stdin"))


def read_parts(file: str, problem: ReadErrorHandler) -> Iterator[TextPart]:
    """Yield the text of a file in parts. Yield nothing if the file isn't text or can't be read."""
    try:
        if file == STDIN:
            yield from _text_parts(sys.stdin.buffer)
        else:
            with open_regular(file) as stream:
                yield from _text_parts(stream)
    except OSError as error:
        problem(file, error)


def read_whole_file(file: str, problem: ReadErrorHandler) -> bytes | None:
    """Return all bytes of a file; None if it can't be read, or has more than 8 MiB."""
    try:
        if file == STDIN:
            return read_limited(sys.stdin.buffer, _MAX_WHOLE)
        with open_regular(file) as stream:
            return read_limited(stream, _MAX_WHOLE)
    except OSError as error:
        problem(file, error)
        return None


def read_limited(stream: BinaryIO | FileIO, limit: int) -> bytes:
    """Return the content of a stream. Raise OSError if it has more bytes than the limit."""
    content = b"".join(_read(stream, limit + 1))
    if len(content) > limit:
        raise OSError(EFBIG, _("it has more than {size} KiB", size=limit >> 10))
    return content


def split_into_parts(content: bytes) -> Iterator[TextPart]:
    """Yield the text of a file's content in parts. Yield nothing if the content isn't text."""
    return _text_parts(BytesIO(content))


def _text_parts(stream: BinaryIO | FileIO) -> Iterator[TextPart]:
    head, is_all = _read_head(stream)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        chunks: Iterator[bytes] = chain([head], _read(stream))
        yield from _parts(_with_line_feeds(text.encode() for text in codecs.iterdecode(chunks, "utf-16", "replace")))
    elif head.find(b"\0", 0, _HEAD) >= 0:
        return
    elif not is_all:
        yield from _parts(_with_line_feeds(chain([head.removeprefix(codecs.BOM_UTF8)], _read(stream))))
    elif content := b"".join(_with_line_feeds([head.removeprefix(codecs.BOM_UTF8)])):  # as for most files
        yield TextPart(content, 0, len(content))


def _read_head(stream: BinaryIO | FileIO) -> tuple[bytes, bool]:
    """Return the first bytes of a stream, and True if these are all."""
    head = b""
    while len(head) < _HEAD:
        chunk = _read_chunk(stream, _FIRST_CHUNK)
        if not chunk:
            return head, True
        head += chunk
    return head, False


def _read(stream: BinaryIO | FileIO, limit: int | None = None) -> Iterator[bytes]:
    """Yield the content of a stream, up to a limit in bytes."""
    left = limit
    while left is None or left > 0:
        chunk = _read_chunk(stream, _PART if left is None else min(left, _PART))
        if not chunk:
            return
        left = None if left is None else left - len(chunk)
        yield chunk


def _read_chunk(stream: BinaryIO | FileIO, size: int) -> bytes:
    chunk = stream.read(size)
    if chunk is None:  # some files of /proc have nothing to read yet
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
    return chunk


def _with_line_feeds(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield chunks whose lines all end with a line feed."""
    held = b""
    for chunk in chunks:
        text = held + chunk
        # A carriage return at the end may be the first half of a line end.
        held = text[-1:] if text.endswith(b"\r") else b""
        text = text[: len(text) - len(held)]
        yield text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text
    if held:
        yield b"\n"


def _parts(chunks: Iterator[bytes]) -> Iterator[TextPart]:
    content, start, line, column = b"", 0, 1, 1
    while True:
        content = _filled(content, start + _PART + _CONTEXT, chunks)
        if start == len(content):
            return
        end = _end_of_part(content, start)
        yield TextPart(content, start, end, line, column)
        dropped = _start_of_context(content, end)
        if lines := content.count(b"\n", 0, dropped):
            line, column = line + lines, 1
        column += len(decode_line(content[content.rfind(b"\n", 0, dropped) + 1 : dropped])[0])
        content, start = content[dropped:], end - dropped


def _filled(content: bytes, size: int, chunks: Iterator[bytes]) -> bytes:
    """Return content with chunks added until it has `size` bytes or there are no more chunks."""
    pieces, length = [content], len(content)
    while length < size and (chunk := next(chunks, None)) is not None:
        pieces.append(chunk)
        length += len(chunk)
    return b"".join(pieces)


def _end_of_part(content: bytes, start: int) -> int:
    if len(content) <= start + _PART:
        return len(content)
    return content.rfind(b"\n", start, start + _PART) + 1 or _character_start(content, start + _PART)


def _start_of_context(content: bytes, end: int) -> int:
    """Return where the context before an offset begins: at the start of a line, unless that line is very long."""
    earliest = max(0, end - _CONTEXT)
    return content.find(b"\n", earliest, end - 1) + 1 or _character_start(content, earliest)


def _character_start(content: bytes, place: int) -> int:
    """Return the start of the UTF-8 character that has the byte at a place. No character has more than four bytes."""
    return next((at for at in range(place, max(-1, place - 4), -1) if content[at] & 0xC0 != 0x80), place)
