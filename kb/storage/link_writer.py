"""Writing the links between the rules of editions, whenever an edition is added or removed.

Each whole edition is linked with the whole edition before it. An excerpt is linked with the whole edition in force on
its day. If no whole edition is in force on that day, the excerpt is linked with the first later whole edition. If there
is no whole edition at all, the excerpt is linked with the excerpts before it. So the links don't depend on the order in
which editions were added.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from kb.documents import DOCUMENTS, Doc, Number
from kb.lineage.matching import LineageLink, NumberedText, match_rules
from kb.lineage.overrides import reviewed_overrides
from kb.lineage.section_matching import match_sections
from kb.storage.in_force import carried_on

# The confidence of a link from a rule of an excerpt to the rule with the same number, if the texts aren't similar.
_CONFIDENCE_BY_NUMBER = 0.3

Series = tuple[str, str]
"""A document and a language: consecutive editions of a series are linked."""

PlaceWording = tuple[int, int, str]
"""A place, its wording, and the printed number ("" if the number is printed in the standard form)."""


class LinkWriter:
    """A writer of links within a transaction. `numbers` caches the number of each place, or None for a headword."""

    def __init__(self, connection: sqlite3.Connection, numbers: dict[int, tuple[Number, int] | None]) -> None:
        self._connection = connection
        self._numbers = numbers

    def relink_edition(self, edition: int, before: Iterable[PlaceWording], now: Iterable[PlaceWording]) -> None:
        """Link a whole edition again. `now` has its rows. `before` has the rows of the edition before it, if any."""
        old, new = set(before), set(now)
        doc = self._document(edition)
        if doc != "cr":
            self._relink_sections(edition, doc, old, new)
            return
        removed, added = self._rules(old - new), self._rules(new - old)
        places = {(rule.number, rule.nth): place for place, rule in (*removed.items(), *added.items())}
        self._write(edition, match_rules(list(removed.values()), list(added.values()), reviewed_overrides()), places)

    def _relink_sections(self, edition: int, doc: Doc, old: set[PlaceWording], new: set[PlaceWording]) -> None:
        """Link an edition of a policy document. Its unchanged places are matched, too, but get no links."""
        before, after = self._rules(old), self._rules(new)
        places = {(rule.number, rule.nth): place for place, rule in (*before.items(), *after.items())}
        links = match_sections(list(before.values()), list(after.values()), reviewed_overrides(doc))
        unchanged = {place for place, _wording, _printed in old & new}
        changed = [
            link
            for link in links
            if unchanged.isdisjoint(places[rule.number, rule.nth] for rule in (link.old, link.new))
        ]
        self._write(edition, changed, places)

    def _document(self, edition: int) -> Doc:
        row = self._connection.execute("SELECT doc FROM edition WHERE id = ?", (edition,)).fetchone()
        doc: Doc = row[0]
        return doc

    def _write(self, edition: int, links: Iterable[LineageLink], places: dict[tuple[Number, int], int]) -> None:
        self._connection.execute("DELETE FROM link WHERE edition = ?", (edition,))
        self._connection.executemany(
            "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    edition, places[link.new.number, link.new.nth], places[link.old.number, link.old.nth],
                    link.kind, link.confidence, link.reason,
                )
                for link in links
            ],
        )  # fmt: skip

    def _rules(self, rows: Iterable[PlaceWording]) -> dict[int, NumberedText]:
        """Return a dict from places to rules. Headwords are left out, since they need no links."""
        found = {}
        query = """
            SELECT each.value ->> 0, wording.text FROM json_each(?) AS each
            JOIN wording ON wording.id = each.value ->> 1
            """
        for place, text in self._connection.execute(query, (json.dumps(list(rows)),)):
            if numbered := self._number(place):
                found[place] = NumberedText(*numbered, text)
        return found

    def _number(self, place: int) -> tuple[Number, int] | None:
        """Return the number and the `nth` of a place (2 for a second rule with the number), or None for a headword."""
        if place not in self._numbers:
            query = "SELECT doc, kind, label, nth FROM place WHERE id = ?"
            doc, kind, label, nth = self._connection.execute(query, (place,)).fetchone()
            self._numbers[place] = (DOCUMENTS[doc].numbers.parse(label), nth) if kind == "rule" else None
        return self._numbers[place]

    def relink_excerpts(self, series: Series, first: str, before: str) -> None:
        """Link the excerpts of a language again: all excerpts from the day `first` on, but before the day `before`."""
        query = """
            SELECT id, effective FROM edition
            WHERE partial = 1 AND doc = ? AND lang = ? AND effective >= ? AND effective < ?
            """
        for edition, day in self._connection.execute(query, (*series, first, before)).fetchall():
            rows = self._rows("SELECT place, wording, printed FROM excerpt WHERE edition = ?", (edition,))
            self._link_excerpt(edition, set(rows), set(self._base_rows(series, day, edition)))

    def _link_excerpt(self, edition: int, rows: set[PlaceWording], base: set[PlaceWording]) -> None:
        """Link the changed rules of an excerpt with rules of `base` that have the same text or the same section."""
        new = self._rules(rows - base)
        sections = {rule.number.own_section for rule in new.values()}
        wordings = {wording for _, wording, _ in rows}
        near = {
            row
            for row in base - rows
            if (numbered := self._number(row[0])) and (row[1] in wordings or numbered[0].own_section in sections)
        }
        old = self._rules(near)
        places = {(rule.number, rule.nth): place for place, rule in (*old.items(), *new.items())}
        matched = match_rules(list(old.values()), list(new.values()), reviewed_overrides(), find_splits=False)
        # In other sections, the excerpt can't say that a similar rule isn't there any more.
        links = [link for link in matched if link.old.number.own_section in sections or link.old.text == link.new.text]
        # Without other evidence, a rule of an excerpt is linked with the rule that has its number.
        linked = {link.new for link in links} | {link.old for link in links}
        for place, rule in new.items():
            if place in old and rule not in linked and old[place] not in linked:
                links.append(LineageLink(old[place], rule, _CONFIDENCE_BY_NUMBER, "place"))
        self._write(edition, links, places)

    def _base_rows(self, series: Series, day: str, edition: int) -> list[PlaceWording]:
        """Return the rows of the editions that an excerpt of a day is linked with (see the module's docstring)."""
        query = "SELECT {}(effective) FROM edition WHERE partial = 0 AND doc = ? AND lang = ? AND effective {} ?"
        for whole in (query.format("max", "<="), query.format("min", ">")):
            (base,) = self._connection.execute(whole, (*series, day)).fetchone()
            if base is not None:
                return self._rows(
                    f"""
                    SELECT place, wording, printed FROM span JOIN place ON place.id = place
                    WHERE doc = :doc AND lang = :lang AND {carried_on(":day")}
                    """,
                    {"doc": series[0], "lang": series[1], "day": base},
                )
        # Excerpts of one day are ordered by the hashes of their documents, not by the time of their ingest.
        earlier = self._rows(
            """
            SELECT place, wording, printed FROM excerpt JOIN edition ON edition.id = excerpt.edition
            JOIN source ON source.id = edition.source
            WHERE doc = ? AND lang = ? AND (effective, sha256, edition.id) < (
                SELECT ?, sha256, edition.id FROM edition JOIN source ON source.id = edition.source WHERE edition.id = ?
            )
            ORDER BY effective, sha256, edition.id
            """,
            (*series, day, edition),
        )
        return list({place: (place, wording, printed) for place, wording, printed in earlier}.values())

    def _rows(self, query: str, values: tuple[object, ...] | dict[str, str]) -> list[PlaceWording]:
        return self._connection.execute(query, values).fetchall()
