"""Which number a quotation is said to be of.

A number *claims* a quotation if the words between say so: `N says "Q"`, `N, which adds that "Q"`, `N: "Q"`, `"Q" (N)`,
`"Q," as N puts it`, `N. The latter says "Q"`, a block quote behind `N:`. What counts is the form: a verb of saying, or
only marks, and no other number and no other sentence between. Numbers that are merely near don't claim: then the words
themselves decide.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from kb.verification.answer_text import AnswerText
from kb.verification.contexts import JOINT, sentence_ends
from kb.verification.mentions import Mention
from kb.verification.passages import QuotedPassage


class Claims(NamedTuple):
    """The numbers that a quotation may be of.

    Attributes:
        claiming: the mentions whose sentence says that the quotation is of their rule.
        near: the other mentions of the same sentence and the sentence before, the nearest first.
    """

    claiming: tuple[Mention, ...] = ()
    near: tuple[Mention, ...] = ()


_SAYING = re.compile(
    r"""\b(?:
      sa(?:y(?:s|ing)?|id) | reads? | reading | stat(?:e[sd]?|ing) | puts? | putting | defin(?:e[sd]?|ing|ition)
    | expla(?:in(?:s|ed|ing)?|nation) | provid(?:e[sd]?|ing) | specif(?:y|ies|ied|ying) | tell(?:s|ing)? | told
    | not(?:e[sd]?|ing) | add(?:s|ed|ing)? | describ(?:e[sd]?|ing) | require[sd]? | quot(?:e[sd]?|ing)
    | mean(?:s|t)? | go(?:es|ing) | continu(?:e[sd]?|ing) | spell(?:s|ed|ing)? | clarif(?:y|ies|ied|ying)
    | establish(?:e[sd]|ing)? | confirm(?:s|ed|ing)? | declar(?:e[sd]?|ing) | dictat(?:e[sd]?|ing)
    | stipulat(?:e[sd]?|ing) | begin(?:s|ning)? | start(?:s|ing)? | end(?:s|ing)? | conclud(?:e[sd]?|ing)
    | mention(?:s|ed|ing)? | contain(?:s|ed|ing)? | warn(?:s|ed|ing)? | writ(?:es?|ten|ing) | wording | words? | text
    | teach(?:es)? | taught | remind(?:s|ed|ing)? | insist(?:s|ed|ing)? | summari[sz]e[sd]? | cover(?:s|ed|ing)?
    | answer(?:s|ed|ing)?
    | lists? | listing | repeat(?:s|ed|ing)? | emphasi[sz]e[sd]? | demand(?:s|ed|ing)? | mandate[sd]?
    | phras(?:e[sd]?|ing)
    | express(?:es|ed|ing)? | point(?:s|ed|ing)? | inform(?:s|ed|ing)? | instruct(?:s|ed|ing)? | prescribe[sd]?
    | called? | calls | names? | ask(?:s|ed|ing)? | demonstrat(?:e[sd]?|ing) | indicat(?:e[sd]?|ing) | verbatim | here
    | dit | disent | indiquent? | stipulent? | précisent? | énonce | prévoit | explique | définit | ajoute | lit
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
# A subject that stands for the number in the sentence before.
_ANAPHOR = re.compile(
    r"\s*(?:it|this|that|these|there|here|the\s+(?:rule|subrule|text|former|latter|same\s+rule|exact\s+\w+|wording|relevant"
    r"\s+\w+)|this\s+(?:rule|subrule)|that\s+(?:rule|subrule)|its\s+\w+|in\s+full|elle|cette\s+règle|celle-ci)\b",
    re.IGNORECASE,
)
_FORMER = re.compile(r"\bthe\s+former\b", re.IGNORECASE)
_MARKS_ONLY = re.compile(r"[\s,:;()\[\]—–*_`.“\"|-]*\Z")
_BRACKETED = re.compile(
    r"[\s.,;]*(?:[(\[]|[—–]|--?)\s*(?:(?:see|per|from|cf\.?|in|under|by|as|of|the|also|according|to|rule|source|quoted?"
    r"|comprehensive|rules?|magic|mtg|cr|voir|selon)[\s:,.]*)*\Z",
    re.IGNORECASE,
)
_BACKWARDS = re.compile(
    r"""[\s,.;:]*(?:(?:is|are|was|comes?|that'?s|that\s+is|this\s+is|it'?s|as|so|or\s+so|at\s+least|exactly|directly
    |straight|word\s+for\w*\s+word)[\s,]+)*
    (?:what|how|in|from|per|under|by|according\s+to|see(?:\s+also)?|(?:quot|tak|cit)\w+(?:\s+(?:in|from|by))?
    |the\s+\w+\s+(?:of|in|from)|says?|reads?|states?|said|goes|writes?|explains?|selon|dit)\s*
    (?:the\s+)?(?:(?:comprehensive|magic|mtg|game)\s+)?(?:rules?|subrules?|sections?|cr|c\.r\.)?[\s,(\[]*""",
    re.VERBOSE | re.IGNORECASE,
)
# Somebody else says it.
_SPEAKER = re.compile(
    r"\b(?:he|she|i|we|you|they|opponents?|friends?|judges?|players?|somebody|someone|people|cards?|il|elle)\s+(?:\w+\s+)?"
    r"(?:say|said|says|tell|told|tells|ask\w*|claim\w*|state\w*|read|reads|put|puts|wrote|writes?|dit|disent)\b",
    re.IGNORECASE,
)
# Behind a quotation that ends a sentence, a capital letter begins another one.
_BEGINS_ANOTHER = re.compile(r"\s*(?!See\b|From\b|That\b|This\b|Source\b|C\.?R\b|Rules?\b)[A-Z]")
_OTHER_CLAUSE = re.compile(
    r"\b(?:and|but|while|whereas|however|so|because|although|then|whose|et|mais)\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")
# In words between a number and its quotation, and between a quotation and its number.
_REACH, _REACH_BACK = 16, 9
# So many numbers on each side of a quotation may be its source.
_NUMBERS_NEAR = 12


class Attributor:
    """Finds the numbers that the quotations of a text may be of."""

    def __init__(self, answer: AnswerText) -> None:
        blocks, mentions, passages = answer
        self._blocks, self._mentions, self._passages = answer
        # A quotation that ends a sentence is followed by another sentence.
        self._masked = [
            without_passages(block.plain, found, keep_stops=True) for block, found in zip(blocks, passages, strict=True)
        ]
        self._ends = [sentence_ends(text) for text in self._masked]
        self._outside = [_not_quoted(*each) for each in zip(mentions, passages, strict=True)]

    def claims(self, at: int, passage: QuotedPassage) -> Claims:
        """Return the numbers that a quotation of the block `at` may be of."""
        outside = self._outside[at]
        if passage.is_block:
            return self._claims_on_block(at, passage)
        middle = bisect_right(outside, passage.opens, key=lambda each: each.end)
        before = outside[max(0, middle - _NUMBERS_NEAR) : middle]
        behind = [each for each in outside[middle : middle + _NUMBERS_NEAR] if each.start >= passage.closes]
        claiming: list[Mention] = []
        if before and self._says(at, before, passage):
            claiming += self._with_joined(at, before, passage)
        if behind and self._is_source(at, passage, behind[0], is_claimed=bool(claiming)):
            claiming.insert(0, behind[0])
        if not before and not claiming and at and self._introduces(at, passage):
            claiming += self._last_of(at - 1)
        return Claims(tuple(claiming), tuple(self._near(at, passage, before, behind)))

    def _says(self, at: int, before: Sequence[Mention], passage: QuotedPassage) -> bool:
        """True if the words from the last number to a quotation say that it is the rule's."""
        gap = self._masked[at][before[-1].end : passage.opens]
        if _MARKS_ONLY.fullmatch(gap.replace("\0", "")):
            return not re.search(r"[.!?;][)\s]", gap) and "\0" not in gap
        if len(_WORD.findall(gap)) > _REACH:
            return False
        ends = sentence_ends(gap + "Q")
        if len(ends) > 1:
            return False
        if ends:
            anaphor = _ANAPHOR.match(gap, ends[0])
            return anaphor is not None and (_SAYING.search(gap, ends[0]) is not None or gap.rstrip()[-1:] == ":")
        if _SPEAKER.search(gap):
            return False
        return _SAYING.search(gap) is not None or (gap.rstrip()[-1:] == ":" and len(_WORD.findall(gap)) <= _REACH_BACK)

    def _with_joined(self, at: int, before: Sequence[Mention], passage: QuotedPassage) -> list[Mention]:
        """Return the last number before a quotation, those in a list with it, or "the former"."""
        gap = self._masked[at][before[-1].end : passage.opens]
        if len(before) > 1 and _FORMER.search(gap):
            return [before[-2]]
        found = [before[-1]]
        for each in reversed(before[:-1]):
            between = self._masked[at][each.end : found[-1].start]
            if not JOINT.fullmatch(between):
                break
            found.append(each)
        return found

    def _is_source(self, at: int, passage: QuotedPassage, mention: Mention, *, is_claimed: bool) -> bool:
        """True if a number behind a quotation is named as its source."""
        gap = self._masked[at][passage.closes : mention.start]
        if _BRACKETED.fullmatch(gap):
            return True
        if is_claimed or "\0" in gap or len(_WORD.findall(gap)) > _REACH_BACK:
            return False
        begins_another = passage.text[-1:] in ".?!" and _BEGINS_ANOTHER.match(gap) is not None
        if begins_another or sentence_ends("Q" + gap + "Q") or _OTHER_CLAUSE.search(gap):
            return False
        return _BACKWARDS.fullmatch(gap) is not None or not _WORD.search(gap)

    def _introduces(self, at: int, passage: QuotedPassage) -> bool:
        """True if the block before a quotation asks or announces what it says, and the quotation begins its block."""
        if self._masked[at][: passage.opens].strip(" -*•"):
            return False
        above = self._masked[at - 1].rstrip()
        last = next(iter(reversed(sentence_ends(above))), 0)
        return above[-1:] == ":" or (above[-1:] == "?" and _SAYING.search(above, last) is not None)

    def _last_of(self, at: int) -> list[Mention]:
        """Return the last number of the last sentence of a block."""
        found = self._outside[at]
        last = self._ends[at][-1] if self._ends[at] else 0
        return found[-1:] if found and found[-1].end > last else []

    def _near(
        self, at: int, passage: QuotedPassage, before: Sequence[Mention], behind: Sequence[Mention]
    ) -> Sequence[Mention]:
        """Return the numbers of the same sentence, the nearest first, and the last one of the sentence before."""
        ends, text = self._ends[at], self._masked[at]
        first = bisect_right(ends, passage.opens)
        start, earlier = (ends[first - 1] if first else 0), (ends[first - 2] if first > 1 else 0)
        last = bisect_left(ends, passage.closes)
        stop = ends[last] if last < len(ends) else len(text)
        same = [(passage.opens - each.end, each) for each in before if each.start >= start]
        same += [(each.start - passage.closes, each) for each in behind if each.end <= stop]
        found = [each for _distance, each in sorted(same)]
        return found or [each for each in before if each.start >= earlier][-1:]

    def _claims_on_block(self, at: int, passage: QuotedPassage) -> Claims:
        """Return the numbers that a block quote may be of: its own, that of the line before, or of the line behind."""
        own = self._outside[at]
        if own:
            return Claims(tuple(own))
        if at and self._blocks[at - 1].kind == "quote" and self._passages[at - 1]:
            earlier = self.claims(at - 1, self._passages[at - 1][-1])
            return Claims((), (*earlier.claiming, *earlier.near))
        if at + 1 < len(self._blocks):
            following, found = self._masked[at + 1], self._outside[at + 1]
            if (
                found
                and _BRACKETED.fullmatch(following[: found[0].start])
                and len(_WORD.findall(following)) <= _REACH_BACK
            ):
                return Claims(tuple(found[:1]))
        if not at or not (last := self._last_of(at - 1)):
            return Claims()
        rest = self._masked[at - 1][last[-1].end :]
        is_said = rest.rstrip()[-1:] == ":" or _SAYING.search(rest) or not _WORD.search(rest)
        return Claims(tuple(last)) if is_said else Claims((), tuple(last))


def _not_quoted(mentions: Sequence[Mention], passages: Sequence[QuotedPassage]) -> list[Mention]:
    """Return the mentions that are in no quotation. Both are in the order of the text."""
    found: list[Mention] = []
    at = 0
    for each in mentions:
        while at < len(passages) and passages[at].end <= each.start:
            at += 1
        if at == len(passages) or each.start < passages[at].start:
            found.append(each)
    return found


def without_passages(plain: str, passages: Sequence[QuotedPassage], *, keep_stops: bool = False) -> str:
    """Return a text in which each quotation is one mark, padded with blanks. `keep_stops` leaves its full stop."""
    parts: list[str] = []
    at = 0
    for each in passages:
        size = each.closes - each.opens
        has_stop = keep_stops and size > 1 and each.text[-1:] in ".?!"
        parts += (plain[at : each.opens], "\0".ljust(size - has_stop) + "." * has_stop)
        at = each.closes
    return "".join((*parts, plain[at:]))
