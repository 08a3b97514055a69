"""The contents pages of policy documents, and what they say about the document's places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.policy.blocks import BlockKind, TextBlock
from kb.section_number import SectionNumber

# Between two lines of a contents page stand at most this many other lines.
_MOST_BETWEEN = 4
_MAX_TITLE = 160
_MOST_TITLES = 4

NUMBERED = re.compile(
    r"(?:(?:MTR|IPG|JAR)\s+)?(?P<number>[1-9][0-9]?(?:\.[1-9][0-9]?)?)\.?(?:\s+(?P<title>\S.*))?", re.DOTALL
)
APPENDIX = re.compile(
    r"(?:(?:MTR|IPG|JAR)\s+)?(?:Appendix|Anhang)\s+(?P<letter>[A-Z])\s*[—–:.-]+\s*(?P<title>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
# The row of dots and the page number. The lookbehinds let a row match from its beginning only, so that it is linear.
_PAGE = re.compile(r"(?<![\s.])(?:\s*+\.){3,}+\s*+[0-9]{1,3}\s*+\Z|(?<=\w)\s++[0-9]{1,3}\s*+\Z")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a contents page. `number` is None for a title without a number."""

    number: SectionNumber | None
    title: str


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents pages of a document.

    Attributes:
        entries: the places in the order of the contents.
        titles: the titles that the contents give each number, usually one.
        within: for an appendix, the titles that the contents list below it.
        lines: the printed lines, without exception.
    """

    entries: tuple[Entry, ...] = ()
    titles: dict[SectionNumber, tuple[str, ...]] = field(default_factory=dict)
    within: dict[SectionNumber, tuple[str, ...]] = field(default_factory=dict)
    lines: tuple[str, ...] = ()


def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, so that titles can be compared."""
    return re.sub(r"[\W_]+", "", text.casefold())


def split_numbered(text: str) -> tuple[SectionNumber, str, str] | None:
    """Split a heading into its number, its printed number, and its title, or return None for another text."""
    if match := APPENDIX.fullmatch(text):
        return SectionNumber(name=match["letter"].upper()), text[: match.start("title")], match["title"]
    if match := NUMBERED.fullmatch(text):
        start = match.start("title") if match["title"] else len(text)
        return SectionNumber.parse(match["number"]), text[:start], match["title"] or ""
    return None


def separate_contents(blocks: Sequence[TextBlock]) -> tuple[Contents, list[TextBlock]]:
    """Separate the blocks of the contents pages from the blocks of the body."""
    listed = _listed(blocks)
    lines = tuple(block.text for at, block in enumerate(blocks) if at in listed)
    body = [block for at, block in enumerate(blocks) if at not in listed]
    main = [block for at, block in enumerate(blocks) if at in listed and block.kind is not BlockKind.ROW]
    entries: list[Entry] = []
    titles: dict[SectionNumber, tuple[str, ...]] = {}
    within: dict[SectionNumber, tuple[str, ...]] = {}
    last: SectionNumber | None = None
    for entry in _entries(main):
        if entry.number is None and last is not None and last.is_appendix:
            within[last] = (*within.get(last, ()), entry.title)
            continue
        entries.append(entry)
        last = entry.number or last
        # Of many titles of one number, the first are enough.
        if entry.number is not None and len(titles.get(entry.number, ())) < _MOST_TITLES:
            titles[entry.number] = (*titles.get(entry.number, ()), entry.title)
    return Contents(tuple(entries), titles, within, lines), body


def _entries(blocks: Sequence[TextBlock]) -> Iterator[Entry]:
    for block in blocks:
        if letters(block.text) in ("contents", "tableofcontents", "appendices"):
            continue
        text = _PAGE.sub("", block.text).replace("\t", " ").strip()
        if split := split_numbered(text):
            yield Entry(split[0], split[2])
        elif text:
            yield Entry(None, text)


def _listed(blocks: Sequence[TextBlock]) -> frozenset[int]:
    """Return the indexes of the blocks of contents pages.

    They have dotted lines, or links to the sections. A heading of a chapter above such a line belongs to the contents,
    and so do the short lines between two of them.
    """
    sure = [at for at, block in enumerate(blocks) if _is_entry(block)]
    main = [at for at in sure if blocks[at].kind is not BlockKind.ROW]
    found = set(sure)
    for before, at in pairwise(main):
        if at - before <= _MOST_BETWEEN and all(len(block.text) < _MAX_TITLE for block in blocks[before:at]):
            found.update(range(before, at))
    if main:
        found.update(_around(blocks, main))
    if not sure:
        found.update(_without_links(blocks))
    return frozenset(at for at in found if blocks[at].kind is not BlockKind.FURNITURE)


def _is_entry(block: TextBlock) -> bool:
    if block.kind is BlockKind.CONTENTS:
        return True
    return block.is_linked and (block.kind is BlockKind.ROW or split_numbered(block.text) is not None)


def _around(blocks: Sequence[TextBlock], main: Sequence[int]) -> Iterator[int]:
    """Yield the lines before the first entry, up to the word "Contents", and the appendices behind the last one."""
    first = main[0]
    for start in range(first - 1, max(-1, first - _MOST_BETWEEN - 1), -1):
        text = blocks[start].text
        if letters(text) in ("contents", "tableofcontents"):
            yield from range(start, first)
        split = split_numbered(text)
        if split is not None and split[0].kind == "chapter" and not split[0].name and start == first - 1:
            yield start
        if len(text) > _MAX_TITLE:
            break
    at = main[-1] + 1
    while at < len(blocks) and (APPENDIX.fullmatch(blocks[at].text) or letters(blocks[at].text) == "appendices"):
        yield at
        at += 1


def _without_links(blocks: Sequence[TextBlock]) -> Iterator[int]:
    """Yield the entries of a contents page that has neither dots nor links.

    The body begins where section 1.1 comes again, or at the heading of chapter 1 before it. Everything between the
    first and the last heading before the body is the contents page.
    """
    headings: dict[int, SectionNumber] = {}
    for at, block in enumerate(blocks):
        split = split_numbered(block.text)
        if split is not None and len(block.text) < _MAX_TITLE and block.kind is not BlockKind.ROW:
            headings[at] = split[0]
    firsts = [at for at, number in headings.items() if number == SectionNumber(1, 1)]
    if len(firsts) == 1 or not firsts:
        return
    body = next((at for at in headings if firsts[0] < at < firsts[1] and headings[at] == SectionNumber(1)), firsts[1])
    run = [at for at in headings if at < body]
    yield from range(run[0], run[-1] + 1)
    yield from _around(blocks, run)
