"""Writing finished translations: which of them hold, and which English headwords their glossary entries translate.

A rule of a finished translation has the number of the English rule. A glossary entry has a French headword, so the
table `counterpart` has the English headword of the same day that it translates.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence

from kb.model import GlossaryEntry
from kb.storage.in_force import IS_FINISHED_TRANSLATION, carried_on
from kb.storage.link_writer import Series


class TranslationWriter:
    """A writer of finished translations within a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection, self._execute = connection, connection.execute

    def place_count(self, series: Series, day: str, entry: GlossaryEntry, taken: Collection[int]) -> int:
        """Return the `nth` of the place for a glossary entry whose English headword is known.

        Two English entries may have one French headword ("Initiative" is first strike and the initiative). Each of them
        gets a place of its own. `taken` are the counts that this edition has used for the headword.
        """
        others = {
            nth
            for nth, headword in self._execute(
                """
                SELECT DISTINCT nth, headword FROM place JOIN counterpart ON counterpart.place = place.id
                WHERE doc = ? AND lang = ? AND kind = 'glossary' AND label = ?
                """,
                (*series, entry.term),
            )
            if headword != entry.translates and self._is_printed(series[0], headword, day)
        }
        return next(nth for nth in range(1, len(others) + len(taken) + 2) if nth not in others and nth not in taken)

    def _is_printed(self, doc: str, headword: str, day: str) -> bool:
        """True if the English edition of a day has a headword. If it doesn't, the headword was renamed."""
        query = f"""
            SELECT 1 FROM place JOIN span ON span.place = place.id AND {carried_on(":day")}
            WHERE doc = :doc AND lang = 'en' AND kind = 'glossary' AND label = :headword
            """
        return self._execute(query, {"doc": doc, "headword": headword, "day": day}).fetchone() is not None

    def add_counterparts(self, edition: int, entries: Sequence[tuple[int, GlossaryEntry]]) -> None:
        """Store the English headwords of an edition's glossary entries, which are given with their places."""
        self._connection.executemany(
            "INSERT OR REPLACE INTO counterpart VALUES (?, ?, ?, ?)",
            [(edition, place, entry.translates, entry.replaces) for place, entry in entries if entry.translates],
        )

    def select(self, series: Series, day: str) -> None:
        """Of the finished translations of a day, keep for each rule and headword only the wording that was added last.

        The earlier wordings move to the table `superseded`. They return if the wording added last is removed.
        """
        query = f"""
            SELECT edition.id FROM edition JOIN source ON source.id = edition.source
            WHERE doc = ? AND lang = ? AND effective = ? AND partial = 1 AND {IS_FINISHED_TRANSLATION}
            """
        translations = [edition for (edition,) in self._execute(query, (*series, day))]
        if translations:
            self._move_rows("superseded", "excerpt", "SELECT rowid FROM superseded WHERE edition IN ({})", translations)
            same_place = """
                SELECT earlier.rowid FROM excerpt AS earlier
                JOIN excerpt AS later ON later.place = earlier.place AND later.edition > earlier.edition
                WHERE earlier.edition IN ({}) AND later.edition IN ({})
                """
            same_headword = """
                SELECT excerpt.rowid FROM excerpt
                JOIN counterpart AS earlier ON earlier.edition = excerpt.edition AND earlier.place = excerpt.place
                JOIN counterpart AS later ON later.headword = earlier.headword AND later.edition > earlier.edition
                WHERE earlier.edition IN ({}) AND later.edition IN ({})
                """
            self._move_rows("excerpt", "superseded", f"{same_place} UNION {same_headword}", translations)

    def _move_rows(self, source: str, target: str, chosen: str, editions: Sequence[int]) -> None:
        """Move rows between `excerpt` and `superseded`. In the query `chosen`, the braces stand for the editions."""
        listed = f"SELECT value FROM json_each('{json.dumps(editions)}')"
        rows = json.dumps([rowid for (rowid,) in self._execute(chosen.replace("{}", listed))])
        self._execute(
            f"""
            INSERT INTO {target} SELECT place, wording, printed, edition FROM {source}
            WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid
            """,
            (rows,),
        )
        self._execute(f"DELETE FROM {source} WHERE rowid IN (SELECT value FROM json_each(?))", (rows,))
