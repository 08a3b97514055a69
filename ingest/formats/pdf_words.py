"""The words of a PDF with their places: a program of its own, run by `ingest.formats.pdf`.

PDFium is written in C++. A damaged file may crash it, keep it busy for ever or fill the memory, and none
of that can be caught in the process that it happens in. So it has this one, which can be ended.

The PDF comes on stdin. On stdout goes one JSON object, with either `problem`, a word that says what is
wrong, or `pages`: of each page its lines as PDFium sees them, of each line its words.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Iterator
from typing import Any

Word = tuple[str, float, float, float, float, bool]
"""Text, left edge, right edge, baseline (counted upwards), height of the line, whether it is bold."""

MOST_CHARACTERS = 3_000_000
MOST_WORDS = 600_000
"""More than three times what the longest edition has."""

MOST_MEMORY = 2 << 30

_LINE_END = "\r\n"
_BREAKS = " \t\r\n"
# What PDFium gives for a hyphen at the end of a line, after which it goes on with the next.
_BROKEN_WORD = "\x02"
_BOLD = 600
_BOLD_NAME = b"bold"
_LONGEST_NAME = 200
_HAIR = 0.5
# In points: 14,400 are the most that the format allows.
_LARGEST_PAGE = 100_000


def main() -> int:
    """Read the PDF on stdin, write its words to stdout; the exit status is always 0."""
    _limit_memory()
    json.dump(_answer(sys.stdin.buffer.read()), sys.stdout)
    return 0


def _limit_memory() -> None:
    """Let the system refuse more memory than any edition needs, where it can."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = MOST_MEMORY if most == resource.RLIM_INFINITY else min(most, MOST_MEMORY)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def _answer(data: bytes) -> dict[str, Any]:
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(data) as pdf:
            pages: list[list[list[Word]]] = []
            characters = words = 0
            for page in pdf:
                text_page = page.get_textpage()
                characters += text_page.count_chars()
                if characters > MOST_CHARACTERS:
                    return {"problem": "long"}
                pages.append(list(_lines(text_page.raw, text_page.count_chars())))
                words += sum(map(len, pages[-1]))
                if words > MOST_WORDS:
                    return {"problem": "long"}
                text_page.close()
                page.close()
            return {"pages": pages}
    except pypdfium2.PdfiumError as problem:
        return {"problem": "locked" if "password" in str(problem).lower() else "damaged"}


def _lines(text_page: Any, length: int) -> Iterator[list[Word]]:
    """The lines of a page, in the order in which it writes them."""
    from pypdfium2 import raw

    characters = [
        chr(code) if (code := raw.FPDFText_GetUnicode(text_page, at)) < 0x110000 else "" for at in range(length)
    ]
    line: list[Word] = []
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
        if line and abs(line[-1][3] - word[3]) > _HAIR * max(line[-1][4], word[4]):
            yield line
            line = []
        line.append(word)
        start = end
    if line:
        yield line


def _word(text_page: Any, text: str, first: int, last: int) -> Word:
    """A word with the place of its first character's origin and of its last one's right edge."""
    from pypdfium2 import raw

    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(text_page, first, x, y)
    box = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text_page, last, box)
    height = abs(box.top - box.bottom)
    name, flags = ctypes.create_string_buffer(_LONGEST_NAME), ctypes.c_int()
    raw.FPDFText_GetFontInfo(text_page, first, name, _LONGEST_NAME, flags)
    # A PDF needn't tell the weight of the fonts that every reader has.
    bold = raw.FPDFText_GetFontWeight(text_page, first) >= _BOLD or _BOLD_NAME in name.value.lower()
    return text, _place(x.value), _place(box.right), _place(y.value), _place(height), bold


def _place(value: float) -> float:
    """A place on a page; what is on no page (a damaged file may say infinity) is at its corner."""
    return round(value, 2) if abs(value) < _LARGEST_PAGE else 0.0


if __name__ == "__main__":
    sys.exit(main())
