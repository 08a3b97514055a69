"""Writing: what one transaction of the store does to its tables.

A whole edition is woven in among the spans of its neighbours: where they agree, a span grows; where
they don't, one begins or is split. Taking an edition out undoes that. An excerpt lies on top.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from kb import references
from kb.model import Edition, Example, GlossaryEntry, Lang, Rule
from kb.number import RuleNumber
from kb.order import displaced


@dataclass(frozen=True, slots=True)
class Remembered:
    """Ids of places and wordings that were looked up, so that the next edition needn't ask again.

    Places and wordings are never deleted, so what is remembered stays true; only a transaction that
    is taken back makes it wrong.

    Attributes:
        places: by language, kind, label and which of its name it is.
        wordings: by language, text and examples.
        numbers: label and sort key of each number.
    """

    places: dict[tuple[str, str, str, int], int] = field(default_factory=dict)
    wordings: dict[tuple[str, str, tuple[Example, ...]], int] = field(default_factory=dict)
    numbers: dict[RuleNumber, tuple[str, str]] = field(default_factory=dict)

    def labels(self, number: RuleNumber) -> tuple[str, str]:
        """The label and the sort key of a number."""
        known = self.numbers.get(number)
        if known is None:
            known = self.numbers[number] = (str(number), number.sort_key)
        return known

    def forget(self) -> None:
        """Remember nothing any more."""
        self.places.clear()
        self.wordings.clear()


class Writer:
    """What can be written within one transaction; `Store.writing` gives it."""

    def __init__(self, connection: sqlite3.Connection, remembered: Remembered) -> None:
        self._connection = connection
        self._remembered = remembered
        self.changed = False

    def add(self, edition: Edition) -> int:
        """Add an edition or an excerpt; give its id.

        A whole edition of the same language and day must have been removed before. Excerpts of
        the same day stand side by side.
        """
        self.changed = True
        source = self._source(edition)
        printed = self._printed(edition)
        wordings = [wording for _, wording, _ in printed]
        cited, dangling = self._count_references(edition, wordings)
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
            "INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?)",
            [(edition_id, at, f.code, f.message, f.where, f.text) for at, f in enumerate(edition.findings)],
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
        moved = self._displaced([place for place, _, _ in printed])
        self._connection.executemany(
            "INSERT INTO displaced VALUES (?, ?, ?, ?)", [(edition_id, at, *each) for at, each in enumerate(moved)]
        )
        if edition.partial:
            self._connection.executemany(
                "INSERT INTO excerpt VALUES (?, ?, ?, ?)", [(*row, edition_id) for row in printed]
            )
        else:
            self._weave_in(edition.lang, edition.effective.isoformat(), printed)
        return edition_id

    def remove_document(self, sha256: str, lang: Lang | None = None) -> None:
        """Take out the editions that came from the document with these bytes: all, or those in one language."""
        query = """
            SELECT edition.id FROM edition JOIN source ON source.id = edition.source
            WHERE sha256 = ? AND lang = coalesce(?, lang)
            """
        for (edition_id,) in self._connection.execute(query, (sha256, lang)).fetchall():
            self._remove(edition_id)

    def remove_whole(self, lang: Lang, effective: date) -> None:
        """Take out the whole edition of a language and day, if there is one."""
        query = "SELECT id FROM edition WHERE partial = 0 AND lang = ? AND effective = ?"
        for (edition_id,) in self._connection.execute(query, (lang, effective.isoformat())).fetchall():
            self._remove(edition_id)

    def _remove(self, edition_id: int) -> None:
        self.changed = True
        query = "SELECT lang, effective, partial FROM edition WHERE id = ?"
        lang, effective, partial = self._connection.execute(query, (edition_id,)).fetchone()
        if not partial:
            self._weave_out(lang, effective)
        self._connection.execute("DELETE FROM edition WHERE id = ?", (edition_id,))
        self._connection.execute("DELETE FROM source WHERE id NOT IN (SELECT source FROM edition)")

    def _weave_in(self, lang: str, day: str, printed: Sequence[tuple[int, int, str]]) -> None:
        """Put what a whole edition prints among the spans; neighbours that agree become one span."""
        before, after = self._neighbours(lang, day)
        ending = self._spans_at(lang, before)
        starting = self._spans_at(lang, after)
        now = set(printed)
        for row, (span, _, last) in ending.items():
            if after is not None and last >= after and row not in now:
                self._connection.execute("UPDATE span SET last = ? WHERE rowid = ?", (before, span))
                self._connection.execute("INSERT INTO span VALUES (?, ?, ?, ?, ?)", (*row, after, last))
        new, extended = [], []
        for row in printed:
            left, right = ending.get(row), starting.get(row)
            if left and right and left[0] == right[0]:
                continue
            if left and right:
                extended.append((left[1], right[2], left[0]))
                self._connection.execute("DELETE FROM span WHERE rowid = ?", (right[0],))
            elif left:
                extended.append((left[1], day, left[0]))
            elif right:
                extended.append((day, right[2], right[0]))
            else:
                new.append((*row, day, day))
        self._connection.executemany("UPDATE span SET first = ?, last = ? WHERE rowid = ?", extended)
        self._connection.executemany("INSERT INTO span VALUES (?, ?, ?, ?, ?)", new)

    def _weave_out(self, lang: str, day: str) -> None:
        """The inverse of `_weave_in`: the spans are as if the edition of that day had never been."""
        before, after = self._neighbours(lang, day)
        here = self._spans_at(lang, day)
        for span, first, last in here.values():
            if first == last == day:
                self._connection.execute("DELETE FROM span WHERE rowid = ?", (span,))
            elif first == day:
                self._connection.execute("UPDATE span SET first = ? WHERE rowid = ?", (after, span))
            elif last == day:
                self._connection.execute("UPDATE span SET last = ? WHERE rowid = ?", (before, span))
        starting = self._spans_at(lang, after)
        for row, (span, _, last) in self._spans_at(lang, before).items():
            right = starting.get(row)
            if right and right[0] != span:
                self._connection.execute("UPDATE span SET last = ? WHERE rowid = ?", (max(last, right[2]), span))
                self._connection.execute("DELETE FROM span WHERE rowid = ?", (right[0],))

    def _neighbours(self, lang: str, day: str) -> tuple[str | None, str | None]:
        """The days of the whole editions before and after a day."""
        query = "SELECT {}(effective) FROM edition WHERE partial = 0 AND lang = ? AND effective {} ?"
        before = self._connection.execute(query.format("max", "<"), (lang, day)).fetchone()[0]
        after = self._connection.execute(query.format("min", ">"), (lang, day)).fetchone()[0]
        return before, after

    def _spans_at(self, lang: str, day: str | None) -> dict[tuple[int, int, str], tuple[int, str, str]]:
        """The spans that the whole edition of a day prints: (rowid, first, last) by what they carry."""
        if day is None:
            return {}
        rows = self._connection.execute(
            """
            SELECT place, wording, printed, span.rowid, first, last FROM span JOIN place ON place.id = place
            WHERE last >= ? AND first <= ? AND lang = ?
            """,
            (day, day, lang),
        )
        return {(place, wording, printed): (rowid, first, last) for place, wording, printed, rowid, first, last in rows}

    def _source(self, edition: Edition) -> int:
        source = edition.source
        row = self._connection.execute("SELECT id FROM source WHERE sha256 = ?", (source.sha256,)).fetchone()
        if row is not None:
            return int(row[0])
        cursor = self._connection.execute(
            """
            INSERT INTO source (name, sha256, size, format, encoding, title, site, fetched)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            (
                source.name, source.sha256, source.size, source.format, source.encoding, source.title, source.site,
                source.fetched,
            ),
        )  # fmt: skip
        return int(cursor.lastrowid or 0)

    def _printed(self, edition: Edition) -> list[tuple[int, int, str]]:
        """What the edition prints, as (place, wording, number as printed), in its order."""
        seen: Counter[tuple[str, str]] = Counter()
        rows = []
        items: tuple[Rule | GlossaryEntry, ...] = (*edition.rules, *edition.glossary)
        for item in items:
            if isinstance(item, Rule):
                kind, (label, key), printed = "rule", self._remembered.labels(item.number), item.printed
            else:
                kind, label, key, printed = "glossary", item.term, item.term.casefold(), ""
            seen[kind, label] += 1
            name = (edition.lang, kind, label, seen[kind, label])
            place = self._remembered.places.get(name)
            if place is None:
                place = self._remembered.places[name] = self._place(*name, key)
            content = (item.text_lang, item.text, item.examples if isinstance(item, Rule) else ())
            wording = self._remembered.wordings.get(content)
            if wording is None:
                wording = self._remembered.wordings[content] = self._wording(item)
            rows.append((place, wording, printed))
        return rows

    def _displaced(self, printed: Sequence[int]) -> tuple[tuple[int, int | None], ...]:
        """The places that are printed out of the order in which the store gives them back."""
        usual = self._connection.execute(
            """
            SELECT place.id FROM json_each(?) JOIN place ON place.id = json_each.value
            ORDER BY kind DESC, sort_key, nth
            """,
            (json.dumps(printed),),
        )
        return displaced(printed, [place for (place,) in usual])

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
        found = references.find_in(item) if isinstance(item, Rule) else references.find(item.text)
        self._connection.executemany(
            "INSERT INTO reference VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (wording, at, r.example, r.start, r.end, r.text, str(r.target), r.target_end and str(r.target_end))
                for at, r in enumerate(found)
            ],
        )
        return wording

    def _passage(self, text: str) -> int:
        digest = hashlib.sha256(text.encode()).digest()
        self._connection.execute("INSERT OR IGNORE INTO passage (hash, text) VALUES (?, ?)", (digest, text))
        return int(self._connection.execute("SELECT id FROM passage WHERE hash = ?", (digest,)).fetchone()[0])

    def _count_references(self, edition: Edition, wordings: Sequence[int]) -> tuple[int, int | None]:
        """How many rule numbers an edition cites, and how many of them it doesn't have.

        A range counts its two ends; chapters ("section 3") don't count. An excerpt can't know what
        it doesn't have.
        """
        times = Counter(wordings)
        printed = {str(rule.number) for rule in edition.rules}
        cited = dangling = 0
        rows = self._connection.execute(
            "SELECT wording, target, target_end FROM reference WHERE wording IN (SELECT value FROM json_each(?))",
            (json.dumps(list(times)),),
        )
        for wording, *ends in rows:
            for number in ends:
                if number is not None and RuleNumber.parse(number).kind != "chapter":
                    cited += times[wording]
                    dangling += times[wording] * (number not in printed)
        return cited, None if edition.partial else dangling
