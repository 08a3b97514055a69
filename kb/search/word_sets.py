"""Sets of words in little space: Bloom filters, written by `python -m bench.learn` and read by searches.

A filter says for every word of its set that it has the word. For other words it errs about once in a thousand times.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

# Fourteen bits for each word and ten probes give an error rate of about 0.1 %.
_BITS_PER_WORD = 14
_PROBES = 10


class WordSet:
    """A set of words. Test it with `in`."""

    def __init__(self, bits: bytes) -> None:
        """Use the bits of a saved filter."""
        self._bits = bits

    def __contains__(self, word: str) -> bool:
        return all(self._bits[bit >> 3] & 1 << (bit & 7) for bit in _probes(word, len(self._bits) * 8))


def encode_word_set(words: Iterable[str]) -> bytes:
    """Return the bits of a filter that has all of `words`."""
    distinct = {*words}
    bits = bytearray(max(1, len(distinct) * _BITS_PER_WORD // 8))
    for word in distinct:
        for bit in _probes(word, len(bits) * 8):
            bits[bit >> 3] |= 1 << (bit & 7)
    return bytes(bits)


def _probes(word: str, size: int) -> list[int]:
    digest = int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=16).digest(), "big")
    first, step = digest >> 64, digest & (1 << 64) - 1 | 1
    return [(first + probe * step) % size for probe in range(_PROBES)]
