"""The rules as they read on one day in one language: every as-of question is asked here.

On a given day holds the newest whole edition that is not younger. Excerpts younger than that edition
say how some of its rules read since, and so does a finished translation of its own day; an excerpt that
is older says nothing that the edition doesn't say better. A lossy text is taken only where no clean one
is known for its place.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

from kb.i18n import LANGUAGE_NAMES, _
from kb.languages import Lang
from kb.model import Finding, GlossaryEntry, PartKind, Rule, heading
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.editions import whole_editions
from kb.storage.in_force import EXCERPT_IN_FORCE, EXCERPT_IS_YOUNGER, IS_FINISHED_TRANSLATION, carried_on
from kb.storage.store import Store
from kb.storage.wordings import json_array, read_examples

if TYPE_CHECKING:
    from kb.text.reference_resolver import HeadwordIndex

PlaceKind = Literal["rule", "glossary"]

# Orders after every sort key that begins with the same prefix.
_AFTER_ALL = "\U0010ffff"

# Whether a place has a text on a day: in the whole edition in force, or in something younger.
_IN_VIEW = f"""
    SELECT 1 FROM span WHERE span.place = place.id AND {carried_on(":base")}
    UNION ALL
    SELECT 1 FROM excerpt JOIN edition ON edition.id = excerpt.edition JOIN source ON source.id = edition.source
    WHERE excerpt.place = place.id AND {EXCERPT_IN_FORCE}
    """


@dataclass(frozen=True, slots=True)
class StoredReference:
    """A reference as the store gives it back.

    Attributes:
        text: its words.
        kind: whether it points to rules or to the glossary.
        target: the number or range that it points to, or the headwords as it names them.
        entries: the headwords that it points to, as the glossary in view prints them.
        resolved: whether the edition in view has what it points to.
        start: offset of its first character.
        end: offset after its last character.
        example: index of the example that it stands in; None in the rule's own text.
    """

    text: str
    kind: PlaceKind
    target: str
    entries: tuple[str, ...]
    resolved: bool
    start: int
    end: int
    example: int | None


Item = TypeVar("Item", Rule, GlossaryEntry)


@dataclass(frozen=True, slots=True)
class ViewItem(Generic[Item]):
    """A rule or a glossary entry with where it was read.

    Attributes:
        item: the rule or entry.
        lang: the language asked for; `item.text_lang` is the one that the text is in.
        edition: effective date of the edition that the wording was read from.
        place: id of the place in the store.
        wording: id of the wording in the store.
        references: what it points to.
        warnings: what a reader must know about this text.
        partial: whether it was read from an excerpt.
        finished: whether that is a finished translation, so that it is known what it was made from.
    """

    item: Item
    lang: Lang
    edition: date
    place: int
    wording: int
    references: tuple[StoredReference, ...] = ()
    warnings: tuple[Finding, ...] = ()
    from_excerpt: bool = False
    from_finished_translation: bool = False


class PlaceRow(NamedTuple):
    """A place and what it carries, without its text.

    Attributes:
        place: id of the place in the store.
        wording: id of the wording in the store.
        kind: what the place is of.
        label: the number or the headword.
        key: the place in the order of its kind.
        edition: effective date of the edition that the wording was read from, as ISO 8601 text.
    """

    place: int
    wording: int
    kind: PlaceKind
    label: str
    sort_key: str
    edition: str


@dataclass(frozen=True, slots=True)
class _Row:
    place: int
    wording: int
    printed: str
    edition: str
    until: str | None
    partial: bool
    lossy: bool
    finished: bool
    label: str
    lang: Lang
    text: str

    @property
    def worth(self) -> tuple[bool, str, bool, bool, str]:
        return _worth(self.edition, self.until, partial=self.partial, lossy=self.lossy, finished=self.finished)


class View:
    """The rules in one language on one day.

    Attributes:
        lang: the language.
        as_of: the day.
        base: effective date of the whole edition in force, or None if only excerpts are known.
    """

    def __init__(self, store: Store, lang: Lang, as_of: date) -> None:
        self._store = store
        self._connection: sqlite3.Connection = store.connection
        self.lang, self.as_of = lang, as_of
        row = self._connection.execute(
            """
            SELECT id, effective FROM edition
            WHERE partial = 0 AND lang = ? AND effective <= ? ORDER BY effective DESC LIMIT 1
            """,
            (lang, as_of.isoformat()),
        ).fetchone()
        self._base_id: int | None = row[0] if row else None
        self.base: date | None = date.fromisoformat(row[1]) if row else None

    def rules(self, numbers: NumberRange | None = None) -> tuple[ViewItem[Rule], ...]:
        """The rules of a range with everything below them, in order; all rules for None.

        A single number is a range of one: 306 gives the section, its rules and their subrules.
        """
        low, high = ("", _AFTER_ALL)
        if numbers is not None:
            low, high = numbers.first.sort_key, numbers.last.sort_key + _AFTER_ALL
        return self._rules(self._rows("rule", low, high))

    def all_wordings(self) -> tuple[ViewItem[Rule], ...]:
        """Every text of a rule that holds on this day: where an excerpt is younger than the edition, both of them.

        An excerpt may say of a rule what the edition says under another number.
        """
        return self._rules(self._every_row("rule", "", _AFTER_ALL))

    def _rules(self, rows: Sequence[_Row]) -> tuple[ViewItem[Rule], ...]:
        examples = read_examples(self._store, (row.wording for row in rows))
        references = self._references(rows)
        return tuple(
            self._found(
                row,
                Rule(RuleNumber.parse(row.label), row.text, examples.get(row.wording, ()), row.lang, row.printed),
                references,
            )
            for row in rows
        )

    def rules_by_number(self) -> dict[RuleNumber, Rule]:
        """Every rule without its examples and references, for looking up thousands of numbers with one query."""
        found: dict[RuleNumber, Rule] = {}
        for row in self._rows("rule", "", _AFTER_ALL):
            number = RuleNumber.parse(row.label)
            found.setdefault(number, Rule(number, row.text, text_lang=row.lang, printed_number=row.printed))
        return found

    def on_day(self, day: date) -> View:
        """The same language on another day."""
        return View(self._store, self.lang, day)

    def rule(self, number: RuleNumber) -> ViewItem[Rule] | None:
        """One rule without what stands below it, or None if the view doesn't have it."""
        return next((found for found in self.rules(NumberRange(number, number)) if found.item.number == number), None)

    def glossary(self) -> tuple[ViewItem[GlossaryEntry], ...]:
        """All glossary entries."""
        rows = self._rows("glossary", "", _AFTER_ALL)
        references = self._references(rows)
        return tuple(self._found(row, GlossaryEntry(row.label, row.text, row.lang), references) for row in rows)

    def _found(self, row: _Row, item: Item, references: dict[int, tuple[StoredReference, ...]]) -> ViewItem[Item]:
        """A rule or entry with where it was read."""
        return ViewItem(
            item,
            self.lang,
            date.fromisoformat(row.edition),
            row.place,
            row.wording,
            references.get(row.wording, ()),
            self._warnings(row),
            row.partial,
            row.finished,
        )

    def part(self, kind: PartKind) -> str:
        """A part of the whole edition in force that isn't rules, such as its introduction; "" if it has none."""
        row = self._connection.execute(
            """
            SELECT text FROM part JOIN passage ON passage.id = part.passage WHERE kind = ? AND part.edition = ?
            """,
            (kind, self._base_id),
        ).fetchone()
        return str(row[0]) if row else ""

    def printed_rules(self) -> tuple[ViewItem[Rule], ...]:
        """All rules in the order in which the whole edition in force prints them."""
        return self._as_printed(self.rules())

    def printed_glossary(self) -> tuple[ViewItem[GlossaryEntry], ...]:
        """All headwords in the order in which the whole edition in force prints them."""
        return self._as_printed(self.glossary())

    def _as_printed(self, items: tuple[ViewItem[Item], ...]) -> tuple[ViewItem[Item], ...]:
        from kb.storage.print_order import restore_printed_order

        rows = self._connection.execute(
            "SELECT place, after FROM displaced WHERE edition = ? ORDER BY ord", (self._base_id,)
        ).fetchall()
        here = {item.place: item for item in items}
        # The first headword may stand after the last rule: among headwords alone it stands first.
        moved = [(place, after if after in here else None) for place, after in rows if place in here]
        return tuple(here[place] for place in restore_printed_order(list(here), moved))

    def place_rows(self) -> list[PlaceRow]:
        """Every place of the view, rules first, each kind in order; without the texts, which take ten times as long."""
        base = self.base.isoformat() if self.base else ""
        edition = self._connection.execute("SELECT lossy FROM edition WHERE id = ?", (self._base_id,)).fetchone()
        of_base = _worth(base, None, partial=False, lossy=bool(edition and edition[0]), finished=False)
        query = f"""
            SELECT place.id, span.wording, place.kind, place.label, place.sort_key, :base
            FROM span CROSS JOIN place ON place.id = span.place
            WHERE {carried_on(":base")} AND place.lang = :lang
            """
        rows = self._connection.execute(query, self._when)
        best = {placed.place: placed for placed in map(PlaceRow._make, rows)}
        worths: dict[int, tuple[bool, str, bool, bool, str]] = {}
        query = f"""
            SELECT edition.until, edition.lossy, {IS_FINISHED_TRANSLATION}, place.id, wording.id, place.kind,
                label, sort_key, edition.effective
            FROM edition CROSS JOIN excerpt ON excerpt.edition = edition.id
            JOIN source ON source.id = edition.source
            JOIN place ON place.id = excerpt.place JOIN wording ON wording.id = excerpt.wording
            WHERE edition.lang = :lang AND edition.partial = 1 AND {EXCERPT_IN_FORCE}
            ORDER BY wording.hash
            """
        excerpts = self._connection.execute(query, self._when)
        for until, lossy, finished, *row in excerpts:
            placed = PlaceRow(*row)
            worth = _worth(placed.edition, until, partial=True, lossy=bool(lossy), finished=bool(finished))
            if placed.place not in best or worth > worths.get(placed.place, of_base):
                best[placed.place], worths[placed.place] = placed, worth
        return _in_order(best.values())

    def place_rows_of_all_editions(self) -> list[PlaceRow]:
        """Every wording that a place of the language ever carried, each with the last edition that printed it so."""
        days = list(whole_editions(self._store, self.lang))
        places = {
            row[0]: row
            for row in self._connection.execute(
                "SELECT id, kind, label, sort_key FROM place WHERE lang = ?", (self.lang,)
            )
        }
        last: dict[tuple[int, int], str] = {}
        for place, wording, ended in self._connection.execute("SELECT place, wording, ended FROM span"):
            if place in places:
                day = days[bisect_left(days, ended) - 1]
                last[place, wording] = max(day, last.get((place, wording), ""))
        query = "SELECT place, wording, effective FROM excerpt JOIN edition ON edition.id = excerpt.edition"
        for place, wording, day in self._connection.execute(query):
            if place in places:
                last[place, wording] = max(day, last.get((place, wording), ""))
        found = []
        for (place, wording), day in last.items():
            _, kind, label, key = places[place]
            found.append(PlaceRow(place, wording, kind, label, key, day))
        return _in_order(found)

    def labels(self, kind: PlaceKind, prefix: str = "") -> tuple[str, ...]:
        """The numbers or headwords that the view has, in order, without their texts.

        Args:
            kind: which of them.
            beginning: how the sort key begins: a chapter's number for what stands in it.
        """
        rows = self._connection.execute(
            f"""
            SELECT DISTINCT label FROM place
            WHERE lang = :lang AND kind = :kind AND sort_key BETWEEN :low AND :high AND EXISTS ({_IN_VIEW})
            ORDER BY sort_key
            """,
            {**self._when, "kind": kind, "low": prefix, "high": prefix + _AFTER_ALL},
        )
        return tuple(str(label) for (label,) in rows)

    def headings(self, numbers: Iterable[RuleNumber] | None = None) -> dict[str, str]:
        """By number, the headings of chapters, sections and rules; the other texts aren't read.

        Args:
            numbers: the numbers to look at; all for None.
        """
        few = "" if numbers is None else "AND label IN (SELECT value FROM json_each(:labels))"
        labels = json_array(map(str, numbers or ()))
        rows = self._connection.execute(
            f"""
            SELECT label, text, lossy, first AS day FROM place JOIN span ON span.place = place.id
            JOIN wording ON wording.id = span.wording
            JOIN edition ON edition.lang = place.lang AND edition.effective = :base AND edition.partial = 0
            WHERE place.lang = :lang AND kind = 'rule' AND {carried_on(":base")} AND length(text) <= 80 {few}
            UNION ALL
            SELECT label, text, lossy, effective FROM place JOIN excerpt ON excerpt.place = place.id
            JOIN wording ON wording.id = excerpt.wording JOIN edition ON edition.id = excerpt.edition
            WHERE place.lang = :lang AND kind = 'rule' AND {EXCERPT_IS_YOUNGER} AND length(text) <= 80 {few}
            ORDER BY lossy DESC, day
            """,
            {**self._when, "labels": labels},
        )
        return {label: title for label, text, *_rest in rows if (title := heading(RuleNumber.parse(label), text))}

    def edition_days(self) -> tuple[date, ...]:
        """The days from which editions in this language hold, excerpts included."""
        query = "SELECT DISTINCT effective FROM edition WHERE lang = ? ORDER BY effective"
        return tuple(date.fromisoformat(day) for (day,) in self._connection.execute(query, (self.lang,)))

    def existing_numbers(self, numbers: Iterable[RuleNumber]) -> frozenset[RuleNumber]:
        """Those of the numbers that the view has, by themselves or through something below them."""
        return frozenset(number for number in set(numbers) if self._known(number))

    def _known(self, number: RuleNumber) -> bool:
        row = self._connection.execute(
            f"""
            SELECT 1 FROM place
            WHERE lang = :lang AND kind = 'rule' AND sort_key BETWEEN :low AND :high AND EXISTS ({_IN_VIEW}) LIMIT 1
            """,
            {**self._when, "low": number.sort_key, "high": number.sort_key + _AFTER_ALL},
        ).fetchone()
        return row is not None

    @property
    def _when(self) -> dict[str, str]:
        """What queries ask with: the language, the day, and the edition in force."""
        base = self.base.isoformat() if self.base else ""
        return {"lang": self.lang, "day": self.as_of.isoformat(), "base": base}

    def _rows(self, kind: PlaceKind, low: str, high: str) -> list[_Row]:
        """The places between two sort keys, each with the wording that it has on this day."""
        best: dict[int, _Row] = {}
        for row in self._every_row(kind, low, high):
            if row.place not in best or row.worth > best[row.place].worth:
                best[row.place] = row
        return list(best.values())

    def _every_row(self, kind: PlaceKind, low: str, high: str) -> list[_Row]:
        """The places between two sort keys, each with all wordings that hold on this day."""
        found = self._connection.execute(
            f"""
            SELECT place.id, span.wording, span.printed, :base, NULL, 0, edition.lossy, 0,
                place.label, wording.lang, wording.text, place.sort_key, place.nth, wording.hash
            FROM place
            JOIN span ON span.place = place.id AND {carried_on(":base")}
            JOIN edition ON edition.lang = place.lang AND edition.effective = :base AND edition.partial = 0
            JOIN wording ON wording.id = span.wording
            WHERE place.lang = :lang AND place.kind = :kind AND place.sort_key BETWEEN :low AND :high
            UNION ALL
            SELECT place.id, excerpt.wording, excerpt.printed, edition.effective, edition.until, 1, edition.lossy,
                {IS_FINISHED_TRANSLATION},
                place.label, wording.lang, wording.text, place.sort_key, place.nth, wording.hash
            FROM place
            JOIN excerpt ON excerpt.place = place.id
            JOIN edition ON edition.id = excerpt.edition
            JOIN source ON source.id = edition.source
            JOIN wording ON wording.id = excerpt.wording
            WHERE place.lang = :lang AND place.kind = :kind AND place.sort_key BETWEEN :low AND :high
                AND {EXCERPT_IN_FORCE}
            -- Last by what is said, so that no answer depends on which of two equals came in first.
            ORDER BY 12, 13, 9, 14, 3
            """,
            {**self._when, "kind": kind, "low": low, "high": high},
        )
        rows = []
        for place, wording, printed, edition, until, partial, lossy, finished, label, lang, text, *_rest in found:
            kinds = bool(partial), bool(lossy), bool(finished)
            rows.append(_Row(place, wording, printed, edition, until, *kinds, label, lang, text))
        return rows

    def _references(self, rows: Sequence[_Row]) -> dict[int, tuple[StoredReference, ...]]:
        query = """
            SELECT wording, text, target, target_end, start, "end", example, term FROM reference
            WHERE wording IN (SELECT value FROM json_each(?)) ORDER BY wording, place
            """
        found = self._connection.execute(query, (json_array(row.wording for row in rows),)).fetchall()
        targets = {number: RuleNumber.parse(number) for row in found for number in row[2:4] if number is not None}
        known = self.existing_numbers(targets.values())
        references: dict[int, tuple[StoredReference, ...]] = {}
        for wording, text, target, target_end, start, end, example, term in found:
            if term:
                entries = self._headwords.lookup(term)
                reference = StoredReference(text, "glossary", term, entries, bool(entries), start, end, example)
            else:
                label = f"{target}-{target_end}" if target_end else target
                resolved = targets[target] in known and (target_end is None or targets[target_end] in known)
                reference = StoredReference(text, "rule", label, (), resolved, start, end, example)
            references[wording] = (*references.get(wording, ()), reference)
        return references

    @cached_property
    def _headwords(self) -> HeadwordIndex:
        from kb.text.reference_resolver import HeadwordIndex

        return HeadwordIndex(
            GlossaryEntry(row.label, row.text, row.lang) for row in self._rows("glossary", "", _AFTER_ALL)
        )

    def _warnings(self, row: _Row) -> tuple[Finding, ...]:
        warnings = []
        if row.lossy:
            warnings.append(
                Finding(
                    "lossy",
                    _(
                        "the only text known is from a page of {day} that has lost its quotation marks and apostrophes",
                        day=row.edition,
                    ),
                    row.label,
                )
            )
        if row.lang != self.lang:
            warnings.append(
                Finding(
                    "untranslated",
                    _(
                        "{label} stands in {other} in the {language} edition",
                        label=row.label,
                        other=_(LANGUAGE_NAMES[row.lang]),
                        language=_(LANGUAGE_NAMES[self.lang]),
                    ),
                    row.label,
                )
            )
        if row.until is not None and row.until < self.as_of.isoformat():
            warnings.append(
                Finding(
                    "outside-window",
                    _(
                        "{edition} is an excerpt, known to match the rules only until {until}",
                        edition=f"{self.lang} {row.edition}",
                        until=row.until,
                    ),
                    row.label,
                )
            )
        return tuple(warnings)


def _worth(
    edition: str, until: str | None, *, partial: bool, lossy: bool, finished: bool
) -> tuple[bool, str, bool, bool, str]:
    """Which of several texts of a place is read: the one worth most.

    Clean before lossy, then the youngest; of one day a finished translation, a whole edition, an excerpt. Of two
    excerpts of one day, the one that is known to hold longer.
    """
    return not lossy, edition, finished, not partial, until or _AFTER_ALL


def _in_order(found: Iterable[PlaceRow]) -> list[PlaceRow]:
    """Rules first, each kind in order."""
    return sorted(sorted(found, key=itemgetter(4, 0, 1)), key=itemgetter(2), reverse=True)
