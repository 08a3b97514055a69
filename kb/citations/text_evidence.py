"""Rule text beside a citation: which rule do the words behind or before the number belong to?

The words need not be quoted. A run is a stretch of words that a rule has, nearly without gaps, in any of its wordings.
The rule of the best run is compared with the cited rule. Nothing is said if two rules fit about equally well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kb.citations.card_words import is_printed_in_quotes
from kb.citations.rule_text_index import (
    NUMBER,
    SHINGLE,
    RuleTextIndex,
    comparable_words,
    shingle_key,
    shingle_places,
    stem,
)
from kb.citations.surroundings import LIST_WORDS, Surroundings
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.wordings import read_texts
from kb.text.normalization import classify_change, normalize_template
from kb.text.stopwords import stopwords


class Run(NamedTuple):
    """A run of words of one lineage: offsets of the words, and the sum of the weights of its shingles.

    `shingles` is the number of its shingles that the lineage has.
    """

    start: int
    end: int
    weight: float
    shingles: int


@dataclass(frozen=True, slots=True)
class TextReading:
    """What the text beside a citation says about its number.

    Attributes:
        agrees: True if the cited rule has the text.
        is_old: True if only an earlier wording of the cited rule has the text.
        lineage: the lineage that has the text instead, if the cited rule doesn't have it.
        target: the rule that the number stands for in the text; None if there is none today.
        is_reference: True if the number is a reference within the text of the rule `lineage`.
        confidence: how certain the target is, from 0 to 1.
        since: the edition that ended the wording which has the text, if `is_old`.
    """

    agrees: bool
    is_old: bool = False
    lineage: int | None = None
    target: RuleNumber | None = None
    is_reference: bool = False
    confidence: float = 0.0
    since: str = ""


# How certain a target is. `bench/citing.py` measures how often each kind is right.
_CERTAIN, _LIKELY, _PROBABLE = 1.0, 0.95, 0.8
# Words that aren't in any rule may interrupt a run.
_MAX_GAP = 4
# The text of a rule begins directly behind the number or its heading, and ends directly before the number.
_MAX_LEAD = 1
_MAX_TRAIL = 1
# A run is long enough if the rule once had the cited number, or if it is longer.
_MIN_WORDS_ONCE_HERE, _MIN_WEIGHT_ONCE_HERE = 6, 25.0
_MIN_WORDS, _MIN_WEIGHT = 10, 45.0
# If the cited rule has a run of this share of the best run's weight, it agrees with the text.
_AGREES = 0.6
# If another rule has a run of this share, it is unclear which rule has the text. If the best run is that of a rule that
# once had the number, the cited rule needs this share, too.
_UNCLEAR = 0.85
# A rule is certain if it once had the number, or this share of the shingles of the text. A run of this share of the
# rule's run makes another rule its rival.
_NEARLY_ALL, _RIVAL = 0.75, 0.75
_MAX_WORDS = 64
# So many texts are read at once. Rules side by side have ids side by side.
_BLOCK = 64
# Fewer words than these may be in an earlier wording by chance.
_MIN_WORDS_OF_OLD = 9
# Fewer words, which the present wording has in another order, may be a short way to say the same.
_MANY_WORDS = 14
# A lighter run neither is the best run nor agrees beside it.
_MIN_WEIGHT_OF_RIVAL = _AGREES * _MIN_WEIGHT_ONCE_HERE
_NO_RUN = Run(0, 0, 0.0, 0)
# A shingle of such words only stands in lists of citations as well as in rules: it says nothing about the text.
_WORDS_OF_LISTS = LIST_WORDS | {NUMBER}
_NUMBERS = re.compile(r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}")
# A number behind the end of a sentence is no reference within the text of a rule.
_HEADS_TEXT = re.compile(r"(?:^|[.!?:][”\")\]]*)[\s*_#]*\Z")
# A number behind the end of a sentence begins the text of another rule: "… it's cycled. 702.29e Typecycling is".
_ENDS_SENTENCE = re.compile(r"[.!?][”\")\]]*[\s*_#]+\Z")
# The words before a number belong to it if a bracket, a dash or a quotation mark stands between.
_OPENS = re.compile(r"(?:[(\[—–\"”]|--?)\s?(?:see\s|[Cc]f\.?\s|as per\s|per\s)?(?:rules?\s)?[*_`]{0,2}\Z")
# A closing bracket behind a number: the words behind it belong to the number only if a colon, a dash or a quotation
# mark follows.
_CLOSES = re.compile(r"[*_`\"']{0,3}\s?[)\]]")
_CLOSES_AND_QUOTES = re.compile(r"[*_`\"']{0,3}\s?[)\]][*_`]{0,2}\s?(?::|[—–-]{1,2}\s|[\"“])")


class TextMatcher:
    """Compares texts with all rules of a language. Numbers are those of the edition `day`."""

    def __init__(self, store: Store, index: RuleTextIndex, day: str) -> None:
        self._store, self._index, self._day = store, index, day
        self._texts: dict[int, str] = {}
        self._normal_texts: dict[int, str] = {}
        self._lineages_below: dict[RuleNumber, set[int]] = {}

    def read(self, number: RuleNumber, around: Surroundings, named: RuleNumber | None = None) -> TextReading | None:
        """Read the text around a citation of a number. Return None if it isn't the text of a rule.

        `named` is the number that a reference in the text of a rule prints for this one: the lower end of a range.
        """
        after = comparable_words(around.after)[:_MAX_WORDS]
        before = comparable_words(around.before)[-_MAX_WORDS:]
        if len(after) < _MIN_WORDS_ONCE_HERE and len(before) < _MIN_WORDS_ONCE_HERE:
            return None
        closing = self._closing(before)
        # Even a light run tells that the text of a rule goes on behind a number.
        leading = self._runs(after, shingle_places(after), _MAX_LEAD, 0.0 if closing else _MIN_WEIGHT_OF_RIVAL)
        if not closing and not leading:
            return None  # as for most citations
        if not _HEADS_TEXT.search(around.before):
            inside = self._as_reference(number, named or number, closing, leading)
            if inside is not None:
                return inside
        reading = None
        if not _CLOSES.match(around.after) or _CLOSES_AND_QUOTES.match(around.after):
            reading = self._judge(number, leading, after)
        if reading is None or not reading.agrees:
            near = {
                lineage: run
                for lineage, run in closing.items()
                if run.end >= len(before) - _MAX_TRAIL and "#" not in before[max(0, run.start - 2) : run.start]
            }
            backwards = self._judge(number, near, before)
            if backwards is not None and backwards.is_old:
                backwards = TextReading(agrees=True)  # a definition of a glossary has few words of the rule
            if backwards is not None and (backwards.agrees or (reading is None and _OPENS.search(around.before))):
                reading = backwards
        if reading is None or reading.agrees or not self._is_owned(number, reading, around):
            return reading
        return None

    def _closing(self, words: Sequence[str]) -> dict[int, Run]:
        """Return the runs at the end of some words: the runs at the beginning of the reversed words."""
        size = len(words)
        runs = self._runs(words, shingle_places(words)[::-1], _MAX_TRAIL + 3, _MIN_WEIGHT_OF_RIVAL)
        return {lineage: run._replace(start=size - run.end, end=size - run.start) for lineage, run in runs.items()}

    def _runs(self, words: Sequence[str], places: Sequence[int], latest: int, least: float) -> dict[int, Run]:
        """Return the run of each lineage that begins at the shingle `latest` at the latest and weighs at least `least`.

        The shingles are those at the places, in this order. Shingles that very many rules have begin no run. Before the
        first run, they don't count.
        """
        found: dict[int, list[float]] = {}
        end, lineages_with = 0, self._index.lineages_with
        for at, place in enumerate(places):
            if at > latest and at + SHINGLE - end > _MAX_GAP + 1:
                break
            is_list = words[place] in _WORDS_OF_LISTS and _WORDS_OF_LISTS.issuperset(words[place : place + SHINGLE])
            lineages = () if is_list else lineages_with(shingle_key(words, place))
            if not lineages:
                if lineages is not None and not found and at <= latest:
                    latest += 1
                continue
            weight = self._index.weight(len(lineages))
            for lineage in lineages if at <= latest else found.keys() & lineages:
                run = found.get(lineage)
                if run is not None:
                    if at + SHINGLE - run[1] <= _MAX_GAP + 1:
                        run[1], run[2], run[3], end = at + SHINGLE, run[2] + weight, run[3] + 1, at + SHINGLE
                elif at <= latest:
                    found[lineage], end = [at, at + SHINGLE, weight, 1], at + SHINGLE
        return {
            lineage: Run(int(start), int(ended), weight, int(shingles))
            for lineage, (start, ended, weight, shingles) in found.items()
            if weight >= least
        }

    def _is_owned(self, number: RuleNumber, reading: TextReading, around: Surroundings) -> bool:
        """True if the text beside a number belongs to another citation beside it, or if both rules say the same."""
        if reading.lineage is None:
            return False
        beside = {*_NUMBERS.findall(around.before), *_numbers_behind(around.after)}
        if beside & ({span.label for span in self._index.spans_of_lineage(reading.lineage)} - {str(number)}):
            return True
        if reading.target is None:
            return False
        cited = self._index.lineage_on(number, self._day)
        return (cited is not None and self._present_text_has(cited, reading.target)) or self._present_text_has(
            reading.lineage, number
        )

    def _judge(self, number: RuleNumber, runs: Mapping[int, Run], words: Sequence[str]) -> TextReading | None:
        """Compare the runs of the cited rule with those of all other rules."""
        best = max(runs.values(), key=lambda run: run.weight, default=_NO_RUN)
        if best.weight < _MIN_WEIGHT_ONCE_HERE or best.end - best.start < _MIN_WORDS_ONCE_HERE:
            return None
        cited = self._cited(number)
        agreeing = [(run.weight, lineage) for lineage, run in runs.items() if lineage in cited]
        once_here = {span.lineage for span in self._index.spans_of_number(number)}
        is_former = any(runs[lineage] == best for lineage in once_here & runs.keys())
        if agreeing and max(agreeing)[0] >= (_UNCLEAR if is_former else _AGREES) * best.weight:
            lineage = max(agreeing)[1]
            return self._wording_of(lineage, words[runs[lineage].start : runs[lineage].end])
        likely = [lineage for lineage, run in runs.items() if run.weight >= _UNCLEAR * best.weight]
        likely = [lineage for lineage in likely if lineage in once_here] or likely
        present = {lineage: self._index.number_on(lineage, self._day) for lineage in likely}
        targets = {target for target in present.values() if target is not None}
        if len(targets) > 1 or (not targets and len(likely) > 1):
            return None
        lineage = next((each for each in likely if present[each] in targets), likely[0])
        is_long = best.end - best.start >= _MIN_WORDS and best.weight >= _MIN_WEIGHT
        if lineage not in once_here and (not is_long or self._is_card_text(number, lineage, words, runs[lineage])):
            return None
        target = self._at_level(number, present[lineage])
        if target is not None and number.covers(target):
            return TextReading(agrees=True)
        rivals = {each: run for each, run in runs.items() if each in once_here} if lineage in once_here else runs
        is_known = lineage in once_here or _is_nearly_verbatim(runs[lineage])
        confidence = _LIKELY if is_known else _PROBABLE
        if is_long and is_known and not self._has_rival(lineage, rivals):
            confidence = _CERTAIN
        return TextReading(agrees=False, lineage=lineage, target=target, confidence=confidence)

    def _is_card_text(self, number: RuleNumber, lineage: int, words: Sequence[str], run: Run) -> bool:
        """True if another rule has the words of a run only as the text of a card."""
        target = self._index.number_on(lineage, self._day)
        if target is None or target._replace(subrule=0) == number._replace(subrule=0):
            return False
        wording = next(
            span.wording for span in self._index.spans_of_lineage(lineage) if span.first <= self._day < span.ended
        )
        return is_printed_in_quotes(words[run.start : run.end], self.text(wording))

    def _has_rival(self, lineage: int, runs: Mapping[int, Run]) -> bool:
        """True if another rule of today has a run that is nearly as heavy as that of a lineage."""
        target, least = self._index.number_on(lineage, self._day), _RIVAL * runs[lineage].weight
        others = (self._index.number_on(other, self._day) for other, run in runs.items() if run.weight >= least)
        return any(other is not None and other != target for other in others)

    def _cited(self, number: RuleNumber) -> set[int]:
        """Return the lineages of a number and of all numbers below it on the day."""
        if number not in self._lineages_below:
            self._lineages_below[number] = self._find_cited(number)
        return self._lineages_below[number]

    def _find_cited(self, number: RuleNumber) -> set[int]:
        found = {self._index.lineage_on(number, self._day)}
        if number.kind == "rule":
            below = RuleNumber(number.chapter, number.section, number.rule, 1)
            while (lineage := self._index.lineage_on(below, self._day)) is not None:
                found.add(lineage)
                below = below.next
        elif number.kind == "section":
            found |= {
                span.lineage
                for label in self._index.labels
                if label.startswith(f"{number}.")
                for span in self._index.spans_of_number(label)
                if span.first <= self._day < span.ended
            }
        return {lineage for lineage in found if lineage is not None}

    def _at_level(self, number: RuleNumber, target: RuleNumber | None) -> RuleNumber | None:
        """Return the target at the level of the cited number, if the text's rule stands below a rule with a heading."""
        if target is None or number.kind != "rule" or target.kind != "subrule" or target.parent is None:
            return target
        above = self._index.lineage_on(target.parent, self._day)
        return target.parent if above in self._index.headed else target

    def _as_reference(
        self, number: RuleNumber, named: RuleNumber, closing: Mapping[int, Run], leading: Mapping[int, Run]
    ) -> TextReading | None:
        """Read the number as a reference within the text of a rule. Return None if it is none."""
        candidates = sorted(
            (
                (run.weight, lineage)
                for lineage, run in closing.items()
                if run.weight >= _MIN_WEIGHT_ONCE_HERE and run.end - run.start >= _MIN_WORDS_ONCE_HERE
            ),
            reverse=True,
        )
        for _weight, lineage in candidates[:4]:
            spans = [span for span in self._index.spans_of_lineage(lineage) if self._index.cites(span.wording, named)]
            if not spans:
                continue
            if any(span.first <= self._day < span.ended for span in spans):
                return TextReading(agrees=True)
            meant = self._index.lineage_on(number, max(span.first for span in spans))
            if meant is None:
                continue
            target = self._index.number_on(meant, self._day)
            if target == number:
                return TextReading(agrees=True)
            is_certain = target is not None and self._present_text_has(lineage, target)
            confidence = _CERTAIN if is_certain else _LIKELY
            return TextReading(False, lineage=lineage, target=target, is_reference=True, confidence=confidence)
        if candidates and candidates[0][1] in leading:
            return TextReading(agrees=True)  # the number stands within the text of a rule that never had it
        return None

    def _present_text_has(self, lineage: int, target: RuleNumber) -> bool:
        return any(
            self._index.cites(span.wording, target)
            for span in self._index.spans_of_lineage(lineage)
            if span.first <= self._day < span.ended
        )

    def is_reworded(self, lineage: int, day: str) -> bool:
        """True if the wording of a rule has changed in class `wording` since a day."""
        spans = self._index.spans_of_lineage(lineage)
        then = next((span.wording for span in spans if span.first <= day < span.ended), None)
        now = next((span.wording for span in spans if span.first <= self._day < span.ended), None)
        if then is None or now is None or then == now:
            return False
        return classify_change(self.text(then), self.text(now)) == "wording"

    def _wording_of(self, lineage: int, words: Sequence[str]) -> TextReading:
        """Say whether the present wording of the cited rule has the words, or only an earlier one."""
        spans = self._index.spans_of_lineage(lineage)
        present = next((span for span in spans if span.first <= self._day < span.ended), None)
        if present is None or len(words) < _MIN_WORDS_OF_OLD:
            return TextReading(agrees=True)
        now = self.text(present.wording)
        quoted = _joined(words)
        is_paraphrase = len(words) < _MANY_WORDS and _telling_words(words) <= _telling_words(comparable_words(now))
        if is_paraphrase or quoted in self._normal(present.wording):
            return TextReading(agrees=True)
        for span in sorted(spans, key=lambda span: span.first, reverse=True):
            if span.first > self._day or span.wording == present.wording:
                continue
            if quoted in self._normal(span.wording) and classify_change(self.text(span.wording), now) == "wording":
                return TextReading(agrees=True, is_old=True, lineage=lineage, since=span.ended)
        return TextReading(agrees=True)

    def _normal(self, wording: int) -> str:
        if wording not in self._normal_texts:
            self._normal_texts[wording] = _joined(comparable_words(self.text(wording)))
        return self._normal_texts[wording]

    def text(self, wording: int) -> str:
        """Return the text of a wording."""
        if wording not in self._texts:
            block = range(wording - wording % _BLOCK, wording - wording % _BLOCK + _BLOCK)
            self._texts |= {key: text for key, (_lang, text) in read_texts(self._store, block).items()}
        return self._texts[wording]


def _is_nearly_verbatim(run: Run) -> bool:
    return run.shingles >= _NEARLY_ALL * (run.end - run.start - SHINGLE + 1)


def _numbers_behind(text: str) -> Iterator[str]:
    """Yield the numbers in the text behind a citation, without those that begin a rule's text of their own there."""
    for match in _NUMBERS.finditer(text):
        earlier = text[: match.start()]
        if not _ENDS_SENTENCE.search(earlier) or len(comparable_words(earlier)) < _MIN_WORDS_ONCE_HERE:
            yield match[0]


def _telling_words(words: Sequence[str]) -> frozenset[str]:
    return frozenset(stem(word) for word in words if word not in stopwords("en"))


def _joined(words: Sequence[str]) -> str:
    return f" {normalize_template(' '.join(words))} "
