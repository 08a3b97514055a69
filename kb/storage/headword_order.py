"""The order of headwords. It ignores case and accents, so that "Éphémère" stands between "Épeler" and "Étape"."""

from __future__ import annotations

import sqlite3
from itertools import groupby
from operator import itemgetter

from kb.storage.in_force import carried_on
from kb.storage.print_order import find_displaced, restore_printed_order
from kb.text.folding import strip_accents


def headword_sort_key(headword: str) -> str:
    """Return the sort key of a headword."""
    return strip_accents(headword.casefold())


def sort_headwords_again(connection: sqlite3.Connection) -> None:
    """Give all headwords their sort keys, and keep the printed order of all whole editions.

    A store of an earlier schema has sort keys with accents.
    """
    query = "SELECT id, lang, label, sort_key FROM place WHERE kind = 'glossary' ORDER BY lang"
    changed = [
        (place, lang, headword_sort_key(label))
        for place, lang, label, key in connection.execute(query)
        if headword_sort_key(label) != key
    ]
    for lang, rows in groupby(changed, itemgetter(1)):
        editions = connection.execute(
            "SELECT id, effective FROM edition WHERE partial = 0 AND lang = ?", (lang,)
        ).fetchall()
        printed = {edition: _printed(connection, lang, edition, day) for edition, day in editions}
        connection.executemany("UPDATE place SET sort_key = ? WHERE id = ?", [(key, place) for place, _, key in rows])
        for edition, day in editions:
            moved = find_displaced(printed[edition], _usual(connection, lang, day))
            connection.execute("DELETE FROM displaced WHERE edition = ?", (edition,))
            connection.executemany(
                "INSERT INTO displaced VALUES (?, ?, ?, ?)", [(edition, at, *row) for at, row in enumerate(moved)]
            )


def _usual(connection: sqlite3.Connection, lang: str, day: str) -> list[int]:
    """Return the places of a whole edition: the rules by number, then the headwords."""
    rows = connection.execute(
        f"""
        SELECT place.id FROM place JOIN span ON span.place = place.id AND {carried_on(":day")}
        WHERE lang = :lang ORDER BY kind = 'glossary', sort_key, nth, place.id
        """,
        {"day": day, "lang": lang},
    )
    return [place for (place,) in rows]


def _printed(connection: sqlite3.Connection, lang: str, edition: int, day: str) -> tuple[int, ...]:
    """Return the places of a whole edition in the order in which it prints them."""
    query = "SELECT place, after FROM displaced WHERE edition = ? ORDER BY ord"
    return restore_printed_order(_usual(connection, lang, day), connection.execute(query, (edition,)).fetchall())
