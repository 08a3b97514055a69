"""The changes between any two editions of a language, rule by rule.

Rules are traced along the links of the store. So each rule is compared with its successor, not with a similar text,
even if the editions are twenty years apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from rapidfuzz.distance import Indel

from kb.history.history import EventKind, Span, classify_event
from kb.history.succession import edition_in_force, trace_succession
from kb.languages import Lang
from kb.rule_text import heading
from kb.storage.spans import NumberedWording, rules_of_edition
from kb.storage.store import Store
from kb.storage.wordings import read_examples, read_texts
from kb.text.normalization import ChangeClass, normalize_template

if TYPE_CHECKING:
    from kb.documents import Doc, Number


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """The change of one rule between two editions.

    Attributes:
        old: the rule in the first edition, or None for an added rule. For `split`, `new` was split off from `old`.
        new: the rule in the second edition, or None for a removed rule. For `merged`, the rule that now contains `old`.
        change: the class of change of the text, or None if the text didn't change.
        similarity: the share of words that both texts have in common, from 0 to 1.
    """

    kind: EventKind
    old: Span | None
    new: Span | None
    change: ChangeClass | None = None
    similarity: float = 0.0

    @property
    def number(self) -> Number:
        """The rule's number in the second edition, or in the first edition for a merged or removed rule."""
        span = self.new if self.new is not None and self.kind != "merged" else self.old
        if span is None:
            raise AssertionError("a difference has an old or a new side")
        return span.number

    @property
    def is_substance(self) -> bool:
        """True if the change isn't quiet: the wording changed, or it is more than a new number."""
        return self.change == "wording" or self.kind in ("added", "removed", "split", "merged", "deprecated")


@dataclass(frozen=True, slots=True)
class EditionDiff:
    """The changes between the editions of two effective dates, ordered by `RuleDifference.number`."""

    lang: Lang
    first: date
    second: date
    differences: tuple[RuleDifference, ...]
    doc: Doc = "cr"

    @property
    def summary(self) -> dict[str, int]:
        """The number of rules for each kind of event."""
        return dict(Counter(difference.kind for difference in self.differences))


@dataclass(frozen=True, slots=True)
class DiffSection:
    """The changes in one section.

    Attributes:
        number: the number of the section. For the changed title of a chapter, the number of the chapter.
        chapter_title: the title of the section's chapter, in the same edition.
        edition: effective date of the edition with the title: the first for removed or merged rules, else the second.
        rows: the differences, each with the heading above its rule ("Flying" for 702.9b), or "" without a heading.
    """

    number: Number
    title: str
    chapter_title: str
    edition: date
    rows: tuple[tuple[RuleDifference, str], ...]


def group_by_section(store: Store, found: EditionDiff) -> tuple[DiffSection, ...]:
    """Group the differences by section, in the order of the section numbers."""
    titles = {day: _headings(store, found.lang, day) for day in (found.first, found.second)}
    sections: dict[tuple[Number, str], tuple[date, list[tuple[RuleDifference, str]]]] = {}
    for each in found.differences:
        number = each.number
        day = found.first if each.new is None or each.kind == "merged" else found.second
        section = number.own_section
        above = titles[day].get(number.parent or number, "") if number.kind == "subrule" else ""
        # If a number has different titles in the two editions, it is listed as two sections.
        _, rows = sections.setdefault((section, titles[day].get(section, "")), (day, []))
        rows.append((each, above))
    return tuple(
        DiffSection(number, title, titles[day].get(number.parent or number, ""), day, tuple(rows))
        for (number, title), (day, rows) in sections.items()
    )


def _headings(store: Store, lang: Lang, day: date) -> dict[Number, str]:
    """Return all titles of chapters and sections and all headings of rules of the edition of a day."""
    rules = rules_of_edition(store, lang, day).values()
    texts = read_texts(store, (rule.wording for rule in rules))
    return {rule.number: title for rule in rules if (title := heading(rule.number, texts[rule.wording][1]))}


def diff_editions(store: Store, lang: Lang, first: date, second: date) -> EditionDiff:
    """Compare the editions in force on two days (see `edition_in_force`). The first day may be the later day."""
    one, other = (edition_in_force(store, lang, day) for day in (first, second))
    older, younger = min(one, other), max(one, other)
    found = list(_differences(store, lang, older, younger))
    if one > other:
        found = [_reversed(difference) for difference in found]
    found.sort(key=lambda difference: difference.number)
    return EditionDiff(lang, one, other, tuple(found), store.doc)


def _differences(store: Store, lang: Lang, older: date, younger: date) -> Iterator[RuleDifference]:
    """Yield the differences between two whole editions, in no particular order."""
    found = trace_succession(store, lang, older, younger)
    olds, news = (_spans(store, rules_of_edition(store, lang, day), day) for day in (older, younger))
    came_from = {outcome.place: place for place, outcome in found.outcomes.items() if outcome.place is not None}
    for place, new in news.items():
        if place in came_from:
            yield from _between(olds[came_from[place]], new)
        elif place in found.split_from:
            yield RuleDifference("split", olds[found.split_from[place]], new)
        else:
            yield RuleDifference("added", None, new)
    for place, outcome in found.outcomes.items():
        if outcome.merged_into is not None:
            yield RuleDifference("merged", olds[place], news[outcome.merged_into])
        elif outcome.place is None:
            yield RuleDifference("removed", olds[place], None)


def _spans(store: Store, rules: Mapping[int, NumberedWording], day: date) -> dict[int, Span]:
    """Return a dict from each place of an edition to a `Span` that begins and ends on the edition's day."""
    ids = [each.wording for each in rules.values()]
    texts, examples = read_texts(store, ids), read_examples(store, ids)
    spans = {}
    for place, each in rules.items():
        lang, text = texts[each.wording]
        printed = tuple(example.text for example in examples.get(each.wording, ()))
        spans[place] = Span(each.number, day, day, text, lang, printed, partial=False)
    return spans


def _between(old: Span, new: Span) -> Iterator[RuleDifference]:
    what = classify_event(old, new)
    if what is not None:
        alike = Indel.normalized_similarity(normalize_template(old.text).split(), normalize_template(new.text).split())
        yield RuleDifference(what[0], old, new, what[1], round(alike, 2))


_REVERSED: dict[EventKind, EventKind] = {
    "added": "removed", "removed": "added", "split": "merged", "merged": "split", "deprecated": "edited"
}  # fmt: skip


def _reversed(difference: RuleDifference) -> RuleDifference:
    """Return the difference in the opposite direction: from the younger edition to the older edition."""
    old, new = difference.new, difference.old
    if old is not None and new is not None and difference.kind not in ("split", "merged"):
        return next(_between(old, new))
    kind = _REVERSED.get(difference.kind, difference.kind)
    return RuleDifference(kind, old, new, difference.change, difference.similarity)
