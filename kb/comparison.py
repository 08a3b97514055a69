"""Comparison: what changed between any two editions of a language, rule by rule.

Rules are carried from edition to edition along the links of the store, so two editions twenty years apart
are compared by what each rule became, not by what looks alike.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from rapidfuzz.distance import Indel

from kb.errors import NotFound
from kb.history import EventKind, Span, happened
from kb.model import Lang, heading
from kb.normal import Change, untemplated
from kb.number import RuleNumber
from kb.store import Store

_Rows = dict[int, int]
"""By place, the wording that an edition has there."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What became of one rule between two editions.

    Attributes:
        kind: what happened to it.
        old: as the first edition has it; None for one that was added. Of a split rule, what it was part of.
        new: as the second edition has it; None for one that was removed. Of a merged rule, what it is part of.
        change: the class of the change of its text, None if that stayed.
        similarity: the share of words that both texts have in common, from 0 to 1.
    """

    kind: EventKind
    old: Span | None
    new: Span | None
    change: Change | None = None
    similarity: float = 0.0

    @property
    def number(self) -> RuleNumber:
        """Where the rule stands in the second edition, or stood in the first."""
        span = self.new if self.new is not None and self.kind != "merged" else self.old
        if span is None:
            raise AssertionError("a difference has an old or a new side")
        return span.number


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two editions and what changed between them.

    Attributes:
        lang: their language.
        first: effective date of the one edition.
        second: of the other.
        differences: in the order of the second edition; what was removed stands where it stood.
    """

    lang: Lang
    first: date
    second: date
    differences: tuple[Difference, ...]

    @property
    def summary(self) -> dict[str, int]:
        """How many rules each kind of event befell."""
        return dict(Counter(difference.kind for difference in self.differences))


@dataclass(frozen=True, slots=True)
class Section:
    """What changed in one section.

    Attributes:
        number: of the section, or of a chapter whose own title changed.
        title: its title.
        edition: the edition whose section it is: the first for what ended, else the second.
        rows: each difference with the heading that its rule stands under ("Flying" for 702.9b), or "".
    """

    number: RuleNumber
    title: str
    edition: date
    rows: tuple[tuple[Difference, str], ...]


def in_sections(store: Store, found: Comparison) -> tuple[Section, ...]:
    """The differences of a comparison below the sections of either edition, in the order of their numbers."""
    titles = {day: _headings(store, found.lang, day) for day in (found.first, found.second)}
    kept: dict[tuple[RuleNumber, str], tuple[date, list[tuple[Difference, str]]]] = {}
    for each in found.differences:
        number = each.number
        day = found.first if each.new is None or each.kind == "merged" else found.second
        section = RuleNumber(number.chapter, number.section)
        above = titles[day].get(number.parent or number, "") if number.subrule else ""
        # A number that names another section in the second edition is one of its own here.
        _, rows = kept.setdefault((section, titles[day].get(section, "")), (day, []))
        rows.append((each, above))
    return tuple(Section(number, title, day, tuple(rows)) for (number, title), (day, rows) in kept.items())


def _headings(store: Store, lang: Lang, day: date) -> dict[RuleNumber, str]:
    """The titles of chapters and sections and the headings among the rules of the edition of a day."""
    query = """
        SELECT label, text FROM span JOIN place ON place.id = place JOIN wording ON wording.id = wording
        WHERE place.lang = ? AND kind = 'rule' AND first <= ? AND ended > ?
        """
    rows = store.connection.execute(query, (lang, day.isoformat(), day.isoformat()))
    texts = ((RuleNumber.parse(label), text) for label, text in rows)
    return {number: title for number, text in texts if (title := heading(number, text))}


def compare(store: Store, lang: Lang, first: date, second: date) -> Comparison:
    """What changed between the editions in force on two days, whichever of them is the older.

    Raises:
        NotFound: no whole edition of the language was in force on one of the days.
    """
    days = _whole_days(store, lang)
    one, other = (_in_force(days, lang, day) for day in (first, second))
    older, younger = min(one, other), max(one, other)
    carried = _Carried(store, lang, older)
    for day in days:
        if older < day <= younger:
            carried.on_to(day)
    found = list(carried.differences(younger))
    if one > other:
        found = [_turned(difference) for difference in found]
    found.sort(key=lambda difference: difference.number)
    return Comparison(lang, date.fromisoformat(one), date.fromisoformat(other), tuple(found))


def _whole_days(store: Store, lang: Lang) -> list[str]:
    query = "SELECT effective FROM edition WHERE partial = 0 AND lang = ? ORDER BY effective"
    return [day for (day,) in store.connection.execute(query, (lang,))]


def _in_force(days: Iterable[str], lang: Lang, day: date) -> str:
    """The whole edition in force on a day."""
    found = max((each for each in days if each <= day.isoformat()), default=None)
    if found is None:
        raise NotFound(
            str(day), f"no whole edition in {lang} was in force on {day}; `rules editions` lists what there is"
        )
    return found


class _Carried:
    """The rules of one edition, carried on to later ones."""

    def __init__(self, store: Store, lang: Lang, day: str) -> None:
        self._store, self._lang, self._day = store, lang, day
        self._first = self._rows(day)
        # By where a rule stands now, where it stood in the first edition; the same of what was split from one.
        self._origin = {place: place for place in self._first}
        self._part_of: dict[int, int] = {}
        # By where a rule stood in the first edition, where that stands now which it was merged into.
        self._merged: dict[int, int] = {}

    def on_to(self, day: str) -> None:
        """Carry the rules on to the next edition."""
        links: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        query = """
            SELECT kind, old, new FROM link JOIN edition ON edition.id = edition
            WHERE effective = ? AND lang = ? AND partial = 0
            """
        for kind, old, new in self._store.connection.execute(query, (day, self._lang)):
            links[kind][old].append(new)
        ended = "SELECT place FROM span JOIN place ON place.id = place WHERE ended = ? AND lang = ? AND kind = 'rule'"
        gone = {place for (place,) in self._store.connection.execute(ended, (day, self._lang))}
        now = {old: new for old, (new, *_) in links["same"].items()}
        merged = {old: into for old, (into, *_) in links["merged"].items()}
        parts = {
            new: origin
            for old, news in links["split"].items()
            if (origin := self._origin.get(old, self._part_of.get(old))) is not None
            for new in news
        }

        def became(place: int) -> int | None:
            return now.get(place) if place in gone else place

        into = {origin: became(place) or merged.get(place) for origin, place in self._merged.items()}
        into |= {self._origin[place]: new for place, new in merged.items() if place in self._origin}
        self._merged = {origin: place for origin, place in into.items() if place is not None}
        self._origin = {new: origin for place, origin in self._origin.items() if (new := became(place)) is not None}
        self._part_of = {
            new: origin for place, origin in self._part_of.items() if (new := became(place)) is not None
        } | parts

    def differences(self, day: str) -> Iterator[Difference]:
        """What differs in the edition of a day, up to which the rules were carried."""
        now = self._rows(day)
        olds, news = self._spans(self._first, self._day), self._spans(now, day)
        for place, new in news.items():
            origin = self._origin.get(place)
            if origin is not None:
                yield from _between(olds[origin], new)
            elif place in self._part_of:
                yield Difference("split", olds[self._part_of[place]], new)
            else:
                yield Difference("added", None, new)
        for place in olds.keys() - set(self._origin.values()):
            into = self._merged.get(place)
            if into in news:
                yield Difference("merged", olds[place], news[into])
            else:
                yield Difference("removed", olds[place], None)

    def _rows(self, day: str) -> _Rows:
        query = """
            SELECT place, wording FROM span JOIN place ON place.id = place
            WHERE lang = ? AND kind = 'rule' AND first <= ? AND ended > ?
            """
        return dict(self._store.connection.execute(query, (self._lang, day, day)))

    def _spans(self, rows: _Rows, day: str) -> dict[int, Span]:
        """By place, the rules of an edition, each as of its day."""
        on = date.fromisoformat(day)
        wordings = json.dumps(list(rows.values()))
        connection = self._store.connection
        examples: dict[int, tuple[str, ...]] = defaultdict(tuple)
        for wording, text in connection.execute(
            """
            SELECT wording, text FROM example WHERE wording IN (SELECT value FROM json_each(?)) ORDER BY wording, place
            """,
            (wordings,),
        ):
            examples[wording] += (text,)
        texts = {
            wording: (lang, text)
            for wording, lang, text in connection.execute(
                "SELECT id, lang, text FROM wording WHERE id IN (SELECT value FROM json_each(?))",
                (wordings,),
            )
        }
        labels = dict(
            connection.execute(
                "SELECT id, label FROM place WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(rows)),)
            )
        )
        return {
            place: Span(
                number=RuleNumber.parse(labels[place]),
                first=on,
                last=on,
                text=texts[wording][1],
                text_lang=texts[wording][0],
                examples=examples[wording],
                partial=False,
            )
            for place, wording in rows.items()
        }


def _between(old: Span, new: Span) -> Iterator[Difference]:
    what = happened(old, new)
    if what is not None:
        alike = Indel.normalized_similarity(untemplated(old.text).split(), untemplated(new.text).split())
        yield Difference(what[0], old, new, what[1], round(alike, 2))


_TURNED: dict[EventKind, EventKind] = {
    "added": "removed", "removed": "added", "split": "merged", "merged": "split", "deprecated": "edited"
}  # fmt: skip


def _turned(difference: Difference) -> Difference:
    """A difference looked at from the younger edition back to the older one."""
    old, new = difference.new, difference.old
    if old is not None and new is not None and difference.kind not in ("split", "merged"):
        return next(_between(old, new))
    kind = _TURNED.get(difference.kind, difference.kind)
    return Difference(kind, old, new, difference.change, difference.similarity)
