"""A program that prints the words of a PDF with their positions. `ingest.formats.pdf` runs it.

PDFium is written in C++. A damaged file may crash PDFium, make it run for ever or fill the memory. Python can't catch
such failures in its own process. So PDFium runs in a separate process, which can be killed.

The program reads the PDF from stdin and writes one JSON object to stdout. The object has a key `problem` or a key
`pages`. `problem` is a code ("locked", "long", "damaged"). `pages` is a list of pages. A page is a list of lines as
PDFium recognizes them, and a line is a list of words.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Iterator
from typing import Any

_Word = tuple[str, float, float, float, float, bool]
"""Text, left edge, right edge, baseline (measured upwards), line height, True if bold. Lengths are in points."""

# A PDF with more characters or words is rejected. The longest edition has less than a third of these numbers.
_MAX_CHARACTERS, _MAX_WORDS = 3_000_000, 600_000
_MAX_MEMORY = 2 << 30

_LINE_END = "\r\n"
_BREAKS = " \t\r\n"
# PDFium returns this character for a hyphen that breaks a word at the end of a line.
_BROKEN_WORD = "\x02"
_BOLD_WEIGHT, _BOLD_NAME = 600, b"bold"
_MAX_FONT_NAME = 200
# If two baselines differ by more than this share of the line's height, they belong to different lines.
_SAME_BASELINE = 0.5
# The largest coordinate that is accepted, in points. PDF allows pages of at most 14,400 points.
_MAX_PAGE_SIZE = 100_000


def main() -> int:
    """Read the PDF from stdin and write its words to stdout. The exit status is always 0."""
    _limit_memory()
    json.dump(_answer(sys.stdin.buffer.read()), sys.stdout)
    return 0


def _limit_memory() -> None:
    """Limit the memory of the process to 2 GiB, if the system can limit it. No edition needs so much memory."""
    try:
        import resource
    except ImportError:  # Windows has no module `resource`
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = _MAX_MEMORY if most == resource.RLIM_INFINITY else min(most, _MAX_MEMORY)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def _answer(data: bytes) -> dict[str, Any]:
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(data) as pdf:
            pages: list[list[list[_Word]]] = []
            characters = words = 0
            for page in pdf:
                text_page = page.get_textpage()
                characters += text_page.count_chars()
                if characters > _MAX_CHARACTERS:
                    return {"problem": "long"}
                pages.append(list(_lines(text_page.raw, text_page.count_chars())))
                words += sum(map(len, pages[-1]))
                if words > _MAX_WORDS:
                    return {"problem": "long"}
                text_page.close()
                page.close()
            return {"pages": pages}
    except pypdfium2.PdfiumError as problem:
        return {"problem": "locked" if "password" in str(problem).lower() else "damaged"}


def _lines(text_page: Any, length: int) -> Iterator[list[_Word]]:
    """Yield the lines of a page, in the order of the page's content stream."""
    from pypdfium2 import raw

    characters = [
        chr(code) if (code := raw.FPDFText_GetUnicode(text_page, at)) < 0x110000 else "" for at in range(length)
    ]
    line: list[_Word] = []
    start = 0
    while start < length:
        if characters[start] in _BREAKS:
            if characters[start] in _LINE_END and line:
                yield line
                line = []
            start += 1
            continue
        end = start + 1
        while end < length and characters[end - 1] != _BROKEN_WORD and characters[end] not in _BREAKS:
            end += 1
        word = _word(text_page, "".join(characters[start:end]).replace(_BROKEN_WORD, "-"), start, end - 1)
        if line and abs(line[-1][3] - word[3]) > _SAME_BASELINE * max(line[-1][4], word[4]):
            yield line
            line = []
        line.append(word)
        start = end
    if line:
        yield line


def _word(text_page: Any, text: str, first: int, last: int) -> _Word:
    """Return a word. Its position is the origin of its first character and the right edge of its last character."""
    from pypdfium2 import raw

    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(text_page, first, x, y)
    box = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text_page, last, box)
    height = abs(box.top - box.bottom)
    name, flags = ctypes.create_string_buffer(_MAX_FONT_NAME), ctypes.c_int()
    raw.FPDFText_GetFontInfo(text_page, first, name, _MAX_FONT_NAME, flags)
    # A PDF need not state the weight of its standard fonts, so the font's name is examined too.
    bold = raw.FPDFText_GetFontWeight(text_page, first) >= _BOLD_WEIGHT or _BOLD_NAME in name.value.lower()
    return text, _coordinate(x.value), _coordinate(box.right), _coordinate(y.value), _coordinate(height), bold


def _coordinate(value: float) -> float:
    """Return a coordinate in points, or 0 if it is infinite or far outside any page, as in damaged files."""
    return round(value, 2) if abs(value) < _MAX_PAGE_SIZE else 0.0


if __name__ == "__main__":
    sys.exit(main())
