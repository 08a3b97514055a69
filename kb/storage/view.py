"""The rules in one language as they read on a day. All code that reads the rules of a day uses `View`.

On a given day, the newest whole edition up to that day is in force. Younger excerpts override the texts of some of its
rules. So does a finished translation of the same day as this edition. Older excerpts are ignored. A lossy text (its
source has lost the quotation marks and apostrophes) is used only if its place has no clean text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from itertools import starmap
from typing import TYPE_CHECKING

from kb.i18n import LANGUAGE_NAMES, _
from kb.languages import Lang
from kb.rule_number import RuleNumber, as_rule_number
from kb.rule_text import heading
from kb.storage import view_rows
from kb.storage.in_force import EXCERPT_IN_FORCE, EXCERPT_IS_YOUNGER, carried_on
from kb.storage.store import Store
from kb.storage.view_rows import AFTER_ALL, AsOf, PlaceKind, PlaceRow, TextRow
from kb.storage.wordings import json_array, read_examples

if TYPE_CHECKING:
    from kb.documents import Doc, Number, Range
    from kb.model import Finding, GlossaryEntry, PartKind, Rule
    from kb.storage.view_items import Item, StoredReference, ViewItem
    from kb.text.reference_resolver import HeadwordIndex

# A subquery that has rows if a place has a text in the whole edition in force or in an excerpt in force.
_IN_VIEW = f"""
    SELECT 1 FROM span WHERE span.place = place.id AND {carried_on(":base")}
    UNION ALL
    SELECT 1 FROM excerpt JOIN edition ON edition.id = excerpt.edition JOIN source ON source.id = edition.source
    WHERE excerpt.place = place.id AND {EXCERPT_IN_FORCE}
    """


STALE_AFTER = 120
"""After so many days, an edition has probably been replaced: from 2025-02 to 2026-02 they came 42 to 105 days apart."""


class View:
    """The rules in one language on one day, or another document: the one that the store reads (`Store.doc`).

    `base` is the effective date of the whole edition in force, or None if only excerpts are known.
    """

    def __init__(self, store: Store, lang: Lang, as_of: date) -> None:
        self._store = store
        self.doc: Doc = store.doc
        self.lang, self.as_of = lang, as_of
        row = store.connection.execute(
            """
            SELECT id, effective FROM edition
            WHERE partial = 0 AND doc = ? AND lang = ? AND effective <= ? ORDER BY effective DESC LIMIT 1
            """,
            (store.doc, lang, as_of.isoformat()),
        ).fetchone()
        self._base_id: int | None = row[0] if row else None
        self.base: date | None = date.fromisoformat(row[1]) if row else None
        self._as_of: AsOf = {
            "doc": store.doc, "lang": lang, "day": as_of.isoformat(), "base": row[1] if row else "",
        }  # fmt: skip

    @property
    def last_edition_day(self) -> str:
        """The effective date of the newest edition or excerpt in force. Views with the same day have the same rules."""
        query = "SELECT max(effective) FROM edition WHERE doc = :doc AND lang = :lang AND effective <= :day"
        (newest,) = self._store.connection.execute(query, self._as_of).fetchone()
        return newest or ""

    def days_behind(self, today: date) -> int:
        """Return the age in days of the edition in force if it has probably been replaced, or 0.

        Return 0 for the view of an earlier day than today: whoever asks for it wants the edition of that day. Only
        English editions of the Comprehensive Rules are republished with every set.
        """
        if self.lang != "en" or self.doc != "cr" or self.base is None or self.as_of < today:
            return 0
        age = (today - self.base).days
        return age if age > STALE_AFTER else 0

    def rests_on_newest(self, today: date) -> bool:
        """True if other rules may apply on the view's day than those of the newest edition known, which are shown.

        It is a day after today, or a past day that is so long after this edition that it has probably been replaced.
        For today itself, see `days_behind`.
        """
        if self.base is None or self.as_of == today:
            return False
        if self.as_of > today:
            return True
        is_long_after = self.lang == "en" and self.doc == "cr" and (self.as_of - self.base).days > STALE_AFTER
        return is_long_after and self.base == max(self.edition_days())

    def on_day(self, day: date) -> View:
        """Return the view of another day."""
        return View(self._store, self.lang, day)

    def rules(self, numbers: Range | None = None) -> tuple[ViewItem[Rule], ...]:
        """Return the rules of a range and all rules below them, in order. For None, return all rules.

        A single number counts as a range: 306 gives the section, its rules and their subrules.
        """
        low, high = "", AFTER_ALL
        if numbers is not None:
            low, high = numbers.first.sort_key, numbers.last.sort_key + AFTER_ALL
        found = self._rules(self._rows("rule", low, high))
        # The names of titled paragraphs don't tell their order.
        return found if self.doc == "cr" else self._as_printed(found)

    def rule(self, number: Number) -> ViewItem[Rule] | None:
        """Return one rule without the rules below it, or None if the view doesn't have it."""
        rows = self._rows("rule", number.sort_key, number.sort_key)
        return next((found for found in self._rules(rows) if found.item.number == number), None)

    def rules_numbered(self, numbers: Iterable[Number]) -> tuple[ViewItem[Rule], ...]:
        """Return the rules with these numbers, in order, without the rules below them."""
        rows = view_rows.text_rows(self._store, self._as_of, "rule", "", AFTER_ALL, map(str, numbers))
        return self._rules(view_rows.highest_ranked(rows))

    def describe_absence(self, numbers: Range | Number) -> str:
        """Return the message that the rules, or if there are only excerpts, the knowledge base, lack a number."""
        if self.doc != "cr":
            return self._describe_absence_in_book(numbers)
        values = {"number": numbers, "lang": self.lang, "day": self.as_of}
        if self.base is None:
            return _("{number} isn't in the knowledge base in {lang} as of {day}", **values)
        return _("{number} isn't in the rules in {lang} as of {day}", **values)

    def _describe_absence_in_book(self, numbers: Range | Number) -> str:
        from kb.storage.book_absence import describe_missing_book, describe_missing_place

        if self.base is None:
            return describe_missing_book(self._store, self.doc, self.as_of)
        known = [each.item.number for each in self.rules()]
        return describe_missing_place(self.doc, self.as_of, numbers, known)

    def all_wordings(self) -> tuple[ViewItem[Rule], ...]:
        """Return all wordings of rules that are in force. A number may have several wordings if excerpts have it."""
        return self._rules(view_rows.text_rows(self._store, self._as_of, "rule", "", AFTER_ALL))

    def citing_rules(self) -> tuple[ViewItem[Rule], ...]:
        """Return the rules that cite a number, and some others, without references to the glossary.

        This is twice as fast as reading all rules.
        """
        rows = view_rows.text_rows(self._store, self._as_of, "rule", "", AFTER_ALL, citing=True)
        return self._rules(view_rows.highest_ranked(rows), with_terms=False)

    def citing_entries(self) -> tuple[ViewItem[GlossaryEntry], ...]:
        """Return the glossary entries that cite a number, without references to other entries."""
        rows = view_rows.without_replaced(self._rows("glossary", "", AFTER_ALL))
        citing = self._store.connection.execute("SELECT DISTINCT wording FROM reference WHERE target IS NOT NULL")
        wordings = {wording for (wording,) in citing}
        return self._entries([row for row in rows if row.wording in wordings], with_terms=False)

    def rule_texts(self) -> Iterator[tuple[Number, str]]:
        """Yield the number and the text of each rule in order, without reading examples and references."""
        for row in self._rows("rule", "", AFTER_ALL):
            yield self._store.parse_number(row.label), row.text

    def rules_by_number(self) -> dict[RuleNumber, Rule]:
        """Return all rules without examples and references, read with one query."""
        from kb.model import Rule

        found: dict[RuleNumber, Rule] = {}
        for row in self._rows("rule", "", AFTER_ALL):
            number = as_rule_number(self._store.parse_number(row.label))
            found.setdefault(number, Rule(number, row.text, text_lang=row.lang, printed_number=row.printed))
        return found

    def glossary(self) -> tuple[ViewItem[GlossaryEntry], ...]:
        """Return all glossary entries."""
        rows = view_rows.without_replaced(self._rows("glossary", "", AFTER_ALL))
        return self._entries(rows)

    def all_entries(self) -> tuple[ViewItem[GlossaryEntry], ...]:
        """Return all wordings of headwords that are in force, also those that a finished translation has replaced."""
        return self._entries(view_rows.text_rows(self._store, self._as_of, "glossary", "", AFTER_ALL))

    def _entries(self, rows: Sequence[TextRow], *, with_terms: bool = True) -> tuple[ViewItem[GlossaryEntry], ...]:
        from kb.model import GlossaryEntry

        references = self._references(rows, with_terms=with_terms)
        return tuple(
            self._item(
                row,
                GlossaryEntry(row.label, row.text, row.lang, translates=row.headword, replaces=row.replaces),
                references,
            )
            for row in rows
        )

    def _rows(self, kind: PlaceKind, low: str, high: str) -> list[TextRow]:
        return view_rows.highest_ranked(view_rows.text_rows(self._store, self._as_of, kind, low, high))

    def _rules(self, rows: Sequence[TextRow], *, with_terms: bool = True) -> tuple[ViewItem[Rule], ...]:
        from kb.model import Rule

        examples = read_examples(self._store, (row.wording for row in rows))
        references, parse = self._references(rows, with_terms=with_terms), self._store.parse_number
        return tuple(
            self._item(
                row,
                Rule(parse(row.label), row.text, examples.get(row.wording, ()), row.lang, row.printed),
                references,
            )
            for row in rows
        )

    def _item(self, row: TextRow, item: Item, references: dict[int, tuple[StoredReference, ...]]) -> ViewItem[Item]:
        from kb.storage.view_items import ViewItem

        return ViewItem(
            item,
            self.lang,
            date.fromisoformat(row.edition),
            row.place,
            row.wording,
            references.get(row.wording, ()),
            self._warnings(row),
            row.source,
            row.partial,
            row.finished,
            self.doc,
        )

    def part(self, kind: PartKind) -> str:
        """Return a passage outside the rules, such as the credits, from the whole edition in force, or "" for none."""
        query = "SELECT text FROM part JOIN passage ON passage.id = part.passage WHERE kind = ? AND part.edition = ?"
        row = self._store.connection.execute(query, (kind, self._base_id)).fetchone()
        return str(row[0]) if row else ""

    def printed_rules(self) -> tuple[ViewItem[Rule], ...]:
        """Return all rules in the order in which the whole edition in force prints them."""
        return self._as_printed(self.rules())

    def printed_glossary(self) -> tuple[ViewItem[GlossaryEntry], ...]:
        """Return all headwords in the order in which the whole edition in force prints them."""
        return self._as_printed(self.glossary())

    def _as_printed(self, items: tuple[ViewItem[Item], ...]) -> tuple[ViewItem[Item], ...]:
        from kb.storage.print_order import restore_printed_order

        query = "SELECT place, after FROM displaced WHERE edition = ? ORDER BY ord"
        rows = self._store.connection.execute(query, (self._base_id,)).fetchall()
        here = {item.place: item for item in items}
        # The glossary follows the rules. So if `after` is the last rule, the headword is the first one: None.
        moved = [(place, after if after in here else None) for place, after in rows if place in here]
        return tuple(here[place] for place in restore_printed_order(list(here), moved))

    def place_rows(self) -> list[PlaceRow]:
        """Return every place with the id of its wording, rules first. Reading texts would take ten times as long."""
        return view_rows.place_rows(self._store, self._as_of)

    def place_rows_of_all_editions(self) -> list[PlaceRow]:
        """Return every wording that any place of the language ever had, each with the last edition that has it."""
        return view_rows.place_rows_of_all_editions(self._store, self.lang)

    def labels(self, kind: PlaceKind, prefix: str = "") -> tuple[str, ...]:
        """Return the numbers or headwords of the view whose sort keys begin with a prefix, in order."""
        rows = self._store.connection.execute(
            f"""
            SELECT DISTINCT label FROM place
            WHERE doc = :doc AND lang = :lang AND kind = :kind AND sort_key BETWEEN :low AND :high
                AND EXISTS ({_IN_VIEW})
            ORDER BY sort_key
            """,
            {**self._as_of, "kind": kind, "low": prefix, "high": prefix + AFTER_ALL},
        )
        return tuple(str(label) for (label,) in rows)

    def headings(self, numbers: Iterable[Number] | None = None) -> dict[str, str]:
        """Return a dict from numbers to headings of chapters, sections and rules: all, or only for `numbers`."""
        few = "" if numbers is None else "AND label IN (SELECT value FROM json_each(:labels))"
        # A heading has up to 80 characters. In a policy document, it is the first line of a longer text.
        short = "length(text) <= 80" if self.doc == "cr" else "TRUE"
        rows = self._store.connection.execute(
            f"""
            SELECT label, text, lossy, first AS day FROM place JOIN span ON span.place = place.id
            JOIN wording ON wording.id = span.wording
            JOIN edition ON edition.doc = place.doc AND edition.lang = place.lang AND edition.effective = :base
                AND edition.partial = 0
            WHERE place.doc = :doc AND place.lang = :lang AND kind = 'rule' AND {carried_on(":base")}
                AND {short} {few}
            UNION ALL
            SELECT label, text, lossy, effective FROM place JOIN excerpt ON excerpt.place = place.id
            JOIN wording ON wording.id = excerpt.wording JOIN edition ON edition.id = excerpt.edition
            WHERE place.doc = :doc AND place.lang = :lang AND kind = 'rule' AND {EXCERPT_IS_YOUNGER}
                AND {short} {few}
            ORDER BY lossy DESC, day
            """,
            {**self._as_of, "labels": json_array(map(str, numbers or ()))},
        )
        parse = self._store.parse_number
        return {label: title for label, text, *_rest in rows if (title := heading(parse(label), text))}

    def excerpts_in_force(self) -> tuple[str, ...]:
        """Return the sources of the excerpts in force, for readers (see `kb.storage.source_formats.source_label`)."""
        from kb.storage.source_formats import source_label

        query = f"""
            SELECT DISTINCT source.name, title, format FROM edition JOIN source ON source.id = edition.source
            WHERE doc = :doc AND lang = :lang AND partial = 1 AND {EXCERPT_IN_FORCE} ORDER BY effective, edition.id
            """
        return tuple(starmap(source_label, self._store.connection.execute(query, self._as_of)))

    def edition_days(self) -> tuple[date, ...]:
        """Return the effective dates of all editions in this language, excerpts included."""
        query = "SELECT DISTINCT effective FROM edition WHERE doc = :doc AND lang = :lang ORDER BY effective"
        return tuple(date.fromisoformat(day) for (day,) in self._store.connection.execute(query, self._as_of))

    def existing_numbers(self, numbers: Iterable[Number]) -> frozenset[Number]:
        """Return the numbers that the view has. A number without text counts if the view has a rule below it."""
        query = f"""
            SELECT 1 FROM place
            WHERE doc = :doc AND lang = :lang AND kind = 'rule' AND sort_key BETWEEN :low AND :high
                AND EXISTS ({_IN_VIEW}) LIMIT 1
            """
        ranges = {number: {"low": number.sort_key, "high": number.sort_key + AFTER_ALL} for number in numbers}
        rows = ((each, self._store.connection.execute(query, {**self._as_of, **ends})) for each, ends in ranges.items())
        return frozenset(number for number, found in rows if found.fetchone() is not None)

    def _references(self, rows: Sequence[TextRow], *, with_terms: bool) -> dict[int, tuple[StoredReference, ...]]:
        from kb.storage.view_items import StoredReference

        query = """
            SELECT wording, text, target, target_end, start, "end", example, term, doc FROM reference
            WHERE wording IN (SELECT value FROM json_each(?)) AND (? OR target IS NOT NULL) ORDER BY wording, place
            """
        found = self._store.connection.execute(query, (json_array(row.wording for row in rows), with_terms)).fetchall()
        cited = {(row[8], number) for row in found for number in row[2:4] if number is not None}
        known = {(doc, label) for doc in {doc for doc, _ in cited} for label in self._known_labels(doc, cited)}
        references: dict[int, tuple[StoredReference, ...]] = {}
        for wording, text, target, target_end, start, end, example, term, doc in found:
            if term:
                entries = self._headwords.lookup(term)
                reference = StoredReference(text, "glossary", term, entries, bool(entries), start, end, example)
            else:
                label = f"{target}-{target_end}" if target_end else target
                resolved = (doc, target) in known and (target_end is None or (doc, target_end) in known)
                reference = StoredReference(text, "rule", label, (), resolved, start, end, example, doc)
            references[wording] = (*references.get(wording, ()), reference)
        return references

    def _known_labels(self, doc: Doc, cited: Iterable[tuple[Doc, str]]) -> list[str]:
        """Return those cited numbers of a document that the document has on the view's day."""
        book = self if doc == self.doc else View(self._store.book(doc), self.lang, self.as_of)
        parse = self._store.book(doc).parse_number
        numbers = {parse(label): label for other, label in cited if other == doc}
        return [numbers[number] for number in book.existing_numbers(numbers)]

    @cached_property
    def _headwords(self) -> HeadwordIndex:
        from kb.model import GlossaryEntry
        from kb.text.reference_resolver import HeadwordIndex

        rows = view_rows.without_replaced(self._rows("glossary", "", AFTER_ALL))
        return HeadwordIndex(GlossaryEntry(row.label, row.text, row.lang) for row in rows)

    def _warnings(self, row: TextRow) -> tuple[Finding, ...]:
        from kb.model import Finding

        warnings = []
        if row.lossy:
            message = _(
                "the only text known is from a page of {day} that has lost its quotation marks and apostrophes",
                day=row.edition,
            )
            warnings.append(Finding("lossy", message, row.label))
        if row.lang != self.lang:
            message = _(
                "{label} stands in {other} in the {language} edition",
                label=row.label,
                other=_(LANGUAGE_NAMES[row.lang]),
                language=_(LANGUAGE_NAMES[self.lang]),
            )
            warnings.append(Finding("untranslated", message, row.label))
        if row.until is not None and row.until < self.as_of.isoformat():
            message = _(
                "{edition} is an excerpt, known to match the rules only until {until}",
                edition=f"{self.lang} {row.edition}",
                until=row.until,
            )
            warnings.append(Finding("outside-window", message, row.label))
        return tuple(warnings)
