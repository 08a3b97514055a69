"""The history of a rule, under every number that it had.

A rule is followed from edition to edition along the links of the store (`kb.storage.link_writer`). Excerpts add their
own spans, but an excerpt never ends a rule.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from kb.errors import NotFound
from kb.languages import Lang
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.rule_text import Status, text_status
from kb.storage.in_force import NOT_ENDED
from kb.storage.link_reads import all_links, first_spans, other_link, same_rule
from kb.storage.spans import label_and_text, place_labels, repeated_places, rule_spans, rules_of_excerpts, span_on
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.storage.wordings import read_examples
from kb.text.normalization import ChangeClass, classify_change, classify_section_change

if TYPE_CHECKING:
    from kb.documents import Number
    from kb.text.word_diff import DiffSegment

EventKind = Literal["added", "moved", "edited", "moved-and-edited", "split", "merged", "deprecated", "removed"]


@dataclass(frozen=True, slots=True)
class Span:
    """A period in which a rule had one number and one wording.

    Attributes:
        first: the first edition of the period.
        last: the last edition of the period, or None if the period ends with the newest edition.
        text: the text without examples.
        examples: the examples in the order printed.
        partial: True if only an excerpt has this number and wording.
        source: the name of the excerpt's source, or None if a whole edition has the wording.
    """

    number: Number
    first: date
    last: date | None
    text: str
    text_lang: Lang
    examples: tuple[str, ...]
    partial: bool
    source: str | None = None

    @property
    def status(self) -> Status:
        """`deprecated` or `current`, see `text_status`."""
        return text_status(self.text, self.text_lang)

    @property
    def whole_text(self) -> str:
        """The text and the examples, one paragraph each."""
        return "\n".join((self.text, *self.examples))

    def __str__(self) -> str:
        """The number and the text."""
        return f"{self.number} {self.text}"


@dataclass(frozen=True, slots=True)
class RuleEvent:
    """An event in the life of a rule.

    Attributes:
        edition: effective date of the first edition after the event.
        number: the number since the event. For a removed rule, its last number.
        previous_number: the number before the event, or None if the number didn't change.
        change: the class of the text's change, or None if the text didn't change.
        confidence: the confidence that `old` and `new` are the same rule, from 0 to 1.
        old: the span before the event.
        new: the span since the event.
    """

    edition: date
    kind: EventKind
    number: Number
    previous_number: Number | None = None
    change: ChangeClass | None = None
    confidence: float = 1.0
    old: Span | None = None
    new: Span | None = None


@dataclass(frozen=True, slots=True)
class RuleHistory:
    """A rule through time.

    Attributes:
        lineage: the permanent name of the rule: its first known number that no other rule of its edition has, and the
            first edition with this number.
        spans: the spans, oldest first.
        events: the events, oldest first.
    """

    lineage: str
    spans: tuple[Span, ...]
    events: tuple[RuleEvent, ...]


class _Stage(NamedTuple):
    """A span, with its ids in the store.

    Attributes:
        first: the first edition that has the wording at the place.
        ended: the first edition without the wording. For an excerpt: the last day on which its text is known to hold.
        confidence: the confidence that this stage continues the stage before it.
        excerpt: id of the excerpt that has the wording, or None for a stage in whole editions.
        lossy: True if the text has lost its punctuation.
    """

    place: int
    wording: int
    first: str
    ended: str
    confidence: float = 1.0
    excerpt: int | None = None
    lossy: bool = False


def rule_history(store: Store, view: View, number: Number) -> RuleHistory:
    """Return the history of the rule with a number in a view. Raise NotFound if the view has no such rule."""
    printed = view.rule(number)
    if printed is None:
        raise NotFound(str(number), view.describe_absence(number))
    return rule_histories(store, view.lang, (printed,))[0]


def rule_histories(store: Store, lang: Lang, rules: Sequence[ViewItem[Rule]]) -> tuple[RuleHistory, ...]:
    """Return the histories of rules in one language, in the order given."""
    walker = _LineageWalker(store, lang)
    return tuple(map(walker.history, rules))


def all_rule_histories(store: Store, lang: Lang) -> tuple[RuleHistory, ...]:
    """Return the histories of all rules that an edition or excerpt ever had, by the day of their first texts."""
    walker = _LineageWalker(store, lang)
    continued = {(link.day, link.new) for link in all_links(store, lang) if link.kind == "same"}
    starts = ((span.first, span.place) for span in rule_spans(store, lang))
    return tuple(map(walker.history_of, (*(root for root in starts if root not in continued), *walker.excerpt_roots)))


def lineage_names(store: Store, lang: Lang, rules: Sequence[ViewItem[Rule]]) -> dict[int, str]:
    """Return a dict from the place of each rule of a view to its lineage name (`RuleHistory.lineage`)."""
    names = _LineageWalker(store, lang).names(rules)
    return {rule.place: name for rule, name in zip(rules, names, strict=True)}


def lineage_names_across_editions(store: Store, lang: Lang, rules: Sequence[ViewItem[Rule]]) -> tuple[str, ...]:
    """Return the lineage names of rules of several editions, in the order of `rules`."""
    return tuple(_LineageWalker(store, lang).names(rules))


_Root = tuple[str, int] | _Stage
"""The root of a rule identifies the rule. It is the day of any whole edition that has the rule, and the rule's place in
that edition. If no whole edition has the rule, the root is a stage in an excerpt."""


class _LineageWalker:
    """A walker that follows the rules of one language through the editions of the store."""

    def __init__(self, store: Store, lang: Lang) -> None:
        self._store, self._lang = store, lang
        self._editions = store.whole_editions(lang)
        self._days = list(self._editions)
        # For each stage in an excerpt: the root of the stage's rule.
        self._roots: dict[_Stage, _Root] = {}
        self._roots_by_content: dict[tuple[int, int, str], _Root] = {}
        self._sources: dict[int | None, str] = {}
        # The latest stage at each place: `latest` in the excerpts before, `here` in the excerpt that is read.
        latest: dict[int, _Stage] = {}
        here: dict[int, _Stage] = {}
        for row in rules_of_excerpts(store, lang):
            if row.edition not in self._sources:
                latest, here = latest | here, {}
            self._sources[row.edition] = row.source
            confidence, lossy = row.confidence or 1.0, bool(row.lossy)
            stage = _Stage(row.place, row.wording, row.first, row.last, confidence, row.edition, lossy)
            # A rule without a link has the wording that its number had before, or its number had another rule before.
            before = row.place if row.linked is None else row.linked
            root: _Root = stage
            if self._days:
                # An excerpt is linked with the whole edition in force on its day. If no whole edition was in force, the
                # excerpt is linked with the first later whole edition.
                base = self._days[max(bisect_right(self._days, row.first) - 1, 0)]
                span = span_on(store, before, base) if row.linked is None else None
                if row.linked is not None or (span is not None and span.wording == row.wording):
                    root = base, before
            elif before in latest and (row.linked is not None or latest[before].wording == row.wording):
                root = self._roots[latest[before]]
            self._roots[stage] = root
            self._roots_by_content.setdefault(stage[:3], root)
            here[row.place] = stage

    def _root(self, rule: ViewItem[Rule]) -> _Root:
        day = rule.edition.isoformat()
        return self._roots_by_content[rule.place, rule.wording, day] if rule.from_excerpt else (day, rule.place)

    @property
    def excerpt_roots(self) -> tuple[_Root, ...]:
        """The roots of the rules that only excerpts have."""
        return tuple(dict.fromkeys(root for root in self._roots.values() if isinstance(root, _Stage)))

    def history(self, rule: ViewItem[Rule]) -> RuleHistory:
        """Return the history of a rule of a view."""
        return self.history_of(self._root(rule))

    def history_of(self, root: _Root) -> RuleHistory:
        """Return the history of the rule that a root identifies."""
        stages = [] if isinstance(root, _Stage) else self._stages(root[1], root[0])
        excerpts = [stage for stage, own in self._roots.items() if self._belongs(own, stages, root)]
        stages = self._merge_stages([*stages, *(stage for stage in excerpts if self._is_new(stage, stages))])
        spans = [self._span(stage) for stage in stages]
        return RuleHistory(self._name(stages, spans), tuple(spans), tuple(self._events(stages, spans)))

    def _name(self, stages: Sequence[_Stage], spans: Sequence[Span]) -> str:
        """Return the lineage name of a rule: the first of its numbers and days that no other rule has.

        An edition may print a number twice. The number of that day means the first of the two rules. So the second one
        is named by its next number. If it never had a number of its own, its name has its place among the two.
        """
        repeated = repeated_places(self._store, (stage.place for stage in stages))
        own = next((span for stage, span in zip(stages, spans, strict=True) if stage.place not in repeated), None)
        if own is None:
            return f"{spans[0].number}@{spans[0].first}.{repeated[stages[0].place]}"
        return f"{own.number}@{own.first}"

    def names(self, rules: Sequence[ViewItem[Rule]]) -> list[str]:
        """Return the lineage names of rules, without reading their histories."""
        # Two excerpts of one day may have different texts at one place. The texts belong to one rule.
        keys = [(rule.place, rule.edition, rule.from_excerpt) for rule in rules]
        roots = dict(zip(keys, map(self._root, rules), strict=True))
        in_editions = [root for root in roots.values() if not isinstance(root, _Stage)]
        earliest = first_spans(self._store, self._lang, in_editions)
        # An excerpt before the first whole edition may have the earliest text of a rule. Excerpts without punctuation
        # don't count.
        before: dict[tuple[int, str], tuple[int, str]] = {}
        for stage, root in self._roots.items():
            if not isinstance(root, _Stage) and stage.first < self._days[0] and not stage.lossy:
                before.setdefault((root[1], root[0]), (stage.place, stage.first))
        first: dict[_Root, tuple[int, str]] = {}
        for root in roots.values():
            if isinstance(root, _Stage):
                own = [stage for stage, other in self._roots.items() if other == root]
                clean = next((stage for stage in own if not stage.lossy), own[0])
                first[root] = clean.place, clean.first
            else:
                first[root] = before.get(earliest[root], earliest[root])
        places = [place for place, _day in first.values()]
        labels, repeated = place_labels(self._store, places), repeated_places(self._store, places)
        found = {
            root: self.history_of(root).lineage if place in repeated else f"{labels[place]}@{day}"
            for root, (place, day) in first.items()
        }
        return [found[roots[key]] for key in keys]

    @staticmethod
    def _belongs(own: _Root, stages: Sequence[_Stage], root: _Root) -> bool:
        """Return True if a stage in an excerpt belongs to the rule that has the root `root`.

        `own` is the root of the stage in the excerpt. `stages` are the stages of the rule in whole editions.
        """
        if isinstance(own, _Stage):
            return own == root
        day, place = own
        return any(stage.place == place and stage.first <= day < stage.ended for stage in stages)

    def _merge_stages(self, stages: Sequence[_Stage]) -> list[_Stage]:
        """Sort stages by time, and join consecutive excerpts that differ in typography only.

        If any stages aren't lossy, only these stages are kept.
        """
        clean = [stage for stage in stages if not stage.lossy] or stages
        joined: list[_Stage] = []
        for stage in sorted(clean, key=lambda stage: (stage.first, stage.excerpt is not None)):
            last = joined[-1] if joined else None
            if last and last.excerpt and stage.excerpt and self._same_apart_from_typography(last, stage):
                joined[-1] = last._replace(ended=max(last.ended, stage.ended))
            else:
                joined.append(stage)
        return joined

    def _same_apart_from_typography(self, one: _Stage, other: _Stage) -> bool:
        if one.place != other.place:
            return False
        return classify_change(self._span(one).whole_text, self._span(other).whole_text) in (None, "typography")

    def _is_new(self, excerpt: _Stage, stages: Sequence[_Stage]) -> bool:
        """Return True if the text of an excerpt differs from the rule's text in the whole edition of its day."""
        here = next((stage for stage in stages if stage.first <= excerpt.first < stage.ended), None)
        return here is None or not self._same_apart_from_typography(here, excerpt)

    def _stages(self, place: int, day: str) -> list[_Stage]:
        """Find the rule that had a place on a day. Return all stages of this rule in whole editions."""
        stages = [self._stage(place, day)]
        while linked := same_rule(self._store, self._editions[stages[0].first], "new", stages[0].place):
            stages[0] = stages[0]._replace(confidence=linked[1])
            stages.insert(0, self._stage(linked[0], self._day_before(stages[0].first)))
        while (last := stages[-1]).ended != NOT_ENDED and (
            linked := same_rule(self._store, self._editions[last.ended], "old", last.place)
        ):
            stages.append(self._stage(linked[0], last.ended)._replace(confidence=linked[1]))
        return stages

    def _stage(self, place: int, day: str) -> _Stage:
        span = span_on(self._store, place, day)
        if span is None:
            raise AssertionError("links lead to places that the edition has")
        return _Stage(*span)

    def _day_before(self, day: str) -> str:
        """Return the day of the whole edition that comes right before the edition of a day."""
        return self._days[self._days.index(day) - 1]

    def _span(self, stage: _Stage) -> Span:
        label, lang, text = label_and_text(self._store, stage.place, stage.wording)
        examples = read_examples(self._store, [stage.wording]).get(stage.wording, ())
        last = stage.ended
        if stage.excerpt is None:
            last = "" if stage.ended == NOT_ENDED else self._day_before(stage.ended)
        days = date.fromisoformat(stage.first), date.fromisoformat(last) if last else None
        printed = tuple(example.text for example in examples)
        source = self._sources.get(stage.excerpt)
        return Span(self._store.parse_number(label), *days, text, lang, printed, stage.excerpt is not None, source)

    def _events(self, stages: Sequence[_Stage], spans: Sequence[Span]) -> Iterator[RuleEvent]:
        first, last = stages[0], stages[-1]
        if first.excerpt is None and first.first != self._days[0]:
            kind = other_link(self._store, self._editions[first.first], "new", first.place) or "added"
            yield RuleEvent(spans[0].first, kind, spans[0].number, new=spans[0])
        for stage, (old, new) in zip(stages[1:], pairwise(spans), strict=True):
            # Two excerpts of one day quote one edition. Their difference is one of the sources, not an event.
            if old.partial and new.partial and old.first == new.first and old.number == new.number:
                continue
            # There is no event if only the punctuation behind the number changed.
            if event := classify_event(old, new):
                previous = old.number if old.number != new.number else None
                yield RuleEvent(new.first, event[0], new.number, previous, event[1], stage.confidence, old, new)
        if last.excerpt is None and last.ended != NOT_ENDED:
            ending = other_link(self._store, self._editions[last.ended], "old", last.place) or "removed"
            yield RuleEvent(date.fromisoformat(last.ended), ending, spans[-1].number, old=spans[-1])


def changed_words(old: Span, new: Span) -> tuple[DiffSegment, ...]:
    """Compare two wordings of a rule, or of a place in a policy document, for readers."""
    from kb.text.word_diff import section_word_diff, word_diff

    compare = word_diff if isinstance(new.number, RuleNumber) else section_word_diff
    return compare(old.whole_text, new.whole_text)


def classify_event(old: Span, new: Span) -> tuple[EventKind, ChangeClass | None] | None:
    """Return the kind of event between two spans of a rule and the class of change, or None if there is no event."""
    moved = old.number != new.number
    classify = classify_change if isinstance(new.number, RuleNumber) else classify_section_change
    edited = classify(old.whole_text, new.whole_text)
    if new.status == "deprecated" and old.status != "deprecated":
        return "deprecated", edited
    if moved and edited:
        return "moved-and-edited", edited
    if moved or edited:
        return ("moved" if moved else "edited"), edited
    return None
