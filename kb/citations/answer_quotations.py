"""Quotations in an answer about the rules, such as that of a language model, and the citations they may belong to.

In any text, words count as a quotation of a rule only if they are attached to its number (`kb.citations.quotations`),
since programs and players quote other things, too. An answer about the rules quotes the rules, and does so in many
forms:

    Rule 305.7 adds: “...”        “...” – that's rule 702.34a        rule 115.1: targets are chosen “as ...”
    702.19b says:                 a quoted block in Markdown, also after an empty line
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.citations.quotations import ComparableText, Quotation

_FEWEST_WORDS = 5
"""Fewer words are a term or a figure of speech."""

_MARKER = re.compile(r"\s*(?:[-*+•–]|\(?\d{1,2}[.)]|\#{1,6})\s")
_QUOTED_LINE = re.compile(r"\s*(?:[-*+•]\s+|\d{1,2}[.)]\s+)?>+\s?")
_IN_MARKS = re.compile(
    r"“([^“”]+)”|«([^«»]+)»|(?<!\w)\"([^\"]+)\"(?!\w)|<(?:block)?quote>([^<>]+)</|<q>([^<>]+)</q>"
    r"|(?<!\w)‘((?:[^‘’]|’(?=\w))+)’(?!\w)"
)
_ENDS_SENTENCE = re.compile(r"[.!?][)\]*_`’”\"»]{0,3}\s")
_SAYING = (
    r"says?|said|stat(?:es?|ing)|reads?|adds?|notes?|tells?|explains?|clarif(?:y|ies)|specif(?:y|ies)|provides?"
    r"|confirms?|defines?|describe[sd]?|makes? (?:it )?clear|requires?|puts? it|means?|begins?|continues?|concludes?"
    r"|goes on|quote[sd]?|wording|worded|follows|dit|disent|indique|stipule|précise|énonce|affirme|ajoute|explique"
    r"|dispose|prévoit|lit"
)
_SAYS = re.compile(rf"\b(?:{_SAYING})\b", re.IGNORECASE)
# The words that may stand between a quotation and the citation behind it.
_LEADS_BACK = re.compile(
    r"[\W_]*(?:(?:see|also|cf|source|per|under|by|as|in|from|says?|states?|reads|according|to|that(?:[’']s)?|which|is|it(?:[’']s)?"
    r"|this|comes|quoting|the|comprehensive|voir|selon|d[’']après|règle|c[’']est|la|comme|dit)\b[\W_]*){0,7}",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    rf"(?P<who>[^.!?:;,()–—]*)\b(?:{_SAYING}|told|claim(?:s|ed)|argue[sd]?|wrote|writes|asked|thinks?|thought|believe[sd]?"
    r"|insist(?:s|ed)|announce[sd]?)\b[^.!?“\"«]{0,15}\Z",
    re.IGNORECASE,
)
_OF_RULES = re.compile(r"\b(?:rules?|rulebook|CR|règles?|it|this|that|which|they)\b", re.IGNORECASE)
_NUMBER = re.compile(r"[1-9]\d{2}\.\d{1,3}[a-z]{0,2}")
_MOST_BETWEEN = 100


@dataclass(frozen=True, slots=True)
class AnswerQuotation:
    """Words between quotation marks, or a quoted block.

    Attributes:
        quotation: the words.
        start: the offset of the opening mark, or of the quoted block.
        linked: the places of the citations to which the words are attached by the sentence, the likeliest first.
        near: the places of all citations of the paragraph, the nearest first.
    """

    quotation: Quotation
    start: int
    linked: tuple[int, ...]
    near: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph, an item of a list, a heading, or a quoted block (`is_quoted`): offsets in the text."""

    start: int
    end: int
    is_quoted: bool


def answer_quotations(text: str, citations: Sequence[tuple[int, int]]) -> Iterator[AnswerQuotation]:
    """Yield the quotations of an answer, in order, those of fewer than five words excepted.

    Args:
        text: the answer. Lines end with line feeds.
        citations: the offsets of the start and the end of each citation, in order.
    """
    blocks = list(_blocks(text))
    for at, block in enumerate(blocks):
        within = _within(citations, block)
        if block.is_quoted:
            if not within:
                yield from _of_block(text, citations, blocks, at)
            continue
        for match in _IN_MARKS.finditer(text, block.start, block.end):
            words, (start, end) = next(filter(None, match.groups())), match.span()
            outside = [each for each in within if not start < citations[each][0] < end]
            if not outside and not re.search(r"\w", text[block.start : start] + text[end : block.end]):
                yield from _of_block(text, citations, blocks, at)
            elif _is_long(words):
                linked = _linked(text, citations, outside, start, end, block)
                near = sorted(outside, key=lambda each: _distance(citations[each], start, end))
                yield AnswerQuotation(_quotation(match, words), start, linked, tuple(near))


def says_another(text: str, start: int) -> bool:
    """True if the words that begin at an offset are said by something that isn't a rule: `Blood Moon says “...”`."""
    sentence = _ENDS_SENTENCE.split(text[max(0, start - _MOST_BETWEEN) : start].rpartition("\n")[2])[-1]
    found = _SPEAKER.search(_NUMBER.sub("rule", sentence))
    return found is not None and re.search(r"\w", found["who"]) is not None and not _OF_RULES.search(found["who"])


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the blocks of a text of Markdown or of plain paragraphs."""
    start, end, is_quoted, at = -1, 0, False, 0
    for line in text.splitlines(keepends=True):
        quoted = _QUOTED_LINE.match(line) is not None
        begins = start < 0 or quoted != is_quoted or (not quoted and _MARKER.match(line) is not None)
        if start >= 0 and (begins or not line.strip()):
            yield _Block(start, end, is_quoted)
            start = -1
        if line.strip():
            start, end, is_quoted = at if start < 0 else start, at + len(line), quoted
        at += len(line)
    if start >= 0:
        yield _Block(start, end, is_quoted)


def _of_block(
    text: str, citations: Sequence[tuple[int, int]], blocks: Sequence[_Block], at: int
) -> Iterator[AnswerQuotation]:
    """Yield a block that is nothing but a quotation. Its citation ends the block before, or begins the one behind."""
    block = blocks[at]
    words = " ".join(_QUOTED_LINE.sub("", line, count=1).strip() for line in text[block.start : block.end].splitlines())
    if not _is_long(words):
        return
    before = _within(citations, blocks[at - 1]) if at else []
    after = _within(citations, blocks[at + 1]) if at + 1 < len(blocks) else []
    linked = []
    if before and _leads_in(text[citations[before[-1]][1] : blocks[at - 1].end].rstrip() + "\n"):
        linked.append(before[-1])
    if after and _leads_back(text[blocks[at + 1].start : citations[after[0]][0]]):
        linked.append(after[0])
    yield AnswerQuotation(Quotation(words), block.start, tuple(linked), (*reversed(before), *after[:1]))


def _within(citations: Sequence[tuple[int, int]], block: _Block) -> range:
    return range(bisect_left(citations, (block.start, 0)), bisect_left(citations, (block.end, 0)))


def _is_long(words: str) -> bool:
    return len(ComparableText(words).words) >= _FEWEST_WORDS


def _quotation(match: re.Match[str], words: str) -> Quotation:
    return Quotation(words, lang="fr" if match[2] else None)


def _distance(citation: tuple[int, int], start: int, end: int) -> int:
    return start - citation[1] if citation[1] <= start else citation[0] - end


def _linked(
    text: str, citations: Sequence[tuple[int, int]], within: Sequence[int], start: int, end: int, block: _Block
) -> tuple[int, ...]:
    """Return the citations that the sentence around a quotation attaches to it."""
    before = [each for each in within if citations[each][1] <= start]
    after = [each for each in within if citations[each][0] >= end]
    found = []
    if before and _leads_in(text[citations[before[-1]][1] : start]):
        found.append(before[-1])
    if after and _leads_back(text[end : citations[after[0]][0]]):
        found.append(after[0])
    if not found and not says_another(text, start):
        # The words are a part of a sentence with one citation.
        first = max((each.end() for each in _ENDS_SENTENCE.finditer(text, block.start, start)), default=block.start)
        closing = _ENDS_SENTENCE.search(text, max(start, end - 3), block.end)
        last = closing.end() if closing else block.end
        same = [each for each in within if first <= citations[each][0] < last]
        found += same if len(same) == 1 else []
    return tuple(found)


def _leads_back(between: str) -> bool:
    """True if the text between a quotation and the citation behind it attaches the quotation."""
    return len(between) <= _MOST_BETWEEN and _LEADS_BACK.fullmatch(between) is not None


def _leads_in(between: str) -> bool:
    """True if the text between a citation and a quotation attaches the quotation: “says”, a colon, or no word."""
    if len(between) > _MOST_BETWEEN or _ENDS_SENTENCE.search(between):
        return False
    return (
        between.rstrip(' \n*_“"«').endswith(":") or _SAYS.search(between) is not None or not re.search(r"\w", between)
    )
