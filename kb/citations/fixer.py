"""Mending citations: the numbers that rules have now put in the place of those that they had.

Guarantees: nothing changes but the digits and letters of the citations mended, and the date of those that are
pinned; encoding, line ends and a mark at the beginning stay. A citation is mended only if its line then reads
as it should: every other citation as before, this one with its new number. Else it is left alone.
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
from kb.citations.scanner import CitationOccurrence
from kb.rule_number import RuleNumber


@dataclass(frozen=True, slots=True)
class CitationFix:
    """A citation and what it should be.

    Attributes:
        occurrence: the citation where it stands.
        number: the number to put there.
        edition: the edition in force, for a citation that is pinned.
    """

    occurrence: CitationOccurrence
    number: RuleNumber
    edition: date


_LINE_END = re.compile(r"(\r\n|\r|\n)")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MARK = "\ufeff"
_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
# Bytes as characters, one for one, so that what is no UTF-8 comes out as it went in.
_BYTES = "latin-1"


def fix_citations(content: bytes, mends: Sequence[CitationFix]) -> tuple[bytes, tuple[CitationFix, ...]]:
    """A file with its citations mended, and those that were.

    Args:
        content: the bytes of the file, whole.
        mends: what to mend, each where a scan of the file found it.
    """
    wide = _UTF_16.get(content[:2])
    try:
        text = content.decode(wide or _BYTES)
    except UnicodeDecodeError:
        return content, ()  # what can't be read can't be written as it was
    pieces = _LINE_END.split(text)
    by_line: dict[int, list[CitationFix]] = defaultdict(list)
    for mend in mends:
        by_line[mend.occurrence.line].append(mend)
    made: list[CitationFix] = []
    for line, here in sorted(by_line.items()):
        at = 2 * (line - 1)  # line ends stand between the lines
        before = _read(pieces[at - 2], wide)[0] if at else ""
        written, encoding = _read(pieces[at], wide)
        mark = _MARK if at == 0 and written.startswith(_MARK) else ""
        new, done = _Line(written.removeprefix(mark), before).mended(here)
        pieces[at] = _written(mark + new, encoding)
        made += done
    return "".join(pieces).encode(wide or _BYTES), tuple(made)


def _read(piece: str, wide: str | None) -> tuple[str, str | None]:
    """A line as its characters, and how its bytes spell them; None for a file in wide characters."""
    if wide:
        return piece, None
    line = piece.encode(_BYTES)
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return line.decode(encoding), encoding
    return piece, _BYTES


def _written(line: str, encoding: str | None) -> str:
    return line if encoding is None else line.encode(encoding).decode(_BYTES)


class _Line:
    """A line with its citations."""

    def __init__(self, line: str, before: str) -> None:
        self.line, self.before = line, before
        self.citations = find_citations(line, before)

    def mended(self, mends: Sequence[CitationFix]) -> tuple[str, list[CitationFix]]:
        """The line with as many citations mended as can be: all, else one after the other from the right.

        What is written short leans on the number before it ("608.3a and b"), so the last comes first.
        """
        placed = {at: mend for mend in mends if (at := self._at(mend)) is not None}
        if (whole := self._with(placed)) is not None:
            return whole, list(placed.values())
        made: dict[int, CitationFix] = {}
        line = self.line
        for at in sorted(placed, reverse=True):
            one_more = {**made, at: placed[at]}
            if (changed := self._with(one_more)) is not None:
                line, made = changed, one_more
        return line, [made[at] for at in sorted(made)]

    def _at(self, mend: CitationFix) -> int | None:
        """Which of the line's citations is meant; None if it isn't there."""
        wanted = mend.occurrence.citation
        return next((at for at, each in enumerate(self.citations) if each == wanted), None)

    def _with(self, mends: dict[int, CitationFix]) -> str | None:
        """The line with some citations mended; None if it doesn't read so then."""
        line = self.line
        expected = [(each.number, each.edition) for each in self.citations]
        for at in sorted(mends, reverse=True):
            citation, mend = self.citations[at], mends[at]
            text = _rewritten(citation, mend)
            if text is None:
                return None
            line = line[: citation.start] + text + line[citation.end :]
            expected[at] = mend.number, mend.edition if citation.edition else None
        return line if [(each.number, each.edition) for each in find_citations(line, self.before)] == expected else None


def _rewritten(citation: Citation, mend: CitationFix) -> str | None:
    """The text of a citation with another number; None for a name in source code (`cr_704_5j`), which isn't ours."""
    text, pin = citation.text, ""
    if citation.edition and (day := text.rfind(str(citation.edition))) > 0:
        end = text.rfind("@", 0, day) if text[day - 1] == "@" else text.rfind("(", 0, day)
        text, pin = text[:end], _DAY.sub(str(mend.edition), text[end:])
    bare = text.rstrip()
    if bare.endswith(citation.written):
        start = len(bare) - len(citation.written)
    elif citation.written.endswith(bare):  # written short
        start = 0
    else:
        return None
    return f"{bare[:start]}{mend.number}{text[len(bare) :]}{pin}"
