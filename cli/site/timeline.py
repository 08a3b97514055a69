"""The life of a rule for its pages: the events with the changed words, and the numbers that it had."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import Literal

from cli.site import addresses
from kb.history.edition_diff import RuleDifference
from kb.history.history import RuleEvent, RuleHistory, Span
from kb.languages import Lang
from kb.rule_number import RuleNumber, as_rule_number
from kb.text.word_diff import DiffSegment, section_word_diff, word_diff


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """An event in the life of a rule as a page shows it.

    Attributes:
        segments: the words of both wordings, or of the only one; empty if the text didn't change.
        before_address: the rule in the last edition before the event, or "".
        after_address: the rule in the edition of the event, or "".
    """

    event: RuleEvent
    segments: Sequence[DiffSegment]
    before_address: str
    after_address: str


def timeline(lang: Lang, history: RuleHistory) -> list[TimelineEntry]:
    """Return the events of a rule, the newest first."""
    return [
        TimelineEntry(event, marked_words(event), _address(lang, event.old, last=True), _address(lang, event.new))
        for event in reversed(history.events)
    ]


def first_wording(lang: Lang, history: RuleHistory) -> TimelineEntry | None:
    """Return the wording in which a rule is first known, if no event of the history has it."""
    first = history.spans[0]
    if history.events and history.events[0].new == first:
        return None
    event = RuleEvent(first.first, "added", first.number, new=first)
    return TimelineEntry(event, (DiffSegment("same", first.whole_text),), "", _address(lang, first))


def numbers_had(spans: Iterable[Span]) -> list[tuple[str, str, str]]:
    """Return the numbers that a rule had, each with its first day and its last day ("" if it has it still)."""
    found = []
    for number, group in groupby(spans, key=lambda span: str(span.number)):
        run = list(group)
        found.append((number, run[0].first.isoformat(), run[-1].last.isoformat() if run[-1].last else ""))
    return found


def history_state(history: RuleHistory) -> tuple[object, ...]:
    """Return what the pages of a rule's life depend on, without the texts of each event."""
    spans = [(str(each.number), each.first, each.last, each.whole_text, each.source) for each in history.spans]
    events = [(each.edition, each.kind, each.confidence) for each in history.events]
    return history.lineage, spans, events


def marked_words(
    change: RuleEvent | RuleDifference, *, alone: Literal["same", "new"] = "same"
) -> Sequence[DiffSegment]:
    """Return the words of both wordings of a change, or of the only one; () if the text didn't change.

    `alone` is the kind of the words of a new wording that isn't compared with an old one.
    """
    old, new = change.old, change.new
    if old is None or new is None or change.kind in ("split", "merged"):
        span = new or old
        return (DiffSegment(alone if new else "gone", span.whole_text),) if span else ()
    return _marked_changes(old.whole_text, new.whole_text, isinstance(new.number, RuleNumber)) if change.change else ()


@lru_cache(maxsize=1 << 13)
def _marked_changes(old: str, new: str, of_rule: bool) -> Sequence[DiffSegment]:
    """Return the words of two wordings. Pages of rules, lineages and editions show the same changes."""
    return word_diff(old, new) if of_rule else section_word_diff(old, new)


def _address(lang: Lang, span: Span | None, *, last: bool = False) -> str:
    if span is None:
        return ""
    return addresses.rule_of_edition(lang, last_day(span) if last else span.first, as_rule_number(span.number))


def last_day(span: Span) -> date:
    """Return the day of the last edition that is known to have the text of a span, or of its excerpt."""
    return span.first if span.partial or span.last is None else span.last
