"""Links: what the store keeps of lineage, made when an edition comes or goes.

Each whole edition is linked to the whole edition before it, so links depend on the editions that there are
and not on the order in which they came. An excerpt is linked to the whole edition in force on its day; if
there is none, to the first one after it; if there is no whole edition, to the excerpts before it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from kb.lineage.matching import LineageLink, NumberedText, match_rules
from kb.lineage.overrides import reviewed_overrides
from kb.rule_number import RuleNumber
from kb.storage.in_force import carried_on

# An excerpt's word that it speaks of the rule of that number, where the texts are not alike.
_ONLY_THE_NUMBER = 0.3

PlaceWording = tuple[int, int, str]
"""A place, the wording that it carries, and the number as printed where that isn't the usual form."""


class LinkWriter:
    """Makes the links of editions; part of a transaction."""

    def __init__(self, connection: sqlite3.Connection, numbers: dict[int, tuple[RuleNumber, int] | None]) -> None:
        """Begin.

        Args:
            connection: of the store, within a transaction.
            numbers: of places that were looked up before; it grows.
        """
        self._connection = connection
        self._numbers = numbers

    def relink_edition(self, edition: int, before: Iterable[PlaceWording], now: Iterable[PlaceWording]) -> None:
        """Make the links of a whole edition anew.

        Args:
            edition: its id.
            before: what the whole edition before it carries; nothing if there is none.
            now: what it carries itself.
        """
        old, new = set(before), set(now)
        gone, come = self._standings(old - new), self._standings(new - old)
        places = {(rule.number, rule.nth): place for place, rule in (*gone.items(), *come.items())}
        self._write(edition, match_rules(list(gone.values()), list(come.values()), reviewed_overrides()), places)

    def delete_links(self, edition: int) -> None:
        """Take the links of an edition away."""
        self._connection.execute("DELETE FROM link WHERE edition = ?", (edition,))

    def _write(self, edition: int, links: Iterable[LineageLink], places: dict[tuple[RuleNumber, int], int]) -> None:
        self.delete_links(edition)
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

    def _standings(self, rows: Iterable[PlaceWording]) -> dict[int, NumberedText]:
        """By place, the rules among some rows; headwords are told by their names and need no links."""
        found = {}
        query = """
            SELECT each.value ->> 0, wording.text FROM json_each(?) AS each
            JOIN wording ON wording.id = each.value ->> 1
            """
        for place, text in self._connection.execute(query, (json.dumps(list(rows)),)):
            if numbered := self._number(place):
                found[place] = NumberedText(*numbered, text)
        return found

    def _number(self, place: int) -> tuple[RuleNumber, int] | None:
        """The number of a place, and which under that number it is; None for a headword. Places never change."""
        if place not in self._numbers:
            query = "SELECT kind, label, nth FROM place WHERE id = ?"
            kind, label, nth = self._connection.execute(query, (place,)).fetchone()
            self._numbers[place] = (RuleNumber.parse(label), nth) if kind == "rule" else None
        return self._numbers[place]

    def relink_excerpts(self, lang: str, first: str, before: str) -> None:
        """Make the links of the excerpts of some days anew: what they are compared with has changed.

        Args:
            lang: their language.
            first: the first of the days.
            before: the day after the last of them.
        """
        query = """
            SELECT id, effective FROM edition
            WHERE partial = 1 AND lang = ? AND effective >= ? AND effective < ?
            """
        for edition, day in self._connection.execute(query, (lang, first, before)).fetchall():
            says = self._rows("SELECT place, wording, printed FROM excerpt WHERE edition = ?", (edition,))
            self._attach(edition, set(says), set(self._compared_with(lang, day, edition)))

    def _attach(self, edition: int, says: set[PlaceWording], has: set[PlaceWording]) -> None:
        """Link an excerpt with what it is compared with: what reads the same, else what stands in the same sections."""
        stated = self._standings(says - has)
        sections = {(rule.number.section or rule.number.chapter) for rule in stated.values()}
        told = {wording for _, wording, _ in says}
        near = {
            row
            for row in has - says
            if (numbered := self._number(row[0]))
            and (row[1] in told or (numbered[0].section or numbered[0].chapter) in sections)
        }
        there = self._standings(near)
        places = {(rule.number, rule.nth): place for place, rule in (*there.items(), *stated.items())}
        links = list(match_rules(list(there.values()), list(stated.values()), reviewed_overrides(), find_splits=False))
        # What an excerpt says under a number concerns the rule of that number, however its words have changed.
        linked = {link.new for link in links} | {link.old for link in links}
        for place, rule in stated.items():
            if place in there and rule not in linked and there[place] not in linked:
                links.append(LineageLink(there[place], rule, _ONLY_THE_NUMBER, "place"))
        self._write(edition, links, places)

    def _compared_with(self, lang: str, day: str, edition: int) -> list[PlaceWording]:
        """What an excerpt of a day is compared with (see above)."""
        query = "SELECT {}(effective) FROM edition WHERE partial = 0 AND lang = ? AND effective {} ?"
        for whole in (query.format("max", "<="), query.format("min", ">")):
            (base,) = self._connection.execute(whole, (lang, day)).fetchone()
            if base is not None:
                return self._rows(
                    f"""
                    SELECT place, wording, printed FROM span JOIN place ON place.id = place
                    WHERE lang = :lang AND {carried_on(":day")}
                    """,
                    {"lang": lang, "day": base},
                )
        # Excerpts of one day stand in the order of their documents' bytes, which doesn't depend on when they came.
        earlier = self._rows(
            """
            SELECT place, wording, printed FROM excerpt JOIN edition ON edition.id = excerpt.edition
            JOIN source ON source.id = edition.source
            WHERE lang = ? AND (effective, sha256, edition.id) < (
                SELECT ?, sha256, edition.id FROM edition JOIN source ON source.id = edition.source WHERE edition.id = ?
            )
            ORDER BY effective, sha256, edition.id, excerpt.rowid
            """,
            (lang, day, edition),
        )
        return list({place: (place, wording, printed) for place, wording, printed in earlier}.values())

    def _rows(self, query: str, values: tuple[object, ...] | dict[str, str]) -> list[PlaceWording]:
        return self._connection.execute(query, values).fetchall()
