"""Matching of the places of two consecutive editions of a policy document.

In a policy document, titles weigh more than in the rules: sections are long, each edition rewrites some of them, and
they keep their titles. So sections are matched first, by titles and by the texts of the section with its parts. A
category before the title ("Game Play Error — ") says nothing about the section. Then parts follow their section: the
definition of an infraction becomes the definition of the infraction that this one became. Parts that documents name by
their own titles are matched by titles and texts.

Guarantees: The functions are pure. A place has at most one successor and one predecessor. If a number now belongs to
another section, the two sections aren't linked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kb.lineage.assignment import maximum_weight_matching
from kb.lineage.matching import LineageLink, LinkReason, NumberedText, word_similarity
from kb.lineage.overrides import Override
from kb.section_number import INFRACTION_PARTS, SectionNumber

# The share of a pair's similarity that the titles have; the texts have the rest.
_TITLE_SHARE = 0.5
# The least similarity of a pair: of titles and texts together, or of the texts alone if the title is new.
_SIMILAR, _SAME_TEXT = 0.6, 0.7
# The least similarity of texts under one number, if the titles are spelt similarly.
_SIMILAR_IN_PLACE = 0.3
# A section that keeps its number, but neither its title nor most of its words, is the same if so much of the shorter
# text stands in the longer one, as runs of so many words. Its confidence.
_KEPT_RUNS, _RUN, _CONFIDENCE_BY_RUNS = 0.15, 4, 0.6
# Bonus for the same number, which decides between equally similar sections.
_SAME_NUMBER = 0.05
# Texts under equal titles of different places are compared, too, unless they are shorter than this, in words.
_SHORT = 8
# Confidence of a pair with equal titles under another number, if much of the text is new.
_CONFIDENCE_BY_TITLE = 0.95

# The category of an infraction before its title, with a hyphen or a dash.
_CATEGORY = re.compile(r"^(?:game play error|tournament error|unsporting conduct)\s*[-–—]+\s*", re.IGNORECASE)


def match_sections(
    before: Sequence[NumberedText], after: Sequence[NumberedText], overrides: Sequence[Override] = ()
) -> tuple[LineageLink, ...]:
    """Link the places of two consecutive editions of a policy document, in the order of the newer edition.

    Args:
        before: all places of the older edition, also those that the newer edition has unchanged.
        after: all places of the newer edition.
        overrides: the decisions of a person who read both texts.
    """
    return _SectionMatcher(before, after, overrides).links()


class _SectionMatcher:
    """The state of the matching of two editions."""

    def __init__(
        self, before: Sequence[NumberedText], after: Sequence[NumberedText], overrides: Sequence[Override]
    ) -> None:
        self.before, self.after = sorted(before), sorted(after)
        self.bodies = {**_bodies(self.before), **_bodies(self.after)}
        self.successor: dict[NumberedText, NumberedText] = {}
        self.taken: set[NumberedText] = set()
        self.found: list[LineageLink] = []
        self.excluded = {
            (old, new)
            for each in overrides
            if not each.is_same_rule
            for old in self.before
            for new in self.after
            if each.old.matches(old.number, old.text) and each.new.matches(new.number, new.text)
        }
        for each in overrides:
            olds = [place for place in self.before if each.old.matches(place.number, place.text)]
            news = [place for place in self.after if each.new.matches(place.number, place.text)]
            if each.is_same_rule and len(olds) == len(news) == 1:
                self._link(olds[0], news[0], 1.0, "reviewed")

    def links(self) -> tuple[LineageLink, ...]:
        self._link_equal_titles()
        self._link_similar(_is_main)
        self._link_rewritten()
        self._link_parts()
        self._link_similar(lambda place: not _is_main(place) and _number(place).part not in INFRACTION_PARTS)
        return tuple(sorted(self.found, key=lambda link: (link.new.number, link.new.nth)))

    def _link(self, old: NumberedText, new: NumberedText, confidence: float, reason: LinkReason) -> None:
        self.successor[old] = new
        self.taken.add(new)
        self.found.append(LineageLink(old, new, round(min(1.0, confidence), 2), reason))

    def _open(self, wanted: Iterable[NumberedText]) -> tuple[list[NumberedText], list[NumberedText]]:
        """Return the places of `wanted` without a pair: of the older and of the newer edition."""
        chosen = set(wanted)
        return (
            [old for old in self.before if old in chosen and old not in self.successor],
            [new for new in self.after if new in chosen and new not in self.taken],
        )

    def _link_equal_titles(self) -> None:
        """Link the sections that are alone in having a title. Under another number, the texts must not contradict.

        The text of an appendix says nothing against it: each edition has other changes from previous versions.
        """
        by_title: dict[str, tuple[list[NumberedText], list[NumberedText]]] = defaultdict(lambda: ([], []))
        for side, places in enumerate(self._open(filter(_is_main, (*self.before, *self.after)))):
            for place in places:
                by_title[_title(place)][side].append(place)
        for title, (olds, news) in by_title.items():
            if not title or len(olds) != 1 or len(news) != 1 or (olds[0], news[0]) in self.excluded:
                continue
            old, new = olds[0], news[0]
            if old.number == new.number:
                self._link(old, new, 1.0, "title")
            elif _same_kind(old, new) and (_number(old).is_appendix or self._texts_agree(old, new)):
                # Only one section has the title in each edition. If the text stayed, too, nothing speaks against it.
                is_same_text = word_similarity(self.bodies[old], self.bodies[new]) >= _SIMILAR
                self._link(old, new, 1.0 if is_same_text else _CONFIDENCE_BY_TITLE, "title")

    def _texts_agree(self, old: NumberedText, new: NumberedText) -> bool:
        """True if the texts of two sections are similar, or too short to tell."""
        words = self.bodies[old], self.bodies[new]
        return min(map(len, words)) < _SHORT or word_similarity(*words) >= _TITLE_SHARE / 2

    def _link_similar(self, wanted: Callable[[NumberedText], bool]) -> None:
        """Link places with similar titles and texts, in one matching."""
        lefts, rights = self._open(place for place in (*self.before, *self.after) if wanted(place))
        weights: dict[tuple[int, int], float] = {}
        for at, old in enumerate(lefts):
            for to, new in enumerate(rights):
                if (old, new) not in self.excluded and _same_kind(old, new) and (alike := self._similarity(old, new)):
                    weights[at, to] = alike + _SAME_NUMBER * (old.number == new.number)
        for at, to in maximum_weight_matching(weights).items():
            self._link(lefts[at], rights[to], weights[at, to], "words")

    def _link_rewritten(self) -> None:
        """Link the sections that keep their number and a part of their text, though title and most words are new."""
        lefts, rights = self._open(filter(_is_main, (*self.before, *self.after)))
        by_number = {new.number: new for new in rights}
        for old in lefts:
            new = by_number.get(old.number)
            if new is None or (old, new) in self.excluded or not _same_kind(old, new):
                continue
            if _share_of_runs(self.bodies[old], self.bodies[new]) >= _KEPT_RUNS:
                self._link(old, new, _CONFIDENCE_BY_RUNS, "words")

    def _similarity(self, old: NumberedText, new: NumberedText) -> float:
        """Return the similarity of two places, or 0 if it is too low for a pair."""
        titles = word_similarity(_title(old).split(), _title(new).split())
        texts = word_similarity(self.bodies[old], self.bodies[new])
        if min(len(self.bodies[old]), len(self.bodies[new])) < _SHORT:
            return titles if titles >= _SIMILAR else 0.0
        both = _TITLE_SHARE * titles + (1 - _TITLE_SHARE) * texts
        if old.number == new.number and texts >= _SIMILAR_IN_PLACE:
            # "DCI Membership Number" became "DCI Numbers" at one number. By words, these titles are hardly similar.
            spelling = word_similarity(_title(old), _title(new))
            if spelling >= _SIMILAR:
                return max(both, spelling)
        return max(both, texts) if both >= _SIMILAR or texts >= _SAME_TEXT else 0.0

    def _link_parts(self) -> None:
        """Link the parts of linked sections that have the same name."""
        became = {link.old.number: link for link in self.found if _is_main(link.old)}
        news = {(new.number, new.nth): new for new in self.after}
        for old in self.before:
            number = _number(old)
            above = became.get(number.own_section)
            if not number.part or above is None or old in self.successor:
                continue
            new = news.get((replace(_number(above.new), part=number.part), old.nth))
            if new is not None and new not in self.taken and (old, new) not in self.excluded:
                self._link(old, new, above.confidence, "section")


def _number(place: NumberedText) -> SectionNumber:
    if not isinstance(place.number, SectionNumber):
        raise TypeError(f"{place.number} is no place of a policy document")
    return place.number


def _is_main(place: NumberedText) -> bool:
    return not _number(place).part


def _same_kind(old: NumberedText, new: NumberedText) -> bool:
    """True if one place may become the other: a section never becomes a chapter, nor a part a section."""
    one, other = _number(old), _number(new)
    return one.kind == other.kind and bool(one.name) == bool(other.name) and one.is_appendix == other.is_appendix


def _share_of_runs(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the share of the runs of words in the shorter text that the longer one has, too."""
    runs = [{tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)} for words in (one, other)]
    least = min(map(len, runs))
    return len(runs[0] & runs[1]) / least if least >= _SHORT else 0.0


def _title(place: NumberedText) -> str:
    """Return the words of a title in lower case, without the category of an infraction."""
    first = place.text.partition("\n")[0]
    return " ".join(re.findall(r"\w+", _CATEGORY.sub("", first).casefold()))


def _bodies(places: Sequence[NumberedText]) -> Mapping[NumberedText, list[str]]:
    """Return the words of each place without its title. The words of a section include those of its parts."""
    own = {place: re.findall(r"\w+", place.text.partition("\n")[2].casefold()) for place in places}
    for place in places:
        if _number(place).part in INFRACTION_PARTS:
            own[place] = re.findall(r"\w+", place.text.casefold())
    mains = {place.number: place for place in places if _is_main(place)}
    for place in places:
        above = mains.get(_number(place).own_section)
        if above is not None and above is not place:
            own[above] = [*own[above], *own[place]]
    return own
