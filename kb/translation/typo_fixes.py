"""Slips of the English that were mended later: a French rule isn't stale because of them.

A slip is a word that the rules use nowhere else and that became, by one or two letters, a word that they do
use; a word printed twice; a mark of punctuation or a space that was lost. Endings (`deals`, `dealt`) are none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from itertools import pairwise

from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.text.normalization import ChangeClass, classify_change, normalize_template

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[^\W_]+")
_PLAIN_WORD = re.compile(r"[^\W\d_]{4,}")
# What may be lost from a text without any word being another; no sign of an amount or a cost.
_LIGHT = re.compile(r"[\s.,;:!?()\"']|(?<=[^\W\d_])-(?=[^\W\d_])")
_ENDINGS = frozenset({"", "s", "es", "d", "ed", "n", "en", "r", "er", "ly", "t", "st", "ing"})
_SHORTEST_STEM = 3
_LETTERS = 2


class Vocabulary:
    """The words that rules use, and the rules that use them."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._users: dict[str, set[RuleNumber]] = defaultdict(set)
        for rule in rules:
            for text in (rule.text, *(example.text for example in rule.examples)):
                # As they stand within a sentence: a name, in an example, is no word of the rules.
                for word in _PLAIN_WORD.findall(text):
                    self._users[word].add(rule.number)

    def is_used(self, word: str, *, besides: AbstractSet[RuleNumber]) -> bool:
        """Whether a rule other than some uses a word."""
        return any(number not in besides for number in self._users.get(word, ()))


def change_ignoring_typos(
    old: str, new: str, vocabulary: Vocabulary, numbers: AbstractSet[RuleNumber]
) -> ChangeClass | None:
    """The class of the change between two wordings, a slip that was mended being typography.

    Args:
        old: the one wording.
        new: the later one.
        vocabulary: the words of the rules.
        numbers: that the rule itself has or had; its own words say nothing of what is a slip.
    """
    kind = classify_change(old, new)
    if kind != "wording":
        return kind
    mended = _mended(old, new, vocabulary, numbers)
    kind = classify_change(mended, new)
    if kind == "wording" and _bare(mended) == _bare(new):
        return "typography"
    return kind or "typography"


def _bare(text: str) -> str:
    return _LIGHT.sub("", normalize_template(text))


def _mended(old: str, new: str, vocabulary: Vocabulary, numbers: AbstractSet[RuleNumber]) -> str:
    """The old wording with the slips mended that the new one has no more."""
    before, after = list(_WORD.finditer(old)), list(_WORD.finditer(new))
    words, words_now = ([match.group() for match in each] for each in (before, after))
    odd = any(not vocabulary.is_used(_small(word), besides=numbers) for word in set(words).difference(words_now))
    if not odd and all(one != other for one, other in pairwise(map(str.lower, words))):
        return old
    pieces, at = [], 0
    for step, begin, end, begin_now, end_now in SequenceMatcher(None, words, words_now, autojunk=False).get_opcodes():
        if step == "replace" and end - begin == end_now - begin_now:
            for match, now in zip(before[begin:end], words_now[begin_now:end_now], strict=True):
                if _slip(match.group(), now, vocabulary, numbers):
                    pieces += [old[at : match.start()], now]
                    at = match.end()
        elif step == "delete" and end - begin == 1 and begin and words[begin].lower() == words[begin - 1].lower():
            pieces.append(old[at : before[begin - 1].end()])
            at = before[begin].end()
        elif step == "delete" and end - begin == 1 and words[begin + 1 : begin + 2] == [words[begin]]:
            pieces.append(old[at : before[begin].start()])
            at = before[begin + 1].start()
    return "".join((*pieces, old[at:]))


def _slip(old: str, new: str, vocabulary: Vocabulary, numbers: AbstractSet[RuleNumber]) -> bool:
    """Whether a word is a slip for another."""
    if not (_PLAIN_WORD.fullmatch(old) and _PLAIN_WORD.fullmatch(new)):
        return False
    old, new = _small(old), _small(new)
    if vocabulary.is_used(old, besides=numbers) or not vocabulary.is_used(new, besides=numbers) or _inflected(old, new):
        return False
    from rapidfuzz.distance import OSA

    return OSA.distance(old, new, score_cutoff=_LETTERS) <= _LETTERS


def _small(word: str) -> str:
    """A word as it stands within a sentence."""
    return word[0].lower() + word[1:]


def _inflected(one: str, other: str) -> bool:
    """Whether two words differ by their endings alone."""
    from rapidfuzz.distance import Prefix

    stem = Prefix.similarity(one, other)
    return stem >= _SHORTEST_STEM and one[stem:] in _ENDINGS and other[stem:] in _ENDINGS
