"""History: a rule's whole life, under every number that it had.

A rule is followed from edition to edition along the links that the store keeps (`kb.storage.link_writer`). What excerpts
say of it stands between, with its own date; an excerpt never ends a rule.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Literal

from kb.errors import NotFound
from kb.i18n import _
from kb.languages import Lang
from kb.model import Rule, Status, text_status
from kb.rule_number import RuleNumber
from kb.storage.editions import whole_editions
from kb.storage.in_force import NOT_ENDED
from kb.storage.link_reads import Side, first_spans, other_link, same_rule
from kb.storage.spans import label_and_text, place_labels, rules_of_excerpts, span_on
from kb.storage.store import Store
from kb.storage.view import View, ViewItem
from kb.storage.wordings import read_examples
from kb.text.normalization import ChangeClass, classify_change

EventKind = Literal["added", "moved", "edited", "moved-and-edited", "split", "merged", "deprecated", "removed"]


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which a rule had one number and one wording.

    Attributes:
        number: its number.
        first: the first edition that carried it so.
        last: the last edition that did, or None if the newest one does.
        text: the wording.
        text_lang: the language that it is in.
        examples: under it, in the order printed.
        partial: whether only an excerpt says so.
    """

    number: RuleNumber
    first: date
    last: date | None
    text: str
    text_lang: Lang
    examples: tuple[str, ...]
    partial: bool

    @property
    def status(self) -> Status:
        """`deprecated` if the wording only says that something used to be so."""
        return text_status(self.text, self.text_lang)

    @property
    def whole_text(self) -> str:
        """The wording with its examples, a paragraph each."""
        return "\n".join((self.text, *self.examples))


@dataclass(frozen=True, slots=True)
class RuleEvent:
    """What happened to a rule with one edition.

    Attributes:
        edition: the edition.
        kind: what happened.
        number: its number since; when it was removed, the number that it had.
        previous_number: the number before, if that was another.
        change: the class of the change of its text, None if that stayed.
        confidence: how sure it is that this is the same rule, from 0 to 1.
        old: the span before.
        new: the span since.
    """

    edition: date
    kind: EventKind
    number: RuleNumber
    previous_number: RuleNumber | None = None
    change: ChangeClass | None = None
    confidence: float = 1.0
    old: Span | None = None
    new: Span | None = None


@dataclass(frozen=True, slots=True)
class RuleHistory:
    """A rule through time.

    Attributes:
        lineage: names it for ever: the number and the edition under which it is first known.
        spans: oldest first.
        events: oldest first.
    """

    lineage: str
    spans: tuple[Span, ...]
    events: tuple[RuleEvent, ...]


@dataclass(frozen=True, slots=True)
class _Stage:
    """A span as the store keeps it.

    Attributes:
        place: id of the place.
        wording: id of the wording.
        first: the edition with which it began.
        ended: the edition with which it ended; for an excerpt, its own day.
        confidence: how sure it is that this continues the stage before.
        partial: whether only an excerpt says so.
        lossy: whether its text has lost its punctuation.
    """

    place: int
    wording: int
    first: str
    ended: str
    confidence: float = 1.0
    partial: bool = False
    lossy: bool = False


def rule_history(store: Store, view: View, number: RuleNumber) -> RuleHistory:
    """The life of the rule that has a number in a view.

    Args:
        store: what is known.
        view: language and day on which the number is meant.
        number: the number.

    Raises:
        NotFound: the view has no such rule.
    """
    printed = view.rule(number)
    if printed is None:
        message = _("{number} isn't in the rules in {lang} as of {day}", number=number, lang=view.lang, day=view.as_of)
        raise NotFound(str(number), message)
    return rule_histories(store, view.lang, (printed,))[0]


def rule_histories(store: Store, lang: Lang, rules: Sequence[ViewItem[Rule]]) -> tuple[RuleHistory, ...]:
    """The lives of rules, in their order.

    Args:
        store: what is known.
        lang: the language of the rules.
        rules: as views of that language print them.
    """
    lives = _Lives(store, lang)
    found = []
    for rule in rules:
        day = rule.edition.isoformat()
        excerpt = lives.excerpt(rule.place, rule.wording, day) if rule.from_excerpt else None
        found.append(lives.of(rule.place, day, excerpt))
    return tuple(found)


def lineage_names(store: Store, lang: Lang, rules: Sequence[ViewItem[Rule]]) -> dict[int, str]:
    """The names of the lineages of many rules, by their places: what `history` calls each of them.

    Args:
        store: what is known.
        lang: the language of the rules.
        rules: as views of that language print them.
    """
    return _Lives(store, lang).names(rules)


def lineage_names_across_editions(store: Store, lang: Lang, rules: Sequence[ViewItem[Rule]]) -> tuple[str, ...]:
    """The names of the lineages of rules that several editions print, in their order."""
    by_edition: dict[tuple[date, bool], list[int]] = defaultdict(list)
    for at, rule in enumerate(rules):
        by_edition[rule.edition, rule.from_excerpt].append(at)
    lives, found = _Lives(store, lang), [""] * len(rules)
    for each in by_edition.values():
        # Two texts of one place, from two pages of one day, are of one rule.
        names = lives.names([rules[at] for at in each])
        for at in each:
            found[at] = names[rules[at].place]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Said:
    """What an excerpt says under a number.

    Attributes:
        edition: id of the excerpt.
        place: where.
        stage: what it says, from its own day to the last of which that is known.
    """

    edition: int
    place: int
    stage: _Stage


_Standing = tuple[str, int]
"""A place in the whole edition of a day."""


class _Lives:
    """Follows rules of one language through the store."""

    def __init__(self, store: Store, lang: Lang) -> None:
        self._store, self._lang = store, lang
        self._editions = whole_editions(store, lang)
        self._days = list(self._editions)
        self._said: list[_Said] = []
        self._root: dict[tuple[int, int], _Standing | _Said] = {}
        latest: dict[int, _Said] = {}
        for row in rules_of_excerpts(store, lang):
            stage = _Stage(
                row.place, row.wording, row.first, row.last, row.confidence or 1.0, partial=True, lossy=bool(row.lossy)
            )
            said = _Said(row.edition, row.place, stage)
            self._said.append(said)
            before = row.place if row.linked is None else row.linked
            base = self._compared_with(row.first)
            if base is not None:
                carries = row.linked is not None or span_on(store, before, base) is not None
                self._root[row.edition, row.place] = (base, before) if carries else said
            else:
                earlier = latest.get(before)
                self._root[row.edition, row.place] = self._root[earlier.edition, earlier.place] if earlier else said
            latest[row.place] = said

    def of(self, place: int, day: str, edition: int | None) -> RuleHistory:
        """The life of the rule that stands at a place on a day, in a whole edition or (by its id) an excerpt."""
        root = (day, place) if edition is None else self._root[edition, place]
        stages = [] if isinstance(root, _Said) else self._followed(root[1], root[0])
        said = [said.stage for said in self._said if self._belongs(said, stages, root)]
        stages = self._together([*stages, *(stage for stage in said if self._adds(stage, stages))])
        spans = [self._span(stage) for stage in stages]
        return RuleHistory(f"{spans[0].number}@{spans[0].first}", tuple(spans), tuple(self._events(stages, spans)))

    def excerpt(self, place: int, wording: int, day: str) -> int:
        """The id of the excerpt of a day that says something under a number."""
        return next(
            said.edition
            for said in self._said
            if (said.place, said.stage.wording, said.stage.first) == (place, wording, day)
        )

    def names(self, rules: Iterable[ViewItem[Rule]]) -> dict[int, str]:
        """By place, the names of rules, each the number and the day with which its `of` begins."""
        excerpts: dict[tuple[int, int, str], int] = {}
        for said in self._said:
            excerpts.setdefault((said.place, said.stage.wording, said.stage.first), said.edition)
        roots: dict[int, _Standing | _Said] = {}
        for rule in rules:
            day = rule.edition.isoformat()
            excerpt = excerpts[rule.place, rule.wording, day] if rule.from_excerpt else None
            roots[rule.place] = (day, rule.place) if excerpt is None else self._root[excerpt, rule.place]
        standing = [root for root in roots.values() if not isinstance(root, _Said)]
        earliest = first_spans(self._store, self._lang, standing)
        earlier = self._said_before()
        named: dict[int, tuple[int, str]] = {}
        for place, root in roots.items():
            if isinstance(root, _Said):
                own = [said.stage for said in self._said if self._root[said.edition, said.place] == root]
                stage = next((stage for stage in own if not stage.lossy), own[0])
                named[place] = stage.place, stage.first
            else:
                named[place] = earlier.get(earliest[root], earliest[root])
        labels = place_labels(self._store, (place for place, _first in named.values()))
        return {place: f"{labels[first]}@{day}" for place, (first, day) in named.items()}

    def _said_before(self) -> dict[tuple[int, str], tuple[int, str]]:
        """By what the first whole edition has, the place and day at which an excerpt has it before that."""
        found: dict[tuple[int, str], tuple[int, str]] = {}
        for said in self._said:
            root = self._root[said.edition, said.place]
            before = bool(self._days) and said.stage.first < self._days[0] and not said.stage.lossy
            if before and not isinstance(root, _Said):
                found.setdefault((root[1], root[0]), (said.place, said.stage.first))
        return found

    def _belongs(self, said: _Said, stages: Sequence[_Stage], root: _Standing | _Said) -> bool:
        """Whether what an excerpt says is said of the rule with these stages."""
        own = self._root[said.edition, said.place]
        if isinstance(own, _Said):
            return own == root
        day, place = own
        return any(stage.place == place and stage.first <= day < stage.ended for stage in stages)

    def _together(self, stages: Sequence[_Stage]) -> list[_Stage]:
        """The stages in the order of time, lossy ones only where there are no others.

        Excerpts that say the same, typography apart, are one: it is the page's, not the rule's.
        """
        clean = [stage for stage in stages if not stage.lossy] or stages
        joined: list[_Stage] = []
        for stage in sorted(clean, key=lambda stage: (stage.first, stage.partial)):
            before = joined[-1] if joined else None
            if before and before.partial and stage.partial and self._says_the_same(before, stage):
                joined[-1] = replace(before, ended=max(before.ended, stage.ended))
            else:
                joined.append(stage)
        return joined

    def _says_the_same(self, one: _Stage, other: _Stage) -> bool:
        """Whether two stages differ in typography at most."""
        if one.place != other.place:
            return False
        return classify_change(self._span(one).whole_text, self._span(other).whole_text) in (None, "typography")

    def _adds(self, said: _Stage, stages: Sequence[_Stage]) -> bool:
        """Whether an excerpt says more than the whole edition of its time, but for typography."""
        here = next((stage for stage in stages if stage.first <= said.first < stage.ended), None)
        return here is None or not self._says_the_same(here, said)

    def _followed(self, place: int, day: str) -> list[_Stage]:
        """The stages of a rule in the whole editions, from the one of a day both ways."""
        stages = [self._stage(place, day)]
        while linked := self._linked("new", stages[0].first, stages[0].place):
            stages[0] = replace(stages[0], confidence=linked[1])
            stages.insert(0, self._stage(linked[0], self._days[self._days.index(stages[0].first) - 1]))
        while stages[-1].ended != NOT_ENDED and (linked := self._linked("old", stages[-1].ended, stages[-1].place)):
            stages.append(replace(self._stage(linked[0], stages[-1].ended), confidence=linked[1]))
        return stages

    def _linked(self, given: Side, day: str, place: int) -> tuple[int, float] | None:
        """What a place is linked with across the beginning of an edition, and how surely."""
        return same_rule(self._store, self._editions[day], given, place)

    def _stage(self, place: int, day: str) -> _Stage:
        span = span_on(self._store, place, day)
        if span is None:
            raise AssertionError("links lead to places that the edition has")
        return _Stage(*span)

    def _compared_with(self, day: str) -> str | None:
        """The whole edition that an excerpt of a day is compared with: the one in force, else the first after it."""
        if not self._days:
            return None
        return self._days[max(bisect_right(self._days, day) - 1, 0)]

    def _span(self, stage: _Stage) -> Span:
        label, lang, text = label_and_text(self._store, stage.place, stage.wording)
        examples = read_examples(self._store, [stage.wording]).get(stage.wording, ())
        last = stage.ended
        if not stage.partial:
            last = "" if stage.ended == NOT_ENDED else self._days[self._days.index(stage.ended) - 1]
        return Span(
            number=RuleNumber.parse(label),
            first=date.fromisoformat(stage.first),
            last=date.fromisoformat(last) if last else None,
            text=text,
            text_lang=lang,
            examples=tuple(example.text for example in examples),
            partial=stage.partial,
        )

    def _events(self, stages: Sequence[_Stage], spans: Sequence[Span]) -> Iterator[RuleEvent]:
        first, last = stages[0], stages[-1]
        if not first.partial and first.first != self._days[0]:
            yield self._beginning(first, spans[0])
        for stage, (old, new) in zip(stages[1:], pairwise(spans), strict=True):
            if event := _event(old, new, stage.confidence):
                yield event
        if not last.partial and last.ended != NOT_ENDED:
            yield self._end(last, spans[-1])

    def _beginning(self, stage: _Stage, span: Span) -> RuleEvent:
        """A rule that was added, or split from another."""
        return RuleEvent(span.first, self._kind("new", stage.first, stage.place, "added"), span.number, new=span)

    def _end(self, stage: _Stage, span: Span) -> RuleEvent:
        """A rule that was removed, or merged into another."""
        kind = self._kind("old", stage.ended, stage.place, "removed")
        return RuleEvent(date.fromisoformat(stage.ended), kind, span.number, old=span)

    def _kind(self, side: Side, day: str, place: int, otherwise: EventKind) -> EventKind:
        return other_link(self._store, self._editions[day], side, place) or otherwise


def classify_event(old: Span, new: Span) -> tuple[EventKind, ChangeClass | None] | None:
    """What became of a rule between two spans, and the class of the change of its text; None if nothing did."""
    moved = old.number != new.number
    edited = classify_change(old.whole_text, new.whole_text)
    if new.status == "deprecated" and old.status != "deprecated":
        return "deprecated", edited
    if moved and edited:
        return "moved-and-edited", edited
    if moved or edited:
        return ("moved" if moved else "edited"), edited
    return None


def _event(old: Span, new: Span, confidence: float) -> RuleEvent | None:
    """What happened between two spans of one rule; None if only the mark behind its number changed."""
    what = classify_event(old, new)
    if what is None:
        return None
    previous = old.number if old.number != new.number else None
    return RuleEvent(new.first, what[0], new.number, previous, what[1], confidence, old, new)
