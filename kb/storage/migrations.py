"""The steps from each earlier schema of the store to the next one.

Schema 1 didn't store the printed order. Its editions get the usual order. Schema 2 stored the last edition of a span,
not the first edition after the span. Schema 3 had neither quoted titles nor references to the glossary. Schema 4 had no
links. Schema 5 had messages in English only. Schema 6 didn't store where a document was, and didn't keep the rules of
finished translations that later translations replaced. Schema 7 had the Comprehensive Rules only. Schema 8 had no
finished translations of the glossary, and sorted headwords by their accents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.storage.writer import Writer


def _rebuild_references(writer: Writer) -> None:
    writer.rebuild_references()


def _rebuild_links(writer: Writer) -> None:
    writer.rebuild_links()


# Maps each earlier schema to the step that leads to the next schema: SQL statements and calls of the writer. When
# schema.sql changes, these statements stay as they are. The calls follow after the statements of all steps, since the
# writer knows only the present schema.
STEPS: dict[int, tuple[str | Callable[[Writer], None], ...]] = {
    1: (
        """
        CREATE TABLE displaced (
            edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
            ord     INTEGER NOT NULL,
            place   INTEGER NOT NULL REFERENCES place,
            after   INTEGER REFERENCES place,
            PRIMARY KEY (edition, ord)
        ) WITHOUT ROWID
        """,
    ),
    2: (
        "ALTER TABLE source ADD COLUMN holds TEXT NOT NULL DEFAULT ''",
        """
        UPDATE source SET holds = coalesce((
            SELECT group_concat(lang, ' ') FROM (SELECT DISTINCT lang FROM edition WHERE edition.source = source.id)
        ), '')
        """,
        "DROP INDEX span_place",
        "DROP INDEX span_last",
        "ALTER TABLE span RENAME COLUMN last TO ended",
        """
        UPDATE span SET ended = coalesce((
            SELECT min(effective) FROM edition JOIN place ON place.lang = edition.lang
            WHERE place.id = span.place AND partial = 0 AND effective > ended
        ), '9999-12-31')
        """,
        "CREATE INDEX span_place ON span (place, first, ended)",
        "CREATE INDEX span_ended ON span (ended, first)",
        "CREATE INDEX span_wording ON span (wording)",
        "CREATE INDEX excerpt_wording ON excerpt (wording)",
    ),
    3: (
        "DROP TABLE reference",
        """
        CREATE TABLE reference (
            wording    INTEGER NOT NULL REFERENCES wording,
            place      INTEGER NOT NULL,
            example    INTEGER,
            start      INTEGER NOT NULL,
            "end"      INTEGER NOT NULL,
            text       TEXT NOT NULL,
            target     TEXT,
            target_end TEXT,
            title      TEXT NOT NULL,
            term       TEXT NOT NULL,
            PRIMARY KEY (wording, place)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX reference_target ON reference (target)",
        _rebuild_references,
    ),
    4: (
        """
        CREATE TABLE link (
            edition    INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
            new        INTEGER NOT NULL REFERENCES place,
            old        INTEGER NOT NULL REFERENCES place,
            kind       TEXT NOT NULL,
            confidence REAL NOT NULL,
            reason     TEXT NOT NULL,
            PRIMARY KEY (edition, new, old)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX link_old ON link (edition, old)",
        _rebuild_links,
    ),
    5: ("ALTER TABLE finding ADD COLUMN said TEXT NOT NULL DEFAULT ''",),
    6: (
        "ALTER TABLE source ADD COLUMN location TEXT NOT NULL DEFAULT ''",
        # A source with a relative path gets no location, since it is unknown to which folder the path was relative.
        "UPDATE source SET location = name WHERE name LIKE '%://%' OR name LIKE '/%'",
        """
        CREATE TABLE superseded (
            place   INTEGER NOT NULL REFERENCES place,
            wording INTEGER NOT NULL REFERENCES wording,
            printed TEXT NOT NULL,
            edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE
        )
        """,
        "CREATE INDEX superseded_edition ON superseded (edition)",
    ),
    7: (
        "ALTER TABLE edition ADD COLUMN doc TEXT NOT NULL DEFAULT 'cr'",
        "DROP INDEX edition_whole",
        "CREATE UNIQUE INDEX edition_whole ON edition (doc, lang, effective) WHERE partial = 0",
        # SQLite can't change the columns of a constraint. The ids of the places stay.
        """
        CREATE TABLE new_place (
            id       INTEGER PRIMARY KEY,
            doc      TEXT NOT NULL,
            lang     TEXT NOT NULL,
            kind     TEXT NOT NULL,
            label    TEXT NOT NULL,
            nth      INTEGER NOT NULL,
            sort_key TEXT NOT NULL,
            UNIQUE (doc, lang, kind, label, nth)
        )
        """,
        "INSERT INTO new_place SELECT id, 'cr', lang, kind, label, nth, sort_key FROM place ORDER BY id",
        "DROP TABLE place",
        "ALTER TABLE new_place RENAME TO place",
        "CREATE INDEX place_order ON place (doc, lang, kind, sort_key, nth)",
        "ALTER TABLE reference ADD COLUMN doc TEXT NOT NULL DEFAULT 'cr'",
        "UPDATE meta SET key = replace(key, 'loose excerpts ', 'loose excerpts cr ') WHERE key LIKE 'loose excerpts %'",
    ),
    8: (
        """
        CREATE TABLE counterpart (
            edition  INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
            place    INTEGER NOT NULL REFERENCES place,
            headword TEXT NOT NULL,
            replaces TEXT NOT NULL,
            PRIMARY KEY (edition, place)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX counterpart_place ON counterpart (place)",
        lambda writer: writer.sort_headwords_again(),
    ),
}
