"""Fixing citations: replacing old rule numbers with the current ones.

Guarantees: a fix changes only the number of a citation and, if the citation is pinned, the date. Encoding, line ends
and byte order mark stay. The new line is parsed again. The fix is made only if each citation
in the new line has the expected number and date: the new ones if it was fixed, the old ones if it wasn't.
"""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from kb.citations.citation_parser import Citation, find_citations
from kb.citations.policy_citation_parser import PolicyCitation, find_policy_citations
from kb.citations.scanner import AnyOccurrence
from kb.documents import Number


@dataclass(frozen=True, slots=True)
class CitationFix:
    """A citation and its new number. If the citation is pinned, its day is replaced by `edition`."""

    occurrence: AnyOccurrence
    number: Number
    edition: date


_LINE_END = re.compile(r"(\r\n|\r|\n)")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_BYTE_ORDER_MARK = "\ufeff"
_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
# The largest number of characters to parse in order to fix one line. Each try parses the whole line.
_MAX_PARSED = 1_000_000
# This encoding maps each byte to one character, so bytes that aren't UTF-8 stay unchanged.
_BYTES = "latin-1"


def fix_citations(content: bytes, fixes: Sequence[CitationFix]) -> tuple[bytes, tuple[CitationFix, ...]]:
    """Fix citations in the content of a file. The scan that found the citations must have read the whole file.

    Return the new content and the fixes that were made.
    """
    utf_16 = _UTF_16.get(content[:2])
    try:
        text = content.decode(utf_16 or _BYTES)
    except UnicodeDecodeError:
        return content, ()  # malformed UTF-16 can't be written back unchanged
    pieces = _LINE_END.split(text)
    by_line: dict[int, list[CitationFix]] = defaultdict(list)
    for fix in fixes:
        by_line[fix.occurrence.line].append(fix)
    made: list[CitationFix] = []
    for line, line_fixes in sorted(by_line.items()):
        at = 2 * (line - 1)  # lines have even indexes, line ends have odd indexes
        before = _decode_line(pieces[at - 2], utf_16)[0] if at else ""
        after = _decode_line(pieces[at + 2], utf_16)[0] if at + 2 < len(pieces) else ""
        written, encoding = _decode_line(pieces[at], utf_16)
        mark = _BYTE_ORDER_MARK if at == 0 and written.startswith(_BYTE_ORDER_MARK) else ""
        new, done = _FixableLine(written.removeprefix(mark), before, after).fix(line_fixes)
        pieces[at] = mark + new if encoding is None else (mark + new).encode(encoding).decode(_BYTES)
        made += done
    return "".join(pieces).encode(utf_16 or _BYTES), tuple(made)


def _decode_line(piece: str, utf_16: str | None) -> tuple[str, str | None]:
    """Decode a line. Return its text and its encoding: None in a UTF-16 file, since `piece` is decoded already."""
    if utf_16:
        return piece, None
    line = piece.encode(_BYTES)
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return line.decode(encoding), encoding
    return piece, _BYTES


class _FixableLine:
    """A line with its citations."""

    def __init__(self, line: str, before: str, after: str) -> None:
        self._line, self._before, self._after = line, before, after
        self._citations = self._find(line)

    def _find(self, line: str) -> list[Citation | PolicyCitation]:
        found: list[Citation | PolicyCitation] = [*find_citations(line, self._before)]
        found += find_policy_citations(line, self._before, self._after)
        return sorted(found, key=lambda citation: citation.start)

    def fix(self, fixes: Sequence[CitationFix]) -> tuple[str, list[CitationFix]]:
        """Fix all citations at once. If this fails, fix as many as possible, one by one from the right.

        A short form depends on the number before it ("608.3a and b"), so the last citation is fixed first. In a very
        long line with very many citations, only the last ones are tried. Return the new line and the fixes that were
        made.
        """
        index_of = {citation: at for at, citation in enumerate(self._citations)}
        wanted = ((index_of.get(fix.occurrence.citation), fix) for fix in fixes)
        placed = {at: fix for at, fix in wanted if at is not None}
        if (whole := self._replace(placed)) is not None:
            return whole, list(placed.values())
        made: dict[int, CitationFix] = {}
        line = self._line
        tries = max(1, _MAX_PARSED // len(line))
        for at in sorted(placed, reverse=True)[:tries]:
            one_more = {**made, at: placed[at]}
            if (changed := self._replace(one_more)) is not None:
                line, made = changed, one_more
        return line, [made[at] for at in sorted(made)]

    def _replace(self, fixes: dict[int, CitationFix]) -> str | None:
        """Return the line with some citations fixed. Return None if the new line has other citations than expected."""
        line = self._line
        expected = [(citation.number, citation.edition) for citation in self._citations]
        for at in sorted(fixes, reverse=True):
            citation, fix = self._citations[at], fixes[at]
            text = _fixed_text(citation, fix)
            if text is None:
                return None
            line = line[: citation.start] + text + line[citation.end :]
            expected[at] = fix.number, fix.edition if citation.edition else None
        found = [(citation.number, citation.edition) for citation in self._find(line)]
        return line if found == expected else None


def _fixed_text(citation: Citation | PolicyCitation, fix: CitationFix) -> str | None:
    """Return the text of a citation with its new number, or None for an identifier in source code (`cr_704_5j`)."""
    text, pin = citation.text, ""
    if citation.edition and (day := text.rfind(str(citation.edition))) > 0:
        end = text.rfind("@", 0, day) if text[day - 1] == "@" else text.rfind("(", 0, day)
        text, pin = text[:end], _DAY.sub(str(fix.edition), text[end:])
    bare = text.rstrip()
    if bare.endswith(citation.written):
        start = len(bare) - len(citation.written)
    elif citation.written.endswith(bare):  # the text is a short form
        start = 0
    else:
        return None
    return f"{bare[:start]}{fix.number}{text[len(bare) :]}{pin}"
