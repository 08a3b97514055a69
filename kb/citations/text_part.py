"""Parts of users' files, as they are read and decoded.

This module imports nothing that finds citations: a file whose citations are known is read without those patterns.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextPart:
    """A part of a file, with some text before and after it, which citations and quotations of the part may need.

    Attributes:
        content: the part with the text around it. Lines end with a line feed.
        start: the offset of the part in the content.
        end: the offset after the part. The part may begin and end within a line, if the line is very long.
        line: the line of the file in which the content begins, counted from 1.
        column: the column of that line at which the content begins, counted from 1.
    """

    content: bytes
    start: int
    end: int
    line: int = 1
    column: int = 1

    @property
    def last_line_end(self) -> int:
        """The end of the part, or the end of the content if the part ends within a line."""
        return self.end if self.content[self.end - 1 : self.end] == b"\n" else len(self.content)


def decode_line(line: bytes) -> tuple[str, str]:
    """Decode bytes of a line as UTF-8 or, if that fails, as Windows-1252. Return the text and the encoding."""
    try:
        return line.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace"), "cp1252"
