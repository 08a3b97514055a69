"""What is around each number of a text: the readings of its sentence, and the text as a whole."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache

from kb.rule_number import RuleNumber
from kb.verification.answer_text import AnswerText
from kb.verification.attribution import without_passages
from kb.verification.contexts import JOINT, Around, Readings, readings_of
from kb.verification.mentions import Mention
from kb.verification.passages import QuotedPassage
from kb.verification.quotation_judge import FEWEST

# In characters: the sentences beside a number; so much of the blocks beside one; the other numbers that are near.
_NEAR, _BESIDE, _FAR = 700, 400, 1500


class TextContexts:
    """The words and the other numbers around each number of a text, without its long quotations."""

    def __init__(self, answer: AnswerText) -> None:
        blocks, mentions, passages = answer
        self._blanks = [_blanked(block.plain, found) for block, found in zip(blocks, passages, strict=True)]
        self._numbers = [
            (block.start + each.start, each.number)
            for block, found in zip(blocks, mentions, strict=True)
            for each in found
            if each.number is not None
        ]
        self._blocks, self._mentions = blocks, mentions
        self._joined = cache(self._read_joined)
        self._around: dict[tuple[int, int], str] = {}

    def of(self, at: int, mention: Mention) -> tuple[Readings, Around]:
        """Return the readings of a number of the block `at`, and what is around it."""
        blank, place = self._cut(at, mention), self._blocks[at].start + mention.start
        before, behind = blank[max(0, mention.start - _NEAR) : mention.start], blank[mention.end : mention.end + _NEAR]
        first = bisect_left(self._numbers, (place - _FAR,))
        last = bisect_left(self._numbers, (place + _FAR,))
        others = frozenset(number for start, number in self._numbers[first:last] if start != place)
        around = Around(self._text_around(at, mention.start // _NEAR), blank, others, self._joined(at)[mention.start])
        return readings_of(before, behind), around

    def _cut(self, at: int, mention: Mention) -> str:
        """Return a block with blanks instead of what a section of another book isn't about: up to other numbers."""
        blank, found = self._blanks[at], self._mentions[at]
        if mention.number is not None:
            return blank
        place = bisect_left(found, mention.start, key=_start)
        first = found[place - 1].end if place else 0
        last = found[place + 1].start if place + 1 < len(found) else len(blank)
        return " " * first + blank[first:last]

    def _read_joined(self, at: int) -> Mapping[int, frozenset[RuleNumber]]:
        """Return, by the offset of each number of a block, the numbers of the list or range that it belongs to."""
        groups: list[list[Mention]] = []
        plain = self._blocks[at].plain
        for mention in self._mentions[at]:
            if groups and JOINT.fullmatch(plain[groups[-1][-1].end : mention.place]):
                groups[-1].append(mention)
            else:
                groups.append([mention])
        found: dict[int, frozenset[RuleNumber]] = {}
        for group in groups:
            numbers = frozenset(each.number for each in group if each.number is not None)
            found.update((each.start, numbers) for each in group)
        return found

    def _text_around(self, at: int, part: int) -> str:
        """Return the text around a part of a block: what is near in it, and the blocks beside it."""
        if (at, part) not in self._around:
            middle = self._blanks[at][max(0, (part - 1) * _NEAR) : (part + 2) * _NEAR]
            before, behind, first, last = "", "", at - 1, at + 1
            while first >= 0 and len(before) < _BESIDE:
                before, first = f"{self._blanks[first]} {before}", first - 1
            while last < len(self._blanks) and len(behind) < _BESIDE:
                behind, last = f"{behind} {self._blanks[last]}", last + 1
            self._around[at, part] = f"{before[-_BESIDE:]} {middle} {behind[:_BESIDE]}"
        return self._around[at, part]


def _blanked(plain: str, passages: Sequence[QuotedPassage]) -> str:
    """Return a text without its long quotations, which are judged themselves."""
    return without_passages(plain, [each for each in passages if each.size >= FEWEST]).replace("\0", " ")


def _start(mention: Mention) -> int:
    return mention.start
