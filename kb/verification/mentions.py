"""The citations in a block, of the rules and of the judges' other books, and the numbers that only look like them."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from kb.citations.citation_parser import Citation, find_citations
from kb.citations.policy_citation_parser import PolicyCitation, find_policy_citations
from kb.rule_number import RuleNumber
from kb.verification.blocks import AnswerBlock


class Mention(NamedTuple):
    """A number in a block that stands for a rule, or for a section of another book.

    Attributes:
        start: the offset of its first character in the block: of the number, without a word before it.
        end: the offset after its last character.
        place: the offset of the word before it, if that belongs to it, otherwise `start`.
        shown: the words to show: `rule 702.19b`, or `601.2b–d` for the second end of a range.
        citation: the citation.
    """

    start: int
    end: int
    place: int
    shown: str
    citation: Citation | PolicyCitation

    @property
    def number(self) -> RuleNumber | None:
        """The number of the rule, or None if it can be none, or if the citation is of another book."""
        return self.citation.number if isinstance(self.citation, Citation) else None


_FORM = re.compile(r"(?<![0-9])[1-9][0-9]{2}\.[0-9]{1,4}[a-zA-Z]{0,2}(?![0-9A-Za-z])")
_MARKS = re.compile(r"[“\"«‘(]")
_PLAIN_WORD = re.compile(r"[^\W\d_][\w.]*(?:\s[^\W\d_][\w.]*)?\s*(?=[1-9])|(?=[1-9])")


def find_mentions(block: AnswerBlock) -> tuple[Mention, ...]:
    """Return the citations of a block, in order."""
    others = [
        Mention(each.start, each.end, each.start, " ".join(_MARKS.sub("", each.text).split()), each)
        for each in find_policy_citations(block.plain)
    ]
    taken = [(each.start, each.end) for each in others]
    rules = (each for each in _rule_mentions(block) if not any(start <= each.start < end for start, end in taken))
    return tuple(sorted((*rules, *others), key=lambda each: each.start))


def _rule_mentions(block: AnswerBlock) -> list[Mention]:
    found: list[Mention] = []
    for citation in find_citations(block.plain, every=True):
        text, start = citation.text, citation.start
        digits = re.search(r"[1-9][0-9]{2}", text)
        if digits is None:  # a short form, such as the end of a range
            first = next((each for each in reversed(found) if each.citation.text[-1:] != each.citation.text), None)
            shown = block.plain[first.start : citation.end] if first else text
        else:
            is_plain = _PLAIN_WORD.match(text)
            start += 0 if is_plain and is_plain.end() == digits.start() else digits.start()
            shown = " ".join(block.plain[start : citation.end].split())
        number = citation.start + (digits.start() if digits else 0)
        found.append(Mention(number, citation.end, start, shown, citation))
    return found


def find_other_numbers(block: AnswerBlock, mentions: tuple[Mention, ...]) -> tuple[tuple[int, str], ...]:
    """Return the numbers that only look like rule numbers, each with its offset: amounts, versions, addresses."""
    starts = [each.citation.start for each in mentions]
    found = []
    for match in _FORM.finditer(block.plain):
        at = bisect_right(starts, match.start())
        if not at or mentions[at - 1].end <= match.start():
            found.append((match.start(), match[0]))
    return tuple(found)
