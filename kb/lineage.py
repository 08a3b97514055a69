"""Lineage: which rule of one edition is which rule of the next.

A rule is not its number. From one edition to the next it may be moved, edited or both. Pairs are found
in this order: what a person has said (`kb.overrides`); what carries the same text, first as printed, then with
what it cites masked; then, in one assignment, what is alike in its words and stands in its place: below the
same parent, beside the same neighbours, under the same number. Identical twins are told apart by their
place. What carries the same text under the same number isn't asked about at all.

Guarantees: pure; a rule has one successor and one predecessor at most, splits and merges apart; a pair that
isn't certain says how sure it is and why.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise
from typing import Literal, NamedTuple, TypeVar

from kb.assignment import assign
from kb.languages import LANGUAGES
from kb.model import text_status
from kb.normal import masked, plain, untemplated
from kb.number import RuleNumber
from kb.overrides import Override

_Phrase = TypeVar("_Phrase")
Reason = Literal["reviewed", "text", "text-and-place", "words", "place", "part"]
LinkKind = Literal["same", "split", "merged"]

# Of two texts, the share of words that they have in common in the same order: what is much alike is paired
# first, since it tells the places of the rest; what is alike is the same rule wherever it stands; below the
# same parent, or beside the same neighbours, less is enough.
_MUCH_ALIKE, _ALIKE, _ALIKE_IN_PLACE = 0.8, 0.6, 0.4
_TWINS = 0.9
"""How sure it is which of two rules with one text is which."""
# How much a place speaks for a pair, in the same measure.
_SAME_PARENT, _SAME_NEIGHBOUR, _SAME_NUMBER = 0.12, 0.06, 0.08
_WORTH_AROUND = (_SAME_PARENT, _SAME_NEIGHBOUR, _SAME_NEIGHBOUR)
# Of a rule that was taken apart, a part has at least so many words, and so much of it stood in the whole.
_SHORTEST_PART, _HELD = 6, 0.7
# So much less of it stands in what became of the whole.
_TAKEN_OUT = 0.3
# Two parts that have so much of each other weren't both taken out: one is another rule that is worded alike.
_SAID_TWICE = 0.85
# What stands under the same number and calls the past to mind speaks of what stood there.
_ONLY_THE_NUMBER = 0.3
_WORD = re.compile(r"[\w#']+")
# A word that more rules have tells nothing.
_COMMON = 50
# So many of the most alike texts are looked at closely for each.
_CLOSEST = 6


class Standing(NamedTuple):
    """A rule as one edition has it; a tuple, since pairing looks it up again and again.

    Attributes:
        number: its number.
        nth: 2 for the second rule under a number that is printed twice.
        text: its text.
    """

    number: RuleNumber
    nth: int
    text: str

    @property
    def is_heading(self) -> bool:
        """Whether it is a chapter or a section, which never becomes a rule."""
        return not self.number.rule


@dataclass(frozen=True, slots=True)
class Link:
    """A rule and what it became.

    Attributes:
        old: the rule as the edition before has it.
        new: as the edition after has it.
        confidence: from 0 to 1; below 1 it is an inference.
        reason: what told them to be the same rule.
        kind: `same`, or `split` or `merged` where a rule has a second successor or predecessor.
    """

    old: Standing
    new: Standing
    confidence: float
    reason: Reason
    kind: LinkKind = "same"


def follow(
    before: Sequence[Standing],
    after: Sequence[Standing],
    overrides: Sequence[Override] = (),
    *,
    parts: bool = True,
) -> tuple[Link, ...]:
    """The pairs of rules of two consecutive editions that are one rule.

    Args:
        before: the rules that the edition before has and the edition after hasn't, under that number with that text.
        after: the rules that the edition after has and the edition before hasn't.
        overrides: what a person has said of rules of this language; the rest is inferred around it.
        parts: look for splits and merges too; an excerpt doesn't say what a rule was taken apart into.
    """
    if not before or not after:
        return ()
    return _Following(before, after, overrides).links(parts=parts)


class _Following:
    """The pairing of two editions while it is made."""

    def __init__(self, before: Sequence[Standing], after: Sequence[Standing], overrides: Sequence[Override]) -> None:
        # In the order of the rules, whatever order they came in: ties are settled by it.
        self.before, self.after = sorted(before), sorted(after)
        self.changed = {rule.number for rule in (*before, *after)}
        self.now: dict[Standing, Standing] = {}
        self.taken: set[Standing] = set()
        self.number_now: dict[RuleNumber, RuleNumber] = {}
        self.found: list[Link] = []
        self.apart = {pair for each in overrides if not each.same for pair in self._named(each)}
        for each in overrides:
            for old, new in self._named(each) if each.same else ():
                self._take(old, new, 1.0, "reviewed")

    def links(self, *, parts: bool) -> tuple[Link, ...]:
        for form in (str, plain, masked, untemplated):
            self._same(form)
        for least in (_MUCH_ALIKE, _ALIKE):
            self._alike(least)
        self._now_deprecated()
        if parts:
            self._parts()
        return tuple(sorted(self.found, key=lambda link: (link.new.number, link.new.nth)))

    def _named(self, override: Override) -> list[tuple[Standing, Standing]]:
        """The two rules that an override speaks of, if both are here."""
        olds, news = (
            [rule for rule in rules if named.names(rule.number, rule.text)]
            for rules, named in ((self.before, override.old), (self.after, override.new))
        )
        # A number that is printed twice with one beginning isn't what was reviewed.
        return [(olds[0], news[0])] if len(olds) == len(news) == 1 else []

    def _open(self) -> tuple[list[Standing], list[Standing]]:
        """The rules of either edition that have no pair yet."""
        return [old for old in self.before if old not in self.now], [new for new in self.after if new not in self.taken]

    def _take(self, old: Standing, new: Standing, confidence: float, reason: Reason) -> None:
        self.now[old] = new
        self.taken.add(new)
        self.number_now.setdefault(old.number, new.number)
        self.found.append(Link(old, new, round(confidence, 2), reason))

    def _same(self, form: Callable[[str], str]) -> None:
        """Pair what has the same text in one form, where there is one of it on either side; else, twins by place."""
        by_text: dict[tuple[bool, str], tuple[list[Standing], list[Standing]]] = defaultdict(lambda: ([], []))
        for side, rules in enumerate(self._open()):
            for rule in rules:
                by_text[rule.is_heading, form(rule.text)][side].append(rule)
        twins = []
        for olds, news in by_text.values():
            possible = [(old, new) for old in olds for new in news if (old, new) not in self.apart]
            if possible and len(olds) == len(news) == 1:
                self._take(*possible[0], 1.0, "text")
            else:
                twins += possible
        for old, new in self._assigned(dict.fromkeys(twins, 1.0)):
            self._take(old, new, _TWINS, "text-and-place")

    def _alike(self, least: float) -> None:
        """Pair what has enough words in common, all in one assignment."""
        from rapidfuzz.distance import Indel

        lefts, rights = self._open()
        words = {rule.text: untemplated(rule.text).split() for rule in (*lefts, *rights)}
        alike: dict[tuple[Standing, Standing], float] = {}
        for old, new in _candidates(lefts, rights, words):
            if old.is_heading == new.is_heading and (old, new) not in self.apart:
                share = Indel.normalized_similarity(words[old.text], words[new.text])
                in_place = least == _ALIKE and share >= _ALIKE_IN_PLACE and self._in_place(old, new) >= _SAME_PARENT
                if share >= least or in_place:
                    alike[old, new] = share
        for old, new in self._assigned(alike):
            reason: Reason = "words" if alike[old, new] >= _ALIKE else "place"
            self._take(old, new, min(1.0, alike[old, new] + self._in_place(old, new)), reason)

    def _now_deprecated(self) -> None:
        """Pair what says that something used to be so with what said under its number that it is (306.4, 306.7)."""
        lefts, rights = self._open()
        there = {(old.number, old.nth): old for old in lefts}
        for new in rights:
            old = there.get((new.number, new.nth))
            says_so = any(text_status(new.text, lang) == "deprecated" for lang in LANGUAGES)
            if old and says_so and (old, new) not in self.apart:
                self._take(old, new, _ONLY_THE_NUMBER, "place")

    def _parts(self) -> None:
        """Link what was taken apart with its parts, and what was put together with what it was made of.

        The first part of a rule that has no successor yet is the rule itself. What the successor of a rule
        still says wasn't taken out of it.
        """
        lefts, rights = ([rule for rule in rules if not rule.is_heading] for rules in self._open())
        whole = _Wholes(self.before, rights)
        parts: list[tuple[float, Standing, Standing, _Counted]] = []
        for new in rights:
            phrases = _phrases(new)
            old, share = whole.holding(phrases)
            if old is None or (old, new) in self.apart:
                continue
            if old not in self.now:
                self._take(old, new, share, "part")
            elif share - _held(phrases, _phrases(self.now[old])) >= _TAKEN_OUT:
                parts.append((share, old, new, phrases))
        taken_out: dict[Standing, list[_Counted]] = defaultdict(list)
        for share, old, new, phrases in sorted(parts, key=lambda part: -part[0]):
            if all(min(_held(phrases, other), _held(other, phrases)) < _SAID_TWICE for other in taken_out[old]):
                taken_out[old].append(phrases)
                self.found.append(Link(old, new, round(share, 2), "part", "split"))
        was = {new: old for old, new in self.now.items()}
        whole = _Wholes(self.after, lefts)
        for old in lefts:
            phrases = _phrases(old)
            into, share = whole.holding(phrases)
            if old in self.now or into is None or (old, into) in self.apart:
                continue
            if share - (_held(phrases, _phrases(was[into])) if into in was else 0) >= _TAKEN_OUT:
                self.found.append(Link(old, into, round(share, 2), "part", "merged"))

    def _assigned(self, alike: Mapping[tuple[Standing, Standing], float]) -> list[tuple[Standing, Standing]]:
        """Of the pairs that are possible, those that together are most alike and stand most in their places."""
        olds, news = (list(dict.fromkeys(rules)) for rules in ([old for old, _ in alike], [new for _, new in alike]))
        left, right = ({rule: at for at, rule in enumerate(rules)} for rules in (olds, news))
        worth = {(left[old], right[new]): share + self._in_place(old, new) for (old, new), share in alike.items()}
        return [(olds[old], news[new]) for old, new in assign(worth).items()]

    def _in_place(self, old: Standing, new: Standing) -> float:
        """How much the places of two rules speak for their being one."""
        worth = _SAME_NUMBER if old.number == new.number else 0.0
        for beside, beside_now, each in zip(_around(old.number), _around(new.number), _WORTH_AROUND, strict=True):
            if beside is not None and self._became(beside) == beside_now:
                worth += each
        return worth

    def _became(self, number: RuleNumber) -> RuleNumber | None:
        """What became of another number, as far as that is known."""
        return self.number_now.get(number) or (None if number in self.changed else number)


_Counted = tuple[Counter[str], Counter[tuple[str, str]]]
"""How often a text has each word and each pair of words."""


def _words(rule: Standing) -> list[str]:
    return _WORD.findall(untemplated(rule.text))


def _phrases(rule: Standing) -> _Counted:
    words = _words(rule)
    return Counter(words), Counter(pairwise(words))


def _held(part: _Counted, whole: _Counted) -> float:
    """How much of the words and pairs of words of one text another has, from 0 to 1."""
    return (_share(part[0], whole[0]) + _share(part[1], whole[1])) / 2


def _share(part: Counter[_Phrase], whole: Counter[_Phrase]) -> float:
    common = sum(min(times, whole[phrase]) for phrase, times in part.items() if phrase in whole)
    return common / (part.total() or 1)


class _Wholes:
    """Some rules, for finding the one that holds most of another."""

    def __init__(self, rules: Iterable[Standing], parts: Iterable[Standing]) -> None:
        self._phrases: dict[Standing, _Counted] = {}
        self._holding: dict[tuple[str, str], list[Standing]] = defaultdict(list)
        asked = {pair for part in parts for pair in pairwise(_words(part))}
        for rule in rules:
            if asked and not rule.is_heading:
                for pair in asked.intersection(pairwise(_words(rule))):
                    self._holding[pair].append(rule)

    def holding(self, part: _Counted) -> tuple[Standing | None, float]:
        """The rule that holds most of what another says, and how much of it; None if no rule holds enough."""
        words, pairs = part
        if words.total() < _SHORTEST_PART:
            return None, 0.0
        shared = Counter(rule for pair in pairs for rule in self._holding.get(pair, ()))
        # Where all words but too few pairs of them are there, it can't be enough: not worth a closer look.
        least = (2 * _HELD - 1) * len(pairs) * 0.9
        near = [rule for rule, common in shared.most_common(_CLOSEST) if common >= least]
        shares = [(_held(part, self._counted(rule)), rule) for rule in near]
        share, best = max(shares, key=lambda each: each[0], default=(0.0, None))
        return (best, share) if share >= _HELD else (None, share)

    def _counted(self, rule: Standing) -> _Counted:
        if rule not in self._phrases:
            self._phrases[rule] = _phrases(rule)
        return self._phrases[rule]


def _around(number: RuleNumber) -> tuple[RuleNumber | None, RuleNumber | None, RuleNumber | None]:
    """The numbers above, before and after a number, where there can be such."""
    try:
        following = number.next
    except ValueError:
        following = None
    return number.parent, number.previous, following


def _candidates(
    lefts: Sequence[Standing], rights: Sequence[Standing], words: Mapping[str, Sequence[str]]
) -> list[tuple[Standing, Standing]]:
    """The pairs worth a closer look: those with the rarest words in common, and those under one number."""
    numbered = {(old.number, old.nth): old for old in lefts}
    pairs = [(old, new) for new in rights if (old := numbered.get((new.number, new.nth)))]
    holding: dict[str, list[int]] = defaultdict(list)
    for at, old in enumerate(lefts):
        for word in dict.fromkeys(words[old.text]):
            holding[word].append(at)
    for new in rights:
        shared: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(words[new.text]):
            having = holding.get(word)
            if having and len(having) <= _COMMON:
                tells = 1 / len(having)
                for at in having:
                    shared[at] += tells
        pairs += [(lefts[at], new) for at in nlargest(_CLOSEST, sorted(shared), key=shared.__getitem__)]
    return list(dict.fromkeys(pairs))
