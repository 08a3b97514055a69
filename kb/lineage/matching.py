"""Matching of the rules of two consecutive editions.

From one edition to the next, a rule may be moved, edited, or moved and edited. Pairs that a person reviewed
(`kb.lineage.overrides`) come first. Then rules with the same text are paired: first as printed, then in the forms of
`kb.text.normalization`. If several rules have the same text, their position decides: the parent, the neighbours and the
number. Then rules with similar words and positions are paired. The caller leaves out unchanged rules.

Guarantees: The functions are pure. Apart from splits and merges, a rule has at most one successor and one predecessor.
Every pair has a confidence and a reason.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise
from typing import Literal, NamedTuple, TypeVar

from kb.documents import Number
from kb.languages import LANGUAGES
from kb.lineage.assignment import maximum_weight_matching
from kb.lineage.overrides import Override
from kb.rule_text import text_status
from kb.text.normalization import mask_references, normalize_template, normalize_typography

_Phrase = TypeVar("_Phrase")
LinkReason = Literal["reviewed", "text", "text-and-place", "words", "place", "part", "title", "section"]
LinkKind = Literal["same", "split", "merged"]

# Thresholds of similarity: the share of words that two texts have in common in the same order. The first pass pairs
# very similar texts. Its pairs show the second pass which other rules have the same neighbours. The second pass pairs
# similar texts at any position. It pairs rules with the same parent or neighbours at the lowest threshold.
_VERY_SIMILAR, _SIMILAR, _SIMILAR_IN_PLACE = 0.8, 0.6, 0.4
# Confidence of a pair that was chosen by position among rules with the same text.
_CONFIDENCE_BY_POSITION = 0.9
# Bonuses for the position, added to the similarity.
_SAME_PARENT, _SAME_NEIGHBOUR, _SAME_NUMBER = 0.12, 0.06, 0.08
_BONUSES = (_SAME_PARENT, _SAME_NEIGHBOUR, _SAME_NEIGHBOUR)
# A part that is split off a rule has at least _SHORTEST_PART words. Before the split, the rule contained at least the
# share _CONTAINED of the part.
_SHORTEST_PART, _CONTAINED = 6, 0.7
# After the split, the rule contains a smaller share of the part than before: smaller by at least this amount.
_SPLIT_OFF = 0.3
# If each of two parts contains this share of the other part, one of them wasn't split off, but is merely similar.
_DUPLICATE = 0.85
# Confidence of a pair with the same number, if the new text begins with "Previously".
_CONFIDENCE_BY_NUMBER = 0.3
# The most pairs of rules with the same text that are told apart by position. Real editions have up to four.
_MAX_SAME_TEXT = 400
_WORD = re.compile(r"[\w#']+")
# A word that occurs in more rules than this is too common to be evidence.
_COMMON = 50
# For each rule, the texts of this many candidates are compared in full.
_CANDIDATES = 6


class NumberedText(NamedTuple):
    """A rule of an edition. If a number is printed twice, `nth` is 2 for the second rule with this number.

    Rules are looked up in dicts very often. A tuple makes this fast.
    """

    number: Number
    nth: int
    text: str

    @property
    def is_heading(self) -> bool:
        """True if this is a chapter or a section. Chapters and sections never become rules."""
        return self.number.kind in ("chapter", "section", "appendix")


@dataclass(frozen=True, slots=True)
class LineageLink:
    """A rule of the older edition and its successor in the newer edition.

    Attributes:
        confidence: from 0 to 1. If the confidence is below 1, the link is inferred.
        reason: the evidence.
        kind: `same`, `split` (an additional successor of `old`) or `merged` (an additional predecessor of `new`).
    """

    old: NumberedText
    new: NumberedText
    confidence: float
    reason: LinkReason
    kind: LinkKind = "same"


def match_rules(
    before: Sequence[NumberedText],
    after: Sequence[NumberedText],
    overrides: Sequence[Override] = (),
    *,
    find_splits: bool = True,
) -> tuple[LineageLink, ...]:
    """Link the rules of two consecutive editions, in the order of the newer edition.

    Args:
        before: the older edition's rules, except the rules that the newer edition has with the same number and text.
        after: the newer edition's rules, except the rules that the older edition has with the same number and text.
        overrides: the decisions of a person who read both texts.
        find_splits: True to look for splits and merges. An excerpt can't show splits or merges.
    """
    if not before or not after:
        return ()
    return _Matcher(before, after, overrides).links(parts=find_splits)


def word_similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the share of words (for strings: letters) that two texts have in common in the same order, from 0 to 1."""
    from rapidfuzz.distance import Indel

    return Indel.normalized_similarity(one, other)


class _Matcher:
    """The state of the matching of two editions."""

    def __init__(
        self, before: Sequence[NumberedText], after: Sequence[NumberedText], overrides: Sequence[Override]
    ) -> None:
        # The rules are sorted, so that ties don't depend on the order of the arguments.
        self.before, self.after = sorted(before), sorted(after)
        self.changed = {rule.number for rule in (*before, *after)}
        self.successor: dict[NumberedText, NumberedText] = {}
        self.predecessor: dict[NumberedText, NumberedText] = {}
        self.new_number: dict[Number, Number] = {}
        self.found: list[LineageLink] = []
        self.excluded = {pair for each in overrides if not each.is_same_rule for pair in self._selected(each)}
        for each in overrides:
            for old, new in self._selected(each) if each.is_same_rule else ():
                self._link(old, new, 1.0, "reviewed")

    def links(self, *, parts: bool) -> tuple[LineageLink, ...]:
        for form in (str, normalize_typography, mask_references, normalize_template):
            self._link_same_text(form)
        for threshold in (_VERY_SIMILAR, _SIMILAR):
            self._link_similar(threshold)
        self._link_deprecated()
        if parts:
            self._link_splits()
            self._link_merges()
        return tuple(sorted(self.found, key=lambda link: (link.new.number, link.new.nth)))

    def _selected(self, override: Override) -> list[tuple[NumberedText, NumberedText]]:
        """Return the pair of an override, or an empty list if one of its rules is missing or ambiguous."""
        olds, news = (
            [rule for rule in rules if named.matches(rule.number, rule.text)]
            for rules, named in ((self.before, override.old), (self.after, override.new))
        )
        return [(olds[0], news[0])] if len(olds) == len(news) == 1 else []

    def _unmatched(self) -> tuple[list[NumberedText], list[NumberedText]]:
        """Return the rules without a pair: the rules of the older edition, and the rules of the newer edition."""
        return (
            [old for old in self.before if old not in self.successor],
            [new for new in self.after if new not in self.predecessor],
        )

    def _link(self, old: NumberedText, new: NumberedText, confidence: float, reason: LinkReason) -> None:
        self.successor[old], self.predecessor[new] = new, old
        self.new_number.setdefault(old.number, new.number)
        self.found.append(LineageLink(old, new, round(confidence, 2), reason))

    def _link_same_text(self, form: Callable[[str], str]) -> None:
        """Link rules with the same text in a normal form. If several rules have one text, their position decides."""
        by_text: dict[tuple[bool, str], tuple[list[NumberedText], list[NumberedText]]] = defaultdict(lambda: ([], []))
        for side, rules in enumerate(self._unmatched()):
            for rule in rules:
                by_text[rule.is_heading, form(rule.text)][side].append(rule)
        ambiguous = []
        for olds, news in by_text.values():
            if len(olds) * len(news) > _MAX_SAME_TEXT:
                # So many rules with one text aren't told apart by position: they are linked in their order.
                for old, new in zip(olds, news, strict=False):
                    if (old, new) not in self.excluded:
                        self._link(old, new, _CONFIDENCE_BY_POSITION, "text-and-place")
                continue
            possible = [(old, new) for old in olds for new in news if (old, new) not in self.excluded]
            if possible and len(olds) == len(news) == 1:
                self._link(*possible[0], 1.0, "text")
            else:
                ambiguous += possible
        for old, new in self._best_pairs(dict.fromkeys(ambiguous, 1.0)):
            self._link(old, new, _CONFIDENCE_BY_POSITION, "text-and-place")

    def _link_similar(self, threshold: float) -> None:
        """Link rules with similar words, in one matching. `threshold` is the similarity needed at any position."""
        from rapidfuzz.distance import Indel

        lefts, rights = self._unmatched()
        words = {rule.text: normalize_template(rule.text).split() for rule in (*lefts, *rights)}
        similarity: dict[tuple[NumberedText, NumberedText], float] = {}
        for old, new in _candidates(lefts, rights, words):
            if old.is_heading != new.is_heading or (old, new) in self.excluded:
                continue
            share = Indel.normalized_similarity(words[old.text], words[new.text])
            in_place = threshold == _SIMILAR and share >= _SIMILAR_IN_PLACE and self._bonus(old, new) >= _SAME_PARENT
            if share >= threshold or in_place:
                similarity[old, new] = share
        for old, new in self._best_pairs(similarity):
            share = similarity[old, new]
            reason: LinkReason = "words" if share >= _SIMILAR else "place"
            self._link(old, new, min(1.0, share + self._bonus(old, new)), reason)

    def _link_deprecated(self) -> None:
        """Link a rule that has become "Previously, ..." with the older rule of the same number (306.4, 306.7)."""
        lefts, rights = self._unmatched()
        there = {(old.number, old.nth): old for old in lefts}
        for new in rights:
            old = there.get((new.number, new.nth))
            deprecated = any(text_status(new.text, lang) == "deprecated" for lang in LANGUAGES)
            if old and deprecated and (old, new) not in self.excluded:
                self._link(old, new, _CONFIDENCE_BY_NUMBER, "place")

    def _link_splits(self) -> None:
        """Link rules with their split-off parts. If a rule has no successor, its first part becomes its successor."""
        _, rights = self._unmatched()
        rights = [rule for rule in rights if not rule.is_heading]
        containing = _Containing(self.before, rights)
        parts: list[tuple[float, NumberedText, NumberedText, _Phrases]] = []
        for new in rights:
            phrases = _phrases(new)
            old, share = containing.best(phrases)
            if old is None or (old, new) in self.excluded:
                continue
            if old not in self.successor:
                self._link(old, new, share, "part")
            elif share - _contained(phrases, _phrases(self.successor[old])) >= _SPLIT_OFF:
                parts.append((share, old, new, phrases))
        split_off: dict[NumberedText, list[_Phrases]] = defaultdict(list)
        for share, old, new, phrases in sorted(parts, key=lambda part: -part[0]):
            others = split_off[old]
            if all(min(_contained(phrases, other), _contained(other, phrases)) < _DUPLICATE for other in others):
                others.append(phrases)
                self.found.append(LineageLink(old, new, round(share, 2), "part", "split"))

    def _link_merges(self) -> None:
        """Link rules without a successor with the rules that now contain them."""
        lefts = [rule for rule in self._unmatched()[0] if not rule.is_heading]
        containing = _Containing(self.after, lefts)
        for old in lefts:
            phrases = _phrases(old)
            new, share = containing.best(phrases)
            if new is None or (old, new) in self.excluded:
                continue
            before = self.predecessor.get(new)
            if share - (_contained(phrases, _phrases(before)) if before else 0) >= _SPLIT_OFF:
                self.found.append(LineageLink(old, new, round(share, 2), "part", "merged"))

    def _best_pairs(
        self, similarity: Mapping[tuple[NumberedText, NumberedText], float]
    ) -> list[tuple[NumberedText, NumberedText]]:
        """Choose a set of pairs from possible pairs, with the greatest sum of similarities and bonuses."""
        olds, news = (
            list(dict.fromkeys(rules)) for rules in ([old for old, _ in similarity], [new for _, new in similarity])
        )
        left, right = ({rule: at for at, rule in enumerate(rules)} for rules in (olds, news))
        weights = {(left[old], right[new]): share + self._bonus(old, new) for (old, new), share in similarity.items()}
        return [(olds[old], news[new]) for old, new in maximum_weight_matching(weights).items()]

    def _bonus(self, old: NumberedText, new: NumberedText) -> float:
        """Return the sum of the bonuses for the positions of two rules."""
        bonus = _SAME_NUMBER if old.number == new.number else 0.0
        for near_old, near_new, each in zip(_around(old.number), _around(new.number), _BONUSES, strict=True):
            # An unchanged rule keeps its number. The new number of a changed rule may not be known yet.
            kept = None if near_old in self.changed else near_old
            if near_old is not None and self.new_number.get(near_old, kept) == near_new:
                bonus += each
        return bonus


_Phrases = tuple[Counter[str], Counter[tuple[str, str]]]
"""The words of a text, and its pairs of adjacent words, with their counts."""


def _words(rule: NumberedText) -> list[str]:
    return _WORD.findall(normalize_template(rule.text))


def _phrases(rule: NumberedText) -> _Phrases:
    words = _words(rule)
    return Counter(words), Counter(pairwise(words))


def _contained(part: _Phrases, whole: _Phrases) -> float:
    """Return the share of `part` that `whole` contains, as the mean for words and for word pairs, from 0 to 1."""
    return (_share(part[0], whole[0]) + _share(part[1], whole[1])) / 2


def _share(part: Counter[_Phrase], whole: Counter[_Phrase]) -> float:
    common = sum(min(times, whole[phrase]) for phrase, times in part.items() if phrase in whole)
    return common / (part.total() or 1)


class _Containing:
    """An index of rules by the word pairs that they share with possible parts."""

    def __init__(self, rules: Iterable[NumberedText], parts: Iterable[NumberedText]) -> None:
        self._phrases: dict[NumberedText, _Phrases] = {}
        self._by_pair: dict[tuple[str, str], list[NumberedText]] = defaultdict(list)
        wanted = {pair for part in parts for pair in pairwise(_words(part))}
        for rule in rules:
            if wanted and not rule.is_heading:
                for pair in wanted.intersection(pairwise(_words(rule))):
                    self._by_pair[pair].append(rule)

    def best(self, part: _Phrases) -> tuple[NumberedText | None, float]:
        """Return the rule with the largest share of a text, and this share. If the share is low, the rule is None."""
        words, pairs = part
        if words.total() < _SHORTEST_PART:
            return None, 0.0
        shared = Counter(rule for pair in pairs for rule in self._by_pair.get(pair, ()))
        # A rule with fewer common word pairs can't contain enough of the text, so its text isn't compared in full.
        least = (2 * _CONTAINED - 1) * len(pairs) * 0.9
        near = [rule for rule, common in shared.most_common(_CANDIDATES) if common >= least]
        shares = [(_contained(part, self._counted(rule)), rule) for rule in near]
        share, best = max(shares, key=lambda each: each[0], default=(0.0, None))
        return (best, share) if share >= _CONTAINED else (None, share)

    def _counted(self, rule: NumberedText) -> _Phrases:
        if rule not in self._phrases:
            self._phrases[rule] = _phrases(rule)
        return self._phrases[rule]


def _around(number: Number) -> tuple[Number | None, Number | None, Number | None]:
    """Return the parent, the previous number and the next number, with None for a number that can't exist."""
    try:
        following = number.next
    except ValueError:
        following = None
    return number.parent, number.previous, following


def _candidates(
    lefts: Sequence[NumberedText], rights: Sequence[NumberedText], words: Mapping[str, Sequence[str]]
) -> list[tuple[NumberedText, NumberedText]]:
    """Return the pairs of rules whose texts are compared in full: with common rare words, or with the same number."""
    by_number = {(old.number, old.nth): old for old in lefts}
    pairs = [(old, new) for new in rights if (old := by_number.get((new.number, new.nth)))]
    having: dict[str, list[int]] = defaultdict(list)
    for at, old in enumerate(lefts):
        for word in dict.fromkeys(words[old.text]):
            having[word].append(at)
    for new in rights:
        shared: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(words[new.text]):
            indexes = having.get(word, ())
            if len(indexes) <= _COMMON:
                for at in indexes:
                    shared[at] += 1 / len(indexes)
        pairs += [(lefts[at], new) for at in nlargest(_CANDIDATES, sorted(shared), key=shared.__getitem__)]
    return list(dict.fromkeys(pairs))
