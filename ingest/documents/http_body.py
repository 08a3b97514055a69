"""The body of an HTTP answer, unpacked in small steps.

A body that is packed twice can unpack to a million times its size: 3 kB to gigabytes. So only `gzip` is accepted, and
only once. Each step unpacks at most 64 KiB, so that the reader can stop at its limit.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from kb.i18n import _

ACCEPTED = "gzip"
"""What to send as `Accept-Encoding`."""

_STEP = 64 * 1024
# This value tells zlib to expect the header and the checksum of gzip, and to use a window of 32 KiB.
_GZIP = zlib.MAX_WBITS | 16


class UnknownCoding(Exception):
    """The body is packed in another way than `ACCEPTED`, or more than once."""


class DamagedBody(Exception):
    """The body isn't what its coding says, or ends early."""


def unpack(chunks: Iterable[bytes], coding: str) -> Iterator[bytes]:
    """Yield a body in parts of at most 64 KiB, or as they were received if it isn't packed.

    `coding` is the header `Content-Encoding`.

    Raises:
        UnknownCoding: the body is packed in another way than gzip, or more than once.
        DamagedBody: the body can't be unpacked to its end.
    """
    codings = [name for each in coding.lower().split(",") if (name := each.strip()) not in ("", "identity")]
    if not codings:
        return iter(chunks)
    if codings in (["gzip"], ["x-gzip"]):
        return _gunzip(chunks)
    raise UnknownCoding(coding)


def _gunzip(chunks: Iterable[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(_GZIP)
    try:
        for chunk in chunks:
            rest = chunk
            while rest:
                if unpacker.eof:  # RFC 1952 allows several members, one after the other
                    unpacker = zlib.decompressobj(_GZIP)
                yield unpacker.decompress(rest, _STEP)
                rest = unpacker.unused_data or unpacker.unconsumed_tail
        yield unpacker.flush()
    except zlib.error as problem:
        raise DamagedBody(str(problem)) from problem
    if not unpacker.eof:
        raise DamagedBody(_("it ends early"))
