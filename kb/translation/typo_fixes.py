"""Typing errors of the English that were corrected later. Such a correction doesn't make a French rule stale.

A typing error is a word printed twice, a lost punctuation mark or space, or a misspelt word. A word is misspelt if no
other rule uses it, and if changing one or two letters gave a word that other rules use. A changed ending (`deals`,
`dealt`) is no typing error.
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
# Characters that may be lost without changing a word, an amount or a cost.
_NEGLIGIBLE = re.compile(r"[\s.,;:!?()\"']|(?<=[^\W\d_])-(?=[^\W\d_])")
_ENDINGS = frozenset({"", "s", "es", "d", "ed", "n", "en", "r", "er", "ly", "t", "st", "ing"})
_MIN_STEM = 3
_MAX_LETTERS = 2


class Vocabulary:
    """The words of some rules, each with the numbers of the rules that use it."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._users: dict[str, set[RuleNumber]] = defaultdict(set)
        for rule in rules:
            for text in rule.texts:
                # Case is kept, so that a capitalized name in an example doesn't count as a word of the rules.
                for word in _PLAIN_WORD.findall(text):
                    self._users[word].add(rule.cr_number)

    def is_used(self, word: str, *, besides: AbstractSet[RuleNumber]) -> bool:
        """True if a rule whose number isn't in `besides` uses a word."""
        return any(number not in besides for number in self._users.get(word, ()))


def change_ignoring_typos(
    old: str, new: str, vocabulary: Vocabulary, numbers: AbstractSet[RuleNumber]
) -> ChangeClass | None:
    """Classify the change between two wordings. A corrected typing error counts as typography.

    `numbers` are all numbers that the rule has had. A word that only this rule uses may be misspelt.
    """
    kind = classify_change(old, new)
    if kind != "wording":
        return kind
    corrected = _correct(old, new, vocabulary, numbers)
    kind = classify_change(corrected, new)
    if kind == "wording" and _significant(corrected) == _significant(new):
        return "typography"
    return kind or "typography"


def _significant(text: str) -> str:
    return _NEGLIGIBLE.sub("", normalize_template(text))


def _correct(old: str, new: str, vocabulary: Vocabulary, numbers: AbstractSet[RuleNumber]) -> str:
    """Return the old wording without the typing errors that the new wording has corrected."""
    before, after = list(_WORD.finditer(old)), list(_WORD.finditer(new))
    words, words_now = ([match.group() for match in each] for each in (before, after))
    removed = set(words).difference(words_now)
    unusual = any(not vocabulary.is_used(_uncapitalized(word), besides=numbers) for word in removed)
    if not unusual and all(one != other for one, other in pairwise(map(str.lower, words))):
        return old
    pieces, at = [], 0
    for step, begin, end, begin_now, end_now in SequenceMatcher(None, words, words_now, autojunk=False).get_opcodes():
        if step == "replace" and end - begin == end_now - begin_now:
            for match, now in zip(before[begin:end], words_now[begin_now:end_now], strict=True):
                if _is_typo(match.group(), now, vocabulary, numbers):
                    pieces += [old[at : match.start()], now]
                    at = match.end()
        elif step == "delete" and end - begin == 1 and begin and words[begin].lower() == words[begin - 1].lower():
            pieces.append(old[at : before[begin - 1].end()])
            at = before[begin].end()
        elif step == "delete" and end - begin == 1 and words[begin + 1 : begin + 2] == [words[begin]]:
            pieces.append(old[at : before[begin].start()])
            at = before[begin + 1].start()
    return "".join((*pieces, old[at:]))


def _is_typo(old: str, new: str, vocabulary: Vocabulary, numbers: AbstractSet[RuleNumber]) -> bool:
    """True if `old` is a misspelling of the word `new`."""
    if not (_PLAIN_WORD.fullmatch(old) and _PLAIN_WORD.fullmatch(new)):
        return False
    old, new = _uncapitalized(old), _uncapitalized(new)
    if vocabulary.is_used(old, besides=numbers) or not vocabulary.is_used(new, besides=numbers):
        return False
    from rapidfuzz.distance import OSA, Prefix

    stem = Prefix.similarity(old, new)
    if stem >= _MIN_STEM and old[stem:] in _ENDINGS and new[stem:] in _ENDINGS:
        return False
    return OSA.distance(old, new, score_cutoff=_MAX_LETTERS) <= _MAX_LETTERS


def _uncapitalized(word: str) -> str:
    return word[0].lower() + word[1:]
