"""Lineage: which rule of one edition is which rule of the next.

A rule is not its number. From one edition to the next it may be moved, edited or both. Pairs are found
in this order: what carries the same text under the same number; what carries the same text, first as
printed, then with what it cites masked; then, in one assignment, what is alike in its words and stands in
its place: below the same parent, beside the same neighbours, under the same number. Identical twins are
told apart by their place.

Guarantees: pure; a rule has one successor and one predecessor at most, splits and merges apart; a pair that
isn't certain says how sure it is and why.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Literal

from rapidfuzz.distance import Indel

from kb.assignment import assign
from kb.normal import masked, plain, untemplated
from kb.number import RuleNumber

Reason = Literal["text", "text-and-place", "words", "place", "part"]
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
# So many of the most alike texts are looked at closely for each.
_CLOSEST = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """A rule as one edition has it.

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


def follow(before: Sequence[Standing], after: Sequence[Standing]) -> tuple[Link, ...]:
    """The pairs of rules of two consecutive editions that are one rule.

    Args:
        before: the rules that the edition before has and the edition after hasn't, under that number with that text.
        after: the rules that the edition after has and the edition before hasn't.
    """
    return _Following(before, after).links()


class _Following:
    """The pairing of two editions while it is made."""

    def __init__(self, before: Sequence[Standing], after: Sequence[Standing]) -> None:
        self.before, self.after = before, after
        self.changed = {rule.number for rule in (*before, *after)}
        self.now: dict[Standing, Standing] = {}
        self.taken: set[Standing] = set()
        self.number_now: dict[RuleNumber, RuleNumber] = {}
        self.found: list[Link] = []

    def links(self) -> tuple[Link, ...]:
        for form in (str, plain, masked):
            self._same(form)
        for least in (_MUCH_ALIKE, _ALIKE):
            self._alike(least)
        return tuple(sorted(self.found, key=lambda link: (link.new.number, link.new.nth)))

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
            if len(olds) == len(news) == 1:
                self._take(olds[0], news[0], 1.0, "text")
            elif olds and news:
                twins += [(old, new) for old in olds for new in news]
        for old, new in self._assigned({pair: 1.0 for pair in twins}):
            self._take(old, new, _TWINS, "text-and-place")

    def _alike(self, least: float) -> None:
        """Pair what has enough words in common, all in one assignment."""
        lefts, rights = self._open()
        words = {rule.text: untemplated(rule.text).split() for rule in (*lefts, *rights)}
        alike: dict[tuple[Standing, Standing], float] = {}
        for old, new in _candidates(lefts, rights, words):
            if old.is_heading == new.is_heading:
                share = Indel.normalized_similarity(words[old.text], words[new.text])
                in_place = least == _ALIKE and share >= _ALIKE_IN_PLACE and self._in_place(old, new) >= _SAME_PARENT
                if share >= least or in_place:
                    alike[old, new] = share
        for old, new in self._assigned(alike):
            self._take(old, new, alike[old, new], "words" if alike[old, new] >= _ALIKE else "place")

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


def _around(number: RuleNumber) -> tuple[RuleNumber | None, RuleNumber | None, RuleNumber | None]:
    """The numbers above, before and after a number, where there can be such."""
    try:
        following = number.next
    except ValueError:
        following = None
    return number.parent, number.previous, following


def _candidates(
    lefts: Sequence[Standing], rights: Sequence[Standing], words: Mapping[str, Sequence[str]]
) -> set[tuple[Standing, Standing]]:
    """The pairs worth a closer look: those with the rarest words in common, and those under one number."""
    numbered = {(old.number, old.nth): old for old in lefts}
    pairs = {(old, new) for new in rights if (old := numbered.get((new.number, new.nth)))}
    holding: dict[str, list[int]] = defaultdict(list)
    for at, old in enumerate(lefts):
        for word in set(words[old.text]):
            holding[word].append(at)
    for new in rights:
        shared = [0.0] * len(lefts)
        for word in set(words[new.text]):
            having = holding.get(word, ())
            for at in having:
                shared[at] += 1 / len(having)
        closest = nlargest(_CLOSEST, range(len(lefts)), key=shared.__getitem__)
        pairs |= {(lefts[at], new) for at in closest if shared[at]}
    return pairs
