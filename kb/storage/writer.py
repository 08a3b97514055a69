"""Writing editions into the tables of the store, within one transaction.

A whole edition is inserted between the whole editions before and after it. If a place keeps its wording, its span
stays. Otherwise a span ends, begins or is split. Removing the edition reverts these changes. Excerpts have no spans.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from kb.i18n import serialize_message
from kb.languages import Lang
from kb.model import Edition, GlossaryEntry, Reference, Rule
from kb.storage.headword_order import headword_sort_key, sort_headwords_again
from kb.storage.in_force import IS_FINISHED_TRANSLATION, NOT_ENDED, carried_on
from kb.storage.link_writer import LinkWriter, PlaceWording, Series
from kb.storage.print_order import find_displaced
from kb.storage.translation_writer import TranslationWriter
from kb.storage.wording_content import WordingContent, content_hash, content_reader
from kb.storage.write_cache import SpanRows, WriteCache
from kb.text import reference_parser
from kb.text.document_references import find_references_in

if TYPE_CHECKING:
    from kb.documents import Doc

# The prefix of a language's key in `meta`. The value is the range of days whose excerpts need new links.
_UNLINKED = "loose excerpts "


class Writer:
    """A writer for one transaction, made by `Store.transaction`. `changed` is True if the contents have changed."""

    def __init__(self, connection: sqlite3.Connection, cache: WriteCache) -> None:
        self._connection, self._execute = connection, connection.execute
        self._cache = cache
        self._links = LinkWriter(connection, cache.rule_numbers)
        self._translations = TranslationWriter(connection)
        self.changed = False

    def add_edition(self, edition: Edition) -> int:
        """Add an edition or an excerpt, and return its id.

        The caller first removes a whole edition of the same document, language and day. Several excerpts may have one
        day.
        """
        self.changed = True
        series = (edition.doc, edition.lang)
        source = self._source(edition)
        printed, usual = self._printed(edition)
        numbers = {self._cache.label_and_sort_key(rule.number)[0] for rule in edition.rules}
        cited, dangling = self._reference_counts(
            edition.doc, numbers, (wording for _, wording, _ in printed), partial=edition.partial
        )
        counts, until = edition.counts, edition.until and edition.until.isoformat()
        day = edition.effective.isoformat()
        edition_id = self._insert(
            'edition (lang, effective, until, partial, lossy, source, sections, rules, subrules, examples, glossary, '
            '"references", dangling, doc)',
            (
                edition.lang, day, until, edition.partial, edition.lossy, source, counts.sections, counts.rules,
                counts.subrules, counts.examples, counts.glossary, cited, dangling, edition.doc,
            ),
        )  # fmt: skip
        messages = ((f.code, str(f.message), f.where, f.text, serialize_message(f.message)) for f in edition.findings)
        self._insert_list("finding", edition_id, messages)
        self._insert_list("part", edition_id, [(part.kind, self._passage(part.text)) for part in edition.parts])
        lists = ((row.table, row.name, json.dumps(row.items, ensure_ascii=False)) for row in edition.lists)
        self._insert_list("type_list", edition_id, lists)
        self._insert_list("displaced", edition_id, find_displaced([place for place, _, _ in printed], usual))
        if edition.partial:
            self._connection.executemany(
                "INSERT INTO excerpt VALUES (?, ?, ?, ?)", [(*row, edition_id) for row in printed]
            )
            places = (place for place, _, _ in printed[len(edition.rules) :])
            self._translations.add_counterparts(edition_id, list(zip(places, edition.glossary, strict=True)))
            self._translations.select(series, day)
        else:
            self._insert_edition(series, day, printed, edition_id)
        self._mark_unlinked(series, day)
        return edition_id

    def _insert(self, into: str, values: Sequence[object]) -> int:
        """Insert a row into a table and return its id."""
        marks = ", ".join("?" * len(values))
        return self._execute(f"INSERT INTO {into} VALUES ({marks})", values).lastrowid or 0

    def _insert_list(self, table: str, owner: int, rows: Iterable[tuple[object, ...]]) -> None:
        """Insert rows that belong to an edition or a wording. The first two columns are `owner` and the row's index."""
        numbered = [(owner, at, *row) for at, row in enumerate(rows)]
        if numbered:
            marks = ", ".join("?" * len(numbered[0]))
            self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", numbered)

    def remove_document(self, sha256: str, lang: Lang | None = None, effective: date | None = None) -> None:
        """Remove a document's editions: only those in the language `lang` and of the day `effective`, if given."""
        query = """
            SELECT edition.id FROM edition JOIN source ON source.id = edition.source
            WHERE sha256 = ? AND lang = coalesce(?, lang) AND effective = coalesce(?, effective)
            """
        day = effective and effective.isoformat()
        for (edition_id,) in self._execute(query, (sha256, lang, day)).fetchall():
            self.remove_edition(edition_id)

    def remove_earlier_excerpts(self, edition: Edition) -> tuple[str, ...]:
        """Remove the day's excerpts from earlier states of the edition's file or page. Return the documents' names."""
        found = self._execute(
            f"""
            SELECT edition.id, source.name FROM edition JOIN source ON source.id = edition.source
            WHERE partial = 1 AND doc = ? AND lang = ? AND effective = ? AND location <> '' AND location = ?
                AND sha256 <> ? AND NOT {IS_FINISHED_TRANSLATION}
            ORDER BY edition.id
            """,
            (
                edition.doc,
                edition.lang,
                edition.effective.isoformat(),
                edition.source.location,
                edition.source.sha256,
            ),
        ).fetchall()
        for edition_id, _name in found:
            self.remove_edition(edition_id)
        return tuple(dict.fromkeys(name for _id, name in found))

    def remove_whole_edition(self, lang: Lang, effective: date, doc: Doc = "cr") -> None:
        """Remove a document's whole edition of a language and day, if there is one."""
        query = "SELECT id FROM edition WHERE partial = 0 AND doc = ? AND lang = ? AND effective = ?"
        for (edition_id,) in self._execute(query, (doc, lang, effective.isoformat())).fetchall():
            self.remove_edition(edition_id)

    def remove_edition(self, edition_id: int) -> None:
        """Remove an edition or an excerpt."""
        self.changed = True
        query = "SELECT doc, lang, effective, partial FROM edition WHERE id = ?"
        doc, lang, effective, partial = self._execute(query, (edition_id,)).fetchone()
        series = (doc, lang)
        if not partial:
            self._revert_edition(series, effective)
        self._execute("DELETE FROM edition WHERE id = ?", (edition_id,))
        if partial:
            self._translations.select(series, effective)
        self._mark_unlinked(series, effective)
        self._execute("DELETE FROM source WHERE id NOT IN (SELECT source FROM edition)")

    def _insert_edition(self, series: Series, day: str, printed: Sequence[PlaceWording], edition: int) -> None:
        """Insert a whole edition among the spans, and link it with the editions before and after it."""
        before, after = self._neighbours(series, day)
        carried = self._spans_on(series, before)
        following = self._spans_on(series, after)
        now = set(printed)
        for row, (span, _, ended) in carried.items():
            if row not in now:
                self._execute("UPDATE span SET ended = ? WHERE rowid = ?", (day, span))
                if ended > after:
                    self._insert("span", (*row, after, ended))
        woven: SpanRows = {}
        for row in printed:
            here = carried.get(row)
            if here is None:
                later = following.get(row)
                if later is not None and later[1] == after:
                    self._execute("UPDATE span SET first = ? WHERE rowid = ?", (day, later[0]))
                    here = (later[0], day, later[2])
                else:
                    here = (self._insert("span", (*row, day, after)), day, after)
            woven[row] = here
        self._cache.spans[series] = day, woven
        self._links.relink_edition(edition, carried, printed)
        if following:
            self._links.relink_edition(self._whole(series, after), printed, following)

    def _revert_edition(self, series: Series, day: str) -> None:
        """Change the spans as if the edition of a day had never been added: the inverse of `_insert_edition`."""
        before, after = self._neighbours(series, day)
        self._cache.spans.pop(series, None)
        for span, first, ended in self._spans_on(series, day).values():
            if first == day and ended == after:
                self._execute("DELETE FROM span WHERE rowid = ?", (span,))
            elif first == day:
                self._execute("UPDATE span SET first = ? WHERE rowid = ?", (after, span))
        following = self._spans_on(series, after)
        for row, (span, _, ended) in self._spans_on(series, before).items():
            if ended == day:
                again = following.get(row)
                if again is not None:
                    self._execute("DELETE FROM span WHERE rowid = ?", (again[0],))
                self._execute("UPDATE span SET ended = ? WHERE rowid = ?", (again[2] if again else after, span))
        if following:
            self._links.relink_edition(self._whole(series, after), self._spans_on(series, before), following)

    def _whole(self, series: Series, day: str) -> int:
        """Return the id of the whole edition of a day."""
        query = "SELECT id FROM edition WHERE partial = 0 AND doc = ? AND lang = ? AND effective = ?"
        return int(self._execute(query, (*series, day)).fetchone()[0])

    def _mark_unlinked(self, series: Series, day: str) -> None:
        """Note in `meta` that the excerpts around the edition of a day need new links."""
        before, after = self._neighbours(series, day)
        key = f"{_UNLINKED}{' '.join(series)}"
        first, last = day if before else "", after
        for noted in self._execute("SELECT value FROM meta WHERE key = ?", (key,)):
            earlier, later = noted[0].split(" to ")
            first, last = min(first, earlier), max(last, later)
        self._execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, f"{first} to {last}"))

    def link_excerpts(self) -> None:
        """Relink the excerpts noted in `meta`. Call this after the last edition, since each may affect all excerpts."""
        query = "SELECT key, value FROM meta WHERE key LIKE ? || '%'"
        for key, days in self._execute(query, (_UNLINKED,)).fetchall():
            first, before = days.split(" to ")
            doc, lang = key.removeprefix(_UNLINKED).split()
            self._links.relink_excerpts((doc, lang), first, before)
            self._execute("DELETE FROM meta WHERE key = ?", (key,))
            self.changed = True

    def _neighbours(self, series: Series, day: str) -> tuple[str | None, str]:
        """Return the days of the previous whole edition (or None) and of the next whole edition (or `NOT_ENDED`)."""
        query = "SELECT {}(effective) FROM edition WHERE partial = 0 AND doc = ? AND lang = ? AND effective {} ?"
        before = self._execute(query.format("max", "<"), (*series, day)).fetchone()[0]
        after = self._execute(query.format("min", ">"), (*series, day)).fetchone()[0]
        return before, after or NOT_ENDED

    def _spans_on(self, series: Series, day: str | None) -> SpanRows:
        """Return the spans of the whole edition of a day."""
        if day is None or day == NOT_ENDED:
            return {}
        known, spans = self._cache.spans.get(series, ("", {}))
        if known == day:
            return spans
        rows = self._execute(
            f"""
            SELECT place, wording, printed, span.rowid, first, ended FROM span JOIN place ON place.id = place
            WHERE {carried_on(":day")} AND doc = :doc AND lang = :lang
            """,
            {"day": day, "doc": series[0], "lang": series[1]},
        )
        return {row[:3]: row[3:] for row in rows}

    def _source(self, edition: Edition) -> int:
        source = edition.source
        row = self._execute("SELECT id FROM source WHERE sha256 = ?", (source.sha256,)).fetchone()
        if row is not None:
            return int(row[0])
        return self._insert(
            "source (name, sha256, size, format, encoding, title, site, fetched, holds, location)",
            (
                source.name, source.sha256, source.size, source.format, source.encoding, source.title, source.site,
                source.fetched, " ".join(source.languages), source.location,
            ),
        )  # fmt: skip

    def _printed(self, edition: Edition) -> tuple[list[PlaceWording], list[int]]:
        """Return an edition's rows in the printed order, and its places: rules by number, then headwords by name."""
        seen: dict[tuple[str, str], set[int]] = {}
        content_of = content_reader(edition)
        rows: list[PlaceWording] = []
        keys: list[tuple[bool, str, int, int]] = []
        items: tuple[Rule | GlossaryEntry, ...] = (*edition.rules, *edition.glossary)
        for item in items:
            if isinstance(item, Rule):
                kind, printed = "rule", item.printed_number
                label, key = self._cache.label_and_sort_key(item.number)
            else:
                kind, label, key, printed = "glossary", item.term, headword_sort_key(item.term), ""
            taken = seen.setdefault((kind, label), set())
            nth = len(taken) + 1
            if isinstance(item, GlossaryEntry) and item.translates:
                nth = self._translations.place_count(
                    (edition.doc, edition.lang), edition.effective.isoformat(), item, taken
                )
            taken.add(nth)
            name = (edition.doc, edition.lang, kind, label, nth)
            place = self._cache.places.get(name)
            if place is None:
                place = self._cache.places[name] = self._place(*name, key)
            content = content_of(item)
            wording = self._cache.wordings.get(content)
            if wording is None:
                found = find_references_in(item, edition.doc)
                wording = self._cache.wordings[content] = self._wording(content, found)
            rows.append((place, wording, printed))
            keys.append((kind == "glossary", key, nth, place))
        return rows, [place for _, _, _, place in sorted(keys)]

    def _place(self, doc: str, lang: str, kind: str, label: str, nth: int, sort_key: str) -> int:
        query = "SELECT id FROM place WHERE doc = ? AND lang = ? AND kind = ? AND label = ? AND nth = ?"
        row = self._execute(query, (doc, lang, kind, label, nth)).fetchone()
        if row is not None:
            return int(row[0])
        return self._insert("place (doc, lang, kind, label, nth, sort_key)", (doc, lang, kind, label, nth, sort_key))

    def _wording(self, content: WordingContent, references: Iterable[Reference]) -> int:
        """Return the id of a wording. A new wording is stored with its examples and references."""
        lang, text, examples, _apart = content
        digest = content_hash(content)
        row = self._execute("SELECT id FROM wording WHERE hash = ?", (digest,)).fetchone()
        if row is not None:
            return int(row[0])
        wording = self._insert("wording (hash, lang, text)", (digest, lang, text))
        self._insert_list("example", wording, ((e.after, e.marker, e.text) for e in examples))
        self._add_references(wording, references)
        return wording

    def _add_references(self, wording: int, found: Iterable[Reference]) -> None:
        rows = [
            (
                each.example, each.start, each.end, each.text, each.target and str(each.target),
                each.target_end and str(each.target_end), each.title, each.term, each.doc,
            )
            for each in found
        ]  # fmt: skip
        self._insert_list("reference", wording, rows)
        self._cache.cited_labels[wording] = tuple((row[8], end) for row in rows for end in row[4:6] if end)

    def _passage(self, text: str) -> int:
        digest = hashlib.sha256(text.encode()).digest()
        self._execute("INSERT OR IGNORE INTO passage (hash, text) VALUES (?, ?)", (digest, text))
        return int(self._execute("SELECT id FROM passage WHERE hash = ?", (digest,)).fetchone()[0])

    def _reference_counts(
        self, doc: str, numbers: set[str], wordings: Iterable[int], *, partial: bool
    ) -> tuple[int, int | None]:
        """Count the numbers that an edition cites (two for a range), and those that it lacks (None for an excerpt)."""
        cited = [each for wording in wordings for each in self._cited(wording)]
        return len(cited), None if partial else sum(to == doc and label not in numbers for to, label in cited)

    def _cited(self, wording: int) -> tuple[tuple[str, str], ...]:
        """Return each number that a wording cites, with its document. If cited twice, it is returned twice."""
        if (numbers := self._cache.cited_labels.get(wording)) is None:
            rows = self._execute("SELECT doc, target, target_end FROM reference WHERE wording = ?", (wording,))
            numbers = tuple((doc, end) for doc, *ends in rows for end in ends if end)
            self._cache.cited_labels[wording] = numbers
        return numbers

    def rebuild_links(self) -> None:
        """Link all editions again: each whole edition with the whole edition before it, then the excerpts."""
        whole = "SELECT id, effective, doc, lang FROM edition WHERE partial = 0 ORDER BY doc, lang, effective"
        for series, days in groupby(self._execute(whole).fetchall(), itemgetter(2, 3)):
            before: Iterable[PlaceWording] = ()
            for edition, day, *_series in days:
                now = self._spans_on(series, day)
                self._links.relink_edition(edition, before, now)
                before = now
        for series in self._execute("SELECT DISTINCT doc, lang FROM edition").fetchall():
            self._links.relink_excerpts(series, "", NOT_ENDED)

    def sort_headwords_again(self) -> None:
        """Give all headwords the sort keys of the present schema."""
        sort_headwords_again(self._connection)

    def rebuild_references(self) -> None:
        """Parse the references of every wording again, and count the references of every edition."""
        self._execute("DELETE FROM reference")
        self._cache.cited_labels.clear()
        texts = self._execute(
            "SELECT id, NULL, text FROM wording UNION ALL SELECT wording, place, text FROM example ORDER BY 1, 2"
        ).fetchall()
        for wording, rows in groupby(texts, itemgetter(0)):
            self._add_references(
                wording,
                (found for _, example, text in rows for found in reference_parser.find_references(text, example)),
            )
        query = f"""
            SELECT kind, label, wording FROM place JOIN excerpt ON excerpt.place = place.id
            WHERE :partial AND excerpt.edition = :id
            UNION ALL
            SELECT kind, label, wording FROM place JOIN span ON span.place = place.id
            WHERE NOT :partial AND place.doc = :doc AND place.lang = :lang AND {carried_on(":day")}
            """
        for edition in self._execute("SELECT id, doc, lang, effective, partial FROM edition").fetchall():
            values = dict(zip(("id", "doc", "lang", "day", "partial"), edition, strict=True))
            printed = self._execute(query, values).fetchall()
            labels = {label for kind, label, _ in printed if kind == "rule"}
            counts = self._reference_counts(edition[1], labels, (row[2] for row in printed), partial=bool(edition[4]))
            self._execute('UPDATE edition SET "references" = ?, dangling = ? WHERE id = ?', (*counts, edition[0]))
