"""Writing: what one transaction of the store does to its tables.

A whole edition is woven in among the spans of its neighbours: where it agrees with the edition before
it, nothing changes; where it doesn't, a span ends, begins or is split. Taking an edition out undoes
that. An excerpt lies on top.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import itemgetter

from kb.i18n import serialize_message
from kb.languages import Lang
from kb.model import Edition, Example, GlossaryEntry, Reference, Rule
from kb.rule_number import RuleNumber
from kb.storage.in_force import NOT_ENDED, carried_on
from kb.storage.link_writer import LinkWriter, PlaceWording
from kb.storage.print_order import find_displaced
from kb.text import reference_parser

# In `meta`, by language: the days of the excerpts that need new links.
_LOOSE = "loose excerpts "
SpanRows = dict[PlaceWording, tuple[int, str, str]]
"""The spans that an edition prints: (rowid, first, ended) by what they carry."""


@dataclass(slots=True)
class WriteCache:
    """Ids of places and wordings that were looked up, so that the next edition needn't ask again.

    Places and wordings are never deleted, so what is remembered of them stays true; only a transaction that
    is taken back makes it wrong. Spans change: they are as remembered while the store has the same generation.

    Attributes:
        places: by language, kind, label and which of its name it is.
        wordings: by language, text and examples.
        cited: by wording, the labels of the rules, sections and chapters that it cites; both ends of a range.
        numbers: label and sort key of each number.
        numbered: of a rule's place, its number and which under that number it is; None for a headword's.
        spans: by language, the day of the whole edition that was woven in last, and the spans that it prints.
        generation: of the store, when `spans` was as there.
    """

    places: dict[tuple[str, str, str, int], int] = field(default_factory=dict)
    wordings: dict[tuple[str, str, tuple[Example, ...]], int] = field(default_factory=dict)
    cited_labels: dict[int, tuple[str, ...]] = field(default_factory=dict)
    number_labels: dict[RuleNumber, tuple[str, str]] = field(default_factory=dict)
    rule_numbers: dict[int, tuple[RuleNumber, int] | None] = field(default_factory=dict)
    spans: dict[str, tuple[str, SpanRows]] = field(default_factory=dict)
    generation: str = ""

    def label_and_sort_key(self, number: RuleNumber) -> tuple[str, str]:
        """The label and the sort key of a number."""
        known = self.number_labels.get(number)
        if known is None:
            known = self.number_labels[number] = (str(number), number.sort_key)
        return known

    def clear(self) -> None:
        """Remember nothing any more."""
        self.places.clear()
        self.wordings.clear()
        self.cited_labels.clear()
        self.rule_numbers.clear()
        self.spans.clear()

    def drop_outdated_spans(self, generation: str) -> None:
        """Forget the spans if another connection has written since they were so."""
        if generation != self.generation:
            self.spans.clear()


class Writer:
    """What can be written within one transaction; `Store.writing` gives it."""

    def __init__(self, connection: sqlite3.Connection, remembered: WriteCache) -> None:
        self._connection = connection
        self._remembered = remembered
        self._links = LinkWriter(connection, remembered.rule_numbers)
        self.changed = False

    def add_edition(self, edition: Edition) -> int:
        """Add an edition or an excerpt; give its id.

        A whole edition of the same language and day must have been removed before. Excerpts of
        the same day stand side by side.
        """
        self.changed = True
        source = self._source(edition)
        printed, usual = self._printed(edition)
        numbers = {self._remembered.label_and_sort_key(rule.number)[0] for rule in edition.rules}
        cited, dangling = self._count_references(
            numbers, (wording for _, wording, _ in printed), partial=edition.partial
        )
        counts = edition.counts
        cursor = self._connection.execute(
            """
            INSERT INTO edition (lang, effective, until, partial, lossy, source, sections, rules, subrules, examples,
                glossary, "references", dangling) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            (
                edition.lang, edition.effective.isoformat(), edition.until and edition.until.isoformat(),
                edition.partial, edition.lossy, source, counts.sections, counts.rules, counts.subrules,
                counts.examples, counts.glossary, cited, dangling,
            ),
        )  # fmt: skip
        edition_id = cursor.lastrowid
        if edition_id is None:
            raise AssertionError("SQLite gives a row id to every inserted row")
        self._connection.executemany(
            "INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (edition_id, at, f.code, str(f.message), f.where, f.text, serialize_message(f.message))
                for at, f in enumerate(edition.findings)
            ],
        )
        self._connection.executemany(
            "INSERT INTO part VALUES (?, ?, ?, ?)",
            [(edition_id, at, part.kind, self._passage(part.text)) for at, part in enumerate(edition.parts)],
        )
        self._connection.executemany(
            "INSERT INTO type_list VALUES (?, ?, ?, ?, ?)",
            [
                (edition_id, at, row.table, row.name, json.dumps(row.items, ensure_ascii=False))
                for at, row in enumerate(edition.lists)
            ],
        )
        moved = find_displaced([place for place, _, _ in printed], usual)
        self._connection.executemany(
            "INSERT INTO displaced VALUES (?, ?, ?, ?)", [(edition_id, at, *each) for at, each in enumerate(moved)]
        )
        if edition.partial:
            self._connection.executemany(
                "INSERT INTO excerpt VALUES (?, ?, ?, ?)", [(*row, edition_id) for row in printed]
            )
        else:
            self._weave_in(edition.lang, edition.effective.isoformat(), printed, edition_id)
        self._loosen_excerpts(edition.lang, edition.effective.isoformat())
        return edition_id

    def remove_document(self, sha256: str, lang: Lang | None = None) -> None:
        """Take out the editions that came from the document with these bytes: all, or those in one language."""
        query = """
            SELECT edition.id FROM edition JOIN source ON source.id = edition.source
            WHERE sha256 = ? AND lang = coalesce(?, lang)
            """
        for (edition_id,) in self._connection.execute(query, (sha256, lang)).fetchall():
            self.remove_edition(edition_id)

    def remove_whole_edition(self, lang: Lang, effective: date) -> None:
        """Take out the whole edition of a language and day, if there is one."""
        query = "SELECT id FROM edition WHERE partial = 0 AND lang = ? AND effective = ?"
        for (edition_id,) in self._connection.execute(query, (lang, effective.isoformat())).fetchall():
            self.remove_edition(edition_id)

    def remove_edition(self, edition_id: int) -> None:
        """Take out an edition or an excerpt."""
        self.changed = True
        query = "SELECT lang, effective, partial FROM edition WHERE id = ?"
        lang, effective, partial = self._connection.execute(query, (edition_id,)).fetchone()
        if not partial:
            self._weave_out(lang, effective)
        self._connection.execute("DELETE FROM edition WHERE id = ?", (edition_id,))
        self._loosen_excerpts(lang, effective)
        self._connection.execute("DELETE FROM source WHERE id NOT IN (SELECT source FROM edition)")

    def _weave_in(self, lang: str, day: str, printed: Sequence[PlaceWording], edition: int) -> None:
        """Put what a whole edition prints among the spans, and link it with the editions before and after it.

        Nothing is done for what it prints as the edition before did.
        """
        before, after = self._neighbours(lang, day)
        carried = self._spans_at(lang, before)
        following = self._spans_at(lang, after)
        now = set(printed)
        for row, (span, _, ended) in carried.items():
            if row not in now:
                self._connection.execute("UPDATE span SET ended = ? WHERE rowid = ?", (day, span))
                if ended > after:
                    self._connection.execute("INSERT INTO span VALUES (?, ?, ?, ?, ?)", (*row, after, ended))
        woven: SpanRows = {}
        for row in printed:
            here = carried.get(row)
            if here is None:
                later = following.get(row)
                if later is not None and later[1] == after:
                    self._connection.execute("UPDATE span SET first = ? WHERE rowid = ?", (day, later[0]))
                    here = (later[0], day, later[2])
                else:
                    cursor = self._connection.execute("INSERT INTO span VALUES (?, ?, ?, ?, ?)", (*row, day, after))
                    here = (cursor.lastrowid or 0, day, after)
            woven[row] = here
        self._remembered.spans[lang] = day, woven
        self._links.relink_edition(edition, carried, printed)
        if following:
            self._links.relink_edition(self._whole(lang, after), printed, following)

    def _weave_out(self, lang: str, day: str) -> None:
        """The inverse of `_weave_in`: the spans are as if the edition of that day had never been."""
        before, after = self._neighbours(lang, day)
        self._remembered.spans.pop(lang, None)
        for span, first, ended in self._spans_at(lang, day).values():
            if first == day and ended == after:
                self._connection.execute("DELETE FROM span WHERE rowid = ?", (span,))
            elif first == day:
                self._connection.execute("UPDATE span SET first = ? WHERE rowid = ?", (after, span))
        following = self._spans_at(lang, after)
        for row, (span, _, ended) in self._spans_at(lang, before).items():
            if ended == day:
                again = following.get(row)
                if again is not None:
                    self._connection.execute("DELETE FROM span WHERE rowid = ?", (again[0],))
                self._connection.execute(
                    "UPDATE span SET ended = ? WHERE rowid = ?", (again[2] if again else after, span)
                )
        if following:
            self._links.relink_edition(self._whole(lang, after), self._spans_at(lang, before), following)

    def _whole(self, lang: str, day: str) -> int:
        """The id of the whole edition of a day."""
        query = "SELECT id FROM edition WHERE partial = 0 AND lang = ? AND effective = ?"
        return int(self._connection.execute(query, (lang, day)).fetchone()[0])

    def _loosen_excerpts(self, lang: str, day: str) -> None:
        """Note that the excerpts that are compared with an edition of a day need new links."""
        before, after = self._neighbours(lang, day)
        first, last = day if before else "", after
        for noted in self._connection.execute("SELECT value FROM meta WHERE key = ?", (_LOOSE + lang,)):
            earlier, later = noted[0].split(" to ")
            first, last = min(first, earlier), max(last, later)
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_LOOSE + lang, f"{first} to {last}"))

    def link_excerpts(self) -> None:
        """Link the excerpts anew that need it: once for many editions, since each of them may concern every excerpt."""
        query = "SELECT key, value FROM meta WHERE key LIKE ? || '%'"
        for key, days in self._connection.execute(query, (_LOOSE,)).fetchall():
            first, before = days.split(" to ")
            self._links.relink_excerpts(key.removeprefix(_LOOSE), first, before)
            self._connection.execute("DELETE FROM meta WHERE key = ?", (key,))
            self.changed = True

    def _neighbours(self, lang: str, day: str) -> tuple[str | None, str]:
        """The days of the whole editions before and after a day; `NOT_ENDED` if none comes after."""
        query = "SELECT {}(effective) FROM edition WHERE partial = 0 AND lang = ? AND effective {} ?"
        before = self._connection.execute(query.format("max", "<"), (lang, day)).fetchone()[0]
        after = self._connection.execute(query.format("min", ">"), (lang, day)).fetchone()[0]
        return before, after or NOT_ENDED

    def _spans_at(self, lang: str, day: str | None) -> SpanRows:
        """The spans that the whole edition of a day prints."""
        if day is None or day == NOT_ENDED:
            return {}
        known, spans = self._remembered.spans.get(lang, ("", {}))
        if known == day:
            return spans
        rows = self._connection.execute(
            f"""
            SELECT place, wording, printed, span.rowid, first, ended FROM span JOIN place ON place.id = place
            WHERE {carried_on(":day")} AND lang = :lang
            """,
            {"day": day, "lang": lang},
        )
        return {row[:3]: row[3:] for row in rows}

    def _source(self, edition: Edition) -> int:
        source = edition.source
        row = self._connection.execute("SELECT id FROM source WHERE sha256 = ?", (source.sha256,)).fetchone()
        if row is not None:
            return int(row[0])
        cursor = self._connection.execute(
            """
            INSERT INTO source (name, sha256, size, format, encoding, title, site, fetched, holds)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            (
                source.name, source.sha256, source.size, source.format, source.encoding, source.title, source.site,
                source.fetched, " ".join(source.languages),
            ),
        )  # fmt: skip
        return int(cursor.lastrowid or 0)

    def _printed(self, edition: Edition) -> tuple[list[PlaceWording], list[int]]:
        """What the edition prints, in its order; and its places in the order in which the store gives them back."""
        seen: dict[tuple[str, str], int] = {}
        rows: list[PlaceWording] = []
        keys: list[tuple[bool, str, int, int]] = []
        items: tuple[Rule | GlossaryEntry, ...] = (*edition.rules, *edition.glossary)
        for item in items:
            if isinstance(item, Rule):
                kind, (label, key), printed = (
                    "rule",
                    self._remembered.label_and_sort_key(item.number),
                    item.printed_number,
                )
            else:
                kind, label, key, printed = "glossary", item.term, item.term.casefold(), ""
            nth = seen[kind, label] = seen.get((kind, label), 0) + 1
            name = (edition.lang, kind, label, nth)
            place = self._remembered.places.get(name)
            if place is None:
                place = self._remembered.places[name] = self._place(*name, key)
            content = (item.text_lang, item.text, item.examples if isinstance(item, Rule) else ())
            wording = self._remembered.wordings.get(content)
            if wording is None:
                wording = self._remembered.wordings[content] = self._wording(item)
            rows.append((place, wording, printed))
            keys.append((kind == "glossary", key, nth, place))
        return rows, [place for _, _, _, place in sorted(keys)]

    def _place(self, lang: str, kind: str, label: str, nth: int, sort_key: str) -> int:
        query = "SELECT id FROM place WHERE lang = ? AND kind = ? AND label = ? AND nth = ?"
        row = self._connection.execute(query, (lang, kind, label, nth)).fetchone()
        if row is not None:
            return int(row[0])
        cursor = self._connection.execute(
            "INSERT INTO place (lang, kind, label, nth, sort_key) VALUES (?, ?, ?, ?, ?)",
            (lang, kind, label, nth, sort_key),
        )
        return int(cursor.lastrowid or 0)

    def _wording(self, item: Rule | GlossaryEntry) -> int:
        """The wording of a rule or entry, stored if it is new, with its examples and references."""
        examples = item.examples if isinstance(item, Rule) else ()
        content = [item.text_lang, item.text, [[e.after, e.marker, e.text] for e in examples]]
        digest = hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).digest()
        row = self._connection.execute("SELECT id FROM wording WHERE hash = ?", (digest,)).fetchone()
        if row is not None:
            return int(row[0])
        cursor = self._connection.execute(
            "INSERT INTO wording (hash, lang, text) VALUES (?, ?, ?)", (digest, item.text_lang, item.text)
        )
        wording = int(cursor.lastrowid or 0)
        self._connection.executemany(
            "INSERT INTO example VALUES (?, ?, ?, ?, ?)",
            [(wording, at, e.after, e.marker, e.text) for at, e in enumerate(examples)],
        )
        self._add_references(wording, reference_parser.find_references_in(item))
        return wording

    def _add_references(self, wording: int, found: Iterable[Reference]) -> None:
        rows = [
            (
                wording, at, r.example, r.start, r.end, r.text, r.target and str(r.target),
                r.target_end and str(r.target_end), r.title, r.term,
            )
            for at, r in enumerate(found)
        ]  # fmt: skip
        self._connection.executemany("INSERT INTO reference VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        self._remembered.cited_labels[wording] = tuple(
            end for *_, target, last, _, _ in rows for end in (target, last) if end
        )

    def _passage(self, text: str) -> int:
        digest = hashlib.sha256(text.encode()).digest()
        self._connection.execute("INSERT OR IGNORE INTO passage (hash, text) VALUES (?, ?)", (digest, text))
        return int(self._connection.execute("SELECT id FROM passage WHERE hash = ?", (digest,)).fetchone()[0])

    def _count_references(self, numbers: set[str], wordings: Iterable[int], *, partial: bool) -> tuple[int, int | None]:
        """How many numbers an edition cites, and how many of them aren't among its own.

        A range counts its two ends. An excerpt can't know what it doesn't have.
        """
        cited = [number for wording in wordings for number in self._cited(wording)]
        dangling = sum(number not in numbers for number in cited)
        return len(cited), None if partial else dangling

    def _cited(self, wording: int) -> tuple[str, ...]:
        """The numbers that a wording cites, as often as it does."""
        numbers = self._remembered.cited_labels.get(wording)
        if numbers is None:
            rows = self._connection.execute("SELECT target, target_end FROM reference WHERE wording = ?", (wording,))
            numbers = tuple(end for ends in rows for end in ends if end)
            self._remembered.cited_labels[wording] = numbers
        return numbers

    def rebuild_links(self) -> None:
        """Link every edition anew: each whole one with the one before it, then the excerpts."""
        whole = "SELECT id, lang, effective FROM edition WHERE partial = 0 ORDER BY lang, effective"
        for lang, days in groupby(self._connection.execute(whole).fetchall(), itemgetter(1)):
            before: Iterable[PlaceWording] = ()
            for edition, _, day in days:
                now = self._spans_at(lang, day)
                self._links.relink_edition(edition, before, now)
                before = now
        for (lang,) in self._connection.execute("SELECT DISTINCT lang FROM edition").fetchall():
            self._links.relink_excerpts(lang, "", NOT_ENDED)

    def rebuild_references(self) -> None:
        """Find the references of every wording and count those of every edition again, as the grammar now has it."""
        self._connection.execute("DELETE FROM reference")
        self._remembered.cited_labels.clear()
        texts = self._connection.execute(
            "SELECT id, NULL, text FROM wording UNION ALL SELECT wording, place, text FROM example ORDER BY 1, 2"
        ).fetchall()
        for wording, rows in groupby(texts, itemgetter(0)):
            self._add_references(
                wording,
                (found for _, example, text in rows for found in reference_parser.find_references(text, example)),
            )
        for edition, lang, day, partial in self._connection.execute(
            "SELECT id, lang, effective, partial FROM edition"
        ).fetchall():
            printed = self._connection.execute(
                f"""
                SELECT kind, label, wording FROM place JOIN excerpt ON excerpt.place = place.id
                WHERE :partial AND excerpt.edition = :edition
                UNION ALL
                SELECT kind, label, wording FROM place JOIN span ON span.place = place.id
                WHERE NOT :partial AND place.lang = :lang AND {carried_on(":day")}
                """,
                {"edition": edition, "lang": lang, "day": day, "partial": partial},
            ).fetchall()
            counts = self._count_references(
                {label for kind, label, _ in printed if kind == "rule"},
                (wording for *_, wording in printed),
                partial=bool(partial),
            )
            self._connection.execute(
                'UPDATE edition SET "references" = ?, dangling = ? WHERE id = ?', (*counts, edition)
            )
